# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Executes the macros as Buck2 would: call-macros.py et_prune.bzl TARGETS ROOT

TARGETS is a BUCK file. ROOT is et-prune's installation, which users name in .buckconfig as `root`.
The script runs a genrule's command as soon as a macro calls the genrule. The command writes to the
folder <genrule's name>/. The linker flags of a cxx_library go to <cxx_library's name>.flags.
"""

import ast
import os
import re
import subprocess
import sys
import types

macros, targets, root = sys.argv[1:]
outputs = {}


def expand(text):
    return re.sub(r"\$\(location :(\w+)\)", lambda match: outputs[match[1]], text)


def genrule(name, srcs, out, cmd, visibility):
    for source in srcs:
        if not os.path.exists(source):
            sys.exit(f"{name}: no {source}")
    os.makedirs(name, exist_ok=True)
    outputs[name] = os.path.join(name, out)
    subprocess.run(["sh", "-euc", expand(cmd)], check=True,
                   env=dict(os.environ, SRCDIR=".", OUT=outputs[name]))


def cxx_library(name, exported_deps, exported_linker_flags, visibility):
    with open(f"{name}.flags", "w") as file:
        file.write("\n".join(expand(flag) for flag in exported_linker_flags))


def fail(message):
    sys.exit("fail: " + message)


builtins = {
    "__builtins__": {"type": type, "len": len, "range": range, "None": None},
    "native": types.SimpleNamespace(genrule=genrule, cxx_library=cxx_library),
    "read_config": lambda section, key,
    default: root if (section, key) == ("et_prune", "root") else default,
    "fail": fail,
}
# Python syntax that Starlark lacks.
foreign = (ast.ClassDef, ast.Import, ast.ImportFrom, ast.While, ast.Try, ast.Raise, ast.With,
           ast.Assert,
           ast.Global, ast.Yield, ast.JoinedStr, ast.Set, ast.SetComp, ast.GeneratorExp, ast.Is,
           ast.IsNot,
           ast.Starred, ast.Delete, ast.NamedExpr, ast.MatMult, ast.Pow)
for path in (macros, targets):
    with open(path) as file:
        tree = ast.parse(file.read(), path)
    for node in ast.walk(tree):
        if isinstance(node, foreign) or isinstance(node, ast.Compare) and len(node.ops) > 1:
            sys.exit(f"{path}: {type(node).__name__} is not Starlark")
    exec(compile(tree, path, "exec"), builtins)

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Executes Bazel rules without Bazel: call-rules.py RULES TARGETS

RULES is the folder of the .bzl files. TARGETS is one file with the text of a WORKSPACE and of a
BUILD file. The current folder is the workspace.

Repository rules write to external/<name>. Each action runs in a folder that has only the action's
declared inputs. The outputs go to bazel-out/bin. The script prints each action's mnemonic and
command. The script runs a rule as soon as TARGETS calls the rule. TARGETS must therefore define a
target after the target's dependencies.
"""

import ast
import glob as globbing
import itertools
import os
import re
import shutil
import subprocess
import sys
import types

rules, targets_file = sys.argv[1:]
targets, toolchains, modules = {}, {}, {}
numbers = itertools.count()

# Python syntax that Starlark lacks. run() also refuses nested functions, which Bazel 4 lacks.
FOREIGN = (ast.ClassDef, ast.Import, ast.ImportFrom, ast.While, ast.Try, ast.Raise, ast.With,
           ast.Assert, ast.Global, ast.Yield, ast.JoinedStr, ast.Set, ast.SetComp,
           ast.GeneratorExp, ast.Is, ast.IsNot, ast.Delete, ast.NamedExpr, ast.MatMult, ast.Pow)


def fail(*words):
    sys.exit("fail: " + " ".join(map(str, words)))


class File:
    def __init__(self, path):
        self.path = self.short_path = path
        self.dirname, self.basename = os.path.split(path)
        self.extension = os.path.splitext(path)[1][1:]


class Depset:
    def __init__(self, direct=(), transitive=()):
        self.items = list(direct) + [item for one in transitive for item in one.items]

    def to_list(self):
        return self.items


class Provider:
    def __init__(self, doc="", fields=None):
        self.fields = fields

    def __call__(self, **values):
        if self.fields is not None and set(values) - set(self.fields):
            fail("a provider has no field", set(values) - set(self.fields))
        instance = types.SimpleNamespace(**values)
        instance.provider = self
        return instance


DefaultInfo, ToolchainInfo, CcInfo = Provider(), Provider(), Provider()


class Target:
    def __init__(self, label, providers):
        self.label = types.SimpleNamespace(name=label.rpartition("/")[2])
        self.providers = {instance.provider: instance for instance in providers}
        default = self.providers.get(DefaultInfo)
        self.files = getattr(default, "files", Depset())

    def __contains__(self, provider):
        return provider in self.providers

    def __getitem__(self, provider):
        return self.providers[provider]


class Args:
    def __init__(self):
        self.words = []

    def use_param_file(self, *_, **__):
        pass

    set_param_file_format = use_param_file

    def add(self, first, value=None, format="%s"):
        if value is not None:
            self.words.append(first)
            first = value
        self.words.append(format.replace("%s", text(first)))

    def add_all(self, values, map_each=None, format_each="%s", before_each=None):
        for value in values:
            if before_each:
                self.words.append(before_each)
            value = map_each(value) if map_each else text(value)
            self.words.append(format_each.replace("%s", value))


def text(value):
    return value.path if isinstance(value, File) else value


class Actions:
    args = staticmethod(Args)

    def __init__(self, package):
        self.package = package

    def declare_file(self, name, sibling=None):
        return File("bazel-out/bin/" + name)

    def write(self, output, content, is_executable=False):
        os.makedirs(output.dirname, exist_ok=True)
        with open(output.path, "w", encoding="utf-8") as file:
            file.write(content)
        if is_executable:
            os.chmod(output.path, 0o755)

    def run(self, executable, arguments, inputs, tools, outputs, env, mnemonic, progress_message):
        words = [text(executable)] + [word for args in arguments for word in args.words]
        print(mnemonic, *words, flush=True)
        sandbox = os.path.abspath(f"sandbox/{next(numbers)}")
        for file in inputs + tools.to_list():
            place = os.path.join(sandbox, file.path)
            os.makedirs(os.path.dirname(place), exist_ok=True)
            if not os.path.lexists(place):
                os.symlink(os.path.abspath(file.path), place)
        for file in outputs:
            os.makedirs(os.path.join(sandbox, file.dirname), exist_ok=True)
            os.makedirs(file.dirname, exist_ok=True)
        if subprocess.run(words, cwd=sandbox, env=env, check=False).returncode != 0:
            sys.exit(f"{mnemonic} failed")
        for file in outputs:
            if not os.path.exists(f"{sandbox}/{file.path}"):
                sys.exit(f"{mnemonic} did not make {file.path}")
            shutil.move(f"{sandbox}/{file.path}", file.path)

    def run_shell(self, command, arguments, **others):
        shell = Args()
        shell.words = ["-c", command, ""]
        self.run("/bin/bash", [shell] + arguments, **others)


def named(label):
    """Returns the target of a label. A label may also name a file of the workspace."""
    label = label[1:] if label.startswith(":") else label
    if label not in targets:
        if not os.path.exists(label):
            fail(f"no target or file '{label}'")
        targets[label] = Target(label, [DefaultInfo(files=Depset([File(label)]))])
    return targets[label]


def make_context(name, attributes, values, toolchain_types):
    given = {key: values.get(key, default) for key, (_, _, default) in attributes.items()}
    context = types.SimpleNamespace(
        attr=types.SimpleNamespace(), file=types.SimpleNamespace(), files=types.SimpleNamespace(),
        label=types.SimpleNamespace(name=name.rpartition("/")[2]), actions=Actions(name),
        toolchains={kind: toolchains[kind] for kind in toolchain_types},
        expand_location=lambda option, data: re.sub(r"\$\(location :?(\S+?)\)", r"\1", option),
        runfiles=lambda files: files)
    for key, (kind, options, _) in attributes.items():
        value = given[key]
        if kind.startswith("label"):
            labels = value if kind == "label_list" else [value] if value else []
            found = [named(label) for label in labels]
            for target, provider in itertools.product(found, options.get("providers", [])):
                if provider not in target:
                    fail(f"{name}: '{key}' needs another kind of target")
            value = found if kind == "label_list" else found[0] if found else None
            files = [file for target in found for file in target.files.to_list()]
            setattr(context.files, key, files)
            setattr(context.file, key, files[0] if files else None)
        setattr(context.attr, key, value)
    return context


def rule(implementation, attrs, doc="", toolchains=(), test=False):
    def define(name, **values):
        unknown = set(values) - set(attrs) - {"visibility", "tags"}
        missing = {key for key, (_, options, _) in attrs.items()
                   if options.get("mandatory") and key not in values}
        if unknown or missing:
            fail(f"{name}: unknown attributes {unknown}, missing attributes {missing}")
        label = modules["package"] + name
        values = {key: [modules["package"] + item.lstrip(":") for item in value]
                  if attrs[key][0] == "label_list" else
                  modules["package"] + value.lstrip(":") if attrs[key][0] == "label" else value
                  for key, value in values.items()}
        targets[label] = Target(
            label, implementation(make_context(label, attrs, values, toolchains)))
    return define


def attribute(kind, default):
    return lambda default=default, **options: (kind, options, default)


class Repository:
    def __init__(self, name, attributes, values):
        self.folder = f"external/{name}"
        self.attr = types.SimpleNamespace(
            **{key: values.get(key, default) for key, (_, _, default) in attributes.items()})

    @staticmethod
    def path(path):
        return Path(path)

    @staticmethod
    def which(name):
        found = shutil.which(name)
        return Path(found) if found else None

    @staticmethod
    def execute(words):
        done = subprocess.run([str(word) for word in words], capture_output=True, text=True,
                              check=False)
        return types.SimpleNamespace(return_code=done.returncode, stdout=done.stdout,
                                     stderr=done.stderr)

    def symlink(self, target, name):
        os.makedirs(os.path.dirname(f"{self.folder}/{name}"), exist_ok=True)
        os.symlink(str(target), f"{self.folder}/{name}")

    def file(self, name, content=""):
        with open(f"{self.folder}/{name}", "w", encoding="utf-8") as file:
            file.write(content)


class Path:
    def __init__(self, path):
        self.path, self.basename = path, os.path.basename(path)

    def __str__(self):
        return self.path

    dirname = property(lambda self: Path(os.path.dirname(self.path)))
    realpath = property(lambda self: Path(os.path.realpath(self.path)))
    exists = property(lambda self: os.path.exists(self.path))

    def readdir(self):
        return [Path(f"{self.path}/{name}") for name in sorted(os.listdir(self.path))]


def repository_rule(implementation, attrs=None, **_):
    def define(name, **values):
        implementation(Repository(name, attrs, values))
        modules["package"] = f"external/{name}/"
        run(f"external/{name}/BUILD.bazel")
        modules["package"] = ""
    return define


def module_extension(implementation, tag_classes):
    """Returns an object with a function for each tag class. A call of the function makes a tag and
    runs the extension for the tag."""
    def tagged(kind):
        def use(**values):
            tag = types.SimpleNamespace(
                **{key: values.get(key, default)
                   for key, (_, _, default) in tag_classes[kind].items()})
            module = types.SimpleNamespace(tags=types.SimpleNamespace(**{kind: [tag]}))
            implementation(types.SimpleNamespace(modules=[module]))
        return use
    return types.SimpleNamespace(**{kind: tagged(kind) for kind in tag_classes})


def glob(patterns, exclude=()):
    package = modules["package"]
    without = {path for pattern in exclude
               for path in globbing.glob(package + pattern, recursive=True)}
    return [path[len(package):] for pattern in patterns
            for path in sorted(globbing.glob(package + pattern, recursive=True))
            if os.path.isfile(path) and path not in without]


def toolchain(name, toolchain, toolchain_type, target_compatible_with):
    toolchains[toolchain_type] = targets[modules["package"] + toolchain.lstrip(":")][ToolchainInfo]


def cc_library(name, archive, alwayslink=False, linkopts=()):
    library = types.SimpleNamespace(static_library=File(archive), alwayslink=alwayslink)
    linker_input = types.SimpleNamespace(user_link_flags=list(linkopts), additional_inputs=[],
                                         libraries=[library])
    targets[name] = Target(name, [CcInfo(linking_context=types.SimpleNamespace(
        linker_inputs=Depset([linker_input])))])


def merge_cc_infos(cc_infos):
    inputs = Depset((), [info.linking_context.linker_inputs for info in cc_infos])
    return types.SimpleNamespace(linking_context=types.SimpleNamespace(linker_inputs=inputs))


def load(label, *names, **renamed):
    if label == "@rules_cc//cc/common:cc_info.bzl":
        loaded = {"CcInfo": CcInfo}
    else:
        path = os.path.join(rules, label.rpartition(":")[2])
        if path not in modules:
            modules[path] = run(path)
        loaded = modules[path]
    return {**{name: loaded[name] for name in names},
            **{new: loaded[old] for new, old in renamed.items()}}


builtins = {
    "__builtins__": {name: __builtins__.__dict__[name] for name in (
        "type", "len", "range", "str", "dict", "list", "getattr", "None", "True", "False")},
    "fail": fail, "struct": types.SimpleNamespace, "depset": Depset, "provider": Provider,
    "DefaultInfo": DefaultInfo, "Label": lambda text: "@et_prune" + text, "rule": rule,
    "platform_common": types.SimpleNamespace(ToolchainInfo=ToolchainInfo),
    "attr": types.SimpleNamespace(
        label=attribute("label", None), label_list=attribute("label_list", []),
        string=attribute("string", ""), string_list=attribute("string_list", []),
        string_dict=attribute("string_dict", {})),
    "cc_common": types.SimpleNamespace(merge_cc_infos=merge_cc_infos),
    "module_extension": module_extension, "tag_class": lambda attrs: attrs,
    "repository_rule": repository_rule, "glob": glob, "toolchain": toolchain,
    "cc_library": cc_library, "package": lambda default_visibility: None,
}


def run(path):
    with open(path, encoding="utf-8") as file:
        tree = ast.parse(file.read(), path)
    for node in ast.walk(tree):
        nested = isinstance(node, ast.FunctionDef) and any(
            isinstance(inner, ast.FunctionDef) for inner in ast.walk(node) if inner is not node)
        if nested or isinstance(node, FOREIGN) or (
                isinstance(node, ast.Compare) and len(node.ops) > 1):
            sys.exit(f"{path}:{node.lineno}: {type(node).__name__} is not Starlark of Bazel 4")
    names = dict(builtins)
    names["load"] = lambda *args, **renamed: names.update(load(*args, **renamed))
    exec(compile(tree, path, "exec"), names)  # pylint: disable=exec-used
    return names


modules["package"] = ""
run(targets_file)

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""laws.py TARGET SOURCE BUILD FOLDER [--all]: the laws of pruning a program that registers its kernels at
run time, shown on one target in FOLDER with the fixture of Inputs/.

What is compared with is the program as it was, and one that is recompiled for the selection. Then
there are kernels with records beside those that register themselves, with our registry, which finds
them before anything is pruned, and with ExecuTorch's own.
"""

import fcntl
import os
import re
import shlex
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
INPUTS = os.path.join(HERE, os.pardir, "Inputs")
sys.path.insert(0, INPUTS)
sys.dont_write_bytecode = True
import fixture

NAME, SOURCE, BUILD, FOLDER = sys.argv[1:5]
TARGET = fixture.target(NAME)
ET_PRUNE = os.path.join(BUILD, "bin", "et-prune")
WRAPPER = f"et={BUILD}"

# Operators of every library, of several dtypes, with and without a fallback; prim ops, one of them
# a function of another object.
SELECTION = (
    "aten::add.out aten::fmod.Tensor_out aten::sigmoid.out custom::norm.out custom::scale.out@6 "
    "custom::shift.out executorch_prim::add.Scalar executorch_prim::sub.Scalar "
    "executorch_prim::mod.int executorch_prim::et_view.default"
)
# What the program looks up: by exact keys, and where only the fallback fits.
LOOKUPS = (
    SELECTION
    + " custom::norm.out@6 custom::norm.out@7 custom::shift.out@3 custom::shift.out@6"
)
# With exceptions, too, which are one more compilation, and with all of every archive: on targets
# that not every run has, and with --all.
THOROUGH = (
    "x86_64-gcc-bfd-static",
    "x86_64-clang-lld-static",
    "arm-gcc-bfd-m0plus",
    "arm-clang-lld",
    "aarch64-clang-lld-pie",
)


def run(*command, fails=False):
    print("+", shlex.join(command), flush=True)
    result = subprocess.run(command, capture_output=True, text=True)
    if (result.returncode != 0) != fails:
        sys.exit(f"status {result.returncode}\n{result.stdout}{result.stderr}")
    return result.stdout + result.stderr


def link(folder, image, *options):
    """With a map, that of a pruned image lies beside it."""
    print(f"+ link {folder} {image} {' '.join(options)}", flush=True)
    names = [option for option in options if not option.startswith("-")]
    arguments = [option for option in options if option not in names] + [f"-Wl,-Map={image}.map"]
    print(fixture.link(TARGET, folder, image, *names, arguments=arguments), end="")


def prune(image, *selection, output=None):
    return run(ET_PRUNE, "--quiet", *selection, *(["-o", output] if output else []), image)


def execute(image, fails=False):
    return run(*fixture.run_command(TARGET, image), fails=fails).splitlines()


def registered(lines):
    return [line for line in lines if line.startswith("registered ")]


def others(lines):
    return [line for line in lines if not line.startswith("registered ")]


def same_file(a, b):
    print(f"= {a} {b}")
    with open(a, "rb") as one, open(b, "rb") as other:
        if one.read() != other.read():
            sys.exit(f"{a} and {b} differ")


def write_selection(path, text):
    """ExecuTorch's file for a selection of the fixture."""
    ops, keys = {}, {}
    for library in fixture.LIBRARIES:
        for name, line in fixture.entries(library, text):
            op, _, dtype = name.partition("@")
            ops[op] = {}
            if dtype and name in text.split():
                keys.setdefault(op, []).append(re.search(r'"(v1/[^"]*)"', line)[1])
    with open(path, "w") as file:
        print("operators:", *(f"  {op}: {{}}" for op in ops), sep="\n", file=file)
        print("et_kernel_metadata:", *(f"  {op}: {keys[op]}" for op in keys), sep="\n", file=file)


def explain(pruned, recompiled):
    print(run(sys.executable, f"{INPUTS}/explain.py", pruned, recompiled))


shutil.rmtree(FOLDER, ignore_errors=True)
os.makedirs(FOLDER)
os.chdir(FOLDER)
write_selection("selected.yaml", SELECTION)

# Linked through the wrapper the program is as it is without, and runs.
# A library exports what registers kernels; inline functions that it exports, too, would stay.
SHARED = TARGET.kind == "shared"
FLAGS = ("FLAGS=-fvisibility-inlines-hidden",) if SHARED else ()
SLOTS = ("MAX_KERNEL_NUM=2000",) if SHARED else ()


def shared_kernels():
    """The folder of the kernels of all targets with the same objects, which the first of them makes.
    """
    folder = os.path.join(os.path.dirname(FOLDER), f"{TARGET.objects}-{fixture.form(TARGET)}")
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        fixture.build(TARGET, folder, *FLAGS, "libportable_kernels.a", "libcustom_kernels.a",
                      "librecords.a")
    return folder


KERNELS_FROM = f"KERNELS_FROM={shared_kernels()}"
fixture.build(TARGET, "o", "OPS=*", KERNELS_FROM, *FLAGS)
link("o", "every", WRAPPER)
expected = fixture.expected(TARGET, "o")
assert execute("every") == expected
every = expected

# Every kernel that is left computes what it did, and no other is left.
prune("every", "--ops", "selected.yaml", output="some")
some = execute("some")
assert set(some) < set(every), some
names = fixture.operators(SELECTION)
assert len(registered(some)) == len(names) == 12, some
assert {line.split()[1] for line in registered(some)} == {name.split("@")[0] for name in names}

# All of them by name.
prune("every", "--op-list", ",".join({name.split("@")[0] for name in fixture.operators()}))
assert execute("every") == expected

# Looked up by name and key.
fixture.build(TARGET, "o", f"OPS={LOOKUPS}")
link("o", "full", WRAPPER)
full = execute("full")
assert others(full)[-1].startswith("run ") and "missing" not in str(full), full
prune("full", "--ops", "selected.yaml", output="pruned")
pruned = execute("pruned")
assert others(pruned) == others(full), pruned
assert registered(pruned) == registered(some), pruned

# Selected in the link = pruned after it.
link("o", "selected", WRAPPER, "-Wl,--et-select=selected.yaml")
same_file("selected", "pruned")

# One, none, and back.
prune("selected", "--op-list", "executorch_prim::et_view.default")
one = execute("selected", fails=True)
assert registered(one) == ["registered executorch_prim::et_view.default "], one
runs = [line for line in one if line.startswith("run ")]
assert runs == [line for line in full if line.startswith("run executorch_prim::et_view")], one
with open("none.yaml", "w") as file:
    file.write("operators: {}\n")
prune("selected", "--ops", "none.yaml")
none = execute("selected", fails=True)
assert [line.split()[0] for line in none] == ["platform", "backend"] + ["missing"] * 14, none
prune("selected", "--all-ops")
same_file("selected", "full")

# Not larger than recompiled.
def compare(name, full, selected, *options):
    link(full, name, WRAPPER, *options)
    prune(name, "--ops", "selected.yaml")
    link(selected, f"{name}-recompiled", *options)
    explain(name, f"{name}-recompiled")
    lines = execute(name)
    assert lines == execute(f"{name}-recompiled"), lines


fixture.select(TARGET, "o", "s", SELECTION, f"OPS={LOOKUPS}", *SLOTS)
compare("plain", "o", "s")
if NAME in THOROUGH or "--all" in sys.argv:
    fixture.build(TARGET, "x", f"OPS={LOOKUPS}", "FLAGS=-g -fexceptions")
    fixture.select(TARGET, "x", "xs", SELECTION, f"OPS={LOOKUPS}", *SLOTS)
    compare("exceptions", "x", "xs")
    compare("whole", "x", "xs", "whole")


# Kernels with records: what each of these calls computes, where one of them serves it.
RECORDS = {
    "aten::add.out@6": 7006,
    "aten::relu.out": 7100,
    "aten::mul.out": None,
    "custom::scale.out@6": None,
    "custom::scale.out@5": 7205,
    "custom::gate.out@3": 7303,
    "records::alone.out@3": 7403,
    "executorch_prim::add.Scalar": None,
}


def write_calls(path):
    calls = [name.split("@") for name in RECORDS]
    with open(path, "w") as file:
        print("operators:", *(f"  {op}: {{}}" for op in sorted({c[0] for c in calls})), sep="\n", file=file)
        print("et_kernel_metadata:", file=file)
        for op in sorted({call[0] for call in calls}):
            keys = [f"v1/{c[1]};0,1|{c[1]};0,1|{c[1]};0,1" for c in calls if c[0] == op and c[1:]]
            print(f"  {op}: {keys or ['default']}", file=file)


def beside(name, *variables):
    """What the program with all kernels says, and what the pruned one does."""
    fixture.build(TARGET, name, KERNELS_FROM, "OPS=" + " ".join(RECORDS), *FLAGS, *variables)
    link(name, f"{name}-all", WRAPPER, "records")
    before = fixture.run(*fixture.run_command(TARGET, f"{name}-all"), status=None).splitlines()
    prune(f"{name}-all", "--ops", "calls.yaml", output=f"{name}-pruned")
    link(name, f"{name}-selected", WRAPPER, "records", "-Wl,--et-select=calls.yaml")
    same_file(f"{name}-selected", f"{name}-pruned")
    run(ET_PRUNE, "--check", "--quiet", "--ops", "calls.yaml", f"{name}-all" if variables else f"{name}-selected")
    prune(f"{name}-selected", "--check-link", "--ops", "calls.yaml")
    same_file(f"{name}-selected", f"{name}-pruned")
    after = execute(f"{name}-pruned")
    prune(f"{name}-selected", "--check-link", "--all-ops")
    same_file(f"{name}-selected", f"{name}-all")
    return before, after


write_calls("calls.yaml")
full, pruned = beside("ours", f"REGISTRY={SOURCE}/runtime/executorch/operator_registry.cpp")
assert others(full) == others(pruned), pruned
for name, number in RECORDS.items():
    (line,) = [line for line in full if line.startswith(f"run {name} ")]
    assert number is None or line.startswith(f"run {name} {number} "), line
_, exact = beside("own")
assert others(exact) == others(pruned), exact

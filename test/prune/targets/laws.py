# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""laws.py TARGET SOURCE BUILD FOLDER: the laws of pruning, shown on one target in FOLDER.

The program is examples/firmware's, which loads a model, runs it and prints every output; on hosts
with a C library's files as its way out. What is compared with is made without the tool: plain links
with tables that are written here.
"""

import fcntl
import os
import re
import shlex
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), os.pardir, "laws", "Inputs"))
sys.dont_write_bytecode = True
from elf import Image
from targets import TARGETS

TARGET = next(target for target in TARGETS if target.name == sys.argv[1])
SOURCE, BUILD, FOLDER = sys.argv[2:5]
HERE = os.path.dirname(os.path.abspath(__file__))
INPUTS = os.path.join(HERE, os.pardir, "laws", "Inputs")
OBJECTS = os.path.join(BUILD, "test", "prune", "targets", TARGET.objects)
ET_PRUNE = os.path.join(BUILD, "bin", "et-prune")
WRAPPER = ["-B" + os.path.join(BUILD, "libexec", "et-prune")]
# Objects for an operating system carry notes about the stack.
HOSTED = int(TARGET.objects.startswith(("x86_64", "aarch64")))
SHARED = TARGET.kind == "shared"

# The kernels of the model, in table order.
MODEL = "mlp"
KERNELS = [
    ("_softmax.out", "Float", "v1/6;|*"),
    ("addmm.out", "Float", "v1/6;|*"),
    ("permute_copy.out", "fallback", None),
    ("relu.out", "Float", "v1/6;|*"),
    ("view_copy.out", "fallback", None),
]


def run(*command, fails=False, **options):
    print("+", shlex.join(command), flush=True)
    result = subprocess.run(command, capture_output=True, text=True, **options)
    if (result.returncode != 0) != fails:
        sys.exit(f"status {result.returncode}\n{result.stdout}{result.stderr}")
    return result


def make(*arguments):
    return run("make", "-s", "-C", HERE, "-f", "objects.mk", f"SET={TARGET.objects}", *arguments)


def compiled(output, source, defines=""):
    """An object of assembler source, made by the target's own compiler."""
    make(f"OUT={FOLDER}", f"{FOLDER}/{output}", f"FROM={source}", f"DEFINES={defines}")
    return output


def link(output, *more, table_objects=()):
    """The program's link, as its user writes it."""
    driver, *flags = shlex.split(make(f"OUT={OBJECTS}", "link").stdout)
    names = ["main_shared.o" if SHARED else "main.o", "elements.o", "console.o"]
    names += ["hosted.o"] if TARGET.objects.split("-")[0] != "arm" else ["startup.o",
                                                                         "semihosting.o"]
    inputs = [f"{OBJECTS}/{name}" for name in names] + ["model.o"]
    # et-ld puts its table behind the first object, which is the driver's start-up code if there is
    # any.
    inputs[int("-nostartfiles" in flags or "-nostdlib" in flags) : 0] = table_objects
    inputs += [f"{OBJECTS}/libet_kernels_portable.a", f"{OBJECTS}/libet_runtime.a"]
    if "-nostdlib" in flags:
        inputs += ["-lc_nano", "-lm", "-lgcc"]
    if SHARED:
        flags += ["-shared", "-Wl,-z,defs", "-Wl,-soname,libexample.so"]
    command = [driver, *flags, *shlex.split(TARGET.link), *inputs, *more, "-o", output]
    return run(*command)


def prune(image, *selection, output=None):
    return run(ET_PRUNE, "--quiet", *selection, *(["-o", output] if output else []), image)


def execute(image, **options):
    """What the program says; QEMU prints what RISC-V programs write on stderr."""
    if SHARED:
        shutil.copyfile(image, "libexample.so")
        image = "use"
    result = run(*shlex.split(TARGET.run), "./" + image, **options)
    return result.stdout + result.stderr


def table(name, kernels):
    """The object of a registration table, written by hand."""
    word = Image("full").word_size
    with open(f"{name}.S", "w") as file:
        for setting in (f"word_size, {word}", f"hosted, {HOSTED}",
                        f"writable, {int(TARGET.dynamic)}"):
            file.write(f".set {setting}\n")
        file.write('.include "table.inc"\n')
        file.write("et_table\n")
        for op, variant, key in kernels:
            kind = f'et_kernel aten, {op}, {variant}, portable, "{key}"'
            file.write(kind if key else f"et_fallback_kernel aten, {op}, portable")
            file.write("\n")
        file.write("et_table_end\n")
    compiled(f"{name}.o", f"{FOLDER}/{name}.S", f"-Wa,-I{HERE}")
    # Empty sections, which assemblers add, have alignments and make it an object with code.
    run("llvm-objcopy", "-R", ".text", "-R", ".data", "-R", ".bss", f"{name}.o")
    return f"{name}.o"


def same_file(a, b):
    print(f"= {a} {b}")
    with open(a, "rb") as one, open(b, "rb") as other:
        if one.read() != other.read():
            sys.exit(f"{a} and {b} differ")


def same_image(a, b):
    # LLD lays archive members out in the order in which something needs them first, GNU ld in that
    # of its passes over a group. What only a dropped kernel needs does not load them in a pruned
    # link, so that order may differ: without an FPU, that of libgcc's floating point.
    ordered = ["--any-order"] if "lld" in TARGET.name or TARGET.any_order else []
    run(sys.executable, f"{INPUTS}/same_image.py", *ordered, a, b)


def different_file(a, b):
    with open(a, "rb") as one, open(b, "rb") as other:
        assert one.read() != other.read(), f"{a} and {b} are the same"


def loaded_size(image):
    return sum(s.size for s in Image(image).allocated())


def kernels_in(image):
    """Of the registration table, as --list reads it: (operator, key)."""
    lines = run(ET_PRUNE, "--list", image).stdout.splitlines()
    return [line.split()[:2] for line in lines if line.startswith("aten::")]


def explained(image):
    """The account of the image adds up to it."""
    run(ET_PRUNE, "--quiet", "--explain", "--report-json", f"{image}.json", image)
    run(sys.executable, f"{SOURCE}/test/explain/Inputs/explained.py", f"{image}.json", image)


def compile_objects():
    """The build has compiled the sets that every run needs; the first test of a set compiles others.
    """
    os.makedirs(OBJECTS, exist_ok=True)
    with open(os.path.join(OBJECTS, "lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        make("-j2", f"OUT={OBJECTS}", f"SCHEMA={BUILD}/share/EtPrune/runtime/schema-include", "all")


compile_objects()
shutil.rmtree(FOLDER, ignore_errors=True)
os.makedirs(FOLDER)
os.chdir(FOLDER)
for model in (MODEL, "add"):
    run(f"{BUILD}/bin/et-make-pte", "-o", f"{model}.pte", f"{SOURCE}/test/models/{model}.json")
compiled("model.o", f"{SOURCE}/examples/firmware/model.S",
         f'-DMODEL_PATH=\\"{FOLDER}/{MODEL}.pte\\"')
with open("none.yaml", "w") as file:
    file.write("operators: {}\n")

# Linked in full, the program runs.
link("full", *WRAPPER)
if SHARED:
    shutil.copyfile("full", "libexample.so")
    driver = shlex.split(make(f"OUT={OBJECTS}", "link").stdout)[0]
    run(driver, f"{HERE}/shared.cpp", "-L.", "-lexample", "-Wl,-rpath,$ORIGIN", "-o", "use")
expected = execute("full")
assert "output 0: Float" in expected, expected

# Pruned, it prints the same, is smaller, and has the kernels that the model calls.
prune("full", "--model", f"{MODEL}.pte", output="pruned")
assert execute("pruned") == expected
assert loaded_size("pruned") < loaded_size("full")
names = [[f"aten::{op}", key or "any"] for op, _, key in KERNELS]
assert [k[0] for k in kernels_in("pruned")] == [n[0] for n in names], kernels_in("pruned")
assert len(kernels_in("full")) > 3 * len(KERNELS)

# Pruned = a plain link of the same objects with a table of these kernels.
link("by-hand", table_objects=[table("table", KERNELS)])
same_image("pruned", "by-hand")
assert execute("by-hand") == expected

# Selected in the link = pruned after it: the same file. Twice is once.
link("selected", *WRAPPER, f"-Wl,--et-select={MODEL}.pte")
same_file("selected", "pruned")
prune("selected", "--model", f"{MODEL}.pte")
same_file("selected", "pruned")

# No kernel at all, also as a plain link; then everything, which is the full image again.
prune("selected", "--ops", "none.yaml")
link("by-hand", table_objects=[table("table", [])])
same_image("selected", "by-hand")
missing = execute("selected", fails=True)
for op, _, _ in KERNELS:
    assert f"operator 'aten::{op}' is not in this image" in missing, missing
prune("selected", "--all-ops")
same_file("selected", "full")

# In place, to another model and back.
prune("selected", "--model", "add.pte")
different_file("selected", "pruned")
assert "operator 'aten::addmm.out' is not in this image" in execute("selected", fails=True)
prune("selected", "--model", f"{MODEL}.pte")
same_file("selected", "pruned")

# Every byte is accounted for, of both.
explained("full")
explained("selected")

# Selecting dtypes never makes an image larger. The link that is done again first gives the same
# image.
prune("full", "--check-link", "--model", f"{MODEL}.pte", "--ignore-dtypes", output="wide")
assert loaded_size("pruned") < loaded_size("wide") < loaded_size("full")
assert execute("wide") == expected

# The same link gives the same image and the same bundle.
shutil.copyfile("full", "first")
shutil.copyfile("full.etl", "first.etl")
link("full", *WRAPPER)
same_file("full", "first")
same_file("full.etl", "first.etl")

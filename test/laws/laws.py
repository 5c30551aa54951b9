# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""laws.py TARGET KIND SOURCE BUILD FOLDER SEED [--all]: checks the laws of pruning on one target.

TARGET is a name in targets.py. The script writes the images to FOLDER. KIND names the program:
    records       the program of examples/firmware, whose kernels have records. The program loads a
                  model, runs it and prints every output.
    registering   the program of test/stock, whose objects register kernels at start, as objects of
                  ExecuTorch do. The program calls every registered kernel, then looks some kernels
                  up by key and calls them.

A pruned image is compared with an image that was made without et-prune: a plain link with a table
from this script, or a program recompiled for the selection.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys

NAME, KIND, SOURCE, BUILD, FOLDER, SEED = sys.argv[1:7]
ALL = "--all" in sys.argv
HERE = os.path.dirname(os.path.abspath(__file__))
TEST = os.path.join(SOURCE, "test")
sys.path[1:1] = [f"{TEST}/prune/laws/Inputs", f"{TEST}/stock/Inputs"]
sys.dont_write_bytecode = True
import fixture
from elf import Image

TARGET = fixture.target(NAME)
SHARED = TARGET.kind == "shared"
ET_PRUNE = os.path.join(BUILD, "bin", "et-prune")
WRAPPER = "-B" + os.path.join(BUILD, "libexec", "et-prune")


def run(*command, fails=False):
    print("+", shlex.join(command), flush=True)
    result = subprocess.run(command, capture_output=True, text=True)
    if (result.returncode != 0) != fails:
        sys.exit(f"status {result.returncode}\n{result.stdout}{result.stderr}")
    return result.stdout + result.stderr


def prune(image, *selection, output=None):
    return run(ET_PRUNE, "--quiet", *selection, *(["-o", output] if output else []), image)


def execute(image, fails=False):
    return run(*fixture.run_command(TARGET, image), fails=fails)


def write(path, *lines):
    with open(path, "w") as file:
        print(*lines, sep="\n", file=file)


def same_file(a, b):
    print(f"= {a} {b}")
    with open(a, "rb") as one, open(b, "rb") as other:
        if one.read() != other.read():
            sys.exit(f"{a} and {b} differ")


def loaded_size(image):
    return sum(s.size for s in Image(image).allocated())


class Records:
    """The model is a perceptron. The selection OTHER lacks kernels that the model needs."""

    SELECTION = ("--model", "mlp.pte")
    OTHER = ("--ops", "other.yaml")
    KERNELS = (
        ("_softmax.out", "Float", "v1/6;|*"),
        ("addmm.out", "Float", "v1/6;|*"),
        ("permute_copy.out", "fallback", None),
        ("relu.out", "Float", "v1/6;|*"),
        ("view_copy.out", "fallback", None),
    )

    def __init__(self):
        self.objects = os.path.join(BUILD, "test", "prune", "targets", TARGET.objects)
        folders, goal = 2 * (self.objects,), "all"
        # A shared library cannot use the build's x86_64-gcc libraries, which lack -fPIC. In a build
        # with sanitizers, no link can use these libraries, because they are instrumented.
        if TARGET.objects == "arm-gcc":
            self.objects, goal = os.path.join(BUILD, "test", "prune", "firmware"), None
            folders = 2 * (self.objects,)
        elif TARGET.objects == "x86_64-gcc" and not SHARED and "SANITIZED" not in os.environ:
            folders = (os.path.join(BUILD, "kernels", "portable"), os.path.join(BUILD, "runtime"))
            goal = "application"
        names = ("libet_kernels_portable.a", "libet_runtime.a")
        self.kernels, self.runtime = map(os.path.join, folders, names)
        if goal:
            self.make("-j2", f"BUILD={BUILD}", goal, before=("flock", f"{self.objects}.lock"))
        run(f"{BUILD}/bin/et-make-pte", "-o", "mlp.pte", f"{TEST}/models/mlp.json")
        write("other.yaml", "operators: {aten::add.out: {}, aten::relu.out: {}}",
              "et_kernel_metadata:", '  aten::addmm.out: ["v1/7;0,1|7;0,1|7;0,1|7;0,1|7;0,1"]')
        self.compile("model.o", f"{SOURCE}/examples/firmware/model.S",
                     f'-DMODEL_PATH=\\"{FOLDER}/mlp.pte\\"')
        self.driver, *self.flags = shlex.split(self.make("link"))

    def make(self, *arguments, before=()):
        return run(*before, "make", "-s", "-C", HERE, "-f", "objects.mk", f"SET={TARGET.objects}",
                   *arguments)

    def compile(self, output, source, defines):
        self.make(f"OUT={FOLDER}", f"{FOLDER}/{output}", f"FROM={source}", f"DEFINES={defines}")
        return output

    def link(self, image, *options, table=(), script=None, kernels=None):
        names = ["main_shared.o" if SHARED else "main.o", "elements.o", "console.o"]
        names += {"arm": ["startup.o", "semihosting.o"], "xtensa": ["xtensa.o"]}.get(
            NAME.partition("-")[0], ["hosted.o"])
        inputs = [f"{self.objects}/{name}" for name in names] + ["model.o"]
        # et-ld makes the table the second object, after the driver's start-up code or main.o.
        inputs[int("-nostartfiles" in self.flags or "-nostdlib" in self.flags) : 0] = table
        whole = ("-Wl,--whole-archive", "-Wl,--no-whole-archive") if script else ()
        inputs += [*whole[:1], kernels or self.kernels, *whole[1:], self.runtime]
        inputs += ["-lc_nano", "-lm", "-lgcc"] if "-nostdlib" in self.flags else []
        inputs += ["-shared", "-Wl,-z,defs", "-Wl,-soname,libexample.so"] if SHARED else []
        flags = self.flags
        if script:
            flags = [f"-L{SOURCE}/linker-scripts"]
            flags += [script if flag.endswith(".ld") else flag for flag in self.flags]
        return run(self.driver, *flags, *shlex.split(TARGET.link), *inputs, *options, "-o", image)

    def table(self, name, kernels):
        # Without .note.GNU-stack, the linker would make the stack executable.
        hosted = int(TARGET.objects.startswith(("x86_64", "aarch64")))
        lines = [
            f".set word_size, {Image('full').word_size}",
            f".set hosted, {hosted}",
            f".set writable, {int(TARGET.dynamic)}",
            '.include "table.inc"',
            "et_table",
        ]
        for op, variant, key in kernels:
            lines.append(f'et_kernel aten, {op}, {variant}, portable, "{key}"' if key
                         else f"et_fallback_kernel aten, {op}, portable")
        write(f"{name}.S", *lines, "et_table_end")
        self.compile(f"{name}.o", f"{FOLDER}/{name}.S", f"-Wa,-I{HERE}")
        # Assemblers add these empty sections, whose alignment and flags could change the image.
        run("llvm-objcopy", "-R", ".text", "-R", ".data", "-R", ".bss", f"{name}.o")
        return [f"{name}.o"]

    def same_image(self, a, b):
        # A pruned link loads fewer archive members, so the order of the loaded members can change.
        # With GNU ld, the order changes only on riscv32: without an FPU, images use much of libgcc.
        ordered = ["--any-order"] if "lld" in NAME or TARGET.any_order else []
        run(sys.executable, f"{TEST}/prune/laws/Inputs/same_image.py", *ordered, a, b)

    def check_full(self, text):
        assert "output 0: Float [1, 4]\n[0] 0.203663" in text, text

    def check_pruned(self, text, full):
        assert text == full, text
        listed = run(ET_PRUNE, "--list", "pruned").splitlines()
        kernels = [line.split()[:2] for line in listed if line.startswith("aten::")]
        assert kernels == [[f"aten::{op}", key or "any"] for op, _, key in self.KERNELS], kernels

    def check_without_tool(self):
        self.link("by-hand", table=self.table("table", self.KERNELS))
        self.same_image("pruned", "by-hand")

    def check_none(self, text):
        for op, _, _ in self.KERNELS:
            assert f"operator 'aten::{op}' is not in this image" in text, text
        self.link("by-hand", table=self.table("table", []))
        self.same_image("selected", "by-hand")

    def check_other(self, text):
        """The image lacks the operator _softmax. The image has a kernel of addmm, but not for the
        dtype of the model's call."""
        assert "operator 'aten::_softmax.out' is not in this image" in text, text
        assert "aten::addmm.out" in text and "aten::relu.out" not in text, text

    def check_more(self, full):
        """On arm-gcc-bfd, also checks links whose linker script collects the records. The pruned
        image must equal a plain link of objects without the records of dropped kernels."""
        if NAME != "arm-gcc-bfd":
            return
        script = f"{SOURCE}/examples/firmware/mps2_an386_fragment.ld"
        self.link("script", WRAPPER, script=script)
        assert execute("script") == full
        prune("script", "--op-list", "aten::relu.out", output="relu")
        self.link("selected", WRAPPER, "-Wl,--et-op=aten::relu.out", script=script)
        same_file("selected", "relu")
        records = [word for section in ("", ".rel") for word in
                   ("--remove-section", f"!{section}.et_kernels.aten::relu.out-*")]
        run("arm-none-eabi-objcopy", "--wildcard", "--remove-section", ".et_kernels.*", *records,
            self.kernels, "kept.a")
        self.link("by-hand", script=script, kernels="kept.a")
        self.same_image("relu", "by-hand")
        prune("selected", "--all-ops")
        same_file("selected", "script")


class Registering:
    """The selection has operators of every library, with and without a fallback kernel, and prim
    ops. One prim op calls a function in another object."""

    SELECTION = ("--ops", "selected.yaml")
    OTHER = ("--ops", "other.yaml")
    SELECTED = (
        "aten::add.out aten::fmod.Tensor_out aten::sigmoid.out custom::norm.out "
        "custom::scale.out@6 custom::shift.out executorch_prim::add.Scalar "
        "executorch_prim::sub.Scalar executorch_prim::mod.int executorch_prim::et_view.default"
    )
    # NAME@DTYPE finds the operator's kernel for the dtype with this number, else a fallback kernel.
    LOOKUPS = (
        f"{SELECTED} custom::norm.out@6 custom::norm.out@7 custom::shift.out@3 custom::shift.out@6"
    )
    # These targets are also checked with C++ exceptions and with whole archives. On other targets,
    # these checks fail: gcc inlines recompiled objects differently, or programs cannot unwind.
    THOROUGH = (
        "x86_64-gcc-bfd-static",
        "x86_64-clang-lld-static",
        "arm-gcc-bfd-m0plus",
        "arm-clang-lld",
        "aarch64-clang-lld-pie",
    )
    # The calls in check_beside(). A number is the output of a kernel with a record. None: a kernel
    # without a record serves the call, and prints the same as in the full program.
    CALLS = {
        "aten::add.out@6": 7006,
        "aten::relu.out": 7100,
        "aten::mul.out": None,
        "custom::scale.out@6": None,
        "custom::scale.out@5": 7205,
        "custom::gate.out@3": 7303,
        "records::alone.out@3": 7403,
        "executorch_prim::add.Scalar": None,
    }

    def __init__(self):
        self.write_selection("selected.yaml", self.SELECTED)
        self.write_selection("other.yaml", "custom::scale.out@7 executorch_prim::et_view.default")
        # A shared library must not export inline functions, because the linker would keep them all.
        flags = ("FLAGS=-fvisibility-inlines-hidden",) if SHARED else ()
        fixture.build(TARGET, "o", f"OPS=* {self.LOOKUPS}", *flags)

    @staticmethod
    def write_selection(path, text):
        ops, keys = {}, {}
        for library in fixture.LIBRARIES:
            for name, line in fixture.entries(library, text):
                op, _, dtype = name.partition("@")
                ops[op] = {}
                if dtype and name in text.split():
                    keys.setdefault(op, []).append(re.search(r'"(v1/[^"]*)"', line)[1])
        write(path, "operators:", *(f"  {op}: {{}}" for op in ops), "et_kernel_metadata:",
              *(f"  {op}: {keys[op]}" for op in keys))

    @staticmethod
    def link(image, *options, folder="o", more=()):
        print(f"+ link {folder} {image} {shlex.join([*more, *options])}", flush=True)
        options = [*options, f"-Wl,-Map={image}.map"]
        print(fixture.link(TARGET, folder, image, *more, arguments=options), end="")

    @staticmethod
    def registered(lines):
        return [line for line in lines if line.startswith("registered ")]

    def check_full(self, text):
        """The wrapper does not change the output, and each lookup finds a kernel."""
        self.link("plain")
        assert text == execute("plain"), text
        lines = self.expected = text.splitlines()
        end = len(lines) - len(self.registered(lines))
        count = len(self.LOOKUPS.split())
        assert all(line.startswith("run ") for line in lines[end - count : end]), text

    def check_pruned(self, text, full):
        """Every remaining kernel and every lookup gives the same result as in the full program."""
        lines, before = text.splitlines(), full.splitlines()
        names = fixture.operators(self.SELECTED)
        kernels = self.registered(lines)
        assert len(kernels) == len(names) == 12, text
        assert {line.split()[1] for line in kernels} == {name.split("@")[0] for name in names}, text
        start, end = 2 + len(kernels), len(before) - len(self.registered(before))
        assert set(lines[:start]) < set(before), text
        assert lines[start : -len(kernels)] == before[end - len(self.LOOKUPS.split()) : end], text
        names = ",".join({name.split("@")[0] for name in fixture.operators()})
        prune("full", "--op-list", names, output="named")
        assert execute("named") == full

    def compare(self, pruned, folder, *more):
        """Fails if the image is larger than an image recompiled for the selection."""
        new, image = f"{folder}-selected", f"{pruned}-recompiled"
        if not os.path.exists(new):
            shutil.copytree(folder, new)
            slots = ("MAX_KERNEL_NUM=2000",) if SHARED else ()
            fixture.select(TARGET, folder, new, self.SELECTED, f"OPS=* {self.LOOKUPS}", *slots)
        self.link(image, folder=new, more=more)
        print(run(sys.executable, f"{TEST}/stock/Inputs/explain.py", pruned, image))
        assert execute(pruned) == execute(image)

    def check_without_tool(self):
        self.compare("pruned", "o")
        if NAME in self.THOROUGH:
            fixture.build(TARGET, "x", f"OPS=* {self.LOOKUPS}", "FLAGS=-g -fexceptions")
            for image, *more in (["exceptions"], ["whole", "whole"]):
                self.link(image, WRAPPER, folder="x", more=more)
                prune(image, *self.SELECTION)
                self.compare(image, "x", *more)

    def check_none(self, text):
        missing = ["platform", "backend"] + ["missing"] * len(self.LOOKUPS.split())
        assert [line.split()[0] for line in text.splitlines()] == missing, text

    def check_other(self, text):
        lines = text.splitlines()
        assert len(self.registered(lines)) == 2 and "missing custom::scale.out@6" in lines, text
        runs = {line.split()[1] for line in lines if line.startswith("run ")}
        assert runs == {"custom::scale.out@7", "executorch_prim::et_view.default"}, text

    def check_more(self, full):
        """Checks a program that has kernels with records and kernels that register at start. The
        registry is ours or ExecuTorch's own. Before pruning, only ours finds kernels with records.
        On the host (x86_64-gcc-bfd-pie), test/stock checks both registries."""
        registries = ("ours", "own") if ALL else (("ours", "own")[int(SEED) % 2],)
        for name in registries if NAME != "x86_64-gcc-bfd-pie" else ():
            self.check_beside(name)

    def check_beside(self, name):
        calls = [call.split("@") for call in self.CALLS]
        ops = sorted({call[0] for call in calls})
        lines = []
        for op in ops:
            keys = [f"v1/{c[1]};0,1|{c[1]};0,1|{c[1]};0,1" for c in calls if c[0] == op and c[1:]]
            lines.append(f"  {op}: {keys or ['default']}")
        write("calls.yaml", "operators:", *(f"  {op}: {{}}" for op in ops), "et_kernel_metadata:",
              *lines)
        shutil.copytree("o", name)
        registry = f"REGISTRY={SOURCE}/runtime/executorch/operator_registry.cpp"
        variables = [registry] if name == "ours" else []
        fixture.build(TARGET, name, "OPS=" + " ".join(self.CALLS), *variables)
        self.link(f"{name}-all", WRAPPER, folder=name, more=["records"])
        prune(f"{name}-all", "--ops", "calls.yaml", output=f"{name}-pruned")
        lines = execute(f"{name}-pruned").splitlines()
        for call, number in self.CALLS.items():
            (line,) = [line for line in lines if line.startswith(f"run {call} ")]
            known = line.startswith(f"run {call} {number} ") if number else line in self.expected
            assert known, line
        if name == "ours":
            before = execute(f"{name}-all").splitlines()
            assert before[: len(self.CALLS) + 2] == lines[: len(self.CALLS) + 2], before
        self.link(f"{name}-selected", WRAPPER, "-Wl,--et-select=calls.yaml", folder=name,
                  more=["records"])
        same_file(f"{name}-selected", f"{name}-pruned")
        prune(f"{name}-selected", "--check-link", "--all-ops")
        same_file(f"{name}-selected", f"{name}-all")


shutil.rmtree(FOLDER, ignore_errors=True)
os.makedirs(FOLDER)
os.chdir(FOLDER)
program = {"records": Records, "registering": Registering}[KIND]()
write("none.yaml", "operators: {}")

# If the image is a shared library, execute() links and runs a program that calls the library.
program.link("full", WRAPPER)
full = execute("full")
program.check_full(full)

# The pruned program computes the same with the selected kernels, and is smaller.
prune("full", *program.SELECTION, output="pruned")
program.check_pruned(execute("pruned"), full)
assert loaded_size("pruned") < loaded_size("full")

# The pruned image equals an image made without the tool.
program.check_without_tool()

# Selection in the link gives the same file as pruning. Pruning twice equals pruning once.
program.link("selected", WRAPPER, f"-Wl,--et-select={program.SELECTION[1]}")
same_file("selected", "pruned")
prune("selected", *program.SELECTION)
same_file("selected", "pruned")

# Prunes in place: to no kernel, to other kernels, to all kernels, and back.
prune("selected", "--ops", "none.yaml")
program.check_none(execute("selected", fails=True))
prune("selected", *program.OTHER)
program.check_other(execute("selected", fails=True))
prune("selected", "--all-ops")
same_file("selected", "full")
prune("selected", *program.SELECTION)
same_file("selected", "pruned")

# The accounts of both images include every byte.
for image in "full", "selected":
    run(ET_PRUNE, "--quiet", "--explain", "--report-json", f"{image}.json", image)
    run(sys.executable, f"{TEST}/explain/Inputs/explained.py", f"{image}.json", image)

# Selecting dtypes never makes an image larger.
prune("full", "--check-link", *program.SELECTION, "--ignore-dtypes", output="wide")
assert loaded_size("pruned") < loaded_size("wide") < loaded_size("full")

# A repeated link gives the same image and the same bundle.
shutil.copyfile("full", "first")
shutil.copyfile("full.etl", "first.etl")
program.link("full", WRAPPER)
same_file("full", "first")
same_file("full.etl", "first.etl")

program.check_more(full)

#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Our kernels beside ExecuTorch's in its programs: tables in Markdown, on stdout.

    test/benchmark/executorch_kernels.py [--build DIR] [--shared DIR] [--check [--every=N]]

At -Os, for each operator that both have, on a Cortex-M4, and for some on x86-64: the text of an
image that is pruned to it, less that of an image without kernels: ExecuTorch's kernel, all of ours,
ours for Float alone. The same for a list of nine and for all of them. Then whole images, and what
of them is the C library's. ExecuTorch's kernels, runtime and main program are the objects of
SHARED/data/executorch, ../shared without the option. What calls take is in executorch_speed.py.

--check prints, instead of the tables, the operators that are larger than ExecuTorch's in all
dtypes; status 1 if they are others than LARGER says. --every=N looks at each Nth operator and at
those of LARGER.
"""

import argparse
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
OBJECTS = f"{ROOT}/test/executorch/Inputs/objects.mk"
CORTEX_M4 = "-mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16".split()
MODELS = ("cnn", "mlp")
# Those of a small network for images.
NINE = [f"aten::{name}" for name in (
    "convolution.out", "_native_batch_norm_legit_no_training.out", "hardtanh.out", "add.out",
    "mean.out", "view_copy.out", "permute_copy.out", "addmm.out", "clone.out")]
LIBRARIES = r"/lib(c|m|gcc|stdc\+\+|supc\+\+|rdimon|nosys)(_\w+)?\.a\(|/crt\w+\.o"
# What is measured on x86-64.
HOST = sorted({*NINE, *(f"aten::{name}.out" for name in (
    "mul", "mm", "relu", "sigmoid", "_softmax", "max_pool2d_with_indices")),
               "dim_order_ops::_clone_dim_order.out"})
KERNELS = "56 bytes for each of its kernels: a record, a constant, and a function that names it"
RECORDS = ("24 bytes of relocations for each of a record's three pointers, and unwind information "
           "for each function")
# Whose kernels for all dtypes are larger than ExecuTorch's one kernel, and why.
LARGER = {
    "Cortex-M4": {
        "aten::_native_batch_norm_legit.out": "there only without training",
        "aten::index_put_": "there of one index with one dimension, and without adding",
        "et_copy::_d2h_copy.out": "there a device's allocator copies, and nothing is compared",
        "et_copy::_h2d_copy.out": "there a device's allocator copies, and nothing is compared",
        "aten::pow.Scalar_out": KERNELS,
        "aten::pow.Tensor_Scalar_out": KERNELS,
        "aten::div.Scalar_out": KERNELS,
        "aten::select_copy.int_out":
            "elements that stand apart are copied by loops for their sizes, there by a call each",
    },
    "x86-64": {f"aten::{name}.out": RECORDS for name in (
        "_native_batch_norm_legit_no_training", "relu", "sigmoid", "_softmax")},
}


#===- Programs ------------------------------------------------------------===#


def run(command, **options):
    result = subprocess.run(command, capture_output=True, text=True, **options)
    if result.returncode:
        sys.exit(f"{' '.join(command)}\n{result.stdout}{result.stderr}")
    return result.stdout


class Machine:
    """Our kernels for one machine, in a folder of its own, beside ExecuTorch's."""

    def __init__(self, shared, work, name, opt="-Os", files=("libportable.a", "libcommon.a")):
        self.is_arm, self.name = name == "cortex-m4", name.replace("cortex-m4", "Cortex-M4")
        self.shared, self.opt = shared, opt
        self.data = f"{shared}/data/executorch/{name}-gcc"
        self.work = f"{work}/{name}"
        os.mkdir(self.work)
        self.compiler = ["arm-none-eabi-g++", *CORTEX_M4] if self.is_arm else ["g++"]
        self.link = [*self.compiler, "-Wl,--gc-sections"]
        self.make(*files)

    def make(self, *files):
        if not os.path.isdir(f"{self.shared}/data/executorch"):
            sys.exit(f"there are no objects of ExecuTorch in '{self.shared}'\n"
                     ">>> give their folder with --shared")
        run(["make", "-s", f"-j{os.cpu_count()}", "-C", self.work, "-f", OBJECTS,
             f"DATA={self.shared}/data/executorch", f"CXX={' '.join(self.compiler)}",
             f"OPT={self.opt}", *files])


class Programs(Machine):
    """The programs with all of its kernels, to be pruned."""

    def __init__(self, options, work, name):
        super().__init__(options.shared, work, name)
        self.prune = f"{options.build}/bin/et-prune"
        self.larger = LARGER[self.name]
        self.make("registry.o")
        ours = ["registry.o", "libportable.a", "libcommon.a"]
        stock = ["-Wl,--whole-archive", f"{self.data}/libportable_ops_lib.a",
                 "-Wl,--no-whole-archive", f"{self.data}/libportable_kernels.a"]
        wrapper = [f"-B{options.build}/libexec/et-prune"]
        if self.is_arm:
            wrapper += ["--specs=rdimon.specs", "-nostartfiles", "-Wl,--defsym=end=_sheap", "-T",
                        f"{ROOT}/examples/firmware/mps2_an386.ld", f"{self.data}/startup.o",
                        "-Wl,-Map=map"]
        for program, kernels in (("ours", ours), ("stock", stock)):
            run([*self.link, *wrapper, f"{self.data}/run.o", *kernels,
                 f"{self.data}/libexecutorch_core.a", "-o", program], cwd=self.work)

        self.kernels = {program: self.listed(program) for program in ("ours", "stock")}
        both = sorted(self.kernels["ours"].keys() & self.kernels["stock"].keys())
        self.operators = both if self.is_arm else HOST
        self.nothing = {program: self.sizes(program, f"--model={work}/nothing.pte")[0]
                        for program in ("ours", "stock")}

    def listed(self, program):
        """What a program lists of each operator's kernels."""
        kernels = {}
        for line in run([self.prune, "--list", program], cwd=self.work).splitlines():
            if re.match(r"\w+::", line):
                kernels.setdefault(line.split()[0], []).append(line)
        return kernels

    def sizes(self, program, *selection):
        return pruned_sizes(self.prune, f"{self.work}/{program}", self.is_arm, *selection)

    def floats_of(self, operators):
        """A selection of their kernels for Float; None where there is none."""
        floats = {operator: ["Float"] for operator in operators if any(
            " any dtype " in line or re.search(r"\bFloat\b", line) and "Complex" not in line
            for line in self.kernels["ours"][operator])}
        return f"--ops-dict={json.dumps(floats)}" if floats else None

    def text_of(self, operators, with_floats=True):
        """What the operators add to the text: ExecuTorch's, ours, ours for Float."""
        names = "--op-list=" + ",".join(operators)
        floats = self.floats_of(operators) if with_floats else None
        return [self.sizes(program, selection)[0] - self.nothing[program] if selection else ""
                for program, selection in (("stock", names), ("ours", names), ("ours", floats))]


def pruned_sizes(prune, program, is_arm, *selection):
    """Text, data and bss of the program, pruned, and on a Cortex-M4 the C library's text."""
    with tempfile.TemporaryDirectory(dir=os.path.dirname(program)) as folder:
        run([prune, "-q", "-o", f"{folder}/pruned", *selection, program],
            cwd=os.path.dirname(program))
        tool = "arm-none-eabi-size" if is_arm else "size"
        numbers = run([tool, f"{folder}/pruned"]).splitlines()[1].split()[:3]
        return [*map(int, numbers), library_text(f"{folder}/pruned.map") if is_arm else ""]


def library_text(path):
    """What a linker's map has of newlib, libgcc and libstdc++."""
    with open(path, encoding="utf-8", errors="replace") as file:
        text = file.read().split("Linker script and memory map")[1]
    sections = re.findall(r"^ (\.(?:text|rodata|ARM\.ex|init|fini)\S*)\s+0x\w+\s+0x(\w+) (\S+)",
                          text, re.M)
    return sum(int(size, 16) for _, size, file in sections
               if re.search(LIBRARIES, file))


#===- Tables --------------------------------------------------------------===#


def write_inputs(build, work):
    """The models, and a model without operators."""
    plan = {"name": "forward", "values": [], "inputs": [], "outputs": [], "operators": [],
            "delegates": [], "non_const_buffer_sizes": [0],
            "chains": [{"inputs": [], "outputs": [], "instructions": []}]}
    with open(f"{work}/nothing.json", "w") as file:
        json.dump({"version": 0, "execution_plan": [plan]}, file)
    for name, folder in (("nothing", work), *((model, f"{ROOT}/test/models") for model in MODELS)):
        run([f"{build}/bin/et-make-pte", "--segments", "-o", f"{work}/{name}.pte",
             f"{folder}/{name}.json"])


def measure(machine, with_floats=True):
    """What each operator adds, two at a time."""
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        return dict(zip(machine.operators, pool.map(
            lambda operator: machine.text_of([operator], with_floats), machine.operators)))


def short(operator):
    return operator.removeprefix("aten::").removesuffix(".out")


def print_operators(machine):
    sizes = measure(machine)
    print(f"| {machine.name}, -Os | stock | ours | ours, Float |")
    print("|---|---|---|---|")
    rows = {**{short(operator): cells for operator, cells in sizes.items()},
            "the nine": machine.text_of(NINE),
            f"all {len(sizes)}": machine.text_of(machine.operators)}
    for name, cells in rows.items():
        print(f"| {name} | {' | '.join(map(str, cells))} |")
    print(f"\n| larger than stock on {machine.name} | by | because |\n|---|---|---|")
    for operator, reason in machine.larger.items():
        print(f"| {short(operator)} | {sizes[operator][1] - sizes[operator][0]} | {reason} |")
    print()


def print_images(machines, work):
    print("| image | kernels | text | of it the C library's | data | bss |")
    print("|---|---|---|---|---|---|")
    for machine in machines:
        everything = machine.operators if machine.is_arm else machine.kernels["stock"]
        for name, selection, floats in (
                *((model, f"--model={work}/{model}.pte", None) for model in MODELS),
                ("the nine", "--op-list=" + ",".join(NINE), machine.floats_of(NINE)),
                (f"all {len(everything)}", "--op-list=" + ",".join(everything), None)):
            images = [("stock", "stock", selection), ("ours", "ours", selection)]
            if floats:
                images.append(("ours, Float", "ours", floats))
            for what, program, chosen in images:
                text, data, bss, library = machine.sizes(program, chosen)
                print(f"| {name}, {machine.name} | {what} | {text} | {library} | {data} | {bss} |")


def print_firmware(machine, build, work):
    """The nine at Float with our runtime: examples/firmware, which prints its outputs, too."""
    folder = f"{work}/firmware"
    run(["make", "-s", "-j2", "-C", f"{ROOT}/examples/firmware", f"ET_PRUNE={build}",
         f"BUILD={folder}", f"MODEL={work}/nothing.pte", f"{folder}/firmware-full.elf",
         f"LDFLAGS=-Wl,--gc-sections -Wl,-Map={folder}/map"])
    text, data, bss, library = pruned_sizes(machine.prune, f"{folder}/firmware-full.elf", True,
                                            machine.floats_of(NINE))
    cells = [f"the nine, {machine.name}", "ours, Float, our runtime", text, library, data, bss]
    print(f"| {' | '.join(map(str, cells))} |")


def print_tables(machines, work):
    for machine in machines:
        print_operators(machine)
    print_images(machines, work)
    print_firmware(machines[0], os.path.dirname(os.path.dirname(machines[0].prune)), work)


def check(machines, every):
    wrong = []
    for machine in machines:
        machine.operators = sorted({*machine.operators[::every], *machine.larger})
        for operator, (stock, ours, _) in measure(machine, with_floats=False).items():
            if ours > stock and operator not in machine.larger:
                wrong.append(f"{operator}, {machine.name}: {ours} bytes, {stock} in ExecuTorch's")
            if ours <= stock and operator in machine.larger:
                wrong.append(f"{operator}, {machine.name}: no longer the larger one")
    count = len(machines[0].operators)
    print("\n".join([*wrong, f"{count} operators, {len(wrong)} wrong"]))
    sys.exit(bool(wrong))


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=f"{ROOT}/build")
    parser.add_argument("--shared", default=f"{ROOT}/../shared")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--every", type=int, default=1)
    options = parser.parse_args()
    options.build, options.shared = map(os.path.abspath, (options.build, options.shared))
    with tempfile.TemporaryDirectory() as work:
        write_inputs(options.build, work)
        machines = [Programs(options, work, name) for name in ("cortex-m4", "x86-64")]
        if options.check:
            check(machines, options.every)
        print_tables(machines, work)


if __name__ == "__main__":
    main()

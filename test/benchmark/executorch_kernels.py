#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Our kernels beside ExecuTorch's in its programs: tables in Markdown, on stdout.

    test/benchmark/executorch_kernels.py [--build DIR] [--shared DIR] [--check]

For each operator that both have and for all of them together, on a Cortex-M4 and on x86-64, at -Os:
the text of an image that is pruned to it, less that of an image without kernels: ExecuTorch's
kernel, all of ours, ours for Float alone. Then whole images of models. ExecuTorch's kernels,
runtime and main program are the objects of SHARED/data/executorch, ../shared without the option.
What calls take is in executorch_speed.py.

--check prints, instead of the tables, the operators that are larger than ExecuTorch's in all
dtypes; status 1 if there are any but those of LARGER on x86-64.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
OBJECTS = f"{ROOT}/test/executorch/Inputs/objects.mk"
CORTEX_M4 = "-mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16".split()
MODELS = ("cnn", "mlp")
# Whose kernels for all dtypes are larger than ExecuTorch's one kernel on x86-64: an executable has
# 24 bytes of relocations there for each of a record's three pointers, and unwind information.
LARGER = {"aten::relu.out", "aten::sigmoid.out", "aten::_softmax.out"}


OPERATORS = [f"aten::{name}.out" for name in (
    "add", "mul", "mm", "addmm", "convolution", "relu", "sigmoid", "mean", "_softmax",
    "max_pool2d_with_indices", "permute_copy", "view_copy", "clone")] + [
        f"dim_order_ops::{name}.out" for name in (
            "_clone_dim_order", "_to_dim_order_copy", "_empty_dim_order")]


#===- Programs ------------------------------------------------------------===#


def run(command, **options):
    result = subprocess.run(command, capture_output=True, text=True, **options)
    if result.returncode:
        sys.exit(f"{' '.join(command)}\n{result.stdout}{result.stderr}")
    return result.stdout


class Machine:
    """Our kernels for one machine, in a folder of its own, beside ExecuTorch's."""

    def __init__(self, shared, work, name, opt="-Os"):
        self.is_arm, self.name = name == "cortex-m4", name.replace("cortex-m4", "Cortex-M4")
        self.shared, self.opt = shared, opt
        self.data = f"{shared}/data/executorch/{name}-gcc"
        self.work = f"{work}/{name}"
        os.mkdir(self.work)
        self.compiler = ["arm-none-eabi-g++", *CORTEX_M4] if self.is_arm else ["g++"]
        self.link = [*self.compiler, "-Wl,--gc-sections"]
        self.make("libportable.a", "libcommon.a")

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
        self.make("registry.o")
        ours = ["registry.o", "libportable.a", "libcommon.a"]
        stock = ["-Wl,--whole-archive", f"{self.data}/libportable_ops_lib.a",
                 "-Wl,--no-whole-archive", f"{self.data}/libportable_kernels.a"]
        wrapper = [f"-B{options.build}/libexec/et-prune"]
        if self.is_arm:
            wrapper += ["--specs=rdimon.specs", "-nostartfiles", "-Wl,--defsym=end=_sheap", "-T",
                        f"{ROOT}/examples/firmware/mps2_an386.ld", f"{self.data}/startup.o"]
        for program, kernels in (("ours", ours), ("stock", stock)):
            run([*self.link, *wrapper, f"{self.data}/run.o", *kernels,
                 f"{self.data}/libexecutorch_core.a", "-o", program], cwd=self.work)

    def sizes(self, program, *selection):
        """Text, data and bss of the program, pruned."""
        run([self.prune, "-q", "-o", "pruned", *selection, program], cwd=self.work)
        tool = "arm-none-eabi-size" if self.is_arm else "size"
        numbers = run([tool, "pruned"], cwd=self.work).splitlines()[1]
        return [int(word) for word in numbers.split()[:3]]

    def text_of(self, operators, nothing):
        """What the operators add to the text: ExecuTorch's, ours, ours for Float."""
        names = "--op-list=" + ",".join(operators)
        floats = "--ops-dict=" + json.dumps({operator: ["Float"] for operator in operators})
        return [self.sizes(program, *selection)[0] - self.sizes(program, f"--model={nothing}")[0]
                for program, selection in (("stock", [names]), ("ours", [names]),
                                           ("ours", [floats]))]


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


def print_tables(machines, work):
    for machine in machines:
        print(f"| {machine.name}, -Os | stock | ours | ours, Float |")
        print("|---|---|---|---|")
        for operators in [*([operator] for operator in OPERATORS), OPERATORS]:
            cells = machine.text_of(operators, f"{work}/nothing.pte")
            name = operators[0].split("::")[1].removesuffix(".out")
            if operators is OPERATORS:
                name = f"all {len(OPERATORS)}"
            print(f"| {name} | {' | '.join(map(str, cells))} |")
        print()
    print("| image | stock: text | data | bss | ours: text | data | bss |")
    print("|---|---|---|---|---|---|---|")
    for machine in machines:
        for model in MODELS:
            cells = [size for program in ("stock", "ours")
                     for size in machine.sizes(program, f"--model={work}/{model}.pte")]
            print(f"| {model}, {machine.name} | {' | '.join(map(str, cells))} |")


def check(machines, work):
    wrong = []
    for machine in machines:
        for operator in OPERATORS:
            stock, ours, _ = machine.text_of([operator], f"{work}/nothing.pte")
            if ours > stock and (machine.is_arm or operator not in LARGER):
                wrong.append(f"{operator}, {machine.name}: {ours} bytes, {stock} in ExecuTorch's")
    print("\n".join([*wrong, f"{len(OPERATORS)} operators, {len(wrong)} wrong"]))
    sys.exit(bool(wrong))


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=f"{ROOT}/build")
    parser.add_argument("--shared", default=f"{ROOT}/../shared")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    options.build, options.shared = map(os.path.abspath, (options.build, options.shared))
    with tempfile.TemporaryDirectory() as work:
        write_inputs(options.build, work)
        machines = [Programs(options, work, name) for name in ("cortex-m4", "x86-64")]
        (check if options.check else print_tables)(machines, work)


if __name__ == "__main__":
    main()

#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Our kernels beside ExecuTorch's in its programs: tables in Markdown, on stdout.

    test/benchmark/executorch_kernels.py [--build DIR] [--shared DIR] [--check]

For each operator that both have and for all of them together, on a Cortex-M4 and on x86-64, at -Os:
the text of an image that is pruned to it, less that of an image without kernels: ExecuTorch's
kernel, all of ours, ours for Float alone. What one call of Float takes: instructions on the
Cortex-M4, which QEMU counts, microseconds on x86-64, the least of many rounds in which the two take
turns. Then whole images of models. ExecuTorch's kernels, runtime and main program are the objects
of SHARED/data/executorch, ../shared without the option.

--check prints, instead of the tables, the operators that are larger than ExecuTorch's in all dtypes
or take over a tenth more instructions; status 1 if there are any but those of LARGER on x86-64.
"""

import argparse
import json
import os
import random
import struct
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
OBJECTS = f"{ROOT}/test/executorch/Inputs/objects.mk"
CORTEX_M4 = "-mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16".split()
BOARD = f"{ROOT}/test/kernels/Inputs"
MODELS = ("cnn", "mlp")
# Whose kernels for all dtypes are larger than ExecuTorch's one kernel on x86-64, where an executable
# has 24 bytes of relocations for each of a record's three pointers, and unwind information.
LARGER = {"aten::relu.out", "aten::sigmoid.out", "aten::_softmax.out"}


#===- What is called ------------------------------------------------------===#


def tensor(kind, *sizes, dtype="Float"):
    size = 1
    for extent in sizes:
        size *= extent
    numbers = [random.uniform(-2, 2) for _ in range(size)] if dtype == "Float" else [0] * size
    data = struct.pack(f"<{size}{'f' if dtype == 'Float' else 'q'}", *numbers).hex()
    extents, order = (",".join(map(str, x)) for x in (sizes, range(len(sizes))))
    return f"{kind} {dtype} {extents} {order} {'0 0 ' if kind == 'out' else ''}{data}"


def calls():
    square = tensor("in", 64, 64), tensor("in", 64, 64)
    out = tensor("out", 64, 64)
    pair = "ints 1,1"
    yield "aten::add.out", [*square, "double 1", out]
    yield "aten::mul.out", [*square, out]
    yield "aten::mm.out", [*square, out]
    yield "aten::addmm.out", [tensor("in", 64), *square, "int 1", "int 1", out]
    yield "aten::convolution.out", [
        tensor("in", 1, 8, 16, 16), tensor("in", 16, 8, 3, 3), tensor("in", 16), pair, pair, pair,
        "bool 0", "ints 0,0", "int 1", tensor("out", 1, 16, 16, 16)]
    yield "aten::relu.out", [square[0], out]
    yield "aten::sigmoid.out", [square[0], out]
    yield "aten::mean.out", [square[0], "ints 1", "bool 0", "none", tensor("out", 64)]
    yield "aten::_softmax.out", [square[0], "int 1", "bool 0", out]
    yield "aten::max_pool2d_with_indices.out", [
        tensor("in", 1, 8, 32, 32), "ints 2,2", "ints 2,2", "ints 0,0", pair, "bool 0",
        tensor("out", 1, 8, 16, 16), tensor("out", 1, 8, 16, 16, dtype="Long")]
    yield "aten::permute_copy.out", [square[0], "ints 1,0", out]
    yield "aten::view_copy.out", [square[0], "ints 4096", tensor("out", 4096)]
    yield "aten::clone.out", [square[0], "none", out]
    yield "dim_order_ops::_clone_dim_order.out", [square[0], "bool 0", "ints 0,1", out]
    yield "dim_order_ops::_to_dim_order_copy.out", [square[0], "bool 0", "ints 0,1", out]
    yield "dim_order_ops::_empty_dim_order.out", ["ints 64,64", "ints 0,1", out]


OPERATORS = [operator for operator, _ in calls()]


#===- Programs ------------------------------------------------------------===#


def run(command, **options):
    result = subprocess.run(command, capture_output=True, text=True, **options)
    if result.returncode:
        sys.exit(f"{' '.join(command)}\n{result.stdout}{result.stderr}")
    return result.stdout


class Machine:
    """The programs for one machine, in a folder of its own."""

    def __init__(self, options, work, name):
        self.is_arm, self.name = name == "cortex-m4", name.replace("cortex-m4", "Cortex-M4")
        self.prune = f"{options.build}/bin/et-prune"
        self.data = f"{options.shared}/data/executorch/{name}-gcc"
        self.work = f"{work}/{name}"
        os.mkdir(self.work)
        self.compiler = ["arm-none-eabi-g++", *CORTEX_M4] if self.is_arm else ["g++"]
        run(["make", "-s", f"-j{os.cpu_count()}", "-C", self.work, "-f", OBJECTS,
             f"DATA={options.shared}/data/executorch", f"CXX={' '.join(self.compiler)}",
             "libportable.a", "libcommon.a", "registry.o", "benchmark.a"])
        self.link = [*self.compiler, "-Wl,--gc-sections"]
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

    def effort(self, cases):
        """By operator: what a call takes of ExecuTorch's kernel, and of ours."""
        kernels = ["-Wl,--whole-archive", "benchmark.a", "libportable.a",
                   f"{self.data}/libportable_ops_lib.a", "-Wl,--no-whole-archive", "libcommon.a",
                   f"{self.data}/libportable_kernels.a", f"{self.data}/libexecutorch_core.a"]
        if self.is_arm:
            with open(f"{BOARD}/board.ld") as file:
                script = file.read().replace("*(.eh_frame)", "*(.eh_frame) INCLUDE et_kernels.ld")
            with open(f"{self.work}/board.ld", "w") as file:
                file.write(script)
            run([*self.link, "--specs=rdimon.specs", "-T", "board.ld", "-L",
                 f"{ROOT}/linker-scripts", "-Wl,--defsym=getentropy=0", f"{BOARD}/start.s",
                 *kernels, "-o", "effort"], cwd=self.work)
            command = ["qemu-system-arm", "-M", "mps2-an386", "-display", "none", "-monitor",
                       "none", "-serial", "none", "-icount", "shift=10", "-semihosting-config",
                       f"enable=on,target=native,arg=effort,arg={cases}", "-kernel", "effort"]
        else:
            run([*self.link, f"-Wl,-T,{ROOT}/linker-scripts/et_kernels_host.ld", *kernels, "-o",
                 "effort"], cwd=self.work)
            command = ["./effort", cases]
        lines = [line.split() for line in run(command, cwd=self.work).splitlines()]
        return {operator: (int(stock), int(ours)) for operator, stock, ours in lines}


#===- Tables --------------------------------------------------------------===#


def write_inputs(build, work):
    """The cases, the models, and a model without operators."""
    random.seed(17)
    with open(f"{work}/cases", "w") as file:
        for operator, arguments in calls():
            file.write("\n".join([f"case {operator}", f"op {operator}", *arguments, "run\n"]))
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
        unit, scale = ("instructions", 1) if machine.is_arm else ("µs", 1000)
        print(f"| {machine.name}, -Os | text, stock | ours | ours, Float | {unit}, stock | ours |")
        print("|---|---|---|---|---|---|")
        effort = machine.effort(f"{work}/cases")
        for operators in [*([operator] for operator in OPERATORS), OPERATORS]:
            cells = machine.text_of(operators, f"{work}/nothing.pte")
            if operators is OPERATORS:
                name, cells = f"all {len(OPERATORS)}", [*cells, "", ""]
            else:
                name = operators[0].split("::")[1].removesuffix(".out")
                cells += (count if scale == 1 else f"{count / scale:.2f}"
                          for count in effort[operators[0]])
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
    for operator, (stock, ours) in machines[0].effort(f"{work}/cases").items():
        if ours > 1.1 * stock:
            wrong.append(f"{operator}: {ours} instructions, {stock} in ExecuTorch's")
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
    if not os.path.isdir(f"{options.shared}/data/executorch"):
        sys.exit(f"executorch_kernels.py: error: there are no objects of ExecuTorch in "
                 f"'{options.shared}'\n>>> give their folder with --shared")
    with tempfile.TemporaryDirectory() as work:
        write_inputs(options.build, work)
        machines = [Machine(options, work, name) for name in ("cortex-m4", "x86-64")]
        (check if options.check else print_tables)(machines, work)


if __name__ == "__main__":
    main()

#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints docs/operators.md: the operators of the kernel libraries, their dtypes and sizes.

    test/benchmark/operators.py [--build DIR] > operators.md && mv operators.md docs
    test/benchmark/operators.py [--build DIR] --check docs/operators.md [--networks DIR]
    test/benchmark/operators.py [--build DIR] --differences docs/operators.md

Compiles the libraries for a Cortex-M4 and for x86-64 at -Os, and links a program with each library.
For each operator, prunes the program to this operator, once with the operator's kernels for Float
and once with all of them. Also prunes a program to each network of test/models/networks.py. Prints
by how many bytes the text of each image exceeds the text of an image without kernels.

--check measures nothing. It compares the page's operators and dtypes with the build's archives, and
the page's last section with tools/executorch/differences.py. It compares the column "because" of
docs/sizes.md with tools/executorch/ours.py. It exits with 1 if anything differs. --networks DIR
names the output folder of networks.py; --check then also compares the networks' operators.
--differences rewrites only the page's last section, which needs no measurements.
"""

import argparse
import collections
import concurrent.futures
import glob
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import yaml

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, f"{ROOT}/tools/executorch")
import differences
import ours
from programs import BOARD, run

OBJECTS = f"{ROOT}/test/executorch/Inputs/objects.mk"
CORTEX_M4 = "-mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16".split()

LIBRARIES = {
    "portable": "Every operator, on any machine.",
    "cortex_m": "The quantised operators of ExecuTorch's Cortex-M backend.",
    "quantized": "The operators of quantised models that no backend takes, `quantized_decomposed::*`. If a\ncall "
                 "has several dtypes, Float is the kernel for Float and Char, or for Float and Byte.",
    "prim_ops": "Numbers and shapes.",
    "optimized": "With vectors, for x86-64 and AArch64; portable has the other dtypes.",
}
GROUPS = {
    "integers": ["Byte", "Char", "Short", "Int", "Long"],
    "floats": ["Half", "BFloat16", "Float", "Double"],
    "complex": ["ComplexFloat", "ComplexDouble"],
    "Bool": ["Bool"],
}
FALLBACK = "fallback"
# In the library quantized, the column Float measures the kernel with the first of these keys.
QUANTIZED_KEYS = ["v1/1;|*", "v1/6;|1;", "v1/1;|6;", "v1/6;|7;|4;|1;", "v1/1;|7;|4;|6;",
                  "v1/6;|7;|4;", "v1/6;|1;|6;|*", "v1/1;|6;|4;|6;", "v1/0;|6;|4;|6;"]
# If an operator has this key (a mask of Bool, then Float), the column Float measures its kernel.
MASKED_KEY = "v1/11;|6;|*"
# For Fourier transforms, the column Float measures the kernels with TRANSFORM_KEYS.
TRANSFORMS = {"_fft_c2r", "_fft_r2c"} # only the optimized library has them, if KissFFT is installed
TRANSFORM_KEYS = {"v1/6;|9;", "v1/9;|6;"}
INTRODUCTION = """# Operators

Which operators and dtypes does each [kernel library](kernels.md) have, and how many bytes do they
take? A command makes this page from the libraries' objects, and `test/kernels/operators.test`
compares it with them:

    test/benchmark/operators.py > operators.md && mv operators.md docs    # a few minutes

| column | meaning |
|---|---|
| dtypes | the dtypes with a kernel of their own, which can be dropped alone. *mixes*: one more kernel, for mixed dtypes. *any*: one kernel for all dtypes of the operator |
| Float, all | bytes of text that the operator adds to an image at `-Os`: its kernels for Float, or all of them. The functions of the C library that it needs are included. Operators share code, so several take less than the sum |

*integers* are Byte, Char, Short, Int and Long, *floats* Half, BFloat16, Float and Double, *complex*
ComplexFloat and ComplexDouble. Only copies take ComplexHalf. In a program that also links
ExecuTorch's kernels, those serve its ComplexHalf `abs`, `add`, `bmm`, `mul`, `sum` and
`view_as_real_copy` ([record format](record-format.md#fallback-kernels)).
"""


NETWORKS = """
## Networks

Small networks of the shapes that products run, as PyTorch records them (`test/models/networks.py`).
A product's network has more and larger layers of the same kinds. `test/models/networks.test` runs
each on a host and on a Cortex-M4 in QEMU, with all kernels and pruned, and compares the results with
PyTorch's. The bytes are counted as above, for all operators of the network.

| network | calls | Cortex-M4 | x86-64 |
|---|---|---|---|"""


def kernels_of(archive):
    found = collections.defaultdict(set)
    symbols = subprocess.run(["nm", "--defined-only", archive], check=True, text=True,
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    for namespace, name, variant in re.findall(r" et_kernel\$([^$]+)\$([^$]+)\$([^$]+)\$", symbols):
        found[f"{namespace}::{name}"].add(variant)
    return found


def dtypes_of(variants):
    """Returns the words of the column dtypes for an operator's variants. A variant's name may have
    two dtypes, as in `FloatToChar`. The dtype of the scales may follow: `FloatToCharByDouble`. A
    suffix such as `Alone` distinguishes kernels with the same dtypes."""
    own = variants - {FALLBACK}
    if not own:
        return "any"
    mixes = ["mixes"] if FALLBACK in variants else []
    pairs = [re.fullmatch(r"(\w+?)To(\w+?)(?:By(\w+?))?(?:Alone|WithZeroPoints)?", variant)
             for variant in own]
    if all(pairs):
        first, second, scales = (words_of({pair[i] for pair in pairs if pair[i]})
                                 for i in (1, 2, 3))
        by = ["scales of " + " or ".join(scales)] if scales else []
        return "; ".join([f"{', '.join(first)} to {', '.join(second)}", *by, *mixes])
    return ", ".join(words_of({variant.removesuffix("WithZeroPoints") for variant in own}) + mixes)


def words_of(own):
    """Describes a set of dtypes by words like integers, floats, Bool."""
    words, left = [], set(own)
    for group, members in GROUPS.items():
        if own.issuperset(members):
            words.append(group)
            left -= set(members)
        else:
            words += [dtype for dtype in members if dtype in own]
            left -= set(members)
    return words + sorted(left)


class Image:
    def __init__(self, machine, work, library, *others):
        self.machine, self.library = machine, library
        self.name = "-".join([library, *others, machine.name])
        self.work = work
        run([*machine.link, f"-B{machine.build}/libexec/et-prune", *machine.program,
             *(f"lib{name}.a" for name in (library, *others)), "libcommon.a", "libruntime.a", "-o", self.name], folder=machine.work)
        self.base = self.text(f"--model={work}/nothing.pte")
        listed = run([f"{machine.build}/bin/et-prune", "--list", self.name], folder=machine.work)
        self.keys = collections.defaultdict(set)
        for operator, key in re.findall(r"^(\S+::\S+) +(v1/\S+) ", listed, re.M):
            self.keys[operator].add(key)

    def text(self, *selection):
        with tempfile.NamedTemporaryFile(dir=self.work) as pruned:
            run([f"{self.machine.build}/bin/et-prune", "-q", "-o", pruned.name, *selection,
                 self.name], folder=self.machine.work)
            return int(run([self.machine.size, pruned.name]).splitlines()[1].split()[0])

    def growth(self, operator, variants):
        """Returns the bytes of text that the operator's kernels add, as a pair: for Float, and for
        all dtypes. The number for Float is None if no kernel serves Float."""
        everything = self.text(f"--op-list={operator}") - self.base
        if variants == {FALLBACK}:
            return everything, everything
        wanted = ["Float"]
        if self.library == "quantized":
            wanted = [key for key in QUANTIZED_KEYS if key in self.keys[operator]][:1] or wanted
        elif "Float" not in variants:
            return None, everything
        elif MASKED_KEY in self.keys[operator]:
            wanted = [MASKED_KEY]
        elif is_transform(operator):
            wanted = list(self.keys[operator] & TRANSFORM_KEYS)
        floats = self.text("--ops-dict=" + json.dumps({operator: wanted}))
        return floats - self.base, everything


class Machine:
    def __init__(self, build, work, name):
        self.build, self.name, self.work = build, name, f"{work}/{name}"
        is_arm = name == "cortex-m4"
        self.size = "arm-none-eabi-size" if is_arm else "size"
        compiler = ["arm-none-eabi-g++", *CORTEX_M4] if is_arm else ["g++"]
        libraries = [library for library in LIBRARIES if not (is_arm and library == "optimized")]
        os.mkdir(self.work)
        run(["make", "-s", f"-j{os.cpu_count()}", "-C", self.work, "-f", OBJECTS, "RUNTIME=1",
             f"CXX={os.environ.get('CXX_LAUNCHER', '')} {' '.join(compiler)}", "libcommon.a",
             "libruntime.a", *(f"lib{library}.a" for library in libraries)])
        self.link = [*compiler, "-Wl,--gc-sections"]
        self.program = [f"{ROOT}/test/benchmark/operators/operators.cpp", "-Os", "-std=c++17",
                        f"-I{ROOT}/runtime/include"]
        if is_arm:
            self.link += ["--specs=rdimon.specs", "-T", f"{BOARD}/board.ld"]
            self.program.append(f"{BOARD}/start.s")
        self.images = {library: Image(self, work, library) for library in libraries}
        self.for_networks = Image(self, work, "portable", "quantized")


def short(operator):
    return operator.removeprefix("aten::")


def print_library(library, operators, sizes):
    machines = [machine for machine in ("cortex-m4", "x86-64")
                if (library, machine, next(iter(operators))) in sizes]
    title = {"cortex-m4": "Cortex-M4", "x86-64": "x86-64"}
    columns = ["Float", "all"]
    if not any("Float" in variants for variants in operators.values()):
        columns = ["all"]
    print(f"\n## {library}\n\n{LIBRARIES[library]}\n")
    print("| operator | dtypes |", " | ".join(f"{title[machine]}: {' | '.join(columns)}"
                                              for machine in machines), "|")
    print("|---|---|" + "---|" * len(columns) * len(machines))
    for operator, variants in sorted(operators.items()):
        cells = ["" if size is None else str(size) for machine in machines
                 for size in sizes[library, machine, operator][-len(columns):]]
        print(f"| {short(operator)} | {dtypes_of(variants)} | {' | '.join(cells)} |")


BESIDE = "## Beside ExecuTorch and PyTorch"
BESIDE_TEXT = """
Where do our kernels, ExecuTorch's portable kernels and PyTorch differ? Only in the calls of this
table, as far as the tests know. `tools/executorch/differences.py` is the source of the table.
`tools/try-executorch --only ours` calls ExecuTorch's kernels beside ours with every case of
`test/kernels`. `test/kernels/edges.py` calls PyTorch with edge values of every argument.
`test/kernels/operators.test` compares this page with the list. PyTorch is Debian's 1.13 on a CPU.

| operators | calls or cause | PyTorch | ExecuTorch | ours |
|---|---|---|---|---|
"""


def print_differences(operators):
    print(f"\n{BESIDE}\n{BESIDE_TEXT}" + "\n".join(difference_rows(operators)))


def difference_rows(operators):
    names = sorted({short(operator).removesuffix(".out") for operator in operators} | TRANSFORMS)
    for entry in differences.KNOWN:
        found = [name for name in names if re.fullmatch(entry.operators, name) or
                 re.fullmatch(entry.operators, f"dim_order_ops::{name}")]
        who = "all" if len(found) == len(names) else ", ".join(found)
        yield f"| {' | '.join([who, entry.reason, *differences.columns(entry)])} |"


def networks_in(build, folder):
    for path in sorted(glob.glob(f"{folder}/*-baked.json")):
        name, program = os.path.basename(path).removesuffix("-baked.json"), path[:-4] + "pte"
        run([f"{build}/bin/et-make-pte", "--segments", "-o", program, path])
        listed = run([f"{build}/bin/et-oplist", f"--model={program}", "-o", "-"])
        yield name, list(yaml.safe_load(listed)["operators"]), program


def print_networks(build, machines, work):
    run(["/usr/bin/python3", f"{ROOT}/test/models/networks.py", work])
    print(NETWORKS)
    for name, operators, program in networks_in(build, work):
        images = [machine.for_networks for machine in machines]
        sizes = [str(image.text(f"--model={program}") - image.base) for image in images]
        print(f"| {name} | {', '.join(map(short, operators))} | {' | '.join(sizes)} |")


def print_page(options, work):
    plan = {"name": "forward", "values": [], "inputs": [], "outputs": [], "operators": [],
            "delegates": [], "non_const_buffer_sizes": [0],
            "chains": [{"inputs": [], "outputs": [], "instructions": []}]}
    Path(f"{work}/nothing.json").write_text(json.dumps({"version": 0, "execution_plan": [plan]}))
    run([f"{options.build}/bin/et-make-pte", "--segments", "-o", f"{work}/nothing.pte",
         f"{work}/nothing.json"])
    machines = [Machine(options.build, work, name) for name in ("cortex-m4", "x86-64")]
    operators = {library: kernels_of(f"{machines[1].work}/lib{library}.a") for library in LIBRARIES}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        sizes = {(library, machine.name, operator): pool.submit(image.growth, operator, variants)
                 for machine in machines for library, image in machine.images.items()
                 for operator, variants in operators[library].items()}
        sizes = {key: future.result() for key, future in sizes.items()}
    print(INTRODUCTION, end="")
    for library in LIBRARIES:
        print_library(library, operators[library], sizes)
    print_networks(options.build, machines, work)
    print_differences(operators["portable"])


def check_differences(page, operators):
    section = Path(page).read_text(encoding="utf-8").partition(f"{BESIDE}\n{BESIDE_TEXT}")[2]
    said = set(re.findall(r"^\| .*\|$", section, re.M)) - set(BESIDE_TEXT.splitlines())
    return [f"{page}: a missing or needless row: {row}"
            for row in sorted(said ^ set(difference_rows(operators)))]


def check_reasons(page):
    text = Path(page).read_text(encoding="utf-8")
    return [f"{page}: {name} on {machine}: the reason in ours.py is: {reasons.get(name)}"
            for machine, reasons in ours.LARGER.items()
            for table in re.findall(rf"^\| larger than stock on {machine} .*\n((?:\|.*\n)+)", text,
                                    re.M)
            for name, said in re.findall(r"^\| (\w+::\S+) \| \d+ \| (.*) \|$", table, re.M)
            if reasons.get(name) != said]


def rewrite_differences(build, page):
    operators = kernels_of(f"{build}/kernels/portable/libet_kernels_portable.a")
    before = Path(page).read_text(encoding="utf-8").partition("\n## Beside ")[0]
    Path(page).write_text(f"{before}\n{BESIDE}\n{BESIDE_TEXT}" + "".join(
        f"{row}\n" for row in difference_rows(operators)), encoding="utf-8")


def check_networks(build, page, folder):
    section = Path(page).read_text(encoding="utf-8").partition("\n## Networks\n")[2]
    said = dict(re.findall(r"^\| ([\w-]+) \| ([^|]+) \|", section.partition("\n## ")[0], re.M))
    there = {name: ", ".join(map(short, operators))
             for name, operators, _ in networks_in(build, folder)}
    return [f"{page}: the row of network {name} should have: {there.get(name)}"
            for name in sorted(there.keys() | said.keys())
            if name != "network" and there.get(name) != said.get(name)]


def is_transform(operator):
    """True if the operator needs KissFFT, which some builds lack."""
    return operator.startswith("aten::_fft_")


def check(build, page, networks):
    wrong, library, has_floats, said = [], None, False, collections.defaultdict(dict)
    with open(page, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            library = line[3:].strip() if line.startswith("## ") else library
            cells = [cell.strip() for cell in line.split("|")[1:-1]]
            if cells[:1] == ["operator"]:
                has_floats = any("Float" in cell for cell in cells)
            if library not in LIBRARIES or not cells or cells[0] in ("operator", "---"):
                continue
            operator = cells[0] if "::" in cells[0] else f"aten::{cells[0]}"
            said[library][operator] = cells[1]
            for floats, everything in zip(cells[2::2], cells[3::2]) if has_floats else ():
                if floats and int(floats) > int(everything):
                    wrong.append(f"{page}:{number}: {operator} is larger for Float than for all")
    for archive in glob.glob(f"{build}/kernels/*/libet_kernels_*.a"):
        library = os.path.basename(os.path.dirname(archive))
        operators = kernels_of(archive)
        there = {operator: dtypes_of(variants) for operator, variants in operators.items()}
        if library == "portable":
            wrong += check_differences(page, operators)
        if library == "optimized" and not any(map(is_transform, there)):
            said[library] = {operator: dtypes for operator, dtypes in said[library].items()
                             if not is_transform(operator)}
        for operator in sorted(there.keys() | said[library].keys()):
            if there.get(operator) != said[library].get(operator):
                wrong.append(f"{page}: {library} {operator}: {said[library].get(operator)}, should "
                             f"be {there.get(operator)}")
    wrong += [f"{page}: the library {library} has no operators" for library in LIBRARIES
              if library != "optimized" and not said[library]]
    wrong += check_reasons(Path(page).parent / "sizes.md")
    wrong += check_networks(build, page, networks) if networks else []
    print("\n".join(wrong))
    print(f"{sum(map(len, said.values()))} operators, {len(wrong)} wrong")
    if wrong:
        print(">>> make the page again: test/benchmark/operators.py > operators.md && "
              "mv operators.md docs; or only its last part: "
              "test/benchmark/operators.py --differences docs/operators.md")
    sys.exit(bool(wrong))


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=f"{ROOT}/build")
    parser.add_argument("--check", metavar="PAGE")
    parser.add_argument("--networks", metavar="DIR")
    parser.add_argument("--differences", metavar="PAGE")
    options = parser.parse_args()
    options.build = os.path.abspath(options.build)
    if options.check:
        check(options.build, options.check, options.networks)
    if options.differences:
        rewrite_differences(options.build, options.differences)
        return
    with tempfile.TemporaryDirectory() as work:
        print_page(options, work)


main()

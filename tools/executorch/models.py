# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs every model of the tests in a program that is linked with a user's ExecuTorch.

compare() runs each model in an image and in et-run, and compares the outputs. prune() prunes the
image once for each set of operators, and runs the models that have exactly these operators. The
outputs of these models must be the same as before the pruning.

et-run has our kernels. If an image also has our kernels (`ours`), compare() and prune() therefore
require the same bytes from the image and et-run. ExecuTorch's kernels may differ from et-run's by
the distances in the table ULPS. ExecuTorch's registry finds a kernel only if the texts of the
kernel's key and the call's key are equal. Only pruning makes these keys equal for our kernels
(docs/executorch.md). So only prune() can check our kernels with ExecuTorch's registry.

Outputs that are tensors or integers are compared. run.cpp makes the inputs, and et-run gets the
same inputs from files. model_files.py finds the models and writes files below the current folder.

The table REFUSED lists the models that ExecuTorch's program cannot run, with reasons. Models with
delegates and models with operators outside of NAMESPACES need no entry: refusal_of() knows their
errors. It is a fault if a refused model does not end with the expected error. It is also a fault if
an entry of a table matches no model.
"""

import collections
import fnmatch
import math
import os
import re
import struct
import subprocess

from model_files import Models
from programs import Failure

NO_FILL = "run.cpp makes no inputs of this dtype", "input 0 cannot be made"
NO_OPERATOR = "ExecuTorch's portable library lacks an operator of the model", "load_method: 0x14"
NO_BACKEND = "the model has delegates, but the program has no backends", "load_method: 0x20"
NAMESPACES = {"aten", "dim_order_ops", "executorch_prim"}
REFUSED = {  # name -> reason, and possible ends of ExecuTorch's program
    "dtypes/permute_copy-UInt*": NO_FILL,
    "test/fuzz/corpus/executor/copies-onto-itself": ("a damaged model, which a fuzzer made",
                                                     "load: 0x23"),
    "test/fuzz/corpus/executor/writes-a-constant": ("a damaged model, which a fuzzer made",
                                                    "load_method: 0x23"),
    "test/run/data.test/data": ("the model needs a .ptd file, which run.cpp does not load",
                                "load_method: 0x2"),
    "test/run/run.test/methods/complex": NO_FILL,
    "test/run/run.test/methods/half": ("run.cpp gives outputs no memory: ExecuTorch's kernel "
                                       "writes to address 0, and our kernel refuses the call",
                                       "signal 11", "done", "execute: 0x12"),
    "test/run/run.test/methods/numbers": ("run.cpp does not set inputs that are numbers",
                                          "execute: 0x12"),
}
ULPS = {  # name -> reason, and the largest difference in units of the last place
    "dtypes/sigmoid-Int-Float": ("ExecuTorch's kernel computes in Float, et-run's in Double", 1),
    "dtypes/sigmoid-Float-Float": ("et-run's optimized library fuses products with sums", 1),
    "dtypes/sigmoid-Double-Double": ("et-run's optimized library fuses products with sums", 1),
    "test/models/mlp": ("et-run's optimized library has its own exponential function", 1),
    "test/models/rows": ("et-run's optimized library has its own exponential function", 2),
}

FLOATS = {"Half": "e", "BFloat16": None, "Float": "f", "Double": "d"}
INTEGERS = {"Byte": "B", "Char": "b", "Short": "h", "Int": "i", "Long": "q", "Bool": "?"}
CODES = {0: "Byte", 1: "Char", 2: "Short", 3: "Int", 4: "Long", 5: "Half", 6: "Float", 7: "Double",
         11: "Bool",
         15: "BFloat16"}


def entry_of(table, model, default):
    return next((entry for pattern, entry in table.items()
                 if fnmatch.fnmatchcase(model.name, pattern)), default)


def refusal_of(model, default, ours):
    """Returns why ExecuTorch's program cannot run a model, and how it may end."""
    namespaces = NAMESPACES | ({"cortex_m"} if ours else set())
    if model.has_delegates:
        default = NO_BACKEND
    elif any(name.split("::")[0] not in namespaces for name, _ in model.operators):
        default = NO_OPERATOR
    return entry_of(REFUSED, model, default)



def pack(dtype, numbers):
    if dtype == "BFloat16":
        return b"".join(struct.pack("<f", number)[2:] for number in numbers)
    return struct.pack(f"<{len(numbers)}{(FLOATS | INTEGERS)[dtype]}", *numbers)


def ordinals(dtype, data):
    """Maps floating-point numbers to integers, so that neighbours differ by one."""
    size = len(pack(dtype, [0]))
    for at in range(0, len(data), size):
        bits, sign = int.from_bytes(data[at:at + size], "little"), 1 << (size * 8 - 1)
        yield sign - bits if bits & sign else bits


def places_in_memory(sizes, dim_order):
    """Returns a list. Item i is the row-major index of the element that is i-th in memory."""
    places = [0]
    for d in dim_order:
        stride = math.prod(sizes[d + 1:])
        places = [place + i * stride for place in places for i in range(sizes[d])]
    return places


def input_bytes(dtype, sizes, dim_order):
    """Returns an input's elements in row-major order, in which et-run reads them. The element that
    is i-th in memory has the i-th number that run.cpp writes."""
    places = places_in_memory(sizes, dim_order)
    numbers = [0] * len(places)
    for i, place in enumerate(places):
        if dtype in FLOATS:
            numbers[place] = i % 7 * 0.75 - 1.5
        else:
            numbers[place] = bool(i % 2) if dtype == "Bool" else i % 5
    return pack(dtype, numbers)



def values(dtype, data):
    """Returns dtype and bytes of a tensor. Each byte of a Bool tensor becomes 0 or 1, because
    et-run prints only `false` or `true`."""
    return dtype, bytes(map(bool, data)) if dtype == "Bool" else data


def real_outputs(lines):
    """Reads the lines that run.cpp prints. Returns a dictionary from the number of an output to a
    pair of dtype and bytes, or to an integer."""
    outputs = {}
    for line in lines:
        number, kind, rest = re.fullmatch(r"output (\d+): (int|dtype) (.*)", line).groups()
        code, _, data = rest.partition(":")
        outputs[int(number)] = (int(rest) if kind == "int" else
                                values(CODES[int(code)], bytes.fromhex(data.replace(" ", ""))))
    return outputs


def own_outputs(tools, model):
    """Returns et-run's outputs in the form of real_outputs(), and how et-run ended."""
    command = [os.path.join(tools, "bin", "et-run"), "--all"]
    for number, tensor in enumerate(model.inputs):
        if tensor:
            with open(f"input{number}", "wb") as file:
                file.write(input_bytes(*tensor))
            command.append(f"--input=input{number}")
    result = subprocess.run([*command, model.path], capture_output=True, text=True)
    if result.returncode:
        return {}, result.stderr
    outputs = {}
    # et-run prints so many digits that pack() gives the bytes of the original number.
    for part in re.split(r"^(?=output )", result.stdout, flags=re.MULTILINE)[1:]:
        head, _, text = part.partition("\n")
        number, dtype, rest = re.fullmatch(r"output (\d+): (\w+) (.*)", head).groups()
        if rest.startswith("["):
            convert = float if dtype in FLOATS else "true".__eq__ if dtype == "Bool" else int
            numbers = [convert(word) for word in re.sub(r"[][,]", " ", text).split()]
            places = places_in_memory([int(size) for size in re.findall(r"\d+", rest)],
                                      model.outputs[int(number)][2])
            outputs[int(number)] = dtype, pack(dtype, [numbers[place] for place in places])
        elif dtype == "Int":
            outputs[int(number)] = int(rest)
    return outputs, "done"


def distance(real, own):
    """Returns the largest difference between floating-point numbers, in units of the last place.
    Returns infinity if integers, dtypes, sizes or the sets of outputs differ."""
    largest = 0
    if real.keys() != own.keys():
        return math.inf
    for number, a in real.items():
        b = own[number]
        if a == b:
            continue
        if not isinstance(a, tuple) or not isinstance(b, tuple):
            return math.inf
        if a[0] != b[0] or a[0] not in FLOATS or len(a[1]) != len(b[1]):
            return math.inf
        largest = max(largest, *(abs(x - y) for x, y in zip(ordinals(*a), ordinals(*b))))
    return largest



def problem_of(tools, model, lines, ending, ours):
    """Checks run.cpp's output for a model, and how run.cpp ended. Returns the fault, or None."""
    why, *endings = refusal_of(model, (None, "done"), ours)
    if ending not in endings:
        return f"{ending}, not {' or '.join(endings)}"
    if why:
        return None
    real, (own, own_ending) = real_outputs(lines), own_outputs(tools, model)
    if own_ending != "done":
        return own_ending
    known = 0 if ours else entry_of(ULPS, model, (None, 0))[1]
    ulps = distance(real, own)
    if ulps <= known:
        return None
    return (f"outputs differ by {ulps} units in the last place; {known} are allowed\n"
            f">>> {real}\n>>> {own}")


class Check:
    """Runs the models in images of one build. Writes files to the current folder."""

    def __init__(self, programs, options):
        self.programs, self.options = programs, options
        self.tools = programs.target.tools
        self.models = list(Models(self.tools, options.shared, "models"))

    def compare(self, image, ours=False):
        """Returns the number of models, the number of refused ones, and the faults."""
        refused, problems = 0, []
        chosen = self.options.share(self.models)
        for model in chosen:
            refused += refusal_of(model, None, ours) is not None
            problem = problem_of(self.tools, model,
                                 *self.programs.execute(image, model.path, "current"), ours)
            if problem:
                problems.append(f"{model.name}: {problem}")
        names = [model.name for model in self.models]
        problems += [f"{pattern}: no such model" for pattern in [*REFUSED, *ULPS]
                     if not fnmatch.filter(names, pattern)]
        return len(chosen), refused, problems

    def prune(self, image, ours=False):
        """Prunes the image once for each set of operators, to all models that have these operators.
        Each kernel of ExecuTorch serves all dtypes. So with these kernels, only four of the models
        run. Returns the number of pruned images and the faults.
        """
        groups, problems = collections.defaultdict(list), []
        for model in self.models:
            if not refusal_of(model, (None, "done"), ours)[1].startswith("load"):
                groups[model.operators].append(model)
        chosen = self.options.share(list(groups.values()))
        for group in chosen:
            try:
                self.programs.prune(image, os.path.abspath("pruned"),
                                    *(f"--model={os.path.abspath(model.path)}" for model in group))
            except Failure as failure:
                problems.append(f"{group[0].name}: {failure}")
                continue
            for model in group if ours else group[:4]:
                problem = self.difference(image, model, ours)
                problems += [f"{model.name}: {problem}"] if problem else []
        return len(chosen), problems

    def difference(self, image, model, ours):
        after = self.programs.execute("pruned", model.path, "current")
        if ours:
            return problem_of(self.tools, model, *after, ours)
        before = self.programs.execute(image, model.path, "current")
        return None if after == before else f"before\n{before}\nafter\n{after}"

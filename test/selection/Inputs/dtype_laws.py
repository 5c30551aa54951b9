# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that selecting dtypes never makes an image larger, and keeps the selected kernels:

    dtype_laws.py keys IMAGE [LIBRARY N S]
        Prunes IMAGE once for each kernel, with only the kernel's key selected. The pruned image has
        the kernel, and is no larger than with all dtypes of the operator. With LIBRARY, takes only
        every Nth kernel of the operators that LIBRARY has, starting with kernel S modulo N.
    dtype_laws.py one IMAGE N S
        Does the same with every Nth kernel of all operators. The pruned image has only the selected
        kernel, and is smaller than with all dtypes if the operator has several kernels.
    dtype_laws.py models IMAGE LIST
        Prunes IMAGE, a program that runs models, to each model in the file LIST. The pruned image
        is no larger than with --ignore-dtypes, and prints the same as IMAGE.
    dtype_laws.py write FOLDER
        Writes one model for each operator of OPERATORS and each of the operator's dtypes, and one
        for each call of MIXED. Prints the names of the models.

The environment variables ET_PRUNE and ET_MAKE_PTE are the paths of the tools; only "write" needs
ET_MAKE_PTE. Pruned images are written beside IMAGE.
"""

import collections
import json
import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "models"))
from method import Method

DTYPES = {0: "Byte", 1: "Char", 2: "Short", 3: "Int", 4: "Long", 5: "Half", 6: "Float", 7: "Double",
          11: "Bool", 15: "BFloat16", 27: "UInt16", 28: "UInt32", 29: "UInt64"}


def run(*command, check=True):
    result = subprocess.run(command, capture_output=True, text=True)
    if check and result.returncode:
        sys.exit(f"{' '.join(command)}\nexit status "
                 f"{result.returncode}\n{result.stdout}{result.stderr}")
    return result


def prune(image, output, *selection):
    return run(os.environ["ET_PRUNE"], "--quiet", *selection, "-o", output, image)


def kernels(image):
    """Yields operator, key (None for any dtype) and library of each registered kernel."""
    for line in run(os.environ["ET_PRUNE"], "--list", image).stdout.splitlines()[1:]:
        if line.startswith("backend "):
            continue
        op, key, *_, library = line.split()
        yield op, None if key == "any" else key, library


def loaded_size(image):
    total = 0
    for line in run("llvm-readelf", "-SW", image).stdout.splitlines():
        columns = line.split("]", 1)[-1].split()
        if len(columns) >= 10 and "A" in columns[6]:
            total += int(columns[4], 16)
    return total


def write_selection(path, op, keys):
    with open(path, "w") as file:
        json.dump({"et_kernel_metadata": {op: keys}, "operators": {op: {}}}, file)


def check_keys(image, library=None, every=1, seed=0, is_one=False):
    by_op, chosen = collections.defaultdict(list), set()
    for op, key, of in kernels(image):
        by_op[op].append(key)
        if library in (None, of):
            chosen.add(op)
    output, selection = image + ".pruned", image + ".json"
    # Leave out keys that allow several dtypes for a tensor. Keys of a selection allow only one.
    keyed = [(op, key) for op in by_op if op in chosen for key in by_op[op]
             if key and not re.search(r"[/|]\d+[-,]", key)]
    keyed = keyed[int(seed) % int(every)::int(every)]
    whole = {}
    for op, wanted in keyed:
        if op not in whole:
            prune(image, output, "--op-list", op)
            whole[op] = loaded_size(output)
        write_selection(selection, op, [wanted])
        prune(image, output, "--ops", selection)
        if loaded_size(output) > whole[op] - (is_one and len(by_op[op]) > 1):
            sys.exit(f"{op} for {wanted}: {loaded_size(output)} bytes; "
                     f"with all dtypes {whole[op]} bytes")
        kept = {(op, key) for op, key, _ in kernels(output)}
        left = run("nm", "--defined-only", output).stdout.count(" et_kernel$")
        if (op, wanted) not in kept or not kept <= {(op, key) for key in by_op[op]} or \
                (is_one and left != 1):
            sys.exit(f"{op} for {wanted}: the image has {kept}")
    print(f"{len(whole)} operators, {len(keyed)} kernels by key")


def check_models(image, names):
    with open(names) as file:
        models = file.read().split()
    output, smaller = image + ".pruned", 0
    for model in models:
        before = run(image, model).stdout
        prune(image, output, "--model", model, "--ignore-dtypes")
        whole = loaded_size(output)
        prune(image, output, "--model", model)
        if loaded_size(output) > whole:
            sys.exit(f"{model}: {loaded_size(output)} bytes; with --ignore-dtypes {whole} bytes")
        smaller += loaded_size(output) < whole
        after = run(output, model).stdout
        if after != before:
            sys.exit(f"{model}: before\n{before}\nafter\n{after}")
    print(f"{len(models)} models, {smaller} of them smaller with dtypes")


# For each operator: sizes of the input tensors, other arguments, sizes of the output.
OPERATORS = {
    "add": ([[2, 3], [2, 3]], lambda m: [m.int(1)], [2, 3]),
    "mul": ([[2, 3], [2, 3]], lambda m: [], [2, 3]),
    "mm": ([[2, 3], [3, 4]], lambda m: [], [2, 4]),
    "relu": ([[2, 3]], lambda m: [], [2, 3]),
    "sigmoid": ([[2, 3]], lambda m: [], [2, 3]),
    "_softmax": ([[2, 3]], lambda m: [m.int(1), m.bool(False)], [2, 3]),
    "permute_copy": ([[2, 3]], lambda m: [m.ints([1, 0])], [3, 2]),
}
FLOATS = ["Half", "Float", "Double", "BFloat16"]
NUMBERS = [name for name in DTYPES.values() if name != "Bool" and not name.startswith("UInt")]
ALIKE = {"add": NUMBERS, "mul": NUMBERS, "mm": NUMBERS, "relu": NUMBERS, "sigmoid": FLOATS,
         "_softmax": FLOATS, "permute_copy": list(DTYPES.values())}
# Operator, dtypes of the inputs, dtype of the output. These calls need type promotion.
MIXED = [("add", ["Float", "Int"], "Float"), ("mul", ["Long", "Int"], "Long"),
         ("add", ["Half", "Double"], "Double"), ("sigmoid", ["Int"], "Float")]


def write_models(folder):
    os.makedirs(folder, exist_ok=True)
    alike = [(name, [dtype] * len(OPERATORS[name][0]), dtype)
             for name, dtypes in ALIKE.items() for dtype in dtypes]
    for name, dtypes, output in alike + MIXED:
        sizes, others, output_sizes = OPERATORS[name]
        m = Method()
        tensors = list(map(m.input, sizes, dtypes))
        out = m.call(name, [*tensors, *others(m)], m.planned_tensor(output_sizes, output))
        path = os.path.join(folder, "-".join([name, *dtypes, output]))
        with open(path + ".json", "w") as file:
            json.dump(m.program(out), file)
        run(os.environ["ET_MAKE_PTE"], path + ".json", "-o", path + ".pte")
        print(path + ".pte")


def main(what, *arguments):
    if what == "keys":
        check_keys(*arguments)
    elif what == "one":
        image, every, seed = arguments
        check_keys(image, None, every, seed, is_one=True)
    elif what == "models":
        check_models(*arguments)
    elif what == "write":
        write_models(*arguments)
    else:
        sys.exit(__doc__)


main(*sys.argv[1:])

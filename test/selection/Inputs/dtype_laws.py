# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The laws of selecting dtypes, on a program:

    dtype_laws.py keys IMAGE [LIBRARY N S]
                                         every kernel that IMAGE registers, by its key, or of those
                                         whose operators LIBRARY has number S modulo N and each Nth
                                         after it: no larger image than with all of its operator,
                                         and the pruned image has the kernel
    dtype_laws.py models IMAGE LIST      every model that the file LIST names, with dtypes: no
                                         larger than without, and IMAGE, which runs models, prints
                                         the same as before
    dtype_laws.py write FOLDER           models of one operator for each dtype of it, names on
                                         stdout

The environment variable ET_PRUNE is the tool. Images are written beside IMAGE.
"""

import collections
import itertools
import json
import os
import subprocess
import sys

sys.dont_write_bytecode = True

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
    """Operator, key and library of what an image registers; the key is None for any dtype."""
    for line in run(os.environ["ET_PRUNE"], "--list", image).stdout.splitlines()[1:]:
        if line.startswith("backend "):
            continue
        op, key, *_, library = line.split()
        yield op, None if key == "any" else key, library


def loaded_size(image):
    """Of all sections that a loader or programmer sees, padding between them aside."""
    total = 0
    for line in run("llvm-readelf", "-SW", image).stdout.splitlines():
        columns = line.split("]", 1)[-1].split()
        if len(columns) >= 10 and "A" in columns[6]:
            total += int(columns[4], 16)
    return total


def write_selection(path, op, keys):
    with open(path, "w") as file:
        json.dump({"et_kernel_metadata": {op: keys}, "operators": {op: {}}}, file)


def check_keys(image, library=None, every=1, seed=0):
    by_op, chosen = collections.defaultdict(list), set()
    for op, key, of in kernels(image):
        by_op[op].append(key)
        if library in (None, of):
            chosen.add(op)
    output, selection = image + ".pruned", image + ".json"
    keyed = [(op, key) for op in by_op if op in chosen for key in by_op[op] if key]
    keyed = keyed[int(seed) % int(every)::int(every)]
    whole = {}
    for op, wanted in keyed:
        if op not in whole:
            prune(image, output, "--op-list", op)
            whole[op] = loaded_size(output)
        write_selection(selection, op, [wanted])
        prune(image, output, "--ops", selection)
        if loaded_size(output) > whole[op]:
            sys.exit(f"{op} for {wanted}: {loaded_size(output)} bytes, with all dtypes {whole[op]}")
        kept = {(op, key) for op, key, _ in kernels(output)}
        if (op, wanted) not in kept or not kept <= {(op, key) for key in by_op[op]}:
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
            sys.exit(f"{model}: {loaded_size(output)} bytes, with all dtypes {whole}")
        smaller += loaded_size(output) < whole
        after = run(output, model).stdout
        if after != before:
            sys.exit(f"{model}: before\n{before}\nafter\n{after}")
    print(f"{len(models)} models, {smaller} of them smaller with dtypes")


#===- Models of one operator ----------------------------------------------===#


class Program:
    def __init__(self):
        self.values, self.planned = [], 0

    def value(self, kind, **content):
        self.values.append({"val_type": kind, "val": content})
        return len(self.values) - 1

    def tensor(self, dtype, sizes):
        where = {"memory_id": 1, "memory_offset_low": self.planned}
        self.planned += 256
        return self.value("Tensor", scalar_type=dtype, sizes=sizes, allocation_info=where,
                          dim_order=list(range(len(sizes))))

    def write(self, path, name, inputs, arguments, outputs):
        result = outputs[0]
        if len(outputs) > 1:
            result = self.value("TensorList", items=outputs)
        call = {"op_index": 0, "args": [*arguments, *outputs, result]}
        plan = {
            "name": "forward", "values": self.values, "inputs": inputs, "outputs": outputs,
            "chains": [{"inputs": [], "outputs": [],
                        "instructions": [{"instr_args_type": "KernelCall", "instr_args": call}]}],
            "operators": [{"name": f"aten::{name}", "overload": "out"}],
            "delegates": [], "non_const_buffer_sizes": [0, self.planned],
        }
        with open(path, "w") as file:
            json.dump({"version": 0, "execution_plan": [plan],
                       "constant_buffer": [{"storage": []}]}, file)


def add(p, inputs, output):
    tensors = [p.tensor(dtype, [2, 3]) for dtype in inputs]
    return tensors, [*tensors, p.value("Int", int_val=1)], [p.tensor(output, [2, 3])]


def mul(p, inputs, output):
    tensors = [p.tensor(dtype, [2, 3]) for dtype in inputs]
    return tensors, tensors, [p.tensor(output, [2, 3])]


def mm(p, inputs, output):
    tensors = [p.tensor(inputs[0], [2, 3]), p.tensor(inputs[1], [3, 4])]
    return tensors, tensors, [p.tensor(output, [2, 4])]


def unary(p, inputs, output):
    tensors = [p.tensor(inputs[0], [2, 3])]
    return tensors, tensors, [p.tensor(output, [2, 3])]


def softmax(p, inputs, output):
    x = p.tensor(inputs[0], [2, 3])
    return [x], [x, p.value("Int", int_val=1),
                 p.value("Bool", bool_val=False)], [p.tensor(output, [2, 3])]


def permute(p, inputs, output):
    x = p.tensor(inputs[0], [2, 3])
    dims = p.value("IntList", items=[p.value("Int", int_val=dim) for dim in (1, 0)])
    return [x], [x, dims], [p.tensor(output, [3, 2])]


FLOATS = ["Half", "Float", "Double", "BFloat16"]
NUMBERS = [name for name in DTYPES.values() if name != "Bool" and not name.startswith("UInt")]
ALIKE = {"add": (add, 2, NUMBERS), "mul": (mul, 2, NUMBERS), "mm": (mm, 2, NUMBERS),
         "relu": (unary, 1, NUMBERS), "sigmoid": (unary, 1, FLOATS),
         "_softmax": (softmax, 1, FLOATS),
         "permute_copy": (permute, 1, list(DTYPES.values()))}
# Kernels for any dtype: the arguments' are promoted.
MIXED = [("add", add, ["Float", "Int"], "Float"), ("mul", mul, ["Long", "Int"], "Long"),
         ("add", add, ["Half", "Double"], "Double"), ("sigmoid", unary, ["Int"], "Float")]


def write_models(folder):
    os.makedirs(folder, exist_ok=True)
    cases = [(name, make, [dtype] * count, dtype)
             for name, (make, count, dtypes) in ALIKE.items() for dtype in dtypes]
    for name, make, inputs, output in itertools.chain(cases, MIXED):
        program = Program()
        path = os.path.join(folder, "-".join([name, *inputs, output]))
        program.write(path + ".json", name, *make(program, inputs, output))
        run(os.environ["ET_MAKE_PTE"], path + ".json", "-o", path + ".pte")
        print(path + ".pte")


def main(what, *arguments):
    if what == "keys":
        check_keys(*arguments)
    elif what == "models":
        check_models(*arguments)
    elif what == "write":
        write_models(*arguments)
    else:
        sys.exit(__doc__)


main(*sys.argv[1:])

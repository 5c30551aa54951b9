# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes a program for each operator. The programs are seeds of the fuzz target `executor`.

    operator_seeds.py CASES MAKE_PTE FOLDER

CASES is a file that test/kernels/make_cases.py wrote. MAKE_PTE is et-make-pte. A program calls its
operator up to three times, each time with the arguments of a small successful case. The fuzzer thus
starts with arguments of the right number and kinds.
"""

import collections
import json
import os
import subprocess
import sys

for folder in ("kernels", "models"):
    sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", folder))
from case_reader import SIZES, TENSORS, count, numbers, read_cases, shape_of
from method import Method

CALLS_EACH = 3


class Program(Method):
    def __init__(self, operator):
        super().__init__()
        self.operator = operator.partition(".")[::2]

    def add_tensor(self, words, place):
        """Adds the tensor that `words`, a line of a case, describes. `place` is the tensor's offset
        in planned memory. If `place` is None, an input with data becomes a constant, and any other
        tensor gets new planned memory. An absent tensor never gets memory."""
        dtype, sizes, order = words[1:4]
        tensor = {"scalar_type": dtype, "sizes": numbers(sizes), "dim_order": numbers(order)}
        if words[0] == "in" and words[-1] not in ("-", "absent") and place is None:
            self.constants.append({"storage": list(bytes.fromhex(words[-1]))})
            tensor["data_buffer_idx"] = len(self.constants) - 1
        elif words[-1] != "absent":
            if place is None:
                place = self.planned
                self.planned += -(-count(sizes) * SIZES[dtype] // 16) * 16
            tensor["allocation_info"] = {"memory_id": 1, "memory_offset_low": place}
        return self.value("Tensor", **tensor)

    def add_call(self, lines):
        lines, args, outs, tensors = list(lines), [], [], []
        aliases = {}  # number of a tensor -> number of the earlier tensor whose memory it shares
        for at, words in enumerate(lines):
            if words[0] == "alias":
                number = sum(line[0] in TENSORS for line in lines[:at]) - 1
                aliases[number] = int(words[1])
        lines = [words for words in lines if words[0] != "alias"]

        def argument(words):
            kind = words[0]
            if kind in TENSORS:
                number = len(tensors)
                place = None
                if number in aliases:
                    place = tensors[aliases[number]]
                elif number in aliases.values():
                    place = self.planned
                    self.planned += 16 * count(words[2])
                tensors.append(place)
                value = self.add_tensor(words, place)
                if kind == "out":
                    outs.append(value)
                return value
            if kind in ("tensors", "optionals"):
                items = [argument(lines.pop(0)) for _ in range(int(words[1]))]
                items = [-1 if self.values[i]["val_type"] == "Null" else i for i in items]
                return self.value("TensorList" if kind == "tensors" else "OptionalTensorList",
                                  items=items)
            if kind == "ints":
                return self.ints(numbers(words[1]))
            text = words[1] if len(words) > 1 else ""
            if kind == "int":
                return self.int(int(text))
            if kind == "bool":
                return self.bool(text == "1")
            if kind == "double":
                return self.double(float(text))
            if kind == "doubles":
                return self.value("DoubleList", items=[float(item) for item in text.split(",")])
            if kind == "bools":
                return self.value("BoolList", items=[bool(item) for item in numbers(text)])
            if kind == "string":
                return self.value("String", string_val="" if text == "-" else text)
            return self.none()

        while lines:
            args.append(argument(lines.pop(0)))
        # In a program, a call's last argument repeats the output. Two or more outputs form a list.
        args += outs if len(outs) < 2 else [self.value("TensorList", items=outs)]
        self.call_operator(*self.operator, args)


def size_of(lines):
    """Returns the number of elements of all tensors. If a tensor is empty, returns sys.maxsize, so
    that the case is sorted last."""
    counts = [count(words[2]) for words in lines if words[0] in TENSORS]
    return sum(counts) if all(counts) else sys.maxsize


def is_json(lines):
    """True if JSON can express all doubles of the case. JSON lacks infinity and NaN."""
    return all(set(words[1]) <= set("0123456789.,e+-") for words in lines
               if words[0].startswith("double"))


def main():
    cases, make_pte, folder = sys.argv[1:]
    calls = collections.defaultdict(dict)  # operator -> kinds and ranks -> smallest case
    for operator, _, lines in read_cases(cases):
        of_shape = calls[operator].setdefault(shape_of(lines), lines)
        if is_json(lines) and (size_of(lines) < size_of(of_shape) or not is_json(of_shape)):
            calls[operator][shape_of(lines)] = lines
    for operator, of_shapes in calls.items():
        program = Program(operator)
        for lines in sorted(filter(is_json, of_shapes.values()), key=size_of)[:CALLS_EACH]:
            program.add_call(lines)
        path = os.path.join(folder, f"operator-{operator.replace('::', '-')}.pte")
        subprocess.run([make_pte, "-o", path, "/dev/stdin"], input=json.dumps(program.program()),
                       text=True, check=True)


main()

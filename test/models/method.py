# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds programs as JSON, with the fields of runtime/schema/program.fbs, for et-make-pte."""

import json
import math
import struct

FLOAT, LONG = "Float", "Long"
ELEMENT_SIZE = {"Bool": 1, "Char": 1, "Byte": 1, "Short": 2, "UInt16": 2, "Half": 2, "BFloat16": 2,
                "Int": 4, "UInt32": 4, FLOAT: 4, LONG: 8, "UInt64": 8, "Double": 8, "ComplexFloat": 8,
                "ComplexDouble": 16}


class Weights:
    """A reproducible sequence of small numbers that every float type holds exactly."""

    def __init__(self):
        self.state = 1

    def take(self, count):
        numbers = []
        for _ in range(count):
            self.state = (self.state * 1103515245 + 12345) % 2**31
            numbers.append(((self.state >> 16) % 65 - 32) / 64)
        return numbers


class Method:
    """A program with one method, "forward". Planned tensors lie in memory one after another."""

    def __init__(self):
        self.values, self.operators, self.instructions = [], [], []
        self.constants = [{"storage": []}]
        self.inputs, self.outputs = [], []
        self.planned = 0
        self.weights = Weights()
        self.dynamic = {} # more fields for new planned tensors, such as shape_dynamism

    def value(self, kind, **content):
        self.values.append({"val_type": kind, "val": content})
        return len(self.values) - 1

    def int(self, number):
        return self.value("Int", int_val=number)

    def bool(self, truth):
        return self.value("Bool", bool_val=truth)

    def none(self):
        return self.value("Null")

    def double(self, number):
        return self.value("Double", double_val=number)

    def ints(self, numbers):
        return self.value("IntList", items=[self.int(number) for number in numbers])

    def tensor(self, sizes, dtype=FLOAT, **where):
        return self.value("Tensor", scalar_type=dtype, sizes=sizes,
                          dim_order=list(range(len(sizes))), **where)

    def planned_tensor(self, sizes, dtype=FLOAT):
        where = {"memory_id": 1, "memory_offset_low": self.planned}
        self.planned += (math.prod(sizes) * ELEMENT_SIZE[dtype] + 15) // 16 * 16
        return self.tensor(sizes, dtype, allocation_info=where, **self.dynamic)

    def input(self, sizes, dtype=FLOAT):
        self.inputs.append(self.planned_tensor(sizes, dtype))
        return self.inputs[-1]

    def constant_of(self, data, sizes, dtype=FLOAT):
        self.constants.append({"storage": list(data)})
        return self.tensor(sizes, dtype, data_buffer_idx=len(self.constants) - 1)

    def constant(self, sizes):
        data = struct.pack(f"<{math.prod(sizes)}f", *self.weights.take(math.prod(sizes)))
        return self.constant_of(data, sizes)

    def instruction(self, kind, **content):
        self.instructions.append({"instr_args_type": kind, "instr_args": content})

    def call_operator(self, name, overload, args):
        operator = {"name": name, "overload": overload}
        if operator not in self.operators:
            self.operators.append(operator)
        self.instruction("KernelCall", op_index=self.operators.index(operator), args=args)

    def call(self, name, arguments, *outputs):
        """Calls aten::`name`.out. As in ExecuTorch's programs, the last argument repeats the
        output. If the call has several outputs, the last argument is a list of all outputs."""
        result = outputs[0]
        if len(outputs) > 1:
            result = self.value("TensorList", items=list(outputs))
        self.call_operator(f"aten::{name}", "out", [*arguments, *outputs, result])
        return outputs[0]

    def prim(self, name, *arguments, result, overload="Scalar"):
        self.call_operator(f"executorch_prim::{name}", overload, [*arguments, result])
        return result

    def linear(self, tensor, weight, bias, sizes):
        return self.call("addmm", [bias, tensor, weight, self.int(1), self.int(1)],
                         self.planned_tensor(sizes))

    def softmax(self, tensor, sizes):
        return self.call("_softmax", [tensor, self.int(-1), self.bool(False)],
                         self.planned_tensor(sizes))

    def program(self, *outputs):
        return {
            "version": 0,
            "execution_plan": [{
                "name": "forward",
                "values": self.values,
                "inputs": self.inputs,
                "outputs": list(outputs),
                "chains": [{"inputs": [], "outputs": [], "instructions": self.instructions}],
                "operators": self.operators,
                "delegates": [],
                "non_const_buffer_sizes": [0, self.planned],
            }],
            "constant_buffer": self.constants,
        }


def lines(item, indent=""):
    """Returns `item` as JSON text. Each field of the program and of its method is on a line of its
    own."""
    inner = indent + " "
    if isinstance(item, dict) and ("execution_plan" in item or "values" in item):
        parts = [f"{json.dumps(key)}: {lines(content, inner)}" for key, content in item.items()]
        return "{\n" + ",\n".join(inner + part for part in parts) + "\n" + indent + "}"
    if isinstance(item, list) and item and isinstance(item[0], dict) and "values" in item[0]:
        return "[" + lines(item[0], indent) + "]"
    return json.dumps(item)

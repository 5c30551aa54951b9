# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""models.py FILE...: converts models from JSON to C++ constants, which run.cpp runs."""

import json
import os
import sys

KINDS = {"Null": "None"}
DTYPES = {"Byte": 0, "Char": 1, "Short": 2, "Int": 3, "Long": 4, "Half": 5, "Float": 6,
          "Double": 7, "Bool": 11}
NUMBERS = {"Int": "int_val", "Bool": "bool_val"}


class Writer:
    def __init__(self):
        self.lines = ['#include "model.h"', "", "namespace {", "", "using namespace model;", ""]
        self.count = 0

    def data(self, type_, items, align=""):
        """Writes an array and returns its name, or "nullptr" for an empty array."""
        if not items:
            return "nullptr"
        self.count += 1
        self.lines.append(f"{align}const {type_} a{self.count}[] = "
                          f"{{{', '.join(map(str, items))}}};")
        return f"a{self.count}"

    def array(self, type_, items):
        return f"{{{self.data(type_, items)}, {len(items)}}}"

    def value(self, value, constants):
        kind = KINDS.get(value["val_type"], value["val_type"])
        content = value.get("val", {})
        integer = int(content.get(NUMBERS.get(kind), 0))
        number = content.get("double_val", 0)
        items = self.array("int", content.get("items", []))
        tensor = "0, {nullptr, 0}, nullptr, nullptr, 0"
        if kind == "Tensor":
            dtype = DTYPES[content["scalar_type"]]
            sizes = self.array("int32_t", content["sizes"])
            order = self.data("uint8_t", content["dim_order"])
            constant = self.data("uint8_t", constants[content.get("data_buffer_idx", 0)],
                                 "alignas(16) ")
            offset = content.get("allocation_info", {}).get("memory_offset_low", 0)
            tensor = f"{dtype}, {sizes}, {order}, {constant}, {offset}"
        return f"{{Kind::{kind}, {integer}, {number}, {items}, {tensor}}}"

    def model(self, path):
        with open(path) as file:
            program = json.load(file)
        plan = program["execution_plan"][0]
        constants = [buffer["storage"] for buffer in program["constant_buffer"]]
        names = [f'{op["name"]}.{op["overload"]}' if op.get("overload") else op["name"]
                 for op in plan["operators"]]
        calls = [instruction["instr_args"] for instruction in plan["chains"][0]["instructions"]]
        values = self.array("Value", [self.value(value, constants) for value in plan["values"]])
        calls = self.array("Call", [
            f'{{"{names[call["op_index"]]}", {self.array("int", call["args"])}}}'
            for call in calls])
        ends = [self.array("int", plan.get(end, [])) for end in ("inputs", "outputs")]
        name = os.path.splitext(os.path.basename(path))[0]
        return f'{{"{name}", {values}, {calls}, {ends[0]}, {ends[1]}}}'


writer = Writer()
models = writer.array("Model", [writer.model(path) for path in sys.argv[1:]])
print("\n".join(writer.lines))
print(f"\n}} // namespace\n\nextern const Array<Model> models = {models};")

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a model that calls the kernels of join.cpp, as JSON for et-make-pte."""

import json
import struct


def value(kind, **content):
    return {"val_type": kind, "val": content}


def tensor(size, **more):
    return value("Tensor", scalar_type="Float", sizes=[size], dim_order=[0], **more)


def planned(size, place):
    return tensor(size, allocation_info={"memory_id": 1, "memory_offset_low": place})


def storage(*numbers):
    return {"storage": list(struct.pack(f"<{len(numbers)}f", *numbers))}


values = [tensor(2, data_buffer_idx=1), tensor(3, data_buffer_idx=2), value("Null"),
          value("TensorList", items=[0, 1, 0]), value("OptionalTensorList", items=[1, -1, 0]),
          planned(8, 0), planned(7, 32), planned(8, 64)]
calls = [[3, 2, 5, 5], [4, 2, 6, 6], [4, 0, 7, 7]]
plan = {"name": "forward", "inputs": [], "outputs": [5, 6, 7], "values": values,
        "operators": [{"name": "test::join", "overload": "out"}], "delegates": [],
        "non_const_buffer_sizes": [0, 96],
        "chains": [{"inputs": [], "outputs": [], "instructions": [
            {"instr_args_type": "KernelCall", "instr_args": {"op_index": 0, "args": args}}
            for args in calls]}]}
print(json.dumps({"version": 0, "execution_plan": [plan],
                  "constant_buffer": [{"storage": []}, storage(1, 2), storage(3, 4, 5)]}))

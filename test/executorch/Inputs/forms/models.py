# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes <operator>.json for the operators of this folder: a model that calls it with one number."""

import json

OPERATORS = ("twice", "negate", "negate_int", "unused", "plus", "minus", "half", "quarter")


def tensor(dtype, place):
    return {"val_type": "Tensor",
            "val": {"scalar_type": dtype, "sizes": [1], "dim_order": [0],
                    "allocation_info": {"memory_id": 1, "memory_offset_low": place}}}


for name in OPERATORS:
    operator, _, kind = name.partition("_")
    dtype = kind.capitalize() or "Float"
    call = {"instr_args_type": "KernelCall", "instr_args": {"op_index": 0, "args": [0, 1, 1]}}
    plan = {"name": "forward", "inputs": [0], "outputs": [1],
            "values": [tensor(dtype, 0), tensor(dtype, 32)],
            "operators": [{"name": f"forms::{operator}", "overload": "out"}], "delegates": [],
            "non_const_buffer_sizes": [0, 64],
            "chains": [{"inputs": [], "outputs": [], "instructions": [call]}]}
    with open(f"{name}.json", "w") as file:
        json.dump({"version": 0, "constant_buffer": [{"storage": []}],
                   "execution_plan": [plan]}, file)

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""models.py SIZE OPERATOR...: writes <operator>.json, a model that calls it with so many numbers."""

import json
import sys

SIZE, *OPERATORS = sys.argv[1:]


def tensor(dtype, place):
    return {"val_type": "Tensor",
            "val": {"scalar_type": dtype, "sizes": [int(SIZE)], "dim_order": [0],
                    "allocation_info": {"memory_id": 1, "memory_offset_low": place}}}


for operator in OPERATORS:
    name = operator.split("::")[1]
    operator, _, kind = operator.partition("_")
    dtype = kind.capitalize() or "Float"
    call = {"instr_args_type": "KernelCall", "instr_args": {"op_index": 0, "args": [0, 1, 1]}}
    plan = {"name": "forward", "inputs": [0], "outputs": [1],
            "values": [tensor(dtype, 0), tensor(dtype, 32)],
            "operators": [{"name": operator, "overload": "out"}], "delegates": [],
            "non_const_buffer_sizes": [0, 64],
            "chains": [{"inputs": [], "outputs": [], "instructions": [call]}]}
    with open(f"{name}.json", "w") as file:
        json.dump({"version": 0, "constant_buffer": [{"storage": []}],
                   "execution_plan": [plan]}, file)

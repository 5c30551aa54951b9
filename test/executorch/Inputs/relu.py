# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a model of aten::relu.out alone, as JSON for et-make-pte."""

import json


def tensor(place):
    return {"val_type": "Tensor",
            "val": {"scalar_type": "Float", "sizes": [7], "dim_order": [0],
                    "allocation_info": {"memory_id": 1, "memory_offset_low": place}}}


call = {"instr_args_type": "KernelCall", "instr_args": {"op_index": 0, "args": [0, 1, 1]}}
plan = {"name": "forward", "inputs": [0], "outputs": [1], "values": [tensor(0), tensor(32)],
        "operators": [{"name": "aten::relu", "overload": "out"}], "delegates": [],
        "non_const_buffer_sizes": [0, 64],
        "chains": [{"inputs": [], "outputs": [], "instructions": [call]}]}
print(json.dumps({"version": 0, "constant_buffer": [{"storage": []}], "execution_plan": [plan]}))

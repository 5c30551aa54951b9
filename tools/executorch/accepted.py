# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks which programs ExecuTorch's runtime and ours accept.

PROGRAM is changed in one place at a time. Each field is omitted once, each vector is emptied once,
and BY_HAND has some other changes. Both runtimes run each changed program. EXPECTED lists the
changed programs that only one runtime refuses. docs/runtime.md explains most of these differences.
"""

import copy
import json
import os
import struct

from builds import ROOT
from model_files import Model
from models import own_outputs, real_outputs
from programs import run

SCHEMA = os.path.join(ROOT, "runtime", "schema", "program.fbs")
# "here" means by our runtime, "there" means by ExecuTorch's runtime.
HERE, INCOMPLETE = "refused here: >>> instruction 4 ", "refused there: load_method: 0x23"
CALL = "execution_plan/0/chains/0/instructions"
EXPECTED = {
    "constants in the tables": "refused there: load: 0x23",
    "an unbound tensor": "refused there: load_method: 0x10",
    "an input that is a number": "refused there: execute: 0x12",
    "another dim order": "refused there: execute: 0x12",
    "no execution_plan/0/name": "refused there: get_method_name: 0x23",
    # ExecuTorch's side (run.cpp) gives this output no memory, so aten::add writes to address 0.
    "no execution_plan/0/values/3/val/allocation_info": "refused there: signal 11",
    **{f"no execution_plan/0/values/{value}": INCOMPLETE for value in (
        "5/val/items", "6/val/items", "7/val/items", "8/val/items", "9/val/items",
        "10/val/string_val", "16/val/sizes", "16/val/dim_order")},
    "no execution_plan/0/inputs": "refused there: method_meta: 0x23",
    "no execution_plan/0/outputs": "refused there: method_meta: 0x23",
    "no execution_plan/0/chains": INCOMPLETE,
    "empty execution_plan/0/chains": INCOMPLETE,
    f"no {CALL}": INCOMPLETE,
    f"no {CALL}/4/instr_args/move_from": HERE,
    f"no {CALL}/4/instr_args/move_to": HERE,
    "no execution_plan/0/delegates": INCOMPLETE,
}


def value(kind, **content):
    return {"val_type": kind, "val": content}


def tensor(**more):
    return value("Tensor", scalar_type="Float", sizes=[2, 3], dim_order=[0, 1], **more)


def planned(offset):
    return {"memory_id": 1, "memory_offset_low": offset}


def instruction(kind, **content):
    return {"instr_args_type": kind, "instr_args": content}


def add(a, b):
    return instruction("KernelCall", op_index=0, args=[a, b, 2, 3, 3])


# A plan with every kind of value. Value 14 is in the segment of constants, and value 15 in the
# segment of initial values. The program computes value 3, the sum of the values 0, 1, 14 and 15.
PLAN = {
    "name": "forward",
    "container_meta_type": {"encoded_inp_str": "", "encoded_out_str": ""},
    "values": [
        tensor(allocation_info=planned(0)), tensor(allocation_info=planned(32)),
        value("Int", int_val=1),
        tensor(allocation_info=planned(64)), value("Int", int_val=1),
        value("IntList", items=[4, 4]),
        value("DoubleList", items=[0.5]), value("BoolList", items=[True]),
        value("TensorList", items=[0, 1]),
        value("OptionalTensorList", items=[0, -1]), value("String", string_val="text"),
        value("Double", double_val=0.5), value("Bool", bool_val=True), value("Null"),
        tensor(data_buffer_idx=1),
        tensor(data_buffer_idx=1, allocation_info=planned(96),
               extra_tensor_info={"mutable_data_segments_idx": 0, "fully_qualified_name": "",
                                  "location": "Segment"}),
        value("Tensor", scalar_type="Float", sizes=[], dim_order=[], allocation_info=planned(0)),
    ],
    "inputs": [0, 1],
    "outputs": [3],
    "chains": [{"inputs": [], "outputs": [], "stacktrace": [], "instructions": [
        add(0, 1), add(3, 14), add(3, 15),
        instruction("JumpFalseCall", cond_value_index=12, destination_instruction=5),
        instruction("MoveCall", move_from=2, move_to=4)]}],
    "operators": [{"name": "aten::add", "overload": "out"}],
    "delegates": [],
    "non_const_buffer_sizes": [0, 128],
}
PROGRAM = {
    "version": 0, "execution_plan": [PLAN], "constant_buffer": [], "backend_delegate_data": [],
    "segments": [{"offset": 0, "size": 24}, {"offset": 32, "size": 24}],
    "constant_segment": {"segment_index": 0, "offsets": [0, 0]},
    "mutable_data_segments": [{"segment_index": 1, "offsets": [0, 0]}],
    "named_data": [{"key": "k", "segment_index": 0}],
}
SEGMENTS = struct.pack("<6f8x6f", *range(1, 7), *range(10, 70, 10))


FIRST = ("execution_plan", 0)
BY_HAND = {
    "nothing": {},
    "constants in the tables": {("constant_segment",): None,
                                ("constant_buffer",): [{"storage": []},
                                                       {"storage": list(SEGMENTS[:24])}]},
    "a call without the last argument": {(*FIRST, "chains", 0, "instructions", 0, "instr_args",
                                          "args"): [0, 1, 2, 3]},
    "a call with one too many": {(*FIRST, "chains", 0, "instructions", 0, "instr_args",
                                  "args"): [0, 1, 2, 3, 3, 3]},
    "an unbound tensor": {(*FIRST, "values", 0, "val", "shape_dynamism"): "Unbound"},
    "an input that is a number": {(*FIRST, "inputs"): [0, 1, 2]},
    "another dim order": {(*FIRST, "values", 3, "val", "dim_order"): [1, 0]},
}


def write(program):
    """Writes program.pte. flatc converts the tables from JSON, but cannot write segments. This
    function adds the segments, and the header that says where the segments are.
    """
    with open("program.json", "w") as file:
        json.dump(program, file)
    run(["flatc", "-b", SCHEMA, "program.json"])
    with open("program.pte", "rb") as file:
        tables = bytearray(file.read())
    length, start = len(tables) + 32, (len(tables) + 32 + 127) // 128 * 128
    struct.pack_into("<I", tables, 0, struct.unpack_from("<I", tables)[0] + 32)
    tables[8:8] = struct.pack("<4sIQQQ", b"eh00", 32, length, start, len(SEGMENTS))
    with open("program.pte", "wb") as file:
        file.write(bytes(tables).ljust(start, b"\0") + SEGMENTS)


def changes(item, place=()):
    """Yields the changes of `item`, which is at the path `place` of PROGRAM. A change is a pair: a
    name, and edits for changed()."""
    for key in list(item) if isinstance(item, dict) else range(len(item)):
        inner, path = item[key], (*place, key)
        text = "/".join(map(str, path))
        if isinstance(key, str) and not key.endswith("_type"):
            yield f"no {text}", {path: None, (*place, f"{key}_type"): None}
        if isinstance(inner, list) and inner:
            yield f"empty {text}", {path: []}
        if isinstance(inner, (dict, list)):
            yield from changes(inner, path)


def changed(edits):
    """Returns PROGRAM with edits: path -> the new content, or None to remove the field."""
    program = copy.deepcopy(PROGRAM)
    for path, content in edits.items():
        item = program
        for key in path[:-1]:
            item = item[key]
        if content is None:
            item.pop(path[-1], None)
        else:
            item[path[-1]] = content
    return program


def difference(programs, image, model):
    """Returns how the two runtimes differ for a program. Returns None if the outputs are the same,
    or if both runtimes refuse the program."""
    lines, ending = programs.execute(image, model.path, "current")
    own, own_ending = own_outputs(programs.target.tools, model)
    if ending == own_ending == "done":
        return None if real_outputs(lines) == own else f"{real_outputs(lines)}, here {own}"
    if ending == "done":
        return f"refused here: {own_ending.strip().splitlines()[-1]}"
    return f"refused there: {ending}" if own_ending == "done" else None


def check(programs, options, image, page):
    count, problems = 0, []
    for text, edits in options.share([*BY_HAND.items(), *changes(PROGRAM)]):
        if "scalar_type" in text and text.split("/")[3] in "01":
            continue  # values 0 and 1 must stay Float: own_outputs() writes Float elements for them
        program = changed(edits)
        write(program)
        inputs = [plan.get("inputs", []) for plan in program.get("execution_plan", [])]
        plan = {**PLAN, "inputs": inputs[0] if inputs else []}
        found = difference(programs, image, Model(text, os.path.abspath("program.pte"), plan))
        count += 1
        expected = EXPECTED.get(text)
        if found != expected and not (found and expected == HERE and found.startswith(HERE)):
            problems.append(f"{text}: {found or 'no difference'}, expected {expected or 'none'}")
    page.check(f"{count} programs with a field left out or changed: {len(problems)} differ "
               "unexpectedly between the two runtimes", problems)

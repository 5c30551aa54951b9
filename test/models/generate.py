#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes this folder's .json files: generate.py [OUTDIR]

Each file describes a program in flatc's JSON form of runtime/schema/program.fbs. et-make-pte
compiles the file to a .pte file. After a change of this script, run it and commit the files.

  add.json   out = a + b
  mlp.json   view_copy -> addmm -> relu -> addmm -> _softmax; permute_copy transposes the weights
             of each addmm
  cnn.json   convolution -> relu -> max_pool2d_with_indices -> mean -> addmm -> _softmax
  loop.json  a loop over the input's rows, and a branch, with prim ops
  rows.json  add -> permute_copy -> _softmax -> view_copy; mean also reads the output of
             permute_copy. The input has up to four rows (a dynamic shape)
"""

import sys
from pathlib import Path

from method import LONG, Method, lines


def add():
    m = Method()
    a, b = m.input([2, 3]), m.input([2, 3])
    return m.program(m.call("add", [a, b, m.int(1)], m.planned_tensor([2, 3])))


def mlp():
    m = Method()
    x = m.call("view_copy", [m.input([2, 4]), m.ints([1, 8])], m.planned_tensor([1, 8]))
    first = m.call("permute_copy", [m.constant([16, 8]), m.ints([1, 0])], m.planned_tensor([8, 16]))
    x = m.linear(x, first, m.constant([16]), [1, 16])
    x = m.call("relu", [x], m.planned_tensor([1, 16]))
    second = m.call("permute_copy", [m.constant([4, 16]), m.ints([1, 0])],
                    m.planned_tensor([16, 4]))
    x = m.linear(x, second, m.constant([4]), [1, 4])
    return m.program(m.softmax(x, [1, 4]))


def cnn():
    m = Method()
    x = m.call("convolution",
               [m.input([1, 1, 8, 8]), m.constant([4, 1, 3, 3]), m.constant([4]), m.ints([1, 1]),
                m.ints([1, 1]), m.ints([1, 1]), m.bool(False), m.ints([0, 0]), m.int(1)],
               m.planned_tensor([1, 4, 8, 8]))
    x = m.call("relu", [x], m.planned_tensor([1, 4, 8, 8]))
    x = m.call("max_pool2d_with_indices",
               [x, m.ints([2, 2]), m.ints([2, 2]), m.ints([0, 0]), m.ints([1, 1]), m.bool(False)],
               m.planned_tensor([1, 4, 4, 4]), m.planned_tensor([1, 4, 4, 4], LONG))
    x = m.call("mean", [x, m.ints([2, 3]), m.bool(False), m.none()], m.planned_tensor([1, 4]))
    x = m.linear(x, m.constant([4, 3]), m.constant([3]), [1, 3])
    return m.program(m.softmax(x, [1, 3]))


def loop():
    """Row i of the first output is the mean of the input's rows, plus i times a constant. relu
    changes the first output if half the number of its elements is even. The last output is a
    number: four times the mean of the first output's elements."""
    m = Method()
    x = m.input([3, 2])
    m.dynamic = {"shape_dynamism": "UpperBound"}  # et_copy_index appends a row in each iteration
    rows = m.planned_tensor([3, 2])
    m.dynamic = {}
    row = m.planned_tensor([2])
    one = m.constant([1])
    zero, count, i, is_last = m.int(0), m.int(0), m.int(0), m.bool(False)

    m.call_operator("aten::sym_size", "int", [x, zero, count])
    m.instruction("MoveCall", move_from=zero, move_to=i)
    m.call("mean", [x, m.ints([0]), m.bool(False), m.none()], row)
    start = len(m.instructions)
    m.call_operator("executorch_prim::et_copy_index", "tensor", [rows, row, i])
    m.call("add", [row, one, m.int(-2)], row)
    m.prim("add", i, m.int(1), result=i)
    m.prim("ge", i, count, result=is_last)
    m.instruction("JumpFalseCall", cond_value_index=is_last, destination_instruction=start)

    half, is_even = m.int(0), m.bool(True)
    m.call_operator("aten::sym_numel", "", [rows, half])
    m.prim("floordiv", half, m.int(2), result=half, overload="int")
    m.prim("mod", half, m.int(2), result=half)
    m.prim("eq", half, zero, result=is_even)
    m.instruction("JumpFalseCall", cond_value_index=is_even,
                  destination_instruction=len(m.instructions) + 2)
    m.call("relu", [rows], rows)

    mean, number = m.planned_tensor([]), m.value("Double", double_val=0.0)
    m.call("mean", [rows, m.ints([]), m.bool(False), m.none()], mean)
    m.call_operator("aten::_local_scalar_dense", "", [mean, number])
    m.prim("mul", number, m.int(4), result=number)
    return m.program(rows, count, is_even, number)


def rows():
    m = Method()
    m.dynamic = {"shape_dynamism": "UpperBound"}
    x = m.input([4, 3])
    x = m.call("add", [x, x, m.int(1)], m.planned_tensor([4, 3]))
    x = m.call("permute_copy", [x, m.ints([1, 0])], m.planned_tensor([3, 4]))
    mean = m.call("mean", [x, m.ints([0]), m.bool(False), m.none()], m.planned_tensor([4]))
    view = m.call("view_copy", [m.softmax(x, [3, 4]), m.ints([-1])], m.planned_tensor([12]))
    return m.program(x, mean, view)


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent
    for make in (add, mlp, cnn, loop, rows):
        Path(folder, make.__name__ + ".json").write_text(lines(make()) + "\n")


main()

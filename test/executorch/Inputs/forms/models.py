# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""models.py SIZE NAMESPACE::OPERATOR[_DTYPE]...: writes a model OPERATOR[_DTYPE].json for each
operator. The model calls the operator with a tensor of SIZE elements. Without DTYPE, the tensor has
the dtype Float."""

import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "..", "models"))
from method import Method

for word in sys.argv[2:]:
    operator, _, kind = word.partition("_")
    m, sizes, dtype = Method(), [int(sys.argv[1])], kind.capitalize() or "Float"
    x, out = m.input(sizes, dtype), m.planned_tensor(sizes, dtype)
    m.call_operator(operator, "out", [x, out, out])
    with open(f"{word.split('::')[1]}.json", "w") as file:
        json.dump(m.program(out), file)

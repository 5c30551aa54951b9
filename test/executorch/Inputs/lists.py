# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the JSON of a model that calls the kernel of join.cpp with lists of tensors."""

import json
import os
import struct
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "models"))
from method import Method

m = Method()
two, three = (m.constant_of(struct.pack(f"<{len(numbers)}f", *numbers), [len(numbers)])
              for numbers in ((1, 2), (3, 4, 5)))
none = m.none()
tensors = m.value("TensorList", items=[two, three, two])
optionals = m.value("OptionalTensorList", items=[three, -1, two])
outputs = []
for arguments, size in (([tensors, none], 8), ([optionals, none], 7), ([optionals, two], 8)):
    outputs.append(m.planned_tensor([size]))
    m.call_operator("test::join", "out", [*arguments, outputs[-1], outputs[-1]])
print(json.dumps(m.program(*outputs)))

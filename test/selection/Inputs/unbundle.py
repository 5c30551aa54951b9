# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""unbundle.py BPTE PTE: the program in a bundled one, found by its identifier."""

import struct
import sys

with open(sys.argv[1], "rb") as file:
    data = file.read()
start = data.index(b"ET12") - 4
(size,) = struct.unpack_from("<I", data, start - 4)
with open(sys.argv[2], "wb") as file:
    file.write(data[start:start + size])

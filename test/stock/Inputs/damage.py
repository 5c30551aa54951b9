# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""damage.py ARCHIVE: writes zeros into each bitcode module of ARCHIVE, but not into the module's
symbol table.
"""

import sys

MAGIC = b"BC\xc0\xde"

path = sys.argv[1]
contents = bytearray(open(path, "rb").read())
start = contents.find(MAGIC)
while start >= 0:
    # These bytes are in a MODULE_BLOCK. Linkers read the symbols from the SYMTAB_BLOCK after it.
    contents[start + 600 : start + 900] = bytes(300)
    start = contents.find(MAGIC, start + 1)
open(path, "wb").write(contents)

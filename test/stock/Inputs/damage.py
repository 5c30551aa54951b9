# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""damage.py ARCHIVE: damages the modules in an archive's bitcode, but not their symbol tables."""

import sys

MAGIC = b"BC\xc0\xde"

path = sys.argv[1]
contents = bytearray(open(path, "rb").read())
start = contents.find(MAGIC)
while start >= 0:
    # The blocks after the module's block, where linkers read the symbols, stay intact.
    contents[start + 600 : start + 900] = bytes(300)
    start = contents.find(MAGIC, start + 1)
open(path, "wb").write(contents)

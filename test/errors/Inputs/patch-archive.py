# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""patch-archive.py IN OUT index|count|magic: copies an archive and damages the first entry of its
symbol index, the index's number of entries, or the ELF magic of the first object."""

import sys

source, target, what = sys.argv[1:]
archive = bytearray(open(source, "rb").read())
table = 8 + 60  # the archive's magic and the header of its first member
if what == "index":
    archive[table + 4 : table + 8] = b"\0\0\x10\x01"
elif what == "count":
    archive[table : table + 4] = b"\x7f\xff\xff\xff"
else:
    archive[archive.index(b"\x7fELF")] = 0
open(target, "wb").write(archive)

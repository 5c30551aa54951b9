# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""patch.py IN SECTION OFFSET OUT: copies an ELF file and changes the byte at OFFSET in SECTION."""

import re
import subprocess
import sys

source, section, offset, target = sys.argv[1:]
table = subprocess.run(["llvm-readelf", "-S", source], capture_output=True, text=True, check=True)
line = next(l for l in table.stdout.splitlines() if re.search(rf"\] {re.escape(section)} ", l))
start = int(line.split("]")[1].split()[3], 16)
content = bytearray(open(source, "rb").read())
content[start + int(offset)] ^= 0x10
open(target, "wb").write(content)

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""unpack_layout.py ARCHIVE FOLDER [--few]: unpacks an archive that tools/layout.py made.

With --few, FOLDER gets only the kernels of KERNELS, which compile in seconds. Another source x.cpp
in src/kernels/ stays only if these kernels include x.h. The runtime's bundled_program.cpp and
data_file.cpp are removed, because the examples do not use them.
"""

import pathlib
import posixpath
import re
import sys
import zipfile

KERNELS = ("portable/op_add", "portable/op_mul", "portable/mixed_map", "cortex_m/op_transpose",
           "prim_ops/op_sym_size", "quantized/op_choose_qparams")


def with_includes(names, wanted):
    """Returns the files `wanted`, all headers that they need, and the sources of these headers."""
    texts = {name: archive.read(name).decode(errors="replace") for name in names}
    found = set()
    while wanted:
        name = wanted.pop()
        if name in found or name not in texts:
            continue
        found.add(name)
        for header in re.findall(r'^#include "(.+)"', texts[name], re.M):
            path = posixpath.normpath(posixpath.join(posixpath.dirname(name), header))
            wanted += [path, re.sub(r"\.h$", ".cpp", path)]
    return found


with zipfile.ZipFile(sys.argv[1]) as archive:
    archive.extractall(sys.argv[2])
    names = archive.namelist()
    if sys.argv[3:] == ["--few"]:
        sources = [name for name in names if name.endswith(".cpp") and
                   re.search(r"(^|/)src/(kernels/|runtime/(bundled_program|data_file))", name)]
        kept = with_includes(names, [name for name in sources if name.endswith(
            tuple(f"src/kernels/{kernel}.cpp" for kernel in KERNELS))])
        for name in set(sources) - kept:
            (pathlib.Path(sys.argv[2]) / name).unlink()

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes .ptd files. A .ptd file contains weights for a program that does not contain them itself.
flatc writes the tables of the file. write() then inserts the extended header after the root offset
and the file identifier, and appends the segments."""

import json
import os
import struct
import subprocess
from pathlib import Path

HERE = os.path.dirname(os.path.abspath(__file__))
SCHEMA = os.path.join(HERE, "..", "..", "runtime", "schema", "data_file.fbs")
HEADER_SIZE = 48 # 40 bytes, and padding that keeps the tables aligned


def write(path, tensors, dim_order=None):
    """`tensors` are tuples (key, dtype, sizes, bytes). If the dtype is None, the entry
    has no tensor_layout."""
    segments, named_data, contents = [], [], b""
    for key, dtype, sizes, data in tensors:
        named_data.append({"key": key, "segment_index": len(segments)})
        if dtype:
            named_data[-1]["tensor_layout"] = {"scalar_type": dtype, "sizes": sizes,
                                               "dim_order": dim_order or list(range(len(sizes)))}
        contents += bytes(-len(contents) % 128)
        segments.append({"offset": len(contents), "size": len(data)})
        contents += data
    base, _ = os.path.splitext(path)
    Path(base + ".json").write_text(json.dumps({"segments": segments, "named_data": named_data}))
    folder = os.path.dirname(path) or "."
    subprocess.run(["flatc", "-b", "-o", folder, SCHEMA, base + ".json"], check=True)
    tables = Path(path).read_bytes()
    padding = bytes(-(len(tables) + HEADER_SIZE) % 128)
    root, identifier = struct.unpack("<I4s", tables[:8])
    header = struct.pack("<I4s4sI4Q8x", root + HEADER_SIZE, identifier, b"FH01", 40, HEADER_SIZE,
                         len(tables), HEADER_SIZE + len(tables) + len(padding), len(contents))
    Path(path).write_bytes(header + tables[8:] + padding + contents)

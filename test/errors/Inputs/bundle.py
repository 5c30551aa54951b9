# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Unpacks a link bundle and packs an altered one.

    bundle.py IN OUT STATEMENT...    runs the Python statements on `manifest` (a dict) and `members`
                                     (name -> bytes), then writes OUT
"""

import ctypes
import io
import json
import sys
import tarfile
from pathlib import Path

zstd = ctypes.CDLL("libzstd.so.1")
for function in ("ZSTD_compress", "ZSTD_compressBound", "ZSTD_decompress"):
    getattr(zstd, function).restype = ctypes.c_size_t
LARGEST = 1 << 26


def unpack(path):
    packed = Path(path).read_bytes()
    buffer = ctypes.create_string_buffer(LARGEST)
    size = zstd.ZSTD_decompress(buffer, ctypes.c_size_t(LARGEST), packed,
                                ctypes.c_size_t(len(packed)))
    if zstd.ZSTD_isError(ctypes.c_size_t(size)):
        sys.exit(f"bundle.py: cannot read {path}")
    with tarfile.open(fileobj=io.BytesIO(buffer.raw[:size])) as tar:
        return {info.name: tar.extractfile(info).read() for info in tar}


def pack(path, members):
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for name, content in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            tar.addfile(info, io.BytesIO(content))
    plain = plain.getvalue()
    limit = zstd.ZSTD_compressBound(ctypes.c_size_t(len(plain)))
    buffer = ctypes.create_string_buffer(limit)
    size = zstd.ZSTD_compress(buffer, ctypes.c_size_t(limit), plain, ctypes.c_size_t(len(plain)), 1)
    Path(path).write_bytes(buffer.raw[:size])


def file_hash(content):
    """Returns the hash by which the manifest identifies a file."""
    library = ctypes.CDLL("libxxhash.so.0")
    library.XXH3_64bits.restype = ctypes.c_uint64
    return f"{library.XXH3_64bits(content, ctypes.c_size_t(len(content))):016x}"


if __name__ == "__main__":
    members = unpack(sys.argv[1])
    manifest = json.loads(members["manifest.json"])
    for statement in sys.argv[3:]:
        exec(statement)
    if "manifest.json" in members:
        members["manifest.json"] = json.dumps(manifest).encode()
    pack(sys.argv[2], members)

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Takes link bundles apart and puts altered ones together.

A bundle is a tar compressed with zstd; libarchive unpacks it here as in et-prune. What is written
is a plain tar, which libarchive reads as well.

    bundle.py IN OUT STATEMENT...    runs the Python statements on `manifest` (a dict) and `members`
                                     (name -> bytes), then writes OUT
"""

import ctypes
import io
import json
import sys
import tarfile

archive = ctypes.CDLL("libarchive.so.13")
for function in ("archive_read_new", "archive_entry_pathname", "archive_error_string"):
    getattr(archive, function).restype = ctypes.c_void_p
for function in ("archive_read_data", "archive_entry_size"):
    getattr(archive, function).restype = ctypes.c_int64


def unpack(path):
    """The bundle's members in their order."""
    handle = ctypes.c_void_p(archive.archive_read_new())
    archive.archive_read_support_format_tar(handle)
    archive.archive_read_support_filter_zstd(handle)
    if archive.archive_read_open_filename(handle, path.encode(), ctypes.c_size_t(65536)):
        sys.exit(f"bundle.py: cannot read {path}")
    members, entry = {}, ctypes.c_void_p()
    while archive.archive_read_next_header(handle, ctypes.byref(entry)) == 0:
        name = ctypes.string_at(archive.archive_entry_pathname(entry)).decode()
        size = archive.archive_entry_size(entry)
        buffer = ctypes.create_string_buffer(size + 1)
        archive.archive_read_data(handle, buffer, ctypes.c_size_t(size))
        members[name] = buffer.raw[:size]
    archive.archive_read_free(handle)
    return members


def pack(path, members):
    with tarfile.open(path, "w", format=tarfile.USTAR_FORMAT) as tar:
        for name, content in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            tar.addfile(info, io.BytesIO(content))


def file_hash(content):
    """The hash by which the manifest knows a file."""
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

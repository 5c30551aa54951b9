#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""wheel.py PREFIX LAUNCHER VERSION MACHINE FOLDER: makes a wheel from the installation in PREFIX.

pip copies the wheel's scripts and data to the root of the Python environment. So the environment
becomes an installation with bin/, libexec/ and share/: et-prune is in PATH and starts without
Python, and find_package(EtPrune) finds et-prune's CMake files through PATH. pip unpacks no symbolic
links. In the wheel, copies of the program LAUNCHER, which runs et-ld, replace the links to et-ld.

The programs are static, so they run on systems with glibc (manylinux) and with musl (musllinux).
manylinux2014 is the older name of manylinux_2_17, for pip before 20.3.

The same files give the same bytes, because every file's time in the wheel is SOURCE_DATE_EPOCH.
"""

import base64
import hashlib
import os
import pathlib
import stat
import sys
import time
import zipfile

METADATA = """\
Metadata-Version: 2.1
Name: et-prune
Version: {version}
Summary: Makes ML firmware as small as its models allow, without recompiling it
License: Apache-2.0 WITH LLVM-exception
License-File: LICENSE
Requires-Python: >=3.8
Description-Content-Type: text/markdown

et-prune removes from a linked program the kernels of ExecuTorch, or of its own small runtime, that
the program's models do not call.

    python -m et_prune --cmake-dir      # for CMake: -DEtPrune_DIR=...
    python -m et_prune --libexec-dir    # for compilers: -B...
    et-prune --help
"""

WHEEL = """\
Wheel-Version: 1.0
Generator: et-prune
Root-Is-Purelib: false
"""


class Wheel:
    """A zip file that lists each of its files in RECORD, with a hash."""

    def __init__(self, path, name):
        self.zip = zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9)
        self.record = f"{name}.dist-info/RECORD"
        self.time = time.gmtime(int(os.environ["SOURCE_DATE_EPOCH"]))[:6]
        self.rows = []

    def add(self, name, data, executable=False):
        entry = zipfile.ZipInfo(name, self.time)
        entry.compress_type = zipfile.ZIP_DEFLATED
        # pip makes a file executable only if the entry's mode says that the file is regular.
        entry.external_attr = (stat.S_IFREG | (0o755 if executable else 0o644)) << 16
        self.zip.writestr(entry, data, compresslevel=9)
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")
        self.rows.append(f"{name},sha256={digest},{len(data)}\n")

    def close(self):
        rows = "".join(self.rows) + f"{self.record},,\n"
        self.add(self.record, rows.encode())
        self.zip.close()


def main():
    prefix, launcher, version, machine, folder = sys.argv[1:]
    name = f"et_prune-{version}"
    platforms = ("manylinux_2_17", "manylinux2014", "musllinux_1_1")
    platform = ".".join(f"{platform}_{machine}" for platform in platforms)
    path = pathlib.Path(folder, f"{name}-py3-none-{platform}.whl")
    wheel = Wheel(path, name)
    wheel.add("et_prune.py", pathlib.Path(__file__).with_name("et_prune.py").read_bytes())
    for file in sorted(path for path in pathlib.Path(prefix).rglob("*") if path.is_file()):
        place = file.relative_to(prefix)
        program = pathlib.Path(launcher) if file.resolve().name == "et-ld" != file.name else file
        kind, rest = ("scripts", place.name) if place.parts[0] == "bin" else ("data", place)
        executable = bool(program.stat().st_mode & 0o100)
        wheel.add(f"{name}.data/{kind}/{rest}", program.read_bytes(), executable)
    tags = "".join(f"Tag: py3-none-{platform}_{machine}\n" for platform in platforms)
    info = f"{name}.dist-info"
    license_text = pathlib.Path(prefix, "share/EtPrune/LICENSE").read_bytes()
    wheel.add(f"{info}/LICENSE", license_text)
    wheel.add(f"{info}/METADATA", METADATA.format(version=version).encode())
    wheel.add(f"{info}/WHEEL", (WHEEL + tags).encode())
    wheel.close()


if __name__ == "__main__":
    main()

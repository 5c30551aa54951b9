# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""fill-link.py SMALL_DISK FOLDER LINK...: links app.elf on disks of FOLDER's files and more and
more room, until it works. As long as it does not, neither an image nor a bundle may be left; each
message is printed once, without what stands before the reason."""

import re
import subprocess
import sys

small_disk, folder, *link = sys.argv[1:]
script = 'rm -f app.elf*; "$@" -o app.elf >&2; Status=$?; echo $Status; ls -A | grep ^app.elf'
seen = set()
for kilobytes in range(16, 400, 4):
    disk = ["bash", small_disk, folder, f"{kilobytes}k"]
    if subprocess.run([*disk, "true"], capture_output=True).returncode:
        continue  # too small for what is there
    run = subprocess.run([*disk, "bash", "-c", script, "-", *link], capture_output=True, text=True)
    status, *left = run.stdout.split()
    if status == "0":
        print("linked:", *left)
        sys.exit()
    if left:
        sys.exit(f"with {kilobytes} KB: status {status}, left {left}: {run.stderr}")
    for line in run.stderr.splitlines():
        name = re.match(r"(?:\S*/)?(et-ld|ld)(?:\.bfd)?: ", line)
        if name and line not in seen:
            seen.add(line)
            print("refused:", name[1] + ": " + line[name.end() :])
sys.exit("it never worked")

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""fill-disk.py SMALL_DISK REFUSED FOLDER COMMAND...: runs the command on disks of FOLDER's files
and more and more room, until it works; each message is printed once."""

import subprocess
import sys

small_disk, refused, folder, *command = sys.argv[1:]
last = None
for kilobytes in range(16, 400, 4):
    disk = ["bash", small_disk, folder, f"{kilobytes}k"]
    run = subprocess.run([*disk, "true"], capture_output=True, text=True)
    if run.returncode:
        continue  # too small for what is there
    run = subprocess.run([*disk, "bash", refused, *command], capture_output=True, text=True)
    if run.returncode:
        if "exit status 0" in run.stderr:
            print("pruned")
            sys.exit()
        sys.exit(f"with {kilobytes} KB: {run.stdout}{run.stderr}")
    if run.stdout != last:
        print("refused:", run.stdout, end="")
        last = run.stdout
sys.exit("it never worked")

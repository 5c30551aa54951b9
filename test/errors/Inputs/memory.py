# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""memory.py COMMAND...: runs a tool with an address space that grows from what the tool needs to
start until the run is done. As long as it is not, it must end with status 1 and a message and leave
every file as it was, and none that is temporary."""

import os
import pathlib
import resource
import subprocess
import sys
import tempfile

command = sys.argv[1:]
KILOBYTE = 1 << 10


def run(arguments, kilobytes, tmp):
    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (kilobytes * KILOBYTE,) * 2)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    environment = {**os.environ, "TMPDIR": tmp}
    return subprocess.run(arguments, preexec_fn=limit, env=environment, capture_output=True,
                          text=True)


def state():
    return {path: path.read_bytes() for path in pathlib.Path().rglob("*") if path.is_file()}


def refuses(kilobytes, tmp):
    """Whether it ended for want of memory, and then counts how."""
    global refused, wrong
    result = run(command, kilobytes, tmp)
    left = os.listdir(tmp)
    if result.returncode == 0:
        return False
    refused += 1
    if result.returncode != 1 or not result.stderr or left or state() != before:
        print(f"{kilobytes} KB: status {result.returncode}, left {left}: {result.stderr[:500]}")
        wrong += 1
    return True


# Below that, the tool's libraries cannot be loaded.
start = next(
    size for size in range(8 << 10, 1 << 20, 100)
    if run([command[0], "--version"], size, ".").returncode == 0
)
before, refused, wrong, size = state(), 0, 0, start
with tempfile.TemporaryDirectory() as tmp:
    last = size
    while refuses(size, tmp):
        last, size = size, size + max(50, (size - start) // 12)
    for path, contents in state().items():
        if path not in before:
            path.unlink()
        elif contents != before[path]:
            path.write_bytes(before[path])
    # What it needs at last, when threads and processes start, is less than such a step.
    for near in range(last, size, max(50, (size - last) // 40)):
        if not refuses(near, tmp):
            break
print(f"{refused} refused, done, {wrong} wrong")
sys.exit(bool(wrong))

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""interrupt.py ET_PRUNE IMAGE: SIGINT, SIGTERM and SIGHUP to et-prune and its linker at many
moments: no temporary file stays, neither beside the image nor in TMPDIR."""

import os
import signal
import subprocess
import sys
import tempfile
import time

tool, image = sys.argv[1:]
began = time.monotonic()
subprocess.run([tool, "-q", "--all-ops", image], check=True)
whole = time.monotonic() - began
before, caught = os.listdir(), 0
for step in range(18):
    number = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)[step % 3]
    with tempfile.TemporaryDirectory() as tmp:
        run = subprocess.Popen(
            [tool, "-q", "--all-ops", image],
            env={**os.environ, "TMPDIR": tmp},
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        time.sleep(whole * (0.1 + 0.9 * step / 18))
        try:
            os.killpg(run.pid, number)
        except ProcessLookupError:
            pass
        status = run.wait()
        caught += status == -number
        if status not in (0, -number):
            sys.exit(f"step {step}: status {status}")
        if os.listdir(tmp):
            sys.exit(f"step {step}, {number}: left {os.listdir(tmp)} in TMPDIR")
if sorted(os.listdir()) != sorted(before):
    sys.exit(f"left {set(os.listdir()) - set(before)} beside the image")
if not caught:
    sys.exit("no run was interrupted")

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""kill.py ET_PRUNE IMAGE: prunes in place again and again, to two selections in turn, and kills the
run after a delay that grows from nothing to longer than a whole run."""

import hashlib
import os
import signal
import subprocess
import sys
import tempfile
import time

tool, image = sys.argv[1:]
selections = (["--op-list", "aten::add.out"], ["--op-list", "aten::mul.out"])


def digest():
    return hashlib.sha256(open(image, "rb").read()).digest()


def prune(selection):
    return subprocess.run([tool, "-q", *selection, image], capture_output=True, text=True)


results = []
began = time.monotonic()
for selection in selections:
    assert prune(selection).returncode == 0
    results.append(digest())
whole = (time.monotonic() - began) / 2
assert results[0] != results[1]

steps, ended, killed, wrong = 36, 0, 0, 0
step, delay = 0, 0.0
# A machine that has become slower since the runs above were timed gets longer delays.
while step < steps or (not ended and delay < 60):
    delay = whole * 1.3 * step / steps if step < steps else 2 * delay
    step += 1
    before, turn = digest(), step % 2
    with tempfile.TemporaryDirectory() as tmp:
        run = subprocess.Popen(
            [tool, "-q", *selections[turn], image],
            env={**os.environ, "TMPDIR": tmp},
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            run.wait(delay)
        except subprocess.TimeoutExpired:
            os.killpg(run.pid, signal.SIGKILL)
            run.wait()
    ended += run.returncode == 0
    killed += run.returncode == -signal.SIGKILL
    if digest() not in (before, results[turn]):
        print(f"step {step}: the image is neither the old nor the new one")
        wrong += 1
    again = prune(selections[turn])
    if again.returncode or digest() != results[turn]:
        print(f"step {step}: afterwards: {again.stderr}")
        wrong += 1
print(f"{ended} runs ended, {killed} were killed, {wrong} left something wrong")
left = [name for name in os.listdir() if ".et-" in name]
print(f"{len(left)} temporary files lie beside the image")
sys.exit(bool(wrong))

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""kill-link.py ET_PRUNE IMAGE SIGNAL... -- LINK...: links again and again, over what the link
before left, and ends compiler, wrapper and linker by the signals in turn, at moments from the
beginning to after a whole link. Whatever is left, et-prune prunes it rightly or refuses it, and it
can be linked again. Signals that can be caught leave no temporary file."""

import os
import signal
import subprocess
import sys
import tempfile
import time

tool, image, *rest = sys.argv[1:]
signals = [getattr(signal, name) for name in rest[: rest.index("--")]]
link = [*rest[rest.index("--") + 1 :], "-o", image]
prune = [tool, "-q", "--op-list", "aten::add.out", "-o", "pruned.elf", image]


# What a refusal says to do.
advice = ("link the program again", "link it through the wrapper", "no such file or directory")


def content(path):
    return open(path, "rb").read() if os.path.exists(path) else None


def left_in(folder):
    return [name for name in os.listdir(folder) if ".et-" in name or name.startswith("et-")]


began = time.monotonic()
subprocess.run(link, check=True)
whole = time.monotonic() - began
good = [content(image), content(image + ".etl")]
subprocess.run(prune, check=True)
pruned = content("pruned.elf")
os.remove("pruned.elf")

steps, ended, stopped, refused, wrong = 24, 0, 0, 0, 0
step, delay = 0, 0.0
# A machine that has become slower since the link above was timed gets longer delays.
while step < steps or (not ended and delay < 60):
    delay = whole * 1.2 * step / steps if step < steps else 2 * delay
    number = signals[step % len(signals)]
    step += 1
    before = left_in(".")  # by a SIGKILL
    with tempfile.TemporaryDirectory() as tmp:
        run = subprocess.Popen(
            link, env={**os.environ, "TMPDIR": tmp}, stderr=subprocess.DEVNULL,
            start_new_session=True
        )
        try:
            run.wait(delay)
            ended += 1
        except subprocess.TimeoutExpired:
            stopped += 1
            os.killpg(run.pid, number)
            run.wait()
            while True:  # the driver does not wait for its linker, which may write till it has died
                try:
                    os.killpg(run.pid, 0)
                    time.sleep(0.01)
                except ProcessLookupError:
                    break
        left = left_in(tmp) + [name for name in left_in(".") if name not in before]
        if left and number != signal.SIGKILL:
            print(f"step {step}, {number}: left {left}")
            wrong += 1
    after = subprocess.run(prune, capture_output=True, text=True)
    if after.returncode == 0 and content("pruned.elf") == pruned:
        os.remove("pruned.elf")
    elif (
        after.returncode == 1
        and not os.path.exists("pruned.elf")
        and "error: " in after.stderr
        and any(text in after.stderr for text in advice)
    ):
        refused += 1
    else:
        print(f"step {step}, {number}: status {after.returncode}: {after.stderr}")
        wrong += 1
    subprocess.run(link, check=True)
    if [content(image), content(image + ".etl")] != good:
        print(f"step {step}, {number}: linked again, it is another image or bundle")
        wrong += 1
print(f"{ended} links ended, {stopped} did not, {refused} images refused, {wrong} wrong")
sys.exit(bool(wrong))

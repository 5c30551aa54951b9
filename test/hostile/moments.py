# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kinds of runs with good inputs. A signal or a second prune at the same time disturbs the run.
Afterwards the image must be the old image or a new image. The next prune must succeed."""

import contextlib
import os
import re
import signal
import time

from fixtures import ADD, MUL
from invariants import Running, Wrong, check, files_of, run

def prunes(c, place, ended, must=True):
    """Checks that et-prune can prune the image. If `must` is false, et-prune may instead tell
    the user to link again."""
    after = run(place, [c.tools.fast("et-prune"), "-q", "--op-list", ADD, "app.elf"])
    check(place, after, None, left=True)
    if after.status == 0 and place.read("app.elf") == c.program.pruned[ADD]:
        return
    # If the bundle is missing, et-prune may print any error.
    says = place.read("app.elf.etl") is None or re.search(r"link (it|the program) again",
                                                          after.stderr)
    if after.status == 1 and not must and says:
        return
    raise Wrong(f"the next prune fails: {after}\nafter {ended}")


def start(c, place, rng):
    """Writes a full or a pruned image. Returns the operator to select and the command to run."""
    place.write(c.program.image_files())
    if rng.random() < 0.5:
        run(place, [c.tools.fast("et-prune"), "-q", "--op-list", rng.choice([ADD, MUL]), "app.elf"])
    op = rng.choice([ADD, MUL])
    command = [c.tools.fast("et-prune"), "--op-list", op,
               *rng.choice([(), ("-q",), ("--report-json=r",)]), "app.elf"]
    return op, command


def old_or_new(c, place, ended, old, op):
    now = place.read("app.elf")
    if now not in (old, c.program.pruned[op]):
        raise Wrong(f"neither the old image nor the new one: {ended}")
    if ended.status == 0 and (now != c.program.pruned[op]
                              or place.read("app.map") != c.program.maps[op]):
        raise Wrong(f"the image or its map is not the pruned one: {ended}")
    return "done" if now == c.program.pruned[op] else "refused"


def kill(c, rng, index):
    number = rng.choice([signal.SIGKILL, signal.SIGKILL, signal.SIGTERM, signal.SIGINT,
                         signal.SIGHUP])
    with c.place() as place:
        op, command = start(c, place, rng)
        old, before = place.read("app.elf"), files_of(place.work)
        running = Running(place, command)
        if not running.ended_within(rng.random() * c.program.prune_time * 1.2):
            running.signal(number)
        ended = running.end()
        check(place, ended, before, (0,), (number,), left=number == signal.SIGKILL)
        result = old_or_new(c, place, ended, old, op)
        prunes(c, place, ended)
        return result


def kill_link(c, rng, index):
    """Sends a signal to a link through the wrapper. Often, the link replaces an earlier image."""
    number = rng.choice([signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
    with c.place() as place:
        place.write({**c.program.link_files(), "link": c.program.files["link"]})
        if rng.random() < 0.7:
            place.write(c.program.image_files())
        options = rng.choice([(), (f"-Wl,--et-op={MUL}",)])
        running = Running(place, ["./link", *options, "-o", "app.elf"])
        if not running.ended_within(rng.random() * c.program.link_time * 1.2):
            running.signal(number)
        ended = running.end()
        if ended.status:
            wait_for_group(running.process.pid)
        check(place, ended, None, (0, 1), (number,), left=number == signal.SIGKILL)
        if not options and place.read("app.elf") is not None:
            prunes(c, place, ended, must=ended.status == 0)
        bundles = []  # of two more links; the second finds no image and no bundle
        for _ in range(2):
            again = run(place, ["./link", "-o", "app.elf"])
            check(place, again, None, (0,), left=True)
            bundles.append(place.read("app.elf.etl"))
            if bundles[0] != bundles[-1] or place.read("app.elf") != c.program.full:
                raise Wrong(f"another link gives another image or bundle: {ended}")
            if len(bundles) == 1:
                prunes(c, place, ended)
                (place.work / "app.elf").unlink()
                (place.work / "app.elf.etl").unlink()
        return "done" if ended.status == 0 else "refused"


def wait_for_group(group):
    """Waits up to 5 s until the process group ends. The linker may write after the driver's end."""
    with contextlib.suppress(ProcessLookupError):
        for _ in range(500):
            os.killpg(group, 0)
            time.sleep(0.01)


def two(c, rng, index):
    """Two et-prunes prune one image at once. The first one is delayed at a system call."""
    call = rng.choice([call
                       for call in ("rename", "link", "openat", "fsync", "flock", "unlink", "write",
                                    "mmap", "wait4") if call in c.program.calls.counts])
    when = rng.choice(c.program.calls.counts[call])
    with c.place() as place:
        place.write(c.program.image_files())
        delay = f"inject={call}:delay_{rng.choice(['enter', 'exit'])}="
        delay += f"{rng.randint(50, 400)}ms:when={when}"
        slow = Running(
            place,
            ["strace", "-o", place.root / "trace", "-e", f"trace={call}", "-e", delay,
             c.tools.fast("et-prune"), "--op-list", ADD, "app.elf"],
        )  # fmt: skip
        time.sleep(rng.random() * (c.program.prune_time * 3 + 0.2))
        beside = c.beside(place)
        quick = Running(beside, [c.tools.fast("et-prune"), "-q", "--op-list", MUL, "app.elf"])
        first, second = slow.end(), quick.end()
        for ended in (first, second):
            check(place, ended, None)
        now = place.read("app.elf")
        made = [c.program.pruned[op] for op, ended in ((ADD, first), (MUL, second))
                if ended.status == 0]
        if now not in made:
            raise Wrong(f"the image is the result of neither run: {first}\n{second}")
        prunes(c, place, second)
        return "done" if len(made) == 2 else "refused"


MOMENTS = {"kill": kill, "kill-link": kill_link, "two": two}

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kinds of runs with good inputs on a machine that fails: a system call of et-prune or of its
linker fails, memory is short, or a disk is full. After a failed prune, the image must be the old
image or the new image. After a failed system call, the next prune must succeed.

Three of four runs of the kind "fault" take the next fault of REPLACING. The fourth run takes a
random fault.
"""

import contextlib
import os
import re
import signal
import subprocess

from fixtures import ADD, TESTS
from invariants import Running, Wrong, check, files_of, run
from moments import old_or_new, prunes

FAULTS = {
    "openat": "EIO EACCES EMFILE", "read": "EIO", "pread64": "EIO", "write": "ENOSPC EIO",
    "pwrite64": "ENOSPC",
    "rename": "EIO EPERM", "link": "EIO EPERM", "unlink": "EIO", "rmdir": "EIO",
    "mkdir": "ENOSPC EACCES",
    "fsync": "EIO", "fchmod": "EPERM", "close": "EIO", "lseek": "EIO", "mmap": "ENOMEM",
    "ftruncate": "EIO",
    "flock": "ENOLCK", "fstat": "EIO", "newfstatat": "EIO", "readlink": "EIO", "getdents64": "EIO",
    "memfd_create": "EMFILE",
    "vfork": "EAGAIN", "clone": "EAGAIN", "clone3": "EAGAIN", "fork": "EAGAIN", "wait4": "EIO",
    "dup2": "EBADF", "symlink": "EIO", "pipe2": "EMFILE",
    "fallocate": "ENOSPC", "copy_file_range": "EIO", "sendfile": "EIO", "munmap": "EINVAL",
    "landlock_restrict_self": "EPERM",
}  # fmt: skip
# If one of these calls fails while et-prune removes a temporary file, the file may stay.
OF_REMOVALS = ("unlink", "rmdir", "openat", "getdents64", "newfstatat", "fstat", "close")
# Faults of calls that replace files: call, fault for strace, "+" if all later calls fail, too.
REPLACING = [
    ("rename", "error=EIO", ""), ("rename", "error=EIO", "+"), ("link", "error=EPERM", ""),
    ("link", "error=EIO", "+"), ("fsync", "error=EIO", ""), ("fchmod", "error=EPERM", ""),
    ("flock", "error=ENOLCK", "+"), ("unlink", "error=EIO", ""), ("rename", "signal=KILL", ""),
    ("link", "signal=KILL", ""), ("fsync", "signal=KILL", ""), ("unlink", "signal=KILL", ""),
]  # fmt: skip
SMALL_DISK = TESTS / "errors" / "Inputs" / "small-disk.sh"


def counts_of(trace, calls):
    """Returns how often the trace has each of the calls. Omits calls that the trace lacks."""
    counts = {call: len(re.findall(rf"\b{call}\(", trace)) for call in calls}
    return {call: count for call, count in counts.items() if count}


class Calls:
    """The system calls of a prune without faults. strace numbers the uses of each call. `counts`
    has the numbers that main() gets. `linker` says how often the linker makes each call."""

    def __init__(self, c):
        with c.place() as place:
            place.write(c.program.image_files())
            trace = place.root / "trace"
            command = [c.tools.fast("et-prune"), "--op-list", ADD, "--report-json=r", "app.elf"]
            run(place, ["strace", "-o", trace, *command])
            # rt_sigaction(SIGXFSZ) is among the first calls of main(). Earlier calls load et-prune.
            at_start, own = trace.read_text(errors="replace").split("rt_sigaction(SIGXFSZ", 1)
            before = counts_of(at_start, FAULTS)
            self.counts = {
                call: range(before.get(call, 0) + 1, before.get(call, 0) + count + 1)
                for call, count in counts_of(own, FAULTS).items()
            }
            place.write(c.program.image_files())
            run(place, ["strace", "-f", "-o", trace, *command])
            lines = trace.read_text(errors="replace").splitlines()
            linkers = {line.split()[0] for line in lines
                       if re.search(r'execve\("[^"]*ld(\.\w+)?"', line)}
            self.linker = counts_of("\n".join(line for line in lines if line.split()[0] in linkers),
                                    FAULTS)
        self.replacing = [(call, fault, f"{when}{more}") for call, fault, more in REPLACING
                          for when in self.counts.get(call, ())]
        # GNU ld ignores some errors of its last calls. et-prune must notice the broken image.
        self.last_of_linker = [
            (call, error, count - back)
            for back in range(24) for call, error in (("lseek", "EIO"), ("write", "ENOSPC"))
            if (count := self.linker.get(call, 0)) > back
        ]  # fmt: skip


def any_fault(calls, rng):
    call = rng.choice(sorted(calls.counts))
    more = "+" if rng.random() < 0.2 and call in ("write", "rename", "fsync", "link",
                                                  "mkdir") else ""
    return (call, f"error={rng.choice(FAULTS[call].split())}",
            f"{rng.choice(calls.counts[call])}{more}")


def fault(c, rng, index):
    """A system call of et-prune fails once, fails from then on, or ends et-prune by SIGKILL."""
    calls = c.program.calls
    call, what, when = any_fault(calls, rng) if index % 4 == 3 else c.item(calls.replacing, index)
    killed = what == "signal=KILL"
    with c.place() as place:
        command = [c.tools.fast("et-prune"), "--op-list", ADD,
                   *rng.choice([(), ("--report-json=r",)]), "app.elf"]
        place.write(c.program.image_files())
        if call == "rename" and rng.random() < 0.5:  # no bundle: pass the link command
            place.write({**c.program.link_files(), "link": c.program.files["link"]})
            (place.work / "app.elf.etl").unlink()
            command += ["--", "./link", "-o", "app.elf"]
        old, before = place.read("app.elf"), files_of(place.work)
        ended = run(place, ["strace", "-o", place.root / "trace", "-e", f"trace={call}", "-e",
                            f"inject={call}:{what}:when={when}", *command])
        # et-prune cannot report that it cannot write a message.
        silent = call == "write" and ended.status == 1 and not ended.stderr
        stays = "stays" in ended.stderr  # the message says that a file could not be restored
        if not silent:
            check(place, ended, None if stays else before, signals=(signal.SIGKILL,) * killed,
                  left=killed or call in OF_REMOVALS or when.endswith("+"))
        result = old_or_new(c, place, ended, old, ADD)
        if place.read("app.elf.etl") is None:
            check(place, run(place, command), None, (0,), left=True)
        prunes(c, place, ended)
        return result


def linker_fault(c, rng, index):
    calls, more = c.program.calls, rng.choice(["", "", "+"])
    if index % 4 == 3:
        call = rng.choice(sorted(calls.linker))
        error, when = rng.choice(FAULTS[call].split()), rng.randint(1, calls.linker[call])
    else:
        call, error, when = c.item(calls.last_of_linker, index)
    with c.place() as place:
        place.write(c.program.image_files())
        old, before = place.read("app.elf"), files_of(place.work)
        running = Running(place, [c.tools.fast("et-prune"), "--op-list", ADD, "app.elf"])
        child = stopped_linker(running.process)
        tracer = None
        if child:
            inject = f"inject={call}:error={error}:when={when}{more}"
            tracer = subprocess.Popen(
                ["strace", "-f", "-p", child, "-o", place.root / "trace", "-e", f"trace={call}",
                 "-e", inject],
                stderr=subprocess.PIPE,
            )
            tracer.stderr.readline()  # "Process ... attached"
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(child), signal.SIGCONT)
        ended = running.end()
        if tracer:
            tracer.communicate()
        check(place, ended, before)
        result = old_or_new(c, place, ended, old, ADD)
        prunes(c, place, ended)
        return result


def stopped_linker(process):
    """Stops et-prune's linker and returns the linker's process ID as text. Returns None if
    et-prune ends without a link."""
    children = f"/proc/{process.pid}/task/{process.pid}/children"
    while process.poll() is None:
        with contextlib.suppress(OSError, ProcessLookupError):
            with open(children) as file:
                found = file.read().split()
            for child in found:
                with open(f"/proc/{child}/comm") as file:
                    name = file.read().strip()
                if re.search(r"\bld(\.\w+)?$", name):
                    os.kill(int(child), signal.SIGSTOP)
                    return child
    return None


def memory(c, rng, index):
    commands = [
        ["et-prune", "-q", "--op-list", ADD, "app.elf"],
        ["et-prune", "-q", "--check", "--op-list", ADD, "app.elf"],
        ["et-oplist", "--ops", "names", "-o", "out.yaml"],
        ["../libexec/et-prune/arm-none-eabi-ld", "-T", "vendor.ld", "--gc-sections", "main.o",
         "libkernels.a", "-o", "other.elf"],
    ]  # fmt: skip
    name, *words = commands[index % len(commands)]
    if words[0] == "-T" and "vendor.ld" not in c.program.inputs:
        name, *words = commands[0]
    tool = c.tools.fast(name)
    with c.place() as place:
        names = "".join(f"a.{number}\n" for number in range(20000)).encode()
        place.write({**c.program.link_files(), **c.program.image_files(), "names": names})
        old, before = place.read("app.elf"), files_of(place.work)
        # The tool gets 50 KB to 300 MB more than it needs to start (log-uniform).
        size = least_memory(c, place, tool) + int(50000 * 6000 ** rng.random())
        ended = Running(place, [tool, *words], memory=size).end()
        check(place, ended, before, starved=True)
        if "out.yaml" not in words and "-T" not in words and "--check" not in words:
            old_or_new(c, place, ended, old, ADD)
        return "done" if ended.status == 0 else "refused"


def least_memory(c, place, tool):
    """Returns the address space in bytes that the tool needs to load its libraries."""
    low, high = 8 << 20, 1 << 30
    if tool not in c.least:
        while high - low > 100000:
            middle = (low + high) // 2
            ended = Running(place, [tool, "--version"], memory=middle).end()
            low, high = (low, middle) if ended.status == 0 else (middle, high)
        c.least[tool] = high
    return c.least[tool]


def disk(c, rng, index):
    linked = index % 2
    with c.place() as place:
        place.write({**c.program.link_files(), "link": c.program.files["link"]})
        command = ["./link", "-o", "app.elf"]
        if not linked:
            place.write(c.program.image_files())
            command = [c.tools.fast("et-prune"), "-q", "--op-list", ADD, "app.elf"]
        old, before = place.read("app.elf"), files_of(place.work)
        # Estimates the inputs' pages of 4 KiB: one page more than the content of each file needs.
        pages = sum(-(-path.stat().st_size // 4096) + 1 for path in place.work.iterdir())
        size = f"{4 * (pages + rng.randint(0, 40))}k"
        # The small disk is unmounted after the run, so its files are copied first.
        copy = '"$@"; status=$?; cp -a . ../after; exit $status'
        small = ["bash", SMALL_DISK, place.work, size]
        ended = run(place, [*small, "bash", "-c", copy, "-", *command])
        if "cp: " in ended.stderr:
            return "refused"  # the disk is too small for the inputs
        place.work = place.root / "after"
        check(place, ended, None if linked else before)
        # GNU ld may write only a part of the map and print nothing. et-ld then reports the map.
        says = r"(cannot write '\S*app\.(elf|elf\.etl|map)'|\bld\S*: .*): No space left|link's map: "
        if ended.status and not re.search(says, ended.stderr):
            raise Wrong(f"the message does not name the file: {ended}")
        if not linked:
            return old_or_new(c, place, ended, old, ADD)
        if ended.status and any(place.read(name) for name in ("app.elf", "app.elf.etl")):
            raise Wrong(f"the link failed and left an image or a bundle: {ended}")
        return "done" if ended.status == 0 else "refused"


FAILURES = {"fault": fault, "linker-fault": linker_fault, "memory": memory, "disk": disk}

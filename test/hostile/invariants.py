# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Invariants that hold after every run of a tool, for any input and any fault.

A run has its own place with three folders: `work`, its current folder; `tmp`, its TMPDIR; and
`outside`, which stands for the rest of the machine, where nothing may change.
"""

import os
import pathlib
import re
import resource
import shutil
import signal
import stat
import subprocess
import time

SANITIZER = re.compile(r"Sanitizer|runtime error:")
REPORT = re.compile(r"terminate called|Assertion|LLVM ERROR|PLEASE submit a bug|pure virtual")
# If stderr has such a message, the linker crashed, and REPORT may match the linker's text.
LINKERS_REPORT = re.compile(r"was ended by signal \d+|' crashed: ")
TEMPORARY = re.compile(r"\.et-[0-9A-Za-z]{6}")
GIGABYTE = 1 << 30


class Wrong(Exception):
    """An invariant is violated."""


def files_of(folder):
    """Returns the type, mode and content of each file below the folder, by name."""
    found = {}
    for path in sorted(folder.rglob("*")):
        info = path.lstat()
        name = str(path.relative_to(folder))
        if stat.S_ISLNK(info.st_mode):
            found[name] = ("link", os.readlink(path))
        elif stat.S_ISREG(info.st_mode):
            found[name] = (info.st_mode, path.read_bytes())
        else:
            found[name] = (stat.S_IFMT(info.st_mode), None)
    return found


class Place:
    def __init__(self, root):
        self.root = pathlib.Path(root)
        self.work, self.tmp, self.outside = (self.root / name
                                             for name in ("work", "tmp", "outside"))
        for folder in (self.work, self.tmp, self.outside / "folder"):
            folder.mkdir(parents=True)
        # These look like side outputs, but et-prune may replace nothing in this folder.
        (self.outside / "notes.md").write_text("Linker script and memory map\n")
        (self.outside / "empty").touch()
        (self.outside / "app.d").write_text("app.elf: main.o\n")
        (self.outside / "secret").write_text("SECRET\n")
        # These files tell GNU ld to write its output into this folder.
        (self.outside / "response").write_text(f"-o {self.outside}/new\n")
        (self.outside / "mri").write_text(f"NAME {self.outside}/new\n")
        self.outside_before = files_of(self.outside)

    def write(self, files):
        for name, content in files.items():
            path = self.work / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.unlink(missing_ok=True)
            path.write_bytes(content)
            path.chmod(0o755 if content[:2] in (b"#!", b"\x7fE") else 0o644)

    def read(self, name):
        path = self.work / name
        return path.read_bytes() if path.exists() else None

    def remove(self):
        shutil.rmtree(self.root, ignore_errors=True)


class Ended:
    def __init__(self, status, stdout, stderr, seconds, command):
        self.status, self.stdout, self.stderr = status, stdout, stderr
        self.seconds, self.command = seconds, command

    def __str__(self):
        return f"status {self.status} after {self.seconds:.1f} s: {self.stderr[-2000:]}"


class Running:
    """A running tool with limits of time and memory, in its own process group."""

    def __init__(self, place, command, environment=None, memory=2 * GIGABYTE):
        self.place, self.command = place, [str(word) for word in command]
        self.out = open(place.root / "stdout", "wb+")
        self.err = open(place.root / "stderr", "wb+")
        self.began = time.monotonic()

        def limit():
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            resource.setrlimit(resource.RLIMIT_FSIZE, (GIGABYTE,) * 2)
            if memory:
                resource.setrlimit(resource.RLIMIT_AS, (memory,) * 2)

        self.process = subprocess.Popen(
            self.command, cwd=place.work,
            env={**os.environ, "TMPDIR": str(place.tmp), **(environment or {})},
            stdin=subprocess.DEVNULL, stdout=self.out, stderr=self.err,
            preexec_fn=limit, start_new_session=True)

    def signal(self, number):
        try:
            os.killpg(self.process.pid, number)
        except ProcessLookupError:
            pass

    def ended_within(self, seconds):
        try:
            self.process.wait(seconds)
            return True
        except subprocess.TimeoutExpired:
            return False

    def end(self, seconds=300):
        """Waits for the end. A normal run takes a tenth of a second."""
        in_time = self.ended_within(seconds)
        if not in_time:
            self.signal(signal.SIGKILL)
            self.process.wait()
        texts = []
        for file in (self.out, self.err):
            file.seek(0)
            texts.append(file.read().decode(errors="replace"))
            file.close()
        ended = Ended(self.process.returncode, *texts, time.monotonic() - self.began, self.command)
        if not in_time:
            raise Wrong(f"no end within {seconds} s: {ended}")
        return ended


def run(place, command, seconds=300, **options):
    return Running(place, command, **options).end(seconds)


def check(place, ended, before, statuses=(0, 1), signals=(), left=False, starved=False):
    """Checks all invariants that do not depend on the kind of run. `before` describes the
    files in `work` before the run. A failed run must not change them, unless `before` is None.
    `signals` are the signals that the test sent. With `left`, temporary files may stay. With
    `starved`, the run may run out of memory."""
    if ended.status not in statuses and -ended.status not in signals:
        raise Wrong(f"{ended}")
    reports = REPORT.search(ended.stderr) and not LINKERS_REPORT.search(ended.stderr)
    if SANITIZER.search(ended.stderr) or reports:
        raise Wrong(f"a crash report: {ended}")
    if "out of memory" in ended.stderr and not starved:
        raise Wrong(f"out of memory, although the limit should be enough for any input: {ended}")
    if ended.status in (1, 3) and not ended.stderr.strip():
        raise Wrong(f"no message: {ended}")
    changed = files_of(place.outside).items() ^ place.outside_before.items()
    if changed:
        raise Wrong(f"files outside have changed: {sorted({name for name, _ in changed})}; {ended}")
    after = files_of(place.work)
    if not left:
        # A signal of the test also kills the compiler driver, which then leaves its own cc* files.
        stays = [str(path) for path in place.tmp.iterdir() if not re.match(r"cc\w{6}\.", path.name)]
        stays += [name for name in after if TEMPORARY.search(name) and name not in (before or {})]
        if stays:
            raise Wrong(f"temporary files stay: {stays}; {ended}")
    if ended.status and before is not None and ended.status in statuses:
        changed = sorted({name for name, _ in after.items() ^ before.items()
                          if not TEMPORARY.search(name)})
        if changed:
            raise Wrong(f"failed, but changed {changed}; {ended}")

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a tool on many broken inputs, a few at a time, and counts what became of them.

A trial has a folder of its own. It goes wrong when the tool ends by a signal, with a status other
than 0 and 1 or with a sanitizer's report, takes longer than ten seconds, fails without a message,
leaves a temporary file, or fails and has changed a file.
"""

import concurrent.futures
import hashlib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile


def state(folder):
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).digest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def trial(folder, name, files, command):
    """The verdict on one input: "refused", "pruned", or what went wrong."""
    work, tmp = folder / "work", folder / "tmp"
    for path in (work, tmp):
        path.mkdir(parents=True)
    for file, content in files.items():
        (work / file).parent.mkdir(parents=True, exist_ok=True)
        (work / file).write_bytes(content)
    before = state(work)
    try:
        run = subprocess.run(
            command, cwd=work, env={**os.environ, "TMPDIR": str(tmp)}, capture_output=True,
            timeout=10
        )
    except subprocess.TimeoutExpired:
        return f"{name}: no end after ten seconds"
    message = run.stderr.decode(errors="replace")
    if run.returncode not in (0, 1) or "Sanitizer" in message or "runtime error" in message:
        return f"{name}: status {run.returncode}: {message[-3000:]}"
    if list(tmp.iterdir()):
        return f"{name}: left {list(tmp.iterdir())}"
    if run.returncode == 0:
        return "pruned"
    if "error: " not in message:
        return f"{name}: no message: {message[:500]}"
    changed = sorted(file for file, _ in state(work).items() ^ before.items())
    if changed:
        return f"{name}: failed, but changed {changed}: {message}"
    return "refused"


def run(trials, command):
    """Runs `command` for each (name, files) of `trials`, and exits with the counts."""
    root = pathlib.Path(tempfile.mkdtemp(dir=os.getcwd()))
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        verdicts = list(
            pool.map(
                lambda job: trial(root / str(job[0]), *job[1], command), enumerate(trials)
            )
        )
    shutil.rmtree(root)
    wrong = [v for v in verdicts if v not in ("refused", "pruned")]
    for verdict in wrong[:10]:
        print(verdict)
    print(
        f"{verdicts.count('refused')} refused, {verdicts.count('pruned')} pruned, {len(wrong)} "
        f"wrong"
    )
    sys.exit(bool(wrong))

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs hostile tests and prints a table of the results. Each turn makes one run of each KIND.
tools/hostile.sh explains the kinds and the options.

    campaign.py BUILD SEED LIMIT KIND... [--only KIND:INDEX] [--sanitized]

LIMIT is the total time ("600s"), or says how often each kind runs ("50").
"""

import argparse
import contextlib
import itertools
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time
import traceback

import faults
import fixtures
import inputs
import invariants
import malice
import moments

KINDS = {**inputs.DAMAGE, **malice.MALICE, **moments.MOMENTS, **faults.FAILURES}
# lit's seed is the number of the day. Each day, Campaign.item() begins SHARE items later in a list.
# After SHARE runs of a kind, choose_program() takes the next program.
SHARE = 20


class Campaign:
    def __init__(self, options, folder):
        self.folder = pathlib.Path(folder)
        self.tools = fixtures.Tools(options.build, options.sanitized)
        self.seed = options.seed
        self.places = itertools.count()
        self.programs, self.least = {}, {}
        self.prepare_damage(options)
        self.prepare_malice()

    def prepare_damage(self, options):
        if set(options.kinds) & set(inputs.DAMAGE):
            fuzzer = self.tools.release / "fuzz/bin/et-fuzz"
            self.mutants = fixtures.Mutants(fuzzer, self.folder / "mutants", options.seed)
            self.seeds = self.folder / "seeds"
            subprocess.run(["bash", fixtures.TESTS / "fuzz/seeds.sh", self.tools.release,
                            self.seeds, "texts"], check=True, stdout=subprocess.DEVNULL)

    def prepare_malice(self):
        """Makes a library and a script. When a tool loads or runs one of these files, the file
        `was-run` appears. Also makes a FIFO, which blocks each tool that opens the FIFO."""
        self.was_run, self.fifo = self.folder / "was-run", self.folder / "fifo"
        self.library, self.script = self.folder / "evil.so", self.folder / "evil.sh"
        os.mkfifo(self.fifo)
        source = ('#include <fcntl.h>\n__attribute__((constructor)) static void f(void) '
                  '{ open("%s", O_CREAT, 0644); }\n')
        (self.folder / "evil.c").write_text(source % self.was_run)
        subprocess.run(["gcc", "-shared", "-fPIC", self.folder / "evil.c", "-o", self.library],
                       check=True)
        self.script.write_text(f"#!/bin/sh\ntouch {self.was_run}\n")
        self.script.chmod(0o755)

    def choose_program(self, kind, index):
        """Sets self.program. "disk" always gets Firmware: a full disk kills LLD by a signal, but
        disk() expects an error message. "scripts" never gets Host, which has no linker script."""
        kinds = [fixtures.Firmware, fixtures.LldFirmware, fixtures.Host]
        kinds = kinds[:{"disk": 1, "scripts": 2}.get(kind, 3)]
        kinds = [made if all(map(shutil.which, made.programs)) else kinds[0] for made in kinds]
        chosen = kinds[(self.seed + index // SHARE) % len(kinds)]
        if chosen not in self.programs:
            self.programs[chosen] = chosen(self.folder / chosen.__name__, self.tools)
        self.program = self.programs[chosen]
        if kind in ("kill", "kill-link", "two") and not hasattr(self.program, "prune_time"):
            prune = [self.tools.fast("et-prune"), "-q", "--op-list", fixtures.ADD, "app.elf"]
            self.program.prune_time = self.time(prune)
            self.program.link_time = self.time(["./link", "-o", "app.elf"])
        if kind in ("two", "fault", "linker-fault") and not hasattr(self.program, "calls"):
            self.program.calls = faults.Calls(self)

    def item(self, items, index):
        return items[(self.seed * SHARE + index) % len(items)]

    def time(self, command):
        with self.place() as place:
            place.write({**self.program.link_files(), **self.program.files})
            return min(invariants.run(place, command).seconds for _ in range(3))

    @contextlib.contextmanager
    def place(self):
        place = invariants.Place(self.folder / f"run-{next(self.places)}")
        try:
            yield place
        finally:
            place.remove()

    def beside(self, place):
        """Returns a place for a second process that runs in the folders of `place` at the same
        time. The second process writes its stdout and stderr to other files."""
        other = invariants.Place(place.root / "second")
        other.work, other.tmp = place.work, place.tmp
        return other


def one(campaign, options, kind, index):
    """Runs one hostile test. Returns "done", "refused", or a text that says what is wrong."""
    rng = random.Random(f"{options.seed}:{kind}:{index}")
    campaign.choose_program(kind, index)
    try:
        return KINDS[kind](campaign, rng, index)
    except invariants.Wrong as wrong:
        return f"{wrong}"
    except Exception:  # a bug of the campaign itself
        return f"the campaign failed:\n{traceback.format_exc()}"


def turns(options):
    if options.only:
        kind, index = options.only.split(":")
        yield kind, int(index)
        return
    seconds = float(options.limit[:-1]) if options.limit.endswith("s") else None
    end = time.monotonic() + (seconds or 0)
    for index in itertools.count() if seconds else range(int(options.limit)):
        for kind in options.kinds:
            if seconds and time.monotonic() > end:
                return
            yield kind, index


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("seed", type=int)
    parser.add_argument("limit")
    parser.add_argument("kinds", nargs="*")
    parser.add_argument("--only")
    parser.add_argument("--sanitized", action="store_true")
    options = parser.parse_intermixed_args()
    options.kinds = [options.only.split(":")[0]] if options.only else options.kinds or list(KINDS)
    if unknown := [kind for kind in options.kinds if kind not in KINDS]:
        sys.exit(f"hostile.sh: error: no kind '{unknown[0]}'; there are {', '.join(KINDS)}")
    table = {kind: {"runs": 0, "refused": 0, "done": 0, "wrong": 0} for kind in options.kinds}
    with tempfile.TemporaryDirectory() as folder:
        campaign = Campaign(options, folder)
        for kind, index in turns(options):
            result = one(campaign, options, kind, index)
            row = table[kind]
            row["runs"] += 1
            row[result if result in row else "wrong"] += 1
            if result not in row:
                print(f"wrong: --seed {options.seed} --only {kind}:{index}: {result}", flush=True)
    print(f"{'kind':14}{'runs':>8}{'refused':>9}{'done':>8}{'wrong':>7}")
    columns = ("runs", "refused", "done", "wrong")
    table["all"] = {name: sum(row[name] for row in table.values()) for name in columns}
    for kind, row in table.items():
        print(f"{kind:14}{row['runs']:8}{row['refused']:9}{row['done']:8}{row['wrong']:7}")
    return 1 if table["all"]["wrong"] else 0


sys.exit(main())

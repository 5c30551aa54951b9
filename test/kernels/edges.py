# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares our kernels with PyTorch for edge calls: calls with edge values of arguments.

    edges.py [--seed=S] [--bases=N] [--pairs=N] [--every=N --share=K] [--list]
             PROGRAM CASES [OPERATOR...]

PROGRAM is et-kernel-cases or et-kernel-cases-optimized. CASES is the folder that make_cases.py
wrote. A base is a call in CASES. For each operator, the script chooses up to N bases (--bases) at
random with the seed S. For each base, the script makes one call with each edge value of each
argument (edge_values.py), and N calls with edge values of two random arguments (--pairs).

PyTorch and our kernels make each call. If the answers differ, an entry in
tools/executorch/differences.py must explain the call. Without OPERATOR, each entry must explain at
least one call. If an entry explains no call, the script makes more calls of the entry's operators
until the entry explains a call, with at most MOST_TRIES pairs of operator and seed.
--list also prints the calls whose difference an entry explains.

--every takes every Nth operator, from the Kth on. PyTorch's results for infinities, NaNs and the
largest numbers depend on the processor. With --every, a different result of such a call therefore
needs no entry. An entry for different results (APART) then need not explain a call.
"""

import argparse
import collections
import itertools
import os
import random
import re
import resource
import signal
import subprocess
import sys
import tempfile
import traceback
import warnings
from pathlib import Path

os.environ["OMP_NUM_THREADS"] = "1"

import torch

import case_writer
from case_reader import TENSORS, count, numbers
from edge_calls import Base, Call, Operator, Unsure, edge_calls, first_tensor

sys.path.insert(0, str(Path(__file__).parents[2] / "tools" / "executorch"))
import differences

LARGEST_INPUT, LARGEST_NUMBER = 200, 1000
MEMORY = 6 << 30
SECONDS = 0.2 # limit of PyTorch's processor time for one call
SPECIAL = re.compile(r"=(-?inf|nan|largest)\b")
CALLS_OF_AN_ENTRY, MOST_TRIES, SEEDS = 30, 12, range(1, 13)
VERDICTS = {"stricter": differences.STRICTER, "more lenient": differences.LENIENT,
            "DIFFERENT": differences.APART}


class CaseFiles:
    """The cases of each operator. Some of them become bases."""

    def __init__(self, folder):
        self.places, self.texts = collections.defaultdict(list), []
        for name in ("portable", "optimized"):
            text = Path(folder, f"{name}.cases").read_text(encoding="ascii")
            for found in re.finditer(r"^case \S+\nop (\S+)\n", text, re.M):
                self.places[found[1]].append((len(self.texts), found.start()))
            self.texts.append(text)

    def lines(self, place):
        number, start = place
        text = self.texts[number]
        lines = text[start:text.index("\nrun\n", start)].split("\n")
        return [line.split() for line in lines if line != "alike"]

    def bases(self, operator, chance, most):
        """Returns at most `most` random bases. If the operator has a base whose first tensor is
        Float, such a base comes first."""
        places = chance.sample(self.places[operator.name], len(self.places[operator.name]))

        def is_whole(base):
            return base and len(base.args) == len(operator.arguments)
        floats = filter(is_of_float, filter(is_whole, map(self.base, places)))
        others = filter(is_whole, map(self.base, places))
        return [*itertools.islice(floats, 1), *itertools.islice(others, most - 1)]

    def base(self, place):
        lines = self.lines(place)
        return Base(lines[0][1], lines[2:]) if all(map(is_base, lines[2:])) else None


def is_of_float(base):
    first = first_tensor(base.args)
    return first and first.tensor.dtype == torch.float32


def is_base(words):
    """True if a case with this line can be a base. A tensor must have memory, a dtype of PyTorch
    and 1 to LARGEST_INPUT elements. Integers must be small. A case that must fail, or that names a
    kernel's key, cannot be a base."""
    if words[0] in TENSORS:
        return words[1] in case_writer.DTYPES.values() and words[-1] != "absent" and (
            0 < count(words[2]) <= LARGEST_INPUT)
    if words[0] in ("int", "ints"):
        return all(abs(item) <= LARGEST_NUMBER for item in numbers(words[1]))
    return words[0] not in ("key", "fail")


class Writer:
    """Writes an operator's calls, with PyTorch's results, to the case file `path`. A child process
    makes the calls, because some calls crash PyTorch or take too long. If a call ends the child, a
    new child continues with the next call."""

    def __init__(self, operator, bases, calls, path):
        self.operator, self.bases, self.calls, self.path = operator, bases, calls, path
        self.ended = []  # numbers of the calls that ended a process, from 1
        self.number = 0

    def run(self):
        while True:
            Path(self.path + ".begun").write_text("0", encoding="ascii")
            child = os.fork()
            if child == 0:
                self.run_child()
            status = os.waitpid(child, 0)[1]
            if not os.WIFSIGNALED(status):
                if status:
                    sys.exit(f"edges.py: error: {self.operator.name}: no calls could be made")
                return
            self.ended.append(int(Path(self.path + ".begun").read_text(encoding="ascii")))

    def run_child(self):
        try:
            torch.set_num_threads(1)
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            with open(self.path, "a", encoding="ascii") as file, open(
                    self.path + ".begun", "wb", 0) as self.begun:
                self.write(file)
            os._exit(0)
        except BaseException:
            traceback.print_exc()
            os._exit(1)

    def begin(self):
        self.number += 1
        self.begun.seek(0)
        self.begun.write(str(self.number).encode())
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        return self.number not in self.ended

    def write(self, file):
        for base in self.bases:
            if not self.begin():
                continue
            natural = base.is_natural(self.operator)
            if Call(self.operator, base, [], natural).case().fail:
                continue # PyTorch's operator does not take the dtype
            for call in self.calls(base, natural):
                if self.begin() and self.number > max(self.ended, default=0):
                    try:
                        file.write(case_writer.case_text(call.case()))
                        file.flush()
                    except Unsure:
                        pass


def verdicts(program, path):
    """Runs the cases of the file `path` with our kernels. Yields the name of each case, and the
    verdict that the program prints (verdict() in et_kernel_cases.cpp)."""
    cases = Path(path).read_text(encoding="ascii").split("\nrun\n")[:-1]
    done = 0
    while done < len(cases):
        Path(path + ".rest").write_text("".join(case + "\nrun\n" for case in cases[done:]),
                                        encoding="ascii")
        try:
            output = subprocess.run([program, "--verdicts", path + ".rest"], check=False,
                                    stdout=subprocess.PIPE, timeout=60).stdout
        except subprocess.TimeoutExpired as late:
            output = late.stdout or b""
        lines = output.decode().splitlines()
        if len(lines) < len(cases) - done:
            lines.append("DIFFERENT: our kernel ends the program, or does not end")
        for case, line in zip(cases[done:], lines):
            yield case.split(maxsplit=2)[1], line
        done += len(lines)


class Campaign:
    def __init__(self, options):
        self.options, self.files = options, CaseFiles(options.cases)
        self.verdicts, self.entries = collections.Counter(), collections.Counter()
        self.without, self.problems, self.ended = [], [], 0
        self.is_share = options.every > 1

    def chance(self, operator, seed):
        return random.Random(f"{seed} {operator.name}")

    def run(self, name, work, seed, is_wanted=lambda name: True):
        try:
            operator = Operator(name)
        except LookupError:
            self.without.append(name)
            return
        options, path = self.options, f"{work}/{name}-{seed}"
        bases = self.files.bases(operator, self.chance(operator, seed), options.bases)

        def calls(base, natural):
            chance = random.Random(f"{seed} {name} {base.name}")
            return filter(lambda call: is_wanted(call.name),
                          edge_calls(operator, base, chance, options.pairs, natural))
        Path(path).touch()
        writer = Writer(operator, bases, calls, path)
        writer.run()
        self.ended += len(writer.ended)
        for case, verdict in verdicts(options.program, path):
            self.add(name, case, verdict)

    def add(self, name, case, verdict):
        kind, _, problem = verdict.partition(":")
        self.verdicts[kind] += 1
        if kind not in VERDICTS:
            return
        found = differences.entries_for(name, case, VERDICTS[kind])
        self.entries.update(found)
        if not found and kind == "DIFFERENT" and self.is_share and SPECIAL.search(case):
            return
        if self.options.list or not found:
            line = f"{name} {case}: {VERDICTS[kind]}{':' if problem else ''}{problem}"
            self.problems += [] if found else [line]
            print(line, *found, flush=True)

    def run_entry(self, work, number, entry):
        """Makes calls of the entry's operators until the entry explains a call."""
        names = [name for name in sorted(self.files.places) if differences.is_about(entry, name)]
        for seed, name in itertools.islice(itertools.product(SEEDS, names), MOST_TRIES):
            if self.entries[number]:
                return
            left = itertools.count(CALLS_OF_AN_ENTRY, -1)
            self.run(name, work, seed, lambda case, left=left: re.fullmatch(
                entry.calls, case) and next(left) > 0)

    def print(self, is_whole):
        if is_whole:
            for number, entry in differences.against_pytorch():
                is_machines = self.is_share and entry.what == differences.APART
                if not self.entries[number] and not is_machines:
                    self.problems.append(entry)
                    print(f"entry that explains no call: {entry.operators} {entry.calls}: "
                          f"{entry.what}: {entry.reason}")
        counts = self.verdicts
        print(f"{sum(counts.values())} calls: {counts['agreed']} agreed, {counts['refused']} "
              f"refused by both, {counts['stricter']} refused only by our kernels, "
              f"{counts['more lenient']} refused only by PyTorch, {counts['DIFFERENT']} with "
              f"other results; {self.ended} end PyTorch; {len(self.without)} operators that "
              f"PyTorch does not have; {len(self.problems)} wrong")
        sys.exit(bool(self.problems))


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bases", type=int, default=3)
    parser.add_argument("--pairs", type=int, default=6)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--share", type=int, default=0)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("program")
    parser.add_argument("cases")
    parser.add_argument("operators", nargs="*")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    campaign = Campaign(options)
    with tempfile.TemporaryDirectory() as work:
        names = options.operators or sorted(campaign.files.places)
        for name in names[options.share % options.every::options.every]:
            campaign.run(name, work, options.seed)
        if not options.operators:
            for number, entry in differences.against_pytorch():
                campaign.run_entry(work, number, entry)
    campaign.print(not options.operators)


main()

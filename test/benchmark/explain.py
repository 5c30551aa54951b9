#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How long `et-prune --explain` takes beside the link of the program: a table in Markdown.

    test/benchmark/explain.py [--build DIR] [--rounds N] [PROGRAM...]

The programs are those of speed.py: executorch and executorch-arm (ExecuTorch itself with all of its
portable kernels, from the folders in ET_EXECUTORCH), 1k and 10k (made-up kernels), linked with every
kernel. `explain` prints the account, `json` writes it with all of its items, `why` asks for one
symbol. Milliseconds, the median of the rounds; memory is the largest process's, in MiB.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import speed


def measure(command, rounds):
    times, _, memory = zip(*(speed.measure(command, None) for _ in range(rounds)))
    return f"{statistics.median(times):.0f}", f"{max(memory):.0f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=f"{speed.ROOT}/build")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("programs", nargs="*", metavar="PROGRAM")
    options = parser.parse_args()
    names = options.programs or [name for name in ("executorch", "executorch-arm", "1k", "10k")
                                 if name in speed.PROGRAMS]
    print("| program | kernels | plain link | explain | json | why | MiB |")
    print("|---|--:|--:|--:|--:|--:|--:|")
    for name in names:
        with tempfile.TemporaryDirectory() as work:
            program = speed.prepared(speed.PROGRAMS[name], os.path.abspath(options.build), work)
            subprocess.run(program.commands["wrapped"], check=True, cwd=program.folder)
            image = program.prune[-1]
            tool = [program.prune[0], image]
            plain, _ = measure(program.commands["plain"], options.rounds)
            explain, memory = measure([*tool, "--explain"], options.rounds)
            json, _ = measure([*tool, "--explain", "-q", f"--report-json={work}/out.json"],
                              options.rounds)
            why, _ = measure([*tool, "--why=main" if "executorch" in name else "--why=_start"],
                             options.rounds)
            print(f"| {name} | {program.kernels:,} | {plain} | {explain} | {json} | {why} | "
                  f"{memory} |")


if __name__ == "__main__":
    main()

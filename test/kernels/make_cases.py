# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the cases that et-kernel-cases runs: inputs and what PyTorch makes of them.

    make_cases.py [--library=LIBRARY] OUT [OPERATOR...]

With operators, e.g. mm.out, only theirs. Every module named cases_*.py yields cases: those beside
this file for the portable and the optimized library, those in a folder for the library of its name.
case_writer.py has the file's format. The same seed every time: the same PyTorch writes the same
file.
"""

import argparse
import importlib
import pathlib
import sys
import warnings

import torch

import case_writer


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--library", default=".")
    parser.add_argument("out")
    parser.add_argument("operators", nargs="*")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    folder = pathlib.Path(__file__).parent / options.library
    sys.path.insert(0, str(folder))
    with open(options.out, "w", encoding="ascii") as file:
        case_writer.write_header(file)
        for path in sorted(folder.glob("cases_*.py")):
            torch.manual_seed(2)
            for case in importlib.import_module(path.stem).cases():
                if not options.operators or case.op in options.operators:
                    case_writer.write_case(file, case)


if __name__ == "__main__":
    main()

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the cases that et-kernel-cases runs: inputs and what PyTorch makes of them.

    make_cases.py OUT [OPERATOR...]

With operators, e.g. mm.out, only theirs.
Every module named cases_*.py beside this file yields cases; case_writer.py has the file's format.
The same seed every time: the same PyTorch writes the same file.
"""

import importlib
import pathlib
import sys
import warnings

import torch

import case_writer


def main():
    if len(sys.argv) < 2:
        sys.exit("usage: make_cases.py OUT [OPERATOR...]")
    operators = sys.argv[2:]
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    with open(sys.argv[1], "w", encoding="ascii") as file:
        case_writer.write_header(file)
        for path in sorted(pathlib.Path(__file__).parent.glob("cases_*.py")):
            torch.manual_seed(2)
            for case in importlib.import_module(path.stem).cases():
                if not operators or case.op in operators:
                    case_writer.write_case(file, case)


if __name__ == "__main__":
    main()

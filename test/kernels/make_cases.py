# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the cases that et-kernel-cases runs. A case has the inputs and the expected outputs of a
call. PyTorch or a reference (reference.py) computes the expected outputs.

    make_cases.py [--library=LIBRARY] [--every=N] OUT [OPERATOR...]
    make_cases.py --folder=FOLDER

If OPERATORs (e.g. mm.out) are named, the script writes only the cases of these operators.
--every=N writes every Nth case of each operator, and the first successful case of each kernel.
--folder writes FOLDER/LIBRARY.cases for every library. The build runs the script with --folder once
for all tests, because PyTorch takes seconds to load and compute. case_writer.py describes the
file's format. The seed is constant, so the same version of PyTorch always writes the same file.

The modules cases_*.py in this folder have the cases for the portable and the optimized library. The
modules in a subfolder have the cases for the library that the subfolder is named after. The
variable CASES of a module lists functions that yield cases, or tuples of a function and its
arguments. In a module without CASES, only the function cases() yields cases.
"""

import argparse
import importlib
import os
import pathlib
import sys
import warnings

import torch

import case_writer
from sample_cases import Sample

HERE = pathlib.Path(__file__).parent
LIBRARIES = ("portable", "optimized", "cortex_m", "quantized")


def cases_of(module):
    for group in getattr(module, "CASES", None) or [module.cases]:
        function, *arguments = group if isinstance(group, tuple) else (group,)
        yield from function(*arguments)


def write_cases(library, path, every=1, operators=()):
    folder = HERE / library if library not in (".", "portable") else HERE
    sys.path.insert(0, str(folder))
    sample = Sample(every)
    with open(path, "w", encoding="ascii") as file:
        for module in sorted(folder.glob("cases_*.py")):
            torch.manual_seed(2)
            for case in cases_of(importlib.import_module(module.stem)):
                if operators and case.op not in operators:
                    continue
                text = case_writer.case_text(case)
                if sample.takes(text):
                    file.write(text)


def write_all(folder):
    """Writes each library's cases in a process of its own, because two libraries have modules of
    the same name. A file gets its final name only when it is complete."""
    os.makedirs(folder, exist_ok=True)
    for library in LIBRARIES:
        path = os.path.join(folder, library + ".cases")
        child = os.fork()
        if child == 0:
            write_cases(library, path + ".part")
            os.replace(path + ".part", path)
            os._exit(0)
        if os.waitpid(child, 0)[1]:
            sys.exit(f"make_cases.py: error: no cases for {library}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--library", default="portable")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--folder")
    parser.add_argument("out", nargs="?")
    parser.add_argument("operators", nargs="*")
    options = parser.parse_args()
    if not options.folder and not options.out:
        parser.error("needs a file to write, or --folder")
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    if options.folder:
        write_all(options.folder)
    else:
        write_cases(options.library, options.out, options.every, options.operators)


main()

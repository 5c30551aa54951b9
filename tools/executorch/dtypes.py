# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks ExecuTorch's own kernels after et-prune has narrowed them to some dtypes. LLVM narrows
kernels with bitcode. gcc narrows kernels whose code tests a bit mask of dtypes (docs/dtypes.md).

models.py checks the outputs of whole models. This file checks single calls (narrowed_calls.py), and
an image linked with link-time optimisation.
"""

import os
import sys

import narrowed_calls
import ours
from builds import ROOT, is_there
from images import write_model
from programs import run

BITCODE_SETS = narrowed_calls.DTYPES + ["Float+Long"]
MASK_SETS = ["Float", "Float+Long", "Half+Byte"]
MODELS = 3
LTO = "-flto -ffat-lto-objects -fuse-ld=lld".split()


def check_calls(programs, options, page):
    by_gcc = not programs.build.has_bitcode
    libraries = ours.Libraries(programs, options.jobs)
    program = libraries.program(ours.STOCK_CALLS)
    build, image = programs.build, os.path.join(programs.folder, "calls")
    inputs = ["-Wl,--whole-archive", program, build.archives["registration"],
              "-Wl,--no-whole-archive", *build.libraries()]
    programs.link(image, [] if by_gcc else ["-fuse-ld=lld"], inputs)
    cases = os.path.join(programs.folder, "all.cases")
    run([sys.executable, f"{ROOT}/test/kernels/make_cases.py", cases])
    text, problems = narrowed_calls.compare(programs, image, cases, options,
                                            MASK_SETS if by_gcc else BITCODE_SETS, MODELS, by_gcc)
    page.check(f"dtypes, call by call: {text}", problems)


def check_lto(programs, page):
    """Narrows a kernel in a link with link-time optimisation. The pruned image must give the same
    outputs, and must be smaller than with --ignore-dtypes."""
    driver = next((name for name in ("clang++-19", "clang++") if is_there(name)), None)
    if programs.target.is_arm or not driver or not is_there("ld.lld"):
        page.skipped("a link with link-time optimisation", "there is no clang with LLD for it")
        return
    folder = os.path.join(programs.folder, "lto")
    os.makedirs(folder, exist_ok=True)
    full, pruned, kept = (os.path.join(folder, name) for name in ("full", "pruned", "all-dtypes"))
    model, problems = write_model(programs, "add", folder), []
    programs.link(full, LTO, driver=[driver])
    programs.prune(full, pruned, f"--model={model}")
    programs.prune(full, kept, f"--model={model}", "--ignore-dtypes")
    outputs = [programs.execute(image, model, folder) for image in (full, pruned)]
    if outputs[0] != outputs[1] or outputs[0][1] != "done":
        problems.append(f"before\n{outputs[0]}\nafter\n{outputs[1]}")
    sizes = [sum(programs.target.sizes(image)[:2]) for image in (pruned, kept)]
    if sizes[0] >= sizes[1]:
        problems.append(f"{sizes[0]} bytes, {sizes[1]} with all dtypes")
    page.check("add.out for Float in a link with link-time optimisation: same outputs, "
               f"{sizes[0]:,} B of {sizes[1]:,} B with all dtypes", problems)


def check(programs, options, page):
    if not programs.build.has_bitcode and "masks" not in programs.build.archives:
        page.skipped("dtypes", "the kernels have neither bitcode nor dtype masks")
        return
    if options.has_torch:
        check_calls(programs, options, page)
    else:
        page.skipped("dtypes, call by call",
                     "there is no PyTorch for /usr/bin/python3 (package python3-torch)")
    if programs.build.has_bitcode:
        check_lto(programs, page)

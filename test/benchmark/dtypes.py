#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What dropping dtypes from ExecuTorch's own kernels is worth: the table of docs/dtypes.md.

    test/benchmark/dtypes.py [BUILD [SHARED]]

Links ExecuTorch's program of SHARED/data/executorch with all 209 kernels, from objects that clang
compiled once with -ffat-lto-objects, and prunes it to some selections, with and without dtypes.
Sizes are text as `size` counts it; times are those of the whole of et-prune.
"""

import json
import os
import subprocess
import sys
import tempfile
import time

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", ".."))
BUILD = os.path.realpath(sys.argv[1] if len(sys.argv) > 1 else os.path.join(ROOT, "build"))
SHARED = os.path.realpath(sys.argv[2] if len(sys.argv) > 2 else os.path.join(ROOT, "..", "shared"))
DATA = os.path.join(SHARED, "data", "executorch")
NINE = ["convolution.out", "_native_batch_norm_legit_no_training.out", "hardtanh.out", "add.out",
        "mean.out", "view_copy.out", "permute_copy.out", "addmm.out", "clone.out"]
MACHINES = {
    "x86-64, GNU ld": ("x86-64-clang-fat", ["g++"]),
    "x86-64, LLD": ("x86-64-clang-fat", ["g++", "-fuse-ld=lld"]),
    "Cortex-M4, GNU ld": ("cortex-m4-clang-fat", [
        "arm-none-eabi-g++", "-mcpu=cortex-m4", "-mthumb", "-mfloat-abi=hard", "-mfpu=fpv4-sp-d16",
        "--specs=rdimon.specs", "-nostartfiles", "-Wl,--no-warnings", "-Wl,--defsym=end=_sheap",
        "-T", os.path.join(ROOT, "examples", "firmware", "mps2_an386.ld"),
        os.path.join(DATA, "cortex-m4-gcc", "startup.o")]),
}


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def link(folder, command, image):
    at = os.path.join(DATA, folder)
    run(*command, f"-B{BUILD}/libexec/et-prune", "-Wl,--gc-sections", f"{at}/run.o",
        "-Wl,--whole-archive", f"{at}/libexecutorch.a", f"{at}/libportable_ops_lib.a",
        "-Wl,--no-whole-archive", f"{at}/libportable_kernels.a", f"{at}/libexecutorch_core.a",
        "-o", image)


def prune(image, *selection):
    start = time.monotonic()
    run(f"{BUILD}/bin/et-prune", "-q", "--report-json=report.json", *selection, "-o", "pruned", image)
    seconds = time.monotonic() - start
    with open("report.json", encoding="utf-8") as file:
        return json.load(file)["text"]["after"], seconds


def selections(image):
    report = run(f"{BUILD}/bin/et-prune", "--list", image)
    every = [line.split()[0] for line in report.splitlines() if line.startswith(("aten::", "dim_"))]
    for name, operators, dtypes in [
            ("`add.out`, Float", ["aten::add.out"], ["Float"]),
            ("nine of a CNN, Float", [f"aten::{op}" for op in NINE], ["Float"]),
            ("the nine, Float and Long", [f"aten::{op}" for op in NINE], ["Float", "Long"]),
            ("all 209, Float", every, ["Float"])]:
        yield name, "--ops-dict=" + json.dumps({op: dtypes for op in operators})
    run(f"{BUILD}/bin/et-make-pte", "--segments", "-o", "cnn.pte", f"{ROOT}/test/models/cnn.json")
    yield "the model `cnn`", "--model=cnn.pte"


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        print("| selection | operators | and dtypes | et-prune, s |\n|---|---|---|---|")
        for machine, (objects, command) in MACHINES.items():
            link(objects, command, "run")
            for name, selection in selections("run"):
                before, fast = prune("run", "--ignore-dtypes", selection)
                after, slow = prune("run", selection)
                print(f"| {machine}: {name} | {before:,} | **{after:,}** | {fast:.2f} → {slow:.2f} |",
                      flush=True)


main()

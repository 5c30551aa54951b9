#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What dropping dtypes from ExecuTorch's own kernels is worth: the table of docs/dtypes.md.

    test/benchmark/dtypes.py [BUILD [SHARED]]

Links ExecuTorch's program of SHARED/data/executorch from objects that clang and gcc compiled once
with -flto -ffat-lto-objects, and prunes it to some selections, with and without dtypes. Sizes are
text as `size` counts it. Times and peak memory are those of a command with all that it runs.
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
LLVM = "/usr/lib/llvm-19/bin"
NINE = ["convolution.out", "_native_batch_norm_legit_no_training.out", "hardtanh.out", "add.out",
        "mean.out", "view_copy.out", "permute_copy.out", "addmm.out", "clone.out"]
ARM = ["arm-none-eabi-g++", "-mcpu=cortex-m4", "-mthumb", "-mfloat-abi=hard", "-mfpu=fpv4-sp-d16",
       "--specs=rdimon.specs", "-nostartfiles", "-Wl,--no-warnings", "-Wl,--defsym=end=_sheap",
       "-T", os.path.join(ROOT, "examples", "firmware", "mps2_an386.ld"),
       os.path.join(DATA, "cortex-m4-gcc", "startup.o")]
MASKS = os.path.join(DATA, "cortex-m4-gcc-masked", "libet_dtype_masks.a")
# The objects, the command, and what follows the inputs. gcc's have nine operators.
MACHINES = {
    "x86-64, GNU ld": ("x86-64-clang-fat", ["g++"], []),
    "x86-64, LLD": ("x86-64-clang-fat", ["g++", "-fuse-ld=lld"], []),
    "x86-64, LLD with LTO": ("x86-64-clang-fat", ["g++", "-fuse-ld=lld", "-Wl,--fat-lto-objects"], []),
    "Cortex-M4, GNU ld": ("cortex-m4-clang-fat", ARM, []),
    "Cortex-M4, LLD with LTO": ("cortex-m4-clang-fat",
                                [*ARM, "-fuse-ld=lld", "-Wl,--fat-lto-objects"], []),
    "Cortex-M4, gcc without masks": ("cortex-m4-gcc", ARM, []),
    "Cortex-M4, gcc": ("cortex-m4-gcc-masked", [*ARM, "-fno-lto"], [MASKS]),
    "Cortex-M4, gcc with LTO": ("cortex-m4-gcc-masked", [
        *ARM, "-Os", "-flto", "-ffunction-sections", "-fdata-sections"], [MASKS]),
}


def measured(*command):
    """A command's seconds and MiB."""
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"failed: {' '.join(command)}")
    return time.monotonic() - start, usage.ru_maxrss / 1024


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def link_command(folder, command, more, image):
    at = os.path.join(DATA, folder)
    return [*command, "-Wl,--gc-sections", f"{at}/run.o",
            "-Wl,--whole-archive", f"{at}/libexecutorch.a", f"{at}/libportable_ops_lib.a",
            "-Wl,--no-whole-archive", f"{at}/libportable_kernels.a", f"{at}/libexecutorch_core.a",
            *more, "-o", image]


def prune(image, *selection):
    """The text, and what it took."""
    took = measured(f"{BUILD}/bin/et-prune", "-q", "--report-json=report.json", *selection,
                    "-o", "pruned", image)
    with open("report.json", encoding="utf-8") as file:
        return json.load(file)["text"]["after"], took


def selections(image):
    listing = run(f"{BUILD}/bin/et-prune", "--list", image).splitlines()
    every = [line.split()[0] for line in listing if line.endswith("portable_ops_lib")]
    lists = [("`add.out`, Float", ["add.out"], ["Float"]), ("nine of a CNN, Float", NINE, ["Float"]),
             ("the nine, Float and Long", NINE, ["Float", "Long"])]
    for name, operators, dtypes in lists:
        yield name, "--ops-dict=" + json.dumps({f"aten::{op}": dtypes for op in operators})
    yield "the nine, Float, `add.out` Long, too", "--ops-dict=" + json.dumps(
        {f"aten::{op}": ["Float", "Long"] if op == "add.out" else ["Float"] for op in NINE})
    if len(every) == len(NINE):
        return
    yield f"all {len(every)}, Float", "--ops-dict=" + json.dumps({op: ["Float"] for op in every})
    run(f"{BUILD}/bin/et-make-pte", "--segments", "-o", "cnn.pte", f"{ROOT}/test/models/cnn.json")
    yield "the model `cnn`", "--model=cnn.pte"


def row_of(name, link, full, nine):
    return (f"| {name} | " +
            " | ".join(f"{seconds:.2f} s, {mib:.0f} MiB" for seconds, mib in (link, full, nine)) +
            " |")


def main():
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        os.environ["PATH"] = f"{LLVM}:{os.environ['PATH']}"
        print("| selection | operators | and dtypes |\n|---|---|---|")
        for machine, (objects, command, more) in MACHINES.items():
            link = link_command(objects, command, more, "run")
            plain = measured(*link, f"-B{LLVM}") # a cross compiler finds LLD nowhere else
            wrapped = measured(*link, f"-B{BUILD}/libexec/et-prune")
            for name, selection in selections("run"):
                before, _ = prune("run", "--ignore-dtypes", selection)
                after, took = prune("run", selection)
                print(f"| {machine}: {name} | {before:,} | **{after:,}** |", flush=True)
                if name.startswith("nine"):
                    rows.append(row_of(machine, plain, wrapped, took))
    print("\n| | the link without et-prune | the link through the wrapper, all kernels | "
          "et-prune, nine at Float |\n|---|---|---|---|", *rows, sep="\n")


main()

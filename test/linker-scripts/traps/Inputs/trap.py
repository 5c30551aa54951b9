# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# trap.py SOURCE BUILD KIND [--keep NAME] OPTION...: what a linker script makes of the firmware,
# before and after pruning.
#
# KIND is "table" where et-ld writes the table and "fragment" where the script collects the kernels,
# which then link without et-ld, too. The options are those of the link: -T and what else a test
# needs. Every image runs in QEMU and must print the same, no part of it may be stored outside
# flash, where nothing keeps it on a device, and the pruned one is the one that --et-select gives.
# Where an image's table lies is printed, for FileCheck. A link or a pruning that fails prints its
# messages and ends the test with exit status 1.

import json
import os
import shutil
import subprocess
import sys

source, build, kind, *options = sys.argv[1:]
flags = "-mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16".split()
objects = os.path.join(build, "test", "prune", "firmware")
wrapper = "-B" + os.path.join(build, "libexec", "et-prune")
FLASH_END = 0x20000000


def run(*command):
    done = subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=60,
    )
    if done.returncode:
        print(done.stdout, end="")
        print(f"exit status {done.returncode}: {' '.join(command)}")
        sys.exit(1)
    return done.stdout


def link(output, *arguments):
    app = ["main", "console", "elements", "startup", "semihosting"]
    inputs = [os.path.join(objects, name + ".o") for name in app] + ["model.o"]
    kernels = [os.path.join(objects, "libet_kernels_portable.a")]
    if kind == "fragment":
        kernels = ["-Wl,--whole-archive", *kernels, "-Wl,--no-whole-archive"]
    run(
        *["arm-none-eabi-g++", *flags, "-nostartfiles", "--specs=nano.specs", "-Wl,--gc-sections"],
        *[*arguments, "-L" + os.path.join(source, "linker-scripts"), *options, *inputs, *kernels],
        *[os.path.join(objects, "libet_runtime.a"), "-o", output],
    )


def output_of(image):
    board = "-M mps2-an386 -display none -monitor none -serial none"
    semihosting = "-semihosting-config enable=on,target=native"
    return run("qemu-system-arm", *board.split(), *semihosting.split(), "-kernel", image)


def show(what, image):
    """Prints where the table lies, and fails where hardware would miss a part of the image."""
    text = run("llvm-readelf", "--elf-output-style=JSON", "-S", "-s", "-l", image)
    elf = json.loads(text)[0]
    loads = [s["ProgramHeader"] for s in elf["ProgramHeaders"]]
    loads = [s for s in loads if s["Type"]["Name"] == "PT_LOAD" and s["FileSize"]]
    for load in loads:
        if load["PhysicalAddress"] + load["FileSize"] > FLASH_END:
            sys.exit(f"{image}: stored outside flash: {load}")
    symbols = {s["Symbol"]["Name"]["Name"]: s["Symbol"]["Value"] for s in elf["Symbols"]}
    start, end = symbols["__et_kernels_start"], symbols["__et_kernels_end"]
    section = next(
        s["Section"]["Name"]["Name"]
        for s in elf["Sections"]
        if s["Section"]["Address"] <= start < s["Section"]["Address"] + s["Section"]["Size"]
        and any(f["Name"] == "SHF_ALLOC" for f in s["Section"]["Flags"]["Flags"])
    )
    load = next(s for s in loads if 0 <= start - s["VirtualAddress"] < s["FileSize"])
    stored = start - load["VirtualAddress"] + load["PhysicalAddress"]
    print(f"{what}: {(end - start) // 12} kernels in {section} at {start:#010x}, stored at "
          f"{stored:#010x}")


def main():
    tools = os.path.join(build, "bin")
    run(tools + "/et-make-pte", "-o", "add.pte", source + "/test/models/add.json")
    model = source + "/examples/firmware/model.S"
    run("arm-none-eabi-gcc", *flags, "-c", '-DMODEL_PATH="add.pte"', model, "-o", "model.o")

    images = ["full", "pruned"]
    if kind == "fragment":
        images.insert(0, "plain")
        # arm-none-eabi-gcc does not look for LLD in PATH.
        lld = shutil.which("ld.lld")
        link("plain.elf", *(["-B" + os.path.dirname(lld)] if "-fuse-ld=lld" in options else []))
    link("full.elf", wrapper)
    run(tools + "/et-prune", "--quiet", "--model", "add.pte", "-o", "pruned.elf", "full.elf")
    link("selected.elf", wrapper, "-Wl,--et-select=add.pte")
    run("cmp", "pruned.elf", "selected.elf")

    printed = set()
    for name in images:
        show(name, name + ".elf")
        printed.add(output_of(name + ".elf"))
    if len(printed) != 1 or "[5] 0.75" not in "".join(printed):
        sys.exit(f"the images print {printed}")
    sizes = [len(open(name + ".elf", "rb").read()) for name in images]
    if sizes[-1] >= sizes[-2]:
        sys.exit(f"sizes of {images}: {sizes}")


main()

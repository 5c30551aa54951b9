# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""trap.py TEST SOURCE BUILD KIND [OPTION...]: links the firmware with a linker script, prunes the
firmware and checks both images, with GNU ld and with LLD.

If KIND is "table", et-ld writes the registration table. If KIND is "fragment", the script collects
the records, and the firmware is also linked without et-ld. All images run in QEMU and must print
the same. Each image must be stored in flash completely, because RAM is empty when a device starts.
Pruning and --et-select must give the same image. The table must be in .rodata, and its address must
equal its load address. Options change the checks:

    --in=SECTION     the table must be in SECTION
    --check=PREFIX   the test's FileCheck lines with PREFIX give the table's section and addresses
    --nm=PREFIX      the test's FileCheck lines with PREFIX describe the pruned image's symbols
    --fails=PREFIX   a link, the pruning or a check must fail; FileCheck lines with PREFIX describe
                     the output
    --only=bfd|lld   uses one linker; the test can then read full.elf and pruned.elf of this linker
    --day=SEED       without --only, uses GNU ld or LLD on alternate days; SEED is the day's number
    --every=N        with --day, uses the script only on two successive days of every 2 * N days,
                     one day for each linker; does nothing on all other days

All other arguments, such as -T SCRIPT, go to the link.
"""

import json
import os
import shutil
import subprocess
import sys
import zlib
from pathlib import Path

FLAGS = "-mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16".split()
OPERATORS = ("add", "addmm", "mul", "relu")
FLASH_END = 0x20000000
QEMU = ("qemu-system-arm -M mps2-an386 -display none -monitor none -serial none "
        "-semihosting-config enable=on,target=native -kernel").split()

test, source, build, kind, *words = sys.argv[1:]
settings = dict(word[2:].split("=", 1) for word in words if word.startswith("--"))
options = [word for word in words if not word.startswith("--")]
objects = os.path.join(build, "test", "prune", "firmware")
wrapper = "-B" + os.path.join(build, "libexec", "et-prune")
tools = os.path.join(build, "bin")
ARCHIVE, MODEL, COUNT = "libet_kernels_portable.a", "model.o", "kernels.count"


class Failed(Exception):
    pass


def run(*command):
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        raise Failed(f"{done.stdout}exit status {done.returncode}: {' '.join(command)}\n")
    return done.stdout


def prepare():
    """Makes the model and an archive of a few kernels. Returns the number of kernels."""
    if not os.path.exists(MODEL):
        run(tools + "/et-make-pte", "-o", "add.pte", source + "/test/models/add.json")
        run("arm-none-eabi-ar", "rcs", ARCHIVE,
            *[f"{objects}/kernels/portable/op_{name}.o" for name in OPERATORS],
            *[f"{objects}/kernels/portable/{name}.o" for name in
              ("add", "matrix_product", "mixed", "mixed_map")])
        run("arm-none-eabi-gcc", *FLAGS, "-c", '-DMODEL_PATH="add.pte"',
            source + "/examples/firmware/model.S", "-o", MODEL)
        Path(COUNT).write_text(str(run("llvm-nm", ARCHIVE).count(" et_kernel$")))
    return int(Path(COUNT).read_text())


def link(output, linker, *arguments):
    app = ["main", "console", "elements", "startup", "semihosting"]
    inputs = [os.path.join(objects, name + ".o") for name in app] + [MODEL]
    kernels = [ARCHIVE]
    if kind == "fragment":
        kernels = ["-Wl,--whole-archive", *kernels, "-Wl,--no-whole-archive"]
    if linker == "lld":
        arguments = ["-fuse-ld=lld", *arguments]
    run("arm-none-eabi-g++", *FLAGS, "-nostartfiles", "--specs=nano.specs", "-Wl,--gc-sections",
        *arguments, "-L" + os.path.join(source, "linker-scripts"), "-L" + os.path.dirname(__file__),
        *options, *inputs, *kernels, os.path.join(objects, "libet_runtime.a"), "-o", output)


def place_of_table(image, elf):
    """Returns the table's section, address, load address and number of kernels. Fails unless the
    whole image is stored in flash."""
    loads = [s["ProgramHeader"] for s in elf["ProgramHeaders"]]
    loads = [s for s in loads if s["Type"]["Name"] == "PT_LOAD" and s["FileSize"]]
    for load in loads:
        if load["PhysicalAddress"] + load["FileSize"] > FLASH_END:
            raise Failed(f"{image}: stored outside flash: {load}\n")
    symbols = {s["Symbol"]["Name"]["Name"]: s["Symbol"]["Value"] for s in elf["Symbols"]}
    start, end = symbols["__et_kernels_start"], symbols["__et_kernels_end"]
    section = next(
        s["Section"]["Name"]["Name"]
        for s in elf["Sections"]
        if s["Section"]["Address"] <= start < s["Section"]["Address"] + s["Section"]["Size"]
        and any(f["Name"] == "SHF_ALLOC" for f in s["Section"]["Flags"]["Flags"])
    )
    load = next(s for s in loads if 0 <= start - s["VirtualAddress"] < s["FileSize"])
    return section, start, start - load["VirtualAddress"] + load["PhysicalAddress"], \
        (end - start) // 12


def trap(linker, kernels):
    """Links, prunes and runs the firmware. Returns a line with the table's place for each image."""
    images = ["full", "pruned"]
    for image in ["plain", "selected", *images]:
        for name in (image + ".elf", image + ".elf.etl"):
            Path(name).unlink(missing_ok=True)
    if kind == "fragment":
        images.insert(0, "plain")
        # arm-none-eabi-gcc does not search PATH for LLD.
        link("plain.elf", linker, "-B" + os.path.dirname(shutil.which("ld.lld")))
    link("full.elf", linker, wrapper)
    run(tools + "/et-prune", "--quiet", "--model", "add.pte", "-o", "pruned.elf", "full.elf")
    link("selected.elf", linker, wrapper, "-Wl,--et-select=add.pte")
    run("cmp", "pruned.elf", "selected.elf")

    elves = json.loads(run("llvm-readelf", "--elf-output-style=JSON", "-S", "-s", "-l",
                           *[name + ".elf" for name in images]))
    printed, text = set(), ""
    for name, elf in zip(images, elves):
        section, address, stored, count = place_of_table(name + ".elf", elf)
        text += (f"{name}: {count} kernels in {section} at {address:#010x}, stored at "
                 f"{stored:#010x}\n")
        if "check" not in settings and (section, address, count) != (
                settings.get("in", ".rodata"), stored, 1 if name == "pruned" else kernels):
            raise Failed(text)
        printed.add(run(*QEMU, name + ".elf"))
    if len(printed) != 1 or "[5] 0.75" not in "".join(printed):
        raise Failed(f"the images print {printed}\n")
    sizes = [os.path.getsize(name + ".elf") for name in images]
    if sizes[-1] >= sizes[-2]:
        raise Failed(f"sizes of {images}: {sizes}\n")
    return text


def check(setting, text, kernels):
    done = subprocess.run(["FileCheck", test, "--check-prefix", settings[setting],
                           f"-D#KERNELS={kernels}"], input=text, text=True)
    if done.returncode:
        sys.exit(text)


def main():
    kernels = prepare()
    linkers, day = ["bfd", "lld"], int(settings.get("day", -1))
    if "every" in settings and day >= 0:
        script = Path(options[options.index("-T") + 1]).read_bytes()
        if (day // 2 + zlib.crc32(script)) % int(settings["every"]):
            return
    if "only" in settings:
        linkers = [settings["only"]]
    elif day >= 0:
        linkers = [linkers[(day + len(os.path.basename(test))) % 2]]
    for linker in linkers:
        try:
            text, failed = trap(linker, kernels), False
        except Failed as failure:
            text, failed = str(failure), True
        if failed != ("fails" in settings):
            sys.exit(f"{linker}:\n{text}")
        if failed:
            check("fails", text, kernels)
        elif "check" in settings:
            check("check", text, kernels)
        if "nm" in settings:
            check("nm", run("llvm-nm", "pruned.elf"), kernels)


main()

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# agree.py [options] "COMPILER FLAG...": a link through et-ld must give an image with the same ABI
# and security properties as a plain link.
#
# The script links the program of this folder twice: with et-ld, and as a plain link, in which
# table.c is the registration table. The two images must have the same ELF header, program headers,
# notes and build attributes. Sections may differ in order, address and size, but not in name, type
# and flags. The two links must print the same text. Then et-prune prunes the image of et-ld.
# Pruning must not change the image's ELF header, program headers, notes and build attributes.
#
# The script does this with GNU ld and with LLD. --turn=SEED saves time: of four successive SEEDs,
# one tests only GNU ld, one tests only LLD, and two only compile the program. With exactly one
# --linker, --turn has no effect.

import argparse
import difflib
import os
import re
import shutil
import subprocess
import sys
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
OBJECTS = ("main", "add", "mul", "table")

parser = argparse.ArgumentParser()
parser.add_argument("--tools", required=True, help="the folder of et-prune")
parser.add_argument("--libexec", required=True)
parser.add_argument("--linker", choices=("bfd", "lld"), action="append")
parser.add_argument("--turn", type=int)
for what in ("shows", "shows-bfd", "shows-lld", "hides"):
    parser.add_argument("--" + what, default=[], action="append", metavar="REGEX",
                        help="searched in the image's properties and the linker's messages")
parser.add_argument("--link", default="", help="further flags of the links")
parser.add_argument("--inputs", default="main.o add.o mul.o", help="in the order of the link")
parser.add_argument("--run", help="runs the images with this emulator; --run= runs them directly")
for name in OBJECTS:
    parser.add_argument("--" + name, default="", help="further flags for this object")
parser.add_argument("compiler", help="with its flags")
arguments = parser.parse_args()


def run(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}\n{done.stdout}exit status {done.returncode}")
    return done.stdout


def describe(image):
    """Returns the properties of the image as lines, and the properties of its sections."""
    text = run("llvm-readelf", "-WhlSnA", image).replace(f"'{image}'", "image")
    wanted = "Class|Data|OS/ABI|ABI Version|Type|Machine|Flags|Number of program headers"
    profile, sections = [], []
    for line in text.splitlines():
        field = re.match(rf"  ({wanted}): +(.*)", line)
        segment = re.match(r"  ([A-Z]\w+) +(?:0x\w+ +){5}([RWE ]{3}) 0x\w+$", line)
        section = re.match(r"  \[ *\d+\] (\S+) +([A-Z]\S+) +(?:[0-9a-f]+ +){4}([A-Zo]*) +\d", line)
        if field:
            profile.append(": ".join(field.groups()))
        elif segment:
            profile.append(" ".join(("segment", *segment.groups())).strip())
        elif section:
            # GNU ld gives .eh_frame the type of the first input. X86_64_UNWIND means PROGBITS here.
            sections.append(" ".join(section.groups()).replace("X86_64_UNWIND", "PROGBITS"))
    last = re.search(r"^(Displaying notes|BuildAttributes)", text, re.M)
    blocks = text[last.start() :].split("\n\n") if last else []
    for block in sorted(blocks):
        lines = (line.strip() for line in block.splitlines() if "Build ID" not in line)
        profile += filter(None, lines)
    return profile, sorted(sections)


def compare(one, other, what):
    if one != other:
        print(*difflib.unified_diff(one, other, *what, lineterm="", n=0), sep="\n")
        sys.exit(1)


def compile_once(name):
    flags = "-O1 -ffunction-sections -fdata-sections".split() + getattr(arguments, name).split()
    command = [*driver, *flags, "-c", os.path.join(HERE, name + ".c"), "-o"]
    kept = f"kept-{zlib.crc32(' '.join(command).encode()):08x}.o"
    if not os.path.exists(kept):
        run(*command, kept)
    shutil.copy(kept, name + ".o")


def check_text(linker, text):
    text = re.sub("[ \\t]+", " ", text)
    for regex in arguments.shows + getattr(arguments, "shows_" + linker):
        if not re.search(regex, text, re.M):
            sys.exit(f"{linker}: '{regex}' is not in\n{text}")
    for regex in arguments.hides:
        if re.search(regex, text, re.M):
            sys.exit(f"{linker}: '{regex}' is in\n{text}")


driver = arguments.compiler.split()
for source in OBJECTS:
    compile_once(source)
for archive, members in (("kernels", ("add.o", "mul.o")), ("all", ("add.o", "mul.o", "main.o"))):
    if os.path.exists(f"lib{archive}.a"):
        os.remove(f"lib{archive}.a")
    run("ar", "rcs", f"lib{archive}.a", *members)
# A cross compiler does not search ld.lld in PATH. -Blinkers names a folder that has ld.lld.
os.makedirs("linkers", exist_ok=True)
if not os.path.exists("linkers/ld.lld"):
    os.symlink(shutil.which("ld.lld"), "linkers/ld.lld")

inputs = arguments.inputs.split()
linkers = arguments.linker or ["bfd", "lld"]
if arguments.turn is not None and len(linkers) == 2:
    case = " ".join(getattr(arguments, name) for name in ("compiler", "link", "inputs", *OBJECTS))
    turn = (zlib.crc32(case.encode()) + arguments.turn) % 4
    linkers = linkers[turn:turn + 1]
for linker in linkers:
    link = [*driver, f"-fuse-ld={linker}", "-Wl,--gc-sections", *arguments.link.split()]
    if linker == "lld":
        link.append("-Blinkers")
    # The table is last and refers to members of the archives, so the archives follow again.
    archives = [name for name in inputs if name.endswith(".a")]
    plain = run(*link, *inputs, "table.o", *archives, "-o", "image")
    os.replace("image", "plain")
    link.insert(len(driver), "-B" + arguments.libexec)
    wrapped = run(*link, *inputs, *archives, "-o", "image").replace("et_kernel_table.o", "table.o")
    shutil.copy("image", "wrapped")
    compare(sorted(plain.splitlines()), sorted(wrapped.splitlines()), ("plain", "wrapped"))
    before, after = describe("plain"), describe("wrapped")
    compare(before[0], after[0], ("plain", "wrapped"))
    compare(before[1], after[1], ("plain", "wrapped"))

    run(os.path.join(arguments.tools, "et-prune"), "--quiet", "--op-list", "aten::mul.out", "image")
    compare(after[0], describe("image")[0], ("wrapped", "pruned"))
    if arguments.run is not None:
        for image, status in (("plain", 7), ("wrapped", 7), ("image", 4)):
            command = [*arguments.run.split(), os.path.abspath(image)]
            if subprocess.call(command) != status:
                sys.exit(f"{image}: exit status is not {status}")
    check_text(linker, "\n".join(after[0]) + "\n" + wrapped)
    print(f"{linker}: agreed")

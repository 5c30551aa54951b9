#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prunes generated programs and compares the results with programs linked without et-prune.

    campaign.py [--programs N] [--seed S] [--day D] [--jobs J] [--configuration NAME]...
                [--folder F] [--random-order] [--damage] BUILD

Generates N programs (program.py) with the numbers from S + D * N on, so each day has new programs.
A number is a program's seed, and also chooses a configuration (one of the NAMEs, if there are any).
BUILD is et-prune's build folder. Two of five link commands name their archives in random order;
with --random-order, all do. For each program:

  - A link through the wrapper gives a program that prints the same as a plain link without the
    wrapper. The plain link gets a kernel table that this script writes.
  - `et-prune --check-link --all-ops` reproduces the image.
  - For random selections, the pruned image has the same bytes as the wrapper's link with --et-op.
  - The pruned program prints the same as a plain link of reduced sources. The reduced sources have
    only the code that the selection needs. (From all sources, a linker would also load members for
    dropped kernels. If such a member defines a symbol again, the linker may take its definition.)

With --damage, et-prune then runs a linker that damages the pruned image (damage.py). et-prune must
refuse the damaged image, unless the damage changes no byte that is loaded into memory.

The last line counts programs and selections:
    unlinkable      the plain link and the link through the wrapper both fail
    crashing        the program crashes with and without the wrapper
    repaired        GNU ld did not find a symbol, so the script repeated an archive in the command,
                    or chose another random order
    as in full      the kernels compute the same as in the full program, but not the same as in the
                    link of the reduced sources
    mixed           the pruned program takes some definitions from the same objects as the full
                    program, and the others from the same objects as the link of the reduced sources
    named           the link of the reduced sources needed -u, because GNU ld had already passed the
                    archive that defines a symbol
    not compared    the link of the reduced sources failed, because two loaded members define the
                    same symbol
A failed program stays in the folder F with reproduce.sh, which repeats its commands.
"""

import argparse
import collections
import concurrent.futures
import filecmp
import os
import random
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import threading

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.normpath(os.path.join(HERE, os.pardir, os.pardir, os.pardir))
INPUTS = os.path.join(HERE, "Inputs")
FIRMWARE = os.path.join(SOURCE, "examples", "firmware")
UNCONFINED = os.path.join(SOURCE, "test", "errors", "Inputs", "unconfined.sh")
sys.dont_write_bytecode = True
import damage
from program import Program

ARM = "-mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16"
ARM_LINK = f"--specs=nano.specs -nostartfiles -T {FIRMWARE}/mps2_an386.ld"
QEMU = "qemu-system-arm -M mps2-an386 -display none -monitor none -serial none"
QEMU += " -semihosting-config enable=on,target=native -kernel"
FLAGS = "-std=c++17 -ffunction-sections -fdata-sections -fno-exceptions -fno-rtti"
FLAGS += " -fno-threadsafe-statics -w"

# `fixed`: the image runs at its link address. `weight`: the share of programs, in percent.
Configuration = collections.namedtuple("Configuration", "name arm fixed compile link run weight")
CONFIGURATIONS = [
    Configuration("x86-64-bfd-pie", False, False, "-fPIE", "-fuse-ld=bfd -pie", "", 20),
    Configuration("x86-64-lld-pie", False, False, "-fPIE", "-fuse-ld=lld -pie", "", 15),
    Configuration("x86-64-bfd-fixed", False, True, "-fno-pie", "-fuse-ld=bfd -no-pie", "", 10),
    Configuration("x86-64-lld-fixed", False, True, "-fno-pie", "-fuse-ld=lld -no-pie", "", 5),
    Configuration("x86-64-bfd-static", False, True, "-fno-pie", "-fuse-ld=bfd -static", "", 8),
    Configuration("x86-64-lld-static", False, True, "-fno-pie", "-fuse-ld=lld -static", "", 4),
    Configuration("cortex-m4-bfd", True, True, ARM, f"{ARM} {ARM_LINK}", QEMU, 25),
    Configuration("cortex-m4-lld", True, True, ARM, f"{ARM} {ARM_LINK} -fuse-ld=lld", QEMU, 13),
]
SELECTIONS = 2
MOST_LINKS = 20  # limit of repeated links and of -u options, if GNU ld does not find symbols


class Failure(Exception):
    pass


class Runner:
    def __init__(self, folder):
        self.folder = folder
        self.commands = []

    def __call__(self, *words, may_fail=False):
        command = [word for part in words
                   for word in ([part] if " " not in part else shlex.split(part))]
        self.commands.append(shlex.join(command))
        result = subprocess.run(
            command, cwd=self.folder, capture_output=True, text=True, errors="replace", timeout=120
        )
        if result.returncode != 0 and not may_fail:
            text = (result.stdout + result.stderr)[:3000]
            raise Failure(f"{shlex.join(command)}\nstatus {result.returncode}\n{text}")
        return result

    def write_reproduction(self, seed):
        path = os.path.join(self.folder, "reproduce.sh")
        with open(path, "w") as file:
            file.write(f'#!/bin/sh\n# Program {seed} of campaign.py; the last command failed.\ncd '
                       f'"$(dirname "$0")"\n')
            file.writelines(command + "\n" for command in self.commands)
        os.chmod(path, 0o755)


class Tools:
    def __init__(self, build, folder):
        self.prune = os.path.join(build, "bin", "et-prune")
        self.wrapper = "-B" + os.path.join(build, "libexec", "et-prune")
        self.folder = folder
        # A cross compiler searches for LLD only in its own folders and in the folders of -B.
        linkers = os.path.join(folder, "linkers")
        os.makedirs(linkers)
        os.symlink(shutil.which("ld.lld"), os.path.join(linkers, "ld.lld"))
        self.plain = f"-B{linkers}"
        # The library hides Landlock. Otherwise et-prune would confine damage.py, which would fail.
        self.unconfined = os.path.join(folder, "no-landlock.so")
        shim = os.path.join(SOURCE, "test", "errors", "Inputs", "no-landlock.c")
        subprocess.run(["gcc", "-shared", "-fPIC", shim, "-o", self.unconfined, "-ldl"], check=True)
        self.base, self.lock = {}, threading.Lock()

    def make_base(self, configuration):
        with self.lock:
            if configuration.name not in self.base:
                self.base[configuration.name] = self.compile_base(configuration)

    def compile_base(self, configuration):
        folder = os.path.join(self.folder, configuration.name)
        os.makedirs(folder)
        run = Runner(folder)
        driver = compiler(configuration)
        flags = f"{configuration.compile} -Os -ffunction-sections -fdata-sections"
        objects = ["registry.o"]
        run(driver, flags, FLAGS, "-c", f"{INPUTS}/registry.cpp")
        c = driver.replace("g++", "gcc")
        if configuration.arm:
            run(c, flags, f"-I{FIRMWARE}", "-c", f"{INPUTS}/board.c", f"{FIRMWARE}/startup.c",
                f"{FIRMWARE}/semihosting.c")
            objects += ["board.o", "startup.o", "semihosting.o"]
        else:
            run(c, flags, "-c", f"{INPUTS}/host.c")
            objects.append("host.o")
        return [os.path.join(folder, o) for o in objects]


def compiler(configuration):
    return "arm-none-eabi-g++" if configuration.arm else "g++"


class Trial:
    def __init__(self, seed, configuration, tools, folder, options):
        self.do_damage = options.damage
        self.counts = collections.Counter()
        self.configuration, self.tools = configuration, tools
        self.program = Program(seed, configuration, options.random_order or None)
        self.random = random.Random(-seed - 1)
        self.folder = folder
        self.run = Runner(folder)

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w") as file:
            file.write(text)

    def compile(self, folder, names, flags):
        if names:
            words = [compiler(self.configuration), self.configuration.compile, FLAGS, flags,
                     f"-I{INPUTS}"]
            self.run("env", f"--chdir={folder}", *words, "-c", *names)

    def build(self, folder, live=None, like=None):
        """Builds objects and archives in `folder`, from sources with the nodes `live`, or with all
        nodes. If all nodes of an object are live, copies the object from `like`, a full build."""
        os.makedirs(os.path.join(self.folder, folder))
        by_flags = {}
        for o in self.program.objects:
            text = self.program.source(o, live)
            self.write(f"{folder}/{o.name}.cpp", text)
            if like and text == self.program.source(o):
                self.run("cp", f"{like}/{o.name}.o", folder)
            else:
                by_flags.setdefault(o.flags, []).append(o.name + ".cpp")
        for flags, names in by_flags.items():
            self.compile(folder, names, flags)
        for name, members in self.program.archives.items():
            self.run("ar", "qcs", f"{folder}/{name}", *(f"{folder}/{o.name}.o" for o in members))

    def make_table(self, kept, name):
        self.write(name + ".s", self.program.table_source(kept))
        driver = compiler(self.configuration)
        self.run(driver, self.configuration.compile, "-c", "-o", f"{name}.o", f"{name}.s")

    def link(self, folder, image, *options, table=None, may_fail=False):
        base = self.tools.base[self.configuration.name]
        if not self.program.registers:
            base = base[1:]
        line = [w if w.startswith("-") else f"{folder}/{w}" for w in self.program.line]
        return self.run(compiler(self.configuration), self.configuration.link,
                        "-Wl,--gc-sections", f"-Wl,-Map={image}.map", *options, "main.o",
                        *([table] if table else []), *base, *self.program.link_options, *line,
                        "-o", image, may_fail=may_fail)

    def plain(self, folder, image, kept, *options, may_fail=False):
        if self.program.registers:
            return self.link(folder, image, self.tools.plain, *options, may_fail=may_fail)
        self.make_table(kept, image + "-table")
        return self.link(folder, image, self.tools.plain, *options, table=image + "-table.o",
                         may_fail=may_fail)

    def plain_full(self):
        for _ in range(MOST_LINKS):
            result = self.plain("all", "plain", self.program.kernels, may_fail=True)
            if result.returncode == 0 or not self.searches_once():
                break
            if not self.program.name_again(undefined_symbols(result)):
                self.program.make_random_line()
            self.counts["repaired"] = 1
        return result.returncode == 0

    def searches_once(self):
        """True if the program has archives in random order, and the linker searches an archive only
        where the command names it."""
        return self.program.has_random_order and "lld" not in self.configuration.name

    def unfound(self, folder, image, kept, *options):
        """Returns the symbols that GNU ld does not find, even if only garbage-collected sections
        use them."""
        result = self.plain(folder, image, kept, "-Wl,--no-gc-sections", *options, may_fail=True)
        return undefined_symbols(result)

    def loaded_in_full(self):
        """Returns archive and object of each member of the full link, in the order of loading."""
        with open(os.path.join(self.folder, "plain.map")) as file:
            return re.findall(r"^all/(lib\d+\.a)\((o\d+)\.o\)", file.read(), re.MULTILINE)

    def plain_direct(self, folder, image, kept, live):
        """Links sources that have only the functions and data in `live`. If an archive comes before
        the first reference to its symbol, GNU ld does not find the symbol. The option -u then loads
        the symbol's member. Returns False if two loaded members define one symbol."""
        self.build(folder, live, "all")
        named = []
        if self.searches_once():
            without = self.unfound("all", "plain-unfound", self.program.kernels)
            while len(named) < MOST_LINKS:
                unfound = self.unfound(folder, image, kept, *named) - without
                if not unfound:
                    break
                symbols = {self.program.symbol_to_load(name, self.loaded_in_full(), live)
                           for name in unfound}
                named += [f"-Wl,-u,{symbol}" for symbol in sorted(symbols)]
        self.counts["named"] += bool(named)
        result = self.plain(folder, image, kept, *named, may_fail=True)
        # The full link does not find the symbols `without`, but garbage-collects their users. If a
        # user is live in this link, which may choose other definitions, the symbol needs -u, too.
        while self.searches_once() and undefined_symbols(result) and len(named) < MOST_LINKS:
            named += [f"-Wl,-u,{symbol}" for symbol in sorted(undefined_symbols(result))]
            result = self.plain(folder, image, kept, *named, may_fail=True)
        if result.returncode != 0 and "multiple definition" not in result.stderr:
            raise Failure(f"{image} cannot be linked: {result.stderr}")
        self.counts["not compared"] += result.returncode != 0
        return result.returncode == 0

    def start(self, image, may_fail=False):
        return self.run(self.configuration.run or f"./{image}",
                        *([image] if self.configuration.run else []), may_fail=may_fail)

    def crashes(self, image):
        """True if the program crashes. On a Cortex-M, the fault handler prints its own name."""
        result = self.start(image, may_fail=True)
        return result.returncode < 0 or "HardFault_Handler" in result.stdout + result.stderr

    def execute(self, image):
        result = self.start(image)
        if "started" not in result.stdout:
            raise Failure(f"{image} prints {result.stdout!r}")
        return result.stdout

    def silent(self, *words):
        result = self.run(*words)
        said = result.stdout + result.stderr
        if said:
            raise Failure(f"{words} prints {said}")

    def same_bytes(self, a, b):
        if not filecmp.cmp(os.path.join(self.folder, a), os.path.join(self.folder, b),
                           shallow=False):
            raise Failure(f"{a} and {b} differ")

    def same_output(self, a, b):
        outputs = [self.execute(image) for image in (a, b)]
        if outputs[0] != outputs[1]:
            raise Failure(f"{a} prints\n{outputs[0]}{b} prints\n{outputs[1]}")

    def same_as_direct(self, pruned, direct, kept):
        """Fails unless the two programs print the same. The programs are not compared if they ran
        different constructors of archive members. The pruned link may load a member that only
        dropped kernels use. The member's constructors are roots, so the program runs them."""
        started = [int(self.execute(i).split("\n")[0].split()[1], 16) for i in (pruned, direct)]
        if started[0] == started[1] or (started[0] ^ started[1]) & ~self.program.loaded_starts():
            is_same = self.execute(pruned) == self.execute(direct)
            if self.program.has_random_order and self.results(pruned) <= self.results("full"):
                self.counts["as in full"] += int(not is_same)
            elif self.program.has_random_order and not is_same:
                self.same_as_mixture(pruned, direct, kept)
            else:
                self.same_output(pruned, direct)

    def same_as_mixture(self, pruned, direct, kept):
        """With archives in random order, the pruned program may take some definitions from the same
        objects as the full link, and the others from the same objects as the link of the reduced
        sources. This function links sources that have only these definitions. Fails unless the
        linked program computes the same as the pruned program."""
        full, alone, taken = (self.definers(image) for image in ("plain", direct, pruned))
        for name, o in taken.items():
            if o not in (full.get(name), alone.get(name)):
                raise Failure(f"{pruned} takes {name} from {o}, {direct} from {alone.get(name)}, "
                              f"the full program from {full.get(name)}")
        live = {n for n in self.program.live(kept)
                if not n.object or n.object.name == taken.get(n.name, n.object.name)}
        mixture = f"{pruned}-mixture"
        if not self.plain_direct(mixture, mixture + ".elf", kept, live):
            raise Failure(f"{mixture} cannot be linked")
        if self.results(pruned) != self.results(mixture + ".elf"):
            self.same_output(pruned, mixture + ".elf")
        self.counts["mixed"] += 1

    def definers(self, image):
        """Returns the name of the object that defines each function, from GNU ld's map."""
        found, o = {}, None
        with open(os.path.join(self.folder, image + ".map")) as file:
            for line in file:
                piece = re.search(r"0x\w+ +0x\w+ \S*\b(o\d+)\.o\)?$", line)
                symbol = re.match(r" +0x\w+ +(f\d+)$", line)
                if symbol:
                    found[symbol[1]] = o
                elif "0x" in line:
                    o = piece[1] if piece else None
        return found

    def results(self, image):
        lines = [line.split() for line in self.execute(image).splitlines()[1:]]
        return {(words[0], words[1]) for words in lines if words and words[1] != "is"}

    def check(self):
        self.write("main.cpp", self.program.main_source())
        self.compile(".", ["main.cpp"], "-Os")
        self.build("all")
        self.counts["in random order"] = int(self.program.has_random_order)
        if not self.plain_full():
            if self.link("all", "full", self.tools.wrapper, may_fail=True).returncode == 0:
                raise Failure("the wrapper links the program, but the plain link fails")
            return "unlinkable"
        self.link("all", "full", self.tools.wrapper)
        if self.crashes("plain"):
            if not self.crashes("full"):
                raise Failure("the program crashes only without the wrapper")
            return "crashing"
        self.same_output("full", "plain")
        self.silent(self.tools.prune, "-q --check-link --all-ops -o again full")
        self.same_bytes("again", "full")
        for index in range(SELECTIONS):
            kernels = self.program.kernels
            # If few kernels are kept, the full link loads many members for dropped kernels only.
            # With archives in random order, such selections are the most difficult for et-prune.
            most = 2 if self.program.has_random_order else len(kernels)
            self.check_selection(index, self.random.sample(kernels, self.random.randint(1, most)))
        return "pruned"

    def check_selection(self, index, kept):
        names = sorted(k.name for k in kept)
        pruned, selected, direct = (f"{what}{index}" for what in ("pruned", "selected", "direct"))
        self.silent(self.tools.prune, "-q", "--op-list", ",".join(names), "-o", pruned, "full")
        self.link("all", selected, self.tools.wrapper, *(f"-Wl,--et-op={n}" for n in names))
        self.same_bytes(pruned, selected)
        if self.plain_direct(f"only{index}", direct, kept, self.program.live(kept)):
            self.same_as_direct(pruned, direct, kept)
        else:
            self.execute(pruned)
        for kind in damage.KINDS if self.do_damage else ():
            self.check_damage(kind, index, names)

    def check_damage(self, kind, index, names):
        name = f"{kind}{index}"
        state = os.path.join(self.folder, name + ".state")
        linker = os.path.join(self.folder, name + "-ld")
        words = [sys.executable, damage.__file__, kind, str(self.random.getrandbits(30)), state]
        self.write(name + "-ld",
                   f'#!/bin/sh\nexec {shlex.join([*words, self.real_linker()])} "$@"\n')
        os.chmod(linker, 0o755)
        command = ["-q", "--op-list", ",".join(names), "--linker", linker, "-o", name, "full"]
        result = self.run("sh", UNCONFINED, self.tools.unconfined, self.tools.prune, *command,
                          may_fail=True)
        with open(state) as file:
            done = file.read().strip()
        if not done:
            return
        self.counts["damages refused"] += 1
        if result.returncode == 0 and self.loaded(name) != self.loaded(f"pruned{index}"):
            raise Failure(f"et-prune accepts the damaged image: {done}")
        if result.returncode != 0 and "et-prune: error: " not in result.stderr:
            raise Failure(f"et-prune has no message for the damage: {done}\n{result.stderr}")

    def loaded(self, image):
        objcopy = "arm-none-eabi-objcopy" if self.configuration.arm else "objcopy"
        self.run(objcopy, "-O", "binary", "-R", ".note.gnu.build-id", image, image + ".bin")
        with open(os.path.join(self.folder, image + ".bin"), "rb") as file:
            return file.read()

    def real_linker(self):
        if "lld" in self.configuration.name:
            return shutil.which("ld.lld")
        driver = compiler(self.configuration)
        found = subprocess.run([driver, "-print-prog-name=ld"], capture_output=True, text=True)
        return shutil.which(found.stdout.strip())


def undefined_symbols(result):
    return set(re.findall(r"undefined reference to `(\w+)'", result.stderr))


def try_program(seed, configurations, tools, root, options):
    weights = [c.weight for c in configurations]
    configuration = random.Random(seed * 7919).choices(configurations, weights)[0]
    folder = os.path.join(root, f"program-{seed}")
    os.makedirs(folder)
    tools.make_base(configuration)
    trial = Trial(seed, configuration, tools, folder, options)
    try:
        result = trial.check()
    except (Failure, subprocess.TimeoutExpired) as failure:
        trial.run.write_reproduction(seed)
        print(f"program {seed}, {configuration.name}, in {folder}: {failure}", flush=True)
        return {"failed": 1}
    shutil.rmtree(folder)
    return trial.counts + collections.Counter([result])


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--programs", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--day", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--configuration", action="append")
    parser.add_argument("--folder")
    parser.add_argument("--random-order", action="store_true")
    parser.add_argument("--damage", action="store_true")
    parser.add_argument("build")
    options = parser.parse_args()
    root = options.folder or tempfile.mkdtemp(prefix="campaign-")
    shutil.rmtree(root, ignore_errors=True)
    os.makedirs(root)
    root = os.path.abspath(root)
    configurations = [
        c for c in CONFIGURATIONS if not options.configuration or c.name in options.configuration
    ]
    tools = Tools(os.path.abspath(options.build), os.path.join(root, "shared"))
    first = options.seed + options.day * options.programs
    seeds = range(first, first + options.programs)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        trying = lambda seed: try_program(seed, configurations, tools, root, options)
        results = collections.Counter()
        for result in pool.map(trying, seeds):
            results.update(result)
    counted = ["pruned", "unlinkable", "crashing", "failed", "in random order", "repaired", "named",
               "as in full", "mixed", "not compared"]
    counted += ["damages refused"] * options.damage
    print(", ".join(f"{results[what]} {what}" for what in counted))
    if not results["failed"]:
        shutil.rmtree(root)
    sys.exit(results["failed"] > 0)


main()

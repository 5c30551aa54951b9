# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles, links, prunes and runs test programs with a user's build of ExecuTorch.

A Target knows the compiler driver, the emulator and the linkers for the machine of a Build.
Programs makes images of run.cpp and the user's archives, linked without or with et-prune's wrapper.
"""

import os
import re
import shlex
import shutil
import subprocess

from builds import ROOT, Build, Problem, is_there

BOARD = os.path.join(ROOT, "test", "kernels", "Inputs")
# The compiler's option for each value of the ELF attribute CPU_arch. QEMU's board has a Cortex-M4,
# which also runs the code of smaller cores.
CORTEX_M = {"v6S-M": "-mcpu=cortex-m0plus", "v7": "-mcpu=cortex-m3", "v7E-M": "-mcpu=cortex-m4"}
QEMU_ARM = ("qemu-system-arm -M mps2-an386 -display none -monitor none -serial none "
            "-semihosting-config enable=on,target=native").split()
# By machine: the prefix of the driver, and the command that runs its programs.
HOSTS = {
    "x86-64, 64 bits": ("", []),
    "AArch64, 64 bits": ("aarch64-linux-gnu-", ["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"]),
    "RISC-V, 64 bits": ("riscv64-linux-gnu-", ["qemu-riscv64", "-L", "/usr/riscv64-linux-gnu"]),
}
COMPILE = ("-std=c++17 -Os -ffunction-sections -fdata-sections -fno-exceptions -fno-rtti -DNDEBUG "
           "-DC10_USING_CUSTOM_GENERATED_MACROS -DET_LOG_ENABLED=0").split()
TIMEOUT = 600


class Failure(Exception):
    """A command failed, or an image is wrong."""


def run(command, folder=None, allowed=(0,), **options):
    result = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False,
                            errors="replace", timeout=TIMEOUT, **options)
    if result.returncode not in allowed:
        text = (result.stdout + result.stderr)[:2000]
        raise Failure(f"{shlex.join(command)[:600]}\nstatus {result.returncode}\n{text}")
    return result.stdout + result.stderr


class Target:
    """The driver, linkers and emulator for the machine of a build."""

    def __init__(self, build, tools):
        self.tools = tools  # et-prune's build or installation folder
        self.is_arm = build.machine.startswith("Arm")
        if self.is_arm:
            self.driver, self.runner = self.cortex_m(build.object), QEMU_ARM
            self.prefix = "arm-none-eabi-"
        elif build.machine in HOSTS:
            self.prefix, self.runner = HOSTS[build.machine]
            self.driver = [f"{self.prefix}g++"]
        else:
            raise Problem(f"'{build.folder}' is for an unsupported machine ({build.machine})\n"
                          f">>> the supported machines are Cortex-M, {', '.join(HOSTS)}")
        for program in [self.driver[0], *self.runner[:1]]:
            if not is_there(program):
                raise Problem(f"there is no '{program}', which {build.machine} needs\n"
                              ">>> 'tools/setup.sh test' installs all programs that the checks need")
        # GNU ld warns about clang's Arm objects: their enums have 32 bits, newlib's may be smaller.
        quiet = ["-Wl,--no-warnings"] if self.is_arm and build.is_clang else []
        self.linkers = {"GNU ld": ["-fuse-ld=bfd", *quiet]}
        if is_there("ld.lld"):
            self.linkers["LLD"] = ["-fuse-ld=lld"]

    @staticmethod
    def cortex_m(first):
        if first.attribute("CPU_arch_profile") != "Microcontroller":
            raise Problem("the objects are for Arm, but not for a Cortex-M\n"
                          ">>> only builds for Cortex-M and for hosts with 64 bits are supported")
        architecture = first.attribute("CPU_arch")
        if architecture not in CORTEX_M:
            raise Problem(f"the objects are for {architecture}\n"
                          f">>> the supported architectures are {', '.join(CORTEX_M)}")
        options = [CORTEX_M[architecture], "-mthumb"]
        if first.attribute("ABI_VFP_args"):
            options += ["-mfloat-abi=hard", "-mfpu=fpv4-sp-d16"]
        return ["arm-none-eabi-g++", *options]

    def configurations(self):
        """Yields a name and the driver's options. Host programs are also linked statically."""
        for name, options in self.linkers.items():
            yield name, options
        if not self.is_arm:
            for name, options in self.linkers.items():
                yield f"{name}, static", [*options, "-static"]

    def board(self, script=None):
        """Returns the options of a link for QEMU's board."""
        if not self.is_arm:
            return []
        return ["--specs=rdimon.specs", "-T", script or f"{BOARD}/board.ld"]

    def command(self, image, arguments=()):
        if not self.is_arm:
            return [*self.runner, os.path.abspath(image), *arguments]
        arguments = "".join(f",arg={argument}" for argument in [image, *arguments])
        return [*self.runner[:-1], self.runner[-1] + arguments, "-kernel", image]

    def sizes(self, image):
        """Returns text, data and bss."""
        tool = "arm-none-eabi-size" if self.is_arm else "size"
        return [int(word) for word in run([tool, image]).splitlines()[1].split()[:3]]


class Programs:
    """Makes objects and images of one build."""

    def __init__(self, build, target, folder):
        self.build, self.target, self.folder = build, target, folder
        # A cross compiler finds LLD only in its own folders and in the folder of -B, here `plain`.
        self.plain = os.path.join(folder, "linkers")
        os.makedirs(self.plain, exist_ok=True)
        for linker in ("ld.lld",):
            if is_there(linker) and not os.path.islink(os.path.join(self.plain, linker)):
                os.symlink(shutil.which(linker), os.path.join(self.plain, linker))
        # Each link gets the object of start.s, not start.s, which the driver would compile to an
        # object with a random name. GNU ld writes this name to the image, so images would differ.
        self.start = [self.compile(f"{BOARD}/start.s")] if target.is_arm else []
        self.main = self.compile(os.path.join(os.path.dirname(__file__), "run.cpp"))

    def compile(self, source, *options, name=None, driver=None):
        output = os.path.join(self.folder, name or os.path.basename(source) + ".o")
        includes = [f"-isystem{path}" for path in self.build.includes]
        run([*(driver or self.target.driver), *COMPILE, *options, *includes, "-c", source, "-o",
             output])
        return output

    def inputs(self, extra=(), whole=None, libraries=None):
        return [self.main, *extra, "-Wl,--whole-archive",
                *(self.build.whole() if whole is None else whole), "-Wl,--no-whole-archive",
                *(self.build.libraries() if libraries is None else libraries)]

    def link(self, image, options=(), inputs=None, wrapped=True, driver=None):
        """Links through the wrapper, or by the linker alone. Returns the output."""
        place = f"{self.target.tools}/libexec/et-prune" if wrapped else self.plain
        return run([*(driver or self.target.driver), f"-B{place}", *options, "-Wl,--gc-sections",
                    *self.target.board(), *self.start, *(inputs or self.inputs()),
                    f"-Wl,-Map={image}.map", "-o", image], self.folder)

    def prune(self, image, new, *selection):
        """Returns et-prune's output except the report."""
        return run([f"{self.target.tools}/bin/et-prune", "-q", *selection, "-o", new, image],
                   self.folder)

    def listed(self, image):
        """Returns a dict from operator to the operator's lines in the output of --list."""
        kernels = {}
        for line in run([f"{self.target.tools}/bin/et-prune", "--list", image]).splitlines():
            if re.match(r"\w+::", line):
                kernels.setdefault(line.split()[0], []).append(line)
        return kernels

    def execute(self, image, model, folder):
        """Returns the program's output lines for a model, and how the program ended: "done", or the
        fault. Omits the line with the number of kernels, because pruning changes this number.
        """
        os.makedirs(folder, exist_ok=True)
        shutil.copyfile(model, os.path.join(folder, "model.pte"))
        result = subprocess.run(self.target.command(os.path.abspath(image)), cwd=folder,
                                timeout=TIMEOUT, capture_output=True, text=True, check=False,
                                errors="replace")
        lines = [line for line in result.stdout.splitlines() if not line.startswith("kernels: ")]
        if result.returncode < 0:
            return lines, f"signal {-result.returncode}"
        if result.returncode:
            return lines, lines[-1] if lines else "no output"
        return lines, "done"


def prepare(folder, tools, work):
    """Returns Programs for the build of ExecuTorch in `folder`. et-prune is in the folder `tools`.
    Files are made in the folder `work`.
    """
    build = Build(folder, work)
    return Programs(build, Target(build, tools), work)

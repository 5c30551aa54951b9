# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The inputs of a campaign: small programs linked through the wrapper, their pruned images, and
damaged copies of all files."""

import pathlib
import subprocess
import sys

TESTS = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TESTS / "errors" / "Inputs"))
import bundle  # noqa: E402

ADD, MUL = "aten::add.out", "aten::mul.out"


class Tools:
    """The tools of a release build, and the sanitized tools in the folder fuzz/ of this build."""

    def __init__(self, build, sanitized):
        self.release = pathlib.Path(build).resolve()
        self.tested = self.release / "fuzz" if sanitized else self.release
        # The limit of a tool's address space in bytes. None, if sanitizers reserve terabytes.
        self.memory = None if sanitized else 2 << 30

    def find(self, name):
        """Returns a tool of the tested build, or of the release build if the tested build lacks
        it."""
        tested = self.tested / "bin" / name
        return tested if tested.exists() else self.fast(name)

    def fast(self, name):
        return self.release / "bin" / name


class Program:
    """A program that the script `link` links through the wrapper, and its pruned images."""

    inputs = ()  #: the linker's input files
    programs = ()  #: commands that make() needs
    options = ()  #: further options of the link

    def __init__(self, folder, tools):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir()
        self.make(f"{tools.release}/libexec/et-prune")
        self.files = {path.name: path.read_bytes() for path in self.folder.iterdir()}
        self.link = self.files["link"].replace(
            str(tools.release / "libexec").encode(), str(tools.tested / "libexec").encode()
        )
        self.members = bundle.unpack(self.folder / "app.elf.etl")
        self.full = self.files["app.elf"]
        self.maps = {}
        self.pruned = {op: self.prune(tools, op) for op in (ADD, MUL)}

    def run_script(self, name, *arguments):
        script = TESTS / "errors" / "Inputs" / name
        subprocess.run(["bash", script, TESTS.parent, *arguments], cwd=self.folder, check=True)

    def prune(self, tools, operator):
        command = [tools.fast("et-prune"), "-q", "--op-list", operator, "-o", "out", "app.elf"]
        subprocess.run(command, cwd=self.folder, check=True)
        self.maps[operator] = (self.folder / "out.map").read_bytes()
        return (self.folder / "out").read_bytes()

    def image_files(self):
        return {name: self.files[name] for name in ("app.elf", "app.elf.etl", "app.map")}

    def link_files(self):
        return {**{name: self.files[name] for name in self.inputs}, "link": self.link}

    def packed(self, members, folder):
        path = folder / "packed"
        bundle.pack(path, members)
        content = path.read_bytes()
        path.unlink()
        return content


class Firmware(Program):
    """test/errors/Inputs/firmware for Cortex-M4, linked by GNU ld."""

    inputs = ("main.o", "libkernels.a", "vendor.ld")
    programs = ("arm-none-eabi-g++", "arm-none-eabi-ld")

    def make(self, wrapper):
        self.run_script("firmware.sh", "-Wl,--gc-sections", "-Wl,-Map=app.map", f"-B{wrapper}",
                        *self.options)


class LldFirmware(Firmware):
    """The same firmware, linked by LLD."""

    programs = ("arm-none-eabi-g++", "ld.lld")
    options = ("-fuse-ld=lld",)


class Host(Program):
    """The sources of the firmware, compiled for this machine and linked without a linker script."""

    inputs = ("main.o", "libkernels.a")
    programs = ("g++", "ld.bfd")

    def make(self, wrapper):
        self.run_script("program.sh", wrapper, self.programs[0], *self.options)


class Mutants:
    """Damaged copies of files, which et-fuzz makes in batches. et-fuzz also corrects a bundle's
    hashes and an archive's sizes, because a reader would otherwise refuse the file at once."""

    BATCH = 50

    def __init__(self, fuzzer, folder, seed):
        self.fuzzer, self.folder, self.seed = fuzzer, pathlib.Path(folder), seed

    def get(self, target, path, index):
        """Returns the index-th damaged copy of a file. `target` is et-fuzz's name for the file's
        format."""
        batch, number = divmod(index, self.BATCH)
        path = pathlib.Path(path)
        made = self.folder / f"{target}-{path.parent.name}-{path.name}-{batch}"
        if not made.exists():
            corpus = self.folder / f"{made.name}-corpus"
            corpus.mkdir(parents=True)
            made.mkdir()
            (corpus / "seed").write_bytes(pathlib.Path(path).read_bytes())
            seed = (self.seed * 1000003 + batch * 101) % (1 << 31) + 1
            subprocess.run(
                [self.fuzzer, f"--target={target}", f"--dump={made}", f"-runs={self.BATCH + 4}",
                 f"-seed={seed}", "-mutate_depth=4", "-max_len=4000000", corpus],
                stderr=subprocess.DEVNULL,
                check=True,
            )
        # The copies begin at file 3, after an empty input and the undamaged file.
        return (made / str(number + 3)).read_bytes()


def environment():
    """Returns the environment for sanitized tools. Two checks are off: overflows of
    containers, because LLVM's libraries are not instrumented, and leaks, because a tool may exit
    without freeing its memory."""
    options = "detect_container_overflow=0:detect_leaks=0:hard_rss_limit_mb=3000"
    return {"ASAN_OPTIONS": options, "UBSAN_OPTIONS": "print_stacktrace=1"}

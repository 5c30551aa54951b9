# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a campaign starts from: a small firmware that was linked through the wrapper, its pruned
images, and damaged copies of everything, which et-fuzz makes.
"""

import pathlib
import shlex
import subprocess
import sys

TESTS = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TESTS / "errors" / "Inputs"))
import bundle  # noqa: E402

ADD, MUL = "aten::add.out", "aten::mul.out"


class Tools:
    """The release build, and below it in fuzz/ the sanitized one."""

    def __init__(self, build, sanitized):
        self.release = pathlib.Path(build).resolve()
        self.tested = self.release / "fuzz" if sanitized else self.release
        self.sanitized = sanitized

    def find(self, name):
        """A tool of the build that reads what is hostile."""
        return self.tested / "bin" / name

    def fast(self, name):
        """A tool for what has to be quick or may not be slowed down."""
        return self.release / "bin" / name


class Program:
    """A program in a folder, linked through the wrapper by the script `link`, and what it is pruned
    to.
    """

    inputs = ()  #: the files of the link

    def __init__(self, folder, tools):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir()
        self.make(["-Wl,--gc-sections", "-Wl,-Map=app.map", f"-B{tools.release}/libexec/et-prune"])
        self.files = {path.name: path.read_bytes() for path in self.folder.iterdir()}
        # The link with the tested wrapper.
        self.link = self.files["link"].replace(
            str(tools.release / "libexec").encode(), str(tools.tested / "libexec").encode()
        )
        self.members = bundle.unpack(self.folder / "app.elf.etl")
        self.full = self.files["app.elf"]
        self.pruned = {op: self.prune(tools, op) for op in (ADD, MUL)}

    def prune(self, tools, operator):
        command = [tools.fast("et-prune"), "-q", "--op-list", operator, "-o", "out", "app.elf"]
        subprocess.run(command, cwd=self.folder, check=True)
        return (self.folder / "out").read_bytes()

    def image_files(self):
        """What there is after the link, for et-prune."""
        return {name: self.files[name] for name in ("app.elf", "app.elf.etl", "app.map")}

    def link_files(self):
        """What the link reads."""
        return {**{name: self.files[name] for name in self.inputs}, "link": self.link}

    def packed(self, members, folder):
        """A bundle of these members."""
        path = folder / "packed"
        bundle.pack(path, members)
        content = path.read_bytes()
        path.unlink()
        return content


class Firmware(Program):
    """test/errors/Inputs/firmware, linked by GNU ld."""

    options = ()
    inputs = ("main.o", "libkernels.a", "vendor.ld")

    def make(self, options):
        script = TESTS / "errors" / "Inputs" / "firmware.sh"
        subprocess.run(["bash", script, TESTS.parent, *options, *self.options], cwd=self.folder,
                       check=True)


class LldFirmware(Firmware):
    """The same, linked by LLD."""

    options = ("-fuse-ld=lld",)


class ExecuTorch(Program):
    """ExecuTorch's own program with all of its kernels, for x86-64, linked by GNU ld. Needs
    ../shared.
    """

    source = TESTS.parent.parent / "shared/data/executorch/x86-64-gcc"
    inputs = ("run.o", "libexecutorch.a", "libportable_ops_lib.a", "libportable_kernels.a",
              "libexecutorch_core.a")

    def make(self, options):
        for name in self.inputs:
            (self.folder / name).write_bytes((self.source / name).read_bytes())
        run, prim_ops, registration, *libraries = self.inputs
        whole = ["-Wl,--whole-archive", prim_ops, registration, "-Wl,--no-whole-archive"]
        words = ["g++", *options, run, *whole, *libraries]
        (self.folder / "link").write_text(f'#!/bin/sh\nexec {shlex.join(words)} "$@"\n')
        (self.folder / "link").chmod(0o755)
        subprocess.run(["./link", "-o", "app.elf"], cwd=self.folder, check=True)


class Mutants:
    """Damaged inputs: et-fuzz's mutations of a file, which keep a bundle's hashes and an archive's
    sizes right. They are made so many at a time."""

    BATCH = 50

    def __init__(self, fuzzer, folder, seed):
        self.fuzzer, self.folder, self.seed = fuzzer, pathlib.Path(folder), seed

    def get(self, target, path, index):
        """The index-th mutant of the file, for the fuzzer's target."""
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
        # Before the mutants stand what the corpus has.
        return (made / str(number + 3)).read_bytes()


def environment():
    """For sanitized tools. LLVM's libraries are not instrumented, and a tool that ends need not
    free.
    """
    options = "detect_container_overflow=0:detect_leaks=0:hard_rss_limit_mb=3000"
    return {"ASAN_OPTIONS": options, "UBSAN_OPTIONS": "print_stacktrace=1"}

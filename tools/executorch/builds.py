# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds the archives, headers and compiler of an ExecuTorch that a user has built.

FOLDER, an argument of tools/try-executorch, is a build or installation folder of ExecuTorch's
CMake, or any other folder that has the archives somewhere below it. The objects in the archives
show the machine and the compiler. The headers are in FOLDER/include, in FOLDER itself, or in the
source folder that the CMakeCache.txt of a build names.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(ROOT, "test", "prune", "laws", "Inputs"))
from elf import Image

REQUIRED = {
    "core": "libexecutorch_core.a",
    "prim_ops": "libexecutorch.a",
    "kernels": "libportable_kernels.a",
    "registration": "libportable_ops_lib.a",
}
# Optional archives. "helpers" has functions that kernels call. "masks" is et-prune's archive with
# the variable et_dtype_mask, whose default value keeps all dtypes (runtime/executorch/dtypes).
OPTIONAL = {
    "helpers": "libkernels_util_all_deps.a",
    "quantized_kernels": "libquantized_kernels.a",
    "quantized_ops": "libquantized_ops_lib.a",
    "custom_kernels": "libcustom_kernels.a",
    "custom_ops": "libcustom_ops_lib.a",
    "masks": "libet_dtype_masks.a",
}
# Archives of this name register the portable operators again, so they are not linked.
OTHER_REGISTRATION = re.compile(r"liboptimized\w*_ops_lib\.a")
MACHINES = {62: "x86-64", 183: "AArch64", 40: "Arm", 243: "RISC-V"}
HEADER = os.path.join("runtime", "core", "evalue.h")
BITCODE = b"BC\xc0\xde"


class Problem(Exception):
    """Raised if et-prune cannot be tried on the build in a folder. The message says why, and then what
    to do."""


def output_of(command, **options):
    result = subprocess.run(command, capture_output=True, check=False, **options)
    if result.returncode:
        raise Problem(f"'{' '.join(command)}' failed: {result.stderr.decode(errors='replace')}")
    return result.stdout


def archives_below(folder):
    """Returns the files below a folder: name -> paths, the path with the fewest folders first."""
    found = {}
    for path, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if name != "CMakeFiles")
        for name in files:
            found.setdefault(name, []).append(os.path.join(path, name))
    for paths in found.values():
        paths.sort(key=lambda path: (path.count(os.sep), path))
    return found


class Object:
    """The first object of an archive. The object shows the machine, the compiler, and whether there
    is intermediate code."""

    def __init__(self, archive):
        members = output_of(["ar", "t", archive]).decode().split("\n")
        names = [name for name in members if name.endswith((".o", ".obj"))]
        if not names:
            raise Problem(f"'{archive}' has no objects\n"
                          ">>> build it again: its build did not finish")
        contents = output_of(["ar", "p", archive, names[0]])
        if contents.startswith(BITCODE):
            raise Problem(
                f"'{archive}' has LLVM bitcode without machine code\n"
                ">>> compile ExecuTorch with -ffat-lto-objects beside -flto, then build it again")
        with tempfile.NamedTemporaryFile() as file:
            file.write(contents)
            file.flush()
            try:
                self.image = Image(file.name)
            except SystemExit:
                raise Problem(f"'{archive}' has no little-endian ELF objects\n"
                              ">>> et-prune serves ELF targets, not Mach-O or COFF") from None
            self.attributes = ""
            if self.image.header[1] == 40:
                self.attributes = output_of(["readelf", "-A", file.name]).decode()
        names = {section.name for section in self.image.sections}
        if any(symbol.name == "__gnu_lto_slim" for symbol in self.image.symbols()):
            raise Problem(
                f"'{archive}' has gcc's intermediate code without machine code\n"
                ">>> compile ExecuTorch with -ffat-lto-objects beside -flto, then build it again")
        self.has_bitcode = ".llvm.lto" in names
        self.has_sections = any(name.startswith(".text._Z") for name in names)
        comments = [self.image.contents(section) for section in self.image.sections
                    if section.name == ".comment"]
        self.compiler = b" ".join(comments).replace(b"\0", b" ").decode(errors="replace").strip()

    @property
    def machine(self):
        number, bits = self.image.header[1], 8 * self.image.word_size
        name = MACHINES.get(number, f"ELF machine {number}")
        return f"{name}, {bits} bits"

    def attribute(self, name):
        found = re.search(rf"Tag_{name}: (.*)", self.attributes)
        return found[1].strip() if found else ""


class Build:
    """The ExecuTorch in `folder`. `work` is a folder for generated files."""

    def __init__(self, folder, work):
        self.folder, self.work = os.path.abspath(folder), work
        if not os.path.isdir(self.folder):
            raise Problem(f"there is no folder '{folder}'\n"
                          ">>> give a build or installation folder of ExecuTorch")
        found = archives_below(self.folder)
        missing = [name for name in REQUIRED.values() if name not in found]
        if missing:
            raise Problem(
                f"'{folder}' has no {', '.join(missing)}\n>>> build ExecuTorch with "
                "-DEXECUTORCH_BUILD_PORTABLE_OPS=ON, and give its build or installation folder")
        self.archives = {key: found[name][0] for key, name in {**REQUIRED, **OPTIONAL}.items()
                         if name in found}
        self.other = sorted(name for name in found if OTHER_REGISTRATION.fullmatch(name))
        self.read_objects(folder)
        self.includes = self.find_headers(folder)

    def read_objects(self, folder):
        objects = {key: Object(path) for key, path in self.archives.items() if key != "masks"}
        machines = {}
        for key, first in objects.items():
            machines.setdefault(first.machine, self.archives[key])
        if len(machines) > 1:
            lines = "".join(f"\n>>> {machine}: {path}" for machine, path in machines.items())
            raise Problem(f"'{folder}' has archives of several machines{lines}\n"
                          ">>> give each build's own folder")
        self.object = objects["kernels"]
        self.machine = self.object.machine
        self.is_clang = "clang" in self.object.compiler
        self.compiler = self.object.compiler
        self.has_bitcode = objects["kernels"].has_bitcode and objects["registration"].has_bitcode

    def find_headers(self, folder):
        for candidate in (os.path.join(self.folder, "include"), self.folder):
            if os.path.exists(os.path.join(candidate, "executorch", HEADER)):
                return with_c10(candidate)
        cache = self.find_cache()
        if cache:
            with open(cache, encoding="utf-8") as file:
                text = file.read()
            for name in ("executorch_SOURCE_DIR:STATIC", "CMAKE_HOME_DIRECTORY:INTERNAL"):
                source = re.search(rf"^{name}=(.*)$", text, re.M)
                if source and os.path.exists(os.path.join(source[1], HEADER)):
                    return self.includes_of(source[1], os.path.dirname(cache))
        raise Problem(
            f"'{folder}' has no headers: there is no include/executorch/{HEADER} in it, and no "
            "CMakeCache.txt that names ExecuTorch's sources\n>>> give the installation folder, or "
            "a build folder whose sources are still there")

    def find_cache(self):
        """Returns the CMakeCache.txt of the build folder that has the archives."""
        folder = os.path.dirname(self.archives["core"])
        while len(folder) >= len(self.folder):
            path = os.path.join(folder, "CMakeCache.txt")
            if os.path.exists(path):
                return path
            folder = os.path.dirname(folder)
        return None

    def includes_of(self, source, binary):
        """Returns the include folders of the source folder `source` and the build folder `binary`.
        The headers are included as <executorch/...>, but `source` may have another name. So a
        symbolic link named "executorch" points to `source`."""
        include = os.path.join(self.work, "include")
        os.makedirs(include, exist_ok=True)
        link = os.path.join(include, "executorch")
        if not os.path.islink(link):
            os.symlink(source, link)
        generated = [os.path.join(binary, "include"), os.path.join(binary, "schema", "include")]
        return [*with_c10(include), *filter(os.path.isdir, generated)]

    def identity(self):
        yield "folder", self.folder
        yield "machine", self.machine + (
            f", {self.object.attribute('CPU_arch')}" if self.object.attributes else "")
        yield "compiler", self.compiler or "unknown: the objects do not name it"
        yield "archives", ", ".join(os.path.basename(path) for path in self.archives.values())
        if self.other:
            yield "not tried", f"{', '.join(self.other)}: registers the portable operators again"
        yield "headers", self.includes[0]
        yield "unselected dtypes", (
            "removed by LLVM, because the objects have bitcode" if self.has_bitcode else
            "removed by gcc, because there is libet_dtype_masks.a" if "masks" in self.archives else
            "stay in the kernels, because the objects have neither bitcode nor dtype masks")

    def whole(self):
        """Returns the archives for --whole-archive. Initialisers in their members register kernels,
        and no symbol reference would load these members."""
        return [self.archives[key] for key in ("prim_ops", "registration", "quantized_ops",
                                               "custom_ops") if key in self.archives]

    def libraries(self):
        return [self.archives[key] for key in ("quantized_kernels", "custom_kernels", "kernels",
                                               "helpers", "core", "masks") if key in self.archives]


def with_c10(include):
    """Returns a list with `include`, and with its folder of PyTorch's c10 headers if the release has
    this folder."""
    c10 = os.path.join(include, "executorch", "runtime", "core", "portable_type", "c10")
    return [include, *filter(os.path.isdir, [c10])]


def is_there(program):
    return shutil.which(program) is not None

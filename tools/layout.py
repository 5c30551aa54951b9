#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""layout.py NAME [FOLDER] [--url URL]: packs the runtime and the kernels for a build system.

The archive goes to FOLDER, by default packages/. NAME is the archive's format: arduino, platformio,
esp-idf, zephyr or cmsis-pack. URL is the project's web page, which some formats require.

All formats get the same sources, in src/:

    et/                  the public headers
    runtime/             the runtime, and the readers of .pte files, which flatc has generated
    kernels/<library>/   a kernel library; kernels/common/ has the code that all libraries share
    flatbuffers/         FlatBuffers' headers

The folder tools/layouts/<NAME> has the other files of the archive. In these files, a value from
properties() replaces each `@WORD@`. Compiler flags, priorities and the version come from the CMake
files.

A kernel's source needs two macros: the name and the priority of its library. Few formats can define
a macro for one folder. Therefore each source in the archive starts with the two definitions.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent

EXAMPLES = {
    "arduino": "examples/RunModel",
    "platformio": "examples/RunModel/src",
    "esp-idf": "examples/run_model/main",
    "zephyr": "samples/run_model/src",
    "cmsis-pack": "examples/run_model",
}


def fail(message):
    sys.exit(f"layout.py: error: {message}")


def run(*command):
    """Runs a program that prints its own errors."""
    try:
        subprocess.run(command, check=True)
    except OSError as problem:
        fail(f"cannot run '{command[0]}': {problem.strerror}")
    except subprocess.CalledProcessError:
        sys.exit(1)


def from_cmake(file, pattern):
    """Reads a value from a CMake file, so that this script need not repeat the value."""
    found = re.search(pattern, (ROOT / file).read_text())
    if not found:
        fail(f"no text in {file} matches '{pattern}'; if {file} was changed, adapt the pattern in "
             "tools/layout.py")
    return " ".join(found[1].split())


def kernel_libraries():
    """Yields the name and the priority of each kernel library for firmware. The library `optimized`
    is left out, because the library is for x86-64 and AArch64.
    """
    for file in sorted(ROOT.glob("kernels/*/CMakeLists.txt")):
        name = file.parent.name
        if name not in ("common", "optimized"):
            yield name, from_cmake(file.relative_to(ROOT), rf"LIBRARY {name} PRIORITY (\d+)")


def sources():
    """Returns the files that all formats have: a dict from path in the archive to bytes."""
    files = {"LICENSE": (ROOT / "LICENSE").read_bytes()}

    def add(folder, target, before=""):
        for path in sorted(folder.rglob("*")):
            if path.suffix in (".h", ".cpp"):
                text = path.read_text()
                if before and path.suffix == ".cpp":
                    text = f"{before}#line 1\n{text}"
                files[f"{target}/{path.relative_to(folder)}"] = text.encode()

    add(ROOT / "runtime/include/et", "src/et")
    add(ROOT / "runtime/src", "src/runtime")
    add(ROOT / "kernels/common", "src/kernels/common")
    for name, priority in kernel_libraries():
        add(ROOT / "kernels" / name, f"src/kernels/{name}",
            f"#define ET_KERNEL_LIBRARY {name}\n#define ET_KERNEL_LIBRARY_PRIORITY {priority}\n")
    with tempfile.TemporaryDirectory() as folder:
        made = pathlib.Path(folder)
        run(ROOT / "runtime/generate-schema.sh", made)
        add(made / "flatbuffers", "src/flatbuffers")
        for path in made.glob("*.h"):
            files[f"src/runtime/{path.name}"] = path.read_bytes()
    return files


def example():
    """Returns the example's files: a model, a header with the same bytes, code to run the model."""
    with tempfile.TemporaryDirectory() as folder:
        run(os.environ.get("FLATC", "flatc"), "-b", "-o", folder,
            ROOT / "runtime/schema/program.fbs", ROOT / "test/models/add.json")
        model = (pathlib.Path(folder) / "add.pte").read_bytes()
    array = ",\n    ".join(", ".join(f"0x{byte:02x}" for byte in model[start:start + 16])
                           for start in range(0, len(model), 16))
    header = f"""// The bytes of model.pte: x + y, two tensors of 2 by 3 floats.

#pragma once

#include <cstdint>

alignas(16) static const uint8_t model[] = {{
    {array}}};
"""
    return {"model.pte": model, "model.h": header.encode(),
            "run_model.h": (ROOT / "tools/layouts/example/run_model.h").read_bytes()}


def components(files, version):
    """Returns the XML of a CMSIS-Pack's components: the runtime and each kernel library."""
    def component(name, condition, description, folders, first):
        rows = [f'    <component Cclass="Machine Learning" Cgroup="et-prune" Csub="{name}" '
                f'Cversion="{version}" condition="{condition}">',
                f"      <description>{description}</description>", "      <files>", *first]
        rows += [f'        <file category="sourceCpp" name="{path}"/>' for path in sorted(files)
                 if path.endswith(".cpp") and path.startswith(folders)]
        return rows + ["      </files>", "    </component>"]

    rows = component("Runtime", "compiler", "Runs .pte files",
                     ("src/runtime/", "src/kernels/common/"),
                     ['        <file category="doc" name="README.md"/>',
                      '        <file category="include" name="src/"/>'])
    for name, _ in kernel_libraries():
        rows += component(f"Kernels {name}", "kernels", f"The kernel library {name}",
                          (f"src/kernels/{name}/",), [])
    return "\n".join(rows)


def properties(files, url, date):
    """Returns the replacement of each `@WORD@` in a format's files."""
    version = from_cmake("cmake/EtPruneConfigVersion.cmake", r"set\(PACKAGE_VERSION (\S+)\)")
    flags = from_cmake("kernels/CMakeLists.txt",
                       r"target_compile_options\(\$\{target\} PRIVATE\s+(-[^)]*)\)")
    folders = sorted({str(pathlib.PurePath(path).parent.relative_to("src")) for path in files
                      if path.endswith(".cpp")})
    return {
        "SUMMARY": "Runtime and kernels for ML models; et-prune removes kernels that no model calls",
        "VERSION": version,
        "URL": url,
        "DATE": time.strftime("%Y-%m-%d", time.gmtime(date)),
        "FLAGS": flags,
        "FLAGS_LIST": flags.replace(" ", ", "),
        "FOLDERS": " ".join(folders),
        "SOURCE_FOLDERS": " ".join(f"src/{folder}" for folder in folders),
        "COMPONENTS": components(files, version),
    }


def package_date():
    """Returns SOURCE_DATE_EPOCH or else the last commit's date, in seconds since 1970."""
    try:
        return int(os.environ.get("SOURCE_DATE_EPOCH") or subprocess.check_output(
            ["git", "-C", ROOT, "log", "-1", "--format=%ct"]))
    except (OSError, ValueError, subprocess.CalledProcessError):
        fail("no date for the archive: run layout.py in a git checkout, or set SOURCE_DATE_EPOCH to seconds since 1970")


def layout(name, url, date):
    """Returns a dict from path in the archive to bytes, and the version of et-prune."""
    files = sources()
    values = properties(files, url, date)
    folders = {ROOT / "tools/layouts" / name: ""}
    if name in ("esp-idf", "zephyr"):
        folders[ROOT / "tools/layouts/cmake"] = "cmake/"
    for folder, target in folders.items():
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                text = re.sub("@([A-Z_]+)@", lambda word: values[word[1]], path.read_text())
                files[target + str(path.relative_to(folder))] = text.encode()
    for file, content in example().items():
        files[f"{EXAMPLES[name]}/{file}"] = content
    return files, values["VERSION"]


def write(archive, files, date):
    """Writes the archive completely or not at all; the same files and date give the same bytes."""
    temporary = archive.with_suffix(".tmp")
    try:
        with zipfile.ZipFile(temporary, "w", zipfile.ZIP_DEFLATED) as out:
            for path in sorted(files):
                # Dates in a zip archive begin in 1980.
                entry = zipfile.ZipInfo(path, max(time.gmtime(date)[:6], (1980, 1, 1, 0, 0, 0)))
                entry.external_attr = 0o100644 << 16
                entry.compress_type = zipfile.ZIP_DEFLATED
                out.writestr(entry, files[path])
        temporary.rename(archive)
    finally:
        temporary.unlink(missing_ok=True)


def main():
    parser = argparse.ArgumentParser(prog="layout.py", allow_abbrev=False)
    parser.add_argument("name", choices=sorted(EXAMPLES), metavar="NAME")
    parser.add_argument("folder", nargs="?", default=ROOT / "packages", type=pathlib.Path)
    parser.add_argument("--url", default="https://example.org/et-prune")
    options = parser.parse_args()
    date = package_date()
    files, version = layout(options.name, options.url, date)
    # CMSIS-Pack prescribes the archive's name, and has no folder around the files. Arduino demands
    # such a folder, so all archives except CMSIS-Pack's have the folder et_prune/.
    pack = options.name == "cmsis-pack"
    archive = options.folder / (f"et-prune.et_prune.{version}.pack" if pack else
                                f"et-prune-{version}-{options.name}.zip")
    try:
        options.folder.mkdir(parents=True, exist_ok=True)
        write(archive, {path if pack else f"et_prune/{path}": content
                        for path, content in files.items()}, date)
    except OSError as problem:
        fail(f"cannot write '{archive}': {problem.strerror}")
    print(archive)


if __name__ == "__main__":
    main()

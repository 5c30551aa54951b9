# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sources that compile a kernel library's operators, sixteen at a time.

    unity.py LIBRARY [--every=N --seed=S]

writes LIBRARY-<number>.cpp to the current folder for each Nth operator's file, and
LIBRARY-helpers.cpp for the files that operators share. Reading ExecuTorch's headers takes most of
a compilation, so a file alone takes five times as long.

Each file has what it calls its own in an unnamed namespace, where the names of two files would
meet. So each is compiled for a library of another name, LIBRARY_<number>, which sees LIBRARY's. The
helpers' names do not meet, and test/structure checks that none hides one of kernels/common.
"""

import argparse
import glob
import os
import re

KERNELS = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                        "../../../kernels"))
TOGETHER = 16


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def includes(path, folder):
    """The library's headers that a file reads."""
    found = set()
    for name in re.findall(r'^#include "(\w+\.h)"', read(path), re.M):
        header = os.path.join(folder, name)
        found |= {header} | includes(header, folder)
    return found


def source(library, files, folder):
    headers = sorted({header for path in files for header in includes(path, folder)})
    lines = [f"#define ET_KERNEL_LIBRARY {library}"] + [f'#include "{path}"' for path in headers]
    for number, path in enumerate(files):
        own = f"{library}_{number}"
        lines += ["#undef ET_KERNEL_LIBRARY", f"#define ET_KERNEL_LIBRARY {own}",
                  f"namespace et::kernels::{library} {{}}",
                  f"namespace et::kernels::{own} {{ using namespace {library}; }}",
                  f'#include "{path}"']
        lines += [f"#undef {name}" for name in re.findall(r"^#define (\w+)", read(path), re.M)]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("library")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    folder = os.path.join(KERNELS, options.library)
    operators = sorted(glob.glob(f"{folder}/op_*.cpp"))
    share = operators[options.seed % options.every::options.every]
    for number in range(0, len(share), TOGETHER):
        with open(f"{options.library}-{number // TOGETHER}.cpp", "w", encoding="utf-8") as file:
            file.write(source(options.library, share[number:number + TOGETHER], folder))
    helpers = sorted(set(glob.glob(f"{folder}/*.cpp")) - set(operators))
    with open(f"{options.library}-helpers.cpp", "w", encoding="utf-8") as file:
        file.write(f"#define ET_KERNEL_LIBRARY {options.library}\n")
        file.writelines(f'#include "{path}"\n' for path in helpers)
    print(f"{len(share)} of {len(operators)} operators")


if __name__ == "__main__":
    main()

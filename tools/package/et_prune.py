# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the folders of the wheel's files: python -m et_prune --cmake-dir

The programs are in PATH and need no Python. But CMake and the compiler's option -B need folders of
the installation. This module prints these folders, because pip decides where the folders are.
"""

import argparse
import importlib.metadata
import pathlib
import sys


def root():
    """Returns the folder with bin/, libexec/ and share/."""
    beside = pathlib.Path(__file__).resolve().parent
    if (beside / "bin/et-prune").exists():  # pip install --target
        return beside
    for file in importlib.metadata.files("et-prune") or []:
        if file.match("bin/et-prune"):
            return file.locate().resolve().parent.parent
    sys.exit("et_prune: error: the programs of this package are gone; install et-prune again")


def main():
    parser = argparse.ArgumentParser(
        prog="python -m et_prune", description="Prints a folder of the installed et-prune."
    )
    which = parser.add_mutually_exclusive_group(required=True)
    for option, folder, purpose in (
        ("--cmake-dir", "share/EtPrune/cmake", "for CMake: -DEtPrune_DIR=..."),
        ("--libexec-dir", "libexec/et-prune", "for compilers: -B..."),
        ("--root", ".", "the installation's folder: <et-prune> in the documentation"),
    ):
        which.add_argument(option, dest="folder", action="store_const", const=folder, help=purpose)
    print(root() / parser.parse_args().folder)


if __name__ == "__main__":
    main()

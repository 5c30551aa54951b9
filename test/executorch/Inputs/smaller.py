# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fails unless the first program has less code and data to load than the second."""

import subprocess
import sys


def loaded(path):
    text, data = subprocess.run(["size", path], check=True, capture_output=True,
                                text=True).stdout.split("\n")[1].split()[:2]
    return int(text) + int(data)


sizes = [loaded(path) for path in sys.argv[1:3]]
sys.exit(0 if sizes[0] < sizes[1] else f"{sys.argv[1]}: {sizes[0]} B, {sys.argv[2]}: {sizes[1]} B")

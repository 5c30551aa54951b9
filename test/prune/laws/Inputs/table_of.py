# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# table_of.py IMAGE [PREFIX...]: writes the registration table of an image as assembly code, with
# the macros of test/laws/table.inc.
# With PREFIXes, writes only kernels whose "operator-variant" starts with one of the PREFIXes.

import sys

from elf import Image

image = Image(sys.argv[1])
symbols = {s.name: s.value for s in image.symbols()}
# The Thumb bit is set in both the registration table and the symbol table, so addresses are equal.
kernels = {value: name for name, value in symbols.items() if name.startswith("et_kernel$")}


def text(address):
    return image.string(image.file_offset(address))


print('.include "table.inc"\net_table')
for record in range(symbols["__et_kernels_start"], symbols["__et_kernels_end"], 12):
    name, key, function = (image.word(record + 4 * i) for i in range(3))
    _, namespace, op, variant, library = kernels[function].split("$")
    assert text(name) == f"{namespace}::{op}", text(name)
    if sys.argv[2:] and not f"{namespace}::{op}-{variant}".startswith(tuple(sys.argv[2:])):
        continue
    if key:
        print(f'et_kernel {namespace}, {op}, {variant}, {library}, "{text(key)}"')
    else:
        assert variant == "fallback"
        print(f"et_fallback_kernel {namespace}, {op}, {library}")
print("et_table_end")

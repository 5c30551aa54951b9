# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""listings.py FOLDER LISTINGS PREFIX: compares the fixture's objects with ExecuTorch's objects.

FOLDER has the objects that fixture.py built. LISTINGS has files PREFIX-*.txt: readelf's output for
three objects of an ExecuTorch build, which register kernels or contain the registry. The script
compares the sections of registrations and registry, and the relocations of these sections. The
sections must be equal, except for parts that depend on the number of operators.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

FOLDER, LISTINGS, PREFIX = sys.argv[1:]
OBJECTS = {
    "RegisterCodegenUnboxedKernelsEverything": "portable_ops_lib/",
    "register_prim_ops": "",
    "operator_registry": "",
}
# Name, type, size, flags and alignment.
SECTION = re.compile(
    r"\s*\[ *\d+\] (\S+) +(\w+) +[0-9a-f]+ [0-9a-f]+ ([0-9a-f]+) .. +(\w*) +\d+ +\d+ +(\d+)$"
)
REGISTRATION = re.compile(
    r"(startup|sub_I_.*|init_array|kernel_spanE|kernels_to_registerE|prim_opsE|"
    r"registered_kernels_dataE|num_registered_kernelsE|register_kernelsENS0_.*)$"
)
RELOCATIONS = re.compile(r"Relocation section '(\S+)'")
RELOCATION = re.compile(r"[0-9a-f]+ +[0-9a-f]+ (R_\w+) +[0-9a-f]+ +(.*)$")
# gcc's and clang's names of a lambda's function, mangled or not.
LAMBDA = re.compile(r"MUl.*|'lambda\d*'.*|\$_\d+::__invoke.*|\d\$_\d+__invoke.*")
# The size of these sections does not depend on the number of kernels.
FIXED = re.compile(r"kernel_span|init_array|kernels_data|num_registered|sub_I|startup")


def facts(text):
    result = set()
    relocated = None
    for line in text.splitlines():
        if match := SECTION.match(line):
            name, kind, size, flags, alignment = match.groups()
            if REGISTRATION.search(name) and kind not in ("REL", "RELA"):
                # The code of register_kernels() differs, so the alignment may differ.
                if "register_kernelsENS0_" in name:
                    alignment = "any"
                size = int(size, 16) if FIXED.search(name) else "any"
                result.add(f"{name} {kind} size {size} flags {flags} align {alignment}")
        elif match := RELOCATIONS.match(line):
            relocated = match[1] if REGISTRATION.search(match[1]) else None
        elif relocated and (match := RELOCATION.match(line)):
            kind, symbol = match.groups()
            # Remove the parts of `symbol` that depend on the list of operators or on the file: the
            # addend, the name of a registration file, and the number of a lambda.
            symbol = re.sub(r" [-+] [0-9a-f]+$", "", symbol)
            symbol = re.sub(r"Register\w+\.cpp", "*", symbol)
            symbol = LAMBDA.sub("lambda", symbol)
            result.add(f"{relocated}: {kind} {symbol}")
    return result


failed = False
for name, folder in OBJECTS.items():
    real = facts(Path(LISTINGS, f"{PREFIX}-{name}.txt").read_text())
    command = ["llvm-readelf", "-SrW", "--demangle", os.path.join(FOLDER, folder, name + ".o")]
    ours = facts(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    print(f"{name}: {len(real & ours)} equal facts")
    for fact in sorted(real - ours):
        print(f"  only in ExecuTorch's object: {fact}")
    for fact in sorted(ours - real):
        print(f"  only in the fixture's object: {fact}")
    failed |= real != ours or not real
sys.exit(failed)

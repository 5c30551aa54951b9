# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prunes a program to one operator, once with all dtypes and once with one dtype.

    one_dtype.py ET-PRUNE PROGRAM EVERY SEED

The script tests every EVERYth operator. SEED chooses the first operator. SEED and the operator's
number choose the dtype. The image for one dtype must not have another dtype's kernels, constants or
functions. This image must be smaller than the image for all dtypes, unless the operator has only
one kernel. The fallback kernel converts from and to all dtypes. An image with the fallback kernel
may therefore have constants and functions of all dtypes. The script prints the faults and the
number of operators, and exits with 1 if there are faults.
"""

import collections
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import tempfile

# The C++ type of each dtype. INTEGERS prove no dtype, because sizes also have integer types.
TYPES = {
    "Half": "et::Half", "BFloat16": "et::BFloat16", "Float": "float", "Double": "double",
    "ComplexFloat": "et::Complex<float>", "ComplexDouble": "et::Complex<double>",
}
INTEGERS = {"Byte": "unsigned char", "Char": "signed char", "Short": "short", "Int": "int",
            "Long": "long", "Bool": "bool"}
DTYPES = [*TYPES, *INTEGERS]
# Other dtypes in which a dtype's kernels may compute.
ALSO = {"Half": ["Float"], "BFloat16": ["Float"], "ComplexFloat": ["Float"],
        "ComplexDouble": ["Double"]}


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def symbols_of(image):
    return [line.split(" ", 2)[2] for line in run("nm", "--defined-only", image).splitlines()]


def is_of_another(symbol, dtype):
    own = [dtype, *ALSO.get(dtype, [])]
    kernel = re.match(r"et_kernel\$[^$]+\$[^$]+\$([^$]+)\$", symbol)
    if kernel:
        return kernel[1] not in (dtype, "fallback")
    constant = re.search(rf"::k[A-Z]\w*?({'|'.join(DTYPES)})$", symbol)
    if constant and not constant[1] in own and not symbol.endswith(dtype):
        return True
    instance = re.match(r"[^(]*?(\w+)<([^()]*)>", symbol)
    if not instance or "kernels" not in symbol:
        return False
    types = [name for name, text in {**TYPES, **INTEGERS}.items()
             if re.search(rf"(^|[ ,<]){re.escape(text)}([,> ]|$)", instance[2])]
    if dtype in types:
        return False
    if "ComplexFloat" in types and "Float" in types:
        types.remove("Float")
    if "ComplexDouble" in types and "Double" in types:
        types.remove("Double")
    return any(name in TYPES and name not in own for name in types)


def check(prune, program, work, operator, dtype, is_only):
    def pruned(*selection):
        image = tempfile.NamedTemporaryFile(dir=work, delete=False).name
        run(prune, "-q", "-o", image, *selection, program)
        return image

    everything = pruned(f"--op-list={operator}")
    one = pruned("--ops-dict=" + json.dumps({operator: [dtype]}))
    text = subprocess.run(["c++filt"], input="\n".join(symbols_of(one)), check=True,
                          capture_output=True, text=True).stdout
    has_fallback = re.search(r"et_kernel\$\S+\$fallback\$", text)
    left = [symbol for symbol in text.splitlines() if is_of_another(symbol, dtype) and
            (symbol.startswith("et_kernel$") or not has_fallback)]
    wrong = [f"{operator} {dtype}: left is {symbol}" for symbol in left]
    sizes = [sum(map(int, run("size", image).splitlines()[1].split()[:3]))
             for image in (one, everything)]
    if sizes[0] > sizes[1] or (sizes[0] == sizes[1] and not is_only):
        wrong.append(f"{operator} {dtype}: {sizes[0]} bytes, {sizes[1]} with all dtypes")
    for image in (everything, one):
        os.unlink(image)
    return wrong


def main():
    prune, program = sys.argv[1:3]
    every, seed = map(int, sys.argv[3:])
    operators = collections.defaultdict(list)
    for symbol in symbols_of(program):
        kernel = re.match(r"et_kernel\$([^$]+)\$([^$]+)\$([^$]+)\$", symbol)
        if kernel:
            operators[f"{kernel[1]}::{kernel[2]}"].append(kernel[3])
    wrong, jobs = [], []
    with tempfile.TemporaryDirectory() as work, \
            concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for number, (operator, variants) in enumerate(sorted(operators.items())):
            dtypes = sorted(set(variants) - {"fallback"})
            if dtypes and number % every == seed % every:
                jobs.append(pool.submit(check, prune, program, work, operator,
                                        dtypes[(number + seed) % len(dtypes)], len(variants) == 1))
        for job in jobs:
            wrong += job.result()
    print("\n".join([*wrong, f"{len(jobs)} operators, {len(wrong)} wrong"]))
    sys.exit(bool(wrong))


main()

#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What the wrapper costs on a link, and how long et-prune takes to go to another selection, beside
# the plain link of the same program: test/benchmark/wrapper.sh [runs]
#
# The program is examples/firmware with every kernel, linked by the script that collects the table
# itself, so that the link works without the wrapper, too. The commands take turns, so that a busy
# machine slows all of them; the medians' ratios are what to look at. BUILD_DIR is et-prune's build.
set -euo pipefail

readonly Root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
readonly Build=$(cd "${BUILD_DIR:-$Root/build}" && pwd)
readonly Runs=${1:-15}
readonly Work=$(mktemp -d)
trap 'rm -rf "$Work"' EXIT

"$Build/bin/et-make-pte" --segments "$Root/test/models/cnn.json" -o "$Work/cnn.pte"
"$Build/bin/et-make-pte" "$Root/test/models/add.json" -o "$Work/add.pte"
make -s -C "$Root/examples/firmware" -j"$(nproc)" ET_PRUNE="$Build" BUILD="$Work/b" MODEL="$Work/cnn.pte" \
  full plain >"$Work/make.log" 2>&1 || { cat "$Work/make.log" >&2; exit 1; }

/usr/bin/python3 - "$Root" "$Build" "$Work" "$Runs" <<'PYTHON'
import statistics, subprocess, sys, time

root, build, work, runs = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])
b = work + "/b"
link = ["arm-none-eabi-g++", "-mcpu=cortex-m4", "-mthumb", "-mfloat-abi=hard", "-mfpu=fpv4-sp-d16",
        "-nostartfiles", "--specs=nano.specs", "-Wl,--gc-sections", "-L", root + "/linker-scripts",
        "-T", root + "/examples/firmware/mps2_an386_fragment.ld"]
link += [f"{b}/{name}.o" for name in ("main", "console", "elements", "startup", "semihosting", "model")]
link += ["-Wl,--whole-archive", b + "/libet_kernels_portable.a", "-Wl,--no-whole-archive",
         b + "/libet_runtime.a"]
wrapped = link + [f"-B{build}/libexec/et-prune", "-o", work + "/wrapped.elf"]
prune = [build + "/bin/et-prune", "--quiet", work + "/wrapped.elf", "--model"]
commands = {
    "plain link": lambda i: link + ["-o", work + "/plain.elf"],
    "link through the wrapper": lambda i: wrapped,
    "et-prune to another selection": lambda i: prune + [work + ("/add.pte", "/cnn.pte")[i % 2]],
}
times = {name: [] for name in commands}
for i in range(runs + 1):
    for name, command in commands.items():
        start = time.perf_counter()
        subprocess.run(command(i), check=True, stdout=subprocess.DEVNULL)
        if i > 0:  # the first round warms the file cache
            times[name].append(time.perf_counter() - start)
base = statistics.median(times["plain link"])
print(f"{runs} runs each, median (least to most), ratio to the plain link")
for name, values in times.items():
    median = statistics.median(values)
    print(f"{name:30} {median * 1e3:6.1f} ms  ({min(values) * 1e3:.1f} to {max(values) * 1e3:.1f})  "
          f"{median / base:.2f}")
PYTHON

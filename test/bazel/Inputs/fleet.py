# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds a fleet (many models for several boards): fleet.py OBJECTS SOURCES ROOT [--models N]

Makes a workspace in the current folder and builds it with Bazel in several ways. Prints the table
of docs/fleets.md. A row of the table shows how many actions a build ran, and how many actions the
disk cache served. Fails if a number is not as expected.

OBJECTS has a folder of object files for each CPU. test/laws/objects.mk makes these folders. SOURCES
is the repository. ROOT is an installation of et-prune.
"""

import argparse
import collections
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys

parser = argparse.ArgumentParser()
parser.add_argument("objects")
parser.add_argument("sources")
parser.add_argument("root")
parser.add_argument("--models", type=int, default=50)
options = parser.parse_args()

CPUS = {
    "arm-gcc": ["-mcpu=cortex-m4", "-mthumb", "-mfloat-abi=hard", "-mfpu=fpv4-sp-d16"],
    "arm-gcc-m0plus": ["-mcpu=cortex-m0plus", "-mthumb"],
}
BOARDS = {
    "m4": ("arm-gcc", "mps2_an386.ld"),
    "m4_large": ("arm-gcc", "mps2_an500.ld"),
    "m0": ("arm-gcc-m0plus", "mps2_an386.ld"),
    "m0_large": ("arm-gcc-m0plus", "mps2_an500.ld"),
}

WORKSPACE = f"""\
workspace(name = "fleet")

local_repository(name = "et_prune", path = "{options.root}/share/EtPrune/bazel")

load("@et_prune//:bazel4.bzl", "et_prune_bazel4")

et_prune_bazel4()

load("@et_prune//:toolchain.bzl", "et_prune_repository")

et_prune_repository(
    name = "et_prune_arm",
    cpus = {[" ".join(flags) for flags in CPUS.values()]},
    root = "{options.root}",
)

register_toolchains("@et_prune_arm//:toolchain")
"""

BUILD = """\
load("@et_prune//:et_prune.bzl", "et_fleet", "et_image", "et_report_diff")
"""
for board, (cpu, script) in BOARDS.items():
    BUILD += f"""
cc_import(
    name = "{board}_runtime",
    static_library = "{cpu}/libet_runtime.a",
)

et_image(
    name = "{board}",
    linkopts = {CPUS[cpu] + ["--specs=nano.specs", "-nostartfiles"]},
    objects = glob(["{cpu}/*.o"]) + ["{cpu}/libet_kernels_portable.a"],
    script = "{script}",
    deps = [":{board}_runtime"],
)
"""
BUILD += f"""
et_fleet(
    name = "fleet",
    budgets = {{"FLASH": "1M", "m0:FLASH": "24K"}},
    images = {[":" + board for board in BOARDS]},
    models = glob(["models/*.pte"]),
)

et_report_diff(
    name = "diff",
    after = ":fleet_model01_m4",
    before = ":fleet_model00_m4",
)
"""


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def make_model(number, kind):
    """Writes a model. `number` changes the size of a buffer, so that no two models are equal."""
    with open(f"{options.sources}/test/models/{kind}.json", encoding="utf-8") as file:
        model = json.load(file)
    model["execution_plan"][0]["non_const_buffer_sizes"][1] += 16 * number
    write("model.json", json.dumps(model))
    subprocess.run([f"{options.root}/bin/et-make-pte", "-o", f"ws/models/model{number:02}.pte",
                    "model.json"], check=True)


def make_workspace():
    os.makedirs("ws/models")
    write("ws/WORKSPACE", WORKSPACE)
    write("ws/BUILD", BUILD)
    firmware = f"{options.sources}/examples/firmware"
    for number in range(options.models):
        make_model(number, "add" if number % 2 == 0 else "mlp")
    for cpu, flags in CPUS.items():
        os.mkdir(f"ws/{cpu}")
        for file in os.listdir(f"{options.objects}/{cpu}"):
            if file.endswith((".o", ".a")):
                shutil.copy(f"{options.objects}/{cpu}/{file}", f"ws/{cpu}")
        subprocess.run(["arm-none-eabi-gcc", *flags, '-DMODEL_PATH="ws/models/model00.pte"', "-c",
                        f"{firmware}/model.S", "-o", f"ws/{cpu}/model.o"], check=True)
    for script in {script for _, script in BOARDS.values()}:
        shutil.copy(f"{firmware}/{script}", "ws")


def bazel(workspace, root, command, *arguments):
    """Runs Bazel. `root` is Bazel's output root. Each root has its own server and sandboxes."""
    done = subprocess.run(
        ["bazel", f"--output_user_root={os.getcwd()}/{root}", "--nohome_rc",
         "--max_idle_secs=60", command, "--color=no", "--curses=no", *arguments],
        cwd=workspace, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        errors="replace", check=False)
    return done.returncode, done.stdout


def build(workspace, root, *targets, cache="cache"):
    log = os.path.abspath("log.json")
    status, output = bazel(workspace, root, "build", f"--disk_cache={os.getcwd()}/{cache}",
                           "--experimental_repository_disable_download", "--jobs=2", "--nosandbox_debug",
                           f"--execution_log_json_file={log}", *targets)
    if status != 0:
        sys.exit(output)
    ran, served = collections.Counter(), collections.Counter()
    with open(log, encoding="utf-8") as file:
        text = file.read()
    position = 0
    while text[position:].strip():
        action, position = json.JSONDecoder().raw_decode(text, position)
        position += len(text[position:]) - len(text[position:].lstrip())
        (served if action.get("remoteCacheHit") else ran)[action["mnemonic"]] += 1
    return ran, served


failures = []
KINDS = ("EtImage", "EtPrune", "EtFleetTable")


def row(name, counts, ran=(0, 0, 0), served=(0, 0, 0)):
    got = [[count[kind] for kind in KINDS] for count in counts]
    cells = [" + ".join(map(str, numbers)) if any(numbers) else "0" for numbers in got]
    print(f"| {name} | {cells[0]} | {cells[1]} |", flush=True)
    if got != [list(ran), list(served)]:
        failures.append(f"{name}: ran {got[0]}, served {got[1]}; expected {ran}, {served}")


def outputs(workspace):
    hashes = {}
    folder = os.path.realpath(f"{workspace}/bazel-bin")
    for name in sorted(os.listdir(folder)):
        if os.path.isfile(f"{folder}/{name}"):
            with open(f"{folder}/{name}", "rb") as file:
                hashes[name] = hashlib.sha256(file.read()).hexdigest()
    return hashes


def own_paths(workspace):
    """Returns the outputs that contain the path of the current folder or of a Bazel sandbox. Of a
    bundle, the function unpacks and searches only the manifest, which has the inputs' paths."""
    found = []
    folder = os.path.realpath(f"{workspace}/bazel-bin")
    for name in sorted(os.listdir(folder)):
        path = f"{folder}/{name}"
        if os.path.isfile(path):
            with open(path, "rb") as file:
                text = file.read()
            if name.endswith(".etl"):
                text = subprocess.run(["tar", "--zstd", "-xOf", path, "manifest.json"], check=True,
                                      stdout=subprocess.PIPE).stdout
            if os.getcwd().encode() in text or b"/sandbox/" in text:
                found.append(name)
    return found


make_workspace()
boards, models = len(BOARDS), options.models
everything = (boards, boards * models, 1)
print("| run | actions run: links + prunings + table | served by the cache |\n|---|---|---|")
row("cold", build("ws", "root", ":fleet"), ran=everything)
first = outputs("ws")
bazel("ws", "root", "clean")
row("`bazel clean`, again", build("ws", "root", ":fleet"), served=everything)
shutil.copytree("ws", "elsewhere/copy", symlinks=True,
                ignore=shutil.ignore_patterns("bazel-*"))
row("copied workspace, other output folder", build("elsewhere/copy", "root2", ":fleet"),
    served=everything)
make_model(0, "mlp")
row("one model changed", build("ws", "root", ":fleet"), ran=(0, boards, 1))
with open("ws/mps2_an386.ld", "a", encoding="utf-8") as file:
    file.write("/* The images stay the same, so the table is not made again. */\n")
row("a comment added to the linker script of two boards", build("ws", "root", ":fleet"), ran=(2, 2 * models, 0))

# A build in another folder with an empty cache must make the same files as the cold build.
some = [":fleet_model01_" + board for board in BOARDS]
build("elsewhere/copy", "root3", *some, cache="cache2")
second = outputs("elsewhere/copy")
different = [name for name, value in second.items() if first[name] != value]
print(f"{len(second)} files made in another folder without the cache, "
      f"{len(different)} of them different")
if different or len(second) != boards * 4:
    failures.append(f"different: {different} of {sorted(second)}")
if named := own_paths("elsewhere/copy"):
    failures.append(f"a folder of the build is named in {named}")

status, output = bazel("ws", "root", "test", "--experimental_repository_disable_download",
                       f"--disk_cache={os.getcwd()}/cache", "--test_output=all", ":fleet_test")
if status != 3 or not re.search(r"model01  m0  .* over: FLASH by ", output):
    failures.append(f"the test of the budgets ended with {status}: {output}")
build("ws", "root", ":diff")
if "| bytes |" not in open("ws/bazel-bin/diff.md", encoding="utf-8").read():
    failures.append("diff.md is no comparison")

for workspace, root in (("ws", "root"), ("elsewhere/copy", "root2"), ("elsewhere/copy", "root3")):
    bazel(workspace, root, "shutdown")
sys.exit("\n".join(failures) or 0)

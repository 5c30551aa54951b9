#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How long selections take to read and to merge: a table in Markdown, on stdout.

    test/benchmark/selections.py [--build DIR] [--rounds N] [--models N] [--weights MB]

    small     a program, test/models/cnn.json
    weights   the same with so many megabytes of weights behind it; reading them would show
    merge     many programs into one selected_operators.yaml: test/models/mlp.json, its calls fifty
              times over, in eight dtypes, under operator names of which each program has its own
              mix
    merge-yaml   the same many selections, each in a file of its own, from a list of files

Milliseconds are those of the whole command, the least of the rounds; CPU is its user and system
time. Memory is the most that the process had at a time, in MiB.
"""

import argparse
import json
import os
import struct
import subprocess
import tempfile

import speed

DTYPES = ["Float", "Double", "Half", "BFloat16", "Int", "Long", "Char", "Byte"]
VARIANTS = 30  # of each operator's name

parser = argparse.ArgumentParser(description="Times of reading and merging selections")
parser.add_argument("--build", default=f"{speed.ROOT}/build")
parser.add_argument("--rounds", type=int, default=5)
parser.add_argument("--models", type=int, default=1000)
parser.add_argument("--weights", type=int, default=200)
args = parser.parse_args()
oplist, make_pte = (f"{os.path.abspath(args.build)}/bin/{tool}"
                    for tool in ("et-oplist", "et-make-pte"))


def make_small(path):
    subprocess.run([make_pte, "--segments", f"{speed.ROOT}/test/models/cnn.json", "-o", path], check=True)


def make_large(small, path, megabytes):
    """Makes the program's segment larger: in the file, in its table, and in the extended header."""
    with open(small, "rb") as file:
        content = bytearray(file.read())
    program_size, _, segments = struct.unpack_from("<QQQ", content, 16)
    field = content.index(struct.pack("<Q", segments), 40, program_size)
    assert content.find(struct.pack("<Q", segments), field + 1,
                        program_size) < 0, "which is the segment's size?"
    for place in (32, field):
        struct.pack_into("<Q", content, place, segments + (megabytes << 20))
    with open(path, "wb") as file:
        file.write(content)
        for _ in range(megabytes):
            file.write(os.urandom(1 << 20))


def make_varied(number, path):
    with open(f"{speed.ROOT}/test/models/mlp.json") as file:
        program = json.load(file)
    plan = program["execution_plan"][0]
    for value in plan["values"]:
        if value["val_type"] == "Tensor":
            value["val"]["scalar_type"] = DTYPES[number % len(DTYPES)]
    for index, operator in enumerate(plan["operators"]):
        operator["name"] += f"_{(number + 7 * index) % VARIANTS}"
    plan["chains"][0]["instructions"] *= 50
    with open(f"{path}.json", "w") as file:
        json.dump(program, file)
    subprocess.run([make_pte, f"{path}.json", "-o", path], check=True)


def measure(name, command):
    times, cpu, memory = zip(*(speed.measure(command, None) for _ in range(args.rounds)))
    print(f"| {name} | {min(times):.1f} | {min(cpu):.1f} | {max(memory):.0f} |", flush=True)


with tempfile.TemporaryDirectory() as work:
    os.chdir(work)
    print("| command | least | CPU | MiB |\n| --- | --- | --- | --- |")
    make_small("small.pte")
    make_large("small.pte", "large.pte", args.weights)
    measure("small", [oplist, "--model", "small.pte", "-o", "small.yaml"])
    measure(f"weights: {args.weights} MB", [oplist, "--model", "large.pte", "-o", "large.yaml"])
    os.remove("large.pte")

    models = [f"model{number}.pte" for number in range(args.models)]
    for number, model in enumerate(models):
        make_varied(number, model)
        subprocess.run([oplist, "--model", model, "-o", f"{model}.yaml"], check=True)
    with open("list", "w") as listed:
        listed.writelines(f"{model}.yaml\n" for model in models)
    named = [f"--model={model}" for model in models]
    measure(f"merge: {args.models} programs", [oplist, *named, "-o", "merged.yaml"])
    measure(f"merge-yaml: {args.models} selections",
            [oplist, "--model_file_list_path", "list", "-o", "listed.yaml"])
    with open("merged.yaml", "rb") as merged, open("listed.yaml", "rb") as listed:
        assert merged.read() == listed.read(), "the two merges differ"

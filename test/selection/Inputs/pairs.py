# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks the answers of `et-prune --check` for pairs of a model and an image, by running each pair.

    pairs.py [--pairs N] [--seed S] [--every N] [--timeout SECONDS] -- BUILD PROGRAM [COMMAND...]

PROGRAM is linked with every kernel through the wrapper. COMMAND runs an image with a model. In
COMMAND, {image} and {model} stand for the file names; the default is `{image} {model}`. Each image
is PROGRAM, pruned to three random models. The models are those of test/models, and one model for
each operator. For each pair, the script changes a model in up to two places.

The answer yes is right if the image has the same output and exit status as PROGRAM. The answer no
is right if the image fails. A kernel may accept arguments that differ from its schema. If --check
reports only wrong arguments, and the image runs, the script counts "no, an opinion", not a wrong
answer. The script prints each wrong answer, keeps the model's file, and exits with status 1.
"""

import argparse
import collections
import glob
import json
import os
import random
import shutil
import subprocess
import sys

TESTS = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
DTYPES = ("Byte", "Char", "Short", "Int", "Long", "Half", "Float", "Double", "Bool")
PAIRS_OF_AN_IMAGE = 10

parser = argparse.ArgumentParser()
parser.add_argument("--pairs", type=int, default=2000)
parser.add_argument("--seed", type=int, default=0)
parser.add_argument("--every", type=int, default=1, help="use only each Nth operator's model")
parser.add_argument("--timeout", type=int, default=60, help="limit of each run in seconds")
parser.add_argument("build")
parser.add_argument("program")
parser.add_argument("command", nargs="*", default=["{image}", "{model}"])
options = parser.parse_args()
tool = {name: f"{options.build}/bin/{name}" for name in ("et-prune", "et-make-pte")}
chance = random.Random(options.seed)


def run(*command, **more):
    return subprocess.run(command, capture_output=True, check=False, **more)


def read(path):
    with open(path, encoding="ascii") as file:
        return json.load(file)


def base_models():
    paths = sorted(glob.glob(f"{TESTS}/models/*.json"))
    os.makedirs("operators", exist_ok=True)
    with open("keep.sh", "w", encoding="ascii") as file:
        # Replaces et-make-pte, so that operator_seeds.py writes JSON instead of .pte files.
        file.write('#!/bin/sh\ncat > "$2"\n')
    os.chmod("keep.sh", 0o755)
    for library in ("portable", "quantized", "cortex_m"):
        subprocess.run([sys.executable, f"{TESTS}/fuzz/operator_seeds.py",
                        f"{options.build}/test/kernels/cases/{library}.cases", "./keep.sh",
                        "operators"], check=True)
    operators = sorted(glob.glob("operators/*"))
    paths += operators[options.seed % options.every::options.every]
    return {os.path.basename(path).rsplit(".", 1)[0]: read(path) for path in paths}


def calls_of(program):
    return [instruction["instr_args"] for plan in program["execution_plan"]
            for chain in plan["chains"] for instruction in chain["instructions"]
            if instruction["instr_args_type"] == "KernelCall"]


def another_operator(program, names):
    operators = chance.choice(program["execution_plan"])["operators"]
    name, _, overload = chance.choice(names).partition(".")
    operators[chance.randrange(len(operators))] = {"name": name, "overload": overload}


def another_name(program, _):
    operators = chance.choice(program["execution_plan"])["operators"]
    operator = chance.choice(operators)
    field = chance.choice(("name", "overload"))
    operator[field] = chance.choice((operator[field] + "x", operator[field][:-1]))


def argument_more(program, _):
    arguments = chance.choice(calls_of(program))["args"]
    arguments.insert(chance.randrange(len(arguments) + 1), chance.choice(arguments))


def argument_less(program, _):
    arguments = chance.choice(calls_of(program))["args"]
    if len(arguments) > 1:
        del arguments[chance.randrange(len(arguments))]


def other_argument(program, _):
    plan = program["execution_plan"][0]
    arguments = chance.choice(calls_of(program))["args"]
    arguments[chance.randrange(len(arguments))] = chance.randrange(len(plan["values"]))


def other_dtypes(program, _):
    """Replaces one dtype by another in all tensors."""
    tensors = [value["val"] for plan in program["execution_plan"] for value in plan["values"]
               if value["val_type"] == "Tensor"]
    before, after = chance.choice(tensors).get("scalar_type", "Byte"), chance.choice(DTYPES)
    for tensor in tensors:
        if tensor.get("scalar_type", "Byte") == before:
            tensor["scalar_type"] = after


def delegate(program, _):
    program["backend_delegate_data"] = [{"data": [1]}]
    program["execution_plan"][0]["delegates"] = [
        {"id": "SomeBackend", "processed": {"index": 0}, "compile_specs": []}]


CHANGES = (another_operator, another_name, argument_more, argument_less, other_argument,
           other_dtypes, delegate)


def make(program, path):
    return run(tool["et-make-pte"], "--segments", "-o", path, "/dev/stdin",
               input=json.dumps(program).encode()).returncode == 0


def execute(image, model):
    words = {"image": f"./{image}", "model": model}
    try:
        done = run(*(word.format(**words) for word in options.command), timeout=options.timeout)
    except subprocess.TimeoutExpired: # firmware may loop forever instead of aborting
        return -1, []
    # A program may print its number of kernels. Ignore the line: pruning changes the number.
    return done.returncode, [line for line in done.stdout.splitlines() if b"kernels" not in line]


def verdict(image, model):
    """Returns the answer of --check, and the reason why the answer is wrong, or an empty text."""
    check = run(tool["et-prune"], "--check", "--report-json=-", "--model", model, image)
    if check.returncode not in (0, 2, 4):
        return "refused", "" if check.returncode == 1 else "et-prune crashed"
    answer = json.loads(check.stdout)
    status, output = execute(image, model)
    if check.returncode == 4:
        return "unknown", ""
    if check.returncode == 0:
        if status < 0 or status > 127:
            return "yes", "the image ends by a signal or not at all"
        same = execute("program", model) == (status, output)
        return "yes", "" if same else "the image's output or exit status is not PROGRAM's"
    if status != 0:
        return "no", ""
    if all(thing["what"] == "arguments" for thing in answer["missing"]):
        return "no, an opinion", ""
    return "no", "the image runs the model"


def operators_of(image):
    listed = run(tool["et-prune"], "--list", image).stdout.decode().splitlines()
    return sorted({line.split()[0] for line in listed if "::" in line})


def main():
    for file in ("", ".etl"):
        shutil.copy(f"{options.program}{file}", f"program{file}")
    models = base_models()
    # --check refuses the model of index_put_, because the schema lacks the model's argument `out`.
    runs = [name for name in models if make(models[name], f"{name}.pte")
            and execute("program", f"{name}.pte")[0] == 0
            and run(tool["et-prune"], "-q", "--check", "--model", f"{name}.pte",
                    "program").returncode == 0]
    names = operators_of("program")
    counts, wrong = collections.Counter(), 0
    for number in range(options.pairs):
        if number % PAIRS_OF_AN_IMAGE == 0:
            image, selected = f"image-{number}", chance.sample(runs, min(len(runs), 3))
            asked = [word for name in selected for word in ("--model", f"{name}.pte")]
            for file in ("", ".etl"):
                shutil.copy(f"program{file}", f"{image}{file}")
            pruned = run(tool["et-prune"], "-q", *asked, image)
            if pruned.returncode != 0:
                sys.exit(pruned.stderr.decode())
            known = operators_of(image)
        name = chance.choice(selected if chance.random() < 0.8 else runs)
        program = json.loads(json.dumps(models[name]))
        changes = chance.sample(CHANGES, chance.choice((0, 1, 1, 2)))
        for change in changes:
            change(program, known if chance.random() < 0.7 else names)
        model = f"pair-{number}.pte"
        if not make(program, model):
            counts["no program"] += 1
            continue
        answer, why = verdict(image, model)
        counts[answer] += 1
        if why:
            wrong += 1
            print(f"wrong: --check says {answer} for {model} in {image}, but {why}: {name} with "
                  f"{', '.join(change.__name__ for change in changes) or 'no change'}")
        else:
            os.remove(model)
    print(f"{len(runs)} models, {options.pairs} pairs:",
          ", ".join(f"{count} {answer}" for answer, count in sorted(counts.items())) + ",",
          f"{wrong} wrong")
    return 1 if wrong else 0


sys.exit(main())

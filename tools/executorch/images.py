# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Links images with a user's ExecuTorch. Checks the images' bytes and the pruning of the user's own
operators. Prints a table of the images' sizes."""

import json
import os
import shutil

from builds import ROOT
from ours import NINE
from programs import Failure, run

HERE = os.path.dirname(os.path.abspath(__file__))
OWN = ("own::twice.out", "own::halve.out")


def write_model(programs, name, folder):
    description = os.path.join(HERE if name == "twice" else f"{ROOT}/test/models", name + ".json")
    model = os.path.join(folder, name + ".pte")
    run([f"{programs.target.tools}/bin/et-make-pte", "--segments", "-o", model, description])
    return model


def contents(path):
    with open(path, "rb") as file:
        return file.read()


def check_bytes(programs, page):
    """A link with a selection gives the pruned image's bytes; --all-ops gives the full image."""
    folder = os.path.join(programs.folder, "bytes")
    os.makedirs(folder, exist_ok=True)
    model, count, problems = write_model(programs, "add", folder), 0, []
    for name, options in programs.target.configurations():
        full, selected, image = (os.path.join(folder, name) for name in (
            "full", "selected", "image"))
        try:
            programs.link(full, options)
            programs.link(selected, [*options, f"-Wl,--et-select={model}"])
            for end in ("", ".etl"):
                shutil.copyfile(full + end, image + end)
            programs.prune(image, image, f"--model={model}", "--check-link")
            pruned = contents(image)
            programs.prune(image, image, "--all-ops")
        except Failure as failure:
            problems.append(f"{name}: {failure}")
            continue
        count += 1
        if contents(selected) != pruned:
            problems.append(f"{name}: '{selected}' is not the pruned image")
        if contents(image) != contents(full):
            problems.append(f"{name}: '{image}' and '{full}' differ")
        if pruned == contents(full):
            problems.append(f"{name}: nothing was pruned")
    page.check(f"{count} linkers: a selected link and pruning give the same image, --all-ops gives "
               f"the full image: {len(problems)} wrong", problems)


def check_own(programs, page):
    """Checks the pruning of operators that own.cpp registers without an array of kernels."""
    folder = os.path.join(programs.folder, "own")
    os.makedirs(folder, exist_ok=True)
    model, problems, count = write_model(programs, "twice", folder), [], 0
    full, pruned, without = (os.path.join(folder, name) for name in ("full", "with", "without"))
    for level in ("-Os", "-O2", "-Og"):
        own = programs.compile(os.path.join(HERE, "own.cpp"), level, name=f"own{level}.o")
        try:
            programs.link(full, inputs=programs.inputs([own]))
            missing = set(OWN) - programs.listed(full).keys()
            if missing:
                problems.append(f"{level}: et-prune does not list {', '.join(sorted(missing))}")
            programs.prune(full, pruned, f"--model={model}")
            programs.prune(full, without, "--op-list=aten::add.out")
        except Failure as failure:
            problems.append(f"{level}: {failure}")
            continue
        count += 1
        outputs = [programs.execute(image, model, folder) for image in (full, pruned)]
        if outputs[0] != outputs[1] or outputs[0][1] != "done":
            problems.append(f"{level}: before\n{outputs[0]}\nafter\n{outputs[1]}")
        names = run(["nm", "-C", without])
        problems += [f"{level}: '{without}' still has {name}"
                     for name in ("registered_kernels_data", "register_kernels", "own::halve")
                     if name in names]
    page.check(f"a user's own operators, compiled in {count} ways: {len(problems)} wrong",
               problems)


def selections(programs, every, folder):
    """Yields each selection: its name, the options without dtypes, and the options with dtypes."""
    for name in ("add", "mlp", "cnn"):
        model = write_model(programs, name, folder)
        yield name, [f"--model={model}", "--ignore-dtypes"], [f"--model={model}"]
    floats = json.dumps({operator: ["Float"] for operator in NINE})
    yield "nine operators of a CNN", [f"--op-list={','.join(NINE)}"], [f"--ops-dict={floats}"]
    names = [name for name in every if not name.startswith("executorch_prim::")]
    floats = json.dumps({operator: ["Float"] for operator in names})
    yield f"all {len(names)} operators", [f"--op-list={','.join(names)}"], [f"--ops-dict={floats}"]


def print_sizes(programs, page):
    """Prints the sizes of the program: full, pruned to operators, and pruned also to dtypes."""
    folder = os.path.join(programs.folder, "table")
    os.makedirs(folder, exist_ok=True)
    full, pruned = os.path.join(folder, "full"), os.path.join(folder, "pruned")
    has_dtypes = programs.build.has_bitcode or "masks" in programs.build.archives
    page.heading("Sizes: text / data / bss in bytes")
    rows = []
    for name, options in programs.target.linkers.items():
        programs.link(full, options)
        rows.append([f"{name}: everything", cell(programs, full)] + [""] * has_dtypes)
        every = sorted(programs.listed(full))
        for selection, operators, dtypes in selections(programs, every, folder):
            cells = []
            for chosen in [operators, dtypes][:1 + has_dtypes]:
                programs.prune(full, pruned, *chosen)
                cells.append(cell(programs, pruned))
            rows.append([f"{name}: {selection}", *cells])
    page.table(["image", "operators"] + ["and dtypes"] * has_dtypes, rows)
    shutil.rmtree(folder)


def cell(programs, image):
    return " / ".join(f"{size:,}" for size in programs.target.sizes(image))

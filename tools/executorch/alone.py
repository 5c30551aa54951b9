# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks prunings of a program that was linked with a user's build of ExecuTorch.

The program has every operator, and is linked through the wrapper. It is pruned to each operator
alone, and to the operators of the models cnn and mlp. These checks are made for each selection:

  - et-prune accepts the selection, and prints only its report.
  - The recompiled image is linked with a registration of only the selected operators. No input
    section of the pruned image is larger than in the recompiled image. The same holds for flash and
    RAM as a whole. For releases before 1.2, registration.py cannot make such a registration, so
    sizes are not compared.
  - The pruned image loads a model that has the selected operators, and runs the test models that
    have no other operators. The full and the recompiled image print the same as the pruned image.
  - The pruned image reports OperatorMissing for a model with another operator.
"""

import collections
import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import sys

from builds import ROOT
from programs import Failure, run

sys.path.insert(0, os.path.join(ROOT, "test", "stock", "Inputs"))
import explain
import registration

# Input sections that may be larger than in the recompiled image. Linkers merge equal neighbours in
# .ARM.exidx, so its size depends on the order of functions.
MAY_GROW = re.compile(rf".*\.et_kernel_table|{explain.PADDING}|\.ARM\.exidx.*")
OPERATOR_MISSING = "load_method: 0x14"
KINDS = ("refused", "larger", "wrong")


class Models:
    """The models that images run: three test models, and models that only list operators."""

    def __init__(self, tools, folder):
        self.make = os.path.join(tools, "bin", "et-make-pte")
        self.folder = folder
        os.makedirs(folder, exist_ok=True)
        self.absent = self.with_operators(["real::absent.out"])
        # Each item is a pair: the operators that a test model needs, and the model's file.
        self.whole = []
        for name in ("add", "cnn", "mlp"):
            path = os.path.join(ROOT, "test", "models", name + ".json")
            with open(path, encoding="utf-8") as file:
                plan = json.load(file)["execution_plan"][0]
            needs = {join_name(o["name"], o["overload"]) for o in plan["operators"]}
            self.whole.append((needs, self.write(name, path)))

    def write(self, name, description):
        program = os.path.join(self.folder, name + ".pte")
        run([self.make, "--segments", "-o", program, description], self.folder)
        return program

    def with_operators(self, operators):
        """Makes a model that can be loaded only if the image has the operators. The model jumps
        over the calls, because the calls have no arguments, and returns a number."""
        value = lambda kind, **content: {"val_type": kind, "val": content}
        jump = {"cond_value_index": 0, "destination_instruction": len(operators) + 1}
        instructions = [{"instr_args_type": "JumpFalseCall", "instr_args": jump}]
        for index in range(len(operators)):
            call = {"op_index": index, "args": []}
            instructions.append({"instr_args_type": "KernelCall", "instr_args": call})
        names = [operator.partition(".") for operator in operators]
        plan = {
            "name": "forward",
            "values": [value("Bool", bool_val=False), value("Int", int_val=42)],
            "inputs": [],
            "outputs": [1],
            "chains": [{"inputs": [], "outputs": [], "instructions": instructions}],
            "operators": [{"name": name, "overload": overload} for name, _, overload in names],
            "delegates": [],
            "non_const_buffer_sizes": [0],
        }
        program = {"version": 0, "execution_plan": [plan], "constant_buffer": [{"storage": []}]}
        name = file_name(operators)
        path = os.path.join(self.folder, name + ".json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(program, file)
        return self.write(name, path)


def file_name(operators):
    more = f"-and-{len(operators) - 1}" if operators[1:] else ""
    return re.sub(r"[^\w.]", "_", operators[0]) + more


def join_name(name, overload):
    return f"{name}.{overload}" if overload else name


def slack(section):
    """Returns how many bytes of a section's size may be padding. explain.py counts merged strings
    and other merged constants together as one section. Each of these two parts may end with up to
    15 bytes of padding, which GNU ld's map does not show."""
    return 2 * 15 if section == explain.STRINGS else 0


def compare(pruned, recompiled):
    """Returns the sections and totals that are larger in the pruned image."""
    images, sizes = [], []
    for path in (pruned, recompiled):
        image, inputs = explain.contents(path)
        images.append(image)
        sizes.append(collections.Counter())
        for place, size in inputs.items():
            # Several files may define the same inline function, and linkers keep any one of these
            # copies. So the sizes are added up without regard to the file.
            sizes[-1][place.output, place.section] += size
    wrong = [
        f"{size} bytes of {section} in {output}, {sizes[1][output, section]} in the recompiled "
        "image"
        for (output, section), size in sizes[0].items()
        if size > sizes[1][output, section] + slack(section) and not MAY_GROW.fullmatch(section)
    ]
    for what, flags, skip in explain.TOTALS:
        before, after = (explain.total(image, flags, skip) for image in reversed(images))
        if after > before:
            wrong.append(f"{what} has {after} bytes, {before} in the recompiled image")
    return wrong


class Configuration:
    """A linker, the compiler driver's options that choose the linker, and a folder for images."""

    def __init__(self, programs, name, options):
        self.programs, self.name, self.options = programs, name, options
        self.folder = os.path.join(programs.folder, re.sub(r"\W+", "-", name))
        shutil.rmtree(self.folder, ignore_errors=True)
        os.makedirs(os.path.join(self.folder, "parts"))
        archives = programs.build.archives
        parts = os.path.join(self.folder, "parts")
        run(["ar", "x", archives["registration"]], parts)
        (self.registration,) = [os.path.join(parts, name) for name in os.listdir(parts)]
        self.full, self.cores = os.path.join(self.folder, "full"), {}
        programs.link(self.full, options)
        self.operators = registration.operators(self.registration)
        self.is_recompiled = self.operators is not None
        if not self.is_recompiled:
            self.operators = [name for name in programs.listed(self.full)
                              if not name.startswith("executorch_prim::")]

    def make_core(self, count):
        """Makes a copy of the runtime's archive whose registry has memory for only `count` kernels,
        as in a recompilation for `count` operators."""
        folder = os.path.join(self.folder, f"core{count}")
        os.makedirs(folder, exist_ok=True)
        core = os.path.join(folder, "libexecutorch_core.a")
        members = run(["ar", "t", self.programs.build.archives["core"]]).split()
        member = next((name for name in members if name.startswith("operator_registry.")), None)
        if not member:
            raise Failure("libexecutorch_core.a has no object of operator_registry.cpp")
        shutil.copyfile(self.programs.build.archives["core"], core)
        run(["ar", "x", core, member], folder)
        path = os.path.join(folder, member)
        registration.shrink_registry(path, count, path)
        run(["ar", "r", core, member], folder)
        self.cores[count] = core

    def link_recompiled(self, operators, image):
        whole = os.path.join(os.path.dirname(image), "registration.o")
        if registration.cut(self.registration, set(operators), whole) != len(operators):
            raise Failure(f"{self.registration} does not register each of {operators} exactly once")
        core = self.programs.build.archives["core"]
        libraries = [self.cores[len(operators)] if path == core else path
                     for path in self.programs.build.libraries()]
        self.programs.link(image, self.options, wrapped=False, inputs=self.programs.inputs(
            whole=[whole], libraries=libraries))

    def differences(self, operators, models, images):
        """Yields a text for each model with a wrong output. All images must print the same. The
        second image is the pruned image."""
        pruned = images[1]
        folder = os.path.dirname(pruned)
        model = models.with_operators(operators)
        whole = [path for needs, path in models.whole if needs <= set(operators)]
        for path in [model, *whole]:
            outputs = [str(self.programs.execute(image, path, folder))
                       for image in images]
            if len(set(outputs)) != 1 or "output 0:" not in outputs[0]:
                yield f"{path}: {', '.join(map(os.path.basename, images))} print {outputs}"
        output = str(self.programs.execute(pruned, models.absent, folder))
        if OPERATOR_MISSING not in output:
            yield f"{models.absent}: {output}"

    def problem(self, operators, models):
        """Prunes the image to `operators`. Returns the kind (KINDS) and the details of a problem,
        or None."""
        folder = os.path.join(self.folder, file_name(operators))
        os.makedirs(folder, exist_ok=True)
        pruned, recompiled = (os.path.join(folder, name) for name in ("pruned", "recompiled"))
        name = f"{self.name}: {', '.join(operators)}: see {folder}"
        try:
            said = self.programs.prune(self.full, pruned, "--op-list", ",".join(operators))
        except Failure as failure:
            return "refused", f"{name}\n{failure}"
        if said:
            return "refused", f"{name}\net-prune says: {said}"
        try:
            images, larger = [self.full, pruned], []
            if self.is_recompiled:
                self.link_recompiled(operators, recompiled)
                larger = compare(pruned, recompiled)
                images.append(recompiled)
            wrong = list(self.differences(operators, models, images))
        except (Failure, subprocess.TimeoutExpired) as failure:
            return "wrong", f"{name}\n{failure}"
        if larger or wrong:
            return "wrong" if wrong else "larger", "\n".join([name, *larger, *wrong])
        shutil.rmtree(folder)
        return None


def check(programs, options, page):
    """Prints a line for each linker."""
    models = Models(programs.target.tools, os.path.join(programs.folder, "models"))
    for name, driver_options in programs.target.configurations():
        configuration = Configuration(programs, name, driver_options)
        chosen = options.share(configuration.operators)
        selections = [[operator] for operator in chosen]
        selections += [sorted(needs) for needs, _ in models.whole if len(needs) > 1]
        if configuration.is_recompiled:
            for count in {len(selection) for selection in selections}:
                configuration.make_core(count)
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            found = list(pool.map(lambda operators: configuration.problem(operators, models),
                                  selections))
        kinds = collections.Counter(problem[0] for problem in found if problem)
        counts = {"refused": "refused", "wrong": "wrong",
                  "larger": "larger than the recompiled image"}
        page.check(f"{name}: {len(chosen)} operators alone and the lists of "
                   f"{len(selections) - len(chosen)} models: "
                   + ", ".join(f"{kinds[kind]} {counts[kind]}" for kind in KINDS
                               if configuration.is_recompiled or kind != "larger"),
                   [problem[1] for problem in found if problem])

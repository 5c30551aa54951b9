# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds every model of the tests. A new model needs no entry here.

The models are

  - JSON descriptions, in files or in parts of .test files;
  - JSON descriptions that make_model.py, dtype_laws.py and scripts in .test files write;
  - programs (.pte or .bpte), which flatc turns into descriptions.

Each method of a JSON description becomes a program. Of a .pte or .bpte file, only the first method
runs. Programs that unit tests build in memory are not used, because these programs call kernels
that only the unit tests have.
"""

import glob
import json
import os
import sys

import programs
from builds import ROOT, is_there

IS_MODEL = '"execution_plan"'
MAKES_MODELS = "from method import"  # scripts with this text get method.py's folder as argument


def run(*command, **options):
    programs.run(list(command), **options)


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def below(folder, *patterns):
    for pattern in patterns:
        yield from sorted(glob.glob(os.path.join(folder, "**", pattern), recursive=True))


class Model:
    """The program in the file `path`. `plan` is the JSON form of the only method that runs."""

    def __init__(self, name, path, plan):
        self.name, self.path = name, path
        self.inputs = [self.tensor(plan["values"][i]) for i in plan.get("inputs", [])]
        self.outputs = [self.tensor(plan["values"][i]) for i in plan.get("outputs", [])]
        self.operators = tuple(sorted((op["name"], op.get("overload", ""))
                                      for op in plan.get("operators", [])))
        self.has_delegates = bool(plan.get("delegates"))

    @staticmethod
    def tensor(value):
        """Returns a value's dtype, sizes and dim order; None if the value is no tensor."""
        if value.get("val_type") != "Tensor":
            return None
        content = value["val"]
        return content.get("scalar_type", "Byte"), content.get("sizes",
                                                               []), content.get("dim_order", [])


class Models:
    """Iterates over all models. Writes files to the folder `work`."""

    def __init__(self, build, shared, work):
        self.make_pte = os.path.join(build, "bin", "et-make-pte")
        self.shared, self.work = os.path.join(shared, "data", "models"), os.path.abspath(work)

    def __iter__(self):
        for path in self.descriptions():
            text = read(path)
            if IS_MODEL in text:
                base = self.work if path.startswith(self.work + os.sep) else ROOT
                yield from self.methods(os.path.splitext(os.path.relpath(path, base))[0],
                                        json.loads(text))
        for path in below(os.path.join(ROOT, "test"), "*.pte"):
            yield self.unpacked(os.path.splitext(os.path.relpath(path, ROOT))[0], path)
        for path in below(self.shared, "*.pte", "*.bpte"):
            name = "shared/" + os.path.splitext(os.path.basename(path))[0]
            if path.endswith(".bpte"):
                path = self.without_test_cases(path)
            yield self.unpacked(name, path)

    def descriptions(self):
        dtypes, spotting = os.path.join(self.work, "dtypes"), os.path.join(self.work,
                                                                           "keyword_spotting")
        run(sys.executable, os.path.join(ROOT, "examples/keyword_spotting/make_model.py"), spotting)
        run(sys.executable, os.path.join(ROOT, "test/selection/Inputs/dtype_laws.py"), "write",
            dtypes,
            env={**os.environ, "ET_MAKE_PTE": self.make_pte})
        for folder in (dtypes, spotting, *self.split_tests(),
                       os.path.join(ROOT, "test"), os.path.join(ROOT, "examples")):
            yield from below(folder, "*.json")

    def split_tests(self):
        """Finds the .test files that have a model or a script that makes models. Splits each file
        with LLVM's split-file into a folder, runs the scripts, and yields the folder.
        """
        if not is_there("split-file"):
            return
        for path in below(os.path.join(ROOT, "test"), "*.test"):
            text = read(path)
            if IS_MODEL not in text and MAKES_MODELS not in text:
                continue
            folder = os.path.join(self.work, os.path.relpath(path, ROOT))
            run("split-file", path, folder)
            for script in below(folder, "*.py"):
                if MAKES_MODELS in read(script):
                    run(sys.executable, script, os.path.join(ROOT, "test/models"),
                        folder=os.path.dirname(script))
            yield folder

    def methods(self, name, program):
        plans = program["execution_plan"]
        for plan in plans:
            own_name = f"{name}/{plan['name']}" if len(plans) > 1 else name
            path = os.path.join(self.work, "programs", own_name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path + ".json", "w") as file:
                json.dump({**program, "execution_plan": [plan]}, file)
            # Current releases of ExecuTorch read constants only from segments.
            run(self.make_pte, "--segments", "-o", path + ".pte", path + ".json")
            yield Model(own_name, path + ".pte", plan)

    def description_of(self, path, schema):
        run("flatc", "--json", "--strict-json", "--raw-binary", "-o", self.work,
            os.path.join(ROOT, "runtime", "schema", schema), "--", path)
        name = os.path.splitext(os.path.basename(path))[0]
        return json.loads(read(os.path.join(self.work, name + ".json")))

    def unpacked(self, name, path):
        return Model(name, path, self.description_of(path, "program.fbs")["execution_plan"][0])

    def without_test_cases(self, path):
        program = os.path.join(self.work, os.path.splitext(os.path.basename(path))[0] + ".pte")
        with open(program, "wb") as file:
            file.write(bytes(self.description_of(path, "bundled_program.fbs")["program"]))
        return program

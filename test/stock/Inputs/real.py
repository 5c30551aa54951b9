# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Real ExecuTorch, pruned to one operator at a time.

    real.py [--first K] [--every N] [--operators LIST] [--jobs N] [--keep] BUILD SHARED FOLDER
            [CONFIGURATION...]

Links the program of SHARED/data/executorch with all 209 operators through the wrapper of the build
folder BUILD, and prunes it to each operator alone, and to those of the test models cnn and mlp.
FOLDER is where that is done. For each selection

  - et-prune does not refuse, and says nothing but its report;
  - no input section is larger than in the link whose registration names nothing else
    (registration.py makes that object), nor is flash or RAM as a whole;
  - the image does before and after the same: it loads a model that has the operators, runs the
    models that need nothing else, and says of a model with another operator that it is missing.

Without a configuration it does them all. --every N takes each Nth operator, from --first K. Prints
what is wrong and a line for each configuration; FOLDER has the images of a failure. Status 1 if
anything is wrong.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import re
import shlex
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.normpath(os.path.join(HERE, os.pardir, os.pardir, os.pardir))
sys.dont_write_bytecode = True
import explain
import registration

ARM = "arm-none-eabi-g++ -mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16 "
ARM += "--specs=rdimon.specs -nostartfiles -Wl,--defsym=end=_sheap"
ARM += f" -T {SOURCE}/examples/firmware/mps2_an386.ld"
QEMU = "qemu-system-arm -M mps2-an386 -display none -monitor none -serial none "
QEMU += "-semihosting-config enable=on,target=native -kernel"
CONFIGURATIONS = {
    "x86-64-bfd": ("x86-64-gcc", "g++ -fuse-ld=bfd"),
    "x86-64-bfd-static": ("x86-64-gcc", "g++ -fuse-ld=bfd -static"),
    "x86-64-lld": ("x86-64-gcc", "g++ -fuse-ld=lld"),
    "x86-64-lld-static": ("x86-64-gcc", "g++ -fuse-ld=lld -static"),
    "cortex-m4-bfd": ("cortex-m4-gcc", ARM),
    "cortex-m4-lld": ("cortex-m4-gcc", ARM + " -fuse-ld=lld"),
}
# The table stands for arrays and registry elsewhere; equal neighbours in an unwind index are one.
MAY_GROW = re.compile(rf".*\.et_kernel_table|{explain.PADDING}|\.ARM\.exidx.*")
OPERATOR_MISSING = "load_method: 0x14"


class Failure(Exception):
    pass


def run(command, folder, allowed=(0,)):
    result = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, errors="replace", timeout=300
    )
    if result.returncode not in allowed:
        text = (result.stdout + result.stderr)[:2000]
        raise Failure(f"{shlex.join(command)[:300]}\nstatus {result.returncode}\n{text}")
    return result.stdout + result.stderr


class Models:
    """Programs that have certain operators."""

    def __init__(self, build, folder):
        self.make = os.path.join(build, "bin", "et-make-pte")
        self.folder = folder
        os.makedirs(folder, exist_ok=True)
        self.absent = self.with_operators(["real::absent.out"])
        # What a whole model needs, and the model.
        self.whole = []
        for name in ("add", "cnn", "mlp"):
            path = os.path.join(SOURCE, "test", "models", name + ".json")
            with open(path) as file:
                plan = json.load(file)["execution_plan"][0]
            needs = {join_name(o["name"], o["overload"]) for o in plan["operators"]}
            self.whole.append((needs, self.write(name, path)))

    def write(self, name, description):
        program = os.path.join(self.folder, name + ".pte")
        run([self.make, "--segments", "-o", program, description], self.folder)
        return program

    def with_operators(self, operators):
        """A program that jumps over its calls: it is loaded, and returns a number."""
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
        with open(path, "w") as file:
            json.dump(program, file)
        return self.write(name, path)


def file_name(operators):
    more = f"-and-{len(operators) - 1}" if operators[1:] else ""
    return re.sub(r"[^\w.]", "_", operators[0]) + more


def join_name(name, overload):
    return f"{name}.{overload}" if overload else name


def slack(section):
    """GNU ld's map shows merged constants without their end: with the padding behind them."""
    return 15 if section == explain.STRINGS else 0


def compare(pruned, recompiled):
    """No part of the pruned image may be larger than the same part of the other."""
    images, sizes = [], []
    for path in (pruned, recompiled):
        image, inputs = explain.contents(path)
        images.append(image)
        sizes.append(collections.Counter())
        for place, size in inputs.items():
            # Which file's copy of a function is taken is the linker's choice.
            sizes[-1][place.output, place.section] += size
    wrong = [
        f"{size} bytes of {section} in {output}, {sizes[1][output, section]} where it is recompiled"
        for (output, section), size in sizes[0].items()
        if size > sizes[1][output, section] + slack(section) and not MAY_GROW.fullmatch(section)
    ]
    for what, flags, skip in explain.TOTALS:
        before, after = (explain.total(image, flags, skip) for image in reversed(images))
        if after > before:
            wrong.append(f"{what} has {after} bytes, {before} where it is recompiled")
    if wrong:
        raise Failure("\n".join(wrong))


class Configuration:
    def __init__(self, name, build, shared, folder):
        self.name, self.build = name, build
        objects, driver = CONFIGURATIONS[name]
        self.objects = os.path.join(shared, "data", "executorch", objects)
        self.driver = shlex.split(driver) + ["-Wl,--gc-sections"]
        self.arm = objects.startswith("cortex")
        self.folder = os.path.join(folder, name)
        shutil.rmtree(self.folder, ignore_errors=True)
        os.makedirs(self.folder)
        self.unpack()
        # A cross compiler looks for LLD in its own folders alone.
        linkers = os.path.join(self.folder, "linkers")
        os.mkdir(linkers)
        os.symlink(shutil.which("ld.lld"), os.path.join(linkers, "ld.lld"))
        self.real_linker = f"-B{linkers}"

    def unpack(self):
        parts = os.path.join(self.folder, "parts")
        os.mkdir(parts)
        run(["ar", "x", os.path.join(self.objects, "libportable_ops_lib.a")], parts)
        (self.registration,) = [os.path.join(parts, name) for name in os.listdir(parts)]
        self.cores = {}

    def make_core(self, count):
        """The runtime's archive with memory for `count` kernels."""
        folder = os.path.join(self.folder, f"core{count}")
        os.mkdir(folder)
        core, member = os.path.join(folder, "libexecutorch_core.a"), "operator_registry.cpp.o"
        shutil.copyfile(os.path.join(self.objects, "libexecutorch_core.a"), core)
        run(["ar", "x", core, member], folder)
        path = os.path.join(folder, member)
        registration.shrink_registry(path, count, path)
        run(["ar", "r", core, member], folder)
        self.cores[count] = core

    def operators(self):
        return registration.operators(self.registration)

    def link(self, image, whole, core, options=()):
        start = ["startup.o"] if self.arm else []
        run(
            [
                *self.driver,
                *options,
                *(os.path.join(self.objects, o) for o in [*start, "run.o"]),
                f"-Wl,-Map={image}.map",
                "-Wl,--whole-archive",
                *whole,
                "-Wl,--no-whole-archive",
                os.path.join(self.objects, "libportable_kernels.a"),
                core,
                "-o",
                image,
            ],
            self.folder,
        )

    def link_full(self):
        self.full = os.path.join(self.folder, "full")
        whole = ("libexecutorch.a", "libportable_ops_lib.a")
        core = os.path.join(self.objects, "libexecutorch_core.a")
        whole = [os.path.join(self.objects, a) for a in whole]
        self.link(self.full, whole, core, [f"-B{self.build}/libexec/et-prune"])

    def link_recompiled(self, operators, image):
        whole = os.path.join(os.path.dirname(image), "registration.o")
        if registration.cut(self.registration, set(operators), whole) != len(operators):
            raise Failure(f"{operators} are not registered once each")
        self.link(image, [whole], self.cores[len(operators)], [self.real_linker])

    def execute(self, image, model, folder):
        """What the program prints of `model`, but for the number of its kernels."""
        if self.arm:
            shutil.copyfile(model, os.path.join(folder, "model.pte"))
            command = [*shlex.split(QEMU), image]
        else:
            command = [image, model]
        text = run(command, folder, allowed=(0, 1))
        return re.sub(r"^kernels: \d+\n", "", text)

    def prune(self, operators, image):
        tool = os.path.join(self.build, "bin", "et-prune")
        selection = ",".join(operators)
        said = run([tool, "-q", "--op-list", selection, "-o", image, self.full], self.folder)
        if said:
            raise Failure(f"et-prune says: {said}")

    def behaves(self, operators, models, pruned, recompiled):
        folder = os.path.dirname(pruned)
        model = models.with_operators(operators)
        whole = [path for needs, path in models.whole if needs <= set(operators)]
        for path in [model, *whole]:
            outputs = [self.execute(image, path, folder)
                       for image in (self.full, pruned, recompiled)]
            if len(set(outputs)) != 1 or "output 0:" not in outputs[0]:
                raise Failure(f"{path}: full, pruned and recompiled print {outputs}")
        output = self.execute(pruned, models.absent, folder)
        if OPERATOR_MISSING not in output:
            raise Failure(f"{models.absent}: {output}")

    def check(self, operators, models, keep):
        """Whether the image of `operators` is as it is to be; says what is not."""
        folder = os.path.join(self.folder, file_name(operators))
        os.makedirs(folder)
        pruned, recompiled = (os.path.join(folder, name) for name in ("pruned", "recompiled"))
        try:
            self.prune(operators, pruned)
            self.link_recompiled(operators, recompiled)
            compare(pruned, recompiled)
            self.behaves(operators, models, pruned, recompiled)
        except (Failure, subprocess.TimeoutExpired) as failure:
            print(f"{self.name}: {', '.join(operators)}: {failure}", flush=True)
            return False
        if not keep:
            shutil.rmtree(folder)
        return True


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--operators", default="")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("build")
    parser.add_argument("shared")
    parser.add_argument("folder")
    parser.add_argument("configurations", nargs="*")
    options = parser.parse_args()
    build, shared, folder = map(os.path.abspath, (options.build, options.shared, options.folder))
    models = Models(build, os.path.join(folder, "models"))
    failed = False
    for name in options.configurations or CONFIGURATIONS:
        configuration = Configuration(name, build, shared, folder)
        configuration.link_full()
        operators = options.operators.split(",") if options.operators else configuration.operators()
        selections = [[operator] for operator in operators[options.first :: options.every]]
        if not options.operators:
            selections += [sorted(needs) for needs, _ in models.whole if len(needs) > 1]
        for count in {len(selection) for selection in selections}:
            configuration.make_core(count)
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            check = lambda selection: configuration.check(selection, models, options.keep)
            wrong = list(pool.map(check, selections)).count(False)
        print(f"{name}: {len(selections)} selections, {wrong} wrong", flush=True)
        failed |= wrong > 0
    sys.exit(failed)


if __name__ == "__main__":
    main()

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks our kernels in programs that are linked with a user's ExecuTorch, and compares our kernels
with ExecuTorch's.

Our libraries are compiled with the user's headers. runtime/executorch/include adapts our sources to
these headers. There are three checks:

  - each model gives the same bytes as in et-run;
  - each case of test/kernels gives PyTorch's results, and ExecuTorch's bytes. differences.py lists
    the exceptions;
  - no operator is larger than ExecuTorch's, except the operators in LARGER.
"""

import concurrent.futures
import glob
import json
import os
import sys

import differences
import models
from builds import ROOT
from programs import BOARD, Failure, run

PRIORITIES = {"portable": 0, "optimized": 10, "cortex_m": 20, "common": 0}
FLAGS = ("-std=c++17 -ffunction-sections -fdata-sections -ffp-contract=off -DNDEBUG -Wno-psabi "
         "-DC10_USING_CUSTOM_GENERATED_MACROS -DET_LOG_ENABLED=0").split()
KISSFFT = "/usr/include/kissfft"
CASES = ["executorch/Inputs/executorch_cases", "kernels/case_file", "kernels/compare"]
STOCK_CALLS = ["executorch/Inputs/stock_calls", "kernels/case_file", "kernels/compare"]
WARNING = "ExecuTorch's own registry finds such kernels only by the exact keys of calls"

KERNELS = ("the operator has a kernel for each dtype, and each kernel takes 56 bytes: a record, a "
           "constant that describes the kernel, and a function that passes the constant on")
SPAN = ("our kernel stores the span of the call's arguments before the kernel passes the span on, "
        "which takes 8 bytes")
RECORDS = ("each record has three pointers, each with a relocation of 24 bytes, and each function "
           "has unwind information")
# For each machine, the operators whose kernel in our library is larger than ExecuTorch's, and the
# reasons. Both kernels serve all dtypes. On hosts, only the operators in HOST are measured.
LARGER = {
    "Arm": {
        "aten::_native_batch_norm_legit.out":
            differences.refused_there("aten::_native_batch_norm_legit.out", "training=True"),
        "aten::index_put_": differences.refused_there(
            "aten::index_put_",
            "all calls except those with a single one-dimensional index and accumulate=False"),
        "et_copy::_d2h_copy.out":
            "our kernel compares dtypes and dim orders, and can copy without a device; "
            "ExecuTorch's kernel only calls the device's allocator",
        "et_copy::_h2d_copy.out":
            "our kernel compares dtypes and dim orders, and can copy without a device; "
            "ExecuTorch's kernel only calls the device's allocator",
        "aten::pow.Scalar_out": KERNELS,
        "aten::pow.Tensor_Scalar_out": KERNELS,
        "aten::div.Scalar_out": KERNELS,
        "aten::lift_fresh_copy.out": SPAN,
        "aten::select_copy.int_out":
            "for elements that are not adjacent, our kernel has a loop for each element size, but "
            "ExecuTorch's kernel calls memcpy for each element",
    },
    "x86-64": {f"aten::{name}.out": RECORDS for name in (
        "_native_batch_norm_legit_no_training", "relu", "sigmoid", "_softmax")},
}
# The operators of a small convolutional network.
NINE = [f"aten::{name}" for name in (
    "convolution.out", "_native_batch_norm_legit_no_training.out", "hardtanh.out", "add.out",
    "mean.out", "view_copy.out", "permute_copy.out", "addmm.out", "clone.out")]
HOST = sorted({*NINE, *(f"aten::{name}.out" for name in (
    "mul", "mm", "relu", "sigmoid", "_softmax", "max_pool2d_with_indices")),
               "dim_order_ops::_clone_dim_order.out"})



class Libraries:
    """Our kernel libraries, compiled with the headers of one build. Objects stay in the work
    folder. A second run reuses an object that is newer than its source and all headers."""

    def __init__(self, programs, jobs, opt="-Os"):
        self.programs, self.jobs, self.opt = programs, jobs, opt
        self.folder = os.path.join(programs.folder, f"ours{opt}")
        self.driver = programs.target.driver
        includes = [os.path.join(ROOT, "runtime", "executorch", "include"),
                    os.path.join(ROOT, "runtime", "include")]
        self.flags = [opt, *FLAGS, *(f"-I{path}" for path in includes),
                      *(f"-isystem{path}" for path in programs.build.includes)]
        headers = [path for folder in ("runtime", "kernels", "test/kernels", "test/executorch")
                   for path in glob.glob(f"{ROOT}/{folder}/**/*.h", recursive=True)]
        self.newest_header = max(map(os.path.getmtime, headers))

    def compile(self, source, output, *options):
        newest = max(self.newest_header, os.path.getmtime(source))
        if not os.path.exists(output) or os.path.getmtime(output) < newest:
            os.makedirs(os.path.dirname(output), exist_ok=True)
            run([*self.driver, *self.flags, *options, "-c", source, "-o", output])
        return output

    def archive(self, name, objects):
        path = os.path.join(self.folder, name)
        if os.path.exists(path):
            os.remove(path)
        run([f"{self.programs.target.prefix}ar", "rcs", path, *objects])
        return path

    def library(self, name):
        """Returns the archive of kernels/NAME."""
        options = ["-fno-exceptions", "-fno-rtti", f"-DET_KERNEL_LIBRARY={name}",
                   f"-DET_KERNEL_LIBRARY_PRIORITY={PRIORITIES[name]}"]
        if name == "optimized" and os.path.isdir(KISSFFT):
            options += ["-DET_OPTIMIZED_WITH_FFT", f"-isystem{KISSFFT}"]
        options += self.precompiled(name, options)
        sources = sorted(glob.glob(f"{ROOT}/kernels/{name}/*.cpp"))
        outputs = [os.path.join(self.folder, name, os.path.basename(source) + ".o")
                   for source in sources]
        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            objects = list(pool.map(lambda source, output: self.compile(source, output, *options),
                                    sources, outputs))
        return self.archive(f"lib{name}.a", objects)

    def precompiled(self, name, options):
        """Makes a precompiled header, because compilers spend most of their time in ExecuTorch's
        headers. Returns the options that use the header. cortex_m on Arm has no such header,
        because gcc 12 refuses valid intrinsics after a precompiled header."""
        if name == "cortex_m" and self.programs.target.is_arm:
            return []
        header = os.path.join(self.folder, name, "kernel.h")
        if not os.path.exists(header):
            os.makedirs(os.path.dirname(header), exist_ok=True)
            with open(header, "w", encoding="ascii") as file:
                file.write('#include "et/kernel.h"\n')
        self.compile(header, header + ".gch", *options, "-xc++-header")
        return ["-include", header]

    def registry(self):
        return self.compile(f"{ROOT}/runtime/executorch/operator_registry.cpp",
                            os.path.join(self.folder, "registry.o"), "-fno-exceptions",
                            "-fno-rtti")

    def program(self, sources):
        """Compiles the sources, which are paths below test/ without ".cpp", into an archive."""
        return self.archive(os.path.basename(sources[0]) + ".a", [
            self.compile(f"{ROOT}/test/{source}.cpp",
                         os.path.join(self.folder, "test", source.replace("/", "-") + ".o"))
            for source in sources])


def link_cases(programs, image, program, own, stock):
    """Links a program that runs cases. A linker script makes the table of our kernels. `own` lists
    our libraries. The link takes only the needed members of the last library, and all members of
    the other libraries. `stock` adds ExecuTorch's kernels."""
    target = programs.target
    options = [f"-Wl,-T,{ROOT}/linker-scripts/et_kernels_host.ld"]
    if target.is_arm:
        with open(f"{BOARD}/board.ld", encoding="utf-8") as file:
            text = file.read().replace("*(.eh_frame)", "*(.eh_frame) INCLUDE et_kernels.ld")
        script = image + ".ld"
        with open(script, "w", encoding="utf-8") as file:
            file.write(text)
        options = [*target.board(script), "-L", f"{ROOT}/linker-scripts", *programs.start]
    whole = [programs.build.archives["registration"]] if stock else []
    run([*target.driver, f"-B{programs.plain}", *options, "-Wl,--gc-sections",
         "-Wl,--whole-archive", program, *own[:-1], *whole, "-Wl,--no-whole-archive", own[-1],
         *programs.build.libraries(), "-o", image], programs.folder)



def check_models(programs, libraries, options, page):
    """Runs models in three programs with our kernels. Two programs have our registry, the third has
    ExecuTorch's registry. The second and the third program also have ExecuTorch's kernels. The
    third program runs only pruned; see models.py."""
    check = models.Check(programs, options)
    own = [libraries.library(name) for name in ("portable", "cortex_m", "optimized", "common")]
    build = programs.build
    for name, registry, stock in (("our registry", True, False),
                                  ("our registry, beside ExecuTorch's kernels", True, True),
                                  ("ExecuTorch's registry, beside its kernels", False, True)):
        image = os.path.join(programs.folder, "with-ours")
        whole = build.whole() if stock else [build.archives["prim_ops"]]
        said = programs.link(image, inputs=programs.inputs(
            [libraries.registry()] if registry else [], whole, [*own, *build.libraries()]))
        pruned, problems = check.prune(image, ours=True)
        text = ""
        if registry:
            count, refused, more = check.compare(image, ours=True)
            text, problems = (f"{count} models (the runtime must refuse {refused} of them); ",
                              more + problems)
        elif WARNING not in said:
            problems.append(f"et-ld does not warn that '{WARNING} ...': {said}")
        page.check(f"our kernels with {name}: {text}{pruned} images pruned to models: "
                   f"{len(problems)} wrong", problems)


def check_cases(programs, libraries, options, page):
    """Runs every case of test/kernels with our portable kernels and with ExecuTorch's kernels. On
    hosts, dtype_calls.py then changes the dtypes of the cases. Our kernel may refuse a changed call
    only if ExecuTorch's kernel refuses the call, too, or if differences.py has an entry. Also runs
    the cases of `cortex_m` and, on hosts, of `optimized`."""
    is_arm = programs.target.is_arm
    image, program = os.path.join(programs.folder, "cases"), libraries.program(CASES)
    own = {name: libraries.library(name) for name in PRIORITIES}
    cases = write_cases(options, programs, "portable")
    link_cases(programs, image, program, [own["portable"], own["common"]], stock=True)
    lines = run_cases(programs, "cases", cases)
    # If all cases run, each entry of differences.py must explain a call. If only some cases run,
    # "cortex-m4" turns this requirement off in explain_lines().
    machine = "x86-64" if options.every == 1 and not is_arm else "cortex-m4"
    text, problems = differences.explain_lines(lines, machine)
    page.check(f"our kernels and ExecuTorch's, call by call: {text}", problems)
    if not is_arm:
        calls = run([sys.executable, f"{os.path.dirname(__file__)}/dtype_calls.py", cases,
                     str(5 * options.every)])
        with open(f"{programs.folder}/dtype.cases", "w", encoding="ascii") as file:
            file.write(calls)
        lines = [line for line in run_cases(programs, "cases", "dtype.cases")
                 if "FAILED" not in line]
        text, problems = differences.explain_lines(lines, "dtypes" if options.every == 1 else
                                                   "cortex-m4")
        # dtype_calls.py expects even valid calls to fail, so the number of failures means nothing.
        page.check(f"calls with other dtypes: {text.partition('; ')[2]}", problems)
    for names, library in ((["portable", "optimized"], "portable"), (["cortex_m"], "cortex_m")):
        if is_arm and library == "portable":
            continue
        link_cases(programs, image, program, [*(own[name] for name in names), own["common"]],
                   stock=False)
        lines = run_cases(programs, "cases", write_cases(options, programs, library))
        wrong = [line for line in lines if "FAILED" in line and (
            options.every == 1 or "no case calls" not in line)]
        page.check(f"our library {names[-1]}: {lines[-1].partition(';')[0]}", wrong)


def run_cases(programs, image, cases):
    command = programs.target.command(os.path.join(programs.folder, image),
                                      [os.path.basename(cases)])
    output = run(command, programs.folder, (0, 1))
    return output.splitlines(keepends=True)


def write_cases(options, programs, library):
    path = os.path.join(programs.folder, f"{library}-{options.every}.cases")
    every = options.every * (10 if programs.target.is_arm and library == "portable" else 1)
    if not os.path.exists(path):
        run([sys.executable, f"{ROOT}/test/kernels/make_cases.py", f"--every={every}",
             f"--library={library}", path])
    return path


class Sizes:
    """Two programs, one with ExecuTorch's kernels and one with ours. et-prune prunes both programs
    to each operator, so that the sizes of the operators can be compared."""

    def __init__(self, programs, libraries, folder):
        self.programs, self.folder = programs, folder
        os.makedirs(folder, exist_ok=True)
        own = [libraries.library("portable"), libraries.library("common")]
        core = programs.build.archives["core"]
        build = programs.build
        inputs = {"ours": [programs.main, libraries.registry(), *own, core],
                  "stock": programs.inputs(whole=[build.archives["registration"]])}
        self.images, self.kernels = {}, {}
        for name, objects in inputs.items():
            self.images[name] = os.path.join(folder, name)
            programs.link(self.images[name], inputs=objects)
            self.kernels[name] = programs.listed(self.images[name])
        nothing = os.path.join(folder, "nothing.pte")
        write_nothing(programs.target.tools, nothing)
        self.nothing = {name: self.pruned(name, f"--model={nothing}")[0] for name in inputs}
        both = self.kernels["ours"].keys() & self.kernels["stock"].keys()
        self.operators = sorted(both if programs.target.is_arm else both & set(HOST))

    def pruned(self, name, *selection):
        """Prunes the program `name`. Returns the sizes of text, data and bss."""
        new = os.path.join(self.folder, f"{name}-{abs(hash(selection))}")
        self.programs.prune(self.images[name], new, *selection)
        sizes = self.programs.target.sizes(new)
        for path in (new, new + ".map", new + ".etl"):
            if os.path.exists(path):
                os.remove(path)
        return sizes

    def added(self, name, *selection):
        """Returns the bytes of text that a selection adds to a program without kernels."""
        return self.pruned(name, *selection)[0] - self.nothing[name]


def write_nothing(tools, path):
    """Writes a model without operators."""
    plan = {"name": "forward", "values": [], "inputs": [], "outputs": [], "operators": [],
            "delegates": [], "non_const_buffer_sizes": [0],
            "chains": [{"inputs": [], "outputs": [], "instructions": []}]}
    with open(path + ".json", "w", encoding="utf-8") as file:
        json.dump({"version": 0, "execution_plan": [plan]}, file)
    run([f"{tools}/bin/et-make-pte", "--segments", "-o", path, path + ".json"])


def check_sizes(programs, libraries, options, page):
    larger = LARGER.get(programs.build.machine.split(",")[0], {})
    sizes = Sizes(programs, libraries, os.path.join(programs.folder, "sizes"))
    chosen = sorted({*options.share(sizes.operators), *larger} & set(sizes.operators))
    measure = lambda operator: [sizes.added(name, f"--op-list={operator}")
                                for name in ("stock", "ours")]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        found = dict(zip(chosen, pool.map(measure, chosen)))
    problems = [f"{operator}: {ours} bytes with our kernel, {stock} with ExecuTorch's kernel"
                for operator, (stock, ours) in found.items()
                if ours > stock and operator not in larger]
    page.check(f"sizes of {len(chosen)} operators with our kernels for all dtypes: {len(problems)} "
               f"larger than with ExecuTorch's kernels; {len(larger)} operators may be larger, for "
               "the reasons in ours.py", problems)


def check(programs, options, page):
    libraries = Libraries(programs, options.jobs)
    try:
        check_models(programs, libraries, options, page)
        check_sizes(programs, libraries, options, page)
        if options.has_torch:
            check_cases(programs, libraries, options, page)
        else:
            page.skipped("our kernels and ExecuTorch's, call by call",
                         "there is no PyTorch for /usr/bin/python3 (package python3-torch)")
    except Failure as failure:
        page.check("our kernels", [str(failure)])

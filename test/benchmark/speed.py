#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures how long pruning and links through the wrapper take, relative to the plain link of the
same program with all kernels. Prints a table in Markdown on stdout. DIR is et-prune's build folder.

    test/benchmark/speed.py [--build DIR] [--rounds N] [--seconds S] [--explain] [PROGRAM...]

These are the PROGRAMs; without names, all are measured:

    firmware, host    examples/firmware and examples/host
    1k, 10k, 100k     1,000, 10,000 or 100,000 generated kernels, 100 per object, in an archive
    10k-objects       10,000 generated kernels, one per object
    hello             a small static C++ program without kernels
    tool              et-prune itself, with LLVM's libraries, without kernels
    stock, stock-arm  the program of test/stock, for x86-64 and Cortex-M4
    executorch, executorch-arm
                      ExecuTorch with all portable kernels, for x86-64 and Cortex-M4; the variable
                      ET_EXECUTORCH lists the build or installation folders, separated by colons;
                      without the variable, these programs are skipped

A name with "-lld" at its end means a link with LLD 19 instead of GNU ld. For firmware, stock-arm,
executorch-arm and tool, there is no name with "-lld". These commands are measured:

    plain      the link without et-prune's tools; the registration table comes from a linker script
               or from an object that speed.py assembles; stock and executorch have no table, but
               register their kernels when they start
    tuned      the plain link with the value of GLIBC_TUNABLES that the wrapper sets; malloc() then
               uses large memory pages
    wrapped    the plain link through the wrapper, with every kernel
    selected   the link through the wrapper with a selection; it writes the pruned image
    reselect   et-prune, which changes an image from one selection to another

The commands take turns, so that a busy machine slows all commands about equally. The first round
only warms the file cache and is not measured. N rounds follow. After S seconds no round starts,
unless fewer than three rounds were measured. Each row has the median time of the plain link in
milliseconds, and the ratios of the other medians to this time. The last column has the peak memory
of the wrapped link's largest process, in MiB.

With --explain, the table has median times in milliseconds: of the plain link, and of three et-prune
commands on the full image. These commands have the options --explain, --explain with --report-json,
and --why with one symbol. The last column then has the peak memory of `et-prune --explain`.
PROGRAMs without kernels cannot be measured in this way.
"""

import argparse
import glob
import os
import shlex
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, f"{ROOT}/tools/executorch")
import programs as user_programs
from builds import Build
from programs import run


class Program:
    """The commands of a program. `reselect` alternates between two selections."""

    def __init__(self, kernels, plain, wrapped, selected=None, prune=None, selections=(),
                 folder=None):
        self.kernels, self.folder = kernels, folder
        self.commands = {"plain": plain, "wrapped": wrapped}
        if selected:
            self.commands = {"plain": plain, "tuned": plain, "wrapped": wrapped,
                             "selected": selected}
        self.prune, self.selections = prune, selections

    def reselect(self, round):
        return self.prune + self.selections[round % 2]


def make_models(build, work):
    for model, segments in (("cnn", ["--segments"]), ("add", [])):
        run([f"{build}/bin/et-make-pte", *segments, f"{ROOT}/test/models/{model}.json", "-o",
             f"{work}/{model}.pte"])
    return [["--model", f"{work}/{model}.pte"] for model in ("add", "cnn")]


def linked(build, work, kernels, plain, wrap, selections):
    """Returns the Program for the link commands `plain` and `wrap`, which have no -o yet. The
    command `selected` links with the last of the selections."""
    return Program(kernels, plain + ["-o", f"{work}/plain"], wrap + ["-o", f"{work}/wrapped"],
                   wrap + ["-o", f"{work}/selected", f"-Wl,--et-select={selections[-1][-1]}"],
                   [f"{build}/bin/et-prune", "--quiet", f"{work}/wrapped"], selections)


def count_kernels(build, image):
    listed = run([f"{build}/bin/et-prune", "--list", image])
    return int(listed.split()[0].replace(",", ""))


def firmware(build, work):
    models = make_models(build, work)
    b = f"{work}/b"
    run(["make", "-s", "-C", f"{ROOT}/examples/firmware", f"-j{os.cpu_count()}",
         f"ET={build}", f"BUILD={b}", f"MODEL={work}/cnn.pte", "full", "plain"])
    link = ["arm-none-eabi-g++", "-mcpu=cortex-m4", "-mthumb", "-mfloat-abi=hard",
            "-mfpu=fpv4-sp-d16", "-nostartfiles", "--specs=nano.specs", "-Wl,--gc-sections",
            "-L", f"{ROOT}/linker-scripts",
            "-T", f"{ROOT}/examples/firmware/mps2_an386_fragment.ld"]
    link += [f"{b}/{name}.o"
             for name in ("main", "console", "elements", "startup", "semihosting", "model")]
    link += ["-Wl,--whole-archive", f"{b}/libet_kernels_portable.a", "-Wl,--no-whole-archive",
             f"{b}/libet_runtime.a"]
    return linked(build, work, count_kernels(build, f"{b}/firmware-full.elf"), link,
                  link + [f"-B{build}/libexec/et-prune"], models)


def host(build, work, *flags):
    models = make_models(build, work)
    b = f"{work}/b"
    run(["make", "-s", "-C", f"{ROOT}/examples/host", f"-j{os.cpu_count()}", f"ET={build}",
         f"BUILD={b}", "all"])
    link = ["g++", *flags, "-Wl,--gc-sections", *sorted(glob.glob(f"{b}/*.o"))]
    kernels, runtime = f"{b}/libet_kernels_portable.a", f"{b}/libet_runtime.a"
    plain = link + ["-T", f"{ROOT}/linker-scripts/et_kernels_host.ld", "-Wl,--whole-archive",
                    kernels, "-Wl,--no-whole-archive", runtime]
    return linked(build, work, count_kernels(build, f"{b}/run-pte"), plain,
                  link + [kernels, runtime, f"-B{build}/libexec/et-prune"], models)


HELLO_SOURCE = """
#include <iostream>
#include <map>
#include <string>
int main(int argc, char **argv) {
  std::map<std::string, int> arguments;
  for (int i = 0; i < argc; ++i)
    ++arguments[argv[i]];
  for (const auto &[argument, count] : arguments)
    std::cout << argument << " " << count << "\\n";
}
"""


def hello(build, work, *flags):
    run(["g++", "-O2", "-c", "-x", "c++", "-o", f"{work}/hello.o", "-"],
        input=HELLO_SOURCE)
    link = ["g++", *flags, "-static", "-Wl,--gc-sections", f"{work}/hello.o"]
    return Program(0, link + ["-o", f"{work}/plain"],
                   link + [f"-B{build}/libexec/et-prune", "-o", f"{work}/wrapped"])


def tool(build, work):
    """Returns the Program of et-prune's own link."""
    line = run(["ninja", "-C", build, "-t", "commands", "bin/et-prune"]).splitlines()[-1]
    link = shlex.split(line.split("&&")[1])
    output = link.index("-o") + 1
    link[output] = f"{work}/plain"
    wrap = link + [f"-B{build}/libexec/et-prune"]
    wrap[output] = f"{work}/wrapped"
    return Program(0, link, wrap, folder=build)


# Dtypes and their numbers in kernel keys. The names are sorted, so that table_source() writes the
# kernels in the order of et-ld's table.
VARIANTS = [("BFloat16", 15), ("Bool", 11), ("Byte", 0), ("Char", 1), ("Double", 7), ("Float", 6),
            ("Half", 5), ("Int", 3), ("Long", 4), ("Short", 2)]
# write_objects() copies an assembled template and writes the copy's number over this text.
NUMBER = "QQQQQ"


def kernel_names(op, variant):
    return f"bench::{op}-{variant}-bench", f"et_kernel$bench${op}${variant}$bench"


def kernel_source(op, variant, dtype, local):
    """Returns the assembly of a kernel with 256 bytes of code, as the macro ET_KERNEL makes it."""
    id, symbol = kernel_names(op, variant)
    return f"""
    .section ".text.et_kernel.{id}","ax",%progbits
    .global "{symbol}"
    .hidden "{symbol}"
    .type "{symbol}", %function
"{symbol}":
    .fill 31, 8, 0x9090909090909090
    .quad helper_{NUMBER}
    .section .rodata.et_kernel_name_{local},"a"
name_{local}: .asciz "bench::{op}"
    .section .rodata.et_kernel_key_{local},"a"
key_{local}: .asciz "v1/{dtype};|*"
    .section ".et_kernels.{id}","a"
    .balign 8
    .quad name_{local}, key_{local}, "{symbol}"
    .section ".et_kernel_info.{id}","e"
    .asciz "{op}(Tensor self, *, Tensor(a!) out) -> Tensor(a!)"
    .asciz "0"
"""


def helper_source():
    return f"""
    .section .text.helper_{NUMBER},"ax",%progbits
    .type helper_{NUMBER}, %function
helper_{NUMBER}:
    .fill 32, 8, 0x9090909090909090
"""


def table_source(kernels):
    lines = ['.section .rodata.et_kernel_table,"a"', ".balign 8"]
    for name in ("__et_kernels_start",
                 "__et_kernels_missing__link_with_et_ld_or_INCLUDE_et_kernels_ld"):
        lines += [f".global {name}", f"{name}:"]
    ops = {op: None for op, _, _ in kernels}
    for op, variant, dtype in kernels:
        lines.append(f'.quad "op_{op}", key_{dtype}, "{kernel_names(op, variant)[1]}"')
    lines += [".global __et_kernels_end", "__et_kernels_end:"]
    lines += ['.section .rodata.et_kernel_table.str,"aMS",%progbits,1']
    lines += [f'"op_{op}": .asciz "bench::{op}"' for op in ops]
    lines += [f'key_{dtype}: .asciz "v1/{dtype};|*"' for _, dtype in VARIANTS]
    return "\n".join(lines) + "\n"


MAIN_SOURCE = """
    .section .text.main,"ax",%progbits
    .global _start
_start:
    .quad __et_kernels_start, __et_kernels_end
"""


def assemble(source, path):
    run(["as", "-o", path, "-"], input=source)
    return Path(path).read_bytes()


def write_objects(count, per_object, work):
    """Writes the kernels' objects. Returns each kernel's operator, variant and dtype, in the order
    of the registration table, and the objects' paths."""
    kernels, paths = [], []
    if per_object == 1:
        templates = [[(f"o{NUMBER}.out", *variant)] for variant in VARIANTS]
    else:
        ops = [f"o{NUMBER}_{i}.out" for i in range(per_object // len(VARIANTS))]
        templates = [[(op, *variant) for op in ops for variant in VARIANTS]]
    images = [assemble(helper_source()
                       + "".join(kernel_source(*kernel, i) for i, kernel in enumerate(template)),
                       f"{work}/template.o") for template in templates]
    for number in range(count // per_object // len(templates)):
        digits = f"{number:0{len(NUMBER)}}"
        for kind, (template, image) in enumerate(zip(templates, images)):
            paths.append(f"{work}/k{digits}{kind}.o")
            Path(paths[-1]).write_bytes(image.replace(NUMBER.encode(), digits.encode()))
            kernels += [(op.replace(NUMBER, digits), *rest) for op, *rest in template]
    return kernels, paths


def synthetic(count, per_object):
    def prepare(build, work, *flags):
        kernels, paths = write_objects(count, per_object, work)
        assemble(table_source(kernels), f"{work}/table.o")
        assemble(MAIN_SOURCE, f"{work}/main.o")
        Path(f"{work}/objects").write_text("\n".join(paths))
        if per_object > 1:
            run(["ar", "rcs", f"{work}/libkernels.a", f"@{work}/objects"])
        ops = list(dict.fromkeys(op for op, _, _ in kernels))
        for i in (0, 1):  # every 20th operator
            Path(f"{work}/{i}.ops").write_text("".join(f"bench::{op}\n" for op in ops[i::20]))
        link = ["gcc", *flags, "-nostdlib", "-no-pie", "-Wl,--gc-sections"]
        inputs = [f"{work}/main.o",
                  f"{work}/libkernels.a" if per_object > 1 else f"@{work}/objects"]
        return linked(build, work, len(kernels), link + [f"{work}/table.o", *inputs],
                      link + inputs + [f"-B{build}/libexec/et-prune"],
                      [["--ops", f"{work}/1.ops"], ["--ops", f"{work}/0.ops"]])

    return prepare


def registered_kernels(build, image):
    listed = run([f"{build}/bin/et-prune", "--dry-run", "--all-ops", image])
    return int(listed.split("kernels: ")[1].split()[0])


def stock(name):
    def prepare(build, work, *flags):
        sys.path.insert(0, f"{ROOT}/test/stock/Inputs")
        import fixture
        target, objects = fixture.target(name), f"{work}/b"
        fixture.build(target, objects)

        def link(image, *options, arguments=()):
            return fixture.link_command(target, objects, f"{work}/{image}", *options,
                                        arguments=(*flags, *arguments))

        selections = [["--op-list", operators] for operators in
                      ("aten::add.out,custom::scale.out",
                       "aten::mm.out,aten::var.out,custom::gate.out")]
        wrapped = link("wrapped", f"et={build}")
        run(wrapped)
        return Program(registered_kernels(build, f"{work}/wrapped"), link("plain"), wrapped,
                       link("selected", f"et={build}",
                            arguments=["-Wl,--et-op=aten::add.out,--et-op=custom::scale.out"]),
                       [f"{build}/bin/et-prune", "--quiet", f"{work}/wrapped"], selections)

    return prepare


def executorch(folder):

    def prepare(build, work, *flags):
        programs = user_programs.prepare(folder, build, work)
        link = [*programs.target.driver, *flags, "-Wl,--gc-sections", *programs.target.board(),
                *programs.start, *programs.inputs()]
        wrap = link + [f"-B{build}/libexec/et-prune"]
        run(wrap + ["-o", f"{work}/wrapped"])
        models = make_models(build, work)
        return linked(build, work, registered_kernels(build, f"{work}/wrapped"), link, wrap, models)

    return prepare


def with_lld(prepare):
    return lambda build, work: prepare(build, work, "-fuse-ld=lld")


PROGRAMS = {
    "firmware": firmware,
    "host": host,
    "1k": synthetic(1000, 100),
    "10k": synthetic(10000, 100),
    "100k": synthetic(100000, 100),
    "10k-objects": synthetic(10000, 1),
    "stock": stock("x86_64-gcc-bfd-pie"),
    "stock-arm": stock("arm-gcc-bfd"),
    "hello": hello,
    "tool": tool,
}
# tools/test.sh --executorch sets ET_EXECUTORCH.
for folder in filter(None, os.environ.get("ET_EXECUTORCH", "").split(":")):
    with tempfile.TemporaryDirectory() as place:
        is_arm = Build(folder, place).machine.startswith("Arm")
    PROGRAMS["executorch-arm" if is_arm else "executorch"] = executorch(folder)
    if not is_arm:
        PROGRAMS["executorch-lld"] = with_lld(PROGRAMS["executorch"])
PROGRAMS.update({f"{name}-lld": with_lld(PROGRAMS[name])
                 for name in ("host", "1k", "10k", "100k", "10k-objects", "stock", "hello")})


def prepared(prepare, build, work):
    """Runs `prepare` in a child process, which keeps this process small. The measured commands
    start as copies of this process, so their peak memory is at least this process's memory."""
    import pickle
    read, write = os.pipe()
    if os.fork() == 0:
        os.close(read)
        program = prepare(build, work)
        with os.fdopen(write, "wb") as pipe:
            pickle.dump(program, pipe)
        os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        data = pipe.read()
    if os.wait()[1]:
        sys.exit(1)
    return pickle.loads(data)


# The wrapper sets this value; see linkerEnvironment() in lib/Link/Linkers/Linker.h.
TUNABLES = ("glibc.malloc.hugetlb=1:glibc.malloc.top_pad=33554432:"
            "glibc.malloc.mmap_threshold=33554432:glibc.malloc.trim_threshold=1073741824")


def measure(command, folder, tuned=False):
    environment = {**os.environ, "GLIBC_TUNABLES": TUNABLES} if tuned else None
    start = time.perf_counter()
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd=folder, env=environment)
    _, status, usage = os.wait4(child.pid, 0)
    seconds = time.perf_counter() - start
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        sys.exit(f"failed: {' '.join(command)[:2000]}")
    return seconds * 1e3, usage.ru_maxrss / 1024


def measure_program(program, rounds, limit):
    names = [*program.commands, *(["reselect"] if program.prune else [])]
    results = {name: [] for name in names}
    start, round = time.perf_counter(), 0
    while round <= rounds and (round <= 3 or time.perf_counter() - start < limit):
        for name in names:
            command = program.commands.get(name) or program.reselect(round)
            result = measure(command, program.folder, tuned=name == "tuned")
            if round > 0:
                results[name].append(result)
            # `wrapped` wrote the full image, but `reselect` must start from a pruned image.
            if name == "wrapped" and program.prune:
                measure(program.reselect(round + 1), program.folder)
        round += 1
    return results


HEADINGS = ["program", "kernels", "plain, ms", "tuned", "wrapped", "selected", "reselect", "MiB"]
EXPLAIN_HEADINGS = ["program", "kernels", "plain link", "explain", "json", "why", "MiB"]


def row(name, program, results):
    medians = {command: statistics.median(time for time, _ in values)
               for command, values in results.items()}
    ratios = [f"{medians[command] / medians['plain']:.2f}" if command in medians else ""
              for command in HEADINGS[3:-1]]
    return [name, program.kernels or "none", f"{medians['plain']:.0f}", *ratios,
            f"{max(memory for _, memory in results['wrapped']):.0f}"]


def explain_row(name, program, rounds, work):
    run(program.commands["wrapped"], program.folder)
    tool = [program.prune[0], program.prune[-1]]
    commands = [program.commands["plain"], [*tool, "--explain"],
                [*tool, "--explain", "-q", f"--report-json={work}/out.json"],
                [*tool, "--why=main" if "executorch" in name else "--why=_start"]]
    results = [[measure(command, program.folder) for _ in range(rounds)] for command in commands]
    return [name, program.kernels,
            *(f"{statistics.median(time for time, _ in result):.0f}" for result in results),
            f"{max(memory for _, memory in results[1]):.0f}"]


def print_row(cells):
    print("| " + " | ".join(map(str, cells)) + " |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=f"{ROOT}/build")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--explain", action="store_true")
    parser.add_argument("programs", nargs="*", metavar="PROGRAM", help=", ".join(PROGRAMS))
    options = parser.parse_args()
    for name in options.programs:
        if name not in PROGRAMS:
            parser.error(f"no program '{name}'; there are {', '.join(PROGRAMS)}")
    # If several LLVMs are installed, gcc must find the ld.lld of et-prune's LLVM.
    os.environ["PATH"] = f"/usr/lib/llvm-19/bin:{os.environ['PATH']}"
    headings = EXPLAIN_HEADINGS if options.explain else HEADINGS
    print_row(headings)
    print_row(["---"] * len(headings))
    for name in options.programs or PROGRAMS:
        with tempfile.TemporaryDirectory(prefix="et-speed-") as work:
            program = prepared(PROGRAMS[name], os.path.abspath(options.build), work)
            if options.explain:
                print_row(explain_row(name, program, options.rounds, work))
                continue
            results = measure_program(program, options.rounds, options.seconds)
            print_row(row(name, program, results))


main()

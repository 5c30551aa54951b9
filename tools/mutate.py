#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shows that the tests find faults: plants one fault at a time, and runs the tests.

    tools/mutate.py [--only REGEX] [--expected] [--list] FOLDER

The script clones the repository's last commit into FOLDER and builds the clone. Later runs reuse
the clone and the build. Each fault in FAULTS changes one place of the code. For each fault, the
tests that should find the fault run first. If these tests pass, a short run of all tests follows,
unless --expected is given. The script prints for each fault a test that failed, and at the end the
number of faults that no test found. The exit status is 0 only if tests found all faults.

Each fault takes about a minute. Run this script after a change that removes tests.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import time
from typing import NamedTuple

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class Fault(NamedTuple):
    file: str
    before: str  # occurs once in the file
    after: str
    tests: str  # a regular expression of the tests that should find the fault, for lit's --filter


VERIFY = "prune/verify|unit/link"
FAULTS = (
    # A selection resolves to the wrong kernels.
    Fault("lib/Registry/RegisteredKernels.cpp", "*Record->Key == Key)",
          "Record->Key->size() == Key.size())", "unit/input|stock"),
    Fault("lib/Registry/Resolver.cpp", "if (!First || *First < *Record)", "if (true)",
          "unit/input|errors"),
    Fault("lib/Registry/Resolver.cpp", "if (!DropsInUse.count(&Askers))", "if (false)",
          "unit/input|selection"),
    Fault("lib/Registry/Resolver.cpp", "lower_bound(Prefix)", "upper_bound(Prefix + \"o\")",
          "unit/input"),
    Fault("lib/Selection/Readers/SelectedOperators.cpp", "Op.AllKernels = true;",
          "Op.AllKernels = false;", "unit/input"),
    Fault("lib/Selection/Readers/ModelCalls.cpp", "Index >= 0 && uint64_t(Index) < End",
          "Index >= 0 && uint64_t(Index) <= End", "unit/input"),
    # The table is written wrongly.
    Fault("lib/Registry/TableObject.cpp",
          "relocation(Table.size(), PointerType, Symbol, Target.usesRela() ? Addend : 0)",
          "relocation(Table.size(), PointerType, Symbol, 0)", "unit/input|laws"),
    Fault("lib/Registry/TableObject.cpp", "Target.usesRela() ? 0 : Addend);",
          "0);", "unit/input|laws"),
    Fault("lib/Registry/TableObject.cpp", "if (!Target.PropertyNotes.empty())", "if (false)",
          "unit/input|abi"),
    Fault("lib/Registry/TableObject.cpp", "if (Target.HasGnuStackNote)", "if (false)",
          "unit/input|abi"),
    Fault("lib/Registry/TableRewrite.cpp", "addNamed(RootSymbols, Roots);", "", "unit/input|prune"),
    Fault("lib/Registry/TableRewrite.cpp", "if (!Symbol.isLocal()) // another",
          "if (false) // another", "unit/input|stock|prune"),
    # et-prune misreads code that registers a kernel at start-up.
    Fault("lib/Runtimes/StaticInitializer.cpp", "if (Symbol.Value != Entry)",
          "if (false)", "unit/input|stock"),
    Fault("lib/Runtimes/StaticInitializer.cpp", "Thumb = hasThumbBit(Address);", "",
          "unit/input|stock"),
    # A check of the pruned image is missing.
    Fault("lib/Prune/Verify.cpp", "Entry.Name != Record.Op || Entry.Key != Key",
          "Entry.Name != Record.Op", VERIFY),
    Fault("lib/Prune/Verify.cpp", "!llvm::is_contained(Functions, Entry.Function)",
          "Functions.empty()", VERIFY),
    Fault("lib/Prune/Verify.cpp", "checkRecords(Program, Complain);\n  checkReferences",
          "checkReferences", VERIFY),
    Fault("lib/Prune/Verify.cpp", "  checkReferences(Program, Definitions, Complain);\n", "", VERIFY),
    Fault("lib/Prune/Verify.cpp", "  checkRoots(Program, Definitions, Complain);\n", "", VERIFY),
    Fault("lib/Prune/Verify.cpp", "  checkGrowth(Program, Complain);\n", "", VERIFY),
    Fault("lib/Prune/Growth.cpp", "Grown != 0)\n      Complain",
          "Grown > Old->second)\n      Complain", VERIFY),
    Fault("lib/Prune/Roots.cpp", 'return "its source says retain";', "return nullptr;", VERIFY),
    Fault("lib/Prune/Placement.cpp", "Table.Start % Image.wordSize() != 0 ||", "false ||",
          VERIFY),
    Fault("lib/Prune/KnownImage.cpp", "if (!Nearest->sameLoaded())", "if (false)", "errors/edited"),
    # A relink has other inputs than the captured link.
    Fault("lib/Link/Inputs/Closure.cpp",
          "(Symbol.isUndefined() || Symbol.Section == ObjectSymbol::Elsewhere)",
          "Symbol.isUndefined()", "unit/link|prune|errors"),
    Fault("lib/Link/Inputs/Closure.cpp", "!Inputs.Linker.EntersArchiveSymbols ? keepFirstMembers(Inputs, 1)",
          "!Inputs.Linker.EntersArchiveSymbols ? Error::success()", "unit/link|prune"),
    Fault("lib/Link/Bundle/TarZstd.cpp", "if (!Size || Checksum != checksumOf(Header))",
          "if (!Size)", "unit/link|errors"),
    # A failure leaves files behind, or two runs interfere.
    Fault("lib/Support/AtomicFiles.cpp", "::unlink(E.Temporary.c_str());\n", ";\n",
          "unit/link|errors"),
    Fault("lib/Support/AtomicFiles.cpp", "failure(E.Path, Code, putBack(NumRenamed))",
          "failure(E.Path, Code)", "unit/link|errors"),
    Fault("lib/Support/AtomicFiles.cpp", "New.Mode = Status.st_mode & 0777;",
          "New.Mode = Status.st_mode & 07777;", "errors/modes"),
    Fault("lib/Link/Bundle/OwnBundles.cpp", "sys::fs::exists(markOf(Bytes))", "true", "errors/own"),
    Fault("lib/Support/TemporaryFolder.cpp", "  if (!Path.empty())\n",
          "  if (false)\n", "unit/link|errors|hostile"),
    Fault("lib/Link/Bundle/ImageLock.cpp", "if (HasBundle ? isStill(Bundle, Lock.File)",
          "if (true || HasBundle ? true", "unit/link|errors/two"),
    Fault("lib/Link/Bundle/ImageLock.cpp", "(Kind == ToRead ? LOCK_SH : LOCK_EX)", "LOCK_SH",
          "unit/link|errors/two"),
    Fault("lib/Support/Confinement.cpp",
          "if (Ruleset && ::syscall(SYS_landlock_restrict_self, *Ruleset, 0) != 0)",
          "if (false)", "unit/link|errors/conf"),
    Fault("lib/Support/Confinement.cpp", "  closeFrom(STDERR_FILENO + 1);", "",
          "unit/link|errors"),
    Fault("lib/Support/Confinement.cpp", "Filter.empty() || applyFilter(Filter)", "true",
          "unit/link|errors/conf"),
    Fault("lib/Support/Confinement.cpp", "!setLimit(RLIMIT_AS, AddressSpace)", "false",
          "unit/link|errors/conf"),
    Fault("lib/Support/SystemCallFilter.cpp", 'To.denyIf("clone", {0, SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0});', "",
          "unit/link|errors/conf"),
    Fault("lib/Support/SystemCallFilter.cpp", "keep(::seccomp_arch_add(Filter, SCMP_ARCH_X86));",
          ";", "errors/conf"),
    Fault("lib/Link/Relink/Trust.cpp", "if (isReplaceable(Parent, File))", "if (false)", "errors/bundle"),
    Fault("lib/Link/Inputs/ArchiveOrder.cpp", "Unfound.insert(Name.str());", ";", "prune/hosts/archive"),
    Fault("lib/Support/ProcessGuard.cpp", "::kill(-Group, SIGKILL);", ";", "errors/conf"),
    Fault("lib/Support/Confinement.cpp", "!setLimit(RLIMIT_FSIZE, Limits.FileSize)", "false",
          "unit/link|errors"),
    # A message loses its location, or a report loses a byte.
    Fault("lib/Support/InputFile.cpp", 'Path + ":" + endOf(Good) + ": byte 0x"',
          'Path + ": byte 0x"', "unit/link|unit/input"),
    Fault("lib/Support/Problems.cpp", "add(Location + \": \" + toString(std::move(E)));",
          "add(toString(std::move(E)));", "unit/link|errors|selection"),
    Fault("lib/Report/Accounting.cpp", "Add(ByteCategory::Padding, Totals.StoredGaps, Totals.RamGaps);", "",
          "unit/link|explain"),
    Fault("lib/Explain/ImageGraph.cpp", "if (Graph.Items[I].Root)\n      Roots",
          "if (false)\n      Roots",
          "unit/link|explain"),
    # The runtime runs the wrong kernel, or reads beyond a program.
    Fault("runtime/src/kernel_lookup.cpp", "if (specificity > best_specificity)",
          "if (specificity < best_specificity)", "runtime|kernel"),
    Fault("runtime/src/kernel_lookup.cpp",
          "  while (last != table.size() && compare(table[last].name, name) == 0)",
          "  if (last != table.size() && compare(table[last].name, name) == 0)", "runtime|kernel"),
    Fault("runtime/src/table_verifier.cpp", "offset >= tables_.size() - position", "false",
          "runtime|fuzz"),
    Fault("runtime/src/table_verifier.cpp", "if (vtable_size % 2 != 0 ||", "if (", "runtime|fuzz"),
    # A kernel computes wrong numbers.
    Fault("kernels/portable/op_round.cpp", "Rounding::Nearest", "Rounding::Floor",
          "kernels/pytorch"),
    Fault("kernels/portable/op_relu.cpp", "ScalarType::Half, 0x7c00", "ScalarType::Half, 0x7bff",
          "kernels/pytorch"),
    Fault("kernels/prim_ops/op_mod.cpp", "is_beyond(remainder, b) ? remainder + b : remainder",
          "remainder", "prim"),
    Fault("kernels/quantized/affine.h", "return value > to.max ? to.max : value;", "return value;",
          "kernels/pytorch"),
    Fault("kernels/cortex_m/op_quantize_per_tensor.cpp", "float shifted = quotient + shift;",
          "float shifted = static_cast<float>(static_cast<int32_t>(quotient)) + shift;",
          "kernels/cortex"),
    Fault("kernels/optimized/op_gelu.cpp", "twice_root = 2 * 0.79788456F", "twice_root = 1.596F",
          "kernels/"),
    # Narrowed kernels accept calls with dtypes that et-prune removed.
    Fault("tools/et-narrow/Guard.cpp", "B.CreateAnd(Dtype, 7)), 1)", "B.CreateAnd(Dtype, 3)), 1)",
          "dtypes"),
    Fault("tools/et-narrow/Guard.cpp", "  Kinds->addCase(B.getInt32(ListTensorTag), List);\n", "",
          "dtypes"),
)


def run(*command, **options):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False, **options)


def prepare(folder):
    """Makes or updates the clone, and builds it. Undoes a fault that an interrupted run left."""
    if not os.path.isdir(os.path.join(folder, ".git")):
        subprocess.run(["git", "clone", "--quiet", ROOT, folder], check=True)
    commit = run("git", "-C", ROOT, "rev-parse", "HEAD").stdout.strip()
    subprocess.run(["git", "-C", folder, "fetch", "--quiet", ROOT, commit], check=True)
    subprocess.run(["git", "-C", folder, "checkout", "--quiet", "--force", commit], check=True)
    build = os.path.join(folder, "build")
    # Without unity builds, a fault recompiles only its own file.
    subprocess.run(["cmake", "-S", folder, "--preset", "release", "-B", build,
                    "-DET_PRUNE_UNITY_BUILD=OFF",
                    f"-DCMAKE_CXX_COMPILER_LAUNCHER={os.environ.get('LAUNCHER', '')}"],
                   check=True, stdout=subprocess.DEVNULL)
    if make(build).returncode != 0:
        sys.exit("mutate.py: error: the build without a fault fails: see " + build)
    return build


def make(build):
    return run("cmake", "--build", build, "--parallel", str(os.cpu_count()),
               "--target", "all", "et-fuzz-replay")


def first_failure(build, tests):
    """Runs the tests whose path matches `tests`. Returns the name of a test that fails, or None."""
    with open(os.path.join(build, "CMakeCache.txt"), encoding="utf-8") as cache:
        lit = re.search("^ET_PRUNE_LIT:FILEPATH=(.*)$", cache.read(), re.M)[1]
    results = os.path.join(build, "mutate-results.json")
    if os.path.exists(results):
        os.remove(results)
    run("/usr/bin/python3", lit, "-j", str(os.cpu_count()), "--max-failures", "1", "-q",
        "--output", results, "--filter", tests, f"{build}/test", f"{build}/test/gtest",
        stdin=subprocess.DEVNULL)
    if not os.path.exists(results):
        sys.exit(f"mutate.py: error: no test matches '{tests}'")
    with open(results, encoding="utf-8") as file:
        codes = {test["name"]: test["code"] for test in json.load(file)["tests"]}
    failed = [name for name, code in codes.items() if code in ("FAIL", "TIMEOUT", "UNRESOLVED")]
    return failed[0] if failed else None


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def check_places(folder, faults):
    """Ends the script, unless the text `before` of each fault occurs exactly once in its file."""
    counts = [(fault, read(os.path.join(folder, fault.file)).count(fault.before)) for fault in faults]
    wrong = [f"{fault.file} has {count} times: {fault.before}" for fault, count in counts if count != 1]
    if wrong:
        sys.exit("\n".join(f"mutate.py: error: {line}" for line in wrong))


def try_fault(folder, build, fault, only_expected):
    """Builds with the fault. Returns the name of a test that fails, or None."""
    path = os.path.join(folder, fault.file)
    text = read(path)
    try:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text.replace(fault.before, fault.after))
        made = make(build)
        # A fault that does not compile tells nothing about the tests.
        if made.returncode != 0:
            sys.exit(f"mutate.py: error: {fault.file} does not compile:\n{made.stdout[-2000:]}")
        found = first_failure(build, fault.tests)
        return found if found or only_expected else first_failure(build, "")
    finally:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", help="folder for the clone and its build")
    parser.add_argument("--only", metavar="REGEX", default="", help="faults whose file matches")
    parser.add_argument("--expected", action="store_true", help="run only the tests that should find the fault")
    parser.add_argument("--list", action="store_true", help="print the faults and exit")
    options = parser.parse_args()
    faults = [fault for fault in FAULTS if re.search(options.only, fault.file)]
    if options.list or not options.folder:
        for fault in faults:
            print(f"{fault.file}: {fault.before.strip()} -> {fault.after.strip()}")
        return 0
    check_places(ROOT, faults)
    build, missed = prepare(os.path.abspath(options.folder)), 0
    for fault in faults:
        began = time.time()
        found = try_fault(os.path.abspath(options.folder), build, fault, options.expected)
        missed += found is None
        print(f"{fault.file}: {fault.before.strip().splitlines()[0]}\n    "
              f"{found or 'NOT FOUND'} ({time.time() - began:.0f} s)", flush=True)
    print(f"{len(faults)} faults, {missed} not found")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())

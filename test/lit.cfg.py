# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Configures the suite of .test and .s files. REQUIRES in a test names the features that the test
# needs. Most features are one program, one Python module or one set of data. The list of skipped
# tests therefore tells what to install. Substitutions:
#
#   %et-prune %et-ld %et-oplist %et-run   the project's tools
#   %et-make-pte              compiles a program from JSON to a .pte file
#   %libexec                  the folder for the compiler's option -B. The folder has the wrapper as
#                             ld, ld.bfd, ld.lld, ...
#   %arm-gcc %arm-gxx         Cortex-M4F compilers with the flags %arm-flags
#   %qemu                     QEMU's mps2-an386 without display; -kernel and an image follow
#   %src %examples %shared    the repository, its examples/, and ../shared
#   %installed                an installation of the build
#   %few-operators            an installation whose portable library has few operators, so that the
#                             library compiles in a third of the time
#   %build                    the build folder, with the libraries in kernels/ and runtime/
#   %new-folder %split-files  start a test in an empty folder, or in a folder with the test's files
#   %check %check=PREFIX      FileCheck with the prefix CHECK, or PREFIX. %check=P,Q sets two
#   %says=PREFIX              pipes all output to %check=PREFIX, e.g. not %et-run a.pte %says=BAD
#   %errors=PREFIX            like %says=PREFIX, and no other error may be printed
#   %pte=NAME                 compiles NAME.json of test/models to NAME.pte
#   %gxx=LIBRARY              compiles kernels of the kernel library LIBRARY for this machine;
#                             options and sources follow
#   %archives=SET             makes archives of the runtime and of some kernels. SET is a value of
#                             Target.objects in laws/targets.py. Tests share the archives, in
#                             %build/test/prune/targets/SET
#   %own-optimized            the archive of the optimized library without BLAS
#   %fft-cases                the file with the cases of Fourier transforms; empty without KissFFT
#   %with-kissfft             compiler flags for the optimized library's sources; empty without
#                             KissFFT
#   %fixture                  builds and links a program that registers its kernels when it starts.
#                             stock/Inputs/fixture.py describes the arguments. Tests share the
#                             objects of the program
#   %python                   the Python that can import the tests' modules
#   %lit                      LLVM's test runner, for the tests of the test frame
#   %seed                     a number that changes each day. In the short run, a campaign chooses
#                             its part by this number. tools/test.sh --seed N sets the number
#   %short{TEXT} %all{TEXT}   TEXT in the short run only, or with tools/test.sh --all only
#   %executorch-folders       the ExecuTorch builds named by tools/test.sh --executorch
#
# FileCheck variables have the number of kernels of each library, so that a new operator changes no
# test. [[#PORTABLE_KERNELS]] is a number. [[PORTABLE_COUNT]] is the same number as the tools print
# it, with commas. [[HOST_COUNT]] is the printed number for a program with the portable and the
# optimized library.

import ctypes
import fcntl
import glob
import os
import re
import shlex
import shutil
import subprocess
import sys
import time

import lit.util

config.name = "et-prune"
sys.path.insert(0, os.path.join(config.source_dir, "test"))
from temporary_folder import TestsInTemporaryFolder

config.test_format = TestsInTemporaryFolder(execute_external=False)
config.suffixes = [".test", ".s"]
# unit/ and sanitized/ are suites of their own.
config.excludes = ["Inputs", "unit", "sanitized", "with-sanitizers.test"]

# lit needs psutil to end all processes of a hanging test. Without psutil, tests have no time limit.
if not lit_config.maxIndividualTestTime and lit.util.killProcessAndChildrenIsSupported()[0]:
    lit_config.maxIndividualTestTime = 7200 if os.environ.get("ET_TEST_ALL") else 1200

config.environment["PATH"] = os.pathsep.join([config.llvm_tools_dir, config.environment["PATH"]])
# Tests compare messages, which depend on the locale.
config.environment["LC_ALL"] = "C.UTF-8"

arm_flags = "-mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16"
qemu = "qemu-system-arm -M mps2-an386 -display none -monitor none -serial none"
qemu += " -semihosting-config enable=on,target=native"

# The lock keeps two simultaneous runs from updating the same installation.
installed = os.path.join(config.test_exec_root, "installed")
installation_lock = open(f"{installed}.lock", "w", encoding="utf-8")
fcntl.flock(installation_lock, fcntl.LOCK_EX)
subprocess.run(["cmake", "--install", config.build_dir, "--prefix", installed],
               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

few_operators = installed + "-few-operators"
FEW = ("_softmax _clone_dim_order add addmm amax cat convolution max_pool2d_with_indices mean mm mul "
       "permute_copy relu select_copy sigmoid sub view_copy").split()
if os.path.isdir(installed):
    shutil.rmtree(few_operators, ignore_errors=True)
    shutil.copytree(installed, few_operators, symlinks=True, copy_function=os.link)
    for source in glob.glob(f"{few_operators}/share/EtPrune/kernels/portable/op_*.cpp"):
        if os.path.basename(source)[len("op_"):-len(".cpp")] not in FEW:
            os.remove(source)

# LLVM's plugin makes ar, nm and ranlib ten times slower. These copies find all plugins but LLVM's.
binutils = os.path.join(config.test_exec_root, "binutils")
if not os.path.isdir(binutils):
    os.makedirs(f"{binutils}/bin")
    os.makedirs(f"{binutils}/lib/bfd-plugins")
    for plugin in glob.glob("/usr/lib/bfd-plugins/*"):
        if "LLVM" not in plugin:
            shutil.copy(plugin, f"{binutils}/lib/bfd-plugins")
    for target in ("", "arm-none-eabi-", "aarch64-linux-gnu-", "riscv64-unknown-elf-"):
        for program in filter(None, map(shutil.which, (f"{target}ar", f"{target}nm",
                                                       f"{target}ranlib"))):
            shutil.copy(program, f"{binutils}/bin")
config.environment["PATH"] = os.pathsep.join([f"{binutils}/bin", config.environment["PATH"]])
installation_lock.close()

config.seed = int(os.environ.get("ET_TEST_SEED") or time.time() // 86400)
config.all = bool(os.environ.get("ET_TEST_ALL"))
if config.all:
    config.available_features.add("all")
# A test can run parts on odd or even days: %if odd-day || all, %if !odd-day || all.
if config.seed % 2:
    config.available_features.add("odd-day")
# With the half "sanitizers" or "machines", lit.local.cfg excludes the long tests of the other half.
config.half = os.environ.get("ET_TEST_HALF", "both")
# A test can run one of three or four parts each day: %if turn-1-of-3 || all.
for parts in (3, 4):
    config.available_features.add(f"turn-{config.seed % parts + 1}-of-{parts}")
executorch_folders = [folder for folder in os.environ.get("ET_EXECUTORCH", "").split(os.pathsep)
                      if folder]
if executorch_folders:
    config.available_features.add("executorch")
config.substitutions += [
    (r"%short\{([^{}]*)\}", "" if config.all else r"\1"),
    (r"%all\{([^{}]*)\}", r"\1" if config.all else ""),
    (r"%seed\b", str(config.seed)),
    (r"%executorch-folders\b", " ".join(map(shlex.quote, executorch_folders))),
]

config.environment["STOCK_STORE"] = os.path.join(config.test_exec_root, "stock", "store")
# lit applies these in order. %check=P precedes %check. %pte precedes %et-make-pte, which %pte uses.
config.substitutions += [
    (r"%new-folder\b", "rm -rf %t && mkdir %t && cd %t"),
    (r"%split-files\b", "rm -rf %t && split-file %s %t && cd %t"),
    (r"%check=([\w,-]+)", r"FileCheck %s --check-prefixes=\1"),
    (r"%check\b", "FileCheck %s"),
    (r"%errors=([\w,-]+)", r"%says=\1 --implicit-check-not=error:"),
    (r"%says=([\w,-]+)", r"2>&1 | FileCheck %s --check-prefixes=\1"),
    (r"%pte=(\w+)", r"%et-make-pte -o \1.pte %src/test/models/\1.json"),
    (r"%gxx=(\w+)", "g++ -std=c++17 -Os -ffunction-sections -fdata-sections "
     r"-I %src/runtime/include -DET_KERNEL_LIBRARY=\1 -c"),
    (r"%et-make-pte\b", os.path.join(config.build_dir, "bin", "et-make-pte")),
    (r"%et-oplist\b", os.path.join(config.tools_dir, "et-oplist")),
    (r"%et-run\b", os.path.join(config.tools_dir, "et-run")),
    (r"%et-prune\b", os.path.join(config.tools_dir, "et-prune")),
    (r"%et-ld\b", os.path.join(config.tools_dir, "et-ld")),
    (r"%libexec\b", config.libexec_dir),
    (r"%arm-flags\b", arm_flags),
    (r"%arm-gcc\b", "arm-none-eabi-gcc " + arm_flags),
    (r"%arm-gxx\b", "arm-none-eabi-g++ " + arm_flags),
    (r"%qemu\b", qemu),
    (r"%examples\b", os.path.join(config.source_dir, "examples")),
    (r"%shared\b", config.shared_dir),
    (r"%src\b", config.source_dir),
    (r"%installed\b", installed),
    (r"%few-operators\b", few_operators),
    (r"%archives=(\S+)",
     rf"mkdir -p {config.build_dir}/test/prune/targets && "
     rf"flock {config.build_dir}/test/prune/targets/\1.lock "
     rf"make -s -j2 -C {config.source_dir}/test/laws -f objects.mk SET=\1 BUILD={config.build_dir}"),
    (r"%build\b", config.build_dir),
    (r"%fixture\b", f"%python {config.source_dir}/test/stock/Inputs/fixture.py"),
    (r"%python\b", config.python),
    (r"%lit\b", config.lit),
]

counts, host_kernels = [], set()
archives = {os.path.basename(path)[len("libet_kernels_"):-len(".a")]: path for path in
            sorted(glob.glob(os.path.join(config.build_dir, "kernels", "*", "libet_kernels_*.a")))}
archives["firmware"] = os.path.join(config.build_dir, "test", "prune", "firmware",
                                    "libet_kernels_portable.a")
for library, archive in archives.items():
    symbols = subprocess.run([os.path.join(config.llvm_tools_dir, "llvm-nm"), "--defined-only",
                              archive],
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
    count = symbols.count(" et_kernel$")
    if library in ("portable", "optimized"):
        host_kernels |= set(re.findall(r" et_kernel\$(\S+)\$", symbols))
    counts += [f"-D#{library.upper()}_KERNELS={count}", f"-D{library.upper()}_COUNT={count:,}"]
counts.append(f"-DHOST_COUNT={len(host_kernels):,}")
config.environment["FILECHECK_OPTS"] = " ".join(counts)

for program in (
    "arm-none-eabi-gcc",
    "qemu-system-arm",
    "aarch64-linux-gnu-gcc",
    "qemu-aarch64",
    "riscv64-unknown-elf-gcc",
    "qemu-system-riscv64",
    "xtensa-lx106-elf-gcc",
    "qemu-system-xtensa",
    "qemu-x86_64",
    "debootstrap",
    "clang",
    "clang-format",
    "ld.lld",
    "gcc",
    "ld.bfd",
    "ld.gold",
    "mold",
    "ccache",
    "make",
    "cmake",
    "ninja",
    "git",
    "flatc",
    "pkg-config",
    "arduino-builder",
    "scons",
    "bazel",
):
    if shutil.which(program, path=config.environment["PATH"]):
        config.available_features.add(program)

# tools/fuzz.sh builds these programs.
for program in ("fuzz/bin/et-fuzz", "bin/et-fuzz-replay"):
    if os.path.exists(os.path.join(config.build_dir, program)):
        config.available_features.add(os.path.basename(program))

for module in ("torch", "yaml", "numpy", "selenium", "pip"):
    finds = "import importlib.util, sys; sys.exit(importlib.util.find_spec(sys.argv[1]) is None)"
    if subprocess.call([config.python, "-c", finds, module]) == 0:
        config.available_features.add(module)

browser = all(shutil.which(program) for program in ("chromium", "chromedriver"))
if browser and "selenium" in config.available_features:
    config.available_features.add("chromium")

for feature, built in (
    ("optimized-kernels", "bin/et-kernel-cases-optimized"),
    ("openblas", "bin/et-kernel-cases-blas"),
):
    if os.path.exists(os.path.join(config.build_dir, built)):
        config.available_features.add(feature)
own = "_own" if "openblas" in config.available_features else ""
own_library = f"{config.build_dir}/kernels/optimized/libet_kernels_optimized{own}.a"
config.substitutions.append(("%own-optimized", own_library))

with open(os.path.join(config.build_dir, "CMakeCache.txt"), encoding="utf-8") as cache:
    kissfft = re.search("^ET_OPTIMIZED_KISSFFT:INTERNAL=(.+)", cache.read(), re.M)
if kissfft:
    config.available_features.add("kissfft")
flags = f"-DET_OPTIMIZED_WITH_FFT -isystem {kissfft[1]}" if kissfft else ""
config.substitutions.append(("%with-kissfft", flags))
fft_cases = f"{config.build_dir}/test/kernels/cases/optimized.cases" if kissfft else ""
config.substitutions.append((r"%fft-cases\b", fft_cases))

# tools/setup.sh fetches ExecuTorch's headers.
with open(os.path.join(config.source_dir, "tools", "executorch-headers.txt"),
          encoding="utf-8") as table:
    releases = [line.split()[0] for line in table if line.strip() and not line.startswith("#")]
headers = os.path.join(config.build_dir, "executorch-headers")
if all(os.path.isdir(os.path.join(headers, release)) for release in releases):
    config.available_features.add("executorch-headers")

if os.path.isdir(os.path.join(config.shared_dir, "data")):
    config.available_features.add("shared-data")
# Root can write everywhere, so tests of read-only folders need another user.
config.available_features.add("root" if os.geteuid() == 0 else "non-root")
mounts = ["unshare", "-m", "sh", "-c", "mount -t tmpfs -o size=16k none /mnt"]
if shutil.which("unshare") and subprocess.call(mounts, stderr=subprocess.DEVNULL) == 0:
    config.available_features.add("mount")
# With flag 1, system call 444 (landlock_create_ruleset) returns the version of Landlock.
if ctypes.CDLL(None).syscall(ctypes.c_long(444), None, ctypes.c_size_t(0), ctypes.c_int(1)) > 0:
    config.available_features.add("landlock")
# Some machines forbid tracing.
if shutil.which("strace") and subprocess.call(["strace", "-o", "/dev/null", "true"]) == 0:
    config.available_features.add("strace")
if os.environ.get("ET_PRUNE_SANITIZED"):
    config.available_features.add("sanitized")

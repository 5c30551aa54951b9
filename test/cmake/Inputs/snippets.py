# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests the snippets of all documentation pages:

    snippets.py REPOSITORY ET-PRUNE

ET-PRUNE is et-prune's build folder. The current folder has the files that snippets.test makes. A
snippet is a block of indented lines, or a fenced block in a language of LANGUAGES. This script
skips console blocks, because test/docs/sessions.test runs them.

SNIPPETS maps the beginning of each snippet to the function that tests the snippet. A snippet
without an entry is an error, and so is an entry without a snippet.
"""

import glob
import os
import re
import subprocess
import sys

PROJECT = """cmake_minimum_required(VERSION 3.25)
project(Snippet LANGUAGES C CXX)
find_package(EtPrune REQUIRED)
"""
APP = """add_executable(app main.cpp add.cpp)
target_include_directories(app PRIVATE
  $<TARGET_PROPERTY:EtPrune::runtime,INTERFACE_INCLUDE_DIRECTORIES>)
"""
INPUTS = "<repository>/test/cmake/Inputs"
CONFIGURE = (f"bash {INPUTS}/configure.sh <et-prune> build -G Ninja "
             "-DEtPrune_DIR=<et-prune>/share/EtPrune/cmake "
             f"-DCMAKE_PROJECT_INCLUDE={INPUTS}/archives.cmake "
             "'-DARCHIVES=<et-prune>/kernels/portable/libet_kernels_portable.a;"
             "<et-prune>/runtime/libet_runtime.a'")
BUILD = "cmake --build build"
VARIABLES = """CXX := g++
OBJECTS := main.o add.o
"""
RULES = """
main.o add.o: %.o: %.cpp
\tg++ -I <et-prune>/share/EtPrune/runtime/include -c $< -o $@
"""
LANGUAGES = ("cmake", "make", "sh", "cpp", "c")


def cmake(before=PROJECT + APP, then=f"{BUILD} && ./build/app"):
    def run(snippet):
        if "find_package" in snippet:
            text = before.replace("find_package(EtPrune REQUIRED)\n", "").replace(APP, "") + snippet
            text += "target_sources(app PRIVATE add.cpp)\n" + APP.split("\n", 1)[1]
        else:
            text = before + snippet
        with open("CMakeLists.txt", "w") as file:
            file.write(text)
        shell(f"{CONFIGURE} && {then}")
    return run


def make(snippet):
    """Saves time: compiles only three files of the libraries, and links with empty archives."""
    with open("Makefile", "w") as file:
        file.write("all: app.elf\n" + expand(VARIABLES + snippet + RULES))
    archives = "libet_kernels_portable.a libet_runtime.a"
    link = f"make -o {archives.replace(' ', ' -o ')} app.elf"
    shell(f"make kernels/portable/op_relu.o runtime/src/tensor.o kernels/common/walk.o && "
          f"make -n {archives} | grep -c '^ar rcs lib.*/op_add.o' | grep 1 && "
          f"for archive in {archives}; do ar rcs $archive; done && {link} && ./app.elf")
    shell(f"mv model.pte model && echo none > model.pte && ! {link} 2>errors && "
          "grep 'et-prune: error: model.pte' errors && mv model model.pte")


def on_a_program(snippet):
    if not os.path.exists("program"):
        shell("mkdir program && cd program && "
              "g++ -I <et-prune>/share/EtPrune/runtime/include -c ../main.cpp ../add.cpp && "
              "g++ $(et-prune --print-link-flags) main.o add.o -o app.elf")
    shell("cp program/app.* . && mkdir -p main && "
          "for name in kws vad; do cp model.pte $name.pte; done && echo aten::add.out > extra.yaml && "
          "et-prune --explain -q --report-json before.json app.elf && cp before.json after.json && "
          "cp before.json main/size.json")
    shell(snippet.replace("FLASH", "text").replace("RAM:", "ram:"))


def in_a_clone(snippet):
    for name in ("test", "cmake", "examples"):
        if not os.path.exists(name):
            os.symlink(os.path.join(repository, name), name)
    shell(snippet.replace("build/bin/", "<et-prune>/bin/"))


def libraries(snippet):
    """Configures, and compiles only one file, to save time."""
    snippet = snippet.replace("<et-prune's sources>", repository)
    shell(snippet.replace("cmake --build libs",
                          "cmake --build libs -t runtime/CMakeFiles/et_runtime.dir/src/tensor.cpp.obj"
                          " && ninja -C libs -t query et_runtime"))


def elsewhere(test):
    """Another test runs the snippet. This script only checks that `test` exists."""
    def run(_):
        if not os.path.exists(os.path.join(repository, test)):
            sys.exit(f"no {test}")
    return run


def not_tried(_):
    """No test runs the snippet."""


def no_command(_):
    """The snippet is a grammar, a message or a usage line."""


def expand(text):
    return text.replace("<et-prune>", et_prune).replace("<repository>", repository)


def shell(commands):
    path = os.pathsep.join([os.path.join(et_prune, "bin"), os.environ["PATH"]])
    pkg_config = os.path.join(et_prune, "share", "pkgconfig")
    subprocess.run(["bash", "-euxc", expand(commands)], check=True,
                   env=dict(os.environ, PATH=path, PKG_CONFIG_PATH=pkg_config,
                            CMAKE_GENERATOR="Ninja"))


SNIPPETS = {
    "README.md": {
        "sudo apt install ./et-prune_": elsewhere("test/cmake/packages.test"),
        "find_package(EtPrune REQUIRED)": cmake(),
        "ET := <et-prune>": make,
        "LDFLAGS=": elsewhere("test/stock/cmake.test"),
    },
    "CONTRIBUTING.md": {
        "tools/setup.sh test": elsewhere("tools/test.sh"),
        "tools/draw-files.sh SEED": elsewhere("test/docs/generated.test"),
    },
    "docs/bazel.md": {
        'load("@et_prune//:et_prune.bzl"': elsewhere("test/bazel/rules.test"),
        'local_repository(name = "et_prune"': elsewhere("test/bazel/fleet.test"),
        'bazel_dep(name = "et_prune")': not_tried,
        'load("@et_prune//:bazel4.bzl"': elsewhere("test/bazel/fleet.test"),
        "et_prune_toolchain(": elsewhere("test/bazel/rules.test"),
        'data = ["cnn.pte"]': elsewhere("test/bazel/rules.test"),
    },
    "docs/buck.md": {
        'load("//third-party/et-prune/buck:et_prune.bzl"': elsewhere("test/buck/macros.test"),
        "[et_prune]": elsewhere("test/buck/macros.test"),
    },
    "docs/calls.md": {"test/benchmark/executorch_speed.py": elsewhere("tools/executorch/effort.py")},
    "docs/ci.md": {"et-prune --dry-run -q": elsewhere("test/ci/size-report.test")},
    "docs/cli.md": {
        "et-prune [selection]": no_command,
        "et-prune --dry-run --model": on_a_program,
        "et-prune --check --model": on_a_program,
        "et-prune: error: over budget": elsewhere("test/selection/in-the-link.test"),
        "arm-none-eabi-g++ ... $(et-prune": elsewhere("test/cmake/c-program.test"),
        "et-prune --print-link-flags --model": elsewhere("test/firmware/make.test"),
        "et-oplist [selection]": no_command,
        "diff <(et-oplist": elsewhere("test/oplist/sources.test"),
        "COMMAND et-oplist": elsewhere("test/oplist/drop-in.test"),
        "et-run [options]": no_command,
        "et-run --input=yes.csv": elsewhere("test/run"),
        "arm-none-eabi-g++ ... -B<et-prune>": elsewhere("test/firmware/make.test"),
    },
    "docs/cmake.md": {
        "find_package(EtPrune REQUIRED)": cmake(),
        "cmake -S . -B build": shell,
        "include(FetchContent)": elsewhere("test/cmake/fetched.test"),
        "et_prune_target(app": cmake(
            then=f"{BUILD} && ./build/app && test -s build/app.prune.txt && test -s "
                 f"build/app.prune.json"),
        "add_custom_command(TARGET app POST_BUILD": cmake(
            then=f"{BUILD} && ls build/app.full.elf && objcopy -O binary build/app app.bin && cmp "
                 f"app.bin build/app.bin"),
        "cmake --build build --target app_prune_report": shell,
        "et_prune_kernel_library(my_kernels": cmake(
            before=PROJECT + APP.replace(" add.cpp", ""),
            then=f"{BUILD} && <et-prune>/bin/et-prune --list build/app | grep my_kernels"),
        "find_package(executorch CONFIG": elsewhere("test/cmake/executorch-kernels.test"),
        "find_package(EtPrune REQUIRED COMPONENTS": elsewhere("test/cmake/executorch-names.test"),
        "add_subdirectory(executorch": elsewhere("test/cmake/dtype-selectable.test"),
        "g++ $(pkg-config --cflags et-prune)": lambda snippet: shell(snippet + "./app"),
        "gcc $(et-prune --print-link-flags": elsewhere("test/cmake/c-program.test"),
    },
    "docs/dtypes.md": {
        "add_subdirectory(executorch)": elsewhere("test/cmake/dtype-selectable.test"),
        "CXXFLAGS += -flto": elsewhere("test/dtypes/fixture.test"),
        "MASK = <et-prune>": elsewhere("test/dtypes/gcc.test"),
        "dtypes: 9 kernels": elsewhere("tools/executorch/differences.py"),
    },
    "docs/examples.md": {
        "build/bin/et-make-pte --segments": elsewhere("test/firmware/cmake.test"),
        "cmake -S examples/host": elsewhere("test/examples/host-cmake.test"),
        "examples/keyword_spotting/make_model.py": elsewhere("test/examples/keyword-spotting.test"),
        "build/bin/et-make-pte test/models/mlp.json": in_a_clone,
    },
    "docs/executorch.md": {
        "LDFLAGS=": elsewhere("test/stock/cmake.test"),
        "add_compile_options(": elsewhere("test/stock/cmake.test"),
        "cmake ... -DCMAKE_C_FLAGS=": elsewhere("test/stock/cmake.test"),
        "find_package(executorch CONFIG REQUIRED)\nadd_executable": elsewhere("test/stock/cmake.test"),
        "find_package(EtPrune REQUIRED)": elsewhere("test/stock/cmake.test"),
        "find_package(executorch CONFIG REQUIRED)  ": elsewhere("test/cmake/executorch-kernels.test"),
        "ET = <et-prune>": elsewhere("test/executorch/make.test"),
        "et-prune --dry-run --model": on_a_program,
        "PATH=/usr/lib/llvm-19": elsewhere("test/stock"),
        "# ExecuTorch as a subdirectory": elsewhere("test/executorch/registries.test"),
        "g++ -Os -std=c++17": elsewhere("test/executorch/registries.test"),
        "tools/try-executorch <folder>": elsewhere("test/try-executorch"),
    },
    "docs/executorch-names.md": {
        "find_package(EtPrune REQUIRED COMPONENTS": elsewhere("test/cmake/executorch-names.test"),
        "et_operator_library(": elsewhere("test/cmake/executorch-names.test"),
        "cmake -S . -B build": elsewhere("test/cmake/executorch-names-variables.test"),
    },
    "docs/fleets.md": {
        "et-prune --table": elsewhere("test/fleet/recipes.test"),
        'et_image(name = "m4"': elsewhere("test/bazel/fleet.test"),
        "cmake_minimum_required(": elsewhere("test/fleet/recipes.test"),
        "for Board in m4": elsewhere("test/fleet/recipes.test"),
        "MODELS := add": elsewhere("test/fleet/recipes.test"),
    },
    "docs/install.md": {
        "cp -r <et-prune>/share": elsewhere("test/cmake/packages.test"),
        "cmake ... -DEtPrune_DIR=$(python": elsewhere("test/cmake/wheel.test"),
    },
    "docs/kernels.md": {
        "target_link_libraries(app PRIVATE EtPrune::kernels_": elsewhere("test/cmake/package.test"),
        'extern "C" uint64_t et_random_state': elsewhere("test/unit/kernels/random_test.cpp"),
        'extern "C" void et_parallel_for': elsewhere("test/kernels/threads.test"),
        "add_subdirectory(CMSIS-NN)": elsewhere("test/examples/cmsis-nn.test"),
        "// my_kernels/op_relu6.cpp": elsewhere("test/cmake/package.test"),
    },
    "docs/linker-scripts.md": {
        ".rodata :": elsewhere("test/linker-scripts"),
        "arm-none-eabi-g++ ... -L": elsewhere("test/cmake/packages.test"),
        "__et_kernels_start = .": elsewhere("test/linker-scripts"),
        ".itcm :": elsewhere("test/firmware/itcm.test"),
        "g++ ... -Wl,--gc-sections": elsewhere("test/linker-scripts"),
    },
    "docs/operators.md": {"test/benchmark/operators.py": elsewhere("test/kernels/operators.test")},
    "docs/optimized-times.md": {"cmake --preset release": elsewhere("test/kernels")},
    "docs/performance.md": {
        "test/benchmark/speed.py": elsewhere("test/benchmark/speed.py"),
        "test/benchmark/instructions.sh": elsewhere("test/benchmark/instructions.sh"),
    },
    "docs/record-format.md": {"key    = ": no_command},
    "docs/reports.md": {
        "et-prune --explain app.elf": elsewhere("test/explain/why.test"),
        "et-prune --explain --report-html": on_a_program,
        "et-prune --explain -q": on_a_program,
    },
    "docs/runtime.md": {
        '#include "et/program.h"': elsewhere("test/runtime/docs.test"),
        "static constexpr MyBackend": elsewhere("test/unit/runtime/backend_test.cpp"),
        "et::Result<et::DataFile>": elsewhere("test/unit/runtime/data_file_test.cpp"),
        "const void *program_data": elsewhere("test/unit/runtime/bundled_program_test.cpp"),
    },
    "docs/sdks.md": {
        "cmake -S <et-prune's sources>": libraries,
        "find_package(EtPrune REQUIRED)": elsewhere("test/sdks/pico-cmake.test"),
        "LIBS = -let_kernels_portable": elsewhere("test/sdks/stm32cube.test"),
        "LDFLAGS += $(shell": elsewhere("test/sdks/nrf-make.test"),
        "arm-none-eabi-gcc ... $(": elsewhere("test/sdks/cmsis.test"),
        "tools/package.sh --layout NAME": elsewhere("test/sdks/layouts.test"),
        "set(ET_PRUNE_MODELS": elsewhere("test/sdks/layout-esp-idf.test"),
        "west build ...": elsewhere("test/sdks/layout-zephyr.test"),
        "zephyr_ld_options(": not_tried,
        "compiler.c.elf.extra_flags=": elsewhere("test/sdks/layout-arduino.test"),
        "custom_et_models": elsewhere("test/sdks/layout-platformio.test"),
        "LD = <et-prune>/libexec": elsewhere("test/prune/laws/called-directly.test"),
    },
    "docs/security.md": {
        "tools/fuzz.sh": elsewhere("tools/fuzz.sh"),
        "tools/hostile.sh": elsewhere("tools/hostile.sh"),
    },
    "docs/selection.md": {"et-prune --model kws.pte": on_a_program, "et-prune --check": on_a_program},
    "docs/sizes.md": {"test/benchmark/executorch_kernels.py": elsewhere("test/executorch/text.test")},
}


def snippets_of(text):
    fenced = re.findall(r"^```(.*)\n((?:.*\n)*?)```$", text, re.M)
    text = re.sub(r"^```.*\n(?:.*\n)*?```$", "", text, flags=re.M)
    indented = re.findall(r"(?:^\n|\A)((?:    .*\n(?:\n(?=    ))?)+)", text, re.M)
    return ([body for language, body in fenced if language in LANGUAGES] +
            [re.sub(r"^    ", "", body, flags=re.M) for body in indented])


repository, et_prune = sys.argv[1:]
pages = [os.path.relpath(path, repository) for path in
         sorted(glob.glob(f"{repository}/*.md") + glob.glob(f"{repository}/docs/*.md"))]
for document in [*pages, *(SNIPPETS.keys() - set(pages))]:
    known = SNIPPETS.get(document, {})
    with open(os.path.join(repository, document)) as file:
        snippets = snippets_of(file.read())
    unused = set(known)
    for snippet in snippets:
        matches = [first for first in known if snippet.startswith(first)]
        if len(matches) != 1:
            sys.exit(f"{document}: no test for the snippet\n{snippet}")
        print(f"{document}: {matches[0]}", flush=True)
        known[matches[0]](snippet)
        unused.discard(matches[0])
    if unused:
        sys.exit(f"{document}: no snippet begins with {unused}")

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the snippets of README.md and of the documents in SNIPPETS, word by word:

    snippets.py REPOSITORY ET-PRUNE

The current folder has main.cpp, add.cpp, model.pte and so on; the build has compiled the kernels
and the runtime. The first line of a block of indented lines identifies it. A block without an entry
in SNIPPETS fails, and so does an entry without a block. A CMake snippet runs in a project that
completes it; a snippet of commands runs in a shell. <et-prune> is the build folder or an
installation.
"""

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
ET := <et-prune>
OBJECTS := main.o add.o
"""
RULES = """
app.elf: libet_kernels_portable.a libet_runtime.a
%.a:
\tar rcs $@
%.o: %.cpp
\tg++ -I <et-prune>/share/EtPrune/runtime/include -c $< -o $@
"""


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
    with open("Makefile", "w") as file:
        file.write(expand(VARIABLES + snippet + RULES))
    shell("make app.elf && ./app.elf")
    shell("mv model.pte model && echo none > model.pte && ! make -B app.elf 2>errors && "
          "grep 'et-prune: error: model.pte' errors && mv model model.pte")


def in_a_clone(snippet):
    """Runs as in a fresh clone that was built: with the repository's files and build/."""
    for name in ("test", "cmake", "examples"):
        if not os.path.exists(name):
            os.symlink(os.path.join(repository, name), name)
    shell(snippet.replace("build/bin/", "<et-prune>/bin/"))


def libraries(snippet):
    """Configures, and compiles the first files; CMake treats the others alike."""
    snippet = snippet.replace("<et-prune's sources>", repository)
    shell(snippet.replace("cmake --build libs",
                          "cmake --build libs -t runtime/CMakeFiles/et_runtime.dir/src/tensor.cpp.obj"
                          " && ninja -C libs -t query et_runtime"))


def elsewhere(test):
    """Another test runs this snippet, because it needs more than the others."""
    def run(_):
        if not os.path.exists(os.path.join(repository, test)):
            sys.exit(f"no {test}")
    return run


def not_tried(_):
    """The document says that no test runs this snippet."""


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
        "arm-none-eabi-g++ ... -B<et-prune>": elsewhere("test/firmware/make.test"),
        "tools/demo.sh ": elsewhere("tools/demo.sh"),
        "et-prune --explain app.elf": elsewhere("test/explain/why.test"),
        "cmake ... -DCMAKE_EXE_LINKER_FLAGS=": elsewhere("test/stock/cmake.test"),
        "find_package(executorch CONFIG": elsewhere("test/cmake/executorch-kernels.test"),
        "tools/setup.sh demo": elsewhere("tools/test.sh"),
        "find_package(EtPrune REQUIRED)": cmake(),
        "build/bin/et-make-pte --segments": elsewhere("test/firmware/cmake.test"),
        "app.elf: $(OBJECTS)": make,
        "cmake -S examples/host": elsewhere("test/examples/host-cmake.test"),
        ".rodata :": elsewhere("test/linker-scripts"),
        "examples/keyword_spotting/make_model.py": elsewhere("test/examples/keyword-spotting.test"),
        "build/bin/et-make-pte test/models/mlp.json": in_a_clone,
        "// op_relu6.cpp": elsewhere("test/cmake/package.test"),
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
        "cmake ... -DCMAKE_EXE_LINKER_FLAGS=": elsewhere("test/stock/cmake.test"),
    },
    # Tests of CMake run all forms of these calls.
    "docs/executorch-names.md": {
        "find_package(EtPrune REQUIRED COMPONENTS": elsewhere("test/cmake/executorch-names.test"),
        "et_operator_library(": elsewhere("test/cmake/executorch-names.test"),
        "cmake -S . -B build": elsewhere("test/cmake/executorch-names-variables.test"),
    },
}

repository, et_prune = sys.argv[1:]
for document, known in SNIPPETS.items():
    with open(os.path.join(repository, document)) as file:
        blocks = re.findall(r"(?:^\n|\A)((?:    .*\n(?:\n(?=    ))?)+)", file.read(), re.M)
    unused = set(known)
    for block in blocks:
        snippet = re.sub(r"^    ", "", block, flags=re.M)
        matches = [first for first in known if snippet.startswith(first)]
        if len(matches) != 1:
            sys.exit(f"{document}: no test for the snippet\n{snippet}")
        print(f"{document}: {matches[0]}", flush=True)
        known[matches[0]](snippet)
        unused.discard(matches[0])
    if unused:
        sys.exit(f"{document}: no snippet begins with {unused}")

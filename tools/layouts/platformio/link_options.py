# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Has the project link through et-prune's linker wrapper, with the kernels that its models call.
# PlatformIO runs this for every project that uses the library. Options of platformio.ini:
#
#     custom_et_models = src/model.pte    one or more, a line each; relative to the project.
#                                         Without it, every kernel is linked
#     custom_et_prune = <program>         et-prune; without it, the one in PATH

import shlex
import subprocess
import sys

from SCons.Script import DefaultEnvironment, Import

Import("env")


def link_words():
    program = env.GetProjectOption("custom_et_prune", "et-prune")
    models = [line.strip() for line in env.GetProjectOption("custom_et_models", "").splitlines()]
    command = [program, "--print-link-flags"]
    for model in filter(None, models):
        command += ["--model", model]
    try:
        result = subprocess.run(command, cwd=env.subst("$PROJECT_DIR"), capture_output=True,
                                text=True)
    except OSError as problem:
        sys.exit(f"et_prune: cannot run '{program}': {problem.strerror}. Install et-prune, or name "
                 "it in platformio.ini: custom_et_prune = <folder>/bin/et-prune")
    if result.returncode:
        sys.exit(result.stderr)
    return shlex.split(result.stdout)


# The project is linked in this environment, not in the library's own.
DefaultEnvironment().Append(LINKFLAGS=link_words())

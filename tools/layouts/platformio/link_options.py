# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Makes the project link through et-prune's linker wrapper, which keeps the kernels that the models
# call. PlatformIO runs this script in every project that uses the library. Options in
# platformio.ini:
#
#     custom_et_models = src/model.pte    models, one a line, relative to the project's folder.
#                                         Without this option, every kernel is linked
#     custom_et_prune = <program>         the path of et-prune; by default, et-prune from PATH

import os
import shlex
import subprocess
import sys

from SCons.Script import DefaultEnvironment, Import

Import("env")


project = DefaultEnvironment()  # this environment links the project; `env` is the library's
models = [line.strip() for line in env.GetProjectOption("custom_et_models", "").splitlines()]
models = [os.path.join(env.subst("$PROJECT_DIR"), model) for model in models if model]
program = env.GetProjectOption("custom_et_prune", "et-prune")
command = [program, "--print-link-flags"]
for model in models:
    command += ["--model", model]
try:
    result = subprocess.run(command, capture_output=True, text=True)
except OSError as problem:
    sys.exit(f"et_prune: cannot run '{program}': {problem.strerror}. Install et-prune, or name it "
             "in platformio.ini: custom_et_prune = <folder>/bin/et-prune")
if result.returncode:
    sys.exit(result.stderr)
project.Append(LINKFLAGS=shlex.split(result.stdout))
# If a model changes, the build links again.
project.Depends("$BUILD_DIR/${PROGNAME}${PROGSUFFIX}", models)

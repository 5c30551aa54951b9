# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs et-prune."""

import pathlib
import secrets
import subprocess

from .service import Problem, on_github, setting

OVER_BUDGET = 3  # et-prune's exit status


def et_prune():
    own = pathlib.Path(setting("ET_PRUNE"), "bin/et-prune").resolve()
    return str(own) if setting("ET_PRUNE") and own.is_file() else "et-prune"


def run_et_prune(arguments, folder="."):
    """Returns the exit status and stdout. Messages go to the log. A linker's message may begin with
    text of a pull request, which the service must not execute as a command."""
    token = secrets.token_hex(16)
    if on_github():
        print(f"::stop-commands::{token}", flush=True)
    try:
        done = subprocess.run([et_prune(), *arguments], cwd=folder, stdout=subprocess.PIPE,
                              check=False)
    except OSError as error:
        raise Problem(f"et-prune cannot be run ({error}); install it first") from error
    if on_github():
        print(f"::{token}::", flush=True)
    return done.returncode, done.stdout.decode(errors="replace")

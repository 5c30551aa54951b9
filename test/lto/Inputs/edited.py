# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""edited.py GOOD IMAGE CASES COMMAND...: a bundle that says something else is refused.

A case of the file CASES is lines of Python, which bundle.py runs on the bundle GOOD, and then the
errors that COMMAND must report of IMAGE with it, all of them, a line `=> MESSAGE` each. `*` in a
message stands for anything. Statements before the first line `---` run in each case.
"""

import json
import os
import re
import subprocess
import sys

INPUTS = os.path.join(os.path.dirname(__file__), "../../errors/Inputs")
sys.dont_write_bytecode = True
sys.path.insert(0, INPUTS)
import bundle

good, image, cases, *command = sys.argv[1:]
with open(cases) as file:
    prelude, *cases = re.split(r"^---\n", file.read(), flags=re.M)
for case in cases:
    statements, *messages = re.split(r"^=> (.*)\n", case, flags=re.M)
    members = bundle.unpack(good)
    manifest = json.loads(members["manifest.json"])
    exec(prelude + statements, dict(vars(bundle), members=members, manifest=manifest))
    members["manifest.json"] = json.dumps(manifest).encode()
    bundle.pack(image + ".etl", members)
    done = subprocess.run(["bash", INPUTS + "/refused.sh", *command], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True)
    errors = re.findall(r"error: (.*)", done.stdout)
    patterns = [re.escape(m).replace(r"\*", ".*") for m in messages[::2]]
    if done.returncode or len(errors) != len(patterns) or not all(map(re.search, patterns, errors)):
        sys.exit(f"edited.py: {case}{done.stdout}")

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""introductions.py REPOSITORY: fails if a generated page does not begin with the INTRODUCTION of
its script. It parses the scripts without importing them, because some machines lack the modules
that the scripts import."""

import ast
import sys

PAGES = {"operators": "operators", "sizes": "executorch_kernels", "calls": "executorch_speed",
         "optimized-times": "optimized"}

wrong = []
for page, script in PAGES.items():
    with open(f"{sys.argv[1]}/test/benchmark/{script}.py", encoding="utf-8") as file:
        assignments = [node for node in ast.parse(file.read()).body if isinstance(node, ast.Assign)]
    introduction, = (ast.literal_eval(node.value) for node in assignments
                     if node.targets[0].id == "INTRODUCTION")
    with open(f"{sys.argv[1]}/docs/{page}.md", encoding="utf-8") as file:
        if not file.read().startswith(introduction):
            wrong.append(f"docs/{page}.md does not begin with the INTRODUCTION of {script}.py")
sys.exit("\n".join(wrong) or None)

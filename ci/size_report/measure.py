# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The step that reports an image's sizes and their changes since the base commit."""

import glob
import json
import os
import re
import shutil

from .base import find_base
from .run import OVER_BUDGET, run_et_prune
from .service import (COMMENT_PREFIX, FOLDER, NAME, Problem, append, code, lines_of, on_github,
                      setting)


def files_of(name):
    """Returns the files of the setting `name`. Each line of the setting is a file or a pattern."""
    found = []
    for line in lines_of(name):
        matches = [line] if os.path.exists(line) else sorted(glob.glob(line, recursive=True))
        if not matches:
            raise Problem(f"no file is called '{line}'")
        found += [match for match in matches if match not in found]
    return found


def argument(path):
    return f"./{path}" if path.startswith("-") else path


def make_report(path):
    """Writes the report to `path`. Returns et-prune's exit status, 0 or OVER_BUDGET."""
    models, lists = files_of("ET_MODELS"), files_of("ET_OPS")
    selection = [f"--model={path}" for path in models] + [f"--ops={path}" for path in lists]
    how = setting("ET_HOW", "dry-run" if selection else "explain")
    if how not in ("explain", "dry-run", "prune"):
        raise Problem(f"'how' is explain, dry-run or prune, not '{how}'")
    if how != "explain" and not selection:
        raise Problem(f"'{how}' needs models or ops")
    elf = argument(setting("ET_ELF"))
    budgets = [f"--budget={budget}" for budget in lines_of("ET_BUDGETS")]
    common = ["--quiet", *selection, *budgets]
    status, _ = run_et_prune([f"--{'explain' if how == 'explain' else 'dry-run'}", *common,
                              f"--report-json={path}", elf])
    if status not in (0, OVER_BUDGET):
        raise Problem(f"et-prune ended with status {status}; its message is above")
    if how == "prune" and status == 0:
        status, _ = run_et_prune([*common, elf])
    return status


def size_of(report, what):
    if "image" in report and report.get("kind") == "explanation":
        return report["image"]["totals"][what]
    return report[what]["after"]


def sizes_markdown(report):
    """Returns the sizes as Markdown, without a comparison."""
    image = report.get("image") or {}
    rows = [f"| flash | {size_of(report, 'flash'):,} |", f"| RAM | {size_of(report, 'ram'):,} |"]
    rows += [f"| region {code(row['name'])} | {row['used']:,} |"
             for row in image.get("memories", []) if row.get("length")]
    text = "\n".join(["| bytes | |", "|---|--:|", *rows]) + "\n"
    operators = image.get("operators", [])
    if operators:
        text += "\n| bytes of flash | |\n|---|--:|\n" + "".join(
            f"| {code(row['op'])} | {row['retained']['flash']:,} |\n" for row in operators[:10])
    return text


def compare(base):
    """Returns the comparison as Markdown, the changes of flash and RAM, and True if the image grew
    too much. Returns None if this et-prune cannot read the version of the base's report."""
    content, commit = base
    before = FOLDER / f"{re.sub('[^0-9A-Za-z.]', '-', commit)[:10]}.json"
    before.write_bytes(content)
    limits = [f"--fail-if-grows={limit}" for limit in lines_of("ET_LIMITS")]
    files = [before.name, "report.json"]
    status, text = run_et_prune(["--diff", "--diff-format=json", *files], FOLDER)
    if status != 0 and not setting("ET_BASE"):
        return None
    if status == 0:
        totals = {row["name"]: row["size"] for row in json.loads(text)["totals"]}
        change = [totals[what]["after"] - totals[what]["before"] for what in ("flash", "ram")]
        status, text = run_et_prune(["--diff", *limits, *files], FOLDER)
    before.unlink()
    if status not in (0, OVER_BUDGET):
        raise Problem("the reports cannot be compared; the message is above")
    return text, change, status == OVER_BUDGET


def measure():
    name = setting("ET_NAME", "image")
    if not NAME.fullmatch(name):
        raise Problem(f"the name '{name}' has other characters than letters, digits and ._-")
    FOLDER.mkdir(exist_ok=True)
    stored = FOLDER / "report.json"
    status = make_report(str(stored))
    with open(stored, encoding="utf-8") as file:
        report = json.load(file)
    if path := setting("ET_REPORT"):
        shutil.copyfile(stored, path)

    change, grown = None, False
    text = sizes_markdown(report) + "\nno base to compare with\n"
    base = find_base(name)
    if compared := base and compare(base):
        text, change, grown = compared
    (FOLDER / "comment.md").write_text(text, encoding="utf-8")
    flash, ram = size_of(report, "flash"), size_of(report, "ram")
    (FOLDER / "metrics.txt").write_text(f"flash_bytes {flash}\nram_bytes {ram}\n", encoding="utf-8")
    append("GITHUB_STEP_SUMMARY", f"### {code(name)}\n\n{text}")
    if not setting("GITHUB_STEP_SUMMARY"):
        print(text)

    is_over = status == OVER_BUDGET
    result = OVER_BUDGET if is_over or grown else 0
    outputs = {"flash": flash, "ram": ram, "over-budget": str(is_over).lower(),
               "grown": str(grown).lower(), "delta": "" if change is None else change[0],
               "ram-delta": "" if change is None else change[1], "status": result,
               **artifact_of(name)}
    append("GITHUB_OUTPUT", "".join(f"{key}={value}\n" for key, value in outputs.items()))
    # On GitHub, a later step of the action fails with `status`, after the artefact is stored.
    return 0 if on_github() else result


def artifact_of(name):
    """Returns the name and file of the artefact to store. The run of a pull request stores its
    comment. Runs for a push, a schedule or a manual start store the report for later
    comparisons. Runs for other events, such as `pull_request_target`, store nothing. Such a run may
    build a fork's code, but GITHUB_SHA then names a commit of this repository."""
    happened = setting("GITHUB_EVENT_NAME")
    if happened == "pull_request":
        return {"artifact": COMMENT_PREFIX + name, "artifact-path": FOLDER / "comment.md"}
    if happened in ("push", "schedule", "workflow_dispatch"):
        return {"artifact": f"et-prune-size-{name}-{setting('GITHUB_SHA')}",
                "artifact-path": FOLDER / "report.json"}
    return {}

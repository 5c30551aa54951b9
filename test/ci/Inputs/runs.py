# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs et-prune's GitHub actions and GitLab job against imitations of GitHub and GitLab.

    runs.py <repository> <folder with bin/et-prune>

The current folder has the files of size-report.test. Prints a line for each part that passes.
"""

import glob
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import zipfile

import yaml

from service import FORK, TOKEN, Service, run_action

SOURCE, PACKAGE = pathlib.Path(sys.argv[1]), sys.argv[2]
BASE, HEAD, OLD, NEXT = "b" * 40, "a" * 40, "0d" * 20, "c" * 40
service = Service()


def measure(event_name, event, sha, status=0, **given):
    outcome = run_action(SOURCE, service,
                         {"package": PACKAGE, "elf": "app.elf",
                          **{key.replace("_", "-"): value for key, value in given.items()}},
                         event_name, event, {"GITHUB_SHA": sha})
    assert outcome.status == status, (outcome.status, outcome.log)
    return outcome


def pull(base):
    return {"pull_request": {"number": 9, "base": {"sha": base}, "head": {"sha": HEAD},
                             "title": "$(touch injected) `touch injected`"}}


def last_artifact():
    content, row = list(service.artifacts.values())[-1]
    with open("last.zip", "wb") as file:
        file.write(content)
    with zipfile.ZipFile("last.zip") as archive:
        name, = archive.namelist()
        return row["name"], name, archive.read(name).decode()


first = measure("push", {"before": "0" * 40}, BASE, models="add.pte")
assert int(first.outputs["flash"]) > 100 and first.outputs["delta"] == "", first.outputs
assert first.outputs["over-budget"] == "false" and first.env["ET_PRUNE"] == first.outputs["folder"]
assert "no base to compare with" in first.summary and "`aten::add.out`" in first.summary
name, file, text = last_artifact()
assert (name, file) == (f"et-prune-size-image-{BASE}", "report.json"), name
json.loads(text)
shutil.copyfile("et-prune-size/report.json", "main.json")
print("first run: sizes")

# A fork uploaded a forged report of the base commit. The action must ignore this report.
service.add_artifact(f"et-prune-size-image-{BASE}", {"report.json": "{}"}, BASE, repository=FORK)
grown = measure("pull_request", pull(BASE), NEXT, models="add.pte\nm[tu]l.pte", report="copy.json")
first_line = grown.summary.splitlines()[2]
assert re.fullmatch(r"- \*\*\+[\d,]+ B\*\*: `aten::mul\.out by model mul\.pte`",
                    first_line), grown.summary
assert int(grown.outputs["delta"]) > 0 == int(grown.outputs["ram-delta"]), grown.outputs
name, file, comment = last_artifact()
assert (name, file) == ("et-prune-comment-image", "comment.md") and first_line in comment
assert os.path.exists("copy.json") and re.search(r"(?m)^::stop-commands::\w{32}$", grown.log)
print("pull request:", first_line)

# `less` compares with copy.json, which also has mul.pte. OLD has no report, so `again` uses BASE's.
service.parents = {OLD: BASE}
less = measure("pull_request", pull(OLD), NEXT, models="add.pte", base="copy.json")
assert "`aten::mul.out removed; was selected by model mul.pte`" in less.summary, less.summary
again = measure("pull_request", pull(OLD), NEXT, models="*.pte")
assert again.outputs["delta"] == grown.outputs["delta"]
assert f"| `{BASE[:10]}.json` | `report.json` |" in again.summary, again.summary
# The action ignores a stored base report of another format version. If the user names such a report
# in the input `base`, the action fails.
service.add_artifact(f"et-prune-size-image-{OLD}", {"report.json": "{}"}, OLD)
other = measure("pull_request", pull(OLD), NEXT, models="add.pte")
assert "no base to compare with" in other.summary and "its 'version' is not" in other.log
pathlib.Path("empty.json").write_text("{}", encoding="utf-8")
log = measure("push", {}, NEXT, 1, models="add.pte", base="empty.json").log
assert "the reports cannot be compared" in log, log
print("report of an older commit: used as base")

over = measure("pull_request", pull(BASE), NEXT, 3, models="*.pte", budgets="FLASH=100\nkernels=9")
assert over.outputs["over-budget"] == "true" and over.outputs["grown"] == "false"
assert over.summary.splitlines()[2].startswith("- **over budget**: `FLASH takes "), over.summary
assert "error: over budget: FLASH takes" in over.log and "::error::the image is over" in over.log
assert "over budget" in last_artifact()[2]
over = measure("pull_request", pull(BASE), NEXT, 3, models="*.pte", limits="flash:0")
assert over.outputs["grown"] == "true" and over.outputs["over-budget"] == "false"
print("over budget: reported, then failed")

explained = measure("push", {}, NEXT, name="full")
pruned = measure("push", {}, NEXT, how="prune", models="add.pte", ops="ops.txt", name="pruned")
after = measure("push", {}, NEXT, name="after")
assert int(pruned.outputs["flash"]) == int(after.outputs["flash"]) < int(explained.outputs["flash"])
longer = measure("pull_request", pull(BASE), NEXT, models="add.pte", ops="ops.txt")
assert "`aten::add.out for Int by ops.txt`" in longer.summary, longer.summary
for given, message in (
        ({"models": "none.pte"}, "no file is called 'none.pte'"),
        ({"name": "a b"}, "the name 'a b' has other characters than letters, digits and ._-"),
        ({"how": "all"}, "'how' is explain, dry-run or prune, not 'all'"),
        ({"how": "prune"}, "'prune' needs models or ops"),
        ({"elf": "$(touch injected).elf"}, "et-prune ended with status 1; its message is above"),
        ({"package": "none.deb"}, "there is no package 'none.deb'"),
        ({"package": "fake.whl", "sha256": "0" * 64}, "and not 0000000")):
    assert "::error::size-report: " in (log := measure("push", {}, NEXT, 1, **given).log), log
    assert message in log, log
assert not os.path.exists("injected")
print("wrong inputs: reported")

# et-prune comes from a wheel, a .deb, a release with the right hash, or an installation.
for package in ("fake.whl", "fake.deb"):
    installed = measure("push", {}, NEXT, package=package, elf="")
    assert os.access(installed.outputs["folder"] + "/bin/et-prune", os.X_OK), installed.log
version = re.search(r"PACKAGE_VERSION ([\d.]+)",
                    (SOURCE / "cmake/EtPruneConfigVersion.cmake").read_text())[1]
release = f"/owner/et-prune/releases/download/v{version}/"
packed = pathlib.Path("fake.tar").read_bytes()
name = f"et-prune-{version}-{os.uname().machine}-linux.tar.zst"
service.files[release + name] = packed
for digest, status in (("0" * 64, 1), (hashlib.sha256(packed).hexdigest(), 0)):
    service.files[release + "SHA256SUMS"] = f"{digest}  {name}\n".encode()
    installed = run_action(SOURCE, service, {}, "push", {}, {
        "GITHUB_SERVER_URL": service.url, "ET_PRUNE": "",
        "PATH": f"{os.getcwd()}/stub:/usr/bin:/bin"})
    assert installed.status == status, installed.log
assert f"et-prune/et-prune-{version}" in installed.outputs["folder"]
for path, folder in (("ET_PRUNE", PACKAGE), ("PATH", f"{PACKAGE}/bin:/usr/bin:/bin")):
    there = run_action(SOURCE, service, {}, "push", {}, {path: folder})
    assert there.outputs["folder"] == os.path.realpath(PACKAGE), there.log
print("packages: installed")


def run_comment(run=1, status=0, sha=HEAD, event_name="pull_request"):
    event = {"workflow_run": {
        "id": run, "event": event_name, "head_sha": sha, "head_branch": "topic & more",
        "head_repository": {"id": FORK, "owner": {"login": "stranger"}}, "pull_requests": []}}
    outcome = run_action(SOURCE / "ci/comment", service, {}, "workflow_run", event, {})
    assert outcome.status == status, (outcome.status, outcome.log)
    return outcome


def request_of(sha, number):
    return {"number": number, "head": {"sha": sha, "ref": "topic & more",
                                       "repo": {"id": FORK, "owner": "stranger"}}}


service.artifacts.clear()
service.add_artifact("et-prune-comment-image", {"comment.md": comment}, run=1)
service.pulls = [request_of("d" * 40, 8), request_of(HEAD, 9)]
marker = "<!-- et-prune size report -->"
service.comments.append({"id": 0, "number": "9", "body": marker + " mine",
                         "user": {"login": "stranger"}})
service.comments += [{"id": number, "number": "9", "body": "talk",
                      "user": {"login": "github-actions[bot]"}} for number in range(1, 130)]
run_comment()
assert len(service.comments) == 131 and service.comments[-1]["number"] == "9"
assert service.comments[-1]["body"].startswith(f"{marker}\n### `image`\n\n- **+")
service.add_artifact("et-prune-comment-other", {"comment.md": comment}, run=2)
service.add_artifact("et-prune-comment-image",
                     {"comment.md": "2 kernels: 0 added, 0 removed\n"}, run=2)
run_comment(2)
body = service.comments[130]["body"]
assert len(service.comments) == 131 and "+" in body and "\n### `other`" in body
assert "2 kernels: 0 added" in body and service.comments[0]["body"].endswith(" mine")
# The action writes no comment if the commit has no open pull request, or if the run that measured
# the image was not for a pull request.
assert "0 open pull requests" in run_comment(sha="e" * 40).log
assert "not for a pull request" in run_comment(event_name="push").log
assert service.comments[130]["body"] == body
print("comment: made, then updated")

hostile = {
    "mention": "hello @owner\n", "words": "please merge\n", "link": "[more](https://x.test)\n",
    "html": "<img src=x>\n", "address": "www.1.test\n", "issue": "change GH-1\n", "number": "#1\n",
    "cell": "| `a | @owner` |\n", "backslash": "| `a\\\\| @owner` |\n", "unclosed": "`a\n@owner`\n",
    "double": "``a` @owner\n", "control": "`a\x1b[31m`\n", "bidi": "`a\u202e`\n",
    "marker": marker + "\n", "long": "flash " * 20000, "escape": "\\@owner\n", "image": "![a](b)\n",
    "bytes": b"\xff\xfe", "two": {"a": "flash\n", "b": "flash\n"},
    "bomb": b"flash " * 400000, "no-zip": b"flash",
    "slow": "a" * 50000, "slow-numbers": "-1 " * 15000 + "!", "crossing": {"../../x": "@owner\n"}}
parts = [*hostile.items(), ("\n::error::", "flash\n")]
for number, (name, files) in enumerate(parts):
    if not isinstance(files, dict) and name != "no-zip":
        files = {"comment.md": files}
    service.add_artifact(f"et-prune-comment-{name}", files, run=98 + number % 2)
log = run_comment(98, status=1).log + run_comment(99, status=1).log
assert "\n::error::" not in log and log.count(" is refused: ") == len(hostile) + 1, log
for name in hostile:
    assert f"the artefact `{name}` is refused: " in log, log
for number in range(21):
    service.add_artifact(f"et-prune-comment-{number}", {"comment.md": "flash\n"}, run=97)
assert "the run has 21 reports, more than 20" in run_comment(97, status=1).log
assert service.comments[130]["body"] == body and not glob.glob("../x")
print("hostile artefacts: refused")

# The comment action accepts each text that et-prune itself prints, even with hostile file names.
shutil.copyfile("mul.pte", "`\\| @owner \x1b [l](x).pte")
strange = measure("pull_request", pull(BASE), NEXT, models="add.pte\n`*.pte", base="main.json")
os.remove("`\\| @owner \x1b [l](x).pte")
assert "`aten::mul.out by model '/\\| @owner ? [l](x).pte`" in strange.summary, strange.summary
service.artifacts.clear()
for number, outcome in enumerate((grown, over, less, first, strange)):
    service.add_artifact(f"et-prune-comment-{number}",
                         {"comment.md": outcome.summary.split("\n", 2)[2]}, run=96)
run_comment(96)
assert service.comments[130]["body"].count("\n### `") == 5
print("texts of et-prune: accepted")

service.comments.clear()
with open(SOURCE / "ci/gitlab.yml", encoding="utf-8") as file:
    job = yaml.safe_load(file)[".et-prune-size"]


def run_gitlab(status=0, **variables):
    environment = {
        **os.environ, **job["variables"], "GITLAB_CI": "true",
        "CI_API_V4_URL": f"{service.url}/gitlab", "CI_PROJECT_ID": "5",
        "CI_MERGE_REQUEST_PROJECT_ID": "5", "CI_MERGE_REQUEST_IID": "3",
        "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main/1", "CI_JOB_NAME": "size",
        "CI_JOB_TOKEN": "job", "ET_PRUNE": PACKAGE, "ET_ELF": "app.elf", "ET_TOKEN": TOKEN,
        **variables}
    done = subprocess.run(["bash", "-eo", "pipefail", "-c", "\n".join(job["script"])],
                          env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, check=False)
    assert done.returncode == status, done.stdout
    return done.stdout


assert "no base to compare with" in run_gitlab(ET_MODELS="add.pte")
with open("et-prune-size/report.json", "rb") as file:
    service.files["/projects/5/jobs/artifacts/main%2F1/raw/et-prune-size/report.json"] = file.read()
run_gitlab(3, ET_MODELS="*.pte", ET_BUDGETS="FLASH=100")
assert len(service.comments) == 1 and "mul.out by model mul.pte" in service.comments[0]["body"]
assert "over budget" in service.comments[0]["body"]
with open("et-prune-size/metrics.txt", encoding="utf-8") as file:
    assert re.fullmatch(r"flash_bytes \d+\nram_bytes \d+\n", file.read())
assert "no note" in run_gitlab(ET_MODELS="*.pte", ET_TOKEN="")
print("gitlab: note made, then updated")

page = (SOURCE / "docs/ci.md").read_text(encoding="utf-8")
with open(SOURCE / "action.yml", encoding="utf-8") as file:
    action = yaml.safe_load(file)
flows = [yaml.safe_load(text) for text in re.findall(r"(?s)```yaml\n(.*?)```", page)]
steps = flows[0]["jobs"]["size"]["steps"]
given = [step["with"] for step in steps if "with" in step]
assert given and all(set(row) <= set(action["inputs"]) for row in given)
for inputs in action["inputs"]:
    assert f"`{inputs}`" in page or inputs == "token", inputs
assert all(f"`{name}`" in page or name == "folder" for name in action["outputs"])
assert os.path.exists(SOURCE / flows[1]["jobs"]["comment"]["steps"][0]["uses"].split("@")[0]
                      .removeprefix("OWNER/et-prune/") / "action.yml")
assert flows[2]["size"]["extends"] in yaml.safe_load((SOURCE / "ci/gitlab.yml").read_text())
assert set(flows[2]["size"]["variables"]) <= set(job["variables"])
shutil.copyfile("add.pte", "model.pte")
shutil.copyfile("copy.json", "main.json")
commands, = re.findall(r"(?s)```sh\n(.*?)```", page)
subprocess.run(["sh", "-e", "-c", commands], check=True,
               env={**os.environ, "PATH": f"{PACKAGE}/bin:{os.environ['PATH']}"})
assert "`aten::mul.out removed; was selected by model mul.pte`" in pathlib.Path("comment.md").read_text()
print("docs: the commands run, the names are right")

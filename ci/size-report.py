#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The steps of action.yml, comment/action.yml and gitlab.yml.

    size-report.py install     fetches et-prune and puts its programs in PATH
    size-report.py measure     reports an image's sizes and what changed since the base commit
    size-report.py comment     puts the result on the pull request or merge request

docs/ci.md says how they are used. The inputs are environment variables, ET_ELF and so on, so no
text of a user or of a pull request becomes part of a shell command.

A pull request of a fork is built with a token that can only read. `measure` therefore leaves its
text in an artefact, and `comment` runs in a second workflow, which has the rights of the default
branch and runs no code of the fork. That artefact is written by the fork's code, so it can be
anything: `comment` takes from it text that has the form of et-prune's own reports, outside of code
spans no other words than theirs, and refuses the rest. The service gives the number of the pull
request.

The base's report is an artefact of an earlier run. A fork's run leaves artefacts in the same place,
so only runs count whose commit is in this repository and is the base or an ancestor of it.
"""

import glob
import hashlib
import io
import json
import os
import pathlib
import re
import secrets
import shutil
import subprocess
import sys
import tarfile
import urllib.error
import urllib.parse
import urllib.request
import zipfile
import zlib

MARKER = "<!-- et-prune size report -->"
COMMENT_PREFIX = "et-prune-comment-"
# A comment may have 65,536 characters.
MOST_COMMENT = 60_000
MOST_IMAGES = 20
# Bytes of a file: a comment, an answer of the service, a report or package.
MOST_TEXT = 1 << 20
MOST_ANSWER = 64 << 20
MOST_REPORT = 512 << 20
MOST_PARENTS = 10
FOLDER = pathlib.Path("et-prune-size")
OVER_BUDGET = 3  # et-prune's exit status

# Outside of code spans, the reports have these words, numbers and signs. No word touches a hyphen
# or a number, as in GH-1. A table ends a code span at a bar without a backslash.
WORDS = set("""added after and B base before bss budget bytes cause change changed code compare data
    flash image in is kernel kernel's kernels made more no nothing of over own RAM ram region
    removed section symbol text the to what with""".split())
CODE = re.compile(r"`(?:[^`|\\]|\\\|)+`")
WORD = re.compile(r"[A-Za-z][A-Za-z']{0,20}(?![\w'-])")
NUMBER_OR_SIGN = re.compile(r"[+-]?\d[\d,]{0,20}(?:\.\d{1,9})?%?(?![\w-])|[ |*:,-]")
FIXED_LINES = {"", "<details><summary>Symbols, sections, kernels</summary>", "</details>"}


class Problem(Exception):
    """A failure that a user can mend; its text says how."""


def setting(name, default=""):
    return os.environ.get(name, "").strip() or default


def lines_of(name):
    return [line.strip() for line in os.environ.get(name, "").splitlines() if line.strip()]


def on_github():
    return setting("GITHUB_ACTIONS") == "true"


def append(variable, text):
    """Adds to one of the files that the service reads after a step."""
    if path := setting(variable):
        with open(path, "a", encoding="utf-8") as file:
            file.write(text)


def note(text):
    print(f"size-report: {text}", flush=True)


# --- HTTP ---------------------------------------------------------------------------------------


def open_url(url, token_header=None, data=None, method=None, accept="application/json"):
    request = urllib.request.Request(url, method=method)
    request.add_header("Accept", accept)
    request.add_header("User-Agent", "et-prune")
    if data is not None:
        request.add_header("Content-Type", "application/json")
        request.data = json.dumps(data).encode()
    # An artefact is stored elsewhere: the token must not follow a redirection.
    if token_header:
        request.add_unredirected_header(*token_header)
    try:
        return urllib.request.urlopen(request, timeout=60)
    except urllib.error.HTTPError as error:
        hint = {401: "; is the token set?", 403: "; the token lacks a right, see docs/ci.md",
                404: "; it is not there, or the token may not see it"}.get(error.code, "")
        raise Problem(f"{method or 'GET'} {url} gave status {error.code}{hint}") from error
    except OSError as error:
        raise Problem(f"{method or 'GET'} {url} failed: {error}") from error


def read_limited(stream, most, what):
    content = stream.read(most + 1)
    if len(content) > most:
        raise Problem(f"{what} has more than {most:,} bytes")
    return content


class Api:
    """The service's REST API."""

    def __init__(self, base, header):
        self.base, self.header = base.rstrip("/"), header

    def call(self, path, data=None, method=None):
        with open_url(self.base + path, self.header, data, method) as response:
            return json.loads(read_limited(response, MOST_ANSWER, path) or b"null")

    def pages(self, path):
        for page in range(1, 31):
            rows = self.call(f"{path}{'&' if '?' in path else '?'}per_page=100&page={page}")
            yield from rows
            if len(rows) < 100:
                return

    def archive(self, artifact, most):
        """The only file of an artefact, never written to the disk under a name of its own."""
        if artifact.get("size_in_bytes", 0) > most:
            raise Problem(f"it has more than {most:,} bytes")
        with open_url(self.base + artifact["path"], self.header, accept="*/*") as response:
            content = read_limited(response, most, "it")
        try:
            with zipfile.ZipFile(io.BytesIO(content)) as packed:
                members = [entry for entry in packed.infolist() if not entry.is_dir()]
                if len(members) != 1:
                    raise Problem("it is not one file")
                with packed.open(members[0]) as file:
                    return read_limited(file, most, "its file")
        except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError,
                zlib.error) as error:
            raise Problem(f"it cannot be unpacked: {error}") from error


def github():
    repository = setting("GITHUB_REPOSITORY")
    if not re.fullmatch(r"[\w.-]+/[\w.-]+", repository):
        raise Problem("GITHUB_REPOSITORY is not set")
    api = Api(f"{setting('GITHUB_API_URL', 'https://api.github.com')}/repos/{repository}",
              ("Authorization", f"Bearer {setting('ET_TOKEN')}"))
    return api


def artifacts(api, path):
    found = api.call(path).get("artifacts", [])
    for artifact in found:
        artifact["path"] = f"/actions/artifacts/{int(artifact['id'])}/zip"
    return [artifact for artifact in found if not artifact.get("expired")]


def event():
    with open(setting("GITHUB_EVENT_PATH"), encoding="utf-8") as file:
        return json.load(file)


# --- install ------------------------------------------------------------------------------------


def default_package():
    """The package of the release that the action's version is of."""
    root = pathlib.Path(__file__).resolve().parent.parent
    version = re.search(r"set\(PACKAGE_VERSION (.*)\)",
                        (root / "cmake/EtPruneConfigVersion.cmake").read_text(encoding="utf-8"))[1]
    repository = setting("ET_ACTION_REPOSITORY")
    if not repository:
        raise Problem("no package is given; write its address, file or folder as 'package'")
    return (f"{setting('GITHUB_SERVER_URL', 'https://github.com')}/{repository}/releases/download/"
            f"v{version}/et-prune-{version}-{os.uname().machine}-linux.tar.zst")


def fetch(package, to):
    """A package as a file, checked against ET_SHA256 or, of a release, the list beside it."""
    wanted = setting("ET_SHA256")
    if "://" not in package:
        path = pathlib.Path(package)
        if not path.is_file():
            raise Problem(f"there is no package '{package}'")
    else:
        path = to / urllib.parse.unquote(urllib.parse.urlsplit(package).path.rpartition("/")[2])
        with open_url(package, accept="*/*") as response:
            path.write_bytes(read_limited(response, MOST_REPORT, package))
        if not wanted and not setting("ET_PACKAGE"):
            with open_url(package.rpartition("/")[0] + "/SHA256SUMS", accept="*/*") as response:
                sums = read_limited(response, MOST_ANSWER, "SHA256SUMS").decode()
            wanted = next((line.split()[0] for line in sums.splitlines()
                           if line.split()[1:] == [path.name]), "missing in SHA256SUMS")
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    if wanted and digest != wanted.lower():
        raise Problem(f"'{package}' has the SHA-256 {digest}, and not {wanted}")
    return path


def unpack(path, to):
    if path.name.endswith(".deb"):
        subprocess.run(["dpkg-deb", "-x", str(path), str(to)], check=True)
    elif path.name.endswith(".whl"):
        with zipfile.ZipFile(path) as wheel:
            wheel.extractall(to)
        for program in to.glob("**/bin/*"):
            program.chmod(0o755)
        for program in to.glob("**/libexec/**/*"):
            program.chmod(0o755)
    elif path.name.endswith(".tar.zst"):
        # tarfile of Python 3.13 and older does not read zstd.
        packed = subprocess.run(["zstd", "-dc", "--long=27", str(path)], check=True,
                                stdout=subprocess.PIPE).stdout
        with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
            archive.extractall(to)
    else:
        raise Problem(f"'{path}' is no .deb, .tar.zst, .whl or folder")


def unpacked(package):
    """The program et-prune in a package or folder."""
    folder = pathlib.Path(package)
    if not folder.is_dir():
        parent = pathlib.Path(setting("RUNNER_TEMP", setting("CI_PROJECT_DIR", ".")))
        folder = parent.resolve() / "et-prune"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        try:
            unpack(fetch(package, folder), folder)
        except (OSError, subprocess.CalledProcessError, tarfile.TarError,
                zipfile.BadZipFile) as error:
            raise Problem(f"'{package}' cannot be unpacked: {error}") from error
    programs = [path for path in sorted(folder.glob("**/bin/et-prune")) if path.is_file()]
    if not programs:
        raise Problem(f"'{package}' has no bin/et-prune")
    return programs[0]


def install():
    there = None if setting("ET_PACKAGE") else shutil.which(et_prune())
    program = pathlib.Path(there or unpacked(setting("ET_PACKAGE") or default_package())).resolve()
    if subprocess.run([str(program), "--version"], check=False).returncode != 0:
        raise Problem(f"'{program} --version' fails on this machine")
    root = program.parent.parent
    append("GITHUB_PATH", f"{program.parent}\n")
    append("GITHUB_ENV", f"ET_PRUNE={root}\n")
    append("GITHUB_OUTPUT", f"folder={root}\n")
    if not on_github():
        print(root)
    return 0


# --- measure ------------------------------------------------------------------------------------


def files_of(name):
    """A line is a file or a pattern."""
    found = []
    for line in lines_of(name):
        matches = [line] if os.path.exists(line) else sorted(glob.glob(line, recursive=True))
        if not matches:
            raise Problem(f"no file is called '{line}'")
        found += [match for match in matches if match not in found]
    return found


def argument(path):
    return f"./{path}" if path.startswith("-") else path


def et_prune():
    own = pathlib.Path(setting("ET_PRUNE"), "bin/et-prune").resolve()
    return str(own) if setting("ET_PRUNE") and own.is_file() else "et-prune"


def run_et_prune(arguments, folder="."):
    """Gives the exit status and stdout. Messages go to the log. A linker's may begin with text of a
    pull request, which must not be read as a command to the service."""
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


def make_report(path):
    """Gives et-prune's exit status: 0, or OVER_BUDGET with a report all the same."""
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


def base_commit():
    """The commit that a pull request or a push is compared with; empty where there is none."""
    if not on_github():
        return ""
    happened = event()
    commit = (happened.get("pull_request", {}).get("base", {}).get("sha") or
              happened.get("before") or "")
    return commit if re.fullmatch(r"[0-9a-f]{40,64}", commit) and set(commit) != {"0"} else ""


def find_base_github(name):
    """The report of the base commit, or of the nearest ancestor that has one, and its commit."""
    commit = base_commit()
    if not commit:
        return None
    api = github()
    for row in api.call(f"/commits?sha={commit}&per_page={MOST_PARENTS}"):
        sha = str(row["sha"])
        query = urllib.parse.quote(f"et-prune-size-{name}-{sha}")
        for artifact in artifacts(api, f"/actions/artifacts?per_page=100&name={query}"):
            run = artifact.get("workflow_run") or {}
            # A fork's run has another head repository.
            if run.get("head_sha") == sha and \
                    run.get("head_repository_id") == run.get("repository_id") is not None:
                return api.archive(artifact, MOST_REPORT), sha
    note(f"neither {commit[:10]} nor its ancestors have a report yet")
    return None


def find_base_gitlab():
    """The newest report of the target branch."""
    branch, job = setting("CI_MERGE_REQUEST_TARGET_BRANCH_NAME"), setting("CI_JOB_NAME")
    if not branch:
        return None
    project = setting("CI_MERGE_REQUEST_PROJECT_ID", setting("CI_PROJECT_ID"))
    url = (f"{setting('CI_API_V4_URL')}/projects/{int(project)}/jobs/artifacts/"
           f"{urllib.parse.quote(branch, safe='')}/raw/{FOLDER}/report.json?"
           f"job={urllib.parse.quote(job, safe='')}")
    with open_url(url, ("JOB-TOKEN", setting("CI_JOB_TOKEN"))) as response:
        return read_limited(response, MOST_REPORT, "the base's report"), branch


def find_base(name):
    """Gives content and commit; nothing where there is no base, which is no failure."""
    if path := setting("ET_BASE"):
        return pathlib.Path(path).read_bytes(), "base"
    try:
        if on_github():
            return find_base_github(name)
        return find_base_gitlab() if setting("GITLAB_CI") else None
    except (Problem, KeyError, ValueError, TypeError, AttributeError) as error:
        note(f"the base has no report: {error}")
        return None


def size_of(report, what):
    if "image" in report and report.get("kind") == "explanation":
        return report["image"]["totals"][what]
    return report[what]["after"]


def code(text):
    """A code span, also in a table."""
    shown = "".join(c if c.isprintable() else "?" for c in str(text)[:120])
    return "`" + shown.replace("`", "'").replace("\\", "/").replace("|", "\\|") + "`"


def sizes_markdown(report):
    """The sizes alone, without a base."""
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
    """Gives the Markdown, the changes of flash and RAM, and whether something grew too much. Nothing
    where a stored report is of a version that et-prune does not read any more."""
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
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{0,60}", name):
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
    outputs = {"flash": flash, "ram": ram, "over-budget": str(is_over).lower(),
               "grown": str(grown).lower(), "delta": "" if change is None else change[0],
               "ram-delta": "" if change is None else change[1],
               "status": OVER_BUDGET if is_over or grown else 0}
    # A pull request stores its comment. The history is of events that build GITHUB_SHA: others may
    # build the code of anybody, and have the rights of the default branch.
    if setting("GITHUB_EVENT_NAME") == "pull_request":
        outputs["artifact"] = COMMENT_PREFIX + name
        outputs["artifact-path"] = str(FOLDER / "comment.md")
    elif setting("GITHUB_EVENT_NAME") in ("push", "schedule", "workflow_dispatch"):
        outputs["artifact"] = f"et-prune-size-{name}-{setting('GITHUB_SHA')}"
        outputs["artifact-path"] = str(FOLDER / "report.json")
    append("GITHUB_OUTPUT", "".join(f"{key}={value}\n" for key, value in outputs.items()))
    # On GitHub a later step fails, when the artefact is stored.
    return 0 if on_github() else outputs["status"]


# --- comment ------------------------------------------------------------------------------------


def checked(content):
    """The text of an artefact that has the form of our reports; any other is refused."""
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Problem("it is no text") from error
    if len(text) > MOST_COMMENT:
        raise Problem(f"it has more than {MOST_COMMENT:,} characters")
    for number, line in enumerate(text.split("\n"), 1):
        if line in FIXED_LINES:
            continue
        if not all(c.isprintable() for c in line) or "``" in line:
            raise Problem(f"line {number} has characters that no report has")
        rest = CODE.sub(" ", line)
        if not set(WORD.findall(rest)) <= WORDS or NUMBER_OR_SIGN.sub("", WORD.sub("", rest)):
            raise Problem(f"line {number} is none of a report")
    return text


def joined(texts):
    """One comment of several reports, as many as have room."""
    body = MARKER + "\n"
    for name, text in texts:
        part = f"### {code(name)}\n\n{text.rstrip()}\n\n"
        if len(body) + len(part) > MOST_COMMENT:
            return body + f"no room for {code(name)} and the next ones: see the run's summary\n"
        body += part
    return body


def pull_request_of(api, run):
    """The number of the pull request that a run was for, as the service knows it, or nothing."""
    head = run["head_repository"]
    query = urllib.parse.urlencode({"state": "open", "per_page": 100,
                                    "head": f"{head['owner']['login']}:{run['head_branch']}"})
    pulls = [pull for pull in api.call(f"/pulls?{query}")
             if pull["head"]["sha"] == run["head_sha"] and
             (pull["head"].get("repo") or {}).get("id") == head["id"]]
    if len(pulls) == 1:
        return int(pulls[0]["number"])
    note(f"{len(pulls)} open pull requests have the commit {run['head_sha'][:10]}: no comment")
    return None


def comment_github():
    run = event().get("workflow_run")
    if not run:
        raise Problem("'workflow_run' must start the workflow of the comment; see docs/ci.md")
    if run.get("event") != "pull_request":
        note("the run was not for a pull request: no comment")
        return 0
    api = github()
    texts, refused = [], 0
    found = [artifact for artifact in
             artifacts(api, f"/actions/runs/{int(run['id'])}/artifacts?per_page=100")
             if artifact["name"].startswith(COMMENT_PREFIX)]
    if len(found) > MOST_IMAGES:
        raise Problem(f"the run has {len(found)} reports, more than {MOST_IMAGES}")
    for artifact in sorted(found, key=lambda artifact: artifact["name"]):
        name = artifact["name"][len(COMMENT_PREFIX):]
        try:
            if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{0,60}", name):
                raise Problem("its name has other characters than ours")
            texts.append((name, checked(api.archive(artifact, MOST_TEXT))))
        except Problem as error:
            refused += 1
            note(f"the artefact {code(name)} is refused: {error}")
    number = pull_request_of(api, run) if texts else None
    if number:
        post(api, f"/issues/{number}/comments", "/issues/comments", joined(texts))
    return 1 if refused else 0


def post(api, notes, one_note, body):
    """Puts the body in place of our earlier comment, or makes one."""
    author = setting("ET_AUTHOR", "github-actions[bot]")
    for old in api.pages(notes):
        # Anybody can write the marker.
        if old["body"].startswith(MARKER) and old["user"]["login"] == author:
            api.call(f"{one_note}/{int(old['id'])}", {"body": body}, "PATCH")
            return
    api.call(notes, {"body": body}, "POST")


def comment_gitlab():
    """A job of a merge request comments itself. A fork's has no token, and no note."""
    token, number = setting("ET_TOKEN"), setting("CI_MERGE_REQUEST_IID")
    if not token or not number:
        note("no note: ET_TOKEN is not set, or this is no merge request")
        return 0
    project = setting("CI_MERGE_REQUEST_PROJECT_ID", setting("CI_PROJECT_ID"))
    api = Api(f"{setting('CI_API_V4_URL')}/projects/{int(project)}", ("PRIVATE-TOKEN", token))
    text = checked((FOLDER / "comment.md").read_bytes())
    name = setting("ET_NAME", "image")
    marker = MARKER.replace(" -->", f" {name} -->")
    body = f"{marker}\n### {code(name)}\n\n{text}"
    author = api_user(api)
    notes = f"/merge_requests/{int(number)}/notes"
    for old in api.pages(notes):
        if old["body"].startswith(marker) and old["author"]["id"] == author:
            api.call(f"{notes}/{int(old['id'])}", {"body": body}, "PUT")
            return 0
    api.call(notes, {"body": body}, "POST")
    return 0


def api_user(api):
    return Api(setting("CI_API_V4_URL"), api.header).call("/user")["id"]


def main():
    steps = {"install": install, "measure": measure,
             "comment": comment_github if on_github() else comment_gitlab}
    if len(sys.argv) != 2 or sys.argv[1] not in steps:
        print(__doc__, file=sys.stderr)
        return 1
    try:
        return steps[sys.argv[1]]()
    except (Problem, OSError, ValueError, KeyError, TypeError) as error:
        what = error if isinstance(error, (Problem, OSError)) else f"unexpected data: {error!r}"
        text = " ".join(str(what).split())
        print(f"::error::size-report: {text}" if on_github() else f"size-report: error: {text}",
              flush=True)
        return 1


if __name__ == "__main__":
    sys.exit(main())

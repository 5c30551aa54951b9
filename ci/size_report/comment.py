# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The step that writes the result on the pull request or merge request.

On GitHub, a pull request of a fork is built with a token that can only read. Its run stores the
comment's text as an artefact, and a second workflow writes the comment. The second workflow has the
rights of the default branch and runs no code of the fork. The fork's code wrote the artefact, so
the artefact may contain anything. Therefore this step accepts only text in the form of et-prune's
reports: outside of code spans, it accepts only words that reports use. The number of the pull
request comes from GitHub, not from the artefact.
"""

import re
import urllib.parse

from .service import (COMMENT_PREFIX, FOLDER, MOST_TEXT, NAME, Api, Problem, artifacts, code, event,
                      github, note, setting)

MARKER = "<!-- et-prune size report -->"
# A comment may have 65,536 characters.
MOST_COMMENT = 60_000
MOST_IMAGES = 20

# Outside of code spans, reports have only these words, numbers and signs. A word next to a hyphen
# or a number is refused, because GitHub makes a link of a text like GH-1. A bar in a code span must
# have a backslash, because a bar without one ends the table's cell and the code span in the cell.
WORDS = set("""added after and B base before bss budget bytes cause change changed code compare data
    flash image in is kernel kernel's kernels made more no nothing of over own RAM ram region
    removed section symbol text the to what with""".split())
CODE = re.compile(r"`(?:[^`|\\]|\\\|)+`")
WORD = re.compile(r"[A-Za-z][A-Za-z']{0,20}(?![\w'-])")
NUMBER_OR_SIGN = re.compile(r"[+-]?\d[\d,]{0,20}(?:\.\d{1,9})?%?(?![\w-])|[ |*:,-]")
FIXED_LINES = {"", "<details><summary>Symbols, sections, kernels</summary>", "</details>"}


def checked(content):
    """Returns the text of an artefact. Refuses text without the form of our reports."""
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
            raise Problem(f"line {number} is no line of a report")
    return text


def joined(texts):
    """Joins reports to one comment, as many as fit."""
    body = MARKER + "\n"
    for name, text in texts:
        part = f"### {code(name)}\n\n{text.rstrip()}\n\n"
        if len(body) + len(part) > MOST_COMMENT:
            return body + f"no room for {code(name)} and the next ones: see the run's summary\n"
        body += part
    return body


def pull_request_of(api, run):
    """Returns the number of a run's pull request, as the service tells it, or None."""
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
            if not NAME.fullmatch(name):
                raise Problem("its name has characters that et-prune does not use")
            texts.append((name, checked(api.archive(artifact, MOST_TEXT))))
        except Problem as error:
            refused += 1
            note(f"the artefact {code(name)} is refused: {error}")
    number = pull_request_of(api, run) if texts else None
    if number:
        # Any user can write a comment with the marker, so the author counts, too.
        author = setting("ET_AUTHOR", "github-actions[bot]")
        post(api, f"/issues/{number}/comments", "/issues/comments", "PATCH", joined(texts), MARKER,
             lambda old: old["user"]["login"] == author)
    return 1 if refused else 0


def comment_gitlab():
    """Writes the note of a merge request's job. A fork's job has no token and writes no note."""
    token, number = setting("ET_TOKEN"), setting("CI_MERGE_REQUEST_IID")
    if not token or not number:
        note("no note: ET_TOKEN is not set, or this is no merge request")
        return 0
    project = setting("CI_MERGE_REQUEST_PROJECT_ID", setting("CI_PROJECT_ID"))
    service, header = setting("CI_API_V4_URL"), ("PRIVATE-TOKEN", token)
    name = setting("ET_NAME", "image")
    text = checked((FOLDER / "comment.md").read_bytes())
    marker = MARKER.replace(" -->", f" {name} -->")
    author = Api(service, header).call("/user")["id"]
    notes = f"/merge_requests/{int(number)}/notes"
    post(Api(f"{service}/projects/{int(project)}", header), notes, notes, "PUT",
         f"{marker}\n### {code(name)}\n\n{text}", marker, lambda old: old["author"]["id"] == author)
    return 0


def post(api, notes, one_note, method, body, marker, is_ours):
    """Replaces the earlier comment of this step, which begins with the marker, or adds one."""
    for old in api.pages(notes):
        if old["body"].startswith(marker) and is_ours(old):
            api.call(f"{one_note}/{int(old['id'])}", {"body": body}, method)
            return
    api.call(notes, {"body": body}, "POST")

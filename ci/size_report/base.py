# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds the report of the commit with which an image is compared.

On GitHub, the report is an artefact of an earlier run. Runs for forks store their artefacts in the
same place and could forge a report. Therefore a run counts only if its commit is in this
repository, and is the base or an ancestor of the base.
"""

import pathlib
import re
import urllib.parse

from .service import (FOLDER, MOST_REPORT, Problem, artifacts, event, github, note, on_github,
                      open_url, read_limited, setting)

MOST_PARENTS = 10


def base_commit():
    """Returns the commit with which a pull request or a push is compared, or an empty text."""
    if not on_github():
        return ""
    happened = event()
    commit = (happened.get("pull_request", {}).get("base", {}).get("sha") or
              happened.get("before") or "")
    return commit if re.fullmatch(r"[0-9a-f]{40,64}", commit) and set(commit) != {"0"} else ""


def find_base_github(name):
    """Returns a report and its commit: the base commit if it has a report, else its nearest
    ancestor that has a report."""
    commit = base_commit()
    if not commit:
        return None
    api = github()
    for row in api.call(f"/commits?sha={commit}&per_page={MOST_PARENTS}"):
        sha = str(row["sha"])
        query = urllib.parse.quote(f"et-prune-size-{name}-{sha}")
        for artifact in artifacts(api, f"/actions/artifacts?per_page=100&name={query}"):
            run = artifact.get("workflow_run") or {}
            # For a fork's run, the head repository is the fork.
            if run.get("head_sha") == sha and \
                    run.get("head_repository_id") == run.get("repository_id") is not None:
                return api.archive(artifact, MOST_REPORT), sha
    note(f"neither {commit[:10]} nor its ancestors have a report yet")
    return None


def find_base_gitlab():
    """Returns the newest report of the target branch, and the branch."""
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
    """Returns the base's report and the base's name (a commit, a branch or "base"), or None. A
    missing base is no failure."""
    if path := setting("ET_BASE"):
        return pathlib.Path(path).read_bytes(), "base"
    try:
        if on_github():
            return find_base_github(name)
        return find_base_gitlab() if setting("GITLAB_CI") else None
    except (Problem, KeyError, ValueError, TypeError, AttributeError) as error:
        note(f"the base has no report: {error}")
        return None

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Imitates GitHub and GitLab, so that a test can run the size report and the actions.

`Service` is a REST API on 127.0.0.1 that stores comments and artifacts. `run_action` executes an
action.yml: it runs the `run` steps in bash, with the environment variables and files of a CI job.
"""

import http.server
import io
import json
import os
import re
import subprocess
import threading
import urllib.parse
import zipfile

import yaml

TOKEN = "secret-token"
REPOSITORY = "owner/firmware"
OWN, FORK = 1, 2  # ids of repositories


def zipped(files):
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return content.getvalue()


class Service:
    def __init__(self):
        self.artifacts = {}  # by id of the artifact
        self.comments = []
        self.pulls = []
        self.parents = {}  # commit -> parent
        self.files = {}  # path -> content: releases, and GitLab's job artefacts
        service = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def log_message(self, *_):
                pass

            def answer(self):
                length = int(self.headers.get("Content-Length", 0))
                body = json.loads(self.rfile.read(length)) if length else None
                status, content = service.answer(self.command, self.path, self.headers, body)
                self.send_response(status)
                if status == 302:
                    self.send_header("Location", content)
                    content = b""
                self.end_headers()
                self.wfile.write(content if isinstance(content, bytes)
                                 else json.dumps(content).encode())

            do_GET = do_POST = do_PATCH = do_PUT = answer

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def add_artifact(self, name, files, sha="", run=1, repository=OWN):
        number = len(self.artifacts) + 1
        self.artifacts[number] = zipped(files) if isinstance(files, dict) else files, {
            "id": number, "name": name, "size_in_bytes": 100, "expired": False,
            "workflow_run": {"id": run, "head_sha": sha, "repository_id": OWN,
                             "head_repository_id": repository}}
        return number

    def answer(self, method, path, headers, body):
        path, _, query = path.partition("?")
        query = dict(urllib.parse.parse_qsl(query))
        if blob := re.fullmatch(r"/blob/(\d+)", path):
            # As on GitHub, artifact URLs are signed, and the server refuses requests with a token.
            if headers.get("Authorization"):
                return 400, b"a token that is not for this server"
            return 200, self.artifacts[int(blob[1])][0]
        if path in self.files:
            return 200, self.files[path]
        if path.startswith("/gitlab/"):
            return self.answer_gitlab(method, path[len("/gitlab"):], headers, body)
        prefix = f"/api/repos/{REPOSITORY}"
        if not path.startswith(prefix) or headers.get("Authorization") != f"Bearer {TOKEN}":
            return 401, {}
        path = path[len(prefix):]
        if path == "/actions/artifacts" or re.fullmatch(r"/actions/runs/\d+/artifacts", path):
            found = [row for _, row in reversed(self.artifacts.values())
                     if row["name"] == query.get("name", row["name"])]
            if path.startswith("/actions/runs/"):
                found = [row for row in found
                         if row["workflow_run"]["id"] == int(path.split("/")[3])]
            return 200, {"artifacts": found}
        if archive := re.fullmatch(r"/actions/artifacts/(\d+)/zip", path):
            return 302, f"{self.url}/blob/{archive[1]}"
        if path == "/commits":
            row, rows = query["sha"], []
            while row:
                rows.append({"sha": row})
                row = self.parents.get(row)
            return 200, rows
        if path == "/pulls":
            return 200, [pull for pull in self.pulls if query["head"] ==
                         f"{pull['head']['repo']['owner']}:{pull['head']['ref']}"]
        if re.fullmatch(r"/issues/\d+/comments", path):
            return self.answer_comments(method, path.split("/")[2], query, body)
        if comment := re.fullmatch(r"/issues/comments/(\d+)", path):
            assert method == "PATCH"
            self.comments[int(comment[1])].update(body)
            return 200, {}
        return 404, {}

    def answer_comments(self, method, number, query, body):
        if method == "POST":
            self.comments.append({"id": len(self.comments), "number": number, "body": body["body"],
                                  "user": {"login": "github-actions[bot]"}})
            return 201, {}
        rows = [row for row in self.comments if row["number"] == number]
        page, count = int(query["page"]), int(query["per_page"])
        return 200, rows[(page - 1) * count:page * count]

    def answer_gitlab(self, method, path, headers, body):
        if path in self.files:
            return (200, self.files[path]) if headers.get("JOB-TOKEN") == "job" else (401, {})
        if headers.get("PRIVATE-TOKEN") != TOKEN:
            return 401, {}
        if path == "/user":
            return 200, {"id": 7}
        if path == "/projects/5/merge_requests/3/notes":
            if method == "POST":
                self.comments.append({"id": len(self.comments), "body": body["body"],
                                      "author": {"id": 7}})
            return 200, self.comments
        if note := re.fullmatch(r"/projects/5/merge_requests/3/notes/(\d+)", path):
            assert method == "PUT"
            self.comments[int(note[1])].update(body)
            return 200, {}
        return 404, {}


class Outcome:
    """The result of an action. `env` has the environment variables for later steps."""

    def __init__(self):
        self.status, self.log, self.summary, self.outputs, self.env = 0, "", "", {}, {}


def evaluate(expression, names):
    if test := re.fullmatch(r"(\S+) (==|!=) '(.*)'", expression):
        return (names.get(test[1], "") == test[3]) == (test[2] == "==")
    return names.get(expression, "")


def fill(text, names):
    return re.sub(r"\$\{\{ (.*?) \}\}", lambda m: str(evaluate(m[1], names)), text)


def run_action(folder, service, given, event_name, event, environment):
    with open(f"{folder}/action.yml", encoding="utf-8") as file:
        action = yaml.safe_load(file)
    assert set(given) <= set(action["inputs"]), given
    names = {"github.token": TOKEN, "github.action_repository": "owner/et-prune"}
    for name, row in action["inputs"].items():
        names[f"inputs.{name}"] = given.get(name, fill(row.get("default", ""), names))
    with open("event.json", "w", encoding="utf-8") as file:
        json.dump(event, file)
    outcome = Outcome()
    for step in action["runs"]["steps"]:
        if not evaluate(step["if"], names) if "if" in step else False:
            continue
        if "uses" in step:
            assert re.fullmatch(r"actions/upload-artifact@v\d+", step["uses"]), step
            values = {key: fill(str(value), names) for key, value in step["with"].items()}
            with open(values["path"], encoding="utf-8") as file:
                service.add_artifact(values["name"],
                                     {os.path.basename(values["path"]): file.read()},
                                     environment.get("GITHUB_SHA", ""))
            continue
        # GitHub replaces ${{ }} before bash reads the command, so a user's text could inject code.
        assert "${{" not in step["run"] and step["shell"] == "bash", step
        files = {name: f"{os.getcwd()}/{name}" for name in
                 ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY", "GITHUB_PATH", "GITHUB_ENV")}
        for path in files.values():
            open(path, "w", encoding="utf-8").close()
        variables = {key: fill(value, names) for key, value in step.get("env", {}).items()}
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
            env={**os.environ, "GITHUB_ACTIONS": "true", "GITHUB_REPOSITORY": REPOSITORY,
                 "GITHUB_API_URL": f"{service.url}/api", "GITHUB_EVENT_NAME": event_name,
                 "GITHUB_EVENT_PATH": f"{os.getcwd()}/event.json", "RUNNER_TEMP": os.getcwd(),
                 "GITHUB_ACTION_PATH": str(folder), **files, **outcome.env, **variables,
                 **environment},
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        outcome.log += done.stdout
        outcome.status = done.returncode
        assert "Traceback" not in done.stdout, done.stdout
        with open(files["GITHUB_OUTPUT"], encoding="utf-8") as file:
            outputs = dict(line.rstrip("\n").split("=", 1) for line in file)
        with open(files["GITHUB_STEP_SUMMARY"], encoding="utf-8") as file:
            outcome.summary += file.read()
        with open(files["GITHUB_ENV"], encoding="utf-8") as file:
            outcome.env.update(line.rstrip("\n").split("=", 1) for line in file)
        for key, value in outputs.items():
            names[f"steps.{step.get('id')}.outputs.{key}"] = value
        if outcome.status:
            break
    outcome.outputs = {name: fill(row["value"], names)
                       for name, row in action.get("outputs", {}).items()}
    return outcome

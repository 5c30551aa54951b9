# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The CI service: its settings, outputs and REST API."""

import io
import json
import os
import pathlib
import re
import urllib.error
import urllib.request
import zipfile
import zlib

# Limits in bytes: of a comment, of an answer of the service, of a report or package.
MOST_TEXT = 1 << 20
MOST_ANSWER = 64 << 20
MOST_REPORT = 512 << 20
COMMENT_PREFIX = "et-prune-comment-"  # of the names of artefacts that contain a comment
FOLDER = pathlib.Path("et-prune-size")
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,60}")


class Problem(Exception):
    """A failure that a user can correct; its text says how."""


def setting(name, default=""):
    return os.environ.get(name, "").strip() or default


def lines_of(name):
    return [line.strip() for line in os.environ.get(name, "").splitlines() if line.strip()]


def on_github():
    return setting("GITHUB_ACTIONS") == "true"


def append(variable, text):
    """Appends to the file that the environment variable names. The service reads this file after a
    step. Does nothing if the variable is not set."""
    if path := setting(variable):
        with open(path, "a", encoding="utf-8") as file:
            file.write(text)


def note(text):
    print(f"size-report: {text}", flush=True)


def code(text):
    """Returns a Markdown code span that may be in a table."""
    shown = "".join(c if c.isprintable() else "?" for c in str(text)[:120])
    return "`" + shown.replace("`", "'").replace("\\", "/").replace("|", "\\|") + "`"


def open_url(url, token_header=None, data=None, method=None, accept="application/json"):
    request = urllib.request.Request(url, method=method)
    request.add_header("Accept", accept)
    request.add_header("User-Agent", "et-prune")
    if data is not None:
        request.add_header("Content-Type", "application/json")
        request.data = json.dumps(data).encode()
    # GitHub redirects to the server that stores artefacts. That request must not carry the token.
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
        """Returns the contents of an artefact's only file. The file's name is not trusted."""
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
    return Api(f"{setting('GITHUB_API_URL', 'https://api.github.com')}/repos/{repository}",
               ("Authorization", f"Bearer {setting('ET_TOKEN')}"))


def artifacts(api, path):
    found = api.call(path).get("artifacts", [])
    for artifact in found:
        artifact["path"] = f"/actions/artifacts/{int(artifact['id'])}/zip"
    return [artifact for artifact in found if not artifact.get("expired")]


def event():
    with open(setting("GITHUB_EVENT_PATH"), encoding="utf-8") as file:
        return json.load(file)

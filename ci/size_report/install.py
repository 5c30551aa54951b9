# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The step that fetches et-prune and puts its programs in PATH."""

import hashlib
import io
import os
import pathlib
import re
import shutil
import subprocess
import tarfile
import urllib.parse
import zipfile

from .run import et_prune
from .service import (MOST_ANSWER, MOST_REPORT, Problem, append, on_github, open_url, read_limited,
                      setting)


def default_package():
    """Returns the address of the package in the release of the action's version."""
    root = pathlib.Path(__file__).resolve().parents[2]
    version = re.search(r"set\(PACKAGE_VERSION (.*)\)",
                        (root / "cmake/EtPruneConfigVersion.cmake").read_text(encoding="utf-8"))[1]
    repository = setting("ET_ACTION_REPOSITORY")
    if not repository:
        raise Problem("no package is given; write its address, file or folder as 'package'")
    return (f"{setting('GITHUB_SERVER_URL', 'https://github.com')}/{repository}/releases/download/"
            f"v{version}/et-prune-{version}-{os.uname().machine}-linux.tar.zst")


def fetch(package, to):
    """Returns a package as a file. If ET_SHA256 is set, the file must have this hash. Otherwise, a
    package of the user is not checked, and default_package() is checked against SHA256SUMS."""
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
    """Returns the path of et-prune in a package or folder."""
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

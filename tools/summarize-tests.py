#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Counts lit's results and prints the line that scripts read: `N passed, N failed[, N skipped]`.

Reads the JSON that lit writes with --output. For each unit test executable, the JSON has a result
of the executable and a result of each case (`suite :: path/et-x-unit-tests:Case.name`). Each case
counts as a test. The executable counts only if the JSON has none of its cases, or if the executable
fails but none of its cases fails (a crash, a leak).

Skipped tests are listed with the reason, failed tests by name. --strict is for machines on which
all packages are installed: a skipped test is a failure unless its reason matches --may-skip. The
exit status is 0 only if a test passed and none failed.
"""

import argparse
import collections
import json
import re
import sys

PASSED = {"PASS", "FLAKYPASS", "XFAIL"}
SKIPPED = {"UNSUPPORTED", "SKIPPED"}


def read_results(path):
    """Returns (name, code, output) of every result that counts as a test."""
    with open(path, encoding="utf-8") as file:
        tests = [(t["name"], t["code"], t.get("output", "")) for t in json.load(file)["tests"]]
    names = {name for name, _, _ in tests}
    cases = {}
    for name, code, _ in tests:
        for end in (i for i, letter in enumerate(name) if letter == ":"):
            if name[:end] in names:
                cases.setdefault(name[:end], []).append(code)

    def counts(name, code):
        own = cases.get(name, [])
        return not own or (is_failure(code) and not any(map(is_failure, own)))

    return [test for test in tests if counts(test[0], test[1])]


def print_times(path):
    """Prints the elapsed time of the twenty slowest tests, of each folder and of all tests. Tests
    run in parallel, so the sums are larger than the time of the whole run.
    """
    with open(path, encoding="utf-8") as file:
        times = {test["name"]: test.get("elapsed") or 0 for test in json.load(file)["tests"]}
    folders = collections.Counter()
    for name, seconds in times.items():
        suite, _, test = name.partition(" :: ")
        folder = test.rpartition("/")[0].partition("/")[0] if suite == "et-prune" else ""
        folders[folder or suite] += seconds
    for title, rows in (
        ("slowest tests", collections.Counter(times).most_common(20)),
        ("folders", folders.most_common()),
        ("all", [("all", sum(times.values()))]),
    ):
        print(f"time: {title}, in seconds")
        for name, seconds in rows:
            print(f"{seconds:9.1f}  {name}")


def is_failure(code):
    return code not in PASSED | SKIPPED


def reason_of(output):
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    reason = " ".join(lines) or "no reason given"
    return reason.replace("Test requires the following unavailable features:", "needs")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("results", help="the file that lit wrote with --output")
    parser.add_argument("--strict", action="store_true", help="count a skipped test as failed")
    parser.add_argument(
        "--may-skip", metavar="REGEX", default="$^", help="with --strict: allow skips whose reason matches REGEX"
    )
    parser.add_argument("--times", action="store_true", help="print the slowest tests and folders")
    options = parser.parse_args()

    passed, failed, skipped = 0, [], []
    try:
        for name, code, output in read_results(options.results):
            if code in PASSED:
                passed += 1
            elif code not in SKIPPED:
                failed.append(f"{name} ({code.lower()})")
            elif options.strict and not re.search(options.may_skip, output):
                failed.append(f"{name} (skipped: {reason_of(output)})")
            else:
                skipped.append(f"{name}: {reason_of(output)}")
        if options.times:
            print_times(options.results)
    except (OSError, ValueError, KeyError, TypeError) as error:
        print(f"error: no test results in {options.results}: {error}", file=sys.stderr)

    for line in sorted(skipped):
        print(f"skipped: {line}")
    for line in sorted(failed):
        print(f"failed: {line}")
    summary = f"{passed} passed, {len(failed)} failed"
    print(summary + (f", {len(skipped)} skipped" if skipped else ""))
    return 0 if passed and not failed else 1


if __name__ == "__main__":
    sys.exit(main())

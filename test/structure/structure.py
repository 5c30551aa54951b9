#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Checks these rules in the sources, and prints each violation as path:line: message.
#
#   structure.py <repository>
#
# - A file of lib/ includes only files of its own folder, and of folders that lib/CMakeLists.txt
#   lists earlier. A library of lib/ is linked only with libraries that are listed earlier.
# - Units of lib/ do not include each other in a cycle. A unit is X.h with X.cpp. A file such as
#   XReader.cpp is also in this unit if XReader.h does not exist.
# - A file of lib/ has at most 400 lines. A function in any C++ file has at most 50 lines.
# - A header has `#pragma once`.
# - Two headers of kernels/ do not define the same function or class, because a linker would keep
#   only one of the definitions. Exception: a file includes one of the headers before an
#   #else, and the other header after the #else.
# - No header of a kernel library declares a function with the name of a function in kernels/common.
#   kernels/together.cmake compiles several files as one. In such a file, calls of the common
#   function would call the library's function instead.
#
# The script recognises functions by clang-format's layout. clang-tidy's readability-function-size
# would take minutes.

import os
import re
import sys

MAX_FILE_LINES = 400
MAX_FUNCTION_LINES = 50
FOLDERS = ("lib", "tools", "runtime", "kernels", "test", "examples")

problems = []


def problem(path, line, message):
    problems.append(f"{path}:{line}: {message}")


def sources(folder):
    """Returns the lines of each C++ file below `folder`, by the file's path."""
    found = {}
    for directory, names, files in os.walk(folder):
        names.sort()
        for name in sorted(files):
            if re.search(r"\.(cpp|h|def|inc|c)$", name):
                path = os.path.join(directory, name)
                with open(path, encoding="utf-8") as file:
                    found[path] = file.read().splitlines()
    return found


def folder_order():
    path, order = "lib/CMakeLists.txt", []
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            library = re.match(r"et_add_library\(([\w/]+)(.*)", line)
            if not library:
                continue
            for needed in re.findall(r"\bEt(\w+)", library[2]):
                if needed not in [folder.replace("/", "") for folder in order]:
                    problem(path, number, f"Et{library[1]} is linked with Et{needed}, which is not "
                                          "before it")
            order.append(library[1])
    return order


def unit_of(path, files):
    """Returns the unit of a file: the name of its header without the suffix."""
    stem = os.path.splitext(path)[0]
    if stem + ".h" in files:
        return stem
    headers = [os.path.splitext(h)[0] for h in files if h.endswith(".h")]
    longer = [h for h in headers if stem.startswith(h)]
    return max(longer, key=len, default=stem)


def cycles(graph):
    """Returns the groups of units that include each other in cycles (Tarjan's algorithm)."""
    index, low, stack, found = {}, {}, [], []

    def visit(unit):
        index[unit] = low[unit] = len(index)
        stack.append(unit)
        for needed in sorted(graph[unit]):
            if needed not in index:
                visit(needed)
                low[unit] = min(low[unit], low[needed])
            elif needed in stack:
                low[unit] = min(low[unit], index[needed])
        if low[unit] == index[unit]:
            start = stack.index(unit)
            group = stack[start:]
            del stack[start:]
            if len(group) > 1:
                found.append(sorted(group))

    for unit in sorted(graph):
        if unit not in index:
            visit(unit)
    return found


def check_includes(files):
    order = folder_order()
    rank = {folder: number for number, folder in enumerate(order)}
    graph = {unit_of(path, files): set() for path in files}

    def folder_of(path):
        return next((folder for folder in order if path.startswith(f"lib/{folder}/")), None)

    for path, lines in files.items():
        folder = folder_of(path)
        if not folder:
            problem(path, 1, f"{os.path.dirname(path)} is not in lib/CMakeLists.txt")
            continue
        for number, line in enumerate(lines, 1):
            include = re.match(r'#include "([^"]+)"', line)
            target = include and "lib/" + include[1]
            if target not in files:
                continue
            if rank[folder_of(target)] > rank[folder]:
                problem(path, number, f"{include[1]} is above lib/{folder}; the folders are, "
                                      f"lowest first, {' '.join(order)}")
            graph[unit_of(path, files)].add(unit_of(target, files))
    for unit in graph:
        graph[unit].discard(unit)
    for group in cycles(graph):
        problem(group[0] + ".h", 1, "a cycle of includes: " + " ".join(group))


def functions(lines):
    """Returns the first and last line of each function's body."""
    head, end = [], None
    for number, line in enumerate(lines, 1):
        text = re.sub(r"\s*//.*", "", line)
        indent = len(line) - len(line.lstrip())
        if end:
            if line.startswith(end):
                if is_function:
                    yield start, number
                end = None
            continue
        if not text.strip() or text.startswith("#") or text.rstrip().endswith(":"):
            head = []
            continue
        head.append((indent, text.strip()))
        if text.endswith("{"):
            statement = " ".join(part for _, part in head)
            is_class = re.match(r"(template <.*> )?(class|struct|union|enum|namespace)\b",
                                statement)
            is_function = "(" in statement and (
                not is_class or re.search(r"\)[\w ]* \{$", statement))
            if is_function or statement.endswith("= {"):
                start, end = number, " " * head[0][0] + "}"
        if text.endswith(("{", "}", ";")):
            head = []


def check_sizes(path, lines):
    if path.startswith("lib/") and len(lines) > MAX_FILE_LINES:
        problem(path, 1, f"{len(lines)} lines; split it, the limit is {MAX_FILE_LINES}")
    for first, last in functions(lines):
        if last - first > MAX_FUNCTION_LINES:
            problem(path, first, f"a function of {last - first} lines; split it, "
                                 f"the limit is {MAX_FUNCTION_LINES}")


def check_guard(path, lines):
    if path.endswith(".h") and "#pragma once" not in lines:
        problem(path, 1, "a header needs '#pragma once'")


def definitions(lines):
    """Returns namespace, name and line of each non-member function and class with a body."""
    namespace, head, inside = [], [], False
    for number, line in enumerate(lines, 1):
        is_macro = line.startswith("#") or number > 1 and lines[number - 2].endswith("\\")
        text = "" if is_macro else re.sub(r"\s*//.*", "", line)
        scope = re.match(r"namespace ?([\w:]*) ?\{", text)
        if inside or scope or text.startswith("}"):
            if scope:
                namespace.append(scope[1])
            elif text.startswith("}") and not inside and namespace:
                namespace.pop()
            inside, head = inside and not text.startswith("}"), []
            continue
        head.append(text.strip())
        if not text.endswith(("{", "}", ";")):
            continue
        statement = re.sub(r"^ *(template <.*?> )?", "", " ".join(head))
        named = re.match(r"(?:struct|class|union|enum(?: class)?) (\w+)[^;]*\{", statement) or \
            re.match(r"[^=]*?(\w+|operator\S+)\(.*\{", statement)
        if named:
            yield "::".join(namespace), named[1], number
        inside, head = text.endswith("{"), []


def check_one_definition(files):
    alternatives = set()
    for path, lines in files.items():
        for one, other in re.findall(r'#include "([^"]+)"\n#else\n#include "([^"]+)"',
                                     "\n".join(lines)):
            alternatives.add(frozenset(os.path.join(os.path.dirname(path), name)
                                       for name in (one, other)))
    first = {}
    for path, lines in files.items():
        if not path.endswith(".h"):
            continue
        for namespace, name, number in definitions(lines):
            namespace = namespace.replace("ET_KERNEL_LIBRARY", path.split("/")[1])
            other = first.setdefault((namespace, name), path)
            if other != path and frozenset((path, other)) not in alternatives:
                problem(path, number, f"{namespace}::{name} is defined in {other}, too")


def check_hiding(files):
    def functions(path):
        for number, line in enumerate(files[path], 1):
            named = re.match(r"[\w:<>]+ [&*]?([a-z]\w*)\(", line)
            if named:
                yield named[1], number

    headers = [path for path in files if path.endswith(".h")]
    common = {name for path in headers if "/common/" in path for name, _ in functions(path)}
    for path in headers:
        for name, number in functions(path):
            if "/common/" not in path and name in common:
                problem(path, number, f"'{name}' hides '{name}' of kernels/common")


def main():
    os.chdir(sys.argv[1])
    for folder in FOLDERS:
        files = sources(folder)
        for path, lines in files.items():
            check_sizes(path, lines)
            check_guard(path, lines)
        if folder == "lib":
            check_includes(files)
        if folder == "kernels":
            check_one_definition(files)
            check_hiding(files)
    print("\n".join(problems), end="\n" if problems else "")
    return 1 if problems else 0


sys.exit(main())

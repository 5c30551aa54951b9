# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the items of a report with its totals, and its sizes with size tools and llvm-readelf.

    explained.py report.json image [size tool] [size tool]

Prints the number of items, the number of faults, and at most 20 faults.
"""

import json
import subprocess
import sys

report_path, image_path, *tools = sys.argv[1:]
with open(report_path, encoding="utf-8") as file:
    image = json.load(file)["image"]
columns = image["item_columns"]
items = [dict(zip(columns, row)) for row in image["items"]]
sections, memories = image["sections"], image["memories"]
problems = []


def check(what, here, there):
    if here != there:
        problems.append(f"{what}: {here} instead of {there}")


def memory(item):
    sums = {"flash": 0, "ram": 0}
    if item["output"] >= 0:
        for index in sections[item["output"]]["memories"]:
            sums[memories[index]["counts_as"]] += item["bytes"] + item["padding"]
    return sums


def add(to, part):
    for name in to:
        to[name] += part[name]


def kept(row):
    return {"flash": row["flash"], "ram": row["ram"]}


# Every byte of each output section and of each memory belongs to exactly one item.
total, retained = {"flash": 0, "ram": 0}, [memory(item) for item in items]
of_output, of_memory = [0] * len(sections), [0] * len(memories)
for item in items:
    add(total, memory(item))
    if item["output"] >= 0:
        of_output[item["output"]] += item["bytes"] + item["padding"]
        for index in sections[item["output"]]["memories"]:
            of_memory[index] += item["bytes"] + item["padding"]
check("items", total, image["totals"])
for section, size in zip(sections, of_output):
    check(f"section {section['name']}", size, section["size"])
for region, size in zip(memories, of_memory):
    check(f"memory {region['name']}", size, region["used"])
for table in ("account", "classes"):
    sums = {"flash": 0, "ram": 0}
    for row in image[table]:
        add(sums, kept(row))
    check(table, sums, image["totals"])

# A parent in the dominator tree comes before its children. An item retains its subtree's bytes.
for index in reversed(range(len(items))):
    parent = items[index]["parent"]
    if parent >= index:
        problems.append(f"item {index} stands before its parent {parent}")
    elif parent >= 0:
        add(retained[parent], retained[index])
for table in ("operators", "kernels", "helpers"):
    for row in image[table]:
        check(f"retained of {row}", retained[row["item"]], kept(row["retained"]))

# If a function's name is demangled, the name of its unwind entry is demangled, too.
names = {"unwind entry of " + item["name"] for item in items}
mangled = {item["name"] for item in items if item["name"].startswith("unwind entry of _Z")}
check("mangled names", mangled - names, set())

for index, item in enumerate(items):
    steps = 0
    while item["why"] >= 0 and steps <= len(items):
        item, steps = items[item["why"]], steps + 1
    if steps > len(items) or not item["reason"]:
        problems.append(f"item {index} is reached from no root")

for size in tools[:2]:
    line = subprocess.run([size, image_path], check=True, capture_output=True,
                          text=True).stdout.splitlines()[1].split()
    with open(report_path, encoding="utf-8") as file:
        whole = json.load(file)
    if "text" in whole:
        check(f"{size} of text, data and bss", [int(n) for n in line[:3]],
              [whole[name]["after"] for name in ("text", "data", "bss")])
lines = subprocess.run(["llvm-readelf", "-S", "--elf-output-style=JSON", image_path], check=True,
                       capture_output=True, text=True).stdout
seen = {}
for entry in json.loads(lines)[0]["Sections"]:
    section = entry["Section"]
    flags = {flag["Name"] for flag in section["Flags"]["Flags"]}
    is_thread_zeros = "SHF_TLS" in flags and section["Type"]["Name"] == "SHT_NOBITS"
    if "SHF_ALLOC" in flags and section["Size"] and not is_thread_zeros:
        seen.setdefault(section["Name"]["Name"], 0)
        seen[section["Name"]["Name"]] += section["Size"]
here = {}
for section in sections:
    if section["name"] != "(gaps)":
        here[section["name"]] = here.get(section["name"], 0) + section["size"]
check("sections", here, seen)

print(f"{len(items)} items, {len(problems)} wrong")
for problem in problems[:20]:
    print(problem)
sys.exit(bool(problems))

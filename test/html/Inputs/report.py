#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Prints an invented JSON report for tests of the HTML page, in the format of docs/report-schema.md:
#
#   report.py explanation [OPTION...]   the account of an image
#   report.py pruning [OPTION...]       a pruning, with the account of the pruned image
#
#   --kernels N   the number of kernels
#   --items N     the approximate number of items of an account
#   --hostile     the report has names that contain markup
#   --seed N      the seed of the random names and sizes
#   --before      the report of a pruning also has the account of the image before pruning
#   --budget      the report of a pruning has budgets for kernels and for the first memory
#   --no-image    the report of a pruning has no account of the pruned image
#
# Names are as long as in ExecuTorch's kernels: 300 characters demangled, 100 mangled. The totals
# are the exact sums of the items, because the checks compare the totals with the sums of the tiles.

import argparse
import json
import random

COLUMNS = ["kind", "name", "symbol", "section", "file", "member", "class", "output", "bytes",
           "padding", "parent", "why", "reason", "referrers"]
SECTIONS = [(".text", [0]), (".rodata", [0]), (".data", [0, 1]), (".bss", [1]), ("(gaps)", [0])]
CLASSES = ["kernels", "registration table", "runtime", "C library", "application", "linker",
           "padding"]
DTYPES = ["Byte", "Char", "Short", "Int", "Long", "Half", "Float", "Double", "Bool", "BFloat16"]
WORDS = ("apply binary elementwise reduce over dim list plan execute map broadcast indexes range "
         "convert load store compute utils internal check args resize tensor output scalar index "
         "stride accumulate window pool conv pad slice copy scatter gather softmax norm").split()
TYPES = ["float", "double", "long long", "unsigned char", "c10::Half", "c10::BFloat16", "bool",
         "executorch::runtime::etensor::Tensor const&", "executorch::runtime::ArrayRef<long long>",
         "std::optional<executorch::runtime::etensor::ScalarType>"]
HOSTILE = ['</script><script>window.broken=1</script>', '<img src=x onerror="window.broken=1">',
           "'\"><svg onload=window.broken=1>", '-->]]><!-- &lt;b&gt; &amp; <b>', 'a\u2028b\u202e\u00fcñ',
           'javascript:window.broken=1', '@{data}@{script}', '__proto__', 'constructor',
           "\\u003cscript\\u003e \\x01\\ 'x", '\u0001start\u007f']


class Image:
    def __init__(self, options, salt):
        self.random = random.Random(options.seed * 7919 + salt)
        self.options = options
        self.rows = []
        self.build()

    def function(self):
        pick = self.random.choice
        inner = [pick(WORDS) + "_" + pick(WORDS) for _ in range(2)]
        types = [pick(TYPES) for _ in range(self.random.randint(2, 6))]
        name = (f"auto torch::executor::native::{inner[0]}<{', '.join(types)}>::"
                f"{inner[1]}<{types[0]}, {pick(TYPES)}>({', '.join(types)})::'lambda'()::operator()() const")
        symbol = "_ZZN5torch8executor6native" + "".join(f"{len(w)}{w}I" for w in inner) + \
            "".join(f"S{TYPES.index(t)}_{t[:9].replace(' ', '')}" for t in types) + "EvE"
        return name, symbol + str(len(self.rows))

    def add(self, kind, name, symbol="", parent=-1, why=None, cls="", output=-1, most=0, file="",
            member="", reason=""):
        section = SECTIONS[output][0] + "." + (symbol or name) if output >= 0 else ""
        size = self.random.randint(2, most) if most else 0
        padding = self.random.choice([0, 0, 0, 2]) if size and output < 3 else 0
        self.rows.append([kind, name, symbol, section, file, member, cls, output, size, padding,
                          parent, parent if why is None else why, reason,
                          self.random.randint(1, 9)])
        return len(self.rows) - 1

    def code(self, parent, most=900, cls="kernels", output=None, why=None):
        name, symbol = self.function()
        file = {"kernels": "/opt/libs/libkernels.a", "C library": "/opt/arm/lib/libc.a"}.get(
            cls, f"/opt/libs/lib{cls.replace(' ', '')}.a")
        if output is None:
            output = self.random.choice([0, 0, 0, 0, 1])
        return self.add("section", name, symbol, parent, why, cls, output, most, file,
                        f"{self.random.choice(WORDS)}.cpp.o")

    def build(self):
        options = self.options
        start = self.add("section", "Reset_Handler", cls="application", output=0, most=90,
                         file="startup.o", reason="the program begins there")
        for cls, output in (("runtime", 0), ("C library", 0), ("application", 3), ("linker", 2)):
            for _ in range(max(1, options.items // 60)):
                self.code(start, 400, cls, output)
        if options.hostile:
            for i, name in enumerate(HOSTILE):
                self.add("section", name, name[::-1], start, cls="application", output=0, most=900,
                         file=f"/{name}", member=name, reason=name if i == 0 else "")
        self.group = self.add("group", "kernels", reason="the registration table")
        per_kernel = max(1, (options.items - len(self.rows)) // options.kernels - 2)
        self.operators, self.kernels = [], []
        for number in range(options.kernels):
            if number % 4 == 0:
                name = HOSTILE[number // 4 % len(HOSTILE)] if options.hostile else \
                    f"aten::{WORDS[number // 4 % len(WORDS)]}_{number // 4}.out"
                operator = self.add("operator", name, parent=self.group)
                self.operators.append(operator)
            name = self.rows[operator][1]
            library = "portable" if number // 4 % 5 else "cortex_m"
            kernel = self.add("kernel", f"{name}-{DTYPES[number % 10]}-{library}", parent=operator)
            self.kernels.append(kernel)
            above = kernel
            for _ in range(per_kernel):
                above = self.code(above if self.random.random() < 0.5 else kernel)
        self.helpers = [self.code(self.group, 600, why=self.random.choice(self.kernels))
                        for _ in range(max(1, options.items - len(self.rows)))]
        self.add("section", "(gaps)", cls="padding", output=4, most=60)

    def sums(self):
        """Returns the own and the retained bytes of each item, as (flash, RAM)."""
        own = []
        for row in self.rows:
            memories = SECTIONS[row[7]][1] if row[7] >= 0 else []
            own.append([(row[8] + row[9]) * (memory in memories) for memory in (0, 1)])
        retained = [list(sizes) for sizes in own]
        for item in reversed(range(len(own))):
            parent = self.rows[item][10]
            if parent >= 0:
                for memory in (0, 1):
                    retained[parent][memory] += retained[item][memory]
        return own, retained

    def json(self):
        own, retained = self.sums()
        pair = lambda sizes: {"flash": sizes[0], "ram": sizes[1]}
        add = lambda items: [sum(own[i][memory] for i in items) for memory in (0, 1)]
        rows, everything = self.rows, range(len(self.rows))
        total = add(everything)
        group = retained[self.group]
        alone = [sum(retained[o][memory] for o in self.operators) for memory in (0, 1)]
        gaps = add([len(rows) - 1])
        parts = [("kernels' own code and records", [0, 0]), ("what one operator alone needs", alone),
                 ("shared by operators alone", [group[m] - alone[m] for m in (0, 1)]),
                 ("the program without kernels", [total[m] - group[m] - gaps[m] for m in (0, 1)]),
                 ("padding", gaps)]
        account = lambda item, field, more: {
            field: rows[item][1], "item": item, "own": pair(own[item]),
            "retained": pair(retained[item]), **more}
        shared = {"shared": pair([total[0] // 9, 0])}
        files = {}
        for item in everything:
            if rows[item][4]:
                files.setdefault((rows[item][4], rows[item][5], rows[item][6]), []).append(item)
        sections = [sum(row[8] + row[9] for row in rows if row[7] == output)
                    for output in range(len(SECTIONS))]
        by_class = [(c, add(i for i in everything if rows[i][6] == c)) for c in CLASSES]
        return {
            "totals": pair(total),
            "memories": [{"name": "FLASH", "counts_as": "flash", "length": 1 << 24, "used": total[0]},
                         {"name": "RAM", "counts_as": "ram", "length": 1 << 22, "used": total[1]}],
            "sections": [{"name": name, "size": size, "memories": memories}
                         for (name, memories), size in zip(SECTIONS, sections)],
            "account": [{"what": what, **pair(sizes)} for what, sizes in parts],
            "classes": [{"class": cls, **pair(sizes)} for cls, sizes in by_class],
            "operators": [account(i, "op", {"kernels": 4, **shared}) for i in self.operators],
            "kernels": [account(i, "kernel", shared) for i in self.kernels],
            "libraries": [{"name": name, "item": -1, "kernels": 1, "own": pair([0, 0]),
                           "retained": pair([0, 0]), **shared} for name in ("portable", "cortex_m")],
            "models": [],
            "files": [{"file": file, "member": member, "class": cls, "own": pair(add(items)),
                       "retained": pair(add(items)), "only": ""}
                      for (file, member, cls), items in sorted(files.items())],
            "helpers": [account(i, "name", {"only": "", "operators": 3, "class": "kernels"})
                        for i in self.helpers],
            "item_columns": COLUMNS,
            "items": rows,
        }


def pruning(options, image, before):
    size = lambda memory: {"before": before["totals"][memory], "after": image["totals"][memory]}
    regions = [{"name": m["name"], "origin": "0x0", "length": m["length"], "counts_as": m["counts_as"],
                "used": size(m["counts_as"]), "budget": None} for m in image["memories"]]
    if options.budget:
        regions[0]["budget"] = regions[0]["used"]["after"] + 1000
    kernel = lambda name: dict(zip(("op", "library"), ("aten::" + name, "portable")),
                               variant="Float", code_size=len(name))
    none = {"before": 0, "after": 0}
    bad = HOSTILE[0] if options.hostile else "note"
    return {
        "version": 3, "dry_run": False, "output": "app.elf", "regions": regions,
        "regions_from_script": True, "flash": size("flash"), "ram": size("ram"),
        "text": size("flash"), "data": none, "bss": size("ram"), "file_size": size("flash"),
        "sections": [{"name": ".text", "loaded": True, "size": size("flash")}],
        "account": {"categories": [{"category": "other code", "flash": size("flash"), "ram": none}],
                    "inputs": [{"category": "other code", "section": ".text.f", "file": "libf.a",
                                "member": "f.o", "size": {"before": 12, "after": 0}}]},
        "kept": [{**kernel(word), "key": "v1/6;|*", "asked_by": [bad]} for word in WORDS[:9]],
        "dropped": [kernel(word) for word in WORDS[9:]], "leftover": [], "narrowed": None,
        "kernel_budget": 20 if options.budget else None,
        "notes": [bad], "warnings": [bad],
        "image": None if options.no_image else image,
        **({"image_before": before} if options.before else {}),
    }


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("kind", choices=["explanation", "pruning"])
    parser.add_argument("--kernels", type=int, default=12)
    parser.add_argument("--items", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    for flag in ("--hostile", "--before", "--no-image", "--budget"):
        parser.add_argument(flag, action="store_true")
    options = parser.parse_args()
    image = Image(options, 1).json()
    report = {"version": 3, "tool_version": "0", "input": "build/app.elf",
              "linker": {"name": "ld", "version": "2.40"}, "notes": [], "warnings": [],
              "selection_sources": ["--op-list aten::add.out"]}
    if options.hostile:
        report["input"] = "build/" + HOSTILE[0].replace("/", "\u2044") + HOSTILE[2]
    if options.kind == "explanation":
        report.update(kind="explanation", image=image)
    else:
        report.update(pruning(options, image, Image(options, 2).json()))
    print(json.dumps(report, ensure_ascii=False))


main()

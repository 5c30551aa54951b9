# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random small programs with kernels, for campaign.py.

A program is a graph of nodes: kernels, functions, tables of functions, constructors. Nodes use each
other by name and are spread over objects and archives. A name may have several definitions, and the
linker chooses one of them. Each function includes its node's number in the checksum `trace`. So the
program's output shows which definitions the linker chose.

GNU ld searches an archive only where the command names it. With archives in random order, an
archive may come before a kernel that needs a member of the archive. GNU ld then loads the member
only if an object before the archive also needs it, for example the object of another kernel.
"""

import random

MAX_CALLS = 3
STRINGS = ["alpha", "beta", "gamma", "a longer string that is merged", "delta", "alphabeta",
           "beta!"]
CONSTANTS = [(4, "0x3f800000"), (8, "0x3ff00000, 7"), (16, "1, 2, 3, 4"), (16, "-1, 0, -1, 0")]


class Node:
    def __init__(self, name, kind, number):
        self.name = name
        # "kernel", "strong", "weak", "header", "static", "constructor", "table", "common"
        self.kind = kind
        self.number = number
        self.uses = []  # (how, name): "call", "pointer", "table", "optional", "common"
        self.features = []  # (kind, argument), see Program.feature()
        self.object = None
        self.key = None

    def is_root(self):
        return self.kind == "constructor"


class ProgramObject:
    def __init__(self, name, flags):
        self.name = name
        self.flags = flags
        self.nodes = []

    def add(self, node):
        node.object = self
        self.nodes.append(node)

    def is_whole(self):
        """True if all functions of the object share one section, and all variables another."""
        return "-fno-function-sections" in self.flags


class Program:
    def __init__(self, seed, configuration, has_random_order=None):
        self.random = random.Random(seed)
        # Do not change this rule: programs.test needs the same programs for the same seeds.
        self.has_random_order = seed % 5 in (0, 4) if has_random_order is None else has_random_order
        self.configuration = configuration
        self.arm = configuration.arm
        self.registers = self.random.random() < 0.3  # kernels register themselves at start
        self.objects = []
        self.headers = {}  # name -> inline function of a header
        self.number = 0
        self.link_options = []
        self.wrapped = set()
        self.root_names = set()
        # campaign.py also links sources without the dropped nodes. In random order, this link may
        # take another definition than the pruned link. For GNU ld, -u corrects this
        # (symbol_to_load()). With LLD or --wrap, random-order programs have one definition of each
        # name, because references in dropped nodes also affect the pruned link's choice.
        self.is_lld = "lld" in configuration.name
        self.has_single_definitions = self.has_random_order and (self.is_lld or self.chance(0.25))
        self.make_nodes()
        if self.has_random_order:
            self.make_archives_in_random_order()
        else:
            self.make_link()
        self.add_link_options()

    def node(self, name, kind):
        self.number += 1
        return Node(name, kind, self.number)

    def chance(self, probability):
        return self.random.random() < probability

    def make_nodes(self):
        r = self.random
        for index in range(r.randint(6, 14) if self.has_random_order else r.randint(4, 10)):
            flags = [r.choice(["-O0", "-Os", "-O2"])]
            if self.chance(0.15):
                flags.append("-fno-function-sections -fno-data-sections")
            self.objects.append(ProgramObject(f"o{index}", " ".join(flags)))
        self.functions = [f"f{i}" for i in range(r.randint(4, 12))]
        self.commons = [f"c{i}" for i in range(r.randint(0, 2))]
        self.tables = []
        for index, name in enumerate(self.functions):
            self.define(index, name)
        for index in range(r.randint(0, 3)):
            self.make_table(f"t{index}")
        self.make_kernels()
        # et-prune cannot edit a registration that shares .init_array with another constructor.
        places = [o for o in self.objects if not self.registers or o not in self.kernel_objects]
        for index in range(r.randint(0, 3) if places else 0):
            constructor = self.node(f"start{index}", "constructor")
            self.fill(constructor, r.randint(1, len(self.functions)), 1)
            r.choice(places).add(constructor)
        # A function uses only functions with higher numbers, so there is no recursion.
        for index, name in enumerate(self.functions):
            for node in [n for o in self.objects for n in o.nodes if n.name == name]:
                self.fill(node, index + 1, MAX_CALLS)
            if name in self.headers:
                self.fill(self.headers[name], index + 1, MAX_CALLS)
        for o in self.objects:
            self.make_statics(o)

    def define(self, index, name):
        r = self.random
        places = r.sample(self.objects, min(3, len(self.objects)))
        two = 5 if self.has_random_order and not self.has_single_definitions else 0
        how = r.choices(
            ["strong", "weak", "weak and strong", "two weak", "header", "two strong"],
            [45, 8, 20, 7, 20, two],
        )[0]
        if how == "header":
            self.headers[name] = self.node(name, "header")
            return
        kinds = {"weak and strong": ["weak", "strong"], "two weak": ["weak", "weak"],
                 "two strong": ["strong", "strong"]}
        kinds = kinds.get(how, [how])
        if how == "weak and strong" and self.chance(0.3):
            kinds.append("weak")
        if self.has_single_definitions:
            kinds = kinds[-1:]
        for place, kind in zip(places, kinds):
            place.add(self.node(name, kind))

    def make_table(self, name):
        r = self.random
        first = r.randrange(len(self.functions))
        table = self.node(name, "table")
        entries = [r.choice(self.functions[first:]) for _ in range(r.randint(1, 4))]
        table.uses = [("pointer", entry) for entry in entries]
        table.first = first
        r.choice(self.objects).add(table)
        self.tables.append(table)

    def make_kernels(self):
        r = self.random
        self.kernels = []
        places = [o for o in self.objects if not o.is_whole()] or [self.objects[0]]
        places[0].flags = places[0].flags.split()[0]
        places = r.sample(places, min(len(places), r.randint(1, 4)))
        self.kernel_objects = places
        if self.registers:  # not at -O0; test/stock/library.test tests registrations at -O0
            for o in places:
                o.flags = o.flags.replace("-O0", "-Os")
        for index in range(r.randint(3, 7)):
            kernel = self.node(f"gen::k{index}.out", "kernel")
            kernel.key = "v1/6;|*" if self.chance(0.3) and not self.registers else None
            self.fill(kernel, 0, MAX_CALLS)
            r.choice(places).add(kernel)
            self.kernels.append(kernel)

    def make_statics(self, o):
        """Moves the first use of some nodes into new local functions, which the nodes call."""
        for node in list(o.nodes):
            if node.kind != "table" and node.uses and self.chance(0.2):
                static = self.node(f"s{node.number}", "static")
                static.uses, node.uses = node.uses[:1], node.uses[1:] + [("call", static.name)]
                self.add_features(static)
                o.nodes.insert(0, static)
                static.object = o

    def fill(self, node, first, most):
        r = self.random
        node.uses = []
        later = self.functions[first:]
        for _ in range(r.randint(0 if node.kind != "kernel" else 1, most)):
            if not later:
                break
            how = r.choices(["call", "pointer", "optional"], [70, 20, 5])[0]
            node.uses.append((how, r.choice(later)))
        tables = [t for t in self.tables if t.first >= first]
        if tables and self.chance(0.25):
            node.uses.append(("table", r.choice(tables).name))
        if self.commons and self.chance(0.25):
            node.uses.append(("common", r.choice(self.commons)))
        self.add_features(node)

    def add_features(self, node):
        r = self.random
        kinds = ["literal", "constant", "product", "quotient", "static", "switch", "long", "libc"]
        for kind in kinds:
            rare = kind in ("libc", "long")
            is_whole = node.kind != "header" and node.object and node.object.is_whole()
            if kind == "switch" and is_whole:
                continue
            if self.chance(0.06 if rare else 0.18):
                argument = {"literal": r.choice(STRINGS), "constant": r.choice(CONSTANTS)}
                node.features.append((kind, argument.get(kind, r.randint(1, 99))))

    def make_link(self):
        r = self.random
        objects = list(self.objects)
        r.shuffle(objects)
        registrations = self.kernel_objects if self.registers else []
        self.direct = [o for o in objects if o in registrations or self.chance(0.35)]
        rest = [o for o in objects if o not in self.direct]
        self.archives = {f"lib{i}.a": [] for i in range(r.randint(1, 4))}
        for o in rest:
            self.archives[r.choice(list(self.archives))].append(o)
        if rest and self.chance(0.1):  # two archives have the same member
            self.archives[r.choice(list(self.archives))].append(r.choice(rest))
        self.archives = {name: members for name, members in self.archives.items() if members}
        names = list(self.archives)
        line = [o.name + ".o" for o in self.direct] + r.choices(names, k=min(len(names), 3))
        r.shuffle(line)
        if names and self.chance(0.5):
            line += ["-Wl,--start-group", *r.sample(names, len(names)), "-Wl,--end-group"]
        else:
            for _ in range(3):
                line += r.sample(names, len(names))
        if names and self.chance(0.07):
            whole = r.choice(names)
            line = ["-Wl,--whole-archive", whole, "-Wl,--no-whole-archive"] + [
                word for word in line if word != whole
            ]
        self.line = line

    def make_archives_in_random_order(self):
        """Like make_link(), but GNU ld searches most archives only once."""
        r = self.random
        registrations = self.kernel_objects if self.registers else []
        self.direct, self.archives = [], {f"lib{i}.a": [] for i in range(r.randint(2, 7))}
        self.whole = r.sample(list(self.archives), 1) if self.registers or self.chance(0.15) else []
        for o in r.sample(self.objects, len(self.objects)):
            # No reference loads registrations: they are outside archives or after --whole-archive.
            if self.chance(0.5 if o in registrations else 0.12):
                self.direct.append(o)
            elif o in registrations:
                self.archives[self.whole[0]].append(o)
            else:
                self.archives[r.choice(list(self.archives))].append(o)
        searched = [name for name in self.archives if name not in self.whole]
        members = [o for name in searched for o in self.archives[name]]
        if members and self.chance(0.15):  # two archives have the same member
            self.archives[r.choice(searched)].append(r.choice(members))
        self.archives = {name: members for name, members in self.archives.items() if members}
        self.whole = [name for name in self.whole if name in self.archives]
        self.make_random_line()

    def make_random_line(self):
        r = self.random
        searched = [name for name in self.archives if name not in self.whole]
        places = [[o.name + ".o"] for o in self.direct]
        places += [["-Wl,--whole-archive", n, "-Wl,--no-whole-archive"] for n in self.whole]
        if len(searched) > 1 and self.chance(0.2):
            group = r.sample(searched, r.randint(2, min(3, len(searched))))
            places.append(["-Wl,--start-group", *group, "-Wl,--end-group"])
            searched = [n for n in searched if n not in group or self.chance(0.3)]
        places += [[n] for n in searched]
        places += [[n] for n in searched if self.chance(0.15)]
        r.shuffle(places)
        self.line = [word for place in places for word in place]

    def name_again(self, names):
        """Repeats archives at the end of the command, so that GNU ld finds the symbols `names`.
        Returns False if no archive defines any of the symbols."""
        defining = {
            name: [a for a, members in self.archives.items()
                   if a not in self.whole and any(n.name == name for o in members for n in o.nodes)]
            for name in sorted(names)
        }
        again = {self.random.choice(archives) for archives in defining.values() if archives}
        self.line += self.random.sample(sorted(again), len(again))
        return bool(again)

    def symbol_to_load(self, name, loaded, live):
        """Returns a symbol for -u, so that GNU ld takes the definition of `name` that the full link
        takes. This definition is in the wanted member: the first in `loaded`, the full link's
        members, that defines `name`. With -u, GNU ld loads the first member in the command that
        defines the symbol. If -u `name` would load another member, returns a symbol that the wanted
        member defines first, or `name` if there is none."""
        def symbols(o):
            return [n.name for n in o.nodes if n.kind in ("strong", "weak", "table") and n in live]

        def first(symbol):
            members = [(word, o) for word in self.line for o in self.archives.get(word, [])]
            return next((m for m in members if symbol in symbols(m[1])), None)

        objects = {o.name: o for o in self.objects}
        for member in [(archive, objects[o]) for archive, o in loaded]:
            if name in symbols(member[1]):
                return next((s for s in [name] + symbols(member[1]) if first(s) == member), name)
        return name

    def add_link_options(self):
        r = self.random
        strong = [n for n in self.functions[1:] if self.definitions(n) and n not in self.headers]
        share = 0.2 if self.has_random_order else 0.06
        may_wrap = self.has_single_definitions or not self.has_random_order
        if strong and self.chance(share) and may_wrap:
            name = r.choice(strong)
            if not self.uses_own_definition(name):
                self.wrap(name)
        if strong and self.chance(share):
            name = r.choice(strong)
            self.link_options.append(f"-Wl,-u,{name}")
            self.root_names.add(name)
        for option in ("-Wl,-O2", "-Wl,--no-relax", "-Wl,--build-id",
                       "-Wl,--sort-section=alignment"):
            if self.chance(0.05):
                self.link_options.append(option)

    def wrap(self, name):
        wrapper = self.node(f"__wrap_{name}", "strong")
        wrapper.uses = [("call", f"__real_{name}")]
        self.random.choice(self.objects).add(wrapper)
        self.wrapped.add(name)
        self.link_options.append(f"-Wl,--wrap={name}")

    def uses_own_definition(self, name):
        """True if an object that defines `name` uses `name`, too. GNU ld's --wrap redirects this
        use only if the reduced source lacks the definition. The programs would then differ."""
        objects = {n.object for n in self.definitions(name)}
        users = [n for o in objects for n in o.nodes] + list(self.headers.values())
        return any(name == used for n in users for _, used in n.uses)

    def definitions(self, name):
        return [n for o in self.objects for n in o.nodes if n.name == name]

    def all_nodes(self):
        return [n for o in self.objects for n in o.nodes] + list(self.headers.values())

    def targets(self, name):
        if name.startswith("__real_"):
            name = name[len("__real_") :]
        elif name in self.wrapped:
            return self.by_name.get(f"__wrap_{name}", []) + self.by_name.get(name, [])
        return self.by_name.get(name, [])

    def reached(self, start):
        seen, todo = set(), list(start)
        while todo:
            node = todo.pop()
            if node in seen:
                continue
            seen.add(node)
            # The linker keeps all functions of a section, or none.
            if node.object and node.object.is_whole() and node.kind not in ("kernel", "header"):
                todo += [n for n in node.object.nodes if section_of(n) == section_of(node)]
            for how, name in node.uses:
                if how != "common":
                    todo += self.targets(name)
        return seen

    def live(self, kept):
        """Returns all nodes except dropped kernels and nodes that only dropped kernels reach."""
        self.by_name = {}
        for node in self.all_nodes():
            self.by_name.setdefault(node.name, []).append(node)
        dropped = [k for k in self.kernels if k not in kept]
        suspects = self.reached(dropped)
        roots = [n for n in self.all_nodes() if n not in suspects or n in kept or n.is_root()]
        roots += [n for name in self.root_names | self.wrapped for n in self.targets(name)]
        alive = self.reached(roots)
        return {n for n in self.all_nodes() if n in alive or n not in suspects} - set(dropped)

    def source(self, o, live=None):
        nodes = [n for n in o.nodes if live is None or n in live]
        text = ['#include "generated.h"']
        needed = self.needed_headers(nodes)
        declared = sorted({name for n in nodes + needed for _, name in n.uses})
        local = {n.name for n in nodes if n.kind == "static"}
        for name in declared:
            if name in local:
                text.append(f"static int {name}(int);")
            elif name in self.headers:
                text.append(f'extern "C" NOINLINE inline int {name}(int);')
            elif name in self.commons:
                text.append(f'COMMON({name})')
            elif any(t.name == name for t in self.tables):
                text.append(f'extern "C" const Function {name}[];')
            else:
                text.append(f'extern "C" int {name}(int);')
        for n in needed:
            text.append(f'extern "C" NOINLINE inline int {n.name}(int x) {{{self.body(n)}}}')
        for n in nodes:
            text.append(self.definition(n))
        kernels = [n for n in nodes if n.kind == "kernel"]
        if self.registers and kernels:
            entries = ", ".join(f'{{"{k.name}", nullptr, {symbol(k)}}}' for k in kernels)
            text.append(f"static Kernel kernels_to_register[] = {{{entries}}};")
            text.append("static Span<const Kernel> kernel_span(kernels_to_register, "
                        f"kernels_to_register + {len(kernels)});")
            text.append("static auto registered = register_kernels(kernel_span);")
        return "\n".join(text) + "\n"

    def needed_headers(self, nodes):
        found, todo = [], list(nodes)
        while todo:
            for _, name in todo.pop().uses:
                header = self.headers.get(name)
                if header and header not in found:
                    found.append(header)
                    todo.append(header)
        return found

    def definition(self, n):
        if n.kind == "table":
            entries = ", ".join(name for _, name in n.uses)
            return f'extern "C" const Function {n.name}[] = {{{entries}}};'
        if n.kind == "kernel" and self.registers:
            return f"static void {symbol(n)}(Context &context, Span<EValue *>) " \
                   f"{{ int x = context.value; {self.body(n, False)} context.value = x; }}"
        if n.kind == "kernel":
            key = f'"{n.key}"' if n.key else "nullptr"
            return f"KERNEL({symbol(n)}, {n.name[len('gen::'):]}, {variant(n)}, {key}) " \
                   f"{{ int x = context.value; {self.body(n, False)} context.value = x; }}"
        if n.kind == "constructor":
            return f"__attribute__((constructor)) static void {n.name}() " \
                   f"{{ unsigned before = trace; int x = 1; {self.body(n, False)} " \
                   f"trace = before; started += {self.start_bit(n):#x}; }}"
        start = {"static": "static NOINLINE", "weak": 'extern "C" __attribute__((weak))'}
        start = start.get(n.kind, 'extern "C"')
        return f"{start} int {n.name}(int x) {{{self.body(n)}}}"

    def start_bit(self, constructor):
        """Returns the number that the constructor adds to `started`: 1 in its own byte."""
        return 1 << 8 * int(constructor.name[len("start") :])

    def loaded_starts(self):
        """Returns a mask of the bytes of `started` whose constructors are in archive members."""
        members = [o for archive in self.archives.values() for o in archive]
        starts = [n for o in members for n in o.nodes if n.kind == "constructor"]
        return sum({0xFF * self.start_bit(n) for n in starts})

    def body(self, n, returns=True):
        lines = [f"trace = trace * 33u + {n.number}u;"]
        for kind, argument in n.features:
            lines.append(self.feature(kind, argument))
        for how, name in n.uses:
            lines.append({
                "call": f"x += {name}(x & 255);",
                "pointer": f"{{ int (*volatile p)(int) = {name}; x ^= p(x & 127); }}",
                "optional": f"x += {name}(x & 15);",
                "table": f"x += {name}[0](x & 63);",
                "common": f"{name} += x & 7; x ^= {name};",
            }[how])
        if returns:
            lines.append("return x;")
        return " ".join(lines)

    def feature(self, kind, argument):
        if kind == "literal":
            return f'x += hash("{argument}");'
        if kind == "constant":
            size, words = argument
            return f"CONSTANT(x, {size}, \"{words}\")"
        return {
            "product": f"{{ volatile double d = x; d = -d * {argument}.25; "
                       "x += (int)__builtin_fabs(d); }",
            "quotient": f"{{ volatile double d = x & 255; d = d / {argument}.5; x += (int)d; }}",
            "static": f"{{ static int calls = {argument % 2 * argument}; x += ++calls; }}",
            "switch": "switch (x & 7) { "
            + " ".join(f"case {i}: x += {argument * i * i % 41}; trace ^= {i}; break;"
                       for i in range(7))
            + " }",
            "long": "{ volatile long long l = x; "
                    f"x += (int)(l * 77777 / ({argument} + (x & 3))); }}",
            "libc": f"{{ char text[8] = \"{argument}\"; volatile char *t = text; (void)t; "
                    "x += (int)strtol(text, nullptr, 10); }",
        }[kind]

    def table_source(self, kept):
        word = ".4byte" if self.arm else ".8byte"
        section = ".rodata" if self.configuration.fixed else ".data.rel.ro"
        flags = "a" if self.configuration.fixed else "aw"
        text = [f'.section {section}.et_kernel_table,"{flags}",%progbits', ".balign 8"]
        text += [f".globl {s}\n.hidden {s}" for s in ("__et_kernels_start", "__et_kernels_end")]
        text += ["__et_kernels_start:"]
        strings = []
        for i, k in enumerate(sorted(kept, key=lambda k: k.name)):
            key = f".Lk{i}" if k.key else "0"
            text.append(f'.hidden "{record_symbol(k)}"')
            text.append(f'{word} .Ln{i}, {key}, "{record_symbol(k)}"')
            strings.append(f'.Ln{i}: .asciz "{k.name}"')
            if k.key:
                strings.append(f'.Lk{i}: .asciz "{k.key}"')
        text += ["__et_kernels_end:", '.section .rodata.et_kernel_table.str,"aMS",%progbits,1']
        text += strings + ['.section .note.GNU-stack,"",%progbits']
        return "\n".join(text) + "\n"

    def main_source(self):
        names = ", ".join(f'"{k.name}"' for k in self.kernels)
        how = "REGISTRY" if self.registers else "TABLE"
        return f'#include "generated.h"\n{how}\nconst char *const names[] = {{{names}}};\n' \
               '#include "main.h"\n'


def section_of(node):
    return "data" if node.kind == "table" else "text" if node.kind != "kernel" else node.name


def variant(kernel):
    return "Float" if kernel.key else "fallback"


def record_symbol(kernel):
    return f"et_kernel$gen${kernel.name[len('gen::'):]}${variant(kernel)}$lib"


def symbol(kernel):
    return kernel.name[len("gen::") :].replace(".", "_")

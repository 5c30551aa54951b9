# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kinds of runs with malicious inputs: a bundle tries to write, read or run files of the machine,
or the wrapper's command line has random words. No file outside of the run's folder may change."""

import json
import os
import pathlib
import shutil

import bundle
from fixtures import environment
from inputs import prune, verdict
from invariants import check, run


def manifest_words(value):
    """Yields (container, key) for each text in a manifest: the text is container[key]."""
    items = ()
    if isinstance(value, dict):
        items = value.items()
    elif isinstance(value, list):
        items = enumerate(value)
    for key, inner in items:
        if isinstance(inner, str):
            yield value, key
        else:
            yield from manifest_words(inner)


def prune_altered(c, place, manifest, members):
    members = {**members, "manifest.json": json.dumps(manifest).encode()}
    bundle_file = {"app.elf.etl": c.program.packed(members, place.root)}
    return prune(c, place, {**c.program.image_files(), **bundle_file})


# {target} and {secret} are files outside of the run's folder. {response} and {mri} are files that
# tell GNU ld to write outside. If {library} or {script} runs, it writes a file.
ATTACKS = """-plugin={library} -Map={target} -o{target} --reproduce={target} --time-trace={target}
    --why-extract={target} --dependency-file={target} --print-archive-stats={target}
    --out-implib={target} --thinlto-cache-dir={target} --error-handling-script={script}
    -plugin-opt={library} --load-pass-plugin={library} -mllvm=-load={library} @{response} -c{mri}
    @{secret} -T{secret} -l:{secret} --just-symbols={secret} -R{secret} {target} {secret}""".split()
# One of these words may precede an attack. An attack that a linker takes as the word's value is
# harmless. GNU ld and LLD differ in which words take a value, and et-prune must know both.
BEFORE = ["-export-dynamic-symbol-list", "-error-limit", "-G", "-z", "-e", "--", "-lnone"]


def arguments(c, rng, index):
    """A bundle whose link command tries to write, read or run files of the machine."""
    manifest = json.loads(c.program.members["manifest.json"])
    words = [rng.choice(BEFORE)] * rng.randint(0, 1) + [c.item(ATTACKS, index)]
    lists = [box for box, _ in manifest_words(manifest) if isinstance(box, list)]
    box = rng.choice([manifest["arguments"]] * 3 + lists)
    at = rng.choice([len(box)] * 3 + [0, rng.randint(0, len(box))])
    with c.place() as place:
        above = "../" * 30 + str(place.outside)[1:]
        target = rng.choice([f"{place.outside}/{name}" for name in ("new", "empty", "notes.md")]
                            + [f"{above}/new"])
        box[at:at] = [word.format(target=target, library=c.library, script=c.script,
                                  secret=f"{above}/secret", response=f"{place.outside}/response",
                                  mri=f"{place.outside}/mri")
                      for word in words]
        return prune_altered(c, place, manifest, c.program.members)


def programs(c, rng, index):
    """A bundle that names another program as its linker, driver or plugin. The size and the hash in
    the bundle are right for the other program."""
    manifest = json.loads(c.program.members["manifest.json"])
    gcc = manifest.get("gcc", {})
    boxes = [manifest["linker"], *(gcc[name] for name in ("driver", "plugin") if name in gcc)]
    with c.place() as place:
        for box in rng.sample(boxes, rng.randint(1, len(boxes))):
            path = pathlib.Path(os.path.realpath(rng.choice(
                [c.library, c.script, *map(shutil.which, ("sh", "touch", "cat"))])))
            box.update(path=str(path), size=path.stat().st_size,
                       hash=bundle.file_hash(path.read_bytes()))
        manifest["arguments"] += rng.choice([[], [f"{place.outside}/new"], ["-c", "exit"]])
        return prune_altered(c, place, manifest, c.program.members)


STATEMENTS = (
    "INCLUDE {path}", "INPUT({path})", "GROUP({path})", "OUTPUT({target})", "STARTUP({path})",
    "INPUT(={path})", "SEARCH_DIR({folder}) INPUT(-l:secret)", "MEMORY {{ INCLUDE {path} }}",
    "SECTIONS {{ . += 0xf0000000; .x : {{ BYTE(1) }} }}", "INCLUDE vendor.ld", "ASSERT(0, {path})",
    "OUTPUT_FORMAT(binary)", "SECTIONS {{ .x : {{ INCLUDE {path} }} }}", "EXTERN({path})",
    "REGION_ALIAS(a, {path})", "MAP({target})", "TARGET({path})", "SEARCH_DIR(/dev) INPUT(zero)",
    "SECTIONS {{ .x : {{ *(.text) FILL(1) . += 0x7fffffff; }} }}",
)  # fmt: skip


def scripts(c, rng, index):
    """A bundle whose linker script tries to write, read or run files of the machine."""
    manifest = json.loads(c.program.members["manifest.json"])
    number = next(i for i, file in enumerate(manifest["files"]) if file["kind"] == "script")
    name = next(n for n in c.program.members if n.startswith(f"files/{number}-"))
    with c.place() as place:
        above = "../" * 30 + str(place.outside)[1:]
        paths = [f"{place.outside}/secret", f"{above}/secret", "/dev/zero", "../" * 30 + "dev/zero",
                 str(c.fifo), "/dev/stdin"]
        text = c.program.members[name]
        for _ in range(rng.randint(1, 2)):
            statement = rng.choice(STATEMENTS).format(
                path=rng.choice(paths), target=f"{place.outside}/new", folder=place.outside
            )
            at = rng.choice([0, len(text)])
            text = text[:at] + f"\n{statement}\n".encode() + text[at:]
        manifest["files"][number]["hash"] = bundle.file_hash(text)
        return prune_altered(c, place, manifest, {**c.program.members, name: text})


def paths(c, rng, index):
    """A bundle whose manifest has wrong texts, mostly paths outside of the run's folder."""
    manifest = json.loads(c.program.members["manifest.json"])
    with c.place() as place:
        above = "../" * 30 + str(place.outside)[1:]
        for _ in range(rng.randint(1, 3)):
            box, key = rng.choice(list(manifest_words(manifest)))
            box[key] = rng.choice([
                f"{place.outside}/new", f"{place.outside}/notes.md", f"{above}/new", "..", "/", "",
                ".",
                "../../../et-out/map", "/_/_/../x", "bin/ld", "-plugin",
                f"-o{place.outside}/new",
                f"{place.outside}/secret", "/dev/zero", str(c.fifo), str(box[key]) + "/../..",
                "a" * 5000, "\n", "a b", "@x",
            ])  # fmt: skip
        return prune_altered(c, place, manifest, c.program.members)


def command(c, rng, index):
    """The wrapper gets random words. It must not crash, and must not fail without a message."""
    words = [str(c.tools.tested / "libexec/et-prune/arm-none-eabi-ld"), "-T", "vendor.ld",
             "--gc-sections",
             "main.o", "libkernels.a", "-o", "app.elf"]  # fmt: skip
    pieces = """@rsp @none --et-op=aten::mul.out --et-select=rsp --et-op= --et-drop=x -L -l -lx
        --et-budget=flash=1 --start-group --end-group --whole-archive -Map=m -M -r -v --version
        --help -T - -- -o -plugin --defsym=a=1 --wrap=x --out-implib=i --dependency-file=d
        --print-memory-usage -shared --no-gc-sections --et-post-link --et-report-json=/dev/full
        main.o none.o --push-state --pop-state -e --sysroot=/x""".split() + ["", "\n"]
    for _ in range(rng.randint(1, 4)):
        at = rng.randint(1, len(words))
        words[at : at + rng.randint(0, 1)] = [rng.choice(pieces)]
    with c.place() as place:
        place.write({**c.program.link_files(), "rsp": b"--et-op=aten::add.out 'x"})
        ended = run(place, words, environment=environment(), memory=c.tools.memory)
        check(place, ended, None, (0, 1, 3))
        return verdict(ended)


MALICE = {"arguments": arguments, "programs": programs, "scripts": scripts, "paths": paths,
          "command": command}

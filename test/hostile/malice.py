# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kinds of runs: malicious inputs. A bundle whose link command, script or paths want to write, read
or run something of the machine, and words on the wrapper's command line. Nothing outside of the run
may change, and no code of the bundle may run, whatever et-prune and the linker make of it.
"""

import json

import bundle
from fixtures import environment
from inputs import prune, verdict
from invariants import check, run


def manifest_words(value):
    """Every list of words in a manifest, and every text in an object, as (container, key)."""
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


#: Words that GNU ld reads as a letter's option with a value, and LLD as an option with one or none;
#: and options that take the next word as a value. The word after them is an option to one of the
#: parsers.
SPLIT = """-export-dynamic-symbol-list -call-graph-ordering-file -library -library-path
    -export-dynamic-symbol -error-limit -G -oformat -compress-sections -lto-aa-pipeline
    -lto-newpm-passes -opt-remarks-format -opt-remarks-passes -undefined-glob
    -exclude-modules-for-implib --remap-inputs-file --audit --depaudit --mri-script -default-script
    -in-implib -symbol-ordering-file -c -P -I -M -o -xo -no -no-pie -T -output -omagic --
    -e""".split()
#: The options that those words hide. {target} is outside; {library} and {script} leave a mark when
#: they run; the library is also a file of the bundle; {response} and {mri} name an output outside.
ATTACKS = """-plugin=./evil.so -Map={target} -plugin={library} -o{target} --reproduce={target}
    --time-trace={target} --why-extract={target} --dependency-file={target}
    --print-archive-stats={target} --print-symbol-order={target} --lto-obj-path={target}
    --out-implib={target} --thinlto-cache-dir={target} --opt-remarks-filename={target}
    --error-handling-script={script} --output={target} -plugin-opt={library}
    --load-pass-plugin={library} -mllvm=-load=./evil.so @{response} -c{mri} @{secret} -T{secret}
    -l:{secret} --just-symbols={secret} --version-script={secret} -R{secret} {target}
    {secret}""".split()
#: Words that worked once, or nearly.
KNOWN = [[word, ATTACKS[number % 2]] for number, word in enumerate(SPLIT)]
KNOWN += [[SPLIT[0], attack] for attack in ATTACKS] + [[attack] for attack in ATTACKS]
KNOWN.append(["-lnone", "--error-handling-script\0", "{script}"])
#: Stands for no word, but for an output that a script names.
NO_OUTPUT = "<output>"


def spelled(rng, options):
    """An option in any spelling, and an attack in it or after it."""
    option = rng.choice([rng.choice(SPLIT), *rng.choices(options, k=3)])
    option = rng.choice(["-", "--"]) + option.lstrip("-")
    if rng.random() < 0.4:
        option = option[: rng.randint(2, max(2, len(option)))]
    attack = rng.choice(ATTACKS)
    return rng.choice([[option, attack]] * 6 + [[option + "=x", attack], [option, "x", attack]] * 2
                      + [attack.split("=", 1), [option + "={target}"], [option + "{target}"],
                         # The word that et-prune puts after it becomes its value.
                         [option, "{target}"], [option, NO_OUTPUT]])


def name_output_in_script(manifest, members, target):
    """OUTPUT() in a script, and no output in the link command."""
    manifest["arguments"] = [a for a in manifest["arguments"] if a != "--output=app.elf"]
    for number, file in enumerate(manifest["files"]):
        if file["kind"] == "script":
            name = next(n for n in members if n.startswith(f"files/{number}-"))
            members[name] += f"\nOUTPUT({target})\n".encode()
            file["hash"] = bundle.file_hash(members[name])


def arguments(c, rng, index):
    """A bundle whose link command wants to write, to read or to run something of the machine."""
    members = {**c.program.members}
    manifest = json.loads(members["manifest.json"])
    # Escapes that once worked are tried in turn, most often at the end of the link command.
    words = (c.item(KNOWN, index // 2) if index % 2 == 0
             else spelled(rng, c.program.linker_options))
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
                      for word in words if word != NO_OUTPUT]
        if NO_OUTPUT in words:
            name_output_in_script(manifest, members, target)
        library = c.library.read_bytes()
        members[f"files/{len(manifest['files'])}-evil.so"] = library
        manifest["files"].append(
            {"path": "{build}/evil.so", "kind": "auxiliary", "wholeArchive": False,
             "hash": bundle.file_hash(library)}
        )
        members["manifest.json"] = json.dumps(manifest).encode()
        packed = c.program.packed(members, place.root)
        return prune(c, place, {**c.program.image_files(), "app.elf.etl": packed})


STATEMENTS = (
    "INCLUDE {path}", "INPUT({path})", "GROUP({path})", "OUTPUT({target})", "STARTUP({path})",
    "INPUT(={path})",
    "SEARCH_DIR({folder}) INPUT(-l:secret)", "MEMORY {{ INCLUDE {path} }}",
    "SECTIONS {{ . += 0xf0000000; .x : {{ BYTE(1) }} }}",
    "INCLUDE vendor.ld", "ASSERT(0, {path})", "OUTPUT_FORMAT(binary)",
    "SECTIONS {{ .x : {{ INCLUDE {path} }} }}",
    "REGION_ALIAS(a, {path})", "EXTERN({path})", "MAP({target})", "TARGET({path})",
    "SEARCH_DIR(/dev) INPUT(zero)",
    "SECTIONS {{ .x : {{ *(.text) FILL(1) . += 0x7fffffff; }} }}",
)  # fmt: skip


def scripts(c, rng, index):
    """A bundle whose linker script wants the same."""
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
        members = {**c.program.members, name: text, "manifest.json": json.dumps(manifest).encode()}
        packed = c.program.packed(members, place.root)
        return prune(c, place, {**c.program.image_files(), "app.elf.etl": packed})


def paths(c, rng, index):
    """A bundle whose files, folders and roots have names that lead elsewhere."""
    manifest = json.loads(c.program.members["manifest.json"])
    with c.place() as place:
        above = "../" * 30 + str(place.outside)[1:]
        texts = [(box, key) for box, key in manifest_words(manifest)]
        for _ in range(rng.randint(1, 3)):
            box, key = rng.choice(texts)
            box[key] = rng.choice([
                f"{place.outside}/new", f"{place.outside}/notes.md", f"{above}/new", "..", "/", "",
                ".",
                "../../../et-out/map", "{build}/../x", "{toolchain}", "-plugin",
                f"-o{place.outside}/new",
                f"{place.outside}/secret", "/dev/zero", str(c.fifo), str(box[key]) + "/../..",
                "a" * 5000, "\n", "a b", "@x",
            ])  # fmt: skip
        members = {**c.program.members, "manifest.json": json.dumps(manifest).encode()}
        packed = c.program.packed(members, place.root)
        return prune(c, place, {**c.program.image_files(), "app.elf.etl": packed})


def command(c, rng, index):
    """The wrapper's own command line, which is the user's: no crash, no end without a message."""
    words = [str(c.tools.tested / "libexec/et-prune/arm-none-eabi-ld"), "-T", "vendor.ld",
             "--gc-sections",
             "main.o", "libkernels.a", "-o", "app.elf"]  # fmt: skip
    pieces = ["@rsp", "@none", "--et-op=aten::mul.out", "--et-select=rsp", "--et-op=",
              "--et-drop=x", "--et-budget=flash=1",
              "--start-group", "--end-group", "-L", "-l", "-lx", "--whole-archive", "-Map=m", "-M",
              "-r", "-v", "--version",
              "--help", "-T", "-", "--", "", "\n", "-o", "-plugin", "--defsym=a=1", "--wrap=x",
              "--out-implib=i",
              "--dependency-file=d", "--print-memory-usage", "-shared", "--no-gc-sections",
              "--et-post-link",
              "--et-report-json=/dev/full", "main.o", "none.o", "--push-state", "--pop-state", "-e",
              "--sysroot=/x"]  # fmt: skip
    for _ in range(rng.randint(1, 4)):
        at = rng.randint(1, len(words))
        words[at : at + rng.randint(0, 1)] = [rng.choice(pieces)]
    with c.place() as place:
        place.write({**c.program.link_files(), "rsp": b"--et-op=aten::add.out 'x"})
        ended = run(place, words, environment=environment(), memory=c.tools.memory)
        check(place, ended, None, (0, 1, 3))
        return verdict(ended)


MALICE = {"arguments": arguments, "scripts": scripts, "paths": paths, "command": command}

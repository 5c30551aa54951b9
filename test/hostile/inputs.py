# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kinds of runs: damaged and malicious inputs. Each kind is a function that makes one run from its
index and its own random numbers, and gives "done" or "refused" or raises Wrong.
"""

import json

import bundle
from fixtures import ADD, MUL, environment
from invariants import Wrong, check, files_of, run


def verdict(ended):
    return "done" if ended.status == 0 else "refused"


def prune_again(c, place, ended):
    """A pruned image is what its bundle says: pruned again, nothing changes."""
    image = place.read("app.elf")
    again = run(place, [c.tools.fast("et-prune"), "-q", "--op-list", ADD, "app.elf"])
    check(place, again, None)
    if again.status or place.read("app.elf") != image:
        raise Wrong(f"pruned ({ended}), but not again: {again}")


def prune(c, place, files, op=ADD, options=(), statuses=(0, 1), image=None):
    """Prunes in place. What comes out is `image`, where that is known."""
    place.write(files)
    before = files_of(place.work)
    command = [c.tools.find("et-prune"), "-q", "--op-list", op, *options, "app.elf"]
    ended = run(place, command, environment=environment(), limited=not c.tools.sanitized)
    check(place, ended, before, statuses)
    if c.was_run.exists():
        c.was_run.unlink()
        raise Wrong(f"code of the bundle was run: {ended}")
    if ended.status == 0 and not options:
        if image is not None and place.read("app.elf") != image:
            raise Wrong(f"another image than the pruned one: {ended}")
        prune_again(c, place, ended)
    return verdict(ended)


# Damage: what et-fuzz makes of each kind of file.


def image(c, rng, index):
    damaged = c.mutants.get("image", c.program.folder / "app.elf", index)
    options, statuses = rng.choice([((), (0, 1))] * 4
                                   + [(("--check",), (0, 1, 2)), (("--dry-run",), (0, 1))])
    files = {**c.program.image_files(), "app.elf": damaged}
    with c.place() as place:
        return prune(c, place, files, ADD, options, statuses, c.program.pruned[ADD])


def bundles(c, rng, index):
    damaged = c.mutants.get("bundle", c.program.folder / "app.elf.etl", index)
    options = rng.choice([()] * 5 + [("--dry-run",), ("--check-link",)])
    with c.place() as place:
        return prune(c, place, {**c.program.image_files(), "app.elf.etl": damaged}, ADD, options)


def member(name, target):
    """A text of the bundle alone."""

    def kind(c, rng, index):
        source = c.program.folder / name.replace("/", "-")
        source.write_bytes(c.program.members[name])
        members = {**c.program.members, name: c.mutants.get(target, source, index)}
        with c.place() as place:
            packed = c.program.packed(members, place.root)
            return prune(c, place, {**c.program.image_files(), "app.elf.etl": packed})

    return kind


def link_input(name, target):
    """A file of the link: the wrapper reads it, and whatever is linked prunes or is refused."""

    def kind(c, rng, index):
        damaged = c.mutants.get(target, c.program.folder / name, index)
        with c.place() as place:
            place.write({**c.program.link_files(), name: damaged})
            options = rng.choice([()] * 3 + [(f"-Wl,--et-op={MUL}",)])
            command = ["./link", *options, "-o", "app.elf"]
            ended = run(place, command, environment=environment(), limited=not c.tools.sanitized)
            check(place, ended, None)
            overflowed = "does not fit" in ended.stderr
            if ended.status and place.read("app.elf.etl") is not None and not overflowed:
                raise Wrong(f"a bundle without an image: {ended}")
            if ended.status == 0 and place.read("app.elf.etl") is not None:
                after = run(place, [c.tools.fast("et-prune"), "-q", "--op-list", ADD, "app.elf"])
                check(place, after, None)
            return verdict(ended)

    return kind


def tool_input(target, *commands):
    """A file that says what is wanted, or a model: each time to one of the tools that read it."""

    def kind(c, rng, index):
        seeds = sorted((c.seeds / target).iterdir())
        number, which = divmod(index, len(seeds))
        damaged = c.mutants.get(target, seeds[which], number)
        with c.place() as place:
            place.write({**c.program.image_files(), "input": damaged})
            before = files_of(place.work)
            tool, *words = rng.choice(commands)
            # A program computes as long as it says.
            limit = ["timeout", "5"] if tool == "et-run" else []
            ended = run(
                place,
                [*limit, c.tools.find(tool), *words],
                environment=environment(),
                limited=not c.tools.sanitized,
            )
            check(place, ended, before, (0, 1, 2, 124) if limit else (0, 1, 2))
            return verdict(ended)

    return kind


# Malice.


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
    -in-implib -symbol-ordering-file -c -P -I --no-pie -e""".split()
#: What is hidden so: {target} is outside, {library} and {script} leave a mark when they are run;
#: the library is also one of the bundle's files.
ATTACKS = """-plugin=./evil.so -plugin={library} -o{target} -Map={target} --reproduce={target}
    --time-trace={target} --why-extract={target} --dependency-file={target}
    --print-archive-stats={target} --lto-obj-path={target} --out-implib={target}
    --error-handling-script={script} --output={target} -plugin-opt={library}
    --load-pass-plugin=./evil.so -mllvm=-load=./evil.so @{secret} -T{secret} -l:{secret}
    --just-symbols={secret} --version-script={secret} -R{secret} {target} {secret}""".split()


def arguments(c, rng, index):
    """A bundle whose link command wants to write, to read or to run something of the machine."""
    manifest = json.loads(c.program.members["manifest.json"])
    with c.place() as place:
        above = "../" * 30 + str(place.outside)[1:]
        target = rng.choice([f"{place.outside}/{name}" for name in ("new", "empty", "notes.md")]
                            + [f"{above}/new"])
        attack = rng.choice(ATTACKS).format(
            target=target, library=c.library, script=c.script, secret=f"{above}/secret"
        )
        option = rng.choice([rng.choice(SPLIT), rng.choice(c.linker_options)])
        option = rng.choice([option, option, option.replace("--", "-"),
                             option[: rng.randint(2, len(option))], option + "x"])
        words = rng.choice([[option, attack]] * 8
                           + [[attack], attack.split("=", 1), [f"{option}={target}"]])
        # The lists of words, wherever a manifest has them.
        lists = [box for box, _ in manifest_words(manifest) if isinstance(box, list)]
        box = rng.choice(lists)
        at = rng.choice([0, len(box), rng.randint(0, len(box))])
        box[at:at] = words
        library = c.library.read_bytes()
        members = {**c.program.members, f"files/{len(manifest['files'])}-evil.so": library}
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
        ended = run(place, words, environment=environment(), limited=not c.tools.sanitized)
        check(place, ended, None, (0, 1, 3))
        return verdict(ended)


DAMAGE = {
    "object": link_input("main.o", "object"),
    "archive": link_input("libkernels.a", "archive"),
    "script": link_input("vendor.ld", "script"),
    "image": image,
    "bundle": bundles,
    "manifest": member("manifest.json", "manifest"),
    "map": member("images/0.map", "map"),
    "list": tool_input(
        "selection",
        ("et-oplist", "--ops", "input", "-o", "out.yaml"),
        ("et-prune", "-q", "--dry-run", "--ops", "input", "app.elf"),
        ("et-prune", "--check", "--ops", "input", "app.elf"),
        ("et-oplist", "--model_file_list_path", "input", "-o", "out.yaml"),
    ),
    "yaml": tool_input("schema", ("et-oplist", "--ops-schema", "input", "--print")),
    "dictionary": tool_input(
        "dictionary", ("et-oplist", "--ops-dict", "input", "--print"),
        ("et-prune", "--diff", "input", "input")
    ),
    "model": tool_input(
        "model",
        ("et-oplist", "--model", "input", "--print"),
        ("et-prune", "-q", "--dry-run", "--model", "input", "app.elf"),
        ("et-run", "input"),
    ),
    "bundled-model": tool_input(
        "bundled-model", ("et-oplist", "--model", "input", "--print"), ("et-run", "input")
    ),
}
MALICE = {"arguments": arguments, "scripts": scripts, "paths": paths, "command": command}

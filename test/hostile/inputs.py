# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kinds of runs with damaged inputs. Each kind is a function. Its arguments are the campaign, a
generator of random numbers, and the run's index. Its result is "done" or "refused". If an invariant
is violated, the function raises Wrong."""

from fixtures import ADD, MUL, environment
from invariants import Wrong, check, files_of, run


def verdict(ended):
    return "done" if ended.status == 0 else "refused"


def prune_again(c, place, ended):
    """Checks that pruning a pruned image again succeeds and does not change the image."""
    image = place.read("app.elf")
    again = run(place, [c.tools.fast("et-prune"), "-q", "--op-list", ADD, "app.elf"])
    check(place, again, None)
    if again.status or place.read("app.elf") != image:
        raise Wrong(f"pruning again fails or changes the image: {again}; before: {ended}")


def prune(c, place, files, op=ADD, options=(), statuses=(0, 1), image=None):
    """Prunes in place. If `image` is given, the result must be `image`."""
    place.write(files)
    before = files_of(place.work)
    command = [c.tools.find("et-prune"), "-q", "--op-list", op, *options, "app.elf"]
    ended = run(place, command, environment=environment(), memory=c.tools.memory)
    check(place, ended, before, statuses)
    if c.was_run.exists():
        c.was_run.unlink()
        raise Wrong(f"code of the bundle was run: {ended}")
    if ended.status == 0 and not options:
        if image is not None and place.read("app.elf") != image:
            raise Wrong(f"the image differs from a pruned image of good inputs: {ended}")
        prune_again(c, place, ended)
    return verdict(ended)


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
    """Returns a kind of run that damages the bundle's member `name`."""

    def kind(c, rng, index):
        source = c.program.folder / name.replace("/", "-")
        source.write_bytes(c.program.members[name])
        members = {**c.program.members, name: c.mutants.get(target, source, index)}
        with c.place() as place:
            packed = c.program.packed(members, place.root)
            return prune(c, place, {**c.program.image_files(), "app.elf.etl": packed})

    return kind


def link_input(name, target):
    """Returns a kind of run that damages a file of the link."""

    def kind(c, rng, index):
        damaged = c.mutants.get(target, c.program.folder / name, index)
        with c.place() as place:
            place.write({**c.program.link_files(), name: damaged})
            options = rng.choice([()] * 3 + [(f"-Wl,--et-op={MUL}",)])
            command = ["./link", *options, "-o", "app.elf"]
            ended = run(place, command, environment=environment(), memory=c.tools.memory)
            check(place, ended, None)
            # If the image does not fit its memory regions, et-ld writes a bundle without an image.
            overflowed = "does not fit" in ended.stderr
            if ended.status and place.read("app.elf.etl") is not None and not overflowed:
                raise Wrong(f"the link failed, but left a bundle: {ended}")
            if ended.status == 0 and place.read("app.elf.etl") is not None:
                after = run(place, [c.tools.fast("et-prune"), "-q", "--op-list", ADD, "app.elf"])
                check(place, after, None)
            return verdict(ended)

    return kind


def tool_input(target, *commands):
    """Returns a kind of run that gives a damaged selection or model to one of the commands."""

    def kind(c, rng, index):
        seeds = sorted((c.seeds / target).iterdir())
        number, which = divmod(index, len(seeds))
        damaged = c.mutants.get(target, seeds[which], number)
        with c.place() as place:
            place.write({**c.program.image_files(), "input": damaged})
            before = files_of(place.work)
            tool, *words = rng.choice(commands)
            # The instructions of a damaged model may take very long.
            limit = ["timeout", "5"] if tool == "et-run" else []
            ended = run(
                place,
                [*limit, c.tools.find(tool), *words],
                environment=environment(),
                memory=c.tools.memory,
            )
            check(place, ended, before, (0, 1, 2, 124) if limit else (0, 1, 2))
            return verdict(ended)

    return kind


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
    "yaml": tool_input("schema", ("et-oplist", "--ops-schema", "input", "-o", "-")),
    "dictionary": tool_input(
        "dictionary", ("et-oplist", "--ops-dict", "input", "-o", "-"),
        ("et-prune", "--diff", "input", "input")
    ),
    "model": tool_input(
        "model",
        ("et-oplist", "--model", "input", "-o", "-"),
        ("et-prune", "-q", "--dry-run", "--model", "input", "app.elf"),
        ("et-run", "input"),
    ),
    "bundled-model": tool_input(
        "bundled-model", ("et-oplist", "--model", "input", "-o", "-"), ("et-run", "input")
    ),
}

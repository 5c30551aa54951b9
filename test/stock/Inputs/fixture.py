# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds a small program whose objects look to a linker like an ExecuTorch program's objects.

    fixture.py build TARGET FOLDER [NAME=VALUE...] [FILE...]
                                                        builds all objects and archives, or FILEs
    fixture.py select TARGET FOLDER NEW OPS [NAME=VALUE...]
                                                        recompiles for the selection OPS
    fixture.py link TARGET FOLDER IMAGE [OPTION...] [-- ARGUMENT...]
                                                        links; the driver gets the ARGUMENTs, too
    fixture.py run TARGET IMAGE                         runs IMAGE; exits with the status of IMAGE
    fixture.py ops [SELECTION]                          prints all operators, or the operators that
                                                        SELECTION selects
    fixture.py model NAME                               prints a model of test/models as JSON,
                                                        without the arguments that are no tensors
    fixture.py expected TARGET FOLDER                   links without et-prune; prints the output
                                                        of the program

TARGET is the name of a target in test/laws/targets.py. A selection is a text, for example
"aten::add.out custom::scale.out@6". An entry with @dtype selects the kernel for this dtype. An
entry without @dtype selects all kernels of the operator.

If the environment variable STOCK_STORE names a folder, fixture.py builds there, once for each
compiler and set of flags. fixture.py then copies the objects and archives to FOLDER.

NAME=VALUE sets a variable of stock.mk. fixture.py stores the variables in FOLDER for later calls:
    OPS             the operators that the program runs; an initial "*" adds all operators
    FLAGS           compiler flags, for instance -g, -fexceptions, -O0, -fno-function-sections,
                    -DSTOCK_OLD_LAYOUT=1
    FORM            pic, pie or static; by default the form of the target
    KERNELS_FROM    a folder (an absolute path) whose archives of kernels are linked
    MAX_KERNEL_NUM  slots of the registry, by default 2000
    REGISTRY        a source file (an absolute path) that replaces operator_registry.cpp

`select` builds the program again in the folder NEW, with registrations of OPS only, as a user may
recompile a program. NEW gets the variables of FOLDER. Programs of NEW link the kernels of FOLDER.

OPTIONs of `link`:
    whole           links every archive with --whole-archive; by default only the archives of
                    registrations and of the backend
    et=BUILD        links through the wrapper of the build folder BUILD
    effect_store, effect_call, effect_device
                    adds an initialiser that registers kernels, and stores, calls or sets a device
    on_stack        adds an object that registers an array on the stack
    library         adds an object that registers kernels one by one
    by_hand         adds an object with handwritten registrations
    shared_user     adds register_again(), a function that shares a registration with `library`
    object=FILE     adds the object FILE
    records         adds librecords.a, with kernels that have records
    duplicate       adds an archive that registers operators of other archives again
    plugin          adds a shared library that registers kernels, libplugin.so beside the image
    no_backend      omits the backend
"""

import fcntl
import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

HERE = os.path.dirname(os.path.abspath(__file__))
TARGETS_FOLDER = os.path.normpath(os.path.join(HERE, os.pardir, os.pardir, "laws"))
LISTS = os.path.join(HERE, "executorch", "lists")
sys.path.insert(0, TARGETS_FOLDER)
sys.dont_write_bytecode = True
from targets import TARGETS

LIBRARIES = ("portable", "custom", "prim_ops")
ENTRY = re.compile(r'[A-Z_]+\("([^"]+)", (?:"(v1/(\d+);[^"]*)")?')


def target(name):
    return next(t for t in TARGETS if t.name == name)


def form(t):
    if t.kind == "shared":
        return "pic"
    return "pie" if t.dynamic else "static"


def run(*command, status=0, **options):
    result = subprocess.run(command, capture_output=True, text=True, **options)
    if status is not None and result.returncode != status:
        text = result.stdout + result.stderr
        sys.exit(f"+ {shlex.join(command)}\nstatus {result.returncode}\n{text}")
    return result.stdout + result.stderr


def read_variables(folder):
    path = Path(folder, "variables")
    lines = path.read_text().splitlines() if path.exists() else []
    return dict(line.split("=", 1) for line in lines)


def write_variables(folder, variables):
    os.makedirs(folder, exist_ok=True)
    lines = (f"{name}={value}\n" for name, value in variables.items())
    Path(folder, "variables").write_text("".join(lines))


def kernels_of(folder):
    return read_variables(folder).get("KERNELS_FROM", os.path.abspath(folder))


def make(t, folder, *arguments):
    """Stores the given variables in `folder`. Runs stock.mk with all stored variables."""
    folder = os.path.abspath(folder)
    goals = [a for a in arguments if "=" not in a]
    variables = read_variables(folder)
    variables.update(a.split("=", 1) for a in arguments if "=" in a)
    write_variables(folder, variables)
    variables = [f"{name}={value}" for name, value in variables.items()]
    fixed = (f"SET={t.objects}", f"FORM={form(t)}", f"OUT={folder}")
    return run("make", "-s", "-j2", "-C", HERE, "-f", "stock.mk", *fixed, *variables, *goals)


def entries(library, selection=None):
    """Yields (name, line) of a library's list. A name is OP or OP@DTYPE."""
    wanted = None if selection is None else selection.split()
    for line in Path(LISTS, f"{library}.def").read_text().splitlines(keepends=True):
        if match := ENTRY.match(line):
            op, _, dtype = match.groups()
            name = f"{op}@{dtype}" if dtype else op
            if wanted is None or name in wanted or op in wanted:
                yield name, line


def operators(selection=None):
    return [name for library in LIBRARIES for name, _ in entries(library, selection)]


def model(name):
    tensors = {op: 2 if line.startswith(("BINARY", "CUSTOM")) else 1
               for library in LIBRARIES for op, line in entries(library)}
    program = json.loads(Path(HERE, "..", "..", "models", f"{name}.json").read_text())
    for plan in program["execution_plan"]:
        called = [f"{op['name']}.{op['overload']}" for op in plan["operators"]]
        for chain in plan["chains"]:
            for instruction in chain["instructions"]:
                call = instruction["instr_args"]
                taken = tensors[called[call["op_index"]]]
                call["args"] = call["args"][:taken] + call["args"][-2:]
    print(json.dumps(program))


def changed_by(variables):
    """Returns the files that depend on a given variable other than FLAGS and FORM."""
    registry = ["operator_registry.o", "libexecutorch_core.a"]
    is_own = "MAX_KERNEL_NUM" in variables or "REGISTRY" in variables
    return (["ops.o"] if "OPS" in variables else []) + (registry if is_own else [])


def copy_stored(t, folder, variables, files=()):
    """Copies `files`, or all files, from the store to `folder`. Returns the files that the caller
    must build in `folder`, because they depend on variables other than FLAGS and FORM. Returns all
    `files` if no store can be used."""
    store = os.environ.get("STOCK_STORE")
    if not store or "LISTS" in variables:
        return list(files)
    own = changed_by(variables)
    common = [name for name in files if name not in own]
    if files and not common:
        return list(files)
    flags = {name: variables[name] for name in ("FLAGS", "FORM") if name in variables}
    what = f"{t.objects} {form(t)} {sorted(flags.items())}"
    stored = os.path.join(store, hashlib.sha256(what.encode()).hexdigest()[:16])
    os.makedirs(store, exist_ok=True)
    with open(stored + ".lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        make(t, stored, *(f"{name}={value}" for name, value in flags.items()),
             *(os.path.join(stored, name) for name in common))
        for name in common + (["records"] if "librecords.a" in common else []):
            source, copy = os.path.join(stored, name), os.path.join(folder, name)
            os.makedirs(os.path.dirname(copy), exist_ok=True)
            if os.path.isdir(source):
                shutil.copytree(source, copy, dirs_exist_ok=True)
            else:
                shutil.copy2(source, copy)
        if not files:
            shutil.copytree(stored, folder, dirs_exist_ok=True)
            os.remove(os.path.join(folder, "variables"))
    return [name for name in files if name in own]


def build(t, folder, *arguments):
    folder = os.path.abspath(folder)
    files = [a for a in arguments if "=" not in a]
    given = dict(a.split("=", 1) for a in arguments if "=" in a)
    before = read_variables(folder)
    if not files and not before:
        copy_stored(t, folder, given)
    elif files:
        files = copy_stored(t, folder, {**before, **given}, files)
        if not files:
            write_variables(folder, {**before, **given})
            return
    make(t, folder, *(f"{name}={value}" for name, value in given.items()),
         *(os.path.join(folder, name) for name in files))


def select(t, folder, new, ops, *variables):
    os.makedirs(os.path.join(new, "lists"), exist_ok=True)
    count = 0
    for library in LIBRARIES:
        lines = [line for _, line in entries(library, ops)]
        count += len(lines)
        Path(new, "lists", f"{library}.def").write_text("".join(lines))
    make(t, new, *(f"{name}={value}" for name, value in read_variables(folder).items()),
         f"LISTS={os.path.abspath(new)}/lists", f"KERNELS_FROM={kernels_of(folder)}",
         f"MAX_KERNEL_NUM={max(count, 1)}", f"OPS={ops}", *variables)


def driver_of(t, folder):
    store = os.environ.get("STOCK_STORE")
    path = store and os.path.join(store, t.objects + ".driver")
    if not path or not os.path.exists(path):
        line = make(t, folder, "link")
        if not path:
            return shlex.split(line)
        with open(f"{path}.{os.getpid()}", "w") as file:
            file.write(line)
        os.replace(file.name, path)
    return shlex.split(Path(path).read_text())


def link_command(t, folder, image, *options, arguments=()):
    """Returns the link command of the program. Builds missing objects and archives."""
    folder = os.path.abspath(folder)
    options = list(options)
    driver = driver_of(t, folder)
    shared = t.kind == "shared"
    app = ["main_shared.o" if shared else "main.o", "ops.o", "console.o"]
    if t.objects.startswith("arm"):
        app += ["startup.o", "semihosting.o", "bare.o"]
    else:
        app += ["hosted.o"] + (["bare.o"] if t.objects.startswith("riscv") else [])
    registrations = ["libportable_ops_lib.a", "libcustom_ops_lib.a", "libexecutorch.a"]
    kernels = ["libcustom_kernels.a", "libportable_kernels.a"]
    records = ["librecords.a"] if "records" in options else []
    core = ["libexecutorch_core.a"]
    if "no_backend" not in options:
        registrations.append("libtwice_backend.a")
    if "duplicate" in options:
        registrations.append("libduplicate_ops_lib.a")
    for name in options:
        if name.startswith("effect_"):
            app += [f"{name}.o", "effect_helper.o"]
    app += [os.path.abspath(o[7:]) for o in options if o.startswith("object=")]
    app += [f"{name}.o" for name in ("on_stack", "library", "by_hand", "shared_user") if name in options]
    kernels_from = kernels_of(folder)
    taken = [name for name in kernels + records if os.path.exists(os.path.join(kernels_from, name))]

    def path(name):
        return os.path.join(kernels_from if name in taken else folder, name)

    more = [name for name in app + registrations + records if not os.path.exists(path(name))]
    more += ["plugin.o"] if "plugin" in options else []
    variables = read_variables(folder)
    more = copy_stored(t, folder, variables, more) if more else []
    if more:
        make(t, folder, *(os.path.join(folder, name) for name in more))
    libraries = ["-lc_nano", "-lm", "-lgcc"]
    if "-fexceptions" in variables.get("FLAGS", ""):
        # A program that throws would abort with the small C++ library of nano.specs.
        driver = [argument for argument in driver if argument != "--specs=nano.specs"]
        libraries = ["-lstdc++", "-lc", "-lm", "-lgcc"]

    whole = registrations + (records + kernels + core if "whole" in options else [])
    rest = [] if "whole" in options else records + kernels + core
    command = driver + shlex.split(t.link)
    if shared:
        command += ["-shared", "-Wl,-z,defs", "-Wl,-soname,libexample.so"]
    command += [f"-B{o[3:]}/libexec/et-prune" for o in options if o.startswith("et=")]
    command += [path(name) for name in app]
    if "plugin" in options:
        plugin = os.path.join(os.path.dirname(os.path.abspath(image)), "libplugin.so")
        run(driver[0], *driver[1:], "-shared", path("plugin.o"), "-o", plugin)
        command += ["-Wl,--no-as-needed", plugin, "-Wl,-rpath,$ORIGIN"]
    command += ["-Wl,--whole-archive", *map(path, whole), "-Wl,--no-whole-archive"]
    command += map(path, rest)
    if "-nostdlib" in driver:
        command += libraries
    elif t.objects.startswith("riscv"):
        command += ["-lm"]
    return command + [*arguments, "-o", image]


def link(t, folder, image, *options, arguments=()):
    return run(*link_command(t, folder, image, *options, arguments=arguments))


def run_command(t, image):
    """Returns the command that runs `image`. First links a program if `image` is a library."""
    image = os.path.abspath(image)
    if t.kind == "shared":
        folder = os.path.dirname(image)
        library = os.path.join(folder, "libexample.so")
        if image != library:
            run("cp", image, library)
        driver, *_ = driver_of(t, folder)
        source = os.path.join(TARGETS_FOLDER, "shared.cpp")
        image = os.path.join(folder, "use")
        run(driver, source, f"-L{folder}", "-lexample", "-Wl,-rpath,$ORIGIN", "-o", image)
    return [*shlex.split(t.run), image]


def execute(t, image, **options):
    """Returns the program's output. QEMU prints the output of RISC-V programs on stderr."""
    return run(*run_command(t, image), **options)


def expected(t, folder):
    """Returns the output of the program linked without et-prune. Fails unless all kernels of the
    lists are registered and compute different results."""
    link(t, folder, "expected")
    lines = execute(t, "expected").splitlines()
    computed = dict(line.split(" ", 2)[1:] for line in lines if line.startswith("run "))
    found = [ENTRY.match(line).groups("") for name in LIBRARIES for _, line in entries(name)]
    assert sorted(computed) == sorted(operators()), computed
    assert len(set(computed.values())) == len(computed), computed
    assert lines[len(computed) + 2 :] == [f"registered {op} {key}" for op, key, _ in sorted(found)]
    return lines


def main(verb, *arguments):
    if verb == "ops":
        print(*operators(*arguments), sep="\n")
        return
    if verb == "model":
        model(*arguments)
        return
    t, rest = target(arguments[0]), arguments[1:]
    if verb == "build":
        build(t, *rest)
    elif verb == "select":
        select(t, *rest)
    elif verb == "link":
        more = rest[rest.index("--") + 1 :] if "--" in rest else ()
        options = rest[: rest.index("--")] if "--" in rest else rest
        print(link(t, *options, arguments=more), end="")
    elif verb == "expected":
        print(*expected(t, *rest), sep="\n")
    elif verb == "run":
        sys.exit(subprocess.run(run_command(t, *rest), stderr=subprocess.STDOUT).returncode)
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(*sys.argv[1:])

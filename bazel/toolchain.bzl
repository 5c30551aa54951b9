# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# An action sees only declared files, so a toolchain lists every file that a link reads. The
# repository rule asks gcc for these files and makes symbolic links to them, in the same folders as
# in gcc's installation. With -no-canonical-prefixes gcc finds the files relative to its own
# symbolic link. Only the archives of the given CPUs are declared, because the archives of all CPUs
# of a Cortex-M gcc take two gigabytes.
"""Declares et-prune's tools, and the compiler that links with et-prune's wrapper.

    load("@et_prune//:toolchain.bzl", "et_prune_repository")

    et_prune_repository(
        name = "et_prune_arm",
        root = "/opt/et-prune",
        cpus = ["-mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16"],
    )
    register_toolchains("@et_prune_arm//:toolchain")

docs/bazel.md describes the rules.
"""

def _et_prune_toolchain(ctx):
    wrapper_files = depset([ctx.file.wrapper] + ctx.files.tools)
    return [platform_common.ToolchainInfo(et_prune = struct(
        driver = ctx.file.driver,
        wrapper = ctx.file.wrapper,
        linker = ctx.file.linker,
        et_prune = ctx.file.et_prune,
        linkopts = ctx.attr.linkopts,
        link_files = depset(
            [ctx.file.driver, ctx.file.linker] + ctx.files.programs + ctx.files.libraries,
            transitive = [wrapper_files],
        ),
        prune_files = depset(
            [ctx.file.et_prune, ctx.file.linker, ctx.file.driver] + ctx.files.programs,
            transitive = [wrapper_files],
        ),
    ))]

def _program(doc):
    return attr.label(mandatory = True, allow_single_file = True, cfg = "exec", doc = doc)

def _files(doc):
    return attr.label_list(allow_files = True, cfg = "exec", doc = doc)

et_prune_toolchain = rule(
    implementation = _et_prune_toolchain,
    doc = "Declares the files of a toolchain one by one, for a gcc that is in an archive of the project.",
    attrs = {
        "et_prune": _program("bin/et-prune"),
        "wrapper": _program("libexec/et-prune/ld, in the folder for -B"),
        "tools": _files("the other files of bin/ and libexec/et-prune/"),
        "driver": _program("the compiler that links: arm-none-eabi-g++"),
        "linker": _program("the linker that the driver runs: arm-none-eabi/bin/ld"),
        "programs": _files("what driver and linker run or load: collect2, liblto_plugin.so; for -flto lto-wrapper, lto1, as"),
        "libraries": _files("what a link reads: specs, crt*.o, archives"),
        "linkopts": attr.string_list(doc = "options of every link"),
    },
)

def _normal(path):
    parts = []
    for part in path.split("/"):
        if part == "..":
            parts.pop()
        elif part not in ["", "."]:
            parts.append(part)
    return "/" + "/".join(parts)

def _ask(repository, driver, arguments):
    answer = repository.execute([driver] + arguments)
    if answer.return_code != 0:
        fail("et_prune_repository: '{}' fails with {}: {}".format(driver, " ".join(arguments), answer.stderr))
    return answer.stdout.strip()

# Makes symbolic links in gcc/ to the files of gcc that a link reads. Returns the path of the
# symbolic link to the linker.
def _lay_out_gcc(repository, driver):
    prefix = str(driver.realpath.dirname.dirname)
    programs = [
        _ask(repository, driver, ["-print-prog-name=" + program])
        for program in ["ld", "collect2", "as", "lto-wrapper", "lto1"]
    ]
    paths = programs + [_ask(repository, driver, ["-print-file-name=liblto_plugin.so"])]
    for library in ["libgcc.a", "libc.a"]:
        folder = _ask(repository, driver, ["-print-file-name=" + library]).rpartition("/")[0]
        if not folder:
            continue
        paths += _files_in(repository, folder, ["specs"])
        for cpu in repository.attr.cpus:
            flags = [flag for flag in cpu.split(" ") if flag]
            multilib = _ask(repository, driver, flags + ["-print-multi-directory"])
            paths += _files_in(repository, folder + "/" + multilib, ["a", "o", "specs", "ld"])
    laid_out = {"gcc/bin/" + driver.basename: driver.realpath}
    for path in paths:
        path = _normal(path)
        # For a program that gcc lacks, gcc prints the bare name, which is not below the prefix.
        if path.startswith(prefix + "/"):
            laid_out["gcc" + path[len(prefix):]] = path
    for place, path in laid_out.items():
        repository.symlink(path, place)
    return "gcc" + _normal(programs[0])[len(prefix):]

def _files_in(repository, folder, extensions):
    path = repository.path(folder)
    return [str(file) for file in path.readdir() if file.basename.rpartition(".")[2] in extensions] if path.exists else []

def _lay_out_tools(repository):
    if repository.attr.urls:
        repository.download_and_extract(
            repository.attr.urls,
            sha256 = repository.attr.sha256,
            stripPrefix = repository.attr.strip_prefix,
        )
        return
    if repository.attr.root:
        root = repository.attr.root
    else:
        found = repository.which("et-prune")
        if not found:
            fail("et_prune_repository: no et-prune in PATH: install it, or write root = \"<folder with bin/et-prune>\"")
        root = str(found.realpath.dirname.dirname)
    for name in ["bin/et-prune", "bin/et-ld", "libexec/et-prune/ld"]:
        if not repository.path(root + "/" + name).exists:
            fail("et_prune_repository: no '{}' in '{}': write root = \"<folder with bin/et-prune>\"".format(name, root))
        repository.symlink(root + "/" + name, name)
    for file in repository.path(root + "/libexec/et-prune").readdir():
        if file.basename.startswith("et-") or file.basename.startswith("ld."):
            repository.symlink(file, "libexec/et-prune/" + file.basename)

_BUILD = """\
load("{rules}", "et_prune_toolchain")

package(default_visibility = ["//visibility:public"])

et_prune_toolchain(
    name = "tools",
    driver = "gcc/bin/{driver}",
    et_prune = "bin/et-prune",
    libraries = glob({libraries}),
    linker = "{linker}",
    linkopts = ["-no-canonical-prefixes"],
    programs = glob(["gcc/**"], exclude = {libraries}),
    tools = glob(["bin/et-ld", "libexec/et-prune/*"]),
    wrapper = "libexec/et-prune/ld",
)

toolchain(
    name = "toolchain",
    target_compatible_with = {constraints},
    toolchain = ":tools",
    toolchain_type = "{type}",
)
"""

# Returns a label for a BUILD file of another repository. Bazel 4 omits the "@" of the main
# repository.
def _absolute(label):
    return str(label) if str(label).startswith("@") else "@" + str(label)

def _et_prune_repository(repository):
    driver = repository.which(repository.attr.driver)
    if not driver:
        fail("et_prune_repository: no compiler '{}' in PATH: install it, or write driver = \"<its path>\"".format(repository.attr.driver))
    _lay_out_tools(repository)
    linker = _lay_out_gcc(repository, driver)
    repository.file("BUILD.bazel", _BUILD.format(
        rules = _absolute(Label("//:toolchain.bzl")),
        type = _absolute(Label("//:toolchain_type")),
        driver = driver.basename,
        linker = linker,
        libraries = ["gcc/**/*." + extension for extension in ["a", "o", "specs", "ld"]],
        constraints = repository.attr.target_compatible_with,
    ))

REPOSITORY_ATTRIBUTES = {
    "root": attr.string(doc = "folder with bin/et-prune; by default, the folder of the et-prune in PATH"),
    "urls": attr.string_list(doc = "instead of root: addresses of an archive of et-prune"),
    "sha256": attr.string(doc = "the archive's SHA-256"),
    "strip_prefix": attr.string(doc = "the archive's folder that has bin/"),
    "driver": attr.string(default = "arm-none-eabi-g++", doc = "the gcc that links, by name or path"),
    "cpus": attr.string_list(mandatory = True, doc = "for each board, the options that choose its CPU"),
    "target_compatible_with": attr.string_list(doc = "constraints of the platforms for which the gcc links"),
}

et_prune_repository = repository_rule(
    implementation = _et_prune_repository,
    doc = "Declares a toolchain from the gcc and the et-prune that are installed on this machine.",
    attrs = REPOSITORY_ATTRIBUTES,
    environ = ["PATH"],
    configure = True,
    local = True,
)

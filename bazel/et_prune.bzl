# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Each link and each pruning is one action. A changed model repeats only its own prunings. Actions
# get no environment variables and search no PATH, because the linker is a declared input.
"""et-prune's rules.

    load("@et_prune//:et_prune.bzl", "et_fleet", "et_image", "et_pruned", "et_report_diff")

    et_image(
        name = "m4",
        linkopts = ["-mcpu=cortex-m4", "-mthumb", "--specs=nano.specs"],
        objects = ["startup.o"],
        script = "m4.ld",
        deps = [":app"],
    )
    et_pruned(name = "cnn_m4", image = ":m4", models = ["cnn.pte"], budgets = {"FLASH": "64K"})
    et_report_diff(name = "cnn_m4_diff", after = ":cnn_m4", before = "main/cnn_m4.json")
    et_fleet(name = "fleet", images = [":m4", ":m7"], models = ["add.pte", "cnn.pte"])

docs/bazel.md describes the rules.
"""

load("@rules_cc//cc/common:cc_info.bzl", "CcInfo")

EtImageInfo = provider("A linked image that can be pruned.", fields = {
    "image": "the program, with every kernel that it links",
    "bundle": "its link bundle, <image>.etl",
})

EtReportInfo = provider("A pruned image's report.", fields = {
    "json": "the file that --report-json writes",
    "board": "the name of the image that was pruned",
})

_TOOLCHAIN = str(Label("//:toolchain_type"))

def _tools(ctx):
    return ctx.toolchains[_TOOLCHAIN].et_prune

def _folder(file):
    return file.dirname

def _add_libraries(args, deps):
    files = []
    for linker_input in cc_common.merge_cc_infos(cc_infos = [dep[CcInfo] for dep in deps]).linking_context.linker_inputs.to_list():
        files += linker_input.additional_inputs
        for library in linker_input.libraries:
            archive = library.static_library or library.pic_static_library
            if not archive:
                continue
            files.append(archive)
            if library.alwayslink:
                args.add_all(["-Wl,--whole-archive", archive, "-Wl,--no-whole-archive"])
            else:
                args.add(archive)
        args.add_all(linker_input.user_link_flags)
    return files

def _et_image(ctx):
    tools = _tools(ctx)
    image = ctx.actions.declare_file(ctx.label.name + ".elf")
    bundle = ctx.actions.declare_file(image.basename + ".etl", sibling = image)
    args = ctx.actions.args()
    args.use_param_file("@%s")
    args.set_param_file_format("shell")
    args.add_all(tools.linkopts)
    args.add_all([tools.wrapper], map_each = _folder, format_each = "-B%s")
    args.add("-Wl,--gc-sections")
    args.add_all([ctx.expand_location(option, ctx.attr.data) for option in ctx.attr.linkopts])
    if ctx.file.script:
        args.add("-T", ctx.file.script)
    args.add_all(ctx.files.objects)
    libraries = _add_libraries(args, ctx.attr.deps)
    args.add("-o", image)
    inputs = ctx.files.objects + ctx.files.data + libraries
    ctx.actions.run(
        executable = tools.driver,
        arguments = [args],
        inputs = inputs + ([ctx.file.script] if ctx.file.script else []),
        tools = tools.link_files,
        outputs = [image, bundle],
        env = {},
        mnemonic = "EtImage",
        progress_message = "Linking %s" % image.short_path,
    )
    return [
        DefaultInfo(files = depset([image, bundle])),
        EtImageInfo(image = image, bundle = bundle),
    ]

et_image = rule(
    implementation = _et_image,
    doc = "Links a program with every kernel, and writes the link bundle that pruning needs.",
    attrs = {
        "objects": attr.label_list(allow_files = [".o", ".a"], doc = "object files and archives, in the linker's order"),
        "deps": attr.label_list(providers = [CcInfo], doc = "cc_library targets, linked after the objects"),
        "script": attr.label(allow_single_file = True, doc = "the linker script"),
        "linkopts": attr.string_list(doc = "options of the compiler, with $(location) of data"),
        "data": attr.label_list(allow_files = True, doc = "other files that the link reads"),
    },
    toolchains = [_TOOLCHAIN],
)

_REPORTS = {"text": "txt", "html": "html"}

def _et_pruned(ctx):
    tools = _tools(ctx)
    full = ctx.attr.image[EtImageInfo]
    image = ctx.actions.declare_file(ctx.label.name + "." + full.image.extension)
    json = ctx.actions.declare_file(image.basename + ".prune.json", sibling = image)
    outputs = [image, json]
    args = ctx.actions.args()
    args.add_all(ctx.files.models, before_each = "--model")
    args.add_all(ctx.files.ops, before_each = "--ops")
    args.add_all(ctx.files.ops_schema, before_each = "--ops-schema")
    args.add_all(ctx.attr.op_list, before_each = "--op-list")
    args.add_all(ctx.attr.drop, before_each = "--drop")
    for region, size in ctx.attr.budgets.items():
        args.add_all(["--budget", region + "=" + size])
    args.add_all(ctx.attr.options)
    args.add("--report-json", json)
    for form in ctx.attr.reports:
        if form not in _REPORTS:
            fail("et_pruned: '{}' is not a kind of report: write text or html".format(form), "reports")
        report = ctx.actions.declare_file(image.basename + ".prune." + _REPORTS[form], sibling = image)
        args.add("--report-" + form, report)
        outputs.append(report)
    args.add("--quiet")
    args.add("-o", image)
    args.add(full.image)
    ctx.actions.run(
        executable = tools.et_prune,
        arguments = [args],
        inputs = [full.image, full.bundle] + ctx.files.models + ctx.files.ops + ctx.files.ops_schema,
        tools = tools.prune_files,
        outputs = outputs,
        env = {},
        mnemonic = "EtPrune",
        progress_message = "Pruning %s" % image.short_path,
    )
    return [
        DefaultInfo(files = depset(outputs)),
        EtReportInfo(json = json, board = ctx.attr.image.label.name),
    ]

et_pruned = rule(
    implementation = _et_pruned,
    doc = "Makes the image with the selected kernels, and a report.",
    attrs = {
        "image": attr.label(mandatory = True, providers = [EtImageInfo], doc = "an et_image"),
        "models": attr.label_list(allow_files = True, doc = "programs, .pte or .bpte"),
        "ops": attr.label_list(allow_files = True, doc = "selected_operators.yaml, or another form of --ops"),
        "ops_schema": attr.label_list(allow_files = True, doc = "functions.yaml and the like"),
        "op_list": attr.string_list(doc = "operators: aten::add.out"),
        "drop": attr.string_list(doc = "operators to leave out"),
        "budgets": attr.string_dict(doc = "limits: {\"FLASH\": \"64K\"}; the build fails if the image is over a limit"),
        "options": attr.string_list(doc = "other options of et-prune: --all-ops, --drop-backends"),
        "reports": attr.string_list(doc = "more reports than the JSON report: text, html"),
    },
    toolchains = [_TOOLCHAIN],
)

def _report(target):
    if EtReportInfo in target:
        return target[EtReportInfo].json
    files = target.files.to_list()
    if len(files) != 1:
        fail("{} is not a report: name one JSON file or an et_pruned target".format(target.label))
    return files[0]

def _et_report_diff(ctx):
    tools = _tools(ctx)
    before, after = _report(ctx.attr.before), _report(ctx.attr.after)
    markdown = ctx.actions.declare_file(ctx.label.name + ".md")
    args = ctx.actions.args()
    args.add(markdown)
    args.add(tools.et_prune)
    args.add_all(["--diff", before, after])
    args.add_all(ctx.attr.fail_if_grows, before_each = "--fail-if-grows")
    ctx.actions.run_shell(
        command = 'out=$1; shift; "$@" > "$out"',
        arguments = [args],
        inputs = [before, after],
        tools = tools.prune_files,
        outputs = [markdown],
        env = {},
        mnemonic = "EtReportDiff",
        progress_message = "Comparing %s" % markdown.short_path,
    )
    return [DefaultInfo(files = depset([markdown]))]

et_report_diff = rule(
    implementation = _et_report_diff,
    doc = "Writes what changed between two reports, and why, as Markdown for a pull request.",
    attrs = {
        "before": attr.label(mandatory = True, allow_files = [".json"], doc = "a JSON report, or an et_pruned"),
        "after": attr.label(mandatory = True, allow_files = [".json"], doc = "a JSON report, or an et_pruned, to compare with before"),
        "fail_if_grows": attr.string_list(doc = "limits of growth: flash:1%; the build fails if the image grew by more than a limit"),
    },
    toolchains = [_TOOLCHAIN],
)

_TABLES = {"text": "txt", "json": "json", "html": "html"}

def _et_fleet_table(ctx):
    tools = _tools(ctx)
    outputs = []
    args = ctx.actions.args()
    args.add(tools.et_prune)
    args.add("--table")
    args.add("--quiet")
    for name, size in ctx.attr.budgets.items():
        args.add_all(["--budget", name + "=" + size])
    for form, extension in _TABLES.items():
        outputs.append(ctx.actions.declare_file(ctx.label.name + "." + extension))
        args.add("--report-" + form, outputs[-1])
    for report in ctx.attr.reports:
        board = report[EtReportInfo].board + "=" if EtReportInfo in report else ""
        args.add(_report(report), format = board + "%s")
    ctx.actions.run_shell(
        # Status 3 means that an image is over budget. A failed action would have no outputs, so the
        # action succeeds, and et_fleet_test fails.
        command = '"$@" || test $? = 3',
        arguments = [args],
        inputs = [_report(report) for report in ctx.attr.reports],
        tools = tools.prune_files,
        outputs = outputs,
        env = {},
        mnemonic = "EtFleetTable",
        progress_message = "Making the table %s" % ctx.label,
    )
    return [DefaultInfo(files = depset(outputs))]

et_fleet_table = rule(
    implementation = _et_fleet_table,
    doc = "Writes a table of all reports, by model and board, as text, JSON and an HTML page.",
    attrs = {
        "reports": attr.label_list(mandatory = True, allow_files = [".json"], doc = "et_pruned targets, or JSON reports"),
        "budgets": attr.string_dict(doc = "limits: {\"FLASH\": \"64K\", \"m4:flash\": \"48K\"}"),
    },
    toolchains = [_TOOLCHAIN],
)

def _et_fleet_test(ctx):
    files = {file.extension: file for file in ctx.files.table}
    script = ctx.actions.declare_file(ctx.label.name + ".sh")
    ctx.actions.write(
        script,
        """#!/bin/sh
cat '{}'
! grep -q '"over_budget": true' '{}'
""".format(files["txt"].short_path, files["json"].short_path),
        is_executable = True,
    )
    return [DefaultInfo(executable = script, runfiles = ctx.runfiles(files = ctx.files.table))]

et_fleet_test = rule(
    implementation = _et_fleet_test,
    doc = "Fails if an image of the table is over budget.",
    attrs = {"table": attr.label(mandatory = True, doc = "an et_fleet_table")},
    test = True,
)

def _name_of(label):
    return label.rpartition("/")[2].rpartition(":")[2]

def _without_extension(name):
    return name.rpartition(".")[0] or name

def et_fleet(name, models, images, budgets = {}, **kwargs):
    """Prunes every image for every model, and makes a table and a test of the budgets.

    Args:
      name: the table; the images are <name>_<model>_<board>, the test is <name>_test
      models: files; or {"name": [files]} if one image runs several models
      images: et_image targets, one for each board
      budgets: as in et_fleet_table; the test fails if an image is over a budget
      **kwargs: attributes of each et_pruned
    """
    if type(models) != type({}):
        models = {_without_extension(_name_of(model)): [model] for model in models}
    reports = []
    for model, files in models.items():
        for image in images:
            pruned = "{}_{}_{}".format(name, model, _name_of(image))
            et_pruned(name = pruned, image = image, models = files, **kwargs)
            reports.append(":" + pruned)
    et_fleet_table(name = name, budgets = budgets, reports = reports)
    et_fleet_test(name = name + "_test", table = ":" + name)

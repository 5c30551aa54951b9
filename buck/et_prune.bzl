# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# A library exports linker flags that make the program's link prune. A pruning rule after the link
# would need the link bundle, but no rule of Buck declares the bundle as an output.
"""et-prune's macros for Buck2. They have the names of ExecuTorch's macros.

    load("//third-party/et-prune/buck:et_prune.bzl", "et_operator_library", "executorch_generated_lib")

    et_operator_library(name = "vision_ops", model = ["vision.pte"])
    et_operator_library(name = "speech_ops", ops = ["aten::mm.out"])
    executorch_generated_lib(
        name = "my_ops",
        deps = [":vision_ops", ":speech_ops"],
        kernel_deps = [":my_kernels"],
    )
    cxx_binary(name = "app", srcs = ["main.cpp"], deps = [":my_ops"])

An operator library is a selected_operators.yaml, which et-oplist writes. A generated library unites
the selections of its deps. Its exported linker flags make the program's link go through et-ld, and
name the united selection. No code is generated.

Write in .buckconfig: [et_prune] root = <folder with bin/ and libexec/et-prune/>. docs/buck.md says
how far the macros were tried.
"""

def _tool(path):
    root = read_config("et_prune", "root", "")
    if not root:
        fail("et-prune: write in .buckconfig: [et_prune] root = <folder with bin/et-oplist>")
    return root + "/" + path

def _as_list(value):
    if value == None:
        return []
    return [value] if type(value) == type("") else value

def _is_target(source):
    return source.startswith(":") or "//" in source

# Returns the path of a target's output, or of a file of the package, in a genrule's command.
def _location(source):
    return '"$(location {})"'.format(source) if _is_target(source) else '"$SRCDIR/{}"'.format(source)

def _selection(name, options, sources, visibility):
    native.genrule(
        name = name,
        srcs = [source for source in sources if not _is_target(source)],
        out = "selected_operators.yaml",
        cmd = " ".join(['"{}"'.format(_tool("bin/et-oplist"))] + options + ['--output="$OUT"']),
        visibility = visibility,
    )

def et_operator_library(
        name,
        model = None,
        ops = None,
        ops_schema_yaml_target = None,
        ops_schema_yaml_path = None,
        include_all_ops = False,
        visibility = None):
    """Defines a selection, the union of all arguments.

    Args:
      name: the target; its output is selected_operators.yaml
      model: one or several programs (.pte or .bpte), each a file of the package or a target
      ops: one or several operators, such as "aten::add.out"
      ops_schema_yaml_target: a target whose output is a functions.yaml or the like
      ops_schema_yaml_path: a functions.yaml of the package
      include_all_ops: every operator
      visibility: as in every rule
    """
    models = _as_list(model)
    schemas = _as_list(ops_schema_yaml_target) + _as_list(ops_schema_yaml_path)
    options = ["--model=" + _location(source) for source in models]
    options += ["--ops=" + _location(source) for source in schemas]
    options += ["--add='{}'".format(op) for op in _as_list(ops)]
    if include_all_ops:
        options.append("--all-ops")
    if not options:
        fail("et_operator_library: '{}' selects nothing: write model, ops, ops_schema_yaml_target, ops_schema_yaml_path or include_all_ops = True".format(name))
    _selection(name, options, models + schemas, visibility)

def executorch_generated_lib(
        name,
        deps,
        kernel_deps = [],
        functions_yaml_target = None,
        custom_ops_yaml_target = None,
        dtype_selective_build = False,
        visibility = None):
    """Defines a library that makes programs keep the kernels that the operator libraries select.

    Args:
      name: the target
      deps: operator libraries, which are united
      kernel_deps: libraries of kernels, compiled with -ffunction-sections -fdata-sections
      functions_yaml_target: a target; its content is ignored, because kernels need no bindings
      custom_ops_yaml_target: a target; its content is ignored
      dtype_selective_build: True keeps only the selected dtypes, False all dtypes of each operator
      visibility: as in every rule
    """
    if not deps:
        fail("executorch_generated_lib: '{0}' has no operator library: write et_operator_library(name = \"my_ops\", ...) and deps = [\":my_ops\"]".format(name))
    selection = name + "_selected_operators"
    options = ["--ops=" + _location(dep) for dep in deps]
    if not dtype_selective_build:
        options.append("--ignore-dtypes")
    _selection(selection, options, deps, None)
    native.cxx_library(
        name = name,
        exported_deps = kernel_deps,
        exported_linker_flags = [
            "-B" + _tool("libexec/et-prune"),
            "-Wl,--gc-sections",
            "-Wl,--et-select=$(location :{})".format(selection),
        ],
        visibility = visibility,
    )
    for yaml in _as_list(functions_yaml_target) + _as_list(custom_ops_yaml_target):
        if not _is_target(yaml):
            fail("executorch_generated_lib: '{}' is no target; write \":{}\"".format(yaml, yaml))

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The extension has its own file, because Bazel 4 refuses files that define extensions.
"""For MODULE.bazel:

    bazel_dep(name = "et_prune")
    local_path_override(module_name = "et_prune", path = "third_party/et-prune/bazel")
    et_prune = use_extension("@et_prune//:extension.bzl", "et_prune")
    et_prune.toolchain(name = "et_prune_arm", cpus = ["-mcpu=cortex-m4 -mthumb"])
    use_repo(et_prune, "et_prune_arm")
    register_toolchains("@et_prune_arm//:toolchain")
"""

load(":toolchain.bzl", "REPOSITORY_ATTRIBUTES", "et_prune_repository")

def _extension(module_ctx):
    for module in module_ctx.modules:
        for tag in module.tags.toolchain:
            et_prune_repository(
                name = tag.name,
                **{attribute: getattr(tag, attribute) for attribute in REPOSITORY_ATTRIBUTES}
            )

et_prune = module_extension(
    implementation = _extension,
    tag_classes = {
        "toolchain": tag_class(attrs = dict(REPOSITORY_ATTRIBUTES, name = attr.string(mandatory = True))),
    },
)

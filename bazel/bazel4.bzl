# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# et_prune.bzl loads CcInfo from cc/common/cc_info.bzl of rules_cc, because Bazel 9 has CcInfo only
# there. Versions of rules_cc for Bazel 4 lack cc_info.bzl, because CcInfo is built into Bazel 4.
# Bazel 4 also downloads two repositories for itself: rules_java and remote_coverage_tools. The
# stand-ins below replace the three repositories. Their rules are the rules built into Bazel 4.
"""et_prune_bazel4(): defines stand-ins for the repositories that Bazel 4 downloads"""

_CC_RULES = [
    "cc_binary",
    "cc_import",
    "cc_library",
    "cc_proto_library",
    "cc_test",
    "cc_toolchain",
    "cc_toolchain_suite",
    "fdo_prefetch_hints",
    "fdo_profile",
    "objc_import",
    "objc_library",
]
_JAVA_RULES = [
    "java_binary",
    "java_import",
    "java_library",
    "java_package_configuration",
    "java_plugin",
    "java_runtime",
    "java_test",
    "java_toolchain",
]

def _hand_on(repository, folder, rules):
    repository.file(folder + "/BUILD")
    repository.file(folder + "/defs.bzl", "".join(["{0} = native.{0}\n".format(rule) for rule in rules]))

def _stand_in(repository):
    repository.file("WORKSPACE")
    repository.file("BUILD", """
package(default_visibility = ["//visibility:public"])

filegroup(name = "coverage_report_generator")

filegroup(name = "lcov_merger")
""")
    _hand_on(repository, "cc", _CC_RULES)
    _hand_on(repository, "java", _JAVA_RULES)
    repository.file("cc/common/BUILD")
    repository.file("cc/common/builtin.bzl", "BUILTIN = CcInfo\n")
    repository.file(
        "cc/common/cc_info.bzl",
        'load(":builtin.bzl", "BUILTIN")\n\nCcInfo = BUILTIN\n',
    )

_stand_in_repository = repository_rule(implementation = _stand_in)

def et_prune_bazel4():
    """Defines a stand-in for each repository that the WORKSPACE has not defined before."""
    for name in ["rules_cc", "rules_java", "remote_coverage_tools"]:
        if not native.existing_rule(name):
            _stand_in_repository(name = name)

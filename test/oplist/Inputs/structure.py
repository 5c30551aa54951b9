# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""structure.py SELECTION...: checks that each file has the form of selected_operators.yaml that
ExecuTorch's tools accept.

ExecuTorch's tools refuse unknown fields and fields of a wrong type. For each correct file,
structure.py prints "N operators, M keys". The first fault raises an AssertionError.
"""

import re
import sys

import yaml

TOP = {
    "build_features": list,
    "custom_classes": list,
    "et_kernel_metadata": dict,
    "include_all_non_op_selectives": bool,
    "include_all_operators": bool,
    "kernel_metadata": dict,
    "operators": dict,
}
OPERATOR = {
    "debug_info": list,
    "include_all_overloads": bool,
    "is_root_operator": bool,
    "is_used_for_training": bool,
}
NAME = re.compile(r"\w+::\w+(\.\w+)*", re.ASCII)
ENTRY = r"\d+;(\d+(,\d+)*)?"
KEY = re.compile(rf"default|v1/|v1/{ENTRY}(\|{ENTRY})*(\|\*)?", re.ASCII)


def has_fields(where, data, fields):
    assert type(data) is dict, f"{where} is no mapping"
    assert set(data) == set(fields), \
        f"{where}: missing or unknown fields: {sorted(set(data) ^ set(fields))}"
    for field, kind in fields.items():
        assert type(data[field]) is kind, f"{where}: {field} is a {type(data[field]).__name__}"


def no_key_twice(node):
    if isinstance(node, yaml.MappingNode):
        keys = [key.value for key, _ in node.value]
        assert len(keys) == len(set(keys)), f"line {node.start_mark.line + 1}: a repeated key"
        for _, value in node.value:
            no_key_twice(value)


def check(text):
    no_key_twice(yaml.compose(text, Loader=yaml.SafeLoader))
    data = yaml.safe_load(text)
    has_fields("the top level", data, TOP)
    operators, metadata = data["operators"], data["et_kernel_metadata"]
    assert set(operators) == set(metadata), "operators and et_kernel_metadata differ in operators"
    for name, flags in operators.items():
        assert NAME.fullmatch(name), f"{name!r} is no operator name"
        has_fields(name, flags, OPERATOR)
        assert all(type(info) is str for info in flags["debug_info"]), \
            f"{name}: an item of debug_info is no string"
        assert flags["is_root_operator"] and flags["is_used_for_training"], f"{name}: false flag"
    for name, keys in metadata.items():
        assert keys and len(keys) == len(set(keys)), f"{name}: no keys, or a repeated key"
        for key in keys:
            assert type(key) is str and KEY.fullmatch(key), f"{name}: {key!r} is no kernel key"
    return len(operators), sum(len(keys) for keys in metadata.values())


for path in sys.argv[1:]:
    with open(path, encoding="utf-8") as file:
        operators, keys = check(file.read())
    print(f"{operators} operators, {keys} keys")

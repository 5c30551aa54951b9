# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""laws.py ET_OPLIST ROUNDS: merges random selections with et-oplist, and checks the outputs.

The order and grouping of inputs must not change the output's bytes, and a repeated input must not
change them. The selections have few operator names, so that selections overlap.
"""

import random
import subprocess
import sys

import yaml

NAMES = ["aten::add", "aten::add.out", "aten::mul.out", "my_ops::f", "other::g.Tensor_out"]
KEYS = ["default", "v1/", "v1/6;", "v1/6;|*", "v1/6;0,1|6;0,1", "v1/4;|6;0,2,1,3", "v1/15;0"]
SOURCES = ["a.pte", "folder/b.pte", "c's: #1", "true", "ü", "--op-list", 'line\nbreak "\\"']

tool, rounds = sys.argv[1], int(sys.argv[2])
chance = random.Random(20261121)


def some(things, least=0):
    return chance.sample(things, chance.randint(least, len(things)))


def selection():
    operators = {}
    for name in some(NAMES):
        operators[name] = {"debug_info": some(SOURCES), "is_root_operator": True,
                           "is_used_for_training": True,
                           "include_all_overloads": "." not in name and chance.random() < 0.3}
    data = {"include_all_non_op_selectives": False, "include_all_operators": chance.random() < 0.1,
            "operators": operators, "kernel_metadata": {}, "custom_classes": [],
            "build_features": []}
    if chance.random() < 0.8:  # older releases of ExecuTorch do not write this field
        data["et_kernel_metadata"] = {name: some(KEYS, 1) for name in operators
                                      if chance.random() < 0.8}
    return data


def merge(output, *files):
    ways = ["--ops", "--model_file_list_path"]
    arguments = [tool, "--allow-include-all-overloads", f"-o{output}"]
    for file in files:
        way = chance.choice(ways)
        if way == "--model_file_list_path":
            with open(f"{file}.list", "w") as listed:
                listed.write(f"{file}\n")
            file = f"{file}.list"
        arguments += [way, file]
    subprocess.run(arguments, check=True)
    with open(output, "rb") as written:
        return written.read()


def meaning(data):
    """Returns the fields that et-oplist must keep, with sets for lists, to ignore the order."""
    metadata = data.get("et_kernel_metadata", {})
    return (data["include_all_operators"],
            {name: (set(op["debug_info"]), op["include_all_overloads"],
                    set(metadata.get(name, ["default"])))
             for name, op in data["operators"].items()})


for _ in range(rounds):
    given = [selection() for _ in range(3)]
    for file, data in zip("abc", given):
        with open(file, "w") as written:
            yaml.safe_dump(data, written)
        once = merge(file + "1", file)
        assert meaning(yaml.safe_load(once)) == meaning(data), "writing changes the meaning"
        assert merge(file + "2", file + "1") == once, "rewriting the output changes its bytes"
    ab, bc = merge("ab", "a", "b"), merge("bc", "b", "c")
    assert ab == merge("ba", "b", "a"), "not commutative"
    all_three = merge("abc", "a", "b", "c")
    assert all_three == merge("ab_c", "ab", "c") == merge("a_bc", "bc", "a"), "not associative"
    assert merge("aa", "a", "a", "a1") == merge("a1", "a"), "not idempotent"
    assert merge("abca", "abc", "a", "ab") == all_three, "merging an input twice changes the union"

    united = meaning(yaml.safe_load(all_three))
    assert united[0] == any(data["include_all_operators"] for data in given)
    for data in given:
        for name, (sources, overloads, keys) in meaning(data)[1].items():
            all_sources, all_overloads, all_keys = united[1][name]
            assert sources <= all_sources and keys <= all_keys and overloads <= all_overloads
print("the laws hold")

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares narrowed kernels with the original kernels: the same calls must give the same bytes.

The program stock_calls.cpp has every kernel of ExecuTorch and runs the cases of test/kernels.
et-prune then prunes the program's image to several selections. OfDtypes selects all operators with
a set of dtypes. OfModel selects a model with one call of each operator. Each pruned image runs the
cases again.

A selected call must give the same result as before. If et-prune's report says that a kernel keeps
all dtypes, all calls of the kernel must give the same results. For any other call, the kernel must
report an error and leave the outputs unchanged. Calls that end the original program are omitted.

Kernels that gcc narrowed abort instead of setting an error. For such kernels, any other call must
abort, or give the same result as before. The same result is possible: a selected call with mixed
dtypes computes in a common dtype, and gcc keeps the code of this dtype, too.
"""

import collections
import json
import os
import sys

from builds import ROOT
from programs import run

sys.path.insert(0, os.path.join(ROOT, "test", "kernels"))
from case_reader import TENSORS

DTYPES = ["Byte", "Char", "Short", "Int", "Long", "Half", "Float", "Double", "ComplexFloat",
          "ComplexDouble", "Bool", "BFloat16"]
ITEMS = {"tensors": "TensorList", "optionals": "OptionalTensorList"}
NO_ARGUMENTS = {"case", "op", "key", "alias", "alike", "fail", "run"}
REFUSED = "10 untouched"  # stock_calls.cpp prints errors in hexadecimal: 0x10 is NotSupported
# The argument `every` of thin_out(). All cases would take an hour.
CASES_PER_CALL = 160

Case = collections.namedtuple("Case", "operator name call text")


def call_of(lines):
    """Returns the set of dtypes of each argument. The last set has the dtypes of all outputs."""
    call, outputs, items = [], set(), 0
    for words in lines:
        dtypes = {words[1]} if words[0] in TENSORS else set()
        if words[0] == "out":
            outputs |= dtypes
        if items:
            call[-1] |= dtypes
            items -= 1
        elif words[0] not in NO_ARGUMENTS:
            call.append(dtypes)
            items = int(words[1]) if words[0] in ITEMS else 0
    return tuple(frozenset(dtypes) for dtypes in [*call, outputs])


def read(path):
    with open(path, encoding="ascii") as file:
        block = []
        for line in file:
            block = [line] if line.startswith("case ") else [*block, line]
            if line.strip() == "run":
                lines = [words.split() for words in block]
                yield Case(lines[1][1], lines[0][1], call_of(lines), "".join(block))


def all_dtypes(call):
    return frozenset().union(*call)


class OfDtypes:
    """A selection of every operator with a set of dtypes."""

    def __init__(self, text):
        self.name, self.dtypes = text, set(text.split("+"))

    def has(self, case):
        return all_dtypes(case.call) <= self.dtypes

    def option(self, _tools, operators):
        dictionary = {operator: sorted(self.dtypes) for operator in operators}
        with open("selection.json", "w", encoding="ascii") as file:
            json.dump(dictionary, file)
        return f"--ops-dict={os.path.abspath('selection.json')}"


class OfModel:
    """A model with one call of each operator. An operator's calls are sorted, with the most dtypes
    first. Model N has the call at index 7 * N, modulo the number of calls."""

    def __init__(self, number, cases):
        calls = collections.defaultdict(set)
        for case in cases:
            calls[case.operator].add(case.call)
        self.name, self.calls = f"model {number}", {}
        for operator, some in calls.items():
            ordered = sorted(some, key=lambda call: (-len(all_dtypes(call)),
                                                     [sorted(dtypes) for dtypes in call]))
            self.calls[operator] = ordered[number * 7 % len(ordered)]

    def has(self, case):
        call = self.calls[case.operator]
        return len(case.call) == len(call) and all(a <= b for a, b in zip(case.call, call))

    def option(self, tools, operators):
        values, instructions = [], []
        for number, operator in enumerate(operators):
            arguments = []
            for dtypes in self.calls[operator]:
                items = []
                for dtype in sorted(dtypes):
                    items.append(len(values))
                    values.append(("Tensor", {"scalar_type": dtype, "sizes": [1],
                                              "dim_order": [0]}))
                if len(items) != 1:
                    values.append(("TensorList", {"items": items}) if items else ("Null", {}))
                arguments.append(len(values) - 1)
            instructions.append({"instr_args_type": "KernelCall",
                                 "instr_args": {"op_index": number, "args": arguments}})
        # The cases do not tell the kind of an argument that is no tensor, so the model has None.
        # et-prune would refuse None where an operator needs another kind. et-prune does not check
        # values that an instruction writes, so a MoveCall writes each None.
        instructions += [{"instr_args_type": "MoveCall",
                          "instr_args": {"move_from": index, "move_to": index}}
                         for index, (kind, _) in enumerate(values) if kind == "Null"]
        plan = {"name": "forward", "inputs": [], "outputs": [], "delegates": [],
                "values": [{"val_type": kind, "val": content} for kind, content in values],
                "chains": [{"inputs": [], "outputs": [], "instructions": instructions}],
                "operators": [dict(zip(("name", "overload"), operator.split(".")))
                              for operator in operators],
                "non_const_buffer_sizes": [0]}
        program = {"version": 0, "execution_plan": [plan], "constant_buffer": [{"storage": []}]}
        with open("model.json", "w", encoding="ascii") as file:
            json.dump(program, file)
        run([f"{tools}/bin/et-make-pte", "-o", "model.pte", "model.json"])
        return f"--model={os.path.abspath('model.pte')}"


def thin_out(cases, every, selections):
    """Of the cases with the same operator and dtypes, returns each Nth case: N is `every`, or
    `every` / 40 if a selection has these dtypes. Also writes the returned cases to a file."""
    counts, chosen = collections.Counter(), []
    for case in cases:
        step = max(every // 40, 1) if any(s.has(case) for s in selections) else every
        if counts[case.operator, case.call] % step == 0:
            name = f"{len(chosen)}_{case.name}"  # names must be unique
            chosen.append(case._replace(name=name, text=case.text.replace(case.name, name, 1)))
        counts[case.operator, case.call] += 1
    with open("thinned", "w", encoding="ascii") as file:
        file.writelines(case.text for case in chosen)
    return chosen


def results_of(programs, image):
    """Returns the result of each call, by operator and case."""
    output = run(programs.target.command(os.path.abspath(image), ["thinned"]))
    lines = (line.partition(": ") for line in output.splitlines())
    return {tuple(call.split()[:2]): given for call, _, given in lines}


def prune(programs, image, option):
    """Prunes the image. Returns the operators whose kernels keep all dtypes."""
    programs.prune(os.path.abspath(image), os.path.abspath("narrowed"), option,
                   f"--report-json={os.path.abspath('report.json')}")
    with open("report.json", encoding="utf-8") as file:
        return {kernel["op"] for kernel in json.load(file)["kept"] if kernel["variant"] == "any"}


def is_refused(before, now, aborts):
    if aborts:
        return now == before or now.startswith("abort")
    # The original kernel may refuse the call, too. The same error is then right.
    return now == REFUSED or (now == before and now.split()[0] not in ("0", "abort") and
                              now.endswith(" untouched"))


def compare(programs, image, cases_path, options, sets, models, aborts):
    """Returns a line with counts, and the faults. If `aborts`, narrowed kernels abort instead of
    setting an error. Files are made in the current folder."""
    cases = list(read(cases_path))
    chosen = set(options.share(sorted({case.operator for case in cases})))
    cases = [case for case in cases if case.operator in chosen]
    selections = [OfDtypes(text) for text in sets]
    selections += [OfModel(number, cases) for number in range(models)]
    cases = thin_out(cases, CASES_PER_CALL, selections)
    full = {call: given for call, given in results_of(programs, image).items()
            if not given.startswith("ended")}
    operators = sorted({operator for operator, _ in full})
    compared, refused, all_dtypes_of, problems = 0, 0, 0, []
    for selection in selections:
        kept = prune(programs, image, selection.option(programs.target.tools, operators))
        all_dtypes_of = max(all_dtypes_of, len(kept))
        narrowed = results_of(programs, "narrowed")
        for case in cases:
            call = case.operator, case.name
            if call not in full:
                continue
            before, now = full[call], narrowed.get(call, "no line")
            if case.operator in kept or selection.has(case):
                compared += 1
                if now != before:
                    problems.append(f"{selection.name}: {' '.join(call)}: {before}, now {now}")
            else:
                refused += 1
                if not is_refused(before, now, aborts):
                    problems.append(f"{selection.name}: {' '.join(call)}: not refused, {now}")
    return (f"{len(operators)} operators in images pruned to {len(selections)} selections of "
            f"dtypes; at most {all_dtypes_of} operators of an image keep all dtypes; {compared} "
            f"calls compared, {refused} refused, {len(problems)} wrong"), problems[:50]

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How our kernels may differ from ExecuTorch's, and why.

    executorch_cases FILE | differences.py x86-64|cortex-m4

Reads what executorch_cases prints on a machine. Prints the lines that no entry below explains, the
entries that explain nothing, how many calls each of the others explains, and the program's last
line. Status 1 where anything is wrong.

In all other calls both give the same bytes, and where one refuses the other does. PyTorch's
results, which ours must have in every case, decide nothing here: an entry only says what the other
does.
"""

import collections
import re
import sys

DTYPE = "(Byte|Char|Short|Int|Long|Half|Float|Double|ComplexFloat|ComplexDouble|Bool|BFloat16)"
REAL_FLOAT = "(Half|Float|Double|BFloat16)"
COMPLEX = "Complex(Float|Double)"
LAST = r"\(0,_2,_3,_1\)"

OTHER = "other values there"
ROUNDED = "rounded otherwise there"
THERE = "refused there alone"
HERE = "refused here alone"  # a call that must fail has a process of its own, on x86-64
ENDS = "refused here, ends the program there"

# Operators, case and difference as regular expressions, and the reason; the machine, where one
# alone has it.
KNOWN = [
    # Order of sums. executorch_cases bounds it: by twice what the case allows each of them, a few
    # roundings of the sum of the terms' sizes.
    ("mm|addmm|convolution", ".*", ROUNDED, "another order of sums"),
    ("add", "Float_integer_alpha.*", OTHER, "alpha is rounded twice there, first to Double"),
    ("sigmoid", f"{DTYPE}_into_{DTYPE}", ROUNDED, "computed in the other of both dtypes"),
    ("mul", "every_.*", "another NaN there", "a NaN's bits"),
    ("_softmax", "Double_.*", "another NaN there", "a NaN's bits", "cortex-m4"),
    ("add|mul", "(Complex)?Float_.*", ROUNDED, "product and sum in one instruction there",
     "cortex-m4"),
    (".*_to_dim_order_copy", f"({REAL_FLOAT}_to_Byte|no_(small_)?integer).*", OTHER,
     "numbers that no integer of the dtype is", "cortex-m4"),
    # PyTorch's rules, which its portable kernels do not follow.
    ("add|mul", rf"{DTYPE}\S*_{DTYPE}\S*_into_.*", OTHER,
     "not rounded to the common dtype before it is stored in another"),
    ("addmm", ".*hides_nan", OTHER, "0 times NaN counts there"),
    ("max_pool2d_with_indices", ".*nan_and_inf", OTHER, "a NaN does not win there"),
    ("add", "Bool_.*|.*alpha_(True|too_large)", HERE, "alpha that the dtype does not have"),
    ("addmm", ".*beta_.*", HERE, "beta or alpha with a fraction for integers"),
    ("add", ".*alpha_-.*", THERE, "a negative alpha for Byte"),
    ("max_pool2d_with_indices", ".*bad_number_(12|16|19)", HERE,
     "windows without dilation, or larger than their input"),
    ("convolution", ".*bad_number_5", HERE, "a bias of another length, which is read beyond"),
    ("convolution", ".*no_channels", f"{THERE}|another shape there", "no input channels"),
    (".*_empty_dim_order", ".*4294967298.*", HERE, "sizes of more than 32 bits are cut there"),
    ("convolution|max_pool2d_with_indices", ".*without_memory", HERE,
     "a tensor without memory that is optional, or that nothing is written to"),
    (".*_(clone_dim_order|to_dim_order_copy)", r"\(.*", THERE, "non_blocking"),
    # What only one of them has.
    (".*", f".*{COMPLEX}.*", THERE, "complex numbers"),
    (".*_to_dim_order_copy", f"{COMPLEX}_to_{COMPLEX}.*|complex_to_Bool",
     f"{OTHER}|{THERE}|writes beside its memory there",
     "from one complex dtype to another, or to Bool"),
    ("convolution", ".*number_(7|11)_.*", THERE, "three dimensions"),
    ("mm|addmm", r".*(by_columns|\(1,_0\).*)", THERE, "matrices by columns"),
    ("add|mul|relu|sigmoid|mean|permute_copy|view_copy|clone|_softmax|.*_clone_dim_order",
     f".*(mixed_layouts|channels_last|layout_|{LAST}|_to_{LAST}).*", THERE, "layouts"),
    ("_softmax", f".*{LAST}.*", f"{OTHER}|writes beside its memory there",
     "layouts: taken for contiguous"),
    ("permute_copy", f"layout_{LAST}.*", OTHER, "layouts: taken for contiguous"),
    ("max_pool2d_with_indices", ".*channels_last", OTHER,
     "layouts: indices take that of the values"),
    # Calls that no exported program makes.
    (".*", ".*", ENDS,
     "arguments of the wrong kind, or without memory"),
]


def explain(operator, case, difference):
    """The number of the entry that knows of it."""
    operator = operator.removeprefix("aten::").removesuffix(".out")
    case = case.removesuffix("_resized")
    for number, patterns in enumerate(KNOWN):
        if all(map(re.fullmatch, patterns[:3], (operator, case, difference))):
            return number
    return None


def main():
    machine, counts, wrong, last = sys.argv[1], collections.Counter(), 0, ""
    for last in sys.stdin:
        found = re.fullmatch(r"(\S+) (\S+): (.*)\n", last)
        number = explain(*found.groups()) if found else None
        if number is not None:
            counts[number] += 1
        elif "outputs" not in last:
            print(last, end="")
            wrong += 1
    for number, (operators, cases, difference, reason, *machines) in enumerate(KNOWN):
        if difference in (HERE, ENDS):
            machines = ["x86-64"]
        if counts[number]:
            print(f"{counts[number]:5} {operators}: {reason}")
        elif machine in (machines or [machine]):
            print(f"no call differs so: {operators} {cases}: {difference}: {reason}")
            wrong += 1
    print(last, end="")
    sys.exit(wrong > 0)


main()

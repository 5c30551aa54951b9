# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How our kernels may differ from ExecuTorch's, and why.

explain_lines() reads the lines that executorch_cases prints on a machine. It gives the lines that
no entry below explains, and the entries that explain nothing. On a Cortex-M4, where a part of the
cases runs, an entry may explain nothing.

In all other calls both give the same bytes, and where one refuses the other does. PyTorch's
results, which ours must have in every case, decide nothing here: an entry only says what the other
does.
"""

import collections
import re

DTYPE = "(Byte|Char|Short|Int|Long|Half|Float|Double|ComplexFloat|ComplexDouble|Bool|BFloat16)"
REAL_FLOAT = "(Half|Float|Double|BFloat16)"
COMPLEX = "Complex(Float|Double)"
LAST = r"\(0,_2,_3,_1\)"

FORMULA = ("a?(cos|sin|tan)h?|erf|exp|expm1|log|log10|log1p|log2|reciprocal|rsqrt|sigmoid|sqrt")
BITS = "_conj_physical|abs|bitwise_not|ceil|floor|isinf|isnan|logical_not|neg|round|sign|trunc"
BINARY = (r"(atan2|bitwise_\w+|clamp|copy|div|eq|floor_divide|fmod|ge|gt|le|logical_\w+|lt|maximum|"
          r"minimum|ne|pow|remainder|sub|where)(\..*)?")

OTHER = "other values there"
ROUNDED = "rounded otherwise there"
THERE = "refused there alone"
HERE = "refused here alone"  # a call that must fail has a process of its own, on x86-64
ENDS = "refused here, ends the program there"

MOVED = r"cat|stack|flip|roll|repeat|tril|\w+_(copy|scatter)(\.\w+_out)?"

# Operators, case and difference as regular expressions, and the reason; the machine, where one
# alone has it, or "dtypes" for a call of dtype_calls.py.
KNOWN = [
    # Order of sums. executorch_cases bounds it: by twice what the case allows each of them, a few
    # roundings of the sum of the terms' sizes.
    ("mm|addmm|convolution", ".*", ROUNDED, "another order of sums"),
    ("add", "Float_integer_alpha.*", OTHER, "alpha is rounded twice there, first to Double"),
    (FORMULA, f"{DTYPE}_into_{DTYPE}", ROUNDED, "computed in the other of both dtypes"),
    (f"mul|{BITS}", "every_.*|.*_specials", "another NaN there", "a NaN's bits"),
    ("abs", f"{COMPLEX}.*", f"{ROUNDED}|{OTHER}", "squares that overflow or vanish there"),
    ("_softmax", "Double_.*", "another NaN there", "a NaN's bits", "cortex-m4"),
    ("add|mul|div", "(Complex)?Float_.*", ROUNDED, "product and sum in one instruction there",
     "cortex-m4"),
    (".*_to_dim_order_copy|_to_copy|sum.IntList_out|prod(.int_out)?|cumsum",
     f"(({REAL_FLOAT}|{COMPLEX})_to_Byte|no_(small_)?integer).*", OTHER,
     "numbers that no integer of the dtype is", "cortex-m4"),
    # PyTorch's rules, which its portable kernels do not follow.
    ("add|mul", rf"{DTYPE}\S*_{DTYPE}\S*_into_.*", OTHER,
     "not rounded to the common dtype before it is stored in another"),
    ("addmm", ".*hides_nan", OTHER, "0 times NaN counts there"),
    ("abs", f"{REAL_FLOAT}_specials|every_.*", OTHER, "-0 stays there"),
    ("sign", f"{REAL_FLOAT}_specials|every_.*", OTHER, "NaN stays there"),
    ("ceil|floor|trunc", "(Int|Long)_specials", OTHER, "integers become floating point there"),
    ("max_pool2d_with_indices", ".*nan_and_inf", OTHER, "a NaN does not win there"),
    ("add", "Bool_.*|.*alpha_(True|too_large)", HERE, "alpha that the dtype does not have"),
    ("addmm", ".*(alpha|beta)_.*", HERE, "beta or alpha that the dtype does not hold"),
    ("add", ".*alpha_-.*", THERE, "a negative alpha for Byte"),
    ("max_pool2d_with_indices", ".*bad_number_(12|16|19)", HERE,
     "windows without dilation, or larger than their input"),
    ("convolution", ".*bad_number_5", HERE, "a bias of another length, which is read beyond"),
    ("convolution", ".*no_channels", f"{THERE}|another shape there", "no input channels"),
    (".*_empty_dim_order", ".*4294967298.*", HERE, "sizes of more than 32 bits are cut there"),
    ("convolution|max_pool2d_with_indices", ".*without_memory", HERE,
     "a tensor without memory that is optional, or that nothing is written to"),
    (".*_(clone_dim_order|to_dim_order_copy)", r"\(.*", THERE, "non_blocking"),
    ("pow.*", ".*", f"{OTHER}|{ROUNDED}", "powers of integers are floating point there"),
    ("remainder.*", ".*", f"{OTHER}|{ROUNDED}", "remainders take another way there"),
    ("fmod.*", "(Byte|Char)_(-1|300)_into.*|Long_.*", OTHER,
     "a Scalar that the dtype does not have, the largest integers"),
    ("floor_divide|div.*_?mode(_out)?", ".*", f"{OTHER}|{ROUNDED}",
     "a rounded quotient is rounded down there"),
    ("bitwise_(left|right)_shift.*", ".*", OTHER,
     "a distance that is negative or too large, which C++ leaves open"),
    ("eq.*|ne.*|l[te].*|g[te].*|atan2|div.*|fmod.*|sub", f"{DTYPE}.*{DTYPE}.*",
     f"{OTHER}|{ROUNDED}", "not rounded to the common dtype there"),
    ("minimum|maximum", f"{REAL_FLOAT}_specials", ROUNDED, "0 and -0"),
    (f"div.*|remainder.*|{BINARY}", ".*", "another NaN there", "a NaN's bits"),
    ("r?sub.*|bitwise_(left|right)_shift.*", ".*(True|False).*", HERE, "Bool as a number"),
    ("r?sub.*|add.*", ".*alpha_(1099511627776|True|0.5|None)", HERE,
     "alpha that the dtype does not have"),
    ("(add|div|mul|r?sub).Scalar(_mode)?_out", f".*_into_{DTYPE}.*", THERE,
     "an output of another dtype"),
    ("masked_fill.*", f"{DTYPE}_with_.*", HERE, "a value that the dtype does not have"),
    ("pow.Tensor_Scalar_out", ".*_-1_into_.*", HERE, "a negative exponent for integers"),
    ("fmod.*|floor_divide", ".*_by_(zero|256)", HERE, "integers divided by zero"),
    ("clamp.*", ".*Bool_Bool_Bool_into.*", HERE, "limits of Bool"),
    # Filling and indexing.
    ("index_put_", "(?!.*rows_of).*", f"{THERE}|ends the program there",
     "there one index of one dimension, without adding", "x86-64"),
    ("rand|randn", ".*", f"{OTHER}|{ROUNDED}|{THERE}|{HERE}", "other random numbers", "x86-64"),
    ("native_dropout", ".*_1.0_True", OTHER, "what is dropped is divided by 1 - p there", "x86-64"),
    ("arange|arange.start_out", ".*", f"{OTHER}|{THERE}|another shape there",
     "Bool ends, and counts and numbers by doubles of the start and the step as they are",
     "x86-64"),
    ("fill.Tensor_out", ".*", HERE, "a number that the dtype does not hold"),
    ("(zeros|ones|full|empty)", "of_sizes.*|output_without_memory", HERE,
     "sizes of more than 32 bits are cut there, and memory is not looked at"),
    ("embedding|masked_scatter", ".*without_memory|bad_number.*", HERE,
     "a tensor without memory, or in another layout"),
    ("scatter_add|index_select|scatter.src_out|gather|nonzero|masked_select|masked_scatter"
     "|embedding"
     "|index.Tensor_out|index_put|full_like",
     ".*(channels_last|layout|by_columns).*", f"{OTHER}|{THERE}",
     "layouts: refused, or taken for contiguous", "x86-64"),
    # What only one of them has.
    ("div.*", f".*{COMPLEX}.*", HERE, "complex quotients as real numbers"),
    ("div", rf"{COMPLEX}_\(.*", OTHER, "complex numbers do not broadcast there"),
    ("where.*", f"{DTYPE}.*_into_{DTYPE}", THERE, "an output of another dtype"),
    ("copy_", ".*layouts", THERE, "layouts"),
    ("copy", ".*layouts", OTHER, "layouts: taken for contiguous"),
    (BINARY, ".*layouts.*", THERE, "layouts"),
    (".*", f".*{COMPLEX}.*", THERE, "complex numbers"),
    (".*_to_dim_order_copy", f"{COMPLEX}_to_{COMPLEX}.*|complex_to_Bool",
     f"{OTHER}|{THERE}|writes beside its memory there",
     "from one complex dtype to another, or to Bool"),
    ("convolution", ".*number_(7|11)_.*", THERE, "three dimensions"),
    ("mm|addmm", r".*(by_columns|\(1,_0\).*)", THERE, "matrices by columns"),
    ("add|mul|relu|mean|permute_copy|view_copy|clone|_softmax|.*_clone_dim_order",
     f".*(mixed_layouts|channels_last|layout_|{LAST}|_to_{LAST}).*", THERE, "layouts"),
    ("_softmax", f".*{LAST}.*", f"{OTHER}|writes beside its memory there",
     "layouts: taken for contiguous"),
    (f"{FORMULA}|{BITS}", ".*channels_last.*", THERE, "layouts"),
    ("permute_copy", f"layout_{LAST}.*", OTHER, "layouts: taken for contiguous"),
    ("max_pool2d_with_indices", ".*channels_last", OTHER,
     "layouts: indices take that of the values"),
    # Windows, pads, pixels and products.
    ("bmm|avg_pool2d", ".*", ROUNDED, "another order of sums, or of a product with a reciprocal"),
    ("_adaptive_avg_pool2d", "(Half|BFloat16|Double)_.*", OTHER,
     "summed in Float or in the dtype", "x86-64"),
    ("_adaptive_avg_pool2d", r".*_to_\(0,_2\).*", THERE, "no windows", "x86-64"),
    ("max_pool2d_with_indices_backward.grad_input", ".*number_.*", OTHER,
     "adds to what the memory holds"),
    ("max_pool2d_with_indices_backward.grad_input", f"{DTYPE}_(bad_number|index)_.*", HERE,
     "indices beside the plane, windows without dilation"),
    ("bmm|avg_pool2d|_adaptive_avg_pool2d|(reflection|replication)_pad.d|constant_pad_nd"
     "|pixel_(un)?shuffle", r".*(channels_last|layouts|(_by_.*|x\d+)_\([0-9].*\)).*",
     f"{OTHER}|{THERE}", "layouts"),
    ("(reflection|replication)_pad.d", "bad_number_1[46]", HERE,
     "channels or outputs without elements"),
    ("constant_pad_nd", ".*(-[0-9].*|too_large)", f"{HERE}|{THERE}",
     "negative padding, numbers that the dtype cannot hold", "x86-64"),
    ("pixel_(un)?shuffle", "bad_number_12", HERE, "16 dimensions"),
    # Operators that fold, normalise or sort.
    ("sum.IntList_out|prod(.int_out)?|mean.dtype_out|am(ax|in)|arg(max|min)"
     "|(max|min).(dim_m..|unary_out)"
     "|any(.dims_out|.all_out)?|var(.correction_out)?|var_mean.correction_out|cumsum|_log_softmax"
     r"|_native_batch_norm_legit.*", r".*(layout|channels_last|_\(1,_0\)).*", THERE, "layouts"),
    ("_log_softmax|topk.values", ".*(layout|channels_last).*",
     f"{OTHER}|writes beside its memory there", "layouts: taken for contiguous"),
    ("var(.correction_out)?|var_mean.correction_out|native_(layer|group)_norm"
     "|_native_batch_norm_legit.*|prod(.int_out)?|cumsum|_log_softmax|sum.IntList_out"
     "|mean.dtype_out", ".*", ROUNDED, "another order of operations, or rounded between them"),
    ("var.*|cumsum|native_.*_norm|_native_batch_norm.*|_log_softmax", ".*", "another NaN there",
     "a NaN's bits"),
    ("prod", f"{DTYPE}_to_.*", THERE, "products of integers, and other dtypes of the output"),
    ("(max|min).unary_out", ".*of_nothing", HERE, "no elements"),
    ("(max|min).unary_out", ".*_into_.*", HERE, "a number that the output's dtype does not hold"),
    ("(max|min).unary_out", f"{DTYPE}_into_Byte.*", OTHER,
     "elements are converted before they are compared there"),
    ("var_mean.correction_out", "means_of_a_third_dtype", HERE,
     "a mean of another dtype than the variance, which is written beside its memory"),
    ("am(ax|in)", ".*nothing_to_write", "ends the program there", "an output without elements"),
    ("topk.values", ".*", OTHER, "which of equal elements, their order, the smallest of Byte"),
    ("var.*", ".*", OTHER, "NaN, not infinity, for a correction of all elements; sums in Half"),
    ("native_(layer|group)_norm|_native_batch_norm_legit.no_stats_out", "(Float|Double)_.*", OTHER,
     "squares less the square of the mean, not those of the distances from it"),
    ("native_(layer|group)_norm", ".*without_memory", HERE, "a weight or bias without memory"),
    ("_native_batch_norm_legit", ".*_2_.*", THERE, "training"),
    ("cumsum", r".*_\(\)_.*", THERE, "tensors without dimensions"),
    # Operators with one input.
    ("_conj_physical", f"(?!{COMPLEX}){DTYPE}.*", THERE, "numbers that are not complex"),
    ("gelu|leaky_relu|elu|logit|clamp|hardtanh|glu", ".*", ROUNDED,
     "constants and numbers in Double, or computed in the output's dtype"),
    ("gelu|glu", ".*", OTHER, "sums that cancel, infinities"),
    ("logit", ".*", f"{OTHER}|{THERE}", "eps that is None, results of few bits"),
    ("clamp", ".*", f"{OTHER}|{THERE}", "limits of another kind, results of another dtype"),
    ("glu", ".*_specials", "another NaN there", "a NaN's bits"),
    ("elu|leaky_relu|clamp|hardtanh|glu|logit|gelu", ".*", f"{HERE}|{THERE}",
     "numbers that the dtype cannot hold, layouts"),
    ("upsample_.*2d.vec_out|_upsample_bilinear2d_aa|grid_sampler_2d|convolution_backward"
     "|_[cp]dist_forward", ".*", ROUNDED, "another order of sums"),
    ("upsample_bilinear2d.vec_out|_upsample_bilinear2d_aa", "Double_.*", OTHER,
     "places in Float, for Double elements, too", "x86-64"),
    ("upsample_bilinear2d.vec_out|_upsample_bilinear2d_aa", "Byte_.*", OTHER,
     "Byte is computed in Float there, and loses the fraction"),
    ("_upsample_bilinear2d_aa", "(Char|Short|Int|Long)_.*", OTHER,
     "the sum loses its fraction with each element there"),
    ("_upsample_bilinear2d_aa", ".*", THERE, "outputs whose shape is not known before"),
    ("upsample_.*|_upsample_bilinear2d_aa", ".*bad_number_(5|14)", HERE,
     "sizes of more than 32 bits are cut there, and no channels"),
    ("upsample_nearest2d.vec_out|grid_sampler_2d|convolution_backward|_[cp]dist_forward",
     ".*(channels_last|layouts|by_columns).*", THERE, "layouts"),
    ("grid_sampler_2d", ".*far_off.*", f"{OTHER}|another NaN there", "a place that is no number",
     "x86-64"),
    ("upsample_nearest2d.vec_out", "Bool_.*", THERE, "Bool", "x86-64"),
    ("_cdist_forward", ".*nan_and_inf_inf", OTHER, "a NaN is not the largest there",
     "x86-64"),
    ("convolution_backward", r".*number_\d+_.*", THERE, "other than two dimensions, transposed"),
    # Dtypes.
    ("(split|split_with_sizes|unbind|unfold)_copy.*", ".*_as_.*", HERE,
     "outputs of another dtype than self, which no exported program has", "dtypes"),
    ("bitwise_(left|right)_shift.Tensor_out|clamp.Tensor_out", "Bool_.*_as_.*", HERE,
     "Bool, which PyTorch refuses, too", "dtypes"),
    # Operators that move elements.
    ("et_copy::_(h2d|d2h)_copy", ".*", THERE, "tensors that are both the host's"),
    ("_to_copy", r"\(.*|.*channels_last", THERE, "non_blocking, layouts"),
    ("roll", ".*_all_by_.*", THERE, "no dimensions"),
    ("expand_copy", ".*True.*", THERE, "implicit"),
    ("(split|unbind).*", ".*", THERE, "layouts, outputs in a list whose shape is not known before"),
    ("cat", r".*\(0,_.*", f"{THERE}|another shape there", "every empty tensor is skipped there"),
    ("cat|stack", f"{COMPLEX}.*", OTHER, "complex numbers"),
    ("cat", f"{DTYPE}_into_{DTYPE}.*", OTHER, "items of several dtypes"),
    ("tril|unfold_copy|diagonal_copy", ".*922337203685477580[78].*",
     f"{OTHER}|{THERE}|another shape there",
     "numbers near the largest integer"),
    (MOVED, r".*(columns|_from_\(|_to_\(|_\([01],_[01],_[01]\)).*", f"{OTHER}|{HERE}|{THERE}",
     "layouts"),
    (MOVED, r"\[\(0,\).*|wrong_dtype|source_of_.*|\(6,\)_.*", HERE,
     "numbers that do not fit, other shapes and dtypes of a source or of outputs"),
    ("narrow_copy", r".*_\(-1,.*", "ends the program there", "a dimension counted from the end"),
    ("unfold_copy", ".*", "ends the program there", "a tensor without dimensions"),
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


def explain_lines(lines, machine):
    """The program's last line, with the number of calls that entries explain, and what is wrong."""
    counts, problems, last = collections.Counter(), [], "no output"
    for last in lines:
        found = re.fullmatch(r"(\S+) (\S+): (.*)\n", last)
        number = explain(*found.groups()) if found else None
        if number is not None:
            counts[number] += 1
        elif "outputs" not in last:
            problems.append(last.rstrip())
    for number, (operators, cases, difference, reason, *machines) in enumerate(KNOWN):
        if not counts[number] and machine != "cortex-m4" and machine in (machines or ["x86-64"]):
            problems.append(f"no call differs so: {operators} {cases}: {difference}: {reason}")
    if "outputs" not in last:
        problems.append(f"the program ends early, after: {last.rstrip()}")
    counted = re.sub("; outputs .*", "", last.rstrip())
    return f"{counted}, for {len(counts)} known reasons, {len(problems)} wrong", problems

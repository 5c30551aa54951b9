# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The only list of differences between our kernels, ExecuTorch's and PyTorch, with the reasons.
test/benchmark/operators.py writes it as a table to docs/operators.md; other pages refer to that
table.

In the cases of test/kernels, our kernels give PyTorch's results. The program executorch_cases runs
these cases, and prints a line for each difference between ExecuTorch's kernel and ours.
explain_lines() reads the lines. A line that no entry explains is a fault. If all cases run, an
entry that explains no line is a fault, too. On a Cortex-M4, only a part of the cases runs.

test/kernels/edges.py calls our kernels and PyTorch with edge values. The entries with STRICTER,
LENIENT or APART explain the differences that edges.py finds.

As far as the tests know, our kernels, ExecuTorch's and PyTorch do the same in all other calls.
"""

import collections
import re
import typing

DTYPE = "(Byte|Char|Short|Int|Long|Half|Float|Double|ComplexFloat|ComplexDouble|Bool|BFloat16)"
REAL_FLOAT = "(Half|Float|Double|BFloat16)"
COMPLEX = "Complex(Float|Double)"
LAST = r"\(0,_2,_3,_1\)"

FORMULA = ("a?(cos|sin|tan)h?|erf|exp|expm1|log|log10|log1p|log2|reciprocal|rsqrt|sigmoid|sqrt")
BITS = "_conj_physical|abs|bitwise_not|ceil|floor|isinf|isnan|logical_not|neg|round|sign|trunc"
BINARY = (r"(atan2|bitwise_\w+|clamp|copy|div|eq|floor_divide|fmod|ge|gt|le|logical_\w+|lt|maximum|"
          r"minimum|ne|pow|remainder|sub|where)(\..*)?")

# "here" means by our kernels, "there" means by ExecuTorch's kernels. executorch_cases finds
# HERE and ENDS only on Linux: in a call that our kernel refuses, ExecuTorch's kernel may overwrite
# any memory, so a child process makes the call.
OTHER = "other values there"
ROUNDED = "rounded otherwise there"
THERE = "refused there alone"
HERE = "refused here alone"
ENDS = "refused here, ends the program there"

# OUT: the names of outputs in calls with edge values (test/kernels/edges.py). OWN_DTYPE: operators
# whose kernels here refuse an output of another dtype than the result's. NO_COMPLEX: operators
# whose kernels here refuse complex numbers that PyTorch takes.
OUT = r"(out\d?|values|indices|max|max_values|min|min_indices|grad_input)"
OWN_DTYPE = (
    r"_adaptive_avg_pool2d|_[cp]dist_forward|_conj_physical|_fft_(c2r|r2c)"
    r"|_native_batch_norm_legit.*|abs|(add|sub|rsub|mul|div).Scalar(_mode)?_out|any.dims_out"
    r"|\w+_copy(\.\w+)?|clone|copy"
    r"|constant_pad_nd|convolution(_backward)?|embedding|fill.\w+_out|flip|glu|grid_sampler_2d"
    r"|index.Tensor_out|index_put|isinf|isnan|logical_(and|or|xor)|masked_(fill.Scalar_out|scatter)"
    r"|(max|min).unary_out|mean.dtype_out|native_\w+|pixel_(un)?shuffle|pow.Scalar_out|prod|randn?"
    r"|relu|repeat|repeat_interleave.Tensor_out|roll|(select|slice)_scatter"
    r"|upsample_\w+.vec_out|var.*")
NO_COMPLEX = (
    r"a?(cos|sin|tan)h?|exp|log|log10|log2|rsqrt|sqrt|sigmoid|reciprocal|(eq|ne).*|isinf|isnan"
    r"|logical_.*|neg|pow.*|var.*|(add|mul|div|sub|rsub).Scalar_out|native_dropout|fill.Tensor_out")

MOVED = r"cat|stack|flip|roll|repeat|tril|\w+_(copy|scatter)(\.\w+_out)?"

# Differences between our kernels and PyTorch.
STRICTER = "refused here, not by PyTorch"
LENIENT = "refused by PyTorch, not here"
APART = "other values than PyTorch's"


class Entry(typing.NamedTuple):
    """An entry: regular expressions for operators, calls and the difference, and the reason.

    `machine` says where the difference occurs: on "x86-64" (the default), on "cortex-m4" or, with
    "dtypes", in calls of dtype_calls.py. `executorch` and `pytorch` are cells for the table of
    docs/operators.md. If they are empty, columns() chooses the cells."""
    operators: str
    calls: str
    what: str
    reason: str
    machine: str = ""
    executorch: str = ""
    pytorch: str = ""


KNOWN = [Entry(*entry) for entry in [
    # Other roundings, overflows and NaNs. ExecuTorch's result and ours may each differ from
    # PyTorch's by the case's tolerance. Therefore executorch_cases allows twice the tolerance
    # between the two.
    ("mm|addmm|convolution", ".*", ROUNDED, "another order of sums"),
    ("add", "Float_integer_alpha.*", OTHER, "alpha is rounded twice there, first to Double"),
    (FORMULA, f"{DTYPE}_into_{DTYPE}", ROUNDED,
     "the result is not rounded to self's dtype there before it is stored in another"),
    (f"mul|{BITS}", "every_.*|.*_specials", "another NaN there", "a NaN's bits"),
    ("abs", f"{COMPLEX}.*", f"{ROUNDED}|{OTHER}", "squares that overflow or vanish there"),
    ("_softmax", "Double_.*", "another NaN there", "a NaN's bits", "cortex-m4"),
    ("add|mul|div", "(Complex)?Float_.*", ROUNDED, "product and sum in one instruction there",
     "cortex-m4"),
    (".*_to_dim_order_copy|_to_copy|sum.IntList_out|prod(.int_out)?|cumsum",
     f"(({REAL_FLOAT}|{COMPLEX})_to_Byte|no_(small_)?integer).*", OTHER,
     "numbers that the integer dtype cannot hold", "cortex-m4"),
    # PyTorch's rules that ExecuTorch's portable kernels do not follow.
    ("add|mul", rf"{DTYPE}\S*_{DTYPE}\S*_into_.*", OTHER,
     "the result is not rounded to the common dtype there before it is stored in another"),
    ("addmm", ".*hides_nan", OTHER, "0 times NaN counts there"),
    ("abs", f"{REAL_FLOAT}_specials|every_.*", OTHER, "-0 stays there"),
    ("sign", f"{REAL_FLOAT}_specials|every_.*", OTHER, "NaN stays there"),
    ("ceil|floor|trunc", "(Int|Long)_specials", OTHER, "integers become floating point there"),
    ("max_pool2d_with_indices", ".*nan_and_inf.*", OTHER, "a NaN does not win there"),
    ("add", "Bool_.*|.*alpha_(True|too_large)", HERE, "alpha that the dtype does not have"),
    ("addmm", ".*(alpha|beta)_.*", HERE, "beta or alpha that the dtype does not hold"),
    ("add", ".*alpha_-.*", THERE, "a negative alpha for Byte"),
    ("max_pool2d_with_indices", ".*bad_number_(12|16|19)", HERE,
     "windows without dilation, or larger than their input"),
    ("convolution", ".*bad_number_5", HERE, "a bias of another length, read beyond its end there"),
    ("convolution", ".*no_channels", f"{THERE}|another shape there", "no input channels"),
    (".*_empty_dim_order", ".*4294967298.*", HERE, "sizes of more than 32 bits are cut there"),
    ("convolution|max_pool2d_with_indices", ".*without_memory", HERE,
     "an optional tensor, or one that is never written, that has no memory"),
    (".*_(clone_dim_order|to_dim_order_copy)", r"\(.*", THERE, "non_blocking"),
    ("pow.*", ".*", f"{OTHER}|{ROUNDED}", "powers of integers are floating point there"),
    ("remainder.*", ".*", f"{OTHER}|{ROUNDED}", "remainders are computed differently there"),
    ("fmod.*", "(Byte|Char)_(-1|300)_into.*|Long_.*", OTHER,
     "a Scalar that the dtype does not have, the largest integers"),
    ("floor_divide|div.*_?mode(_out)?", ".*", f"{OTHER}|{ROUNDED}",
     "a floor quotient is not rounded to an integer there, and is infinite if the divisor is 0"),
    ("bitwise_(left|right)_shift.*", ".*", OTHER,
     "a distance that is negative or too large, which C++ leaves open"),
    ("eq.*|ne.*|l[te].*|g[te].*|atan2|div.*|fmod.*|sub", f"{DTYPE}.*{DTYPE}.*",
     f"{OTHER}|{ROUNDED}", "numbers are not rounded to the common dtype there"),
    ("minimum|maximum", f"{REAL_FLOAT}_specials", ROUNDED, "0 and -0"),
    (f"div.*|remainder.*|{BINARY}", ".*", "another NaN there", "a NaN's bits"),
    ("r?sub.*|bitwise_(left|right)_shift.*", ".*(True|False).*", HERE, "Bool as a number"),
    ("r?sub.*|add.*", ".*alpha_(1099511627776|True|0.5|None)", HERE,
     "alpha that the dtype does not have"),
    ("(add|div|mul|r?sub).Scalar(_mode)?_out", f".*_into_{DTYPE}.*", THERE,
     "an output of another dtype"),
    ("masked_fill.*", f"{DTYPE}_with_.*", HERE, "a value that the dtype does not have", "", "",
     "refused, but for fractions"),
    ("pow.Tensor_Scalar_out", ".*_-1_into_.*", HERE, "a negative exponent for integers"),
    ("fmod.*|floor_divide", ".*_by_(zero|256)", HERE, "integers divided by zero"),
    ("clamp.*", ".*Bool_Bool_Bool_into.*", HERE, "limits of Bool"),
    # Filling and indexing.
    ("index_put_", "(?!.*rows_of).*", f"{THERE}|ends the program there",
     "anything but one index of one dimension without accumulation", "x86-64"),
    ("rand|randn", ".*", f"{OTHER}|{ROUNDED}|{THERE}|{HERE}", "other random numbers", "x86-64"),
    ("native_dropout", ".*_1.0_True", OTHER, "dropped elements are 0 there, even NaN and infinity",
     "x86-64"),
    ("arange|arange.start_out", ".*", f"{OTHER}|{THERE}|another shape there",
     "Bool ends; there, count and numbers come from start and step with fractions, in Double",
     "x86-64"),
    ("fill.Tensor_out", ".*", HERE, "a number that the dtype does not hold"),
    ("(zeros|ones|full|empty)", "of_sizes.*|output_without_memory", HERE,
     "sizes of more than 32 bits are cut there, and memory is not checked"),
    ("embedding|masked_scatter", ".*without_memory|bad_number.*", HERE,
     "a tensor without memory, or in another layout"),
    ("scatter_add|index_select|scatter.src_out|gather|nonzero|masked_select|masked_scatter"
     "|embedding"
     "|index.Tensor_out|index_put|full_like",
     ".*(channels_last|layout|by_columns).*", f"{OTHER}|{THERE}",
     "layouts: refused, or taken for contiguous", "x86-64"),
    # Features that only our kernels or only ExecuTorch's kernels have.
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
    ("max_pool2d_with_indices", ".*channels_last.*", OTHER,
     "layouts: indices get the layout of the values there"),
    # Windows, pads, pixels and products.
    ("bmm|avg_pool2d", ".*", ROUNDED, "another order of sums, or a product with a reciprocal"),
    ("_adaptive_avg_pool2d", "(Half|BFloat16|Double)_.*", OTHER,
     "summed in Float by one, in the dtype by the other", "x86-64"),
    ("_adaptive_avg_pool2d", r".*_to_\(0,_2\).*", THERE, "no windows", "x86-64"),
    ("max_pool2d_with_indices_backward.grad_input", ".*number_.*", OTHER,
     "adds to what the memory holds"),
    ("max_pool2d_with_indices_backward.grad_input", f"{DTYPE}_(bad_number|index)_.*", HERE,
     "indices outside the plane, windows without dilation"),
    ("bmm|avg_pool2d|_adaptive_avg_pool2d|(reflection|replication)_pad.d|constant_pad_nd"
     "|pixel_(un)?shuffle", r".*(channels_last|layouts|(_by_.*|x\d+)_\([0-9].*\)).*",
     f"{OTHER}|{THERE}", "layouts"),
    ("(reflection|replication)_pad.d", "bad_number_1[46]", HERE,
     "channels or outputs without elements"),
    ("constant_pad_nd", ".*(-[0-9].*|too_large)", f"{HERE}|{THERE}",
     "negative padding, numbers that the dtype cannot hold", "x86-64"),
    ("pixel_(un)?shuffle", "bad_number_12", HERE, "16 dimensions"),
    # Operators that reduce, normalise or sort.
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
     "a mean of another dtype than the variance, written beyond its memory there"),
    ("am(ax|in)", ".*nothing_to_write", "ends the program there", "an output without elements"),
    ("topk.values", ".*", OTHER,
     "the choice and order of equal elements, the smallest Byte elements"),
    ("var.*", ".*", OTHER,
     "NaN there, not infinity, if the correction is at least the element count; sums in Half"),
    ("native_(layer|group)_norm|_native_batch_norm_legit.no_stats_out", "(Float|Double)_.*", OTHER,
     "the mean of squares less the squared mean there, not of squared distances from the mean"),
    ("native_(layer|group)_norm", ".*without_memory", HERE, "a weight or bias without memory"),
    ("_native_batch_norm_legit", ".*_2_.*", THERE, "training"),
    ("cumsum", r".*_\(\)_.*", THERE, "tensors without dimensions"),
    # Operators with one input.
    ("_conj_physical", f"(?!{COMPLEX}){DTYPE}.*", THERE, "numbers that are not complex"),
    ("gelu|leaky_relu|elu|logit|clamp|hardtanh|glu", ".*", ROUNDED,
     "constants and Scalars are Double there, or it computes in the output's dtype"),
    ("gelu|glu", ".*", OTHER, "sums that cancel, infinities"),
    ("logit", ".*", f"{OTHER}|{THERE}",
     "elements get the output's dtype first there; Half and BFloat16 outputs are refused"),
    ("clamp", ".*", f"{OTHER}|{THERE}", "limits of another kind, results of another dtype"),
    ("glu", ".*_specials", "another NaN there", "a NaN's bits"),
    ("elu|leaky_relu|clamp|hardtanh|glu|logit|gelu", ".*", f"{HERE}|{THERE}",
     "numbers that the dtype cannot hold, layouts"),
    ("upsample_.*2d.vec_out|_upsample_bilinear2d_aa|grid_sampler_2d|convolution_backward"
     "|_[cp]dist_forward", ".*", ROUNDED, "another order of sums"),
    ("upsample_bilinear2d.vec_out|_upsample_bilinear2d_aa", "Double_.*", OTHER,
     "coordinates are Float there, even for Double elements", "x86-64"),
    ("upsample_bilinear2d.vec_out|_upsample_bilinear2d_aa", "Byte_.*", OTHER,
     "Byte is computed in Float there, and loses the fraction"),
    ("_upsample_bilinear2d_aa", "(Char|Short|Int|Long)_.*", OTHER,
     "the sum loses its fraction with each element there"),
    ("_upsample_bilinear2d_aa", ".*", THERE, "outputs whose shape is not known before the call"),
    ("upsample_.*|_upsample_bilinear2d_aa", ".*bad_number_(5|14)", HERE,
     "sizes of more than 32 bits are cut there, and no channels"),
    ("upsample_nearest2d.vec_out|grid_sampler_2d|convolution_backward|_[cp]dist_forward",
     ".*(channels_last|layouts|by_columns).*", THERE, "layouts"),
    ("grid_sampler_2d", ".*far_off.*", f"{OTHER}|another NaN there",
     "a coordinate that is NaN or infinite", "x86-64"),
    ("grid_sampler_2d", "(Half|BFloat16)_.*", OTHER,
     "coordinates are computed in the dtype there, so other pixels are read"),
    ("upsample_nearest2d.vec_out", "Bool_.*", THERE, "Bool", "x86-64"),
    ("_cdist_forward", ".*nan_and_inf_inf", OTHER, "a NaN is not the largest there",
     "x86-64"),
    ("convolution_backward", r".*number_\d+_.*", THERE, "other than two dimensions, transposed"),
    ("(split|split_with_sizes|unbind|unfold)_copy.*", ".*_as_.*", HERE,
     "outputs of another dtype than self, which no exported program has", "dtypes", "", "taken"),
    ("bitwise_(left|right)_shift.Tensor_out|clamp.Tensor_out", "Bool_.*_as_.*", HERE,
     "Bool, which PyTorch refuses, too", "dtypes"),
    # Operators that move elements.
    ("et_copy::_(h2d|d2h)_copy", ".*", THERE, "source and output both in host memory"),
    ("_to_copy", r"\(.*|.*channels_last", THERE, "non_blocking, layouts"),
    ("roll", ".*_all_by_.*", THERE, "no dimensions"),
    ("expand_copy", ".*True.*", THERE, "implicit"),
    ("(split|unbind).*", ".*", THERE,
     "layouts, outputs in a list whose shape is not known before the call"),
    ("cat", r".*\(0,_.*", f"{THERE}|another shape there", "every empty tensor is skipped there"),
    ("cat|stack", f"{COMPLEX}.*", OTHER, "complex numbers"),
    ("cat", f"{DTYPE}_into_{DTYPE}.*", OTHER, "items of several dtypes"),
    ("tril|unfold_copy|diagonal_copy", ".*922337203685477580[78].*",
     f"{OTHER}|{THERE}|another shape there",
     "numbers near the largest integer"),
    (MOVED, r".*(column-major|columns|_from_\(|_to_\(|_\([01],_[01],_[01]\)).*",
     f"{OTHER}|{HERE}|{THERE}", "layouts"),
    (MOVED, r"\[\(0,\).*|wrong_dtype|source_of_.*|\(6,\)_.*", HERE,
     "numbers that do not fit, other shapes and dtypes of a source or of outputs", "", "",
     "refused, but for other dtypes"),
    ("narrow_copy", r".*_\(-1,.*", "ends the program there", "a dimension counted from the end"),
    ("unfold_copy", ".*", "ends the program there", "a tensor without dimensions"),
    # Calls that no exported program makes.
    (".*", ".*", ENDS,
     "arguments of the wrong kind, or without memory"),
    (OWN_DTYPE, f".*/{OUT}=as-.*", STRICTER, "an output of another dtype than the result's", "",
     "refused, but for glu, max, min, split_with_sizes_copy, unfold_copy, view_as_real_copy; "
     "index.Tensor_out and index_put end the program"),
    (NO_COMPLEX, ".*=as-Complex.*", STRICTER, "complex numbers"),
    ("(select|slice)_scatter|convolution|_native_batch_norm.*|index_put_?|convolution_backward"
     "|linear|(div|fmod|remainder).Scalar\\w+|bitwise_right_shift.*",
     ".*/(self|src|bias|input|weight|values)=as-.*", STRICTER,
     "tensors of several dtypes, or Bool"),
    ("masked_(fill.Scalar_out|select|scatter)", ".*/mask=as-.*", STRICTER,
     "masks that are not Bool, which PyTorch 2 refuses, too"),
    ("native_dropout", ".*", STRICTER,
     "integers, complex numbers, no elements, and a p that is no probability", "",
     "refused, but for complex numbers"),
    ("prod|mean.dtype_out", ".*/dtype=.*", STRICTER, "a dtype that is not the output's"),
    (".*", f".*/(self|input|weight|indices|{OUT})=(channels-last|by-columns).*", STRICTER,
     "inputs and outputs whose elements lie in other orders", "",
     "refused, but for unsqueeze_copy"),
    (f"{FORMULA}|{BITS}|squeeze_copy.*|unsqueeze_copy",
     ".*(channels_last|layout|from_).*/(self|dim)=.*", STRICTER,
     "inputs and outputs whose elements lie in other orders", "",
     "refused, but for unsqueeze_copy"),
    ("clone", ".*/memory_format=[02].*", STRICTER, "a memory_format that changes the dim order"),
    ("_adaptive_avg_pool2d|_fft_r2c|pixel_unshuffle|reflection_pad.d|roll|tril|native_group_norm"
     "|repeat_interleave.*", ".*=(empty.|no-elements|deeper|one-dim).*", STRICTER, "no elements"),
    ("roll", r".*/dims=\[\].*", STRICTER, "a shift by 0 without dimensions"),
    ("index_select", ".*/index=.*", STRICTER, "several indices of a tensor without dimensions", "",
     "as here"),
    ("index_put_?", ".*/indices=item.-(no-dims|shallower).*", STRICTER,
     "an index without dimensions", "", "ends the program"),
    ("embedding", ".*/padding_idx=.*", STRICTER, "a padding_idx outside the rows", "",
     "taken"),
    ("grid_sampler_2d", ".*_mode=.*", STRICTER, "modes that do not exist"),
    ("max_pool2d_with_indices_backward.grad_input", ".*", STRICTER,
     "indices outside the plane, and gradients of another shape", "", "taken"),
    ("convolution(_backward)?",
     ".*/(output_padding|padding|dilation|stride|grad_output|input)=.*", STRICTER,
     "strides, padding and dilation of more than 32 bits, gradients of another shape, no batch",
     "", "taken"),
    ("_native_batch_norm_legit.*", ".*", STRICTER,
     "weights and biases of another size than the channels, and single values"),
    ("_fft_c2r", ".*", STRICTER, "a last_dim_size that is not the input's", "",
     "not compared"),
    ("as_strided_copy|slice_copy.Tensor_out|arange.*|pixel_shuffle",
     ".*=(9223372036854775807|inf|-0.5).*", STRICTER,
     "an offset or a step at the largest integer, infinite steps, ends below 0"),
    ("(reflection|replication)_pad.d", ".*/(padding|self)=.*", STRICTER,
     "lists of padding of another length, padding that is negative", "",
     "negative padding is taken"),
    ("(max|min).unary_out", ".*/self=largest", STRICTER,
     "a number that the output's dtype does not hold"),
    ("constant_pad_nd", ".*/self=as-.*", STRICTER,
     "a number that the dtype does not hold, where it is not needed"),
    ("_pdist_forward", ".*/(self|p)=.*", STRICTER,
     "a self that is no matrix or empty, a p below 0"),
    (".*", "(.*/)?.*=as-Half.*", LENIENT, "Half, which PyTorch 1.13 lacks on CPUs", "", "as here"),
    ("prod.*", ".*=as-BFloat16.*", LENIENT, "BFloat16, which PyTorch 1.13 lacks", "", "as here"),
    ("clamp|where.self_out|pow.Tensor_Scalar_out|cumsum|var.correction_out", f".*/{OUT}=as-.*",
     LENIENT, "an output of another dtype"),
    ("masked_fill.Scalar_out", "Half_.*/value=.*", LENIENT,
     "a number that Half does not hold: infinity here"),
    ("_?upsample_bilinear2d.*", ".*=as-(Byte|Char|Short|Int|Long).*", LENIENT,
     "integers, which PyTorch 1.13 lacks", "", "as here"),
    ("(r?sub|add).*", ".*/alpha=.*", LENIENT, "alpha that an integer dtype does not hold"),
    ("_to_copy|clone|empty|full_like", ".*/memory_format=.*", LENIENT,
     "an invalid memory_format, or one for another number of dimensions"),
    ("index.*", ".*/(indices|values)=.*", LENIENT,
     "indices of Int, which PyTorch 2 has, no indices, and values that are broadcast"),
    ("pow.Tensor_Scalar_out", ".*/exponent=.*", LENIENT,
     "an exponent that an integer dtype does not hold"),
    ("slice_.*|arange.*", ".*/(start|end|step)=-?92233.*", LENIENT, "numbers at the ends of Long"),
    ("_fft_.*", ".*/dim=.*", LENIENT, "dimensions counted from the end", "", "not compared"),
    ("convolution_backward", ".*/(output_padding|output_mask)=.*", LENIENT,
     "output_padding that is not used, fewer gradients"),
    ("convolution", "((Byte|Char|Short|Int|Long)_.*/dilation|.*/input)=.*", LENIENT,
     "no batch, dilated integers"),
    ("constant_pad_nd", ".*/(self|pad)=.*", LENIENT, "negative padding that leaves no elements"),
    ("bitwise_(left|right)_shift.*", ".*", APART,
     "a distance that is negative or too large: 0, or the sign, as in PyTorch 2", "",
     "other values"),
    ("any.*", ".*Byte.*|.*Complex.*", APART,
     "fractions into Byte, and imaginary numbers, which count as true here, like all numbers but 0"),
    ("addmm|linear|div|abs|mean.dtype_out", ".*Complex.*", APART,
     "complex infinities and NaNs: spread in another order, and abs does not overflow"),
    ("addmm", ".*/(alpha=-?inf|mat.=largest).*", APART,
     "products that overflow: alpha multiplies terms, not their sum"),
    ("_fft_.*", ".*/self=(-?inf|nan|largest).*", APART, "infinities: NaN in more elements",
     "", "not compared"),
    ("convolution(_backward)?", ".*=(-?inf|nan).*", APART,
     "an infinity or NaN beside padding: only some of PyTorch's kernels multiply it by 0"),
    ("_native_batch_norm_legit.*", ".*/weight=(-?inf|largest).*", APART,
     "a weight whose product overflows: infinite here only where the result overflows"),
    ("native_(group|layer)_norm|var_mean.*|mean.*", ".*=(-?inf|largest).*", APART,
     "sums that overflow: the mean of infinity is infinity"),
    ("grid_sampler_2d", ".*/input=(-?inf|nan|largest).*", APART, "sums that overflow"),
    ("log1p", ".*", APART, "the largest BFloat16: its logarithm, not infinity"),
    ("mul.Scalar_out", ".*/other=.*", APART, "a number that Half does not hold: as in PyTorch 2"),
    ("copy_?|_to_copy", ".*=(-?inf|nan|largest).*", APART,
     "numbers that the integer dtype cannot hold, which C++ leaves open", "", "any values"),
    ("topk.values", ".*", APART, "the choice of equal elements", "", "the same, or others"),
    ("tril", ".*/diagonal=92233.*", APART, "the largest integer: all elements stay"),
    ("_upsample_bilinear2d_aa", ".*/(scales_.|self=ones).*", APART,
     "a scale near 0 gives NaN here; scales that point outside the input give 0, "
     "not arbitrary values"),
]]


COLUMNS = {
    STRICTER: ("taken", "refused", "refused"),
    LENIENT: ("refused", "not compared", "taken"),
    APART: ("other values", "not compared", "as the calls say"),
    HERE: ("refused", "taken", "refused"),
    ENDS: ("refused", "ends the program", "refused"),
}


def columns(entry):
    """Returns the table's cells for PyTorch, ExecuTorch and our kernels. If COLUMNS has
    no cells for the entry, our kernels do what PyTorch does."""
    there = entry.what.replace(HERE, "taken").replace(" there alone", "").replace(" there", "")
    pytorch, executorch, here = COLUMNS.get(entry.what, ("as here", there.replace("|", " or "),
                                                         "as PyTorch"))
    where = f" ({entry.machine})" if entry.machine else ""
    return entry.pytorch or pytorch, (entry.executorch or executorch) + where, here


def refused_there(operator, reason):
    """Returns a sentence about what ExecuTorch's kernel refuses. `reason` must be the reason of an
    entry that applies to the operator."""
    known = [entry for entry in KNOWN if entry.reason == reason and
             entry.what.startswith(THERE) and is_about(entry, operator)]
    return f"ExecuTorch's kernel refuses {known[0].reason}"


def is_about(entry, operator):
    """True if the entry applies to the operator, given by its full name."""
    return re.fullmatch(entry.operators, operator.removeprefix("aten::").removesuffix(".out"))


def against_pytorch():
    """Returns the entries about our kernels and PyTorch, each after its index in KNOWN."""
    return [(number, entry) for number, entry in enumerate(KNOWN)
            if entry.what in (STRICTER, LENIENT, APART)]


def entries_for(operator, call, difference):
    """Returns the indices in KNOWN of the entries that explain a difference from PyTorch."""
    return [number for number, entry in against_pytorch() if entry.what == difference and
            is_about(entry, operator) and re.fullmatch(entry.calls, call)]


def explain(operator, case, difference):
    """Returns the index in KNOWN of the first entry that explains a difference, or None."""
    operator = operator.removeprefix("aten::").removesuffix(".out")
    case = case.removesuffix("_resized")
    for number, patterns in enumerate(KNOWN):
        if all(map(re.fullmatch, patterns[:3], (operator, case, difference))):
            return number
    return None


def explain_lines(lines, machine):
    """Returns a summary and the faults. The summary is the last of the lines, with the number of
    entries that explain a call and the number of faults. If `machine` is "cortex-m4", an entry that
    explains no call is no fault."""
    counts, problems, last = collections.Counter(), [], "no output"
    for last in lines:
        found = re.fullmatch(r"(\S+) (\S+): (.*)\n", last)
        number = explain(*found.groups()) if found else None
        if number is not None:
            counts[number] += 1
        elif "outputs" not in last:
            problems.append(last.rstrip())
    others = dict(against_pytorch())
    for number, entry in enumerate(KNOWN):
        if not counts[number] and number not in others and machine != "cortex-m4" and (
                machine == (entry.machine or "x86-64")):
            problems.append(f"entry that explains no call: {entry.operators} {entry.calls}: "
                            f"{entry.what}: {entry.reason}")
    if "outputs" not in last:
        problems.append(f"the program ended before its summary; its last line: {last.rstrip()}")
    counted = re.sub("; outputs .*", "", last.rstrip())
    return f"{counted}, for {len(counts)} known reasons, {len(problems)} wrong", problems

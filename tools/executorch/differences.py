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
    ("mm|addmm|convolution", ".*", ROUNDED, "ExecuTorch's kernel sums in another order"),
    ("add", "Float_integer_alpha.*", OTHER,
     "ExecuTorch's kernel rounds alpha twice: to Double, then to Float"),
    (FORMULA, f"{DTYPE}_into_{DTYPE}", ROUNDED,
     "ExecuTorch's kernel does not round the result to self's dtype before it converts the result "
     "to the output's dtype"),
    (f"mul|{BITS}", "every_.*|.*_specials", "another NaN there",
     "results that are NaN, with different bits"),
    ("abs", f"{COMPLEX}.*", f"{ROUNDED}|{OTHER}",
     "complex numbers whose squares overflow or underflow in ExecuTorch's kernel"),
    ("_softmax", "Double_.*", "another NaN there", "results that are NaN, with different bits",
     "cortex-m4"),
    ("add|mul|div", "(Complex)?Float_.*", ROUNDED,
     "ExecuTorch's kernel computes a product and a sum with one instruction, a fused multiply-add",
     "cortex-m4"),
    (".*_to_dim_order_copy|_to_copy|sum.IntList_out|prod(.int_out)?|cumsum",
     f"(({REAL_FLOAT}|{COMPLEX})_to_Byte|no_(small_)?integer).*", OTHER,
     "numbers that the integer dtype cannot hold", "cortex-m4"),
    # PyTorch's rules that ExecuTorch's portable kernels do not follow.
    ("add|mul", rf"{DTYPE}\S*_{DTYPE}\S*_into_.*", OTHER,
     "ExecuTorch's kernel does not round the result to the common dtype before it converts the "
     "result to the output's dtype"),
    ("addmm", ".*hides_nan", OTHER,
     "beta or alpha is 0: ExecuTorch's kernel multiplies NaN by 0 and returns NaN"),
    ("abs", f"{REAL_FLOAT}_specials|every_.*", OTHER, "-0: ExecuTorch's kernel returns -0, not 0"),
    ("sign", f"{REAL_FLOAT}_specials|every_.*", OTHER,
     "NaN: ExecuTorch's kernel returns NaN, not 0"),
    ("ceil|floor|trunc", "(Int|Long)_specials", OTHER,
     "ExecuTorch's kernel converts integers to floating point"),
    ("max_pool2d_with_indices", ".*nan_and_inf.*", OTHER,
     "windows with a NaN, which ExecuTorch's kernel does not take as the maximum"),
    ("add", "Bool_.*|.*alpha_(True|too_large)", HERE, "an alpha that the dtype cannot hold"),
    ("addmm", ".*(alpha|beta)_.*", HERE, "a beta or alpha that the dtype cannot hold"),
    ("add", ".*alpha_-.*", THERE, "a negative alpha for Byte"),
    ("max_pool2d_with_indices", ".*bad_number_(12|16|19)", HERE,
     "dilation 0, or windows that are larger than the input or cover only padding"),
    ("convolution", ".*bad_number_5", HERE,
     "a bias whose length is not the number of output channels; ExecuTorch's kernel reads beyond "
     "the bias"),
    ("convolution", ".*no_channels", f"{THERE}|another shape there", "inputs without channels"),
    (".*_empty_dim_order", ".*4294967298.*", HERE,
     "sizes of more than 32 bits, which ExecuTorch's kernel truncates"),
    ("convolution|max_pool2d_with_indices", ".*without_memory", HERE,
     "an optional tensor without memory, or a tensor without memory that ExecuTorch's kernel "
     "never writes"),
    (".*_(clone_dim_order|to_dim_order_copy)", r"\(.*", THERE, "non_blocking=True"),
    ("pow.*", ".*", f"{OTHER}|{ROUNDED}",
     "ExecuTorch's kernel computes powers of integers in floating point"),
    ("remainder.*", ".*", f"{OTHER}|{ROUNDED}",
     "ExecuTorch's kernel computes remainders in another way"),
    ("fmod.*", "(Byte|Char)_(-1|300)_into.*|Long_.*", OTHER,
     "a Scalar that the dtype cannot hold, or integers near the limits of Long"),
    ("floor_divide|div.*_?mode(_out)?", ".*", f"{OTHER}|{ROUNDED}",
     "ExecuTorch's kernel does not round a floor quotient to an integer, and returns infinity if "
     "the divisor is 0"),
    ("bitwise_(left|right)_shift.*", ".*", OTHER,
     "a shift distance that is negative or too large, which is undefined in C++"),
    ("eq.*|ne.*|l[te].*|g[te].*|atan2|div.*|fmod.*|sub", f"{DTYPE}.*{DTYPE}.*",
     f"{OTHER}|{ROUNDED}", "ExecuTorch's kernel does not round the inputs to the common dtype"),
    ("minimum|maximum", f"{REAL_FLOAT}_specials", ROUNDED,
     "0 and -0: the sign of the result differs"),
    (f"div.*|remainder.*|{BINARY}", ".*", "another NaN there",
     "results that are NaN, with different bits"),
    ("r?sub.*|bitwise_(left|right)_shift.*", ".*(True|False).*", HERE,
     "Bool Scalars, which ExecuTorch's kernel takes as numbers"),
    ("r?sub.*|add.*", ".*alpha_(1099511627776|True|0.5|None)", HERE,
     "an alpha that the dtype cannot hold"),
    ("(add|div|mul|r?sub).Scalar(_mode)?_out", f".*_into_{DTYPE}.*", THERE,
     "an output of another dtype than the result"),
    ("masked_fill.*", f"{DTYPE}_with_.*", HERE, "a value that the dtype cannot hold", "", "",
     "refused, except for fractions"),
    ("pow.Tensor_Scalar_out", ".*_-1_into_.*", HERE, "integers to the power of a negative integer"),
    ("fmod.*|floor_divide", ".*_by_(zero|256)", HERE, "integers divided by zero"),
    ("clamp.*", ".*Bool_Bool_Bool_into.*", HERE, "Bool tensors as limits"),
    # Filling and indexing.
    ("index_put_", "(?!.*rows_of).*", f"{THERE}|ends the program there",
     "all calls except those with a single one-dimensional index and accumulate=False", "x86-64"),
    ("rand|randn", ".*", f"{OTHER}|{ROUNDED}|{THERE}|{HERE}",
     "ExecuTorch's kernel generates other random numbers", "x86-64"),
    ("native_dropout", ".*_1.0_True", OTHER,
     "dropped elements that are NaN or infinite, for which ExecuTorch's kernel returns 0",
     "x86-64"),
    ("arange|arange.start_out", ".*", f"{OTHER}|{THERE}|another shape there",
     "a Bool end; or ExecuTorch's kernel computes the count and the elements in Double, and keeps "
     "the fractions of start and step", "x86-64"),
    ("fill.Tensor_out", ".*", HERE, "a number that the dtype cannot hold"),
    ("(zeros|ones|full|empty)", "of_sizes.*|output_without_memory", HERE,
     "sizes of more than 32 bits, which ExecuTorch's kernel truncates, or an output without "
     "memory"),
    ("embedding|masked_scatter", ".*without_memory|bad_number.*", HERE,
     "a tensor without memory or with another dim order"),
    ("scatter_add|index_select|scatter.src_out|gather|nonzero|masked_select|masked_scatter"
     "|embedding"
     "|index.Tensor_out|index_put|full_like",
     ".*(channels_last|layout|by_columns).*", f"{OTHER}|{THERE}",
     "tensors that are not contiguous, which ExecuTorch's kernel refuses or treats as contiguous",
     "x86-64"),
    # Features that only our kernels or only ExecuTorch's kernels have.
    ("div.*", f".*{COMPLEX}.*", HERE,
     "complex quotients that ExecuTorch's kernel stores as real numbers"),
    ("div", rf"{COMPLEX}_\(.*", OTHER,
     "complex numbers that broadcast, which ExecuTorch's kernel does not support"),
    ("where.*", f"{DTYPE}.*_into_{DTYPE}", THERE, "an output of another dtype than the result"),
    ("copy_", ".*layouts", THERE, "tensors with different dim orders"),
    ("copy", ".*layouts", OTHER,
     "tensors with different dim orders, which ExecuTorch's kernel treats as contiguous"),
    (BINARY, ".*layouts.*", THERE, "tensors with different dim orders"),
    (".*", f".*{COMPLEX}.*", THERE, "complex numbers"),
    (".*_to_dim_order_copy", f"{COMPLEX}_to_{COMPLEX}.*|complex_to_Bool",
     f"{OTHER}|{THERE}|writes beside its memory there",
     "complex numbers that are converted to another complex dtype or to Bool"),
    ("convolution", ".*number_(7|11)_.*", THERE, "inputs with three spatial dimensions"),
    ("mm|addmm", r".*(by_columns|\(1,_0\).*)", THERE, "column-major matrices"),
    ("add|mul|relu|mean|permute_copy|view_copy|clone|_softmax|.*_clone_dim_order",
     f".*(mixed_layouts|channels_last|layout_|{LAST}|_to_{LAST}).*", THERE,
     "tensors that are not contiguous"),
    ("_softmax", f".*{LAST}.*", f"{OTHER}|writes beside its memory there",
     "tensors that are not contiguous, which ExecuTorch's kernel treats as contiguous"),
    (f"{FORMULA}|{BITS}", ".*channels_last.*", THERE, "tensors that are not contiguous"),
    ("permute_copy", f"layout_{LAST}.*", OTHER,
     "tensors that are not contiguous, which ExecuTorch's kernel treats as contiguous"),
    ("max_pool2d_with_indices", ".*channels_last.*", OTHER,
     "channels-last values and contiguous indices: ExecuTorch's kernel writes the indices in the "
     "dim order of the values"),
    # Windows, pads, pixels and products.
    ("bmm|avg_pool2d", ".*", ROUNDED,
     "another order of sums, or a product with a reciprocal instead of a quotient"),
    ("_adaptive_avg_pool2d", "(Half|BFloat16|Double)_.*", OTHER,
     "one kernel sums in Float, the other kernel in the dtype of the elements", "x86-64"),
    ("_adaptive_avg_pool2d", r".*_to_\(0,_2\).*", THERE, "outputs without elements", "x86-64"),
    ("max_pool2d_with_indices_backward.grad_input", ".*number_.*", OTHER,
     "ExecuTorch's kernel adds the gradients to the old contents of the output"),
    ("max_pool2d_with_indices_backward.grad_input", f"{DTYPE}_(bad_number|index)_.*", HERE,
     "indices outside the plane, or dilation 0"),
    ("bmm|avg_pool2d|_adaptive_avg_pool2d|(reflection|replication)_pad.d|constant_pad_nd"
     "|pixel_(un)?shuffle", r".*(channels_last|layouts|(_by_.*|x\d+)_\([0-9].*\)).*",
     f"{OTHER}|{THERE}", "tensors that are not contiguous"),
    ("(reflection|replication)_pad.d", "bad_number_1[46]", HERE,
     "inputs without channels, or outputs without elements"),
    ("constant_pad_nd", ".*(-[0-9].*|too_large)", f"{HERE}|{THERE}",
     "negative padding, or a value that the dtype cannot hold", "x86-64"),
    ("pixel_(un)?shuffle", "bad_number_12", HERE, "tensors with 16 dimensions"),
    # Operators that reduce, normalise or sort.
    ("sum.IntList_out|prod(.int_out)?|mean.dtype_out|am(ax|in)|arg(max|min)"
     "|(max|min).(dim_m..|unary_out)"
     "|any(.dims_out|.all_out)?|var(.correction_out)?|var_mean.correction_out|cumsum|_log_softmax"
     r"|_native_batch_norm_legit.*", r".*(layout|channels_last|_\(1,_0\)).*", THERE,
     "tensors that are not contiguous"),
    ("_log_softmax|topk.values", ".*(layout|channels_last).*",
     f"{OTHER}|writes beside its memory there",
     "tensors that are not contiguous, which ExecuTorch's kernel treats as contiguous"),
    ("var(.correction_out)?|var_mean.correction_out|native_(layer|group)_norm"
     "|_native_batch_norm_legit.*|prod(.int_out)?|cumsum|_log_softmax|sum.IntList_out"
     "|mean.dtype_out", ".*", ROUNDED,
     "another order of operations, or other roundings between the operations"),
    ("var.*|cumsum|native_.*_norm|_native_batch_norm.*|_log_softmax", ".*", "another NaN there",
     "results that are NaN, with different bits"),
    ("prod", f"{DTYPE}_to_.*", THERE,
     "products of integers, or an output of another dtype than self"),
    ("(max|min).unary_out", ".*of_nothing", HERE, "inputs without elements"),
    ("(max|min).unary_out", ".*_into_.*", HERE, "a result that the output's dtype cannot hold"),
    ("(max|min).unary_out", f"{DTYPE}_into_Byte.*", OTHER,
     "ExecuTorch's kernel converts the elements to the output's dtype before it compares the "
     "elements"),
    ("var_mean.correction_out", "means_of_a_third_dtype", HERE,
     "a mean of another dtype than the variance; ExecuTorch's kernel writes beyond the memory of "
     "the mean"),
    ("am(ax|in)", ".*nothing_to_write", "ends the program there", "outputs without elements"),
    ("topk.values", ".*", OTHER,
     "the choice and the order of equal elements, or the smallest elements of a Byte tensor"),
    ("var.*", ".*", OTHER,
     "a correction of at least the number of elements: ExecuTorch's kernel returns NaN, not "
     "infinity; or ExecuTorch's kernel sums in Half"),
    ("native_(layer|group)_norm|_native_batch_norm_legit.no_stats_out", "(Float|Double)_.*", OTHER,
     "ExecuTorch's kernel computes the variance as the mean of the squares minus the square of "
     "the mean"),
    ("native_(layer|group)_norm", ".*without_memory", HERE, "a weight or bias without memory"),
    ("_native_batch_norm_legit", ".*_2_.*", THERE, "training=True"),
    ("cumsum", r".*_\(\)_.*", THERE, "tensors without dimensions"),
    # Operators with one input.
    ("_conj_physical", f"(?!{COMPLEX}){DTYPE}.*", THERE, "numbers that are not complex"),
    ("gelu|leaky_relu|elu|logit|clamp|hardtanh|glu", ".*", ROUNDED,
     "ExecuTorch's kernel uses Double constants and Scalars, or computes in the output's dtype"),
    ("gelu|glu", ".*", OTHER, "sums whose terms cancel, or infinities"),
    ("logit", ".*", f"{OTHER}|{THERE}",
     "ExecuTorch's kernel first converts the elements to the output's dtype, and refuses Half and "
     "BFloat16 outputs"),
    ("clamp", ".*", f"{OTHER}|{THERE}",
     "limits of another kind than the elements, such as 0.5 for integers, or an output of another "
     "dtype than the result"),
    ("glu", ".*_specials", "another NaN there", "results that are NaN, with different bits"),
    ("elu|leaky_relu|clamp|hardtanh|glu|logit|gelu", ".*", f"{HERE}|{THERE}",
     "Scalars that the dtype cannot hold, or tensors that are not contiguous"),
    ("upsample_.*2d.vec_out|_upsample_bilinear2d_aa|grid_sampler_2d|convolution_backward"
     "|_[cp]dist_forward", ".*", ROUNDED, "ExecuTorch's kernel sums in another order"),
    ("upsample_bilinear2d.vec_out|_upsample_bilinear2d_aa", "Double_.*", OTHER,
     "ExecuTorch's kernel computes coordinates in Float, even for Double elements", "x86-64"),
    ("upsample_bilinear2d.vec_out|_upsample_bilinear2d_aa", "Byte_.*", OTHER,
     "ExecuTorch's kernel computes Byte elements in Float and drops the fraction of the result"),
    ("_upsample_bilinear2d_aa", "(Char|Short|Int|Long)_.*", OTHER,
     "ExecuTorch's kernel drops the fraction of the sum after each element"),
    ("_upsample_bilinear2d_aa", ".*", THERE, "outputs with a dynamic shape"),
    ("upsample_.*|_upsample_bilinear2d_aa", ".*bad_number_(5|14)", HERE,
     "sizes of more than 32 bits, which ExecuTorch's kernel truncates, or inputs without channels"),
    ("upsample_nearest2d.vec_out|grid_sampler_2d|convolution_backward|_[cp]dist_forward",
     ".*(channels_last|layouts|by_columns).*", THERE, "tensors that are not contiguous"),
    ("grid_sampler_2d", ".*far_off.*", f"{OTHER}|another NaN there",
     "coordinates that are NaN or infinite", "x86-64"),
    ("grid_sampler_2d", "(Half|BFloat16)_.*", OTHER,
     "ExecuTorch's kernel computes coordinates in Half or BFloat16, and therefore reads other "
     "pixels"),
    ("upsample_nearest2d.vec_out", "Bool_.*", THERE, "Bool tensors", "x86-64"),
    ("_cdist_forward", ".*nan_and_inf_inf", OTHER,
     "an infinite p and a NaN element, which ExecuTorch's kernel ignores", "x86-64"),
    ("convolution_backward", r".*number_\d+_.*", THERE,
     "other than two spatial dimensions, or transposed convolutions"),
    ("(split|split_with_sizes|unbind|unfold)_copy.*", ".*_as_.*", HERE,
     "outputs of another dtype than self, which no exported program has", "dtypes", "", "taken"),
    ("bitwise_(left|right)_shift.Tensor_out|clamp.Tensor_out", "Bool_.*_as_.*", HERE,
     "Bool tensors, which PyTorch also refuses", "dtypes"),
    # Operators that move elements.
    ("et_copy::_(h2d|d2h)_copy", ".*", THERE, "a source and an output in host memory"),
    ("_to_copy", r"\(.*|.*channels_last", THERE,
     "non_blocking=True, or tensors that are not contiguous"),
    ("roll", ".*_all_by_.*", THERE,
     "an empty list of dimensions, which means the flattened tensor"),
    ("expand_copy", ".*True.*", THERE, "implicit=True"),
    ("(split|unbind).*", ".*", THERE,
     "tensors that are not contiguous, or a list of outputs with dynamic shapes"),
    ("cat", r".*\(0,_.*", f"{THERE}|another shape there",
     "inputs without elements, all of which ExecuTorch's kernel skips"),
    ("cat|stack", f"{COMPLEX}.*", OTHER, "complex numbers"),
    ("cat", f"{DTYPE}_into_{DTYPE}.*", OTHER, "inputs of several dtypes"),
    ("tril|unfold_copy|diagonal_copy", ".*922337203685477580[78].*",
     f"{OTHER}|{THERE}|another shape there", "arguments near the limits of Long"),
    (MOVED, r".*(column-major|columns|_from_\(|_to_\(|_\([01],_[01],_[01]\)).*",
     f"{OTHER}|{HERE}|{THERE}", "tensors that are not contiguous"),
    (MOVED, r"\[\(0,\).*|wrong_dtype|source_of_.*|\(6,\)_.*", HERE,
     "arguments that do not fit the inputs, a source of another shape, or a source or an output "
     "of another dtype", "", "", "refused, except for other dtypes"),
    ("narrow_copy", r".*_\(-1,.*", "ends the program there", "a negative dim"),
    ("unfold_copy", ".*", "ends the program there", "tensors without dimensions"),
    # Calls that no exported program makes.
    (".*", ".*", ENDS, "arguments of the wrong kind, or tensors without memory"),
    (OWN_DTYPE, f".*/{OUT}=as-.*", STRICTER, "an output of another dtype than the result", "",
     "refused, except for glu, max, min, split_with_sizes_copy, unfold_copy, view_as_real_copy; "
     "index.Tensor_out and index_put end the program"),
    (NO_COMPLEX, ".*=as-Complex.*", STRICTER, "complex numbers"),
    ("(select|slice)_scatter|convolution|_native_batch_norm.*|index_put_?|convolution_backward"
     "|linear|(div|fmod|remainder).Scalar\\w+|bitwise_right_shift.*",
     ".*/(self|src|bias|input|weight|values)=as-.*", STRICTER,
     "inputs of several dtypes, or Bool inputs"),
    ("masked_(fill.Scalar_out|select|scatter)", ".*/mask=as-.*", STRICTER,
     "masks that are not Bool; PyTorch 2 also refuses such masks"),
    ("native_dropout", ".*", STRICTER,
     "integers, complex numbers, inputs without elements, or a p that is not a probability", "",
     "refused, except for complex numbers"),
    ("prod|mean.dtype_out", ".*/dtype=.*", STRICTER,
     "an argument dtype that is not the output's dtype"),
    (".*", f".*/(self|input|weight|indices|{OUT})=(channels-last|by-columns).*", STRICTER,
     "inputs and outputs with different dim orders", "", "refused, except for unsqueeze_copy"),
    (f"{FORMULA}|{BITS}|squeeze_copy.*|unsqueeze_copy",
     ".*(channels_last|layout|from_).*/(self|dim)=.*", STRICTER,
     "inputs and outputs with different dim orders", "", "refused, except for unsqueeze_copy"),
    ("clone", ".*/memory_format=[02].*", STRICTER, "a memory_format that changes the dim order"),
    ("_adaptive_avg_pool2d|_fft_r2c|pixel_unshuffle|reflection_pad.d|roll|tril|native_group_norm"
     "|repeat_interleave.*", ".*=(empty.|no-elements|deeper|one-dim).*", STRICTER,
     "inputs without elements"),
    ("roll", r".*/dims=\[\].*", STRICTER,
     "an empty list of dimensions, and tensors that are not contiguous"),
    ("index_select", ".*/index=.*", STRICTER, "several indices into a tensor without dimensions",
     "", "as ours"),
    ("index_put_?", ".*/indices=item.-(no-dims|shallower).*", STRICTER,
     "index tensors without dimensions", "", "ends the program"),
    ("embedding", ".*/padding_idx=.*", STRICTER, "a padding_idx that is not the index of a row",
     "", "taken"),
    ("grid_sampler_2d", ".*_mode=.*", STRICTER, "an undefined interpolation_mode or padding_mode"),
    ("max_pool2d_with_indices_backward.grad_input", ".*", STRICTER,
     "indices outside the plane, or a gradient whose shape does not fit the input", "", "taken"),
    ("convolution(_backward)?",
     ".*/(output_padding|padding|dilation|stride|grad_output|input)=.*", STRICTER,
     "a stride, padding, output_padding or dilation of more than 32 bits, a dilation below 1, a "
     "gradient whose shape does not fit the input, or an empty batch", "", "taken"),
    ("_native_batch_norm_legit.*", ".*", STRICTER,
     "a weight or bias whose size is not the number of channels, or an input without elements"),
    ("_fft_c2r", ".*", STRICTER, "a last_dim_size that does not fit the input", "", "not compared"),
    ("as_strided_copy|slice_copy.Tensor_out|arange.*|pixel_shuffle",
     ".*=(9223372036854775807|inf|-0.5).*", STRICTER,
     "an offset or a step near the limit of Long, an infinite step, or an end below 0"),
    ("(reflection|replication)_pad.d", ".*/(padding|self)=.*", STRICTER,
     "a padding list of another length, or negative padding", "", "negative padding is taken"),
    ("(max|min).unary_out", ".*/self=largest", STRICTER,
     "a result that the output's dtype cannot hold"),
    ("constant_pad_nd", ".*/self=as-.*", STRICTER,
     "a value that the dtype cannot hold, in a call that does not use the value"),
    ("_pdist_forward", ".*/(self|p)=.*", STRICTER,
     "a self that is not a matrix or has no elements, or a negative p"),
    (".*", "(.*/)?.*=as-Half.*", LENIENT, "Half, which PyTorch 1.13 does not support on CPUs", "",
     "as ours"),
    ("prod.*", ".*=as-BFloat16.*", LENIENT, "BFloat16, which PyTorch 1.13 does not support", "",
     "as ours"),
    ("clamp|where.self_out|pow.Tensor_Scalar_out|cumsum|var.correction_out", f".*/{OUT}=as-.*",
     LENIENT, "an output of another dtype than the result"),
    ("masked_fill.Scalar_out", "Half_.*/value=.*", LENIENT,
     "a value that Half cannot hold: our kernel writes infinity"),
    ("_?upsample_bilinear2d.*", ".*=as-(Byte|Char|Short|Int|Long).*", LENIENT,
     "integers, which PyTorch 1.13 does not support", "", "as ours"),
    ("(r?sub|add).*", ".*/alpha=.*", LENIENT, "an alpha that an integer dtype cannot hold"),
    ("_to_copy|clone|empty|full_like", ".*/memory_format=.*", LENIENT,
     "an invalid memory_format, or a memory_format for another number of dimensions"),
    ("index.*", ".*/(indices|values)=.*", LENIENT,
     "Int indices, which PyTorch supports since version 2, no indices, or values that broadcast"),
    ("pow.Tensor_Scalar_out", ".*/exponent=.*", LENIENT,
     "an exponent that an integer dtype cannot hold"),
    ("slice_.*|arange.*", ".*/(start|end|step)=-?92233.*", LENIENT,
     "arguments near the limits of Long"),
    ("_fft_.*", ".*/dim=.*", LENIENT, "negative dimensions", "", "not compared"),
    ("convolution_backward", ".*/(output_padding|output_mask)=.*", LENIENT,
     "an output_padding that the call does not use, or an output_mask that selects fewer "
     "gradients"),
    ("convolution", "((Byte|Char|Short|Int|Long)_.*/dilation|.*/input)=.*", LENIENT,
     "an empty batch, or integers with a dilation"),
    ("constant_pad_nd", ".*/(self|pad)=.*", LENIENT, "negative padding that leaves no elements"),
    ("bitwise_(left|right)_shift.*", ".*", APART,
     "a shift distance that is negative or too large: our kernel returns 0 or the sign, as "
     "PyTorch 2 does", "", "other values"),
    ("any.*", ".*Byte.*|.*Complex.*", APART,
     "fractions with a Byte output, and imaginary numbers: for our kernel, all numbers except 0 "
     "are true"),
    ("addmm|linear|div|abs|mean.dtype_out", ".*Complex.*", APART,
     "complex infinities and NaNs, which spread in another order; complex numbers whose abs "
     "overflows only in PyTorch"),
    ("addmm", ".*/(alpha=-?inf|mat.=largest).*", APART,
     "products that overflow: PyTorch multiplies the terms by alpha, our kernel multiplies their "
     "sum"),
    ("_fft_.*", ".*/self=(-?inf|nan|largest).*", APART,
     "infinities: our kernel returns NaN for more elements", "", "not compared"),
    ("convolution(_backward)?", ".*=(-?inf|nan).*", APART,
     "an infinity or NaN beside padding: only some of PyTorch's kernels multiply the infinity or "
     "NaN by 0"),
    ("_native_batch_norm_legit.*", ".*/weight=(-?inf|largest).*", APART,
     "a weight whose product overflows: our kernel returns infinity only if the result overflows"),
    ("native_(group|layer)_norm|var_mean.*|mean.*", ".*=(-?inf|largest).*", APART,
     "sums that overflow: our kernel returns infinity as the mean of infinities"),
    ("grid_sampler_2d", ".*/input=(-?inf|nan|largest).*", APART, "sums that overflow"),
    ("log1p", ".*", APART,
     "the largest number of a dtype: our kernel returns its logarithm, not infinity"),
    ("mul.Scalar_out", ".*/other=.*", APART,
     "a number that Half cannot hold: our kernel computes as PyTorch 2 does"),
    ("copy_?|_to_copy", ".*=(-?inf|nan|largest).*", APART,
     "numbers that the integer dtype cannot hold, for which C++ defines no result", "",
     "any values"),
    ("topk.values", ".*", APART, "the choice among equal elements", "", "the same, or others"),
    ("tril", ".*/diagonal=92233.*", APART,
     "the largest Long as diagonal: our kernel keeps all elements"),
    ("_upsample_bilinear2d_aa", ".*/(scales_.|self=ones).*", APART,
     "a scale near 0, for which our kernel returns NaN; scales that point outside the input, for "
     "which our kernel returns 0 and PyTorch arbitrary values"),
]]


COLUMNS = {
    STRICTER: ("taken", "refused", "refused"),
    LENIENT: ("refused", "not compared", "taken"),
    APART: ("other values", "not compared", "see calls or cause"),
    HERE: ("refused", "taken", "refused"),
    ENDS: ("refused", "ends the program", "refused"),
}


def columns(entry):
    """Returns the table's cells for PyTorch, ExecuTorch and our kernels. If COLUMNS has
    no cells for the entry, our kernels do what PyTorch does."""
    there = entry.what.replace(HERE, "taken").replace(" there alone", "").replace(" there", "")
    pytorch, executorch, here = COLUMNS.get(entry.what, ("as ours", there.replace("|", " or "),
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

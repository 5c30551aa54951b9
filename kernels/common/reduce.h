// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators that fold the elements along some dimensions into one: sums, means, maxima. All
// operators and dtypes share the code for arguments, checks and walks. An operator gives its
// argument numbers (FoldForm) and a function for each dtype (FoldKernel).

#pragma once

#include "dtypes.h"
#include "typed_arguments.h"
#include "walk.h"

namespace et::kernels {

/// A step is one call of the fold function.
struct FoldState {
  /// The number of input elements that this step folds into each output element. The input elements
  /// of one output element start at operand 1 and are `stride` bytes apart.
  size_t count;
  ptrdiff_t stride;
  /// In the first step, `sum` has no value yet. The last step writes the output. A fold of several
  /// steps gets one output element at a time, and `count` is 0 in the last step.
  bool is_first;
  bool is_last;
  /// A fold of several steps visits the input elements `passes` times; `pass` is the current pass,
  /// from 0. If a step is first and last, this step makes all passes itself.
  uint8_t passes;
  uint8_t pass;
  /// The number of elements that earlier steps of this pass have folded.
  size_t done;
  /// The number of elements that all steps fold into one output element.
  size_t total;
  const void *params;
  alignas(16) char sum[16];
};

using FoldFunction = void (*)(const ElementRun &outputs, FoldState &state);

/// The indices of an operator's arguments; 0 means that the operator does not have the argument.
/// args[0] is self. For example, an operator with four arguments:
///
///     FoldForm(4).with_dims(1).with_keepdim(2).with_out(3).with_rules(FoldForm::NonEmpty)
struct FoldForm {
  enum : uint8_t {
    OneDim = 1,       // `dims` is one number, not a list
    MayBeNone = 2,    // `dims` may be None, for all dimensions
    NonEmpty = 4,     // an empty input is an error
    Fractional = 8,   // an integer input needs `dtype`, as a mean is no integer
    Twice = 16,       // the fold makes two passes, as a variance needs the mean first
    SecondIsOwn = 32, // the second output has the dtype of the first one
    EmptyIsNone = 64  // an empty list `dims` means no dimension, not all
  };

  constexpr explicit FoldForm(uint8_t size) : count(size) {}
  constexpr FoldForm with_dims(uint8_t index) const { return with(&FoldForm::dims, index); }
  constexpr FoldForm with_keepdim(uint8_t index) const { return with(&FoldForm::keepdim, index); }
  constexpr FoldForm with_dtype(uint8_t index) const { return with(&FoldForm::dtype, index); }
  constexpr FoldForm with_out(uint8_t index) const { return with(&FoldForm::out, index); }
  constexpr FoldForm with_second(uint8_t index) const { return with(&FoldForm::second, index); }
  constexpr FoldForm with_rules(uint8_t rules) const { return with(&FoldForm::flags, rules); }

  uint8_t count;
  uint8_t dims = 0;
  uint8_t keepdim = 0;
  uint8_t dtype = 0;
  uint8_t out = 0;
  uint8_t second = 0;
  uint8_t flags = 0;

private:
  constexpr FoldForm with(uint8_t FoldForm::*field, uint8_t value) const {
    FoldForm form = *this;
    form.*field = value;
    return form;
  }
};

/// The first output is operand 0 of the run, and the second output is operand 2. Each output may be
/// missing.
using FoldOutputs = Tensor[2];

/// A kernel for one dtype. `result` is the dtype of the first output. A second output is Long
/// unless the form has SecondIsOwn.
struct FoldKernel {
  ScalarType dtype;
  ScalarType result;
  FoldFunction fold;
};

void fold(KernelRuntimeContext &context, Args args, const FoldForm &form, const FoldKernel &kernel);
void fold_tensors(Call &call, const FoldForm &form, const Tensor &self, const FoldOutputs &outs,
                  FoldFunction fold, const void *params);
Tensor take_fold_tensors(Call &call, const FoldForm &form, const FoldKernel &kernel,
                         FoldOutputs &outs);

/// A fold function that keeps one number. The function calls step(sum, element) for each element of
/// type T. The output is end(sum).
template <typename T, typename Result, typename Sum, typename Step, typename End>
inline void fold_run(const ElementRun &outputs, FoldState &state, Sum initial, Step step, End end) {
  char *out = outputs.data[0];
  const char *first = outputs.data[1];
  const size_t count = state.count;
  const ptrdiff_t stride = state.stride;
  for (size_t i = outputs.count; i != 0; --i) {
    Sum sum = state.is_first ? initial : *reinterpret_cast<const Sum *>(state.sum);
    const char *in = first;
    for (size_t left = count; left != 0; --left) {
      sum = step(sum, read_element<T>(in));
      in += stride;
    }
    if (!state.is_last) {
      *reinterpret_cast<Sum *>(state.sum) = sum;
      return;
    }
    *reinterpret_cast<Result *>(out) = static_cast<Result>(end(sum));
    out += outputs.strides[0];
    first += outputs.strides[1];
  }
}

} // namespace et::kernels

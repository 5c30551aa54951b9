// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators that fold the elements along some dimensions into one. As with elementwise.h,
// arguments, checks and the walk are shared by all operators and dtypes: an operator says where its
// arguments stand (FoldForm) and brings a function for each dtype (FoldKernel).

#pragma once

#include "dtypes.h"
#include "typed_arguments.h"
#include "walk.h"

namespace et::kernels {

/// How far a fold is, beside the run of output elements.
struct FoldState {
  /// The elements that are folded into each output element: those of operand 1, `stride` bytes
  /// apart.
  size_t count;
  ptrdiff_t stride;
  /// Whether they are the first ones, so that `sum` says nothing yet, and the last ones, so that
  /// the output is written; else the sum is kept, and the run has one output element.
  bool is_first;
  bool is_last;
  /// How often the elements have to be seen, and which time it is, where they are not all there.
  uint8_t passes;
  uint8_t pass;
  /// How many elements have been folded before in this pass.
  size_t done;
  /// All elements that are folded into an output element.
  size_t total;
  const void *params;
  /// The sum so far, of any type.
  alignas(16) char sum[16];
};

/// Folds for each output element of the run.
using FoldFunction = void (*)(const ElementRun &outputs, FoldState &state);

/// The places of an operator's arguments, 0 for an argument that it lacks; self is the first:
///
///     FoldForm(4).with_dims(1).with_keepdim(2).with_out(3).with_rules(FoldForm::NonEmpty)
struct FoldForm {
  enum : uint8_t {
    OneDim = 1,       // `dims` is a number
    MayBeNone = 2,    // which may be None: all dimensions
    NonEmpty = 4,     // no elements cannot be folded
    Fractional = 8,   // integers need an argument `dtype`
    Twice = 16,       // the elements are seen twice
    SecondIsOwn = 32, // the second output has the dtype of the first
    EmptyIsNone = 64  // an empty list of dimensions is not all of them, but none
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

/// The two outputs an operator may have, of which one may be missing. Operand 0 and 2 of the run.
using FoldOutputs = Tensor[2];

/// A kernel for one dtype. A second output is Long unless the form says otherwise.
struct FoldKernel {
  ScalarType dtype;
  ScalarType result;
  FoldFunction fold;
};

/// The whole operator.
void fold(KernelRuntimeContext &context, Args args, const FoldForm &form, const FoldKernel &kernel);
/// What is left of it once self and the outputs are taken.
void fold_tensors(Call &call, const FoldForm &form, const Tensor &self, const FoldOutputs &outs,
                  FoldFunction fold, const void *params);
/// Takes the tensors of a kernel for one dtype.
Tensor take_fold_tensors(Call &call, const FoldForm &form, const FoldKernel &kernel,
                         FoldOutputs &outs);

/// The body of folds into one number: step(sum, element) for elements of type T, end(sum) for the
/// output.
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

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::any.out: true if at least one element along a dimension is not 0. any.dims_out tests along
// some dimensions; if the list is empty, any.dims_out tests each element by itself. any.all_out
// tests all elements. The output is Bool or Byte.
//
// One kernel serves all dtypes: an element is 0 if all its bits are 0. The sign bit of a floating
// point number is ignored, because -0 is 0. NaN is not 0.

#include "../common/promotion.h"
#include "../common/reduce.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

/// An element has kWords words of type T: two words for a complex number, else one. state.params
/// points to one mask, which is used for each word. Bits outside of the mask are ignored.
template <typename T, size_t kWords = 1>
void any_fold(const ElementRun &outputs, FoldState &state) {
  struct Element {
    T words[kWords];
  };
  const T mask = *static_cast<const T *>(state.params);
  fold_run<Element, bool>(
      outputs, state, T(0),
      [mask](T any, const Element &value) {
        for (const T word : value.words)
          any = static_cast<T>(any | (word & mask));
        return any;
      },
      [](T any) { return any != 0; });
}

struct AnyFold {
  FoldFunction fold;
  uint64_t mask;
};

AnyFold fold_of(ScalarType type) {
  const bool has_sign = number_kind(type) >= NumberKind::Float;
  switch (element_size(type)) {
  case 1:
    return {any_fold<uint8_t>, UINT8_MAX};
  case 2:
    return {any_fold<uint16_t>, has_sign ? uint64_t(INT16_MAX) : UINT16_MAX};
  case 4:
    return {any_fold<uint32_t>, has_sign ? uint64_t(INT32_MAX) : UINT32_MAX};
  case 8:
    if (type == ScalarType::ComplexFloat)
      return {any_fold<uint32_t, 2>, INT32_MAX};
    return {any_fold<uint64_t>, has_sign ? uint64_t(INT64_MAX) : UINT64_MAX};
  default:
    return {any_fold<uint64_t, 2>, INT64_MAX};
  }
}

bool take(Call &call, size_t out, Tensor &self, FoldOutputs &outs, AnyFold &fold) {
  enum : size_t { kSelf };
  outs[0] = call.any_tensor(out);
  self = call.any_tensor(kSelf);
  if (!call.ok())
    return false;
  const ScalarType type = outs[0].scalar_type();
  if (!call.require((type == ScalarType::Bool || type == ScalarType::Byte) &&
                    number_kind(self.scalar_type()) != NumberKind::None))
    return false;
  fold = fold_of(self.scalar_type());
  return true;
}

void any(KernelRuntimeContext &context, Args args, const FoldForm &form) {
  Call call(context, args, form.count);
  Tensor self;
  FoldOutputs outs;
  AnyFold any;
  // any_fold<T> reads the first bytes of the mask, which are its low bits (little-endian).
  if (take(call, form.out, self, outs, any))
    fold_tensors(call, form, self, outs, any.fold, &any.mask);
}

/// The result does not depend on the order of the elements, so one run tests the whole memory.
void any_of_all(KernelRuntimeContext &context, Args args) {
  Call call(context, args, 2);
  Tensor self;
  FoldOutputs outs;
  AnyFold any;
  if (!take(call, 1, self, outs, any) || !call.require(has_data(self) && !is_same(self, outs[0])) ||
      !call.resize(outs[0], {}))
    return;
  const ElementRun one = {
      {outs[0].mutable_data_ptr<char>(), self.mutable_data_ptr<char>()}, {}, 1, nullptr};
  FoldState state;
  state.count = self.numel();
  state.stride = static_cast<ptrdiff_t>(self.element_size());
  state.is_first = state.is_last = true;
  state.params = &any.mask;
  any.fold(one, state);
}

constexpr FoldForm kForm =
    FoldForm(4).with_dims(1).with_keepdim(2).with_out(3).with_rules(FoldForm::OneDim);
constexpr FoldForm kDimsForm =
    FoldForm(4).with_dims(1).with_keepdim(2).with_out(3).with_rules(FoldForm::EmptyIsNone);

} // namespace

ET_KERNEL(aten, any.out, fallback, "v1/0-7,9-11,15;|0,11;",
          "any.out(Tensor self, int dim, bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!)") {
  any(context, args, kForm);
}
ET_KERNEL(aten, any.dims_out, fallback, "v1/0-7,9-11,15;|0,11;",
          "any.dims_out(Tensor self, int[]? dim=None, bool keepdim=False, *, Tensor(a!) out) "
          "-> Tensor(a!)") {
  any(context, args, kDimsForm);
}
ET_KERNEL(aten, any.all_out, fallback, "v1/0-7,9-11,15;|0,11;",
          "any.all_out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)") {
  any_of_all(context, args);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY

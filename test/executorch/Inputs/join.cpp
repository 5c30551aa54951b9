// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel with optional tensors, for our runtime and for ExecuTorch.

#include "et/kernel.h"

namespace {

/// Concatenates the tensors of the list and the tensor `last`. For None, writes one element 0.
template <typename T> void join(et::KernelRuntimeContext &context, et::Args args) {
  if (args.size() < 3 || !(args[0].isTensorList() || args[0].isListOptionalTensor()) ||
      !(args[1].isNone() || args[1].isTensor()) || !args[2].isTensor())
    return context.fail(et::Error::InvalidArgument);
  const et::TensorList list = args[0].toTensorList();
  const et::Tensor out = args[2].toTensor();
  const auto item = [&](size_t i) {
    if (i != list.size())
      return list[i];
    return args[1].isTensor() ? args[1].toTensor() : et::Tensor();
  };
  et::SizesType size = 0;
  for (size_t i = 0; i <= list.size(); ++i) {
    if (item(i).defined() && item(i).element_size() != sizeof(T))
      return context.fail(et::Error::InvalidArgument);
    size += item(i).defined() ? static_cast<et::SizesType>(item(i).numel()) : 1;
  }
  if (out.element_size() != sizeof(T) || et::resize_tensor(out, {&size, 1}) != et::Error::Ok)
    return context.fail(et::Error::InvalidArgument);
  T *to = out.mutable_data_ptr<T>();
  for (size_t i = 0; i <= list.size(); ++i) {
    const et::Tensor from = item(i);
    if (!from.defined())
      *to++ = 0;
    for (size_t at = 0; from.defined() && at < from.numel(); ++at)
      *to++ = from.const_data_ptr<T>()[at];
  }
}

} // namespace

#define SCHEMA "join.out(Tensor?[] items, Tensor? last, *, Tensor(a!) out) -> Tensor(a!)"
ET_KERNEL(test, join.out, Float, "v1/6;|*", SCHEMA) { join<float>(context, args); }
ET_KERNEL(test, join.out, Double, "v1/7;|*", SCHEMA) { join<double>(context, args); }

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::scatter.src_out and aten::scatter.value_out: a copy of self. Each index selects an element
// of the copy (scatter.h). scatter.src_out replaces the selected element with the element of src at
// the position of the index. scatter.value_out replaces the selected element with the value.

#include "../common/copy_memory.h"
#include "../common/view.h"
#include "fill.h"
#include "scatter.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(aten, scatter.src_out,
                   "scatter.src_out(Tensor self, int dim, Tensor index, Tensor src, *, "
                   "Tensor(a!) out) -> Tensor(a!)") {
  enum Arguments : size_t { kSelf, kDim, kIndexArgument, kSrc, kOut, kCount };
  Call call(context, args, kCount);
  const ScatterOperands operands = take_scatter_operands(call, kOut);
  if (!call.ok())
    return;
  const Tensor source = take_scattered(call, operands);
  const size_t size = operands.self.element_size();
  scatter_elements(call, operands, source, copy_run, &size);
}

ET_KERNEL(aten, scatter.value_out, fallback, ET_KEY(NumbersAndBool, Long, NumbersAndBool),
          "scatter.value_out(Tensor self, int dim, Tensor index, Scalar value, *, "
          "Tensor(a!) out) -> Tensor(a!)") {
  enum Arguments : size_t { kSelf, kDim, kIndexArgument, kValue, kOut, kCount };
  Call call(context, args, kCount);
  const ScatterOperands operands = take_scatter_operands(call, kOut);
  const FillNumber value = number_argument(call, kValue);
  alignas(kMaxElementSize) char element[kMaxElementSize];
  if (!call.require(call.ok() && to_element(value, operands.self.scalar_type(), element)))
    return;
  const size_t size = operands.self.element_size();
  constexpr ptrdiff_t strides[kTensorDimensionLimit] = {};
  scatter_elements(call, operands, element, strides, copy_run, &size);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY

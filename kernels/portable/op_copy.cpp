// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::copy.out, aten::copy_: copies the elements of src, broadcast to the shape of self and
// converted to the dtype of self. copy.out uses only the shape and the dtype of self. copy_ writes
// to self.

#include "../common/copy.h"
#include "../common/copy_memory.h"
#include "../common/elementwise.h"
#include "convert.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

enum Arguments : size_t { kSelf, kSrc, kNonBlocking, kOut, kCount };

bool broadcasts_to(const Tensor &src, const Tensor &self) {
  if (src.dim() > self.dim())
    return false;
  const size_t missing = self.dim() - src.dim();
  for (size_t d = 0; d < src.dim(); ++d)
    if (src.size(d) != 1 && src.size(d) != self.size(d + missing))
      return false;
  return true;
}

void copy(KernelRuntimeContext &context, Args args, size_t count, size_t to) {
  Call call(context, args, count);
  const Tensor self = call.any_tensor(kSelf);
  const Tensor src = call.any_tensor(kSrc);
  const Tensor out = call.any_tensor(to);
  call.boolean(kNonBlocking);
  if (!call.ok())
    return;
  const ScalarType from = src.scalar_type();
  const ScalarType type = out.scalar_type();
  if (!call.require(self.scalar_type() == type && wide_type(from) != Wide::None &&
                    wide_type(type) != Wide::None && broadcasts_to(src, self)))
    return;
  if (from == type && has_data(src) && have_one_order(self, src)) {
    if (!call.resize(out, self.sizes()))
      return;
    if (have_one_order(out, src))
      return copy_bytes(call, {src, out}, true);
  }
  const Tensor operands[] = {out, src, self};
  const size_t element = out.element_size();
  if (from == type)
    return for_each_element(call, operands, 3, copy_run, &element);
  const Conversion how = conversion(from, type);
  for_each_element(call, operands, 3, convert_run, &how);
}

} // namespace

ET_KERNEL(aten, copy.out, fallback, ET_KEY(NumbersAndBool, Rest),
          "copy.out(Tensor self, Tensor src, bool non_blocking=False, *, Tensor(a!) out) "
          "-> Tensor(a!)") {
  copy(context, args, kCount, kOut);
}

ET_KERNEL(aten, copy_, fallback, ET_KEY(NumbersAndBool, Rest),
          "copy_(Tensor(a!) self, Tensor src, bool non_blocking=False) -> Tensor(a!)") {
  copy(context, args, 3, kSelf);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY

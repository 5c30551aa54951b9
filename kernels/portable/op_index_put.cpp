// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::index_put.out changes elements of a copy of self; aten::index_put_ changes elements of
// self. A list of indices selects the elements (index_list.h). The values broadcast to the shape
// that the indices select. Without `accumulate`, the values replace the elements. If an element is
// selected several times, the last value stays. With `accumulate`, all values are added to the
// elements. Models may call index_put_ with a fifth argument, for the result. The kernel sets this
// argument to self.

#include "../common/copy.h"
#include "../common/copy_memory.h"
#include "index_list.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

enum Arguments : size_t { kSelf, kIndices, kValues, kAccumulate, kOut, kCount };

struct IndexPutKernel {
  ScalarType dtype;
  ElementRunFunction add;
};
template <typename T> constexpr IndexPutKernel kIndexPut = {DtypeOf<T>::value, accumulate_run<T>};

/// Sets the byte strides that broadcast `values` to `sizes`. Returns false if that is impossible.
bool broadcast(const Tensor &values, Span<const SizesType> sizes, ptrdiff_t *strides) {
  if (values.dim() > sizes.size())
    return false;
  const size_t missing = sizes.size() - values.dim();
  for (size_t d = 0; d < sizes.size(); ++d) {
    strides[d] = 0;
    if (d < missing || values.size(d - missing) == 1)
      continue;
    if (values.size(d - missing) != sizes[d])
      return false;
    strides[d] = byte_stride(values, d - missing);
  }
  return true;
}

/// args[out_index] is the output: self for index_put_, `out` for index_put.
void index_put(KernelRuntimeContext &context, Args args, size_t out_index,
               const IndexPutKernel &kernel) {
  Call call(context, args, out_index == kSelf ? kOut : kCount);
  const Tensor self = call.tensor(kSelf, kernel.dtype);
  const Tensor values = call.tensor(kValues, kernel.dtype);
  const bool accumulates = call.boolean(kAccumulate);
  const Tensor out = call.output(out_index, kernel.dtype);
  if (!call.ok())
    return;
  IndexList list(call, kIndices, self);
  ptrdiff_t strides[kTensorDimensionLimit];
  if (!call.require(call.ok() && !is_same(out, values) && !list.has(out) &&
                    broadcast(values, list.sizes(), strides)))
    return;
  if (out_index == kSelf)
    call.resize(out, out.sizes());
  else
    copy_all(call, {self, out});
  if (!call.ok())
    return;
  const size_t size = out.element_size();
  list.for_each_run(out, values.mutable_data_ptr<char>(), strides, true,
                    accumulates ? kernel.add : copy_run, &size);
  if (out_index == kSelf && args.size() > kOut)
    call.set(kOut, out);
}

} // namespace

#define INDEX_PUT(name, code, type)                                                                \
  ET_KERNEL(aten, index_put.out, name, "v1/" #code ";|*",                                          \
            "index_put.out(Tensor self, Tensor?[] indices, Tensor values, bool "                   \
            "accumulate=False, *, Tensor(a!) out) -> Tensor(a!)") {                                \
    index_put(context, args, kOut, kIndexPut<type>);                                               \
  }                                                                                                \
  ET_KERNEL(aten, index_put_, name, "v1/" #code ";|*",                                             \
            "index_put_(Tensor(a!) self, Tensor?[] indices, Tensor values, bool "                  \
            "accumulate=False) -> Tensor(a!)") {                                                   \
    index_put(context, args, kSelf, kIndexPut<type>);                                              \
  }
ET_FORALL_COMPUTE_DTYPES(INDEX_PUT)

} // namespace et::kernels::ET_KERNEL_LIBRARY

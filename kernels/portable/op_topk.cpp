// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::topk.values: the k largest or smallest elements along a dimension, and their indices. The
// results are always sorted; equal elements keep their order. NaN counts as larger than any number.
//
// During the search, the output `indices` holds a heap: the indices of the k best elements so far.
// The worst of these elements is at the top of the heap. A better element replaces the top.

#include <cstring>

#include "../common/dims.h"
#include "../common/dtypes.h"
#include "../common/typed_arguments.h"
#include "../common/walk.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

using ExceedsFunction = bool (*)(const char *a, const char *b);
template <typename T> bool exceeds(const char *a, const char *b) {
  using Compute = std::conditional_t<std::is_integral_v<T>, T, ComputeType<T>>;
  const Compute x = static_cast<Compute>(*reinterpret_cast<const T *>(a));
  const Compute y = static_cast<Compute>(*reinterpret_cast<const T *>(b));
  return x > y || (x != x && y == y);
}

struct TopkKernel {
  ScalarType dtype;
  ExceedsFunction exceeds;
};
template <typename T> constexpr TopkKernel kTopk = {DtypeOf<T>::value, exceeds<T>};

/// A line of self along the argument `dim`, and its results. Strides are in bytes.
struct Topk {
  ExceedsFunction exceeds;
  bool largest;
  size_t element_size;
  size_t size;
  size_t k;
  ptrdiff_t in_stride;
  ptrdiff_t values_stride;
  ptrdiff_t indices_stride;
  const char *in;
  char *values;
  char *indices;

  int64_t &index(size_t at) const {
    return *reinterpret_cast<int64_t *>(indices + static_cast<ptrdiff_t>(at) * indices_stride);
  }
  const char *element(int64_t i) const { return in + static_cast<ptrdiff_t>(i) * in_stride; }
  bool precedes(int64_t a, int64_t b) const {
    const char *x = element(a);
    const char *y = element(b);
    if (largest ? exceeds(x, y) : exceeds(y, x))
      return true;
    return a < b && !(largest ? exceeds(y, x) : exceeds(x, y));
  }
  /// Inserts `i` into the heap of `count` indices: at the free node `at`, or below this node.
  void sift(size_t at, size_t count, int64_t i) const {
    for (size_t child; (child = 2 * at + 1) < count; at = child) {
      if (child + 1 < count && precedes(index(child), index(child + 1)))
        ++child;
      if (precedes(index(child), i))
        break;
      index(at) = index(child);
    }
    index(at) = i;
  }
};

void select(const Topk &line) {
  const size_t k = line.k;
  for (size_t i = 0; i < k; ++i)
    line.index(i) = static_cast<int64_t>(i);
  for (size_t i = k / 2; i-- != 0;)
    line.sift(i, k, line.index(i));
  // An element equal to the top does not replace the top, so equal elements keep their order.
  const char *top = line.element(line.index(0));
  const char *at = line.element(static_cast<int64_t>(k));
  for (size_t i = k; i < line.size; ++i) {
    if (line.largest ? line.exceeds(at, top) : line.exceeds(top, at)) {
      line.sift(0, k, static_cast<int64_t>(i));
      top = line.element(line.index(0));
    }
    at += line.in_stride;
  }
  for (size_t count = k; count > 1;) {
    const int64_t last = line.index(--count);
    line.index(count) = line.index(0);
    line.sift(0, count, last);
  }
  for (size_t i = 0; i < k; ++i) {
    // In a malformed program `values` may overlap `indices`. `from` may then be out of range.
    const int64_t from = line.index(i);
    if (static_cast<size_t>(from) < line.size)
      std::memcpy(line.values + static_cast<ptrdiff_t>(i) * line.values_stride, line.element(from),
                  line.element_size);
  }
}

void topk_run(const ElementRun &run) {
  Topk line = *static_cast<const Topk *>(run.params);
  line.values = run.data[0];
  line.in = run.data[1];
  line.indices = run.data[2];
  for (size_t i = run.count; i != 0; --i) {
    select(line);
    line.values += run.strides[0];
    line.in += run.strides[1];
    line.indices += run.strides[2];
  }
}

void for_each(const Tensor &self, const Tensor &values, const Tensor &indices, size_t along,
              Topk &line) {
  line.size = 1;
  if (self.dim() != 0) {
    line.size = static_cast<size_t>(self.size(along));
    line.in_stride = byte_stride(self, along);
    line.values_stride = byte_stride(values, along);
    line.indices_stride = byte_stride(indices, along);
  }
  if (line.k == 0)
    return;
  ElementWalk walk;
  for (size_t d = 0; d < self.dim(); ++d) {
    const ptrdiff_t strides[kMaxOperands] = {byte_stride(values, d), byte_stride(self, d),
                                             byte_stride(indices, d)};
    if (d != along)
      walk.add_dimension(self.size(d), strides);
  }
  walk.run.data[0] = values.mutable_data_ptr<char>();
  walk.run.data[1] = self.mutable_data_ptr<char>();
  walk.run.data[2] = indices.mutable_data_ptr<char>();
  walk.run.params = &line;
  walk.for_each_run(topk_run);
}

void topk(KernelRuntimeContext &context, Args args, const TopkKernel &kernel) {
  enum Arguments : size_t { kSelf, kK, kDim, kLargest, kSorted, kValues, kIndices, kCount };
  Call call(context, args, kCount);
  const Tensor self = call.tensor(kSelf, kernel.dtype);
  const Tensor values = call.output(kValues, kernel.dtype);
  const Tensor indices = call.output(kIndices, ScalarType::Long);
  const int32_t k = call.integer(kK, 0);
  const int32_t dim = call.integer(kDim);
  Topk line = {};
  line.exceeds = kernel.exceeds;
  line.largest = call.boolean(kLargest);
  call.boolean(kSorted);
  uint8_t along = 0;
  if (!call.ok() ||
      !call.require(self.dim() <= kTensorDimensionLimit && normalize_dim(dim, self.dim(), along) &&
                    !is_same(self, values) && !is_same(self, indices) && !is_same(values, indices)))
    return;
  SizesType sizes[kTensorDimensionLimit];
  for (size_t d = 0; d < self.dim(); ++d)
    sizes[d] = self.size(d);
  if (!call.require(k <= (self.dim() == 0 ? 1 : sizes[along])))
    return;
  sizes[along] = k;
  call.resize(values, {sizes, self.dim()});
  if (!call.resize(indices, {sizes, self.dim()}))
    return;
  line.k = static_cast<size_t>(k);
  line.element_size = self.element_size();
  for_each(self, values, indices, along, line);
}

} // namespace

#define TOPK(name, code, type)                                                                     \
  ET_KERNEL(aten, topk.values, name, "v1/" #code ";|" #code ";|4;",                                \
            "topk.values(Tensor self, SymInt k, int dim=-1, bool largest=True, "                   \
            "bool sorted=True, *, Tensor(a!) values, Tensor(b!) indices) "                         \
            "-> (Tensor(a!) values, Tensor(b!) indices)") {                                        \
    topk(context, args, kTopk<type>);                                                              \
  }
ET_FORALL_REAL_DTYPES(TOPK)

} // namespace et::kernels::ET_KERNEL_LIBRARY

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See join.h.

#include "join.h"

#include "../common/element.h"
#include "../common/promotion.h"
#include "../common/view.h"
#include "convert.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

bool can_convert(ScalarType from, ScalarType to) {
  return from == to ||
         (wide_type(from) != Wide::None && wide_type(to) != Wide::None && can_cast(from, to));
}

struct Parts {
  enum Arguments : size_t { kTensors, kDim, kOut, kCount };
  Call &call;
  TensorList list;
  Tensor out;
  bool is_new;
  size_t d;

  /// Sets `view` to item i. Returns false for an empty 1-d tensor, which cat ignores like PyTorch.
  bool assign(size_t i, View &view) const {
    const Tensor item = list[i];
    if (!is_new && item.dim() == 1 && item.size(0) == 0)
      return false;
    view.assign(item);
    return true;
  }

  bool check() const {
    bool ok = list.size() != 0;
    for (size_t i = 0; ok && i < list.size(); ++i) {
      const Tensor item = list[i];
      ok = item.defined() && !is_same(item, out) && has_data(item) &&
           item.dim() <= kTensorDimensionLimit &&
           can_convert(item.scalar_type(), out.scalar_type());
    }
    return call.require(ok);
  }

  bool measure(View &whole) {
    View view;
    whole.dim = 0;
    int64_t size = 0;
    for (size_t i = 0; i < list.size(); ++i) {
      if (!assign(i, view))
        continue;
      const bool is_first = whole.dim == 0;
      if (is_first)
        d = take_dim(call, kDim, view.dim + is_new);
      bool ok = is_new ? d <= view.dim && view.insert(d, 1, 0) : view.dim != 0;
      if (is_first)
        whole = view;
      ok = ok && view.dim == whole.dim;
      for (size_t e = 0; ok && e < view.dim; ++e)
        ok = e == d || view.sizes[e] == whole.sizes[e];
      if (!call.require(ok))
        return false;
      size += view.sizes[d];
    }
    if (whole.dim == 0) {
      d = take_dim(call, kDim, 1);
      whole.dim = 1;
    }
    whole.sizes[d] = static_cast<SizesType>(size);
    return call.require(size <= INT32_MAX);
  }

  void copy() const {
    View to;
    View from;
    to.assign(out);
    for (size_t i = 0; i < list.size(); ++i) {
      if (!assign(i, from))
        continue;
      if (is_new)
        from.insert(d, 1, 0);
      View part = to;
      part.take({d, 0, from.sizes[d], 1});
      to.offset += from.sizes[d] * to.strides[d];
      const Tensor item = list[i];
      const Conversion how = {item.scalar_type(), out.scalar_type(), nullptr, item.scalar_type()};
      if (how.from == how.to)
        copy_views(out, part, item.const_data_ptr<char>(), from);
      else
        walk_views(out, part, item.const_data_ptr<char>(), from, convert_run, &how);
    }
  }
};

} // namespace

void join(KernelRuntimeContext &context, Args args, bool is_new) {
  Call call(context, args, Parts::kCount);
  const Tensor out = call.any_tensor(Parts::kOut);
  if (!call.ok() || !call.require(call[Parts::kTensors].isTensorList()))
    return;
  Parts parts = {call, call[Parts::kTensors].toTensorList(), out, is_new, 0};
  View whole;
  if (parts.check() && parts.measure(whole) && call.resize(out, whole.shape()))
    parts.copy();
}

} // namespace et::kernels::ET_KERNEL_LIBRARY

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The lookup in any table of kernels. Apart from registry.cpp, so that a program can bring a table
// of its own and needs none from the link.

#include "et/registry.h"

#include "et/kernel_key.h"

namespace et {
namespace {

/// Orders a record's name against `name` or `name.overload` as strcmp would.
int compare(const char *record_name, const char *name, const char *overload) {
  while (*name != '\0' && *record_name == *name)
    ++record_name, ++name;
  if (*name == '\0' && overload && *overload != '\0') {
    if (*record_name != '.')
      return static_cast<unsigned char>(*record_name) - '.';
    return compare(record_name + 1, overload, nullptr);
  }
  return static_cast<unsigned char>(*record_name) - static_cast<unsigned char>(*name);
}

void feed(KernelKeyMatcher &matcher, const EValue &value, bool is_further_item) {
  const Tensor tensor = value.toTensor();
  const uint8_t dtype = static_cast<uint8_t>(tensor.scalar_type());
  const Span<const DimOrderType> dim_order = tensor.dim_order();
  if (is_further_item)
    matcher.feed_list_item(dtype, dim_order.data(), dim_order.size());
  else
    matcher.feed(dtype, dim_order.data(), dim_order.size());
}

bool matches(KernelKeyMatcher &matcher, Span<EValue *> args) {
  for (const EValue *arg : args) {
    if (arg->isTensor()) {
      feed(matcher, *arg, false);
    } else if (arg->isTensorList() || arg->isListOptionalTensor()) {
      bool is_further_item = false;
      for (const EValue *item : arg->toTensorList()) {
        if (!item->isTensor())
          continue;
        feed(matcher, *item, is_further_item);
        is_further_item = true;
      }
    }
  }
  return matcher.matches();
}

} // namespace

Span<const Kernel> find_kernels(Span<const Kernel> table, const char *name, const char *overload) {
  size_t first = 0;
  for (size_t count = table.size(); count != 0;) {
    const size_t half = count / 2;
    if (compare(table[first + half].name, name, overload) < 0) {
      first += half + 1;
      count -= half + 1;
    } else {
      count = half;
    }
  }
  size_t last = first;
  while (last != table.size() && compare(table[last].name, name, overload) == 0)
    ++last;
  return {table.data() + first, last - first};
}

const Kernel *select_kernel(Span<const Kernel> kernels, Span<EValue *> args) {
  const Kernel *fallback = nullptr;
  const Kernel *best = nullptr;
  uint32_t best_specificity = 0;
  for (const Kernel &kernel : kernels) {
    if (!kernel.kernel_key) {
      if (!fallback)
        fallback = &kernel;
      continue;
    }
    KernelKeyMatcher matcher(kernel.kernel_key);
    if (matches(matcher, args) && (!best || matcher.specificity() > best_specificity)) {
      best = &kernel;
      best_specificity = matcher.specificity();
    }
  }
  return best ? best : fallback;
}

} // namespace et

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The lookup in a given table of kernels. The lookup in the image's table is in registry.cpp. The
// files are separate, so that a program with its own table can link without the image's table.

#include "et/registry.h"

#include "et/backend.h"
#include "et/kernel_key.h"

namespace et {
namespace {

/// The name that the three parts form together. Parts may be empty.
using NameParts = const char *const[3];

/// Compares `record_name` with the name that `parts` form, as strcmp does.
int compare(const char *record_name, const NameParts &parts) {
  for (const char *part : parts)
    for (; *part != '\0'; ++part, ++record_name)
      if (*record_name != *part)
        return static_cast<unsigned char>(*record_name) - static_cast<unsigned char>(*part);
  return static_cast<unsigned char>(*record_name);
}

Span<const Kernel> find_records(Span<const Kernel> table, const NameParts &name) {
  size_t first = 0;
  for (size_t count = table.size(); count != 0;) {
    const size_t half = count / 2;
    if (compare(table[first + half].name, name) < 0) {
      first += half + 1;
      count -= half + 1;
    } else {
      count = half;
    }
  }
  size_t last = first;
  while (last != table.size() && compare(table[last].name, name) == 0)
    ++last;
  return {table.data() + first, last - first};
}

bool matches(KernelKeyMatcher &matcher, Span<EValue *> args) {
  for (const EValue *arg : args)
    if (arg->isTensor()) {
      const Tensor tensor = arg->toTensor();
      const Span<const DimOrderType> dim_order = tensor.dim_order();
      matcher.feed(static_cast<uint8_t>(tensor.scalar_type()), dim_order.data(), dim_order.size());
    }
  return matcher.matches();
}

} // namespace

Span<const Kernel> find_kernels(Span<const Kernel> table, const char *name, const char *overload) {
  const bool has_overload = overload && *overload != '\0';
  return find_records(table, {name, has_overload ? "." : "", has_overload ? overload : ""});
}

const BackendInterface *get_backend_class(Span<const Kernel> table, const char *id) {
  const Span<const Kernel> records = find_records(table, {"et_backend::", id, ""});
  if (records.empty())
    return nullptr;
  KernelRuntimeContext context;
  records[0].fn(context, Span<EValue *>());
  return context.backend();
}

const Kernel *select_kernel(Span<const Kernel> kernels, Span<EValue *> args) {
  const Kernel *best = nullptr;
  uint32_t best_specificity = 0;
  for (const Kernel &kernel : kernels) {
    uint32_t specificity = KernelKeyMatcher::kFallbackSpecificity;
    if (kernel.kernel_key) {
      KernelKeyMatcher matcher(kernel.kernel_key);
      if (!matches(matcher, args))
        continue;
      specificity = matcher.specificity();
    }
    if (specificity > best_specificity) {
      best = &kernel;
      best_specificity = specificity;
    }
  }
  return best;
}

} // namespace et

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "et/registry.h"

#include "et/kernel_key.h"

// The table's bounds come from the linker or its wrapper. The start goes by an alias of
// __et_kernels_start whose name tells what to do when a link has no table.
extern "C" {
extern const et::Kernel
    table_start[] __asm__("__et_kernels_missing__link_with_et_ld_or_INCLUDE_et_kernels_ld")
        __attribute__((visibility("hidden")));
extern const et::Kernel __et_kernels_end[] __attribute__((visibility("hidden")));
}

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

Span<const Kernel> get_registered_kernels() {
  // Two symbols of different names may be equal here: an image can have no kernel at all. Without
  // the barrier the compiler would take them for two objects, hence different.
  const Kernel *start = table_start;
  __asm__("" : "+r"(start));
  return {start, static_cast<size_t>(__et_kernels_end - start)};
}

bool registry_has_op_function(const char *name) {
  return !find_kernels(get_registered_kernels(), name).empty();
}

bool registry_has_op_function(const char *name, Span<EValue *> args) {
  return select_kernel(find_kernels(get_registered_kernels(), name), args) != nullptr;
}

Result<OpFunction> get_op_function_from_registry(const char *name, Span<EValue *> args) {
  const Kernel *kernel = select_kernel(find_kernels(get_registered_kernels(), name), args);
  if (!kernel)
    return Error::OperatorMissing;
  return kernel->fn;
}

} // namespace et

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The registry of kernels. The functions have ExecuTorch's names, because et-prune finds
// register_kernels() and the lookups by their symbols.
//
// STOCK_OLD_LAYOUT selects the layout of ExecuTorch before 0.7. In this layout, a key has a second
// word, which tells whether the kernel is a fallback. The macro's value selects the parameter of
// register_kernels(): an ArrayRef (1) or a reference to an ArrayRef (2) for releases before 0.4, a
// Span (3) for 0.4 to 0.6.
//
// STOCK_FILLED_AT_START selects releases before 1.2. In these releases, the constructor of Kernel
// is not constexpr. The array of kernels to register is therefore in .bss, and an initialiser
// stores every word.

#pragma once

#include <executorch/runtime/core/evalue.h>

namespace executorch::runtime {

using OpFunction = void (*)(KernelRuntimeContext &, Span<EValue *>);

struct TensorMeta {
  etensor::ScalarType dtype_;
  Span<uint8_t> dim_order_;
};

namespace internal {
constexpr size_t kKernelKeyBufSize = 659;
/// Writes "v1/<dtype>;<dim order>|..." to `buffer`.
Error make_kernel_key_string(Span<const TensorMeta> metas, char *buffer, size_t size);
} // namespace internal

struct KernelKey {
  constexpr KernelKey() = default;
  /*implicit*/ constexpr KernelKey(const char *data)
      : kernel_key_data_(data)
#ifdef STOCK_OLD_LAYOUT
        ,
        is_fallback_(data == nullptr)
#endif
  {
  }

  // always_inline, because ExecuTorch's objects contain the comparison inline.
  __attribute__((always_inline)) bool operator==(const KernelKey &other) const {
    return equals(other);
  }
  __attribute__((always_inline)) bool equals(const KernelKey &other) const {
    if (is_fallback() || other.is_fallback())
      return is_fallback() && other.is_fallback();
    return __builtin_strcmp(data(), other.data()) == 0;
  }
#ifdef STOCK_OLD_LAYOUT
  bool is_fallback() const { return is_fallback_; }
#else
  bool is_fallback() const { return kernel_key_data_ == nullptr; }
#endif
  const char *data() const { return kernel_key_data_; }

private:
  const char *kernel_key_data_ = nullptr;
#ifdef STOCK_OLD_LAYOUT
  bool is_fallback_ = true;
#endif
};

#ifdef STOCK_FILLED_AT_START
#define STOCK_CONSTEXPR
#else
#define STOCK_CONSTEXPR constexpr
#endif

struct Kernel {
  const char *name_;
  KernelKey kernel_key_;
  OpFunction op_;

  STOCK_CONSTEXPR Kernel(const char *name, OpFunction function) : name_(name), op_(function) {}
  STOCK_CONSTEXPR Kernel(const char *name, KernelKey key, OpFunction function)
      : name_(name), kernel_key_(key), op_(function) {}
};

#if STOCK_OLD_LAYOUT == 1 || STOCK_OLD_LAYOUT == 2
} // namespace executorch::runtime
namespace torch::executor {
using executorch::runtime::Error;
template <typename T> class ArrayRef {
public:
  ArrayRef(const T *data, size_t length) : data_(data), length_(length) {}
  const T *begin() const { return data_; }
  const T *end() const { return data_ + length_; }
  size_t size() const { return length_; }

private:
  const T *data_;
  size_t length_;
};
struct Kernel : executorch::runtime::Kernel {
  using executorch::runtime::Kernel::Kernel;
};
#if STOCK_OLD_LAYOUT == 2
using Kernels = const ArrayRef<Kernel> &;
#else
using Kernels = ArrayRef<Kernel>;
#endif
Error register_kernels(Kernels kernels);
} // namespace torch::executor
namespace executorch::runtime {
#else
Error register_kernels(const Span<const Kernel> kernels);
#endif

Result<OpFunction> get_op_function_from_registry(const char *name,
                                                 Span<const TensorMeta> metas = {});
/// Finds the kernel in `kernels` whose key is the key of `metas`, or else the fallback kernel.
Result<OpFunction> get_op_function_from_registry(const char *name, Span<const TensorMeta> metas,
                                                 Span<const Kernel> kernels);
bool registry_has_op_function(const char *name, Span<const TensorMeta> metas = {});
Span<const Kernel> get_registered_kernels();

} // namespace executorch::runtime

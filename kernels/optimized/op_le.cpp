// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::le.Tensor_out, le.Scalar_out: self <= other, broadcast. Each kernel serves one numeric
// dtype. The loops are plain loops, which compilers vectorise. The loops of vector_run.h do not
// fit, because those loops need results and operands of the same size. Here, results are Bool, and
// operands may be larger.

#include "../common/compare.h"
#include "../common/machine.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

template <typename T, typename Other> struct LeLoop {
  template <size_t> ET_ALWAYS_INLINE static void run(const ElementRun &run) {
    const size_t count = run.count;
    bool *const out = reinterpret_cast<bool *>(run.data[0]);
    const T *const a = reinterpret_cast<const T *>(run.data[1]);
    const Other *const b = reinterpret_cast<const Other *>(run.data[2]);
    const ptrdiff_t a_stride = run.strides[1], b_stride = run.strides[2];
    if (run.strides[0] == sizeof(bool) && a_stride == sizeof(T) && b_stride == 0) {
      const Other other = *b;
      for (size_t i = 0; i < count; ++i)
        out[i] = static_cast<Other>(a[i]) <= other;
    } else if (run.strides[0] == sizeof(bool) && a_stride == sizeof(T) &&
               b_stride == sizeof(Other)) {
      for (size_t i = 0; i < count; ++i)
        out[i] = static_cast<Other>(a[i]) <= b[i];
    } else {
      zip_run<T, bool, Other, Other>(run, [](Other x, Other y) ET_INLINED { return x <= y; });
    }
  }
};

template <typename T>
constexpr ElementwiseKernel kLe = elementwise<T, bool>(kBinaryOut, machine_run<T, LeLoop<T, T>>);
template <typename T>
constexpr CompareKernel kLeScalar = {
    scalar_kernel<T, bool>(kBinaryOut, machine_run<T, LeLoop<T, T>>),
    std::is_integral_v<T> ? machine_run<float, LeLoop<T, float>> : nullptr};

} // namespace

#define LE(name, code, type)                                                                       \
  ET_KERNEL(aten, le.Tensor_out, name, "v1/" #code ";|" #code ";|11;",                             \
            "le.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)") {         \
    zip(context, args, kLe<type>);                                                                 \
  }                                                                                                \
  ET_KERNEL(aten, le.Scalar_out, name, "v1/" #code ";|11;",                                        \
            "le.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!)") {         \
    compare(context, args, kLeScalar<type>);                                                       \
  }
ET_FORALL_INTEGER_DTYPES(LE)
LE(Float, 6, float)
LE(Double, 7, double)

} // namespace et::kernels::ET_KERNEL_LIBRARY

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::where.self_out: self where the condition is true, else other. The condition is Bool, and
// the three tensors broadcast. The loop only moves elements, so all dtypes of one size share one
// loop.

#include "../common/elementwise.h"
#include "../common/machine.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

enum Arguments : size_t { kCondition, kSelf, kOther, kOut, kCount };

template <size_t> struct BitsOfSize;
template <> struct BitsOfSize<1> {
  using type = uint8_t;
};
template <> struct BitsOfSize<2> {
  using type = uint16_t;
};
template <> struct BitsOfSize<4> {
  using type = uint32_t;
};
template <> struct BitsOfSize<8> {
  using type = uint64_t;
};

/// Compilers vectorise the loops in run(). one_by_one() computes runs with other strides.
template <typename Bits> struct WhereLoop {
  template <size_t> ET_ALWAYS_INLINE static void run(const ElementRun &run) {
    constexpr ptrdiff_t size = sizeof(Bits);
    Bits *const out = reinterpret_cast<Bits *>(run.data[0]);
    const Bits *const a = reinterpret_cast<const Bits *>(run.data[1]);
    const Bits *const b = reinterpret_cast<const Bits *>(run.data[2]);
    const uint8_t *const condition = reinterpret_cast<const uint8_t *>(run.data[3]);
    const size_t count = run.count;
    const bool is_whole = run.strides[0] == size && run.strides[3] == 1;
    const bool is_a_whole = run.strides[1] == size, is_b_whole = run.strides[2] == size;
    if (is_whole && is_a_whole && is_b_whole) {
      for (size_t i = 0; i < count; ++i)
        out[i] = choose(condition[i], a[i], b[i]);
    } else if (is_whole && is_a_whole && run.strides[2] == 0) {
      const Bits other = *b;
      for (size_t i = 0; i < count; ++i)
        out[i] = choose(condition[i], a[i], other);
    } else if (is_whole && is_b_whole && run.strides[1] == 0) {
      const Bits self = *a;
      for (size_t i = 0; i < count; ++i)
        out[i] = choose(condition[i], self, b[i]);
    } else {
      one_by_one(run);
    }
  }

private:
  /// The caller has loaded `a` and `b`, so compilers can select without a branch.
  ET_ALWAYS_INLINE static Bits choose(uint8_t condition, Bits a, Bits b) {
    return condition ? a : b;
  }
  ET_ALWAYS_INLINE static void one_by_one(const ElementRun &run) {
    const char *at[kMaxOperands] = {run.data[0], run.data[1], run.data[2], run.data[3]};
    for (size_t left = run.count; left != 0; --left) {
      Bits *const out = reinterpret_cast<Bits *>(const_cast<char *>(at[0]));
      *out = *reinterpret_cast<const Bits *>(*at[3] ? at[1] : at[2]);
      for (size_t i = 0; i < kMaxOperands; ++i)
        at[i] += run.strides[i];
    }
  }
};

template <typename T, typename Bits = typename BitsOfSize<sizeof(T)>::type>
constexpr ElementwiseKernel kWhere = elementwise<T>(kOut, machine_run<Bits, WhereLoop<Bits>>);

void where(KernelRuntimeContext &context, Args args, const ElementwiseKernel &kernel) {
  Call call(context, args, kCount);
  const Tensor operands[] = {call.output(kOut, kernel.result), call.output(kSelf, kernel.dtype),
                             call.output(kOther, kernel.dtype),
                             call.output(kCondition, ScalarType::Bool)};
  for_each_element(call, operands, 4, kernel.run, nullptr);
}

} // namespace

#define WHERE(name, code, type)                                                                    \
  ET_KERNEL(aten, where.self_out, name, "v1/11;|" #code ";|*",                                     \
            "where.self_out(Tensor condition, Tensor self, Tensor other, *, Tensor(a!) out) "      \
            "-> Tensor(a!)") {                                                                     \
    where(context, args, kWhere<type>);                                                            \
  }
ET_FORALL_REAL_DTYPES(WHERE)

} // namespace et::kernels::ET_KERNEL_LIBRARY

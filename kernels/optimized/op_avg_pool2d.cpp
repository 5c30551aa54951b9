// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::avg_pool2d.out for floating point dtypes: the mean of each window. Divisors and the order
// of additions are the same as in the portable kernel. A strip is some neighbouring outputs. If all
// windows of a strip have the same divisor, the kernel multiplies the sums by 1 / divisor. This is
// faster than a division, but the rounding may differ from the portable kernel. Half and BFloat16
// are summed in Float.

#include "pool.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

template <typename T> struct AveragePoolLoop {
  using C = ComputeType<T>;

  template <size_t bytes>
  ET_ALWAYS_INLINE static void run(const PoolPlanes &pool, const AveragePool &taken, size_t begin,
                                   size_t end) {
    for_each_strip(pool, begin, end, [&](const PoolStrip &strip) ET_INLINED {
      if (pool.by_channels)
        return of_channels<bytes>(pool, taken, strip);
      C sums[kPoolStrip];
      sum_rows<bytes>(pool, strip, sums);
      store_means(pool, taken, strip, sums);
    });
  }

private:
  template <size_t bytes>
  ET_ALWAYS_INLINE static void of_channels(const PoolPlanes &pool, const AveragePool &taken,
                                           const PoolStrip &strip) {
    const PoolWindow window(pool, strip);
    Extent rows, columns;
    taken.find(pool.windows[0], strip.row, rows);
    taken.find(pool.windows[1], strip.column, columns);
    const C factor = factor_of(taken, rows, columns);
    char *const out = strip.at(pool.out);
    constexpr size_t lanes = kLanes<C, bytes>;
    for_each_channels<lanes>(strip.count, [&](size_t first, auto count) ET_INLINED {
      const size_t offset = first * sizeof(T);
      if constexpr (count == 1) {
        C sum = 0;
        window.for_each(offset, [&](const char *data, uint32_t) ET_INLINED {
          sum += static_cast<C>(*reinterpret_cast<const T *>(data));
        });
        *reinterpret_cast<T *>(out + offset) = static_cast<T>(sum * factor);
      } else {
        mean_of_vectors<bytes>(window, offset, factor, out + offset,
                               std::make_index_sequence<count / lanes>());
      }
    });
  }

  template <size_t bytes, size_t... i>
  ET_ALWAYS_INLINE static void mean_of_vectors(const PoolWindow &window, size_t offset, C factor,
                                               char *out, std::index_sequence<i...>) {
    constexpr size_t step = kLanes<C, bytes> * sizeof(T);
    Vector<C, bytes> sums[] = {(static_cast<void>(i), Vector<C, bytes>{})...};
    window.for_each(offset, [&](const char *data, uint32_t) ET_INLINED {
      ((sums[i] += load<T, bytes>(data + i * step)), ...);
    });
    (store<T>(out + i * step, sums[i] * factor), ...);
  }

  ET_ALWAYS_INLINE static C factor_of(const AveragePool &taken, const Extent &rows,
                                      const Extent &columns) {
    return 1 / static_cast<C>(taken.divisor != 0 ? taken.divisor : rows.counted * columns.counted);
  }

  template <size_t bytes>
  ET_ALWAYS_INLINE static void sum_rows(const PoolPlanes &pool, const PoolStrip &strip, C *sums) {
    for (size_t i = 0; i < kPoolStrip; i += kLanes<C, bytes>)
      store<C>(reinterpret_cast<char *>(sums + i), Vector<C, bytes>{});
    for_each_tap(pool, strip, [&](const PoolTap &tap) ET_INLINED {
      with_step<T>(tap, [&](const T *data, auto step) ET_INLINED {
        C *const to = sums + tap.first;
        const size_t count = tap.count;
        for (size_t i = 0; i < count; ++i)
          to[i] += static_cast<C>(data[static_cast<ptrdiff_t>(i) * step]);
      });
    });
  }

  ET_ALWAYS_INLINE static void store_means(const PoolPlanes &pool, const AveragePool &taken,
                                           const PoolStrip &strip, const C *sums) {
    Extent rows, left, right;
    const int32_t others = static_cast<int32_t>(strip.count) - 1;
    taken.find(pool.windows[0], strip.row, rows);
    taken.find(pool.windows[1], strip.column, left);
    right = left;
    if (others != 0)
      taken.find(pool.windows[1], strip.column + others, right);
    // A window is whole if its divisor counts all of its columns. If the first and the last window
    // of the strip are whole, all windows between them are whole, so all have the same divisor.
    const bool are_alike =
        taken.divisor != 0 || others == 0 ||
        (left.counted == pool.windows[1].kernel && left.counted == right.counted);
    if (are_alike) {
      const C factor = factor_of(taken, rows, left);
      return store_strip<T>(strip, pool.out, [&](size_t i) ET_INLINED { return sums[i] * factor; });
    }
    store_strip<T>(strip, pool.out, [&](size_t i) ET_INLINED {
      taken.find(pool.windows[1], strip.column + static_cast<int32_t>(i), left);
      return sums[i] / static_cast<C>(rows.counted * left.counted);
    });
  }
};

template <typename T> void avg_pool2d(KernelRuntimeContext &context, Args args) {
  Call call(context, args, 8);
  AveragePool taken = {};
  if (!take_average_pool(call, DtypeOf<T>::value, taken))
    return;
  const PoolPlanes pool(taken.out, taken.self, taken.windows);
  parallel_for(pool.count(), pool.grain(), [&](size_t begin, size_t end) {
    run_on_machine<T, AveragePoolLoop<T>>(pool, taken, begin, end);
  });
}

} // namespace

#define AVG_POOL2D(name, code, type)                                                               \
  ET_KERNEL(aten, avg_pool2d.out, name, "v1/" #code ";|*",                                         \
            "avg_pool2d.out(Tensor self, int[2] kernel_size, int[2] stride=[], int[2] padding=0, " \
            "bool ceil_mode=False, bool count_include_pad=True, int? divisor_override=None, *, "   \
            "Tensor(a!) out) -> Tensor(a!)") {                                                     \
    avg_pool2d<type>(context, args);                                                               \
  }
ET_FORALL_FLOAT_DTYPES(AVG_POOL2D)

} // namespace et::kernels::ET_KERNEL_LIBRARY

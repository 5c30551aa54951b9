// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::max_pool2d_with_indices.out: the largest element of each window, and where in its plane it
// stood: row * width + column. Padding never counts. A NaN counts as largest; of several, the last.
// Places are kept in 32 bits, of which a vector has as many as floats: a plane of more than 2^32
// elements is refused.

#include <limits>

#include "pool.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

/// Half and BFloat16 are compared as floats.
template <typename T> using Compared = std::conditional_t<kIsShortFloat<T>, float, T>;

template <typename T> constexpr T smallest() {
  return std::numeric_limits<T>::has_infinity ? -std::numeric_limits<T>::infinity()
                                              : std::numeric_limits<T>::lowest();
}

/// Where in its plane the first element of an output's window is.
ET_ALWAYS_INLINE uint32_t first_place(const PoolPlanes &pool, const Taps &top, int32_t column) {
  const Window &across = pool.windows[1];
  int32_t place = column * across.stride - across.padding;
  if (place < 0)
    place += ((-place - 1) / across.dilation + 1) * across.dilation;
  const int64_t row = top.start + top.first * pool.windows[0].dilation;
  return static_cast<uint32_t>(row * across.in + place);
}

template <typename T> struct MaxPoolLoop {
  using C = Compared<T>;

  template <size_t>
  ET_ALWAYS_INLINE static void run(const PoolPlanes &pool, const Planes &indices, size_t begin,
                                   size_t end) {
    for_each_strip(pool, begin, end, [&](const PoolStrip &strip) ET_INLINED {
      C largest[kPoolStrip];
      uint32_t places[kPoolStrip];
      const Taps top = taps_of(pool.windows[0], strip.row);
      std::fill_n(largest, strip.count, smallest<C>());
      std::fill_n(places, strip.count, first_place(pool, top, strip.column));
      for (size_t i = 1; !pool.by_channels && i < strip.count; ++i)
        places[i] = first_place(pool, top, strip.column + static_cast<int32_t>(i));
      for_each_tap(pool, strip, [&](const PoolTap &tap) ET_INLINED {
        with_step<T>(tap, [&](const T *data, auto step) ET_INLINED {
          keep_largest(data, step, tap, largest + tap.first, places + tap.first);
        });
      });
      store_strip<T>(pool, strip, pool.out, [&](size_t i) ET_INLINED { return largest[i]; });
      store_strip<int64_t>(pool, strip, indices, [&](size_t i) ET_INLINED { return places[i]; });
    });
  }

private:
  template <typename Step>
  ET_ALWAYS_INLINE static void keep_largest(const T *data, Step step, const PoolTap &tap,
                                            C *__restrict largest, uint32_t *__restrict places) {
    const uint32_t place = tap.place, place_step = tap.place_step;
    const size_t count = tap.count;
    for (size_t i = 0; i < count; ++i) {
      const C value = static_cast<C>(data[static_cast<ptrdiff_t>(i) * step]);
      // NaN is the largest.
      const bool is_nan = value != value; // NOLINT(misc-redundant-expression)
      const bool exceeds =
          static_cast<unsigned>(value > largest[i]) | static_cast<unsigned>(is_nan);
      largest[i] = exceeds ? value : largest[i];
      places[i] = exceeds ? place + static_cast<uint32_t>(i) * place_step : places[i];
    }
  }
};

template <typename T> void max_pool2d(KernelRuntimeContext &context, Args args) {
  Call call(context, args, 8);
  MaxPool taken = {};
  if (!take_max_pool(call, DtypeOf<T>::value, taken))
    return;
  if (!call.require(int64_t(taken.windows[0].in) * taken.windows[1].in <= int64_t(UINT32_MAX)))
    return;
  const PoolPlanes pool(taken.out, taken.self, taken.windows);
  const Planes indices(taken.indices);
  parallel_for(pool.count(), pool.grain(), [&](size_t begin, size_t end) {
    run_on_machine<T, MaxPoolLoop<T>>(pool, indices, begin, end);
  });
}

} // namespace

#define MAX_POOL2D(name, code, type)                                                               \
  ET_KERNEL(aten, max_pool2d_with_indices.out, name, "v1/" #code ";|" #code ";|4;",                \
            "max_pool2d_with_indices.out(Tensor self, int[2] kernel_size, int[2] stride=[], "      \
            "int[2] padding=0, int[2] dilation=1, bool ceil_mode=False, *, Tensor(a!) out, "       \
            "Tensor(b!) indices) -> (Tensor(a!), Tensor(b!))") {                                   \
    max_pool2d<type>(context, args);                                                               \
  }
ET_FORALL_REAL_DTYPES(MAX_POOL2D)

} // namespace et::kernels::ET_KERNEL_LIBRARY

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::max_pool2d_with_indices.out: the largest element of each window, and its index in the
// plane, row * width + column. Padding never counts. NaN counts as largest; of several NaNs, the
// last one counts. The loops compute 32-bit indices, so that a vector holds as many indices as
// floats. Therefore the kernel refuses planes with 2^32 or more elements.

#include <limits>

#include "pool.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

/// Small integers are compared as int32_t, so a vector holds as many elements as indices.
template <typename T>
using Compared =
    std::conditional_t<kIsShortFloat<T>, float, std::conditional_t<(sizeof(T) < 4), int32_t, T>>;

template <typename T> constexpr T smallest() {
  return std::numeric_limits<T>::has_infinity ? -std::numeric_limits<T>::infinity()
                                              : std::numeric_limits<T>::lowest();
}

template <typename T, size_t lanes> struct LanesOfType {
  using type = Vector<T, lanes * sizeof(T)>;
};
template <typename T> struct LanesOfType<T, 1> {
  using type = T;
};
template <typename T, size_t lanes> using LanesOf = typename LanesOfType<T, lanes>::type;

template <typename V, typename T> ET_ALWAYS_INLINE V in_lanes(T value) {
  if constexpr (std::is_arithmetic_v<V>)
    return value;
  else
    return splat_as<V>(value);
}

template <typename T, typename Values> ET_ALWAYS_INLINE Values load_lanes(const char *data) {
  if constexpr (kIsShortFloat<T> && !std::is_same_v<Values, float>) {
    return load<T, sizeof(Values)>(data);
  } else {
    constexpr size_t lanes = sizeof(Values) / sizeof(Compared<T>);
    Compared<T> elements[lanes];
    for (size_t i = 0; i < lanes; ++i)
      elements[i] = static_cast<Compared<T>>(reinterpret_cast<const T *>(data)[i]);
    Values values;
    std::memcpy(&values, elements, sizeof(values));
    return values;
  }
}

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

  template <size_t bytes>
  ET_ALWAYS_INLINE static void run(const PoolPlanes &pool, const Planes &indices, size_t begin,
                                   size_t end) {
    for_each_strip(pool, begin, end, [&](const PoolStrip &strip) ET_INLINED {
      if (pool.by_channels)
        of_channels<bytes / sizeof(C)>(pool, indices, strip);
      else
        of_row(pool, indices, strip);
    });
  }

private:
  ET_ALWAYS_INLINE static void of_row(const PoolPlanes &pool, const Planes &indices,
                                      const PoolStrip &strip) {
    C largest[kPoolStrip];
    uint32_t places[kPoolStrip];
    const Taps top = taps_of(pool.windows[0], strip.row);
    std::fill_n(largest, strip.count, smallest<C>());
    for (size_t i = 0; i < strip.count; ++i)
      places[i] = first_place(pool, top, strip.column + static_cast<int32_t>(i));
    for_each_tap(pool, strip, [&](const PoolTap &tap) ET_INLINED {
      with_step<T>(tap, [&](const T *data, auto step) ET_INLINED {
        keep_largest(data, step, tap, largest + tap.first, places + tap.first);
      });
    });
    store_strip<T>(strip, pool.out, [&](size_t i) ET_INLINED { return largest[i]; });
    store_strip<int64_t>(strip, indices, [&](size_t i) ET_INLINED { return places[i]; });
  }

  template <size_t lanes>
  ET_ALWAYS_INLINE static void of_channels(const PoolPlanes &pool, const Planes &indices,
                                           const PoolStrip &strip) {
    const PoolWindow window(pool, strip);
    T *const out = reinterpret_cast<T *>(strip.at(pool.out));
    int64_t *const places = reinterpret_cast<int64_t *>(strip.at(indices));
    for_each_channels<lanes>(strip.count, [&](size_t first, auto count) ET_INLINED {
      constexpr size_t at_once = count < lanes ? 1 : lanes;
      keep_largest_of<at_once>(window, first, out + first, places + first,
                               std::make_index_sequence<count / at_once>());
    });
  }

  template <size_t lanes, size_t... i>
  ET_ALWAYS_INLINE static void keep_largest_of(const PoolWindow &window, size_t first, T *out,
                                               int64_t *indices, std::index_sequence<i...>) {
    using Place = std::conditional_t<sizeof(C) == 4, uint32_t, uint64_t>;
    using Values = LanesOf<C, lanes>;
    using Places = LanesOf<Place, lanes>;
    Values largest[sizeof...(i)];
    Places places[sizeof...(i)];
    ((largest[i] = in_lanes<Values>(smallest<C>())), ...);
    ((places[i] = in_lanes<Places>(Place(window.first_place))), ...);
    window.for_each(first * sizeof(T), [&](const char *data, uint32_t place) ET_INLINED {
      const auto keep = [&](Values value, Values &most, Places &where) ET_INLINED {
        const auto exceeds = (value > most) | (value != value);
        most = exceeds ? value : most;
        where = exceeds ? in_lanes<Places>(Place(place)) : where;
      };
      (keep(load_lanes<T, Values>(data + i * lanes * sizeof(T)), largest[i], places[i]), ...);
    });
    (store_lanes<lanes>(out + i * lanes, largest[i]), ...);
    (store_lanes<lanes>(indices + i * lanes, places[i]), ...);
  }

  /// If `To` is larger than a value, stores half of the lanes at a time. Compilers would store a
  /// vector of all lanes through the stack.
  template <size_t lanes, typename To, typename Values>
  ET_ALWAYS_INLINE static void store_lanes(To *out, const Values &values) {
    if constexpr (lanes == 1) {
      *out = static_cast<To>(values);
    } else if constexpr (kIsShortFloat<To>) {
      store<To>(reinterpret_cast<char *>(out), values);
    } else {
      constexpr size_t some = sizeof(To) > sizeof(values[0]) ? lanes / 2 : lanes;
      for (size_t k = 0; k < lanes; k += some) {
        LanesOf<NumberOf<Values>, some> part;
        std::memcpy(&part, reinterpret_cast<const char *>(&values) + k * sizeof(values[0]),
                    sizeof(part));
        const auto converted = __builtin_convertvector(part, LanesOf<To, some>);
        std::memcpy(out + k, &converted, sizeof(converted));
      }
    }
  }

  template <typename Step>
  ET_ALWAYS_INLINE static void keep_largest(const T *data, Step step, const PoolTap &tap,
                                            C *__restrict largest, uint32_t *__restrict places) {
    const uint32_t place = tap.place, place_step = tap.place_step;
    const size_t count = tap.count;
    for (size_t i = 0; i < count; ++i) {
      const C value = static_cast<C>(data[static_cast<ptrdiff_t>(i) * step]);
      const bool is_nan = value != value;
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
  const Planes indices(taken.indices);
  const PoolPlanes pool(taken.out, taken.self, taken.windows,
                        indices.strides[1] == sizeof(int64_t));
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

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fallback kernels call these functions to choose a run function for any two dtypes (affine.h).
// Other kernels do not need the functions, so the functions have a file of their own. Without
// garbage collection, a linker keeps all functions of each archive member that it loads.

#include "affine.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ReadNumber number_reader(ScalarType type) {
  switch (type) {
#define READER(name, code, ctype)                                                                  \
  case ScalarType::name:                                                                           \
    return read_number<ctype>;
    ET_FORALL_FLOAT_DTYPES(READER)
#undef READER
  default:
    return nullptr;
  }
}

ElementRunFunction choose_quantize_run(ScalarType from, ScalarType to) {
  if (!is_quantized(to))
    return nullptr;
  const size_t size = element_size(to);
  switch (from) {
#define RUN(name, code, ctype)                                                                     \
  case ScalarType::name:                                                                           \
    return size == 1   ? quantize_run<ctype, uint8_t>                                              \
           : size == 2 ? quantize_run<ctype, uint16_t>                                             \
                       : quantize_run<ctype, uint32_t>;
    ET_FORALL_FLOAT_DTYPES(RUN)
#undef RUN
  default:
    return nullptr;
  }
}

namespace {
template <typename From> ElementRunFunction choose_for(ScalarType to) {
  switch (to) {
#define RUN(name, code, ctype)                                                                     \
  case ScalarType::name:                                                                           \
    return dequantize_run<From, ctype>;
    ET_FORALL_FLOAT_DTYPES(RUN)
#undef RUN
  default:
    return nullptr;
  }
}
} // namespace

ElementRunFunction choose_dequantize_run(ScalarType from, ScalarType to) {
  switch (from) {
#define RUN(_, name, code, ctype)                                                                  \
  case ScalarType::name:                                                                           \
    return choose_for<ctype>(to);
    ET_FORALL_QUANTIZED_DTYPES(RUN, )
#undef RUN
  default:
    return nullptr;
  }
}

} // namespace et::kernels::ET_KERNEL_LIBRARY

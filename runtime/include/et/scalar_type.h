// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dtype codes, with the names and values of ScalarType in ATen and ExecuTorch. .pte files and
// kernel keys contain these values.

#pragma once

#include <cstddef>
#include <cstdint>

namespace et {

/// All dtypes: X(name, code, size of one element in bytes; 0 if elements share bytes).
#define ET_FORALL_DTYPES(X)                                                                        \
  X(Byte, 0, 1)                                                                                    \
  X(Char, 1, 1)                                                                                    \
  X(Short, 2, 2)                                                                                   \
  X(Int, 3, 4)                                                                                     \
  X(Long, 4, 8)                                                                                    \
  X(Half, 5, 2)                                                                                    \
  X(Float, 6, 4)                                                                                   \
  X(Double, 7, 8)                                                                                  \
  X(ComplexHalf, 8, 4)                                                                             \
  X(ComplexFloat, 9, 8)                                                                            \
  X(ComplexDouble, 10, 16)                                                                         \
  X(Bool, 11, 1)                                                                                   \
  X(QInt8, 12, 1)                                                                                  \
  X(QUInt8, 13, 1)                                                                                 \
  X(QInt32, 14, 4)                                                                                 \
  X(BFloat16, 15, 2)                                                                               \
  X(QUInt4x2, 16, 0)                                                                               \
  X(QUInt2x4, 17, 0)                                                                               \
  X(Bits1x8, 18, 0)                                                                                \
  X(Bits2x4, 19, 0)                                                                                \
  X(Bits4x2, 20, 0)                                                                                \
  X(Bits8, 21, 1)                                                                                  \
  X(Bits16, 22, 2)                                                                                 \
  X(Float8_e5m2, 23, 1)                                                                            \
  X(Float8_e4m3fn, 24, 1)                                                                          \
  X(Float8_e5m2fnuz, 25, 1)                                                                        \
  X(Float8_e4m3fnuz, 26, 1)                                                                        \
  X(UInt16, 27, 2)                                                                                 \
  X(UInt32, 28, 4)                                                                                 \
  X(UInt64, 29, 8)

enum class ScalarType : int8_t {
#define ET_SCALAR_TYPE(name, code, size) name = code,
  ET_FORALL_DTYPES(ET_SCALAR_TYPE)
#undef ET_SCALAR_TYPE
};

/// Returns 0 if the code is unknown, or if elements share bytes.
inline size_t element_size(ScalarType type) {
  switch (type) {
#define ET_SCALAR_TYPE(name, code, size)                                                           \
  case ScalarType::name:                                                                           \
    return size;
    ET_FORALL_DTYPES(ET_SCALAR_TYPE)
#undef ET_SCALAR_TYPE
  }
  return 0;
}

} // namespace et

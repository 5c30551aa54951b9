// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lists of dtypes for the macros that register kernels. For each dtype, the header also has the C++
// type, and the type in which kernels compute with the dtype.
//
// The source of an operator uses the list with the dtypes that PyTorch supports for the operator.
// The list calls the file's macro X(name, code, type) for each dtype, and X registers a kernel.
// op_mul.cpp is a short example.

#pragma once

#include <cstdint>
#include <type_traits>

#include "et/bfloat16.h"
#include "et/complex.h"
#include "et/half.h"
#include "et/kernel.h"
#include "et/scalar_type.h"

/// ET_FORALL_FLOAT_DTYPES_WITH(X, op) calls X(name, code, type, op), so that a macro X can serve
/// several operators. ET_FORALL_FLOAT_DTYPES(X) passes its own X in place of `op`, and
/// ET_WITHOUT_OPERATOR then calls X(name, code, type).
#define ET_WITHOUT_OPERATOR(name, code, type, X) X(name, code, type)
#define ET_FORALL_INTEGER_DTYPES(X)                                                                \
  X(Byte, 0, uint8_t)                                                                              \
  X(Char, 1, int8_t)                                                                               \
  X(Short, 2, int16_t)                                                                             \
  X(Int, 3, int32_t)                                                                               \
  X(Long, 4, int64_t)
#define ET_FORALL_FLOAT_DTYPES_WITH(X, op)                                                         \
  X(Half, 5, ::et::Half, op)                                                                       \
  X(Float, 6, float, op)                                                                           \
  X(Double, 7, double, op)                                                                         \
  X(BFloat16, 15, ::et::BFloat16, op)
#define ET_FORALL_FLOAT_DTYPES(X) ET_FORALL_FLOAT_DTYPES_WITH(ET_WITHOUT_OPERATOR, X)
#define ET_FORALL_COMPLEX_DTYPES(X)                                                                \
  X(ComplexFloat, 9, ::et::Complex<float>)                                                         \
  X(ComplexDouble, 10, ::et::Complex<double>)
#define ET_FORALL_BOOL_DTYPE(X) X(Bool, 11, bool)

#define ET_FORALL_REAL_DTYPES(X)                                                                   \
  ET_FORALL_INTEGER_DTYPES(X)                                                                      \
  ET_FORALL_FLOAT_DTYPES(X)
#define ET_FORALL_NUMBER_DTYPES(X)                                                                 \
  ET_FORALL_REAL_DTYPES(X)                                                                         \
  ET_FORALL_COMPLEX_DTYPES(X)
#define ET_FORALL_INTEGER_AND_BOOL_DTYPES(X)                                                       \
  ET_FORALL_INTEGER_DTYPES(X)                                                                      \
  ET_FORALL_BOOL_DTYPE(X)
#define ET_FORALL_REAL_AND_BOOL_DTYPES(X)                                                          \
  ET_FORALL_REAL_DTYPES(X)                                                                         \
  ET_FORALL_BOOL_DTYPE(X)
#define ET_FORALL_COMPUTE_DTYPES(X)                                                                \
  ET_FORALL_NUMBER_DTYPES(X)                                                                       \
  ET_FORALL_BOOL_DTYPE(X)

namespace et::kernels {

/// Reads the element at an address. All Bool bytes but 0 are true, as in PyTorch. A Bool byte from
/// a file may have any value, and reading it as a C++ bool would be undefined behaviour.
template <typename T>
inline std::conditional_t<std::is_same_v<T, bool>, bool, const T &> read_element(const void *at) {
  if constexpr (std::is_same_v<T, bool>)
    return *static_cast<const uint8_t *>(at) != 0;
  else
    return *static_cast<const T *>(at);
}

template <typename T> struct DtypeOf;

/// The type in which kernels compute elements of type T. Integers and Bool use unsigned words,
/// because unsigned words wrap around without undefined behaviour.
template <typename T> struct ComputeTypeOf {
  using Word = std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>;
  using type = std::conditional_t<std::is_integral_v<T>, Word, T>;
};
template <> struct ComputeTypeOf<Half> {
  using type = float;
};
template <> struct ComputeTypeOf<BFloat16> {
  using type = float;
};
template <typename T> using ComputeType = typename ComputeTypeOf<T>::type;

/// Like ComputeType, but with signed integers, for division and comparison.
template <typename T> struct NumberTypeOf {
  using Integer = std::conditional_t<sizeof(T) == 8, int64_t, int32_t>;
  using type = std::conditional_t<std::is_integral_v<T>, Integer, ComputeType<T>>;
};
template <typename T> using NumberType = typename NumberTypeOf<T>::type;

template <typename T> constexpr bool kIsComplex = false;
template <typename T> constexpr bool kIsComplex<Complex<T>> = true;

template <typename T> struct Dtype {
  using type = T;
};
/// Calls `visit` with Dtype<T>, where T is the C++ type of the dtype `type`. Returns false for a
/// dtype that no kernel computes with.
template <typename Visitor> bool visit_dtype(ScalarType type, Visitor visit) {
  switch (type) {
#define VISIT(name, code, ctype)                                                                   \
  case ScalarType::name:                                                                           \
    visit(Dtype<ctype>());                                                                         \
    return true;
    ET_FORALL_COMPUTE_DTYPES(VISIT)
#undef VISIT
  default:
    return false;
  }
}

#define ET_DTYPE_OF(name, code, ctype)                                                             \
  template <> struct DtypeOf<ctype> {                                                              \
    static constexpr ScalarType value = ScalarType::name;                                          \
  };
ET_FORALL_COMPUTE_DTYPES(ET_DTYPE_OF)
#undef ET_DTYPE_OF

} // namespace et::kernels

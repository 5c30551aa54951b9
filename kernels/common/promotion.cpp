// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See promotion.h. The wider kind wins; Complex is the widest, then Float, Integer and Bool. Within
// a kind, the larger element wins. Byte and Char have the same kind and size, and give Short. For
// the same reason, Half and BFloat16 give Float. Double and ComplexFloat give ComplexDouble.

#include "promotion.h"

#include <type_traits>

#include "dtypes.h"

namespace et::kernels {

NumberKind number_kind(ScalarType type) {
  NumberKind kind = NumberKind::None;
  visit_dtype(type, [&](auto dtype) {
    using T = typename decltype(dtype)::type;
    kind = std::is_same_v<T, bool> ? NumberKind::Bool
           : std::is_integral_v<T> ? NumberKind::Integer
           : kIsComplex<T>         ? NumberKind::Complex
                                   : NumberKind::Float;
  });
  return kind;
}

ScalarType promote_types(ScalarType a, ScalarType b) {
  if (a == b)
    return a;
  NumberKind kind_a = number_kind(a);
  NumberKind kind_b = number_kind(b);
  if (kind_a == NumberKind::Complex || kind_b == NumberKind::Complex) {
    bool is_double = a == ScalarType::Double || b == ScalarType::Double ||
                     a == ScalarType::ComplexDouble || b == ScalarType::ComplexDouble;
    return is_double ? ScalarType::ComplexDouble : ScalarType::ComplexFloat;
  }
  if (kind_a != kind_b)
    return kind_a > kind_b ? a : b;
  size_t size_a = element_size(a);
  size_t size_b = element_size(b);
  if (size_a == size_b)
    return kind_a == NumberKind::Float ? ScalarType::Float : ScalarType::Short;
  return size_a > size_b ? a : b;
}

ScalarType result_type(const Tensor &a, const Tensor &b) {
  ScalarType type_a = a.scalar_type();
  ScalarType type_b = b.scalar_type();
  if ((a.dim() == 0) == (b.dim() == 0))
    return promote_types(type_a, type_b);
  return a.dim() != 0 ? result_type(type_a, type_b) : result_type(type_b, type_a);
}

ScalarType result_type(const Tensor *tensors, size_t count) {
  ScalarType types[2] = {}; // [0]: of tensors with dimensions, [1]: of zero-dimensional tensors
  bool have[2] = {};
  for (size_t i = 0; i < count; ++i) {
    const bool is_weak = tensors[i].dim() == 0;
    const ScalarType type = tensors[i].scalar_type();
    types[is_weak] = have[is_weak] ? promote_types(types[is_weak], type) : type;
    have[is_weak] = true;
  }
  return !have[1] ? types[0] : !have[0] ? types[1] : result_type(types[0], types[1]);
}

ScalarType result_type(ScalarType type, ScalarType weak) {
  if (number_kind(weak) <= number_kind(type))
    return type;
  // `type` alone decides the precision: a complex number never turns Float into ComplexDouble.
  if (number_kind(type) == NumberKind::Float)
    return type == ScalarType::Double ? ScalarType::ComplexDouble : ScalarType::ComplexFloat;
  return promote_types(type, weak);
}

bool can_cast(ScalarType from, ScalarType to) {
  NumberKind kind = number_kind(to);
  if (kind == NumberKind::None)
    return false;
  NumberKind have = number_kind(from);
  return have <= kind;
}

} // namespace et::kernels

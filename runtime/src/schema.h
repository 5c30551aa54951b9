// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Includes program_generated.h, in which flatc's generated code reads programs. Turns FlatBuffers'
// assertions off, because they would add printf to the image. The runtime has its own checks.

#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#define FLATBUFFERS_ASSERT(condition) static_cast<void>(0)
// If ARDUINO is defined, FlatBuffers includes <utility.h> instead of the standard <utility>.
#undef ARDUINO
#include "et/span.h"
#include "program_generated.h"

// The runtime uses sizes, dim orders, lists and constants in the file's memory, without conversion.
static_assert(FLATBUFFERS_LITTLEENDIAN, "the machine must be little-endian, like programs");

namespace et {

/// Returns 0 if the file lacks the vector.
template <typename T> size_t length_of(const flatbuffers::Vector<T> *vector) {
  return vector ? vector->size() : 0;
}

/// `index` must be less than length_of(vector).
template <typename T, typename Index>
auto item_of(const flatbuffers::Vector<T> *vector, Index index) {
  return vector->Get(static_cast<flatbuffers::uoffset_t>(index));
}

/// Returns null if there is no such item.
template <typename T>
const T *item_at(const flatbuffers::Vector<flatbuffers::Offset<T>> *vector, uint64_t index) {
  return index < length_of(vector) ? item_of(vector, index) : nullptr;
}

inline bool is_inside(const schema::DataSegment &segment, Span<const uint8_t> segments) {
  return segment.offset() <= segments.size() &&
         segment.size() <= segments.size() - segment.offset();
}

inline bool is_external(const schema::Tensor &tensor) {
  return tensor.extra_tensor_info() &&
         tensor.extra_tensor_info()->location() == schema::TensorDataLocation::External;
}

inline bool is_constant(const schema::Tensor &tensor) {
  return !tensor.allocation_info() && (tensor.data_buffer_idx() != 0 || is_external(tensor));
}

inline bool is_tensor_list(const schema::EValue &value) {
  return value.val_type() == schema::KernelTypes::TensorList ||
         value.val_type() == schema::KernelTypes::OptionalTensorList;
}

/// Returns null if the value is no tensor list.
inline const flatbuffers::Vector<int32_t> *tensor_list_items(const schema::EValue &value) {
  if (const schema::TensorList *list = value.val_as_TensorList())
    return list->items();
  const schema::OptionalTensorList *list = value.val_as_OptionalTensorList();
  return list ? list->items() : nullptr;
}

/// Returns null unless the instruction is a kernel call or a delegate call.
inline const flatbuffers::Vector<int32_t> *args_of(const schema::Instruction &instruction) {
  if (const schema::KernelCall *call = instruction.instr_args_as_KernelCall())
    return call->args();
  const schema::DelegateCall *call = instruction.instr_args_as_DelegateCall();
  return call ? call->args() : nullptr;
}

inline const char *text_of(const flatbuffers::String *string) {
  return string ? string->c_str() : "";
}

template <typename T> bool are_equal(Span<const T> a, Span<const T> b) {
  return a.size() == b.size() &&
         (a.empty() || memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

/// Does not call strcmp, because strcmp is large in some C libraries.
inline bool are_equal(const char *a, const char *b) {
  for (; *a == *b; ++a, ++b)
    if (*a == '\0')
      return true;
  return false;
}

} // namespace et

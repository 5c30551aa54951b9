// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The inputs, outputs and memory needs of a method. The method need not be loaded: MethodMeta reads
// the program, which must outlive this object.

#pragma once

#include <cstddef>
#include <cstdint>

#include "et/error.h"
#include "et/evalue.h"
#include "et/span.h"
#include "et/tensor.h"

namespace et {

namespace schema {
struct ExecutionPlan;
} // namespace schema

struct TensorInfo {
  Span<const SizesType> sizes = {};
  Span<const DimOrderType> dim_order = {};
  ScalarType scalar_type = ScalarType::Byte;
  /// True if the tensor is in a planned buffer; otherwise the caller provides its memory.
  bool is_memory_planned = false;
  /// Says how `sizes` may change. DYNAMIC_BOUND: `sizes` are the largest sizes.
  TensorShapeDynamism shape_dynamism = TensorShapeDynamism::STATIC;
  /// The bytes of a tensor with these sizes. Memory of this size is enough for an input or output,
  /// unless the shape is unbound.
  size_t nbytes = 0;
};

class MethodMeta {
public:
  MethodMeta() = default;
  explicit MethodMeta(const schema::ExecutionPlan *plan) : plan_(plan) {}

  const char *name() const;
  size_t num_inputs() const;
  size_t num_outputs() const;
  /// InvalidArgument: there is no such input or output. InvalidProgram: the input or output refers
  /// to a value that the program lacks.
  Result<Tag> input_tag(size_t index) const;
  Result<Tag> output_tag(size_t index) const;
  /// InvalidArgument: there is no such input or output, or the value is no tensor. NotSupported:
  /// this runtime lacks the tensor's dtype or layout. InvalidProgram: the program lacks the value,
  /// or the tensor's description is inconsistent.
  Result<TensorInfo> input_tensor_meta(size_t index) const;
  Result<TensorInfo> output_tensor_meta(size_t index) const;
  size_t num_memory_planned_buffers() const;
  Result<size_t> memory_planned_buffer_size(size_t index) const;
  /// The number of bytes that load_method() allocates from MemoryManager::method_allocator, without
  /// the bytes that backends allocate.
  Result<size_t> method_allocator_size() const;
  size_t num_instructions() const;

private:
  const schema::ExecutionPlan *plan_ = nullptr;
};

} // namespace et

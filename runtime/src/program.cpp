// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A .pte file is a FlatBuffer, optionally followed by segments (et/program_header.h). open() finds
// the FlatBuffer and the segments.
//
// Even with Verification::Minimal, loading a method checks the indices, sizes and offsets that the
// method uses.

#include "et/program.h"

#include <cstring>

#include "et/program_header.h"
#include "log_line.h"
#include "schema.h"

namespace et {

Result<Program> Program::open(const void *data, size_t size) {
  const uint8_t *bytes = static_cast<const uint8_t *>(data);
  if (reinterpret_cast<uintptr_t>(data) % kAlignment != 0) {
    log_message("the program must be aligned to %zu bytes in memory", kAlignment);
    return Error::InvalidArgument;
  }
  if (size < 2 * sizeof(uint32_t) || memcmp(bytes + 4, schema::ProgramIdentifier(), 4) != 0) {
    log_message("not a program: no identifier '%s'", schema::ProgramIdentifier());
    return Error::InvalidProgram;
  }
  ProgramLayout layout;
  if (read_program_header(bytes, size, layout) != ProgramHeaderError::None) {
    log_message("the program's header does not fit its size of %zu bytes: is the file truncated?",
                size);
    return Error::InvalidProgram;
  }
  Program program;
  program.program_ = schema::GetProgram(bytes);
  program.tables_ = {bytes, static_cast<size_t>(layout.tables_size)};
  program.segments_ = {bytes + layout.segments_start, static_cast<size_t>(layout.segments_size)};
  return program;
}

size_t Program::num_methods() const { return length_of(program_->execution_plan()); }

Result<const char *> Program::get_method_name(size_t index) const {
  const schema::ExecutionPlan *plan = item_at(program_->execution_plan(), index);
  if (!plan)
    return Error::InvalidArgument;
  return text_of(plan->name());
}

Result<const schema::ExecutionPlan *> Program::find_plan(const char *name) const {
  for (size_t i = 0; i < num_methods(); ++i) {
    const schema::ExecutionPlan *plan = item_of(program_->execution_plan(), i);
    if (are_equal(text_of(plan->name()), name))
      return plan;
  }
  log_message("the program has no method '%s'", name);
  return Error::InvalidArgument;
}

Result<MethodMeta> Program::method_meta(const char *name) const {
  const Result<const schema::ExecutionPlan *> plan = find_plan(name);
  if (!plan.ok())
    return plan.error();
  return MethodMeta(plan.get());
}

Result<Span<const uint8_t>> Program::segment_data(uint64_t index) const {
  const schema::DataSegment *segment = item_at(program_->segments(), index);
  if (!segment || !is_inside(*segment, segments_))
    return Error::InvalidProgram;
  return Span<const uint8_t>(segments_.data() + segment->offset(),
                             static_cast<size_t>(segment->size()));
}

Result<Span<const uint8_t>>
Program::delegate_data(const schema::BackendDelegateDataReference *reference) const {
  if (!reference)
    return Error::InvalidProgram;
  if (reference->location() == schema::DataLocation::Segment)
    return segment_data(reference->index());
  const schema::BackendDelegateInlineData *inline_data =
      item_at(program_->backend_delegate_data(), reference->index());
  if (!inline_data || reference->location() != schema::DataLocation::Inline)
    return Error::InvalidProgram;
  const auto *data = inline_data->data();
  return Span<const uint8_t>(data ? data->data() : nullptr, length_of(data));
}

size_t Program::get_num_keys() const { return length_of(program_->named_data()); }

Result<const char *> Program::get_key(size_t index) const {
  const schema::NamedData *data = item_at(program_->named_data(), index);
  if (!data)
    return Error::InvalidArgument;
  return text_of(data->key());
}

Result<Span<const uint8_t>> Program::get_data(const char *key) const {
  for (size_t i = 0; i < get_num_keys(); ++i) {
    const schema::NamedData &data = *item_of(program_->named_data(), i);
    if (are_equal(text_of(data.key()), key))
      return segment_data(data.segment_index());
  }
  return Error::NotFound;
}

Result<const uint8_t *> Program::subsegment_data(const schema::SubsegmentOffsets &subsegments,
                                                 uint32_t index, size_t size) const {
  const Result<Span<const uint8_t>> segment = segment_data(subsegments.segment_index());
  if (!segment.ok() || index >= length_of(subsegments.offsets()))
    return Error::InvalidProgram;
  const uint64_t offset = subsegments.offsets()->data()[index];
  if (offset > segment.get().size() || size > segment.get().size() - offset)
    return Error::InvalidProgram;
  return segment.get().data() + static_cast<size_t>(offset);
}

Result<const uint8_t *> Program::constant_data(uint32_t index, size_t size) const {
  const schema::SubsegmentOffsets *constants = program_->constant_segment();
  if (constants && length_of(constants->offsets()) != 0)
    return subsegment_data(*constants, index, size);
  const schema::Buffer *buffer = item_at(program_->constant_buffer(), index);
  if (!buffer || size > length_of(buffer->storage()))
    return Error::InvalidProgram;
  return buffer->storage() ? buffer->storage()->data() : nullptr;
}

Result<const uint8_t *> Program::initial_data(uint64_t segment, uint32_t index, size_t size) const {
  const schema::SubsegmentOffsets *subsegments =
      item_at(program_->mutable_data_segments(), segment);
  if (!subsegments)
    return Error::InvalidProgram;
  return subsegment_data(*subsegments, index, size);
}

} // namespace et

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verification::InternalConsistency: the FlatBuffer's structure by FlatBuffers' own verifier, then
// what that leaves out: the alignment of 64-bit vectors, and that segments lie in the file. Apart
// from program.cpp, because it is a third of the runtime's code and the linker drops it from an
// image that trusts its programs.

#include "et/program.h"

#include "log_line.h"
#include "schema.h"

namespace et {
namespace {

template <typename T> bool is_aligned(const flatbuffers::Vector<T> *vector) {
  return length_of(vector) == 0 || reinterpret_cast<uintptr_t>(vector->data()) % sizeof(T) == 0;
}

bool are_vectors_aligned(const schema::ExecutionPlan &plan) {
  bool aligned = is_aligned(plan.non_const_buffer_sizes());
  for (size_t i = 0; i < length_of(plan.values()); ++i) {
    const schema::EValue &value = *plan.values()->Get(i);
    if (const schema::IntList *list = value.val_as_IntList())
      aligned &= is_aligned(list->items());
    if (const schema::DoubleList *list = value.val_as_DoubleList())
      aligned &= is_aligned(list->items());
  }
  return aligned;
}

bool are_vectors_aligned(const schema::Program &program) {
  bool aligned = !program.constant_segment() || is_aligned(program.constant_segment()->offsets());
  for (size_t i = 0; i < length_of(program.mutable_data_segments()); ++i)
    aligned &= is_aligned(program.mutable_data_segments()->Get(i)->offsets());
  for (size_t i = 0; i < length_of(program.execution_plan()); ++i)
    aligned &= are_vectors_aligned(*program.execution_plan()->Get(i));
  return aligned;
}

} // namespace

Error Program::verify() const {
  if (tables_.size() >= FLATBUFFERS_MAX_BUFFER_SIZE)
    return Error::InvalidProgram;
  flatbuffers::Verifier verifier(tables_.data(), tables_.size());
  if (!schema::VerifyProgramBuffer(verifier)) {
    LogLine() << "not a consistent program: its tables are damaged";
    return Error::InvalidProgram;
  }
  if (!are_vectors_aligned(*program_)) {
    LogLine() << "not a consistent program: a list of 64-bit numbers is wrongly aligned";
    return Error::InvalidProgram;
  }
  for (size_t i = 0; i < length_of(program_->segments()); ++i) {
    if (!is_inside(*program_->segments()->Get(i), segments_)) {
      LogLine() << "segment " << i << " lies outside the program: is the file truncated?";
      return Error::InvalidProgram;
    }
  }
  return Error::Ok;
}

} // namespace et

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A .pte program in memory. The runtime reads the file in place, so the file may be in flash:
// constants, names and lists are never copied.
//
// With Verification::InternalConsistency, load() checks all tables. The runtime then accesses only
// the file and the memory given to load_method, even if the file is damaged. With
// Verification::Minimal, load() checks only the header, so damaged tables can make the runtime read
// outside of the file. Use Minimal for a program that is part of the image.

#pragma once

#include <cstddef>
#include <cstdint>

#include "et/error.h"
#include "et/memory.h"
#include "et/method.h"
#include "et/method_meta.h"
#include "et/named_data_map.h"
#include "et/registry.h"
#include "et/span.h"

// -DET_PROGRAM_VERIFICATION=0 makes Minimal the default, for images that trust their programs.
#ifndef ET_PROGRAM_VERIFICATION
#define ET_PROGRAM_VERIFICATION 1
#endif

namespace et {

namespace schema {
struct BackendDelegateDataReference;
struct Program;
struct SubsegmentOffsets;
} // namespace schema

class Program {
public:
  enum class Verification : uint8_t { Minimal, InternalConsistency };
  static constexpr Verification kDefaultVerification =
      ET_PROGRAM_VERIFICATION ? Verification::InternalConsistency : Verification::Minimal;

  /// The alignment that the file must have in memory.
  static constexpr size_t kAlignment = 16;

  Program() = default;

  /// The file is `size` bytes at `data`. The caller owns the file, and must keep it unchanged while
  /// the program or one of its methods is in use. InvalidArgument: the file is not aligned.
  /// InvalidProgram: the file is no program, truncated, or inconsistent.
  static Result<Program> load(const void *data, size_t size,
                              Verification verification = kDefaultVerification) {
    // Inline, so that an image that only uses Minimal does not contain verify().
    Result<Program> program = open(data, size);
    if (program.ok() && verification == Verification::InternalConsistency) {
      const Error error = program->verify();
      if (error != Error::Ok)
        return error;
    }
    return program;
  }

  size_t num_methods() const;
  /// InvalidArgument: there is no such method.
  Result<const char *> get_method_name(size_t index) const;
  Result<MethodMeta> method_meta(const char *name) const;
  /// Loads a method into the caller's memory and finds its kernels in `kernels`, by default the
  /// image's table. Errors are logged. MemoryAllocationFailed: too little memory. OperatorMissing:
  /// kernels are missing; all of them are logged. NotSupported: the program uses a feature that
  /// this runtime lacks. InvalidProgram: the program is inconsistent.
  ///
  /// `named_data` has the tensors whose data is not in the program, and must outlive the method.
  /// NotFound: `named_data` lacks a tensor, or the image lacks a backend. InvalidExternalData: data
  /// of `named_data` does not fit its tensor.
  Result<Method> load_method(const char *name, const MemoryManager &memory,
                             Span<const Kernel> kernels,
                             const NamedDataMap *named_data = nullptr) const;
  Result<Method> load_method(const char *name, const MemoryManager &memory,
                             const NamedDataMap *named_data = nullptr) const {
    return load_method(name, memory, get_registered_kernels(), named_data);
  }

  /// These functions give delegates the program's named data, like the functions of NamedDataMap.
  Result<Span<const uint8_t>> get_data(const char *key) const;
  size_t get_num_keys() const;
  Result<const char *> get_key(size_t index) const;

  /// Finds the `size` bytes of the constant `index`. InvalidProgram: the file lacks these bytes.
  Result<const uint8_t *> constant_data(uint32_t index, size_t size) const;
  /// Finds the `size` bytes of a writable tensor's initial value. Their offset is
  /// mutable_data_segments[segment].offsets[index]. InvalidProgram: the file lacks these bytes.
  Result<const uint8_t *> initial_data(uint64_t segment, uint32_t index, size_t size) const;

  /// InvalidProgram: the program lacks the delegate's data.
  Result<Span<const uint8_t>>
  delegate_data(const schema::BackendDelegateDataReference *reference) const;

private:
  static Result<Program> open(const void *data, size_t size);
  Error verify() const;
  Result<const schema::ExecutionPlan *> find_plan(const char *name) const;
  Result<Span<const uint8_t>> segment_data(uint64_t index) const;
  Result<const uint8_t *> subsegment_data(const schema::SubsegmentOffsets &subsegments,
                                          uint32_t index, size_t size) const;

  const schema::Program *program_ = nullptr;
  Span<const uint8_t> tables_ = {};   ///< the FlatBuffer
  Span<const uint8_t> segments_ = {}; ///< offsets of segments count from here
};

} // namespace et

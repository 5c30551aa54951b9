// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A .pte program in memory. The file is used where it lies: constants, names and lists are never
// copied, so it may stand in flash.
//
// Verification::InternalConsistency checks the whole structure first; after it, nothing that the
// file says makes the runtime read outside the file or touch memory it was not given. Minimal
// checks the header only and trusts the rest, which suits a program that is part of the image.

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

  /// Alignment that the file must have in memory.
  static constexpr size_t kAlignment = 16;

  Program() = default;

  /// `size` bytes at `data` are the file; they must stay there, unchanged, while the program or
  /// any of its methods is used. InvalidArgument: wrongly aligned. InvalidProgram: not a program,
  /// truncated, or inconsistent.
  static Result<Program> load(const void *data, size_t size,
                              Verification verification = kDefaultVerification) {
    // Inline, so that an image which asks for Minimal alone does not contain the rest.
    Result<Program> program = open(data, size);
    if (program.ok() && verification == Verification::InternalConsistency) {
      const Error error = program->verify();
      if (error != Error::Ok)
        return error;
    }
    return program;
  }

  size_t num_methods() const;
  /// InvalidArgument when there is no such method.
  Result<const char *> get_method_name(size_t index) const;
  Result<MethodMeta> method_meta(const char *name) const;
  /// Loads a method into the caller's memory and finds its kernels in `kernels`, by default the
  /// image's. Errors are logged. MemoryAllocationFailed: the memory does not suffice.
  /// OperatorMissing: kernels are missing; every one of them is logged. NotSupported: the program
  /// uses something this runtime does not have. InvalidProgram: it contradicts itself.
  ///
  /// `named_data` has the tensors whose data is not in the program, and must outlive the method.
  /// NotFound: it does not have one, or a backend is missing. InvalidExternalData: what it has does
  /// not fit the tensor.
  Result<Method> load_method(const char *name, const MemoryManager &memory,
                             Span<const Kernel> kernels,
                             const NamedDataMap *named_data = nullptr) const;
  Result<Method> load_method(const char *name, const MemoryManager &memory,
                             const NamedDataMap *named_data = nullptr) const {
    return load_method(name, memory, get_registered_kernels(), named_data);
  }

  /// The data that the program keeps under names, for its delegates, as NamedDataMap has it.
  Result<Span<const uint8_t>> get_data(const char *key) const;
  size_t get_num_keys() const;
  Result<const char *> get_key(size_t index) const;

  /// `size` bytes of the constant `index`. InvalidProgram when the file has no such bytes.
  Result<const uint8_t *> constant_data(uint32_t index, size_t size) const;
  /// `size` bytes of the initial value `index` in the mutable segment `segment`. InvalidProgram
  /// when the file has no such bytes.
  Result<const uint8_t *> initial_data(uint64_t segment, uint32_t index, size_t size) const;

  /// The data of a delegate in the program; InvalidProgram when it has none.
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
  Span<const uint8_t> segments_ = {}; ///< the offsets of segments are relative to it
};

} // namespace et

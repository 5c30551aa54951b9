// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads a method: checks the given memory, creates the values, and finds a kernel for every call.
// Loading continues after an error where possible, so that the log has all errors. The first error
// is returned.

#pragma once

#include "et/kernel.h"
#include "et/memory.h"
#include "et/method.h"
#include "et/program.h"
#include "method_memory.h"
#include "schema.h"

namespace et {

/// Searches the program's named data first, then the data that the caller passed to load_method.
class AllNamedData final : public NamedDataMap {
public:
  AllNamedData(const Program &program, const NamedDataMap *given)
      : program_(program), given_(given) {}

  Result<TensorLayout> get_tensor_layout(const char *key) const override;
  Result<Span<const uint8_t>> get_data(const char *key) const override;
  size_t get_num_keys() const override;
  Result<const char *> get_key(size_t index) const override;

private:
  const Program &program_;
  const NamedDataMap *given_;
};

class MethodLoader {
public:
  MethodLoader(const Program &program, const schema::ExecutionPlan &plan,
               const MemoryManager &memory, Span<const Kernel> kernels,
               const NamedDataMap *named_data)
      : program_(program), plan_(plan), memory_(memory), kernels_(kernels),
        named_data_(named_data) {}

  Result<Method> load();

private:
  void fail(Error error) {
    if (error_ == Error::Ok)
      error_ = error;
  }
  void reject(size_t instruction, const char *what, Error error = Error::InvalidProgram);
  void check_planned_buffers();
  void take_method_memory();
  void check_interface(const flatbuffers::Vector<int32_t> *indices, const char *what);
  void load_delegates();
  void init_delegates();
  void load_calls();
  void load_instruction(size_t number, const schema::Instruction &instruction, size_t chain_length);
  EValue **load_args(size_t number, const flatbuffers::Vector<int32_t> *indices);
  bool take_work(size_t number, size_t items);
  void load_kernel_call(size_t number, const schema::KernelCall &call);
  void check_move(size_t number, const schema::MoveCall &call);
  void check_jump(size_t number, const schema::JumpFalseCall &call, size_t chain_length);
  bool is_reported(size_t number, const schema::KernelCall &call, bool is_operator_missing) const;
  bool writes_constant(const schema::KernelCall &call) const;
  const schema::EValue *value_at(int32_t index) const;
  const schema::Tensor *tensor_at(int32_t index) const;

  const Program &program_;
  const schema::ExecutionPlan &plan_;
  const MemoryManager &memory_;
  const Span<const Kernel> kernels_;
  const NamedDataMap *named_data_;
  PieceAllocator pieces_ = {};
  MethodState *state_ = nullptr;
  size_t work_ = 0;
  Error error_ = Error::Ok;
};

} // namespace et

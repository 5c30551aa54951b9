// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "method_loader.h"

#include <new>

#include "et/registry.h"
#include "log_line.h"
#include "missing_kernel.h"
#include "tensor_info.h"
#include "value_loader.h"

namespace et {

Result<Method> Program::load_method(const char *name, const MemoryManager &memory,
                                    Span<const Kernel> kernels) const {
  const Result<const schema::ExecutionPlan *> plan = find_plan(name);
  if (!plan.ok())
    return plan.error();
  return MethodLoader(*this, *plan.get(), memory, kernels).load();
}

Result<Method> MethodLoader::load() {
  check_planned_buffers();
  take_method_memory();
  check_interface(plan_.inputs(), "input ");
  check_interface(plan_.outputs(), "output ");
  // Values point into the memory, and calls at values.
  if (error_ != Error::Ok)
    return error_;
  const Result<Span<EValue>> values = ValueLoader(program_, plan_, memory_, pieces_).load();
  if (!values.ok())
    return values.error();
  method_.plan_ = &plan_;
  method_.values_ = values.get();
  method_.temp_ = memory_.temp;
  load_calls();
  if (error_ != Error::Ok)
    return error_;
  return method_;
}

void MethodLoader::reject(size_t instruction, const char *what, Error error) {
  LogLine() << "instruction " << instruction << " of the method: " << what;
  fail(error);
}

const schema::EValue *MethodLoader::value_at(int32_t index) const {
  return index < 0 ? nullptr : item_at(plan_.values(), static_cast<uint32_t>(index));
}

void MethodLoader::check_planned_buffers() {
  const MethodMeta meta(&plan_);
  for (size_t i = 0; i < meta.num_memory_planned_buffers(); ++i) {
    const Result<size_t> needed = meta.memory_planned_buffer_size(i);
    if (!needed.ok()) {
      LogLine() << "planned buffer " << i << " has an impossible size";
      fail(needed.error());
      continue;
    }
    const Span<uint8_t> given =
        i < memory_.planned_buffers.size() ? memory_.planned_buffers[i] : Span<uint8_t>();
    if (given.size() < needed.get()) {
      LogLine() << "planned buffer " << i << " needs " << needed.get() << " bytes: " << given.size()
                << " were given";
      fail(Error::MemoryAllocationFailed);
    } else if (reinterpret_cast<uintptr_t>(given.data()) % MemoryManager::kPlannedAlignment != 0) {
      LogLine() << "planned buffer " << i << " must be aligned to "
                << MemoryManager::kPlannedAlignment << " bytes";
      fail(Error::InvalidArgument);
    }
  }
}

void MethodLoader::take_method_memory() {
  const uint64_t needed = method_memory_size(plan_);
  const size_t free = memory_.method_allocator->available(kPieceAlignment);
  if (needed > free) {
    LogLine() << "the method allocator needs " << needed << " bytes: " << free << " are free";
    fail(Error::MemoryAllocationFailed);
    return;
  }
  // Taken only when the load will not fail for want of other memory.
  if (error_ == Error::Ok)
    pieces_ = PieceAllocator(
        memory_.method_allocator->allocate(static_cast<size_t>(needed), kPieceAlignment));
}

void MethodLoader::check_interface(const flatbuffers::Vector<int32_t> *indices, const char *what) {
  for (size_t i = 0; i < length_of(indices); ++i) {
    if (!value_at(indices->data()[i])) {
      LogLine() << what << i << " of the method is a value that the program does not have";
      fail(Error::InvalidProgram);
    }
  }
}

void MethodLoader::load_calls() {
  method_.calls_ = pieces_.take<Method::Call>(count_instructions(plan_));
  size_t number = 0;
  for (size_t c = 0; c < length_of(plan_.chains()); ++c) {
    const auto *instructions = plan_.chains()->Get(c)->instructions();
    const size_t length = length_of(instructions);
    for (size_t i = 0; i < length; ++i, ++number) {
      new (method_.calls_ + number) Method::Call{nullptr, nullptr};
      load_instruction(number, *instructions->Get(i), length);
    }
  }
}

void MethodLoader::load_instruction(size_t number, const schema::Instruction &instruction,
                                    size_t chain_length) {
  if (!instruction.instr_args())
    return reject(number, "it has no content");
  switch (instruction.instr_args_type()) {
  case schema::InstructionArguments::KernelCall:
    return load_kernel_call(number, *instruction.instr_args_as_KernelCall());
  case schema::InstructionArguments::DelegateCall: {
    const int32_t index = instruction.instr_args_as_DelegateCall()->delegate_index();
    const schema::BackendDelegate *delegate =
        index < 0 ? nullptr : item_at(plan_.delegates(), static_cast<uint32_t>(index));
    LogLine() << "DelegateCall is not supported: the method needs backend '"
              << text_of(delegate ? delegate->id() : nullptr) << "'";
    return fail(Error::NotSupported);
  }
  case schema::InstructionArguments::MoveCall:
    return check_move(number, *instruction.instr_args_as_MoveCall());
  case schema::InstructionArguments::JumpFalseCall:
    return check_jump(number, *instruction.instr_args_as_JumpFalseCall(), chain_length);
  case schema::InstructionArguments::FreeCall: {
    const schema::EValue *value = value_at(instruction.instr_args_as_FreeCall()->value_index());
    if (!value || !value->val_as_Tensor())
      reject(number, "FreeCall of something that is no tensor");
    return;
  }
  case schema::InstructionArguments::NONE:
    break;
  }
  reject(number, "a kind of instruction that this runtime does not know", Error::NotSupported);
}

void MethodLoader::load_kernel_call(size_t number, const schema::KernelCall &call) {
  const size_t count = length_of(call.args());
  EValue **args = pieces_.take<EValue *>(count);
  for (size_t i = 0; i < count; ++i) {
    const int32_t index = call.args()->data()[i];
    if (!value_at(index))
      return reject(number, "an argument is a value that the program does not have");
    args[i] = &method_.values_[static_cast<size_t>(index)];
  }
  const int32_t op_index = call.op_index();
  const schema::Operator *op =
      op_index < 0 ? nullptr : item_at(plan_.operators(), static_cast<uint32_t>(op_index));
  if (!op)
    return reject(number, "it calls an operator that the program does not name");
  if (writes_constant(call))
    return reject(number, "its result is a constant");

  const Span<const Kernel> kernels =
      find_kernels(kernels_, text_of(op->name()), text_of(op->overload()));
  const Kernel *kernel = select_kernel(kernels, {args, count});
  method_.calls_[number] = {kernel ? kernel->fn : nullptr, args};
  if (kernel)
    return;
  fail(Error::OperatorMissing);
  if (!is_reported(number, call, kernels.empty()))
    log_missing_kernel(text_of(op->name()), text_of(op->overload()), kernels, {args, count});
}

/// Whether an earlier call of the operator lacks a kernel for the same reason.
bool MethodLoader::is_reported(size_t number, const schema::KernelCall &call,
                               bool is_operator_missing) const {
  const Method::Call &own = method_.calls_[number];
  size_t earlier = 0;
  for (size_t c = 0; c < length_of(plan_.chains()); ++c) {
    const auto *instructions = plan_.chains()->Get(c)->instructions();
    for (size_t i = 0; i < length_of(instructions) && earlier < number; ++i, ++earlier) {
      const schema::KernelCall *other = instructions->Get(i)->instr_args_as_KernelCall();
      const Method::Call &loaded = method_.calls_[earlier];
      if (!other || other->op_index() != call.op_index() || loaded.fn || !loaded.args)
        continue;
      if (is_operator_missing || have_same_dtypes({loaded.args, length_of(other->args())},
                                                  {own.args, length_of(call.args())}))
        return true;
    }
  }
  return false;
}

/// A call's last argument is its result: a tensor, or a list of them.
bool MethodLoader::writes_constant(const schema::KernelCall &call) const {
  const size_t count = length_of(call.args());
  const schema::EValue *result = count == 0 ? nullptr : value_at(call.args()->data()[count - 1]);
  if (!result)
    return false;
  if (const schema::TensorList *list = result->val_as_TensorList()) {
    for (size_t i = 0; i < length_of(list->items()); ++i)
      if (is_constant(*value_at(list->items()->data()[i])))
        return true;
  }
  return is_constant(*result);
}

// Kernels are chosen for the dtypes and shapes that values have when the method is loaded, so a
// move must not change them.
void MethodLoader::check_move(size_t number, const schema::MoveCall &call) {
  const schema::EValue *from = value_at(call.move_from());
  const schema::EValue *to = value_at(call.move_to());
  if (!from || !to)
    return reject(number, "MoveCall of a value that the program does not have");
  if (from->val_type() != to->val_type())
    return reject(number, "MoveCall between values of different kinds", Error::NotSupported);
  switch (from->val_type()) {
  case schema::KernelTypes::TensorList:
  case schema::KernelTypes::OptionalTensorList:
    return reject(number, "MoveCall of a tensor list is not supported", Error::NotSupported);
  case schema::KernelTypes::Tensor:
    if (is_constant(*from) != is_constant(*to) ||
        !have_same_layout(*from->val_as_Tensor(), *to->val_as_Tensor()))
      reject(number, "MoveCall between tensors of different kinds", Error::NotSupported);
    return;
  default:
    return;
  }
}

void MethodLoader::check_jump(size_t number, const schema::JumpFalseCall &call,
                              size_t chain_length) {
  const schema::EValue *condition = value_at(call.cond_value_index());
  const schema::Tensor *tensor = condition ? condition->val_as_Tensor() : nullptr;
  const bool is_bool = tensor ? tensor->scalar_type() == schema::ScalarType::Bool
                              : condition && condition->val_type() == schema::KernelTypes::Bool;
  if (!is_bool)
    reject(number, "JumpFalseCall on something that is no bool");
  const int32_t target = call.destination_instruction();
  if (target < 0 || static_cast<uint32_t>(target) > chain_length)
    reject(number, "JumpFalseCall to an instruction that its chain does not have");
}

} // namespace et

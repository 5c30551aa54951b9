// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs a loaded method. The loader has checked all indices used here, and the kind of each value
// that an instruction uses. Later, only the kind of a number can change: a MoveCall or a kernel can
// replace an int with a bool, for example.
//
// Each tensor of a method has its own TensorImpl. A MoveCall makes a value refer to another value's
// TensorImpl. Unlike in ExecuTorch, every tensor value refers to its own TensorImpl again when a
// run starts. set_input() and set_output_data_ptr() always change the value's own TensorImpl. So
// after the caller has replaced an input's or output's memory, no later run uses the old memory.

#include "et/method.h"

#include <cstring>

#include "et/kernel_runtime_context.h"
#include "log_line.h"
#include "method_memory.h"
#include "method_state.h"

namespace et {
namespace {

using Kind = InstructionInfo::Kind;

Error reject_input(size_t index, const char *what) {
  log_message("input %zu: %s", index, what);
  return Error::InvalidArgument;
}

/// Returns null if the value is no tensor.
TensorImpl *own_tensor(const MethodState &state, int32_t index) {
  OwnTensors tensors(state);
  TensorImpl *tensor = nullptr;
  for (int32_t i = 0; i <= index; ++i)
    tensor = tensors.next();
  return tensor;
}

/// Makes every tensor value refer to its own TensorImpl again. Frees the memory that the last run
/// allocated for tensors of unbound shape, and leaves views without data.
void restore_tensors(MethodState &state) {
  OwnTensors tensors(state);
  for (size_t i = 0; i < length_of(state.plan->values()); ++i) {
    if (TensorImpl *tensor = tensors.next()) {
      detach_tensor(*tensor);
      state.values[i] = EValue(Tensor(tensor));
    }
  }
}

bool has_data(const EValue &value) {
  return value.toTensor().const_data_ptr() || value.toTensor().numel() == 0;
}

const schema::Instruction &instruction_at(const MethodState &state) {
  return *item_of(item_of(state.plan->chains(), state.chain)->instructions(), state.instruction);
}

/// Makes `instruction` of the current chain the next instruction. At the end of the chain, goes to
/// the first instruction of the next chain that is not empty.
void go_to(MethodState &state, uint32_t instruction) {
  state.instruction = instruction;
  while (state.chain < length_of(state.plan->chains())) {
    const uint32_t length = static_cast<uint32_t>(
        length_of(item_of(state.plan->chains(), state.chain)->instructions()));
    if (state.instruction < length)
      return;
    state.first_call += length;
    state.instruction = 0;
    ++state.chain;
  }
}

Error prepare(MethodState &state) {
  restore_tensors(state);
  for (size_t i = 0; i < length_of(state.plan->inputs()); ++i) {
    const EValue &input = state.values[state.plan->inputs()->data()[i]];
    if (input.isTensor() && !has_data(input)) {
      log_message("input %zu is not set: it has no data", i);
      return Error::InvalidState;
    }
  }
  state.is_running = true;
  return Error::Ok;
}

void log_failure(const MethodState &state, const InstructionInfo &info, Error error) {
  log_message("%s '%s%s%s' failed in instruction %zu with error %zu",
              info.kind == Kind::KernelCall ? "kernel" : "backend", info.name,
              *info.overload ? "." : "", info.overload, info.index, static_cast<size_t>(error));
  for (const EValue *arg : info.args) {
    if (arg->isTensor() && !has_data(*arg)) {
      log_message("value %zu of the method is a tensor without data: if it is an output, was "
                  "set_output_data_ptr() called?",
                  static_cast<size_t>(arg - state.values));
      return;
    }
  }
}

Error call_kernel(const MethodState &state, const LoadedCall &call, size_t arg_count) {
  KernelRuntimeContext context(state.temp);
  call.fn(context, Span<EValue *>(call.args, arg_count));
  if (context.failure_state() == Error::MemoryAllocationFailed && context.refused_temp() != 0)
    log_message("a kernel needs %zu bytes of scratch memory: %zu were given",
                context.refused_temp(), state.temp.size());
  return context.failure_state();
}

Error call_backend(const MethodState &state, const LoadedDelegate &delegate, const LoadedCall &call,
                   size_t arg_count) {
  if (!delegate.backend)
    return Error::InvalidState;
  MemoryAllocator temp(state.temp);
  BackendExecutionContext context(&temp, text_of(state.plan->name()));
  return delegate.backend->execute(context, delegate.handle, {call.args, arg_count});
}

/// A condition is a bool, or a tensor whose elements must all be true.
Result<bool> is_true(const EValue &condition) {
  if (condition.isBool())
    return condition.toBool();
  if (!condition.isTensor())
    return Error::InvalidType;
  if (!has_data(condition))
    return Error::InvalidState;
  const Tensor tensor = condition.toTensor();
  const uint8_t *items = tensor.const_data_ptr<uint8_t>();
  for (size_t i = 0; i < tensor.numel(); ++i)
    if (items[i] == 0)
      return false;
  return true;
}

} // namespace

MethodMeta Method::method_meta() const { return MethodMeta(state_->plan); }

size_t Method::inputs_size() const { return length_of(state_->plan->inputs()); }

size_t Method::outputs_size() const { return length_of(state_->plan->outputs()); }

const EValue &Method::get_input(size_t index) const {
  return state_->values[state_->plan->inputs()->data()[index]];
}

const EValue &Method::get_output(size_t index) const {
  return state_->values[state_->plan->outputs()->data()[index]];
}

/// The export fixes an input that is no tensor. The caller may only set an equal value.
static Error check_fixed_value(const EValue &fixed, const EValue &given, size_t index) {
  bool is_same;
  switch (given.tag) {
  case Tag::None:
    return Error::Ok;
  case Tag::Bool:
    is_same = fixed.toBool() == given.toBool();
    break;
  case Tag::Int:
  case Tag::Double: // compared as bits, so that a NaN equals itself
    is_same = fixed.payload.as_int == given.payload.as_int;
    break;
  case Tag::String:
    is_same = are_equal(fixed.toString(), given.toString());
    break;
  default:
    log_message("input %zu: lists cannot be set", index);
    return Error::NotSupported;
  }
  return is_same
             ? Error::Ok
             : reject_input(index, "the value was fixed at export, and the given value differs");
}

Error Method::set_input(const EValue &value, size_t index) {
  if (index >= inputs_size())
    return reject_input(index, "the method has no such input");
  TensorImpl *own = own_tensor(*state_, state_->plan->inputs()->data()[index]);
  const EValue &input = get_input(index);
  if (own ? !value.isTensor() : input.tag != value.tag)
    return reject_input(index, "the value has another type than the method's");

  if (!own)
    return check_fixed_value(input, value, index);

  const Tensor tensor(own), given = value.toTensor();
  if (own->storage == TensorStorage::Constant)
    return reject_input(index, "it is a constant of the program");
  if (given.scalar_type() != tensor.scalar_type())
    return reject_input(index, "the tensor has another dtype than the method's");
  if (!are_equal(given.dim_order(), tensor.dim_order()))
    return reject_input(index, "the tensor has another dim order than the method's");
  if (!given.const_data_ptr() && given.numel() != 0)
    return reject_input(index, "the tensor has no data");
  if (!is_aligned_for(own->type, given.const_data_ptr()))
    return reject_input(index, "the tensor's data is not aligned for its dtype");
  const bool is_planned = own->storage == TensorStorage::Planned;
  const Error error =
      is_planned ? resize_tensor(tensor, given.sizes())
                 : place_tensor(*own, given.mutable_data_ptr(), given.nbytes(), given.sizes(),
                                given.unsafeGetTensorImpl()->storage == TensorStorage::GivenConstant
                                    ? TensorStorage::GivenConstant
                                    : TensorStorage::Given);
  if (error != Error::Ok)
    return reject_input(index, "the method's tensor cannot have these sizes");
  if (is_planned && tensor.nbytes() != 0)
    memmove(tensor.mutable_data_ptr(), given.const_data_ptr(), tensor.nbytes());
  return Error::Ok;
}

Error Method::set_output_data_ptr(void *data, size_t size, size_t index) {
  TensorImpl *own = index < outputs_size()
                        ? own_tensor(*state_, state_->plan->outputs()->data()[index])
                        : nullptr;
  if (!own) {
    log_message("output %zu is no tensor of the method", index);
    return Error::InvalidArgument;
  }
  if (own->storage == TensorStorage::Planned || own->storage == TensorStorage::Constant) {
    log_message("output %zu has planned or constant memory, which cannot be replaced", index);
    return Error::InvalidState;
  }
  if (!is_aligned_for(own->type, data)) {
    log_message("output %zu: the memory is not aligned for its dtype", index);
    return Error::InvalidArgument;
  }
  // If a dynamic tensor needs more than `size` bytes, its sizes become 0 until a kernel resizes it.
  // A static tensor, or one without dimensions, cannot shrink: place_tensor() returns an error.
  const Tensor tensor(own);
  const SizesType empty[kTensorDimensionLimit] = {};
  const size_t needed = tensor.nbytes();
  const bool is_enough =
      size >= needed || own->shape_dynamism == TensorShapeDynamism::STATIC || own->dim == 0;
  const Error error = place_tensor(
      *own, data, size, is_enough ? tensor.sizes() : Span<const SizesType>(empty, own->dim),
      TensorStorage::Given);
  if (error != Error::Ok)
    log_message("output %zu needs %zu bytes: %zu were given", index, needed, size);
  return error;
}

Error Method::execute() {
  reset_execution();
  Error error;
  do
    error = step();
  while (error == Error::Ok);
  reset_execution();
  return error == Error::EndOfMethod ? Error::Ok : error;
}

void Method::reset_execution() {
  state_->is_running = false;
  state_->chain = 0;
  state_->first_call = 0;
  go_to(*state_, 0);
}

/// A jump changes `next`, the index of the next instruction.
static Error run_instruction(MethodState &state, const schema::Instruction &instruction,
                             const LoadedCall &call, uint32_t &next) {
  switch (instruction.instr_args_type()) {
  case schema::InstructionArguments::KernelCall:
    return call_kernel(state, call, length_of(instruction.instr_args_as_KernelCall()->args()));
  case schema::InstructionArguments::DelegateCall: {
    const schema::DelegateCall &delegate = *instruction.instr_args_as_DelegateCall();
    return call_backend(state, state.delegates[delegate.delegate_index()], call,
                        length_of(delegate.args()));
  }
  case schema::InstructionArguments::MoveCall: {
    const schema::MoveCall &move = *instruction.instr_args_as_MoveCall();
    state.values[move.move_to()] = state.values[move.move_from()];
    return Error::Ok;
  }
  case schema::InstructionArguments::JumpFalseCall: {
    const schema::JumpFalseCall &jump = *instruction.instr_args_as_JumpFalseCall();
    const Result<bool> condition = is_true(state.values[jump.cond_value_index()]);
    if (!condition.ok())
      log_message("the condition of instruction %zu is neither a bool nor a tensor with data",
                  size_t(state.first_call) + size_t(state.instruction));
    else if (!condition.get())
      next = static_cast<uint32_t>(jump.destination_instruction());
    return condition.error();
  }
  default: // FreeCall
    detach_tensor(*state.values[instruction.instr_args_as_FreeCall()->value_index()]
                       .toTensor()
                       .unsafeGetTensorImpl());
    return Error::Ok;
  }
}

Error Method::step() {
  MethodState &state = *state_;
  if (!state.is_running) {
    const Error error = prepare(state);
    if (error != Error::Ok)
      return error;
  }
  if (state.chain == length_of(state.plan->chains()))
    return Error::EndOfMethod;

  const schema::Instruction &instruction = instruction_at(state);
  const LoadedCall &call = state.calls[state.first_call + state.instruction];
  uint32_t next = state.instruction + 1;
  const Error error = run_instruction(state, instruction, call, next);
  if (error != Error::Ok) {
    // ET_LOG_ENABLED keeps next_instruction() out of images without logs.
    if (ET_LOG_ENABLED && call.args)
      log_failure(state, next_instruction().get(), error);
    return error;
  }
  go_to(state, next);
  return Error::Ok;
}

Result<InstructionInfo> Method::next_instruction() const {
  const MethodState &state = *state_;
  if (state.chain == length_of(state.plan->chains()))
    return Error::EndOfMethod;
  const schema::Instruction &instruction = instruction_at(state);
  InstructionInfo info;
  info.kind = static_cast<Kind>(static_cast<uint8_t>(instruction.instr_args_type()) - 1);
  info.index = state.first_call + state.instruction;
  EValue **args = state.calls[info.index].args;
  if (const schema::KernelCall *call = instruction.instr_args_as_KernelCall()) {
    const schema::Operator &op = *item_of(state.plan->operators(), call->op_index());
    info.name = text_of(op.name());
    info.overload = text_of(op.overload());
    info.args = {args, length_of(call->args())};
  } else if (const auto *delegate_call = instruction.instr_args_as_DelegateCall()) {
    info.name = text_of(item_of(state.plan->delegates(), delegate_call->delegate_index())->id());
    info.args = {args, length_of(delegate_call->args())};
  }
  return info;
}

void Method::destroy() {
  for (size_t i = 0; i < length_of(state_->plan->delegates()); ++i) {
    LoadedDelegate &delegate = state_->delegates[i];
    if (delegate.backend)
      delegate.backend->destroy(delegate.handle);
    delegate.backend = nullptr;
  }
}

} // namespace et

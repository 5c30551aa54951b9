// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Running a loaded method. Loading has checked every index that is used here.

#include "et/method.h"

#include <cstring>

#include "et/kernel_runtime_context.h"
#include "log_line.h"
#include "schema.h"

namespace et {
namespace {

Error reject_input(size_t index, const char *what) {
  LogLine() << "input " << index << ": " << what;
  return Error::InvalidArgument;
}

template <typename T> bool are_equal(Span<const T> a, Span<const T> b) {
  return a.size() == b.size() &&
         (a.empty() || memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

const schema::Tensor *planned_tensor(const schema::ExecutionPlan &plan, int32_t value) {
  const schema::Tensor *tensor =
      plan.values()->Get(static_cast<flatbuffers::uoffset_t>(value))->val_as_Tensor();
  return tensor && tensor->allocation_info() ? tensor : nullptr;
}

/// A condition is a bool, or a tensor of them that are all true.
bool is_true(const EValue &condition) {
  if (!condition.isTensor())
    return condition.toBool();
  const Tensor tensor = condition.toTensor();
  const uint8_t *items = tensor.const_data_ptr<uint8_t>();
  for (size_t i = 0; i < tensor.numel(); ++i)
    if (items[i] == 0)
      return false;
  return true;
}

} // namespace

size_t Method::inputs_size() const { return length_of(plan_->inputs()); }

size_t Method::outputs_size() const { return length_of(plan_->outputs()); }

const EValue &Method::get_input(size_t index) const {
  return values_[static_cast<size_t>(plan_->inputs()->data()[index])];
}

const EValue &Method::get_output(size_t index) const {
  return values_[static_cast<size_t>(plan_->outputs()->data()[index])];
}

Error Method::set_input(const EValue &value, size_t index) {
  if (index >= inputs_size())
    return reject_input(index, "the method has no such input");
  const EValue &input = get_input(index);
  if (input.tag != value.tag)
    return reject_input(index, "it must be of another kind");

  switch (input.tag) {
  case Tag::None:
    return Error::Ok;
  case Tag::Tensor:
    break;
  case Tag::Int:
    return input.toInt() == value.toInt() ? Error::Ok
                                          : reject_input(index, "the program fixes its value");
  case Tag::Bool:
    return input.toBool() == value.toBool() ? Error::Ok
                                            : reject_input(index, "the program fixes its value");
  case Tag::Double:
    return input.toDouble() == value.toDouble()
               ? Error::Ok
               : reject_input(index, "the program fixes its value");
  case Tag::String:
    return are_equal(input.toString(), value.toString())
               ? Error::Ok
               : reject_input(index, "the program fixes its value");
  default:
    LogLine() << "input " << index << ": lists cannot be set";
    return Error::NotSupported;
  }

  const Tensor own = input.toTensor();
  const Tensor given = value.toTensor();
  if (given.scalar_type() != own.scalar_type())
    return reject_input(index, "the tensor has another dtype than the method's");
  if (!are_equal(given.sizes(), own.sizes()))
    return reject_input(index, "the tensor has other sizes than the method's");
  if (!are_equal(given.dim_order(), own.dim_order()))
    return reject_input(index, "the tensor has another dim order than the method's");
  if (!given.const_data_ptr() && own.nbytes() != 0)
    return reject_input(index, "the tensor has no data");
  if (!planned_tensor(*plan_, plan_->inputs()->data()[index]))
    own.unsafeGetTensorImpl()->data = given.mutable_data_ptr();
  else if (own.nbytes() != 0)
    memmove(own.mutable_data_ptr(), given.const_data_ptr(), own.nbytes());
  return Error::Ok;
}

Error Method::set_output_data_ptr(void *data, size_t size, size_t index) {
  if (index >= outputs_size() || !get_output(index).isTensor()) {
    LogLine() << "output " << index << " is no tensor of the method";
    return Error::InvalidArgument;
  }
  const Tensor output = get_output(index).toTensor();
  const schema::Tensor *source =
      plan_->values()
          ->Get(static_cast<flatbuffers::uoffset_t>(plan_->outputs()->data()[index]))
          ->val_as_Tensor();
  if (source->allocation_info() || source->data_buffer_idx() != 0) {
    LogLine() << "output " << index << " has its place in the method's own memory";
    return Error::InvalidState;
  }
  if (size < output.nbytes()) {
    LogLine() << "output " << index << " needs " << output.nbytes() << " bytes: " << size
              << " were given";
    return Error::InvalidArgument;
  }
  output.unsafeGetTensorImpl()->data = data;
  return Error::Ok;
}

Error Method::execute() {
  for (size_t i = 0; i < values_.size(); ++i) {
    if (!values_[i].isTensor())
      continue;
    const Tensor tensor = values_[i].toTensor();
    if (!tensor.const_data_ptr() && tensor.nbytes() != 0) {
      LogLine() << "value " << i << " of the method, a tensor, has no data: is an input not set?";
      return Error::InvalidState;
    }
  }
  const Call *calls = calls_;
  for (size_t c = 0; c < length_of(plan_->chains()); ++c) {
    const schema::Chain &chain = *plan_->chains()->Get(c);
    const Error error = execute_chain(chain, calls);
    if (error != Error::Ok)
      return error;
    calls += length_of(chain.instructions());
  }
  return Error::Ok;
}

Error Method::execute_chain(const schema::Chain &chain, const Call *calls) {
  const size_t length = length_of(chain.instructions());
  for (size_t i = 0; i < length;) {
    const schema::Instruction &instruction = *chain.instructions()->Get(i);
    if (const schema::KernelCall *call = instruction.instr_args_as_KernelCall()) {
      KernelRuntimeContext context(temp_);
      calls[i].fn(context, {calls[i].args, length_of(call->args())});
      if (context.failure_state() != Error::Ok) {
        const schema::Operator &op = *plan_->operators()->Get(call->op_index());
        LogLine() << "kernel '" << text_of(op.name()) << "." << text_of(op.overload())
                  << "' failed in instruction " << i << " with error "
                  << static_cast<uint32_t>(context.failure_state());
        return context.failure_state();
      }
    } else if (const schema::MoveCall *move = instruction.instr_args_as_MoveCall()) {
      values_[static_cast<size_t>(move->move_to())] =
          values_[static_cast<size_t>(move->move_from())];
    } else if (const schema::JumpFalseCall *jump = instruction.instr_args_as_JumpFalseCall()) {
      if (!is_true(values_[static_cast<size_t>(jump->cond_value_index())])) {
        i = static_cast<size_t>(jump->destination_instruction());
        continue;
      }
    }
    // What is left is FreeCall: tensors of static shape have no memory that could be freed.
    ++i;
  }
  return Error::Ok;
}

} // namespace et

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "method_loader.h"

#include <new>

#include "et/registry.h"
#include "log_line.h"
#include "missing_kernel.h"
#include "tensor_info.h"
#include "value_loader.h"

namespace et {
namespace {

bool is_number(const schema::EValue &value) {
  return value.val_type() == schema::KernelTypes::Int ||
         value.val_type() == schema::KernelTypes::Bool ||
         value.val_type() == schema::KernelTypes::Double;
}

} // namespace

Result<Method> Program::load_method(const char *name, const MemoryManager &memory,
                                    Span<const Kernel> kernels,
                                    const NamedDataMap *named_data) const {
  const Result<const schema::ExecutionPlan *> plan = find_plan(name);
  if (!plan.ok())
    return plan.error();
  return MethodLoader(*this, *plan.get(), memory, kernels, named_data).load();
}

Result<Method> MethodLoader::load() {
  check_planned_buffers();
  take_method_memory();
  check_interface(plan_.inputs(), "input ");
  check_interface(plan_.outputs(), "output ");
  if (error_ != Error::Ok)
    return error_;
  state_ = new (pieces_.take<MethodState>(1)) MethodState;
  state_->plan = &plan_;
  state_->temp = memory_.temp;
  state_->unbound = UnboundMemory(memory_.unbound);
  const Result<EValue *> values =
      ValueLoader(program_, plan_, memory_, named_data_, pieces_, state_->unbound).load();
  if (!values.ok())
    return values.error();
  state_->values = values.get();
  load_delegates();
  load_calls();
  if (error_ == Error::Ok)
    init_delegates();
  if (error_ != Error::Ok)
    return error_;
  Method method(state_);
  method.reset_execution();
  return method;
}

void MethodLoader::reject(size_t instruction, const char *what, Error error) {
  log_message("instruction %zu of the method: %s", instruction, what);
  fail(error);
}

const schema::EValue *MethodLoader::value_at(int32_t index) const {
  return index < 0 ? nullptr : item_at(plan_.values(), static_cast<uint32_t>(index));
}

const schema::Tensor *MethodLoader::tensor_at(int32_t index) const {
  const schema::EValue *value = value_at(index);
  return value ? value->val_as_Tensor() : nullptr;
}

void MethodLoader::check_planned_buffers() {
  const auto *devices = plan_.non_const_buffer_device();
  for (size_t i = 0; i < length_of(devices); ++i) {
    const schema::NonConstBufferDevice &device = *item_of(devices, i);
    if (device.device_type() != 0) {
      log_message("planned buffer %zu is in the memory of another device",
                  static_cast<size_t>(device.buffer_idx()) - 1);
      fail(Error::NotSupported);
    }
  }
  const MethodMeta meta(&plan_);
  for (size_t i = 0; i < meta.num_memory_planned_buffers(); ++i) {
    const Result<size_t> needed = meta.memory_planned_buffer_size(i);
    if (!needed.ok()) {
      log_message("planned buffer %zu has an invalid size", i);
      fail(needed.error());
      continue;
    }
    const Span<uint8_t> given =
        i < memory_.planned_buffers.size() ? memory_.planned_buffers[i] : Span<uint8_t>();
    if (given.size() < needed.get()) {
      log_message("planned buffer %zu needs %zu bytes: %zu were given", i, needed.get(),
                  given.size());
      fail(Error::MemoryAllocationFailed);
    } else if (reinterpret_cast<uintptr_t>(given.data()) % MemoryManager::kPlannedAlignment != 0) {
      log_message("planned buffer %zu must be aligned to %zu bytes", i,
                  MemoryManager::kPlannedAlignment);
      fail(Error::InvalidArgument);
    }
  }
}

void MethodLoader::take_method_memory() {
  const uint64_t needed = method_memory_size(plan_);
  const size_t free = memory_.method_allocator->available(kPieceAlignment);
  if (needed > free) {
    log_message("the method allocator needs %zu bytes: %zu are free",
                static_cast<size_t>(needed > SIZE_MAX ? SIZE_MAX : needed), free);
    fail(Error::MemoryAllocationFailed);
    return;
  }
  // After an earlier error the load fails anyway, so take nothing from the caller's allocator.
  if (error_ == Error::Ok)
    pieces_ = PieceAllocator(
        memory_.method_allocator->allocate(static_cast<size_t>(needed), kPieceAlignment));
}

void MethodLoader::check_interface(const flatbuffers::Vector<int32_t> *indices, const char *what) {
  for (size_t i = 0; i < length_of(indices); ++i) {
    if (!value_at(indices->data()[i])) {
      log_message("%s%zu of the method is a value that the program lacks", what, i);
      fail(Error::InvalidProgram);
    }
  }
}

/// Checks that each backend is in the image and available. init_delegates() initialises the
/// delegates later, so that the log has all missing backends.
void MethodLoader::load_delegates() {
  const size_t count = length_of(plan_.delegates());
  state_->delegates = pieces_.take<LoadedDelegate>(count);
  for (size_t i = 0; i < count; ++i) {
    const char *id = text_of(item_of(plan_.delegates(), i)->id());
    new (state_->delegates + i) LoadedDelegate{nullptr, nullptr};
    const BackendInterface *backend = get_backend_class(kernels_, id);
    if (backend && backend->is_available())
      continue;
    if (backend)
      log_message("backend '%s' is not available on this machine", id);
    else
      log_message("backend '%s' is not in this image: link it, and select 'et_backend::%s' with "
                  "et-prune",
                  id, id);
    fail(Error::NotFound);
  }
}

/// Loading calls this function last, so that no later error requires destroying the delegates.
void MethodLoader::init_delegates() {
  const AllNamedData all_named_data(program_, named_data_);
  for (size_t i = 0; i < length_of(plan_.delegates()) && error_ == Error::Ok; ++i) {
    const schema::BackendDelegate &delegate = *item_of(plan_.delegates(), i);
    const auto *specs = delegate.compile_specs();
    CompileSpec *own_specs = pieces_.take<CompileSpec>(length_of(specs));
    for (size_t s = 0; s < length_of(specs); ++s) {
      const auto *value = item_of(specs, s)->value();
      new (own_specs + s) CompileSpec{text_of(item_of(specs, s)->key()),
                                      {value ? value->data() : nullptr, length_of(value)}};
    }
    const Result<Span<const uint8_t>> processed = program_.delegate_data(delegate.processed());
    if (!processed.ok()) {
      log_message("delegate %zu of the method: its data is not in the program", i);
      fail(processed.error());
      break;
    }
    BackendInitContext context(memory_.method_allocator, text_of(plan_.name()), &all_named_data);
    const BackendInterface *backend = get_backend_class(kernels_, text_of(delegate.id()));
    const Result<DelegateHandle *> handle =
        backend->init(context, processed.get(), {own_specs, length_of(specs)});
    if (handle.ok()) {
      state_->delegates[i] = {backend, handle.get()};
    } else {
      log_message("backend '%s' cannot load delegate %zu: error %zu", text_of(delegate.id()), i,
                  static_cast<size_t>(handle.error()));
      fail(handle.error());
    }
  }
  if (error_ != Error::Ok)
    Method(state_).destroy();
}

void MethodLoader::load_calls() {
  state_->calls = pieces_.take<LoadedCall>(count_instructions(plan_));
  size_t number = 0;
  for (size_t c = 0; c < length_of(plan_.chains()); ++c) {
    const auto *instructions = item_of(plan_.chains(), c)->instructions();
    const size_t length = length_of(instructions);
    for (size_t i = 0; i < length; ++i, ++number) {
      new (state_->calls + number) LoadedCall{nullptr, nullptr};
      load_instruction(number, *item_of(instructions, i), length);
    }
  }
}

void MethodLoader::load_instruction(size_t number, const schema::Instruction &instruction,
                                    size_t chain_length) {
  if (!instruction.instr_args())
    return reject(number, "the program lacks its content");
  switch (instruction.instr_args_type()) {
  case schema::InstructionArguments::KernelCall:
    return load_kernel_call(number, *instruction.instr_args_as_KernelCall());
  case schema::InstructionArguments::DelegateCall: {
    const schema::DelegateCall &call = *instruction.instr_args_as_DelegateCall();
    state_->calls[number].args = load_args(number, call.args());
    if (static_cast<uint32_t>(call.delegate_index()) >= length_of(plan_.delegates()))
      reject(number, "it calls a delegate that the program lacks");
    return;
  }
  case schema::InstructionArguments::MoveCall:
    return check_move(number, *instruction.instr_args_as_MoveCall());
  case schema::InstructionArguments::JumpFalseCall:
    return check_jump(number, *instruction.instr_args_as_JumpFalseCall(), chain_length);
  case schema::InstructionArguments::FreeCall: {
    const schema::EValue *value = value_at(instruction.instr_args_as_FreeCall()->value_index());
    if (!value || !value->val_as_Tensor())
      reject(number, "FreeCall of a value that is no tensor");
    return;
  }
  case schema::InstructionArguments::NONE:
    break;
  }
  reject(number, "this runtime does not support its type", Error::NotSupported);
}

/// Returns null after an error. The error is logged.
EValue **MethodLoader::load_args(size_t number, const flatbuffers::Vector<int32_t> *indices) {
  const size_t count = length_of(indices);
  EValue **args = pieces_.take<EValue *>(count);
  for (size_t i = 0; i < count; ++i) {
    const int32_t index = indices->data()[i];
    const schema::EValue *value = value_at(index);
    if (!value) {
      reject(number, "an argument is a value that the program lacks");
      return nullptr;
    }
    if (!take_work(number, length_of(tensor_list_items(*value))))
      return nullptr;
    args[i] = &state_->values[index];
  }
  return args;
}

/// Counts the items of tensor lists, and returns false above a limit. Without a limit, a small
/// program that passes one long list in every call could take very long to load.
bool MethodLoader::take_work(size_t number, size_t items) {
  constexpr size_t kMostItems = size_t(1) << 22;
  work_ += items;
  if (items <= kMostItems && work_ <= kMostItems)
    return true;
  work_ = kMostItems;
  reject(number, "the calls pass too many tensors in lists", Error::NotSupported);
  return false;
}

void MethodLoader::load_kernel_call(size_t number, const schema::KernelCall &call) {
  const size_t count = length_of(call.args());
  EValue **args = load_args(number, call.args());
  if (!args)
    return;
  const int32_t op_index = call.op_index();
  const schema::Operator *op =
      op_index < 0 ? nullptr : item_at(plan_.operators(), static_cast<uint32_t>(op_index));
  if (!op)
    return reject(number, "it calls an operator that the program does not name");
  if (writes_constant(call))
    return reject(number, "its output is a constant");

  const Span<const Kernel> kernels =
      find_kernels(kernels_, text_of(op->name()), text_of(op->overload()));
  const Kernel *kernel = select_kernel(kernels, {args, count});
  state_->calls[number] = {kernel ? kernel->fn : nullptr, args};
  if (kernel)
    return;
  const bool is_first = error_ == Error::Ok;
  fail(Error::OperatorMissing);
  if (is_first || !is_reported(number, call, kernels.empty()))
    log_missing_kernel(text_of(op->name()), text_of(op->overload()), kernels, {args, count});
}

/// True if an earlier call of the operator lacks a kernel for the same reason.
bool MethodLoader::is_reported(size_t number, const schema::KernelCall &call,
                               bool is_operator_missing) const {
  // Later calls than kMostCalls count as reported, because the searches take quadratic time.
  constexpr size_t kMostCalls = 10000;
  if (number > kMostCalls)
    return true;
  const LoadedCall &own = state_->calls[number];
  size_t earlier = 0;
  for (size_t c = 0; c < length_of(plan_.chains()); ++c) {
    const auto *instructions = item_of(plan_.chains(), c)->instructions();
    for (size_t i = 0; i < length_of(instructions) && earlier < number; ++i, ++earlier) {
      const schema::KernelCall *other = item_of(instructions, i)->instr_args_as_KernelCall();
      const LoadedCall &loaded = state_->calls[earlier];
      if (!other || other->op_index() != call.op_index() || loaded.fn || !loaded.args)
        continue;
      if (is_operator_missing || have_same_dtypes({loaded.args, length_of(other->args())},
                                                  {own.args, length_of(call.args())}))
        return true;
    }
  }
  return false;
}

/// True if the call's last argument, the result, is a constant tensor or a list with a constant.
bool MethodLoader::writes_constant(const schema::KernelCall &call) const {
  const size_t count = length_of(call.args());
  if (count == 0)
    return false;
  const int32_t result = call.args()->data()[count - 1];
  const auto is_constant_tensor = [&](int32_t index) {
    const schema::Tensor *tensor = tensor_at(index);
    return tensor && is_constant(*tensor);
  };
  const auto *items = tensor_list_items(*value_at(result));
  for (size_t i = 0; i < length_of(items); ++i)
    if (is_constant_tensor(items->data()[i]))
      return true;
  return is_constant_tensor(result);
}

// The loader chooses each kernel for the dtypes and dim orders of the call, so a MoveCall must not
// change these. When the method runs, kernels and instructions check a value's other properties.
void MethodLoader::check_move(size_t number, const schema::MoveCall &call) {
  const schema::EValue *from = value_at(call.move_from());
  const schema::EValue *to = value_at(call.move_to());
  if (!from || !to)
    return reject(number, "MoveCall of a value that the program lacks");
  if (is_number(*from) && is_number(*to))
    return;
  if (from->val_type() != to->val_type())
    return reject(number, "MoveCall between values of different kinds", Error::NotSupported);
  bool is_same = true;
  if (from->val_type() == schema::KernelTypes::Tensor) {
    is_same = have_same_layout(from->val_as_Tensor(), to->val_as_Tensor());
  } else if (is_tensor_list(*from)) {
    const auto *a = tensor_list_items(*from), *b = tensor_list_items(*to);
    is_same = length_of(a) == length_of(b) && take_work(number, length_of(a));
    for (size_t i = 0; is_same && i < length_of(a); ++i)
      is_same = have_same_layout(tensor_at(a->data()[i]), tensor_at(b->data()[i]));
  }
  if (!is_same)
    reject(number, "MoveCall between tensors of different dtypes or dim orders",
           Error::NotSupported);
}

void MethodLoader::check_jump(size_t number, const schema::JumpFalseCall &call,
                              size_t chain_length) {
  const schema::EValue *condition = value_at(call.cond_value_index());
  const schema::Tensor *tensor = condition ? condition->val_as_Tensor() : nullptr;
  const bool is_bool = tensor ? tensor->scalar_type() == schema::ScalarType::Bool
                              : condition && condition->val_type() == schema::KernelTypes::Bool;
  if (!is_bool)
    reject(number, "JumpFalseCall on a value that is no bool");
  const int32_t target = call.destination_instruction();
  if (target < 0 || static_cast<uint32_t>(target) > chain_length)
    reject(number, "JumpFalseCall to an instruction that its chain lacks");
}

} // namespace et

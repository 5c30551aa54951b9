// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A loaded method of a program: set the inputs, execute, get the outputs, as often as wanted.
// Method is a handle: its state is in the memory that the caller gave to load_method, and copies of
// the handle share the state. Only a method with delegates needs `destroy()`.
//
// `execute()` is a loop over `step()`. There is no event tracer; a profiler calls `step()` and
// measures each call.

#pragma once

#include <cstddef>
#include <cstdint>

#include "et/error.h"
#include "et/evalue.h"
#include "et/method_meta.h"
#include "et/span.h"

namespace et {

struct MethodState;

struct InstructionInfo {
  enum class Kind : uint8_t { KernelCall, DelegateCall, MoveCall, JumpFalseCall, FreeCall };

  Kind kind = Kind::KernelCall;
  /// The instruction's index in the method. A method has one or more lists of instructions, called
  /// chains. The index does not restart at 0 in the next chain.
  size_t index = 0;
  /// KernelCall: the operator's name and overload. DelegateCall: `name` is the backend's id.
  const char *name = "";
  const char *overload = "";
  /// The values passed to the kernel or backend.
  Span<EValue *const> args = {};
};

class Method {
public:
  Method() = default;

  MethodMeta method_meta() const;
  size_t inputs_size() const;
  size_t outputs_size() const;

  /// Sets an input. A tensor must have the dtype and dim order of the method's input. If the
  /// input's shape is static, the tensor must also have the input's sizes; otherwise the input
  /// takes over the tensor's sizes. If the input is in planned memory, the data is copied.
  /// Otherwise the method uses the tensor's own data, which must be valid during each run. The
  /// method's kernels may write to this data, unless the tensor's storage is GivenConstant. Inputs
  /// that are no tensors are fixed at export: `value` must equal the input. InvalidArgument: the
  /// value does not fit. NotSupported: the input is a list.
  Error set_input(const EValue &value, size_t index);
  /// Gives `size` bytes of memory to an output tensor that is in no planned buffer. The caller owns
  /// the memory. If the tensor's shape is dynamic, the memory may be smaller than the tensor's
  /// largest shape needs.
  Error set_output_data_ptr(void *data, size_t size, size_t index);
  /// The output is valid until the next run. `index` must be below outputs_size().
  const EValue &get_output(size_t index) const;
  const EValue &get_input(size_t index) const;

  /// Runs the method. If the program loops endlessly, execute() does not return. InvalidState: an
  /// input tensor has no data. Other errors come from a kernel, a backend or a jump's condition.
  Error execute();

  /// Runs the next instruction, for debuggers and profilers. The first call also checks the inputs,
  /// as execute() does. EndOfMethod: no instruction is left. After any error, including
  /// EndOfMethod, call reset_execution() to start again.
  Error step();
  /// EndOfMethod: there is no next instruction.
  Result<InstructionInfo> next_instruction() const;
  void reset_execution();

  /// Tells the method's backends to free their delegates. Call it once for a method with delegates,
  /// before the method's memory is reused. The method cannot run afterwards.
  void destroy();

private:
  friend class MethodLoader;
  explicit Method(MethodState *state) : state_(state) {}

  MethodState *state_ = nullptr;
};

} // namespace et

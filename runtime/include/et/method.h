// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A method of a program, loaded and ready to run: set the inputs, execute, get the outputs, as
// often as wanted. It is a handle: its state lies in the memory that it was loaded into, and
// copies share it.
//
// `execute()` is `step()` in a loop. There is no event tracer: who wants to measure looks between
// the steps.
//
// Method is a handle, because its memory is the caller's; only backends need `destroy()`.

#pragma once

#include <cstddef>
#include <cstdint>

#include "et/error.h"
#include "et/evalue.h"
#include "et/method_meta.h"
#include "et/span.h"

namespace et {

struct MethodState;

/// One of a method's instructions.
struct InstructionInfo {
  enum class Kind : uint8_t { KernelCall, DelegateCall, MoveCall, JumpFalseCall, FreeCall };

  Kind kind = Kind::KernelCall;
  /// Its number in the method, counted through all chains.
  size_t index = 0;
  /// The operator's name and overload, or the backend's id and ""; "" for other kinds.
  const char *name = "";
  const char *overload = "";
  /// The values that are passed to the kernel or backend.
  Span<EValue *const> args = {};
};

class Method {
public:
  Method() = default;

  MethodMeta method_meta() const;
  size_t inputs_size() const;
  size_t outputs_size() const;

  /// Sets an input. A tensor must have the dtype, dim order and sizes of the method's; where that
  /// is of dynamic shape it takes over the sizes. Its data is copied where the input lies in
  /// planned memory; otherwise the method uses the tensor's own data, which must stay until it has
  /// run, and which the program may change unless the tensor's storage is GivenConstant. Other
  /// values are fixed when a program is exported: they can only be set to the value that they have.
  /// InvalidArgument otherwise.
  Error set_input(const EValue &value, size_t index);
  /// Gives the memory of an output tensor that lies in no planned buffer: `size` bytes, which may
  /// be fewer than a tensor of dynamic shape can have.
  Error set_output_data_ptr(void *data, size_t size, size_t index);
  /// The output: good until the next execute(). `index` must be less than outputs_size().
  const EValue &get_output(size_t index) const;
  const EValue &get_input(size_t index) const;

  /// Runs the method, however long its loops take. InvalidState: an input tensor has no data yet.
  /// Otherwise the error of a kernel, a backend or resize_tensor.
  Error execute();

  /// Runs the next instruction, for debuggers and profilers: at first as execute() starts.
  /// EndOfMethod: there is none. After that, and after an error, reset_execution() starts again.
  Error step();
  /// The instruction that step() runs next; EndOfMethod when there is none.
  Result<InstructionInfo> next_instruction() const;
  /// Goes back to the start, to where the next step() is the first.
  void reset_execution();

  /// Tells the method's backends to free their delegates: to be called once for a method with
  /// delegates, before its memory is used for something else. The method can then not run.
  void destroy();

private:
  friend class MethodLoader;
  explicit Method(MethodState *state) : state_(state) {}

  MethodState *state_ = nullptr;
};

} // namespace et

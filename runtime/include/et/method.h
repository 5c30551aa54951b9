// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A method of a program, loaded and ready to run: set the inputs, execute, get the outputs, as
// often as wanted. It is a handle: its state lies in the memory that it was loaded into, and
// copies share it.

#pragma once

#include <cstddef>
#include <cstdint>

#include "et/error.h"
#include "et/evalue.h"
#include "et/kernel.h"
#include "et/memory.h"
#include "et/span.h"

namespace et {

class Program;

namespace schema {
struct Chain;
struct ExecutionPlan;
} // namespace schema

class Method {
public:
  Method() = default;

  size_t inputs_size() const;
  size_t outputs_size() const;

  /// Sets an input. A tensor must have the dtype, sizes and dim order of the method's. Its data is
  /// copied where the input lies in planned memory; otherwise the method uses the tensor's own
  /// data, which must stay until it has run. Other values are fixed when a program is exported:
  /// they can only be set to what they are. InvalidArgument otherwise.
  Error set_input(const EValue &value, size_t index);
  /// Gives the memory of an output tensor that lies in no planned buffer.
  Error set_output_data_ptr(void *data, size_t size, size_t index);
  /// The output, in the method's memory: good until the next execute(). `index` must be less than
  /// outputs_size().
  const EValue &get_output(size_t index) const;
  const EValue &get_input(size_t index) const;

  /// Runs the method. InvalidState: a tensor has no memory yet. Otherwise what a kernel reported.
  Error execute();

  /// What loading makes of an instruction: a kernel call's code and arguments. Instructions of
  /// other kinds are read from the program as they run, and have none.
  struct Call {
    OpFunction fn;
    EValue **args;
  };

private:
  friend class MethodLoader;

  Error execute_chain(const schema::Chain &chain, const Call *calls);

  const schema::ExecutionPlan *plan_ = nullptr;
  Span<EValue> values_;
  Call *calls_ = nullptr; ///< of all chains, one after the other
  Span<uint8_t> temp_;
};

} // namespace et

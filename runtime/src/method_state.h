// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The state of a loaded method, at the start of its memory. Method (et/method.h) points at it.

#pragma once

#include <cstddef>
#include <cstdint>

#include "dynamic_tensor.h"
#include "et/backend.h"
#include "et/evalue.h"
#include "et/kernel.h"
#include "schema.h"

namespace et {

/// A loaded instruction: a kernel call's code and arguments, a delegate call's
/// arguments. Instructions of other kinds are read from the program as they run, and have none.
struct LoadedCall {
  OpFunction fn;
  EValue **args;
};

struct LoadedDelegate {
  const BackendInterface *backend; ///< null until it has been initialised, and once destroyed
  DelegateHandle *handle;
};

struct MethodState {
  const schema::ExecutionPlan *plan = nullptr;
  EValue *values = nullptr;    ///< those of the plan, then one that is None
  LoadedCall *calls = nullptr; ///< of all chains, one after the other
  LoadedDelegate *delegates = nullptr;
  Span<uint8_t> temp = {};
  UnboundMemory unbound = {};

  // The instruction that runs next. At the end, `chain` is the number of chains.
  uint32_t chain = 0;
  uint32_t instruction = 0;
  uint32_t first_call = 0; ///< of the chain, in `calls`
  bool is_running = false; ///< the first instruction has been prepared
};

} // namespace et

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MethodState is the state of a loaded method. The class Method (et/method.h) points to it.

#pragma once

#include <cstddef>
#include <cstdint>

#include "dynamic_tensor.h"
#include "et/backend.h"
#include "et/evalue.h"
#include "et/kernel.h"
#include "schema.h"

namespace et {

/// The loader's result for one instruction. `fn` is null unless the instruction is a kernel call.
/// `args` is null unless the instruction is a kernel call or a delegate call.
struct LoadedCall {
  OpFunction fn;
  EValue **args;
};

struct LoadedDelegate {
  const BackendInterface *backend; ///< null before initialisation and after destruction
  DelegateHandle *handle;
};

struct MethodState {
  const schema::ExecutionPlan *plan = nullptr;
  EValue *values = nullptr;    ///< the plan's values, followed by a value that is None
  LoadedCall *calls = nullptr; ///< one for each instruction of all chains, in order
  LoadedDelegate *delegates = nullptr;
  Span<uint8_t> temp = {};
  UnboundMemory unbound = {};

  // At the end of the method, `chain` is the number of chains.
  uint32_t chain = 0;
  uint32_t instruction = 0;
  uint32_t first_call = 0; ///< index in `calls` of the chain's first instruction
  bool is_running = false; ///< true once step() has checked the inputs of this run
};

} // namespace et

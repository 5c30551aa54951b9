// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Part of a stand-in for ExecuTorch's headers (test/executorch/Inputs/include/README.md): the first
// parameter of a kernel.

#pragma once

#include <executorch/runtime/core/event_tracer_hooks.h>
#include <executorch/runtime/core/memory_allocator.h>
#include <executorch/runtime/core/result.h>

namespace executorch {
namespace runtime {

class KernelRuntimeContext {
public:
  explicit KernelRuntimeContext(EventTracer *tracer = nullptr, MemoryAllocator *temp = nullptr)
      : tracer_(tracer), temp_(temp) {}
  void fail(Error error) { failure_ = error; }
  Error failure_state() const { return failure_; }
  EventTracer *internal_event_tracer() { return tracer_; }
  Result<void *> allocate_temp(size_t size, size_t alignment = MemoryAllocator::kDefaultAlignment) {
    if (!temp_)
      return Error::NotFound;
    void *memory = temp_->allocate(size, alignment);
    if (!memory)
      return Error::MemoryAllocationFailed;
    return memory;
  }

private:
  EventTracer *tracer_;
  MemoryAllocator *temp_;
  Error failure_ = Error::Ok;
};

} // namespace runtime
} // namespace executorch

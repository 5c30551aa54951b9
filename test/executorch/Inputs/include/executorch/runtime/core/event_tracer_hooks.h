// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Part of a stand-in for ExecuTorch's headers (test/executorch/Inputs/include/README.md): what a
// kernel's call shows to a tracer, where a program is compiled with one.

#pragma once

#include <executorch/runtime/core/evalue.h>

namespace executorch {
namespace runtime {

class EventTracer {
public:
  virtual void start_profiling(const char *name) = 0;
  virtual void end_profiling() = 0;
  virtual void log_evalue(const EValue &value) = 0;

protected:
  ~EventTracer() = default;
};

namespace internal {

class EventTracerProfileOpScope {
public:
  EventTracerProfileOpScope(EventTracer *tracer, const char *name) : tracer_(tracer) {
    if (tracer_)
      tracer_->start_profiling(name);
  }
  ~EventTracerProfileOpScope() {
    if (tracer_)
      tracer_->end_profiling();
  }

private:
  EventTracer *tracer_;
};

inline void event_tracer_log_evalue(EventTracer *tracer, EValue &value) {
  if (tracer)
    tracer->log_evalue(value);
}

} // namespace internal
} // namespace runtime
} // namespace executorch

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The interface of backends. A backend runs delegates: parts of a model that ExecuTorch's exporter
// compiled for this backend. Classes and functions have ExecuTorch's names.
//
// A backend is registered like a kernel, as the operator `et_backend::<id>`. So the backend is in
// the image's table, and pruning drops a backend that no selected model needs.

#pragma once

#include <cstddef>
#include <cstdint>

#include "et/error.h"
#include "et/evalue.h"
#include "et/kernel.h"
#include "et/memory.h"
#include "et/named_data_map.h"
#include "et/span.h"

namespace et {

/// The state of an initialised delegate; each backend defines its own.
using DelegateHandle = void;

/// An option with which the exporter compiled the delegate. The program stores the options.
struct CompileSpec {
  const char *key;
  Span<const uint8_t> value;
};

class BackendInitContext {
public:
  BackendInitContext(MemoryAllocator *runtime_allocator, const char *method_name,
                     const NamedDataMap *named_data_map)
      : runtime_allocator_(runtime_allocator), method_name_(method_name),
        named_data_map_(named_data_map) {}

  /// Returns the method allocator. Its memory lives as long as the method.
  MemoryAllocator *get_runtime_allocator() const { return runtime_allocator_; }
  const char *get_method_name() const { return method_name_; }
  /// The named data of the program, and the named data passed to load_method. The map is valid
  /// until init() returns. The data in the map is valid as long as the method.
  const NamedDataMap *get_named_data_map() const { return named_data_map_; }

private:
  MemoryAllocator *runtime_allocator_;
  const char *method_name_;
  const NamedDataMap *named_data_map_;
};

class BackendExecutionContext {
public:
  BackendExecutionContext(MemoryAllocator *temp_allocator, const char *method_name)
      : temp_allocator_(temp_allocator), method_name_(method_name) {}

  /// Returns scratch memory that lives until execute() returns, or null if too little is left.
  void *allocate(size_t size, size_t alignment = alignof(max_align_t)) {
    return temp_allocator_->allocate(size, alignment);
  }
  MemoryAllocator *get_temp_allocator() const { return temp_allocator_; }
  const char *get_method_name() const { return method_name_; }

private:
  MemoryAllocator *temp_allocator_;
  const char *method_name_;
};

/// A backend is a constant object, so all member functions are const. The state is in the handles.
class BackendInterface {
public:
  /// True if the backend can run on this machine.
  virtual bool is_available() const = 0;
  /// Initialises a delegate from `processed`, the delegate's data in the .pte file. The data lives
  /// as long as the method. The data is aligned to 16 bytes only if the file has the data at a
  /// multiple of 16. After a failure, destroy() is not called for the delegate.
  virtual Result<DelegateHandle *> init(BackendInitContext &context, Span<const uint8_t> processed,
                                        Span<const CompileSpec> compile_specs) const = 0;
  /// Runs a delegate. `args` are the delegate's inputs and outputs, as the program lists them. The
  /// backend must check the arguments' number, kinds, dtypes and sizes, and must call resize_tensor
  /// for each output before it writes the output.
  virtual Error execute(BackendExecutionContext &context, DelegateHandle *handle,
                        Span<EValue *> args) const = 0;
  /// Called once for each delegate that init() made.
  virtual void destroy(DelegateHandle *) const {}

protected:
  ~BackendInterface() = default;
};

/// Returns the backend `id`, or null. Without `table`, searches the image's table.
const BackendInterface *get_backend_class(Span<const Kernel> table, const char *id);
const BackendInterface *get_backend_class(const char *id);

} // namespace et

/// Registers a backend under the id that programs use. `object` is a constant object:
///
///     static constexpr MyBackend my_backend;
///     ET_BACKEND(MyBackend, my_backend)
#define ET_BACKEND(id, object)                                                                     \
  ET_FALLBACK_KERNEL(et_backend, id, #id "() -> ()") { context.set_backend(&(object)); }

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// et_copy::_h2d_copy.out and _d2h_copy.out: a copy between the host's memory and a device's memory.
// The allocator that the program registers for the device makes the copy. In a program without
// devices, all tensors are in the host's memory, and the operators are ordinary copies.

#pragma once

#include "../common/copy.h"
#include "et/device.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// args[there] is the tensor in a device's memory.
inline Error copy_with_device(Args args, size_t there) {
  enum Arguments : size_t { kSelf, kOut };
  if (!args[1 - there].isTensor())
    return Error::InvalidArgument;
  const Tensor self = args[kSelf].toTensor(), out = args[kOut].toTensor();
  const DeviceMemory memory(there == kSelf ? self : out);
  if (!memory.is_reachable())
    return Error::NotFound;
  const Error error = shape_alike(self, out);
  const size_t size = error == Error::Ok ? out.nbytes() : 0;
  if (size == 0)
    return error;
  return there == kSelf ? memory.read(out.mutable_data_ptr(), self.const_data_ptr(), size)
                        : memory.write(out.mutable_data_ptr(), self.const_data_ptr(), size);
}

inline void copy_between_memories(KernelRuntimeContext &context, Args args, size_t there) {
  enum Arguments : size_t { kSelf, kOut, kCount };
  if (args.size() < kCount || !args[there].isDeviceTensor())
    return copy_alike(context, args, kOut);
  const Error error = copy_with_device(args, there);
  if (error != Error::Ok)
    context.fail(error);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY

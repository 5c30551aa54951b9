// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls the kernels that copy tensors between the host and a device. The kernels are compiled with
// ExecuTorch's headers. The device's allocator inverts every byte that it copies, so the test sees
// which copies the allocator made.

#include "et/kernel.h"

#include <executorch/runtime/core/device_allocator.h>

#include <cstdio>
#include <cstring>

#include "../../../kernels/portable/op__d2h_copy.cpp"
#include "../../../kernels/portable/op__h2d_copy.cpp"

using executorch::runtime::EValue;
using executorch::runtime::etensor::DeviceIndex;
using executorch::runtime::etensor::DeviceType;
namespace runtime = executorch::runtime;
namespace aten = executorch::aten;

#define KERNEL(name, symbol)                                                                       \
  extern "C" void name(runtime::KernelRuntimeContext &, runtime::Span<EValue *>) __asm__(symbol)   \
      __attribute__((visibility("hidden")))
KERNEL(h2d, "et_kernel$et_copy$_h2d_copy.out$fallback$test_kernels");
KERNEL(d2h, "et_kernel$et_copy$_d2h_copy.out$fallback$test_kernels");

namespace {

class Allocator final : public runtime::DeviceAllocator {
public:
  et::Error copy_host_to_device(void *to, const void *from, size_t size,
                                DeviceIndex index) override {
    return copy("to device", to, from, size, index);
  }
  et::Error copy_device_to_host(void *to, const void *from, size_t size,
                                DeviceIndex index) override {
    return copy("from device", to, from, size, index);
  }

private:
  static et::Error copy(const char *what, void *to, const void *from, size_t size,
                        DeviceIndex index) {
    std::printf("%s %d: %zu bytes\n", what, index, size);
    if (index == 9)
      return et::Error::AccessFailed;
    for (size_t i = 0; i < size; ++i)
      static_cast<uint8_t *>(to)[i] = static_cast<uint8_t>(~static_cast<const uint8_t *>(from)[i]);
    return et::Error::Ok;
  }
} allocator;

bool has_allocator = true;

} // namespace

runtime::DeviceAllocator *runtime::get_device_allocator(DeviceType type) {
  return has_allocator && type == DeviceType::CUDA ? &allocator : nullptr;
}

namespace {

constexpr DeviceType kHost = DeviceType::CPU, kDevice = DeviceType::CUDA;

struct Bytes {
  uint8_t data[3] = {1, 1, 1};
  int32_t size;
  uint8_t order = 0;
  int32_t stride = 1;
  aten::TensorImpl impl;
  EValue value{aten::Tensor(&impl)};
  Bytes(DeviceType device, int32_t size = 3, DeviceIndex index = 2, int dtype = 0)
      : size(size), impl(aten::ScalarType(dtype), 1, &this->size, data, &order, &stride,
                         aten::TensorShapeDynamism::DYNAMIC_BOUND, device, index) {}
};

void call(const char *name, runtime::OpFunction kernel, Bytes &&self, Bytes &&out) {
  std::memset(self.data, 5, sizeof(self.data));
  EValue *values[] = {&self.value, &out.value, &out.value};
  runtime::KernelRuntimeContext context;
  kernel(context, {values, 3});
  std::printf("%s: %#x, size %d, bytes", name, static_cast<unsigned>(context.failure_state()),
              static_cast<int>(out.size));
  for (const uint8_t byte : out.data)
    std::printf(" %d", byte);
  std::printf("\n");
}

} // namespace

int main() {
  call("host to device", h2d, Bytes(kHost, 2), Bytes(kDevice));
  call("device to host", d2h, Bytes(kDevice, 2), Bytes(kHost));
  call("empty", h2d, Bytes(kHost, 0), Bytes(kDevice));
  call("host to host", h2d, Bytes(kHost, 2), Bytes(kHost));
  call("too many", h2d, Bytes(kHost), Bytes(kDevice, 2));
  call("another dtype", h2d, Bytes(kHost), Bytes(kDevice, 3, 2, 1));
  call("h2d from a device", h2d, Bytes(kDevice, 2), Bytes(kHost));
  call("d2h from the host", d2h, Bytes(kHost, 2), Bytes(kDevice));
  call("between devices", h2d, Bytes(kDevice, 2), Bytes(kDevice));
  call("fails", d2h, Bytes(kDevice, 3, 9), Bytes(kHost));
  has_allocator = false;
  call("no allocator", h2d, Bytes(kHost, 2), Bytes(kDevice));
  call("no allocator", d2h, Bytes(kDevice, 2), Bytes(kHost));
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A registration file like those of ExecuTorch's generator: an array and an initialiser. With
// FILLED, the program fills the array when it starts, as with ExecuTorch before 1.2.

struct Kernel {
  const char *name, *key;
  void (*function)();
#ifdef FILLED
  Kernel(const char *name, const char *key, void (*function)())
      : name(name), key(key), function(function) {}
#endif
};
struct Span {
  Span(const Kernel *data, unsigned long size) : data(data), size(size) {}
  const Kernel *data;
  unsigned long size;
};
int register_kernels(Span kernels);
void first_kernel(), second_kernel(), third_kernel();

namespace {
Kernel kernels_to_register[] = {
    {"aten::first.out", nullptr, [] { first_kernel(); }},
    {"aten::second.out", "v1/6;", [] { second_kernel(); }},
    {"aten::third.out", nullptr, [] { third_kernel(); }},
};
Span kernel_span(kernels_to_register, 3);
int success = register_kernels(kernel_span);
} // namespace

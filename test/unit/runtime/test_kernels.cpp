// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "test_program.h"

#include <initializer_list>
#include <type_traits>

namespace {

/// True if the first arguments have these tags. A program can pass values of any kind to a kernel.
bool are(Args args, std::initializer_list<Tag> tags) {
  size_t i = 0;
  for (const Tag tag : tags)
    if (i == args.size() || args[i++].tag != tag)
      return false;
  return true;
}

bool has_data(Tensor tensor) { return tensor.const_data_ptr() || tensor.numel() == 0; }

Span<const SizesType> sizes_of(const EValue &list, SizesType *sizes) {
  const Span<const int64_t> wanted = list.toIntList();
  for (size_t i = 0; i < wanted.size(); ++i)
    sizes[i] = static_cast<SizesType>(wanted[i]);
  return {sizes, wanted.size()};
}

template <typename T, typename Function>
void elementwise(KernelRuntimeContext &context, Args args, size_t out, Function function) {
  const Tensor a = args[0].toTensor(), b = args[1].toTensor(), result = args[out].toTensor();
  const Tensor larger = a.numel() == 1 ? b : a;
  if ((a.numel() != 1 && a.numel() != larger.numel()) ||
      (b.numel() != 1 && b.numel() != larger.numel()))
    return context.fail(Error::InvalidArgument);
  const Error error = resize_tensor(result, larger.sizes());
  if (error != Error::Ok)
    return context.fail(error);
  if (!has_data(a) || !has_data(b) || !has_data(result))
    return context.fail(Error::InvalidArgument);
  const size_t a_step = a.numel() != 1, b_step = b.numel() != 1;
  for (size_t i = 0; i < result.numel(); ++i)
    result.mutable_data_ptr<T>()[i] =
        function(a.const_data_ptr<T>()[i * a_step], b.const_data_ptr<T>()[i * b_step]);
}

template <typename T> void add(KernelRuntimeContext &context, Args args) {
  if (!are(args, {Tag::Tensor, Tag::Tensor, Tag::Int, Tag::Tensor}))
    return context.fail(Error::InvalidProgram);
  // Integers are computed in 64 bits, because the numbers of damaged programs can overflow 32 bits.
  using Wide = std::conditional_t<std::is_integral_v<T>, int64_t, T>;
  const Wide alpha = args[2].toScalar().to<T>();
  elementwise<T>(context, args, 3, [alpha](T a, T b) { return static_cast<T>(a + alpha * b); });
}

template <typename T> void mul(KernelRuntimeContext &context, Args args) {
  if (!are(args, {Tag::Tensor, Tag::Tensor, Tag::Tensor}))
    return context.fail(Error::InvalidProgram);
  elementwise<T>(context, args, 2, [](T a, T b) {
    return static_cast<T>(std::conditional_t<std::is_integral_v<T>, int64_t, T>(a) * b);
  });
}

} // namespace

ET_KERNEL(aten, add.out, Float, "v1/6;|*", "") { add<float>(context, args); }
ET_KERNEL(aten, add.out, Int, "v1/3;|*", "") { add<int32_t>(context, args); }
ET_KERNEL(aten, mul.out, Float, "v1/6;|*", "") { mul<float>(context, args); }
ET_KERNEL(aten, mul.out, Int, "v1/3;|*", "") { mul<int32_t>(context, args); }

ET_KERNEL(test, cat.out, Float, "v1/6;|*", "") {
  SizesType size = 0;
  const TensorList list = args[0].toTensorList();
  for (size_t i = 0; i < list.size(); ++i)
    size += list[i].defined() ? list[i].size(0) : 0;
  const Error error = resize_tensor(args[1].toTensor(), {&size, 1});
  if (error != Error::Ok)
    return context.fail(error);
  float *out = args[1].toTensor().mutable_data_ptr<float>();
  for (size_t i = 0; i < list.size(); ++i) {
    if (!list[i].defined())
      continue;
    memcpy(out, list[i].const_data_ptr(), list[i].nbytes());
    out += list[i].numel();
  }
}
ET_FALLBACK_KERNEL(test, fail.out, "") { context.fail(Error::InvalidType); }
ET_FALLBACK_KERNEL(test, scratch.out, "") {
  if (!context.allocate_temp(64))
    context.fail(Error::MemoryAllocationFailed);
}
ET_FALLBACK_KERNEL(test, store.Scalar, "") {
  if (!args[0].isScalar() || !args[1].isScalar())
    return context.fail(Error::InvalidArgument);
  args[1] = args[0];
}
ET_FALLBACK_KERNEL(test, view.out, "") {
  SizesType sizes[kTensorDimensionLimit];
  const Error error =
      share_tensor_data(args[2].toTensor(), args[0].toTensor(), sizes_of(args[1], sizes));
  if (error != Error::Ok)
    context.fail(error);
}
ET_KERNEL(test, count.out, Float, "v1/6;|*", "") {
  SizesType sizes[kTensorDimensionLimit];
  const Tensor out = args[1].toTensor();
  const Error error = resize_tensor(out, sizes_of(args[0], sizes));
  if (error != Error::Ok)
    return context.fail(error);
  if (!has_data(out))
    return context.fail(Error::InvalidArgument);
  for (size_t i = 0; i < out.numel(); ++i)
    out.mutable_data_ptr<float>()[i] = static_cast<float>(i + 1);
}
ET_FALLBACK_KERNEL(test, sum.out, "") {
  int64_t sum = 0;
  for (const int64_t item : args[0].toIntList())
    sum += item;
  args[1].toTensor().mutable_data_ptr<int64_t>()[0] = sum;
}

namespace {

/// Multiplies a Float tensor by a float: the delegate's processed data, or named data. The value of
/// the compile spec "named" is the key of the named data.
class ToyBackend final : public BackendInterface {
public:
  bool is_available() const override { return test::toy_backend.is_available; }
  Result<DelegateHandle *> init(BackendInitContext &context, Span<const uint8_t> processed,
                                Span<const CompileSpec> specs) const override {
    for (const CompileSpec &spec : specs) {
      if (strcmp(spec.key, "named") != 0 || !context.get_named_data_map())
        return Error::InvalidArgument;
      const Result<Span<const uint8_t>> named =
          context.get_named_data_map()->get_data(reinterpret_cast<const char *>(spec.value.data()));
      if (!named.ok())
        return named.error();
      processed = named.get();
    }
    if (processed.size() != sizeof(float))
      return Error::DelegateInvalidCompatibility;
    void *handle = context.get_runtime_allocator()->allocate(sizeof(float), alignof(float));
    if (!handle)
      return Error::MemoryAllocationFailed;
    memcpy(handle, processed.data(), sizeof(float));
    ++test::toy_backend.live;
    return handle;
  }
  Error execute(BackendExecutionContext &context, DelegateHandle *handle,
                Span<EValue *> values) const override {
    const Args args(values);
    if (!are(args, {Tag::Tensor, Tag::Tensor}))
      return Error::InvalidArgument;
    const Tensor in = args[0].toTensor(), out = args[1].toTensor();
    const Error error = resize_tensor(out, in.sizes());
    if (error != Error::Ok)
      return error;
    if (in.scalar_type() != ScalarType::Float || out.scalar_type() != ScalarType::Float ||
        !has_data(in) || !has_data(out))
      return Error::InvalidArgument;
    if (!context.allocate(16))
      return Error::MemoryAllocationFailed;
    for (size_t i = 0; i < in.numel(); ++i)
      out.mutable_data_ptr<float>()[i] =
          in.const_data_ptr<float>()[i] * *static_cast<const float *>(handle);
    return Error::Ok;
  }
  void destroy(DelegateHandle *) const override { --test::toy_backend.live; }
};

constexpr ToyBackend toy;

} // namespace

test::ToyBackendState test::toy_backend;

ET_BACKEND(ToyBackend, toy)

// Each line has a kernel's namespace, name, key, variant and function.
#define TEST_TABLE(KERNEL)                                                                         \
  KERNEL("aten", "add.out", "v1/6;|*", "Float", add_float)                                         \
  KERNEL("aten", "add.out", "v1/3;|*", "Int", add_int)                                             \
  KERNEL("aten", "mul.out", "v1/6;|*", "Float", mul_float)                                         \
  KERNEL("aten", "mul.out", "v1/3;|*", "Int", mul_int)                                             \
  KERNEL("et_backend", "ToyBackend", nullptr, "fallback", toy_backend_record)                      \
  KERNEL("test", "cat.out", "v1/6;|*", "Float", cat_float)                                         \
  KERNEL("test", "count.out", "v1/6;|*", "Float", count_out)                                       \
  KERNEL("test", "fail.out", nullptr, "fallback", fail_out)                                        \
  KERNEL("test", "scratch.out", nullptr, "fallback", scratch_out)                                  \
  KERNEL("test", "store.Scalar", nullptr, "fallback", store_scalar)                                \
  KERNEL("test", "sum.out", nullptr, "fallback", sum_out)                                          \
  KERNEL("test", "view.out", nullptr, "fallback", view_out)
#define DECLARED(space, name, key, variant, id)                                                    \
  void id(KernelRuntimeContext &, KernelArguments) __asm__(                                        \
      "et_kernel$" space "$" name "$" variant "$user") __attribute__((visibility("hidden")));
#define LISTED(space, name, key, variant, id) {space "::" name, key, id},

extern "C" {
TEST_TABLE(DECLARED)
__attribute__((visibility("hidden"))) extern const Kernel
    test_table[] __asm__("__et_kernels_start");
extern const Kernel test_table_end[] __asm__("__et_kernels_end")
    __attribute__((visibility("hidden")));
const Kernel test_table[] = {TEST_TABLE(LISTED)};
}
__asm__(".globl __et_kernels_missing__link_with_et_ld_or_INCLUDE_et_kernels_ld\n"
        ".set __et_kernels_missing__link_with_et_ld_or_INCLUDE_et_kernels_ld, __et_kernels_start\n"
        ".globl __et_kernels_end\n"
        ".set __et_kernels_end, __et_kernels_start + 12 * 3 * (8)\n");
static_assert(sizeof(test_table) == 12 * 3 * sizeof(void *) && sizeof(void *) == 8);

et::Span<const et::Kernel> test::kernels() { return test_table; }

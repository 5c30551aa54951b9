// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::native_dropout.out: in training (`train` is true or None) each element is kept with
// probability 1 - p. Kept elements are divided by 1 - p. Other elements are multiplied by 0, which
// gives NaN for NaN and infinite elements. Without training, the output is a copy, and all elements
// are kept. The second output, a Bool for each element, is true if the element was kept. The random
// numbers come from the generator in random.h.

#include "../common/copy.h"
#include "../common/dtypes.h"
#include "random.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

struct Dropout {
  float p;
  float scale; // 1 / (1 - p), or 0 if p is 1
};

/// The operands of the run are the output, the mask and the input.
template <typename T> void dropout_run(const ElementRun &run) {
  using Compute = ComputeType<T>;
  const Dropout params = *static_cast<const Dropout *>(run.params);
  char *out = run.data[0];
  char *mask = run.data[1];
  const char *in = run.data[2];
  size_t left = run.count;
  do {
    const bool keeps = random_uniform<float>() >= params.p;
    const Compute value = *reinterpret_cast<const T *>(in);
    *reinterpret_cast<bool *>(mask) = keeps;
    *reinterpret_cast<T *>(out) =
        static_cast<T>(value * static_cast<Compute>(keeps) * static_cast<Compute>(params.scale));
    out += run.strides[0];
    mask += run.strides[1];
    in += run.strides[2];
  } while (--left != 0);
}

struct DropoutKernel {
  ScalarType dtype;
  ElementRunFunction run;
};
template <typename T> constexpr DropoutKernel kDropout = {DtypeOf<T>::value, dropout_run<T>};

void copy(Call &call, const Tensor &in, const Tensor &out, const Tensor &mask) {
  copy_all(call, {in, out});
  bool *data = mask.mutable_data_ptr<bool>();
  for (size_t left = call.ok() ? mask.numel() : 0; left != 0; --left)
    *data++ = true;
}

void native_dropout(KernelRuntimeContext &context, Args args, const DropoutKernel &kernel) {
  enum Arguments : size_t { kInput, kP, kTrain, kOut0, kOut1, kCount };
  Call call(context, args, kCount);
  const Tensor in = call.tensor(kInput, kernel.dtype);
  const bool trains = call.is_none(kTrain) || call.boolean(kTrain);
  const Tensor out = call.output(kOut0, kernel.dtype);
  const Tensor mask = call.output(kOut1, ScalarType::Bool);
  if (!call.require(call.ok() && call[kP].isDouble() && in.dim() <= kTensorDimensionLimit &&
                    !is_same(in, out)))
    return;
  const double p = call[kP].toDouble();
  if (!call.require(p >= 0 && p <= 1) || !call.resize(out, in.sizes()) ||
      !call.resize(mask, in.sizes()))
    return;
  if (!trains)
    return copy(call, in, out, mask);
  const float kept = static_cast<float>(1 - p);
  const Dropout params = {static_cast<float>(p), kept == 0 ? 0 : 1 / kept};
  ElementWalk walk;
  for (uint8_t d : out.dim_order()) {
    const ptrdiff_t strides[kMaxOperands] = {byte_stride(out, d), byte_stride(mask, d),
                                             byte_stride(in, d)};
    walk.add_dimension(out.size(d), strides);
  }
  walk.run.data[0] = out.mutable_data_ptr<char>();
  walk.run.data[1] = mask.mutable_data_ptr<char>();
  walk.run.data[2] = in.mutable_data_ptr<char>();
  walk.run.params = &params;
  walk.for_each_run(kernel.run);
}

} // namespace

#define NATIVE_DROPOUT(name, code, type)                                                           \
  ET_KERNEL(aten, native_dropout.out, name, "v1/" #code ";|" #code ";|11;",                        \
            "native_dropout.out(Tensor input, float p, bool? train, *, Tensor(a!) out0, "          \
            "Tensor(b!) out1) -> (Tensor(a!), Tensor(b!))") {                                      \
    native_dropout(context, args, kDropout<type>);                                                 \
  }
ET_FORALL_FLOAT_DTYPES(NATIVE_DROPOUT)

} // namespace et::kernels::ET_KERNEL_LIBRARY

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::_native_batch_norm_legit_no_training.out: normalises each channel with its running mean
// and variance. Weight and bias may be None. The outputs out1 and out2 are empty, because only
// training computes statistics.

#include "../common/batch_norm.h"
#include "normalize.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

template <typename T>
constexpr BatchNormKernel kBatchNorm = {{DtypeOf<T>::value, machine_run<T, NormalizeLoop<T>>,
                                         finish_rstd<ComputeType<T>>, nullptr, nullptr, nullptr},
                                        nullptr,
                                        convert<ComputeType<T>, T>,
                                        nullptr};

void no_training(KernelRuntimeContext &context, Args args, const BatchNormKernel &kernel) {
  enum Arguments : size_t { kOut0 = 7, kCount = 10 };
  Call call(context, args, kCount);
  BatchNorm batch = {};
  take_batch_norm(call, kOut0, kernel, batch);
  batch_norm(call, batch, kernel);
}

} // namespace

#define BATCH_NORM(name, code, type)                                                               \
  ET_KERNEL(aten, _native_batch_norm_legit_no_training.out, name, "v1/" #code ";|*",               \
            "_native_batch_norm_legit_no_training.out(Tensor input, Tensor? weight, "              \
            "Tensor? bias, Tensor running_mean, Tensor running_var, float momentum, float eps, "   \
            "*, Tensor(a!) out0, Tensor(b!) out1, Tensor(c!) out2) "                               \
            "-> (Tensor(a!), Tensor(b!), Tensor(c!))") {                                           \
    no_training(context, args, kBatchNorm<type>);                                                  \
  }
ET_FORALL_FLOAT_DTYPES(BATCH_NORM)

} // namespace et::kernels::ET_KERNEL_LIBRARY

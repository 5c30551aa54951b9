// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::_native_batch_norm_legit.out: normalises each channel. Training uses the channel's mean and
// variance, updates the running statistics, and outputs the mean and 1 / sqrt(variance + eps).
// Without training, the kernel uses the running statistics, and the outputs save_mean and
// save_invstd are empty. The overload no_stats_out has no running statistics, so its argument
// `training` must be true.

#include "../common/batch_norm.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

template <typename T>
constexpr BatchNormKernel kBatchNorm = {kNorm<T>, find_moments, convert<ComputeType<T>, T>,
                                        update_statistics<ComputeType<T>>};
template <typename T>
constexpr BatchNormKernel kNoStats = {kNorm<T>, find_moments, nullptr, nullptr};

void legit(KernelRuntimeContext &context, Args args, const BatchNormKernel &kernel) {
  enum Arguments : size_t {
    kInput,
    kWeight,
    kBias,
    kTraining = 5,
    kMomentum,
    kEps,
    kOut,
    kSaveMean,
    kSaveInvstd,
    kCount
  };
  Call call(context, args, kCount);
  BatchNorm batch = {};
  take_batch_norm(call, kOut, kernel, batch);
  batch.training = call.boolean(kTraining);
  batch_norm(call, batch, kernel);
}

void no_stats(KernelRuntimeContext &context, Args args, const BatchNormKernel &kernel) {
  enum Arguments : size_t {
    kInput,
    kWeight,
    kBias,
    kTraining,
    kMomentum,
    kEps,
    kOut,
    kSaveMean,
    kSaveInvstd,
    kCount
  };
  Call call(context, args, kCount);
  BatchNorm batch = {};
  take_batch_norm(call, kOut, kernel, batch);
  batch.training = call.require(call.boolean(kTraining));
  batch_norm(call, batch, kernel);
}

} // namespace

#define BATCH_NORM(name, code, type)                                                               \
  ET_KERNEL(aten, _native_batch_norm_legit.out, name, "v1/" #code ";|*",                           \
            "_native_batch_norm_legit.out(Tensor input, Tensor? weight, Tensor? bias, "            \
            "Tensor(a!) running_mean, Tensor(b!) running_var, bool training, float momentum, "     \
            "float eps, *, Tensor(d!) out, Tensor(e!) save_mean, Tensor(f!) save_invstd) "         \
            "-> (Tensor(d!), Tensor(e!), Tensor(f!))") {                                           \
    legit(context, args, kBatchNorm<type>);                                                        \
  }                                                                                                \
  ET_KERNEL(aten, _native_batch_norm_legit.no_stats_out, name, "v1/" #code ";|*",                  \
            "_native_batch_norm_legit.no_stats_out(Tensor input, Tensor? weight, Tensor? bias, "   \
            "bool training, float momentum, float eps, *, Tensor(a!) out, "                        \
            "Tensor(b!) save_mean, Tensor(c!) save_invstd) "                                       \
            "-> (Tensor(a!), Tensor(b!), Tensor(c!))") {                                           \
    no_stats(context, args, kNoStats<type>);                                                       \
  }
ET_FORALL_FLOAT_DTYPES(BATCH_NORM)

} // namespace et::kernels::ET_KERNEL_LIBRARY

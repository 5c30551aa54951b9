// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See bad_arguments.h. On Linux a child process makes the calls. If a kernel ends the child or
// hangs, the parent names the kernel, and a new child continues with the next kernel.

#include "bad_arguments.h"

#include <algorithm>
#include <cstdio>
#include <iostream>

#ifdef __linux__
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

#include "bad_variants.h"
#include "call.h"

namespace kernel_cases {

namespace {

constexpr size_t kExamples = 4;    // per kernel
constexpr size_t kMessages = 5;    // printed faults, per kernel
constexpr unsigned kSeconds = 100; // of processor time, per kernel

struct Progress {
  size_t kernel; ///< number of the current kernel
  size_t calls;
  size_t wrong;    ///< kernels with a fault
  size_t problems; ///< faults of the current kernel
  size_t least;    ///< number of arguments of the kernel's shortest good call
  char current[1024];
};

bool is_alike(const Argument &a, const Argument &b) {
  return a.kind == b.kind && a.is_output == b.is_output && a.sizes.size() == b.sizes.size() &&
         a.order == b.order && a.items.size() == b.items.size() &&
         a.integers.size() == b.integers.size();
}

bool has_absent(const std::vector<Argument> &arguments) {
  return std::any_of(arguments.begin(), arguments.end(), [](const Argument &argument) {
    return argument.is_absent || has_absent(argument.items);
  });
}

void call(const et::Kernel &kernel, const Case &test, Outputs outputs, Progress &progress) {
  Call call(test, outputs);
  et::KernelRuntimeContext context;
  kernel.fn(context, call.args());
  ++progress.calls;
  std::string problem = call.check_memory(context.failure_state() == et::Error::Ok);
  if (problem.empty() && call.args().size() < progress.least &&
      context.failure_state() != et::Error::InvalidProgram)
    problem = wrong_end(context.failure_state(), et::Error::InvalidProgram);
  if (problem.empty())
    return;
  if (++progress.problems <= kMessages)
    std::cout << kernel.name << " " << key_of(kernel) << ": " << progress.current << ": " << problem
              << "\n";
}

void call_variants(const et::Kernel &kernel, const Case &example, Share share, Progress &progress) {
  size_t number = 0;
  const et::Span<const et::Kernel> kernels =
      et::find_kernels(et::get_registered_kernels(), kernel.name);
  for_each_bad_variant(example, [&](const Case &test, const std::string &what) {
    if (number++ % share.every != share.seed % share.every)
      return;
    std::snprintf(progress.current, sizeof(progress.current), "%s with %s", test.name.c_str(),
                  what.c_str());
    call(kernel, test, Outputs::Static, progress);
    if (!has_absent(test.arguments) && !has_alias(test.arguments))
      call(kernel, test, Outputs::Dynamic, progress);
    const et::Kernel *other = et::select_kernel(kernels, Call(test).args());
    if (other && other != &kernel)
      call(*other, test, Outputs::Static, progress);
  });
}

/// Calls the kernels from number `progress.kernel` on. Making variants is slow, so the share first
/// selects examples, then calls among the variants of these examples.
void call_kernels(const std::map<const et::Kernel *, std::vector<Case>> &examples, Share share,
                  Progress &progress) {
  const et::Span<const et::Kernel> kernels = et::get_registered_kernels();
  const size_t every_example = std::min(share.every, kExamples);
  const Share of_calls = {share.every / every_example, share.seed / every_example};
  for (; progress.kernel < kernels.size(); ++progress.kernel) {
    const et::Kernel &kernel = kernels[progress.kernel];
    const auto found = examples.find(&kernel);
    if (found == examples.end())
      continue;
    progress.problems = 0;
    progress.least = SIZE_MAX;
    for (const Case &example : found->second)
      progress.least = std::min(progress.least, example.arguments.size());
#ifdef __linux__
    const itimerval limit = {{}, {kSeconds, 0}};
    setitimer(ITIMER_PROF, &limit, nullptr);
#endif
    for (size_t i = 0; i < found->second.size(); ++i)
      if ((progress.kernel + i) % every_example == share.seed % every_example)
        call_variants(kernel, found->second[i], of_calls, progress);
    progress.wrong += progress.problems != 0;
    std::cout.flush();
  }
}

} // namespace

void BadCalls::add(const et::Kernel &kernel, const Case &good) {
  Case test = good;
  set_in_place(test);
  const auto is_like = [&](const Case &example) {
    return std::equal(test.arguments.begin(), test.arguments.end(), example.arguments.begin(),
                      example.arguments.end(), is_alike);
  };
  if (has_alias(test.arguments))
    return;
  std::vector<Case> &examples = examples_[&kernel];
  if (examples.size() < kExamples && std::none_of(examples.begin(), examples.end(), is_like))
    examples.push_back(std::move(test));
}

bool BadCalls::run(Share share) const {
  const et::Span<const et::Kernel> kernels = et::get_registered_kernels();
  size_t lacking = 0;
  for (const et::Kernel &kernel : kernels)
    if (!examples_.count(&kernel)) {
      ++lacking;
      std::cout << kernel.name << " " << key_of(kernel)
                << ": no case from which to make bad calls\n";
    }
#ifdef __linux__
  void *shared =
      mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED)
    return false;
  Progress &progress = *static_cast<Progress *>(shared);
  while (progress.kernel < kernels.size()) {
    std::cout.flush();
    const pid_t child = fork();
    if (child == 0) {
      call_kernels(examples_, share, progress);
      _exit(0);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child)
      return false;
    if (progress.kernel == kernels.size())
      break;
    const bool is_slow = WIFSIGNALED(status) && WTERMSIG(status) == SIGPROF;
    std::cout << kernels[progress.kernel].name << " " << key_of(kernels[progress.kernel]) << ": "
              << progress.current << ": " << (is_slow ? "takes too long\n" : "ends the program\n");
    ++progress.kernel;
    ++progress.wrong;
  }
#else
  Progress progress = {};
  call_kernels(examples_, share, progress);
#endif
  std::cout << kernels.size() << " kernels, " << progress.calls << " bad calls, " << progress.wrong
            << " kernels wrong, " << lacking << " without a case\n";
  return progress.wrong == 0 && lacking == 0;
}

} // namespace kernel_cases

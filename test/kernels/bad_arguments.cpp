// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See bad_arguments.h. Where there are processes, a kernel's calls have one of their own, so that
// one that ends it or hangs is named.

#include "bad_arguments.h"

#include <algorithm>
#include <cstdio>
#include <iostream>

#ifdef __linux__
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

#include "bad_variants.h"
#include "call.h"

namespace kernel_cases {

namespace {

constexpr size_t kExamples = 4; // of a kernel
constexpr size_t kMessages = 5;
constexpr unsigned kSeconds = 100;

/// What a kernel's calls have come to; where they have a process of their own, its parent sees it.
struct Progress {
  size_t calls;
  size_t problems;
  char current[1024];
};

bool is_alike(const Argument &a, const Argument &b) {
  return a.kind == b.kind && a.is_output == b.is_output && a.sizes.size() == b.sizes.size() &&
         a.order == b.order && a.items.size() == b.items.size() &&
         a.integers.size() == b.integers.size();
}

bool is_any(const std::vector<Argument> &arguments, bool (*property)(const Argument &)) {
  return std::any_of(arguments.begin(), arguments.end(), [=](const Argument &argument) {
    return property(argument) || is_any(argument.items, property);
  });
}

bool is_alias(const Argument &argument) { return argument.alias >= 0; }
bool is_absent(const Argument &argument) { return argument.is_absent; }

void call(const et::Kernel &kernel, const Case &test, Outputs outputs, Progress &progress) {
  Call call(test, outputs);
  et::KernelRuntimeContext context;
  kernel.fn(context, call.args());
  ++progress.calls;
  const std::string problem = call.check_memory(context.failure_state() == et::Error::Ok);
  if (problem.empty())
    return;
  if (++progress.problems <= kMessages)
    std::cout << kernel.name << " " << key_of(kernel) << ": " << progress.current << ": " << problem
              << "\n";
}

void call_variants(const et::Kernel &kernel, const std::vector<Case> &examples, size_t every,
                   Progress &progress) {
  size_t number = 0;
  const et::Span<const et::Kernel> kernels =
      et::find_kernels(et::get_registered_kernels(), kernel.name);
  for (const Case &example : examples)
    for_each_bad_variant(example, [&](const Case &test, const std::string &what) {
      if (number++ % every != 0)
        return;
      std::snprintf(progress.current, sizeof(progress.current), "%s with %s", test.name.c_str(),
                    what.c_str());
      call(kernel, test, Outputs::Static, progress);
      if (!is_any(test.arguments, is_absent) && !is_any(test.arguments, is_alias))
        call(kernel, test, Outputs::Dynamic, progress);
      const et::Kernel *other = et::select_kernel(kernels, Call(test).args());
      if (other && other != &kernel)
        call(*other, test, Outputs::Static, progress);
    });
}

/// Runs a kernel's calls, and names the one that ends the process.
void run_guarded(const et::Kernel &kernel, const std::vector<Case> &examples, size_t every,
                 Progress &progress) {
#ifdef __linux__
  std::cout.flush();
  const pid_t child = fork();
  if (child == 0) {
    alarm(kSeconds);
    call_variants(kernel, examples, every, progress);
    std::cout.flush();
    _exit(0);
  }
  int status = 0;
  if (child > 0 && waitpid(child, &status, 0) == child && status == 0)
    return;
  ++progress.problems;
  std::cout << kernel.name << " " << key_of(kernel) << ": " << progress.current << ": "
            << (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM ? "takes too long\n"
                                                                   : "ends the program\n");
#else
  call_variants(kernel, examples, every, progress);
#endif
}

} // namespace

void BadCalls::add(const et::Kernel &kernel, const Case &good) {
  std::vector<Case> &examples = examples_[&kernel];
  if (examples.size() == kExamples)
    return;
  Case test = good;
  // An operator in place, whose first argument is written: the case has its result as one more.
  if (test.op.back() == '_' && is_alias(test.arguments.back())) {
    test.arguments.pop_back();
    test.arguments.front().is_output = true;
  }
  const auto is_like = [&](const Case &example) {
    return std::equal(test.arguments.begin(), test.arguments.end(), example.arguments.begin(),
                      example.arguments.end(), is_alike);
  };
  if (!is_any(test.arguments, is_alias) && std::none_of(examples.begin(), examples.end(), is_like))
    examples.push_back(std::move(test));
}

bool BadCalls::run(size_t every) const {
  Progress own = {};
  Progress *progress = &own;
#ifdef __linux__
  void *shared =
      mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED)
    return false;
  progress = static_cast<Progress *>(shared);
#endif
  size_t calls = 0, wrong = 0, lacking = 0;
  for (const et::Kernel &kernel : et::get_registered_kernels()) {
    const auto found = examples_.find(&kernel);
    if (found == examples_.end() || found->second.empty()) {
      ++lacking;
      std::cout << kernel.name << " " << key_of(kernel) << ": no case to make bad calls of\n";
      continue;
    }
    *progress = {};
    run_guarded(kernel, found->second, every, *progress);
    calls += progress->calls;
    wrong += progress->problems != 0;
  }
  std::cout << et::get_registered_kernels().size() << " kernels, " << calls << " bad calls, "
            << wrong << " kernels wrong, " << lacking << " without a case\n";
  return wrong == 0 && lacking == 0;
}

} // namespace kernel_cases

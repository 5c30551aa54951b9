// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// executorch_cases FILE: runs the cases of test/kernels in a program of ExecuTorch. Each case runs
// with our kernel and with ExecuTorch's kernel. The outputs first have a static shape. After a
// success, the case runs again with larger outputs of dynamic shape. Our kernel must give the
// case's result. The program prints a line for each difference between ExecuTorch's kernel and
// ours:
//
//     OPERATOR CASE: difference
//
// "_resized" follows CASE if the outputs were dynamic. "here" means by our kernel, and "there" by
// ExecuTorch's. tools/executorch/differences.py lists the expected differences. The last line has a
// checksum of our kernels' outputs, which must be the same for every release of ExecuTorch.

#include <cstdlib>
#include <iostream>
#include <set>
#include <vector>

#ifdef __linux__
#include <sys/wait.h>
#include <unistd.h>
#endif

#include "executorch_call.h"

#include <executorch/runtime/platform/runtime.h>

namespace kernel_cases {

namespace {

/// False for a kernel key, which ExecuTorch's kernels lack, and for too few arguments, which these
/// kernels do not notice. Also false if huge integers, such as window sizes, would take too long.
bool is_comparable(const Case &test) {
#ifndef __linux__
  // ExecuTorch's random kernels need an operating system for their seed. A board has none.
  for (const char *random : {"aten::rand.out", "aten::randn.out", "aten::native_dropout.out"})
    if (test.op == random)
      return false;
#endif
  for (const Argument &argument : test.arguments)
    for (const int64_t integer : argument.integers)
      if (test.expected == et::Error::Ok && integer > 1 << 24)
        return false;
  return (test.key.empty() || test.key == "fallback") &&
         test.name.find("few_arguments") == std::string::npos;
}

struct Counts {
  size_t passed = 0, failed = 0, compared = 0, different = 0;
  uint64_t sum = 0xcbf29ce484222325;
  std::set<const et::Kernel *> covered;
};

void report(const Case &test, bool is_dynamic, const std::string &difference, Counts &counts) {
  counts.different += !difference.empty();
  if (!difference.empty())
    std::cout << test.op << " " << test.name << (is_dynamic ? "_resized" : "") << ": " << difference
              << "\n";
}

#ifdef __linux__
/// Finds the calls that our kernels refuse but ExecuTorch's kernels do not. Such a call may
/// overwrite any memory. A child process makes the calls, and ends after such a call.
class Refusals {
public:
  explicit Refusals(Counts &counts) : counts(counts) {}

  void add(const Case &test, executorch::runtime::OpFunction stock) {
    ++counts.compared;
    calls.push_back({test, stock});
    if (calls.size() == 200)
      compare();
  }
  void compare() {
    for (size_t first = 0; first < calls.size();)
      first += compare_from(first);
    calls.clear();
  }

private:
  enum Answer : char { Refused, Accepted, Ended };
  struct Refusal {
    Case test;
    executorch::runtime::OpFunction stock;
  };

  static Answer answer(const Refusal &refusal) {
    alarm(10);
    Call call(refusal.test, false, stock_guard);
    et::Error error = et::Error::Ok;
    return !call.run(refusal.stock, error) ? Ended : error == et::Error::Ok ? Accepted : Refused;
  }
  [[noreturn]] void answer_from(size_t first, int out) const {
    Answer last = Refused;
    for (; first < calls.size() && last == Refused; ++first) {
      last = answer(calls[first]);
      if (write(out, &last, 1) != 1)
        break;
    }
    _exit(0);
  }
  size_t compare_from(size_t first) {
    int ends[2];
    if (pipe(ends) != 0)
      std::abort();
    const pid_t child = fork();
    if (child < 0)
      std::abort();
    if (child == 0)
      answer_from(first, ends[1]);
    close(ends[1]);
    size_t next = first;
    char last = Refused;
    for (; read(ends[0], &last, 1) == 1; ++next)
      if (last != Refused)
        tell(calls[next].test, last);
    close(ends[0]);
    waitpid(child, nullptr, 0);
    if (last == Refused && next < calls.size())
      tell(calls[next++].test, Ended);
    return next - first;
  }
  void tell(const Case &test, char answer) {
    report(test, false,
           answer == Accepted ? "refused here alone" : "refused here, ends the program there",
           counts);
  }

  Counts &counts;
  std::vector<Refusal> calls;
};
#else
struct Refusals {
  explicit Refusals(Counts &) {}
  void add(const Case &, executorch::runtime::OpFunction) {}
  void compare() {}
};
#endif

/// Calls ExecuTorch's kernel. Returns the difference from the call of our kernel, or an empty text.
std::string compare(const Case &test, const Call &ours, bool is_dynamic, Counts &counts,
                    Refusals &refusals) {
  const auto stock = find_stock(test);
  if (!stock || !is_comparable(test))
    return "";
  if (test.expected != et::Error::Ok) {
    refusals.add(test, stock);
    return "";
  }
  ++counts.compared;
  Call call(test, is_dynamic, stock_guard);
  et::Error error = et::Error::Ok;
  if (!call.run(stock, error))
    return "ends the program there";
  if (call.is_damaged())
    return "writes beside its memory there";
  return error == et::Error::Ok ? ours.difference(call) : "refused there alone";
}

/// Runs a case with static or dynamic outputs. With dynamic outputs, the context has an error
/// before the call, and must keep this error. Returns what our kernel did wrong, or an empty text.
std::string run(const Case &test, bool is_dynamic, Counts &counts, Refusals &refusals) {
  Call call(test, is_dynamic, guard);
  et::Error error = et::Error::OperatorMissing;
  const et::Kernel *kernel = find_ours(test, call);
  const et::Error before = is_dynamic ? et::Error::Internal : et::Error::Ok;
  const et::Error expected = is_dynamic ? before : test.expected;
  if (kernel && !call.run(kernel->fn, error, before))
    return "our kernel ends the program";
  if (error != expected)
    return wrong_end(error, expected);
  const bool succeeds = test.expected == et::Error::Ok;
  const std::string problem = call.check(succeeds);
  if (!problem.empty())
    return problem;
  if (succeeds) {
    counts.covered.insert(kernel);
    call.sum(counts.sum);
  }
  report(test, is_dynamic, compare(test, call, is_dynamic, counts, refusals), counts);
  return "";
}

/// Runs a case once for each tensor, with this tensor in a device's memory. Our kernel must refuse
/// these calls.
std::string run_on_device(const Case &test) {
#ifdef TENSORS_HAVE_DEVICES
  const size_t count = Call(test, false, guard).count_tensors();
  for (size_t i = 0; i < count; ++i) {
    Call call(test, false, guard, i);
    et::Error error = et::Error::Ok;
    if (!call.run(find_ours(test, call)->fn, error))
      return "our kernel ends the program on a device's tensor";
    if (error == et::Error::Ok)
      return "our kernel takes a device's tensor as " + std::to_string(i);
    const std::string problem = call.check(false);
    if (!problem.empty())
      return problem;
  }
#endif
  return "";
}

int run_cases(int argc, char **argv) {
  Counts counts;
  Refusals refusals(counts);
  const int status = run_file(argc, argv, [&](const Case &test) {
    std::string problem = run(test, false, counts, refusals);
    if (problem.empty() && test.expected == et::Error::Ok && !has_alias(test.arguments)) {
      problem = run(test, true, counts, refusals);
      if (problem.empty())
        problem = run_on_device(test);
    }
    ++(problem.empty() ? counts.passed : counts.failed);
    if (!problem.empty())
      std::cout << test.op << " " << test.name << ": FAILED: " << problem << "\n";
    return true;
  });
  refusals.compare();
  for (const et::Kernel *kernel = kernels_start; kernel != kernels_end; ++kernel)
    if (!counts.covered.count(kernel))
      std::cout << kernel->name << ": FAILED: no case calls the kernel " << key_of(*kernel) << "\n";
  std::cout << counts.passed << " cases passed, " << counts.failed << " failed; " << counts.compared
            << " calls compared, " << counts.different << " differ; outputs " << std::hex
            << counts.sum << "\n";
  return counts.failed == 0 ? status : 1;
}

} // namespace

} // namespace kernel_cases

int main(int argc, char **argv) {
  executorch::runtime::runtime_init();
  return kernel_cases::run_cases(argc, argv);
}

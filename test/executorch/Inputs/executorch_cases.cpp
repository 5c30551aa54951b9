// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// executorch_cases FILE: the cases of test/kernels in a program of ExecuTorch. Each is called with
// values that ExecuTorch's own classes make, once by our kernel and once by ExecuTorch's, with
// outputs of static shape, and where it succeeds again with larger ones of dynamic shape. Ours must
// do what the case says. What the other does otherwise is printed, a line each:
//
//     OPERATOR CASE: what differs     "_resized" behind a case whose outputs were dynamic
//
// differences.py knows which of these lines may come. The last line counts, and has a sum over
// all outputs of ours, which the same kernels give in every release of ExecuTorch.

#include <fstream>
#include <iostream>
#include <set>

#ifdef __linux__
#include <sys/wait.h>
#include <unistd.h>
#endif

#include "executorch_call.h"

#include <executorch/runtime/platform/runtime.h>

namespace kernel_cases {

namespace {

/// Whether ExecuTorch's kernel is called. It has all dtypes in one, reads arguments that are not
/// there, and walks over windows of any size.
bool is_comparable(const Case &test) {
#ifndef __linux__
  // Random ones ask the system for a seed.
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

/// How ExecuTorch's kernel takes a call that ours refuses. It may damage any memory, so it has a
/// process of its own, where there are processes.
std::string compare_refusal([[maybe_unused]] const Case &test,
                            [[maybe_unused]] executorch::runtime::OpFunction stock,
                            [[maybe_unused]] Counts &counts) {
#ifdef __linux__
  ++counts.compared;
  enum { Refused, Accepted, Ended };
  const pid_t child = fork();
  if (child == 0) {
    alarm(10);
    Call call(test, false, stock_guard);
    et::Error error = et::Error::Ok;
    _exit(!call.run(stock, error) ? Ended : error == et::Error::Ok ? Accepted : Refused);
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (!WIFEXITED(status) || WEXITSTATUS(status) == Ended)
    return "refused here, ends the program there";
  if (WEXITSTATUS(status) == Accepted)
    return "refused here alone";
#endif
  return "";
}

/// What ExecuTorch's kernel does otherwise than ours.
std::string compare(const Case &test, const Call &ours, bool is_dynamic, Counts &counts) {
  const auto stock = find_stock(test);
  if (!stock || !is_comparable(test))
    return "";
  if (test.expected != et::Error::Ok)
    return compare_refusal(test, stock, counts);
  ++counts.compared;
  Call call(test, is_dynamic, stock_guard);
  et::Error error = et::Error::Ok;
  if (!call.run(stock, error))
    return "ends the program there";
  if (call.is_damaged())
    return "writes beside its memory there";
  return error == et::Error::Ok ? ours.difference(call) : "refused there alone";
}

/// Runs a case with outputs of one kind. Returns what is wrong with our kernel, empty when nothing
/// is.
std::string run(const Case &test, bool is_dynamic, Counts &counts) {
  Call call(test, is_dynamic, guard);
  et::Error error = et::Error::OperatorMissing;
  const et::Kernel *kernel = find_ours(test, call);
  if (kernel && !call.run(kernel->fn, error))
    return "our kernel ends the program";
  if (error != test.expected)
    return "the call returned error " + std::to_string(static_cast<unsigned>(error)) +
           ", should be " + std::to_string(static_cast<unsigned>(test.expected));
  const std::string problem = call.check(error == et::Error::Ok);
  if (!problem.empty())
    return problem;
  if (error == et::Error::Ok) {
    counts.covered.insert(kernel);
    call.sum(counts.sum);
  }
  const std::string difference = compare(test, call, is_dynamic, counts);
  counts.different += !difference.empty();
  if (!difference.empty())
    std::cout << test.op << " " << test.name << (is_dynamic ? "_resized" : "") << ": " << difference
              << "\n";
  return "";
}

bool has_alias(const std::vector<Argument> &arguments) {
  for (const Argument &argument : arguments)
    if (argument.alias >= 0 || has_alias(argument.items))
      return true;
  return false;
}

int run_file(std::istream &file) {
  Counts counts;
  size_t line = 0;
  std::string error;
  for (Case test; read_case(file, line, test, error);) {
    std::string problem = run(test, false, counts);
    if (problem.empty() && test.expected == et::Error::Ok && !has_alias(test.arguments))
      problem = run(test, true, counts);
    ++(problem.empty() ? counts.passed : counts.failed);
    if (!problem.empty())
      std::cout << test.op << " " << test.name << ": FAILED: " << problem << "\n";
  }
  if (!error.empty())
    std::cout << error << "\n";
  for (const et::Kernel *kernel = kernels_start; kernel != kernels_end; ++kernel)
    if (!counts.covered.count(kernel))
      std::cout << kernel->name << ": FAILED: no case calls the kernel "
                << (kernel->kernel_key ? kernel->kernel_key : "fallback") << "\n";
  std::cout << counts.passed << " cases passed, " << counts.failed << " failed; " << counts.compared
            << " calls compared, " << counts.different << " differ; outputs " << std::hex
            << counts.sum << "\n";
  return counts.failed == 0 && error.empty() ? 0 : 1;
}

} // namespace

} // namespace kernel_cases

int main(int argc, char **argv) {
  if (argc != 2)
    return 1;
  executorch::runtime::runtime_init();
  std::ifstream file(argv[1]);
  return file ? kernel_cases::run_file(file) : 1;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs the cases of each FILE, which make_cases.py wrote, with the kernels of the linked libraries.
// Compares the outputs with the expected outputs in the FILE:
//
//   et-kernel-cases [--at-least=N | --only-served | --verdicts | --dtypes | --bad-arguments=N
//                    [--seed=S]] [--readable-guards] FILE...
//
// If a case names no key, the runtime's registry finds the kernel, so the case tests the lookup,
// too. If several libraries have a kernel with the found key, all these kernels run. Guards around
// the memory of each tensor find stray accesses without a sanitizer (memory.h). A kernel must not
// change its inputs. A successful call is repeated twice. First, the outputs have dynamic shapes,
// which are too large before the call. Then, the outputs are constants, which kernels must refuse.
// The program fails if a kernel has no successful case, so that a new kernel cannot lack cases.
//
//   --at-least=N        A kernel must have N cases. A fallback kernel must have 5 * N cases if its
//                       operator has other kernels, because the fallback kernel serves mixed
//                       dtypes. A fallback kernel that is the operator's only kernel must have a
//                       case of each dtype. Calls that the kernel must refuse count as cases, too.
//   --only-served       Skips cases that no linked kernel serves.
//   --verdicts          Compares our kernels with PyTorch, and prints a verdict for each case
//                       (see verdict() below). edges.py reads the verdicts.
//   --dtypes            Compares the dtypes that fallback kernels take with the dtypes in the
//                       kernels' keys (fallback_dtypes.h).
//   --bad-arguments=N   Makes about one of N bad calls (bad_arguments.h). S decides which.
//   --readable-guards   Permits reads after the end of a tensor. QEMU 7.2 needs this option,
//                       because QEMU reads 16 bytes for the x86-64 instruction vfmadd231ss. A
//                       processor reads 4 bytes.

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#ifdef __linux__
#include <unistd.h>
#endif

#include "bad_arguments.h"
#include "call.h"
#include "fallback_dtypes.h"

namespace kernel_cases {

namespace {

// The values of DTYPES in case_writer.py.
constexpr et::ScalarType kCaseDtypes[] = {
    et::ScalarType::Byte,         et::ScalarType::Char,          et::ScalarType::Short,
    et::ScalarType::Int,          et::ScalarType::Long,          et::ScalarType::Half,
    et::ScalarType::Float,        et::ScalarType::Double,        et::ScalarType::Bool,
    et::ScalarType::ComplexFloat, et::ScalarType::ComplexDouble, et::ScalarType::BFloat16};

class Coverage {
public:
  void note(const et::Kernel &kernel, const Case &test) {
    Calls &calls = kernels_[&kernel];
    ++calls.count;
    calls.succeeded |= test.expected == et::Error::Ok;
    note_dtypes(calls, test.arguments);
  }

  /// Prints each kernel that needs more cases. Returns true if there is none.
  bool print(size_t least) const {
    size_t uncovered = 0, few = 0;
    for (const et::Kernel &kernel : et::get_registered_kernels()) {
      const auto found = kernels_.find(&kernel);
      const Calls calls = found == kernels_.end() ? Calls() : found->second;
      std::string problem;
      if (!calls.succeeded)
        problem = ": no successful case calls this kernel";
      else if (calls.count < (is_for_mixes(kernel) ? 5 * least : least))
        problem = ": only " + std::to_string(calls.count) + " cases";
      else if (least != 0)
        problem = missing_dtypes(kernel, calls);
      if (!problem.empty())
        std::cout << kernel.name << " " << key_of(kernel) << problem << "\n";
      uncovered += !calls.succeeded;
      few += calls.succeeded && !problem.empty();
    }
    std::cout << et::get_registered_kernels().size() << " kernels, " << uncovered
              << " without a case";
    if (least != 0)
      std::cout << ", " << few << " with too few";
    std::cout << "\n";
    return uncovered == 0 && few == 0;
  }

private:
  struct Calls {
    size_t count = 0;
    bool succeeded = false;
    std::set<et::ScalarType> dtypes;
  };

  static void note_dtypes(Calls &calls, const std::vector<Argument> &arguments) {
    for (const Argument &argument : arguments) {
      if (argument.kind == Kind::Tensor)
        calls.dtypes.insert(argument.dtype);
      note_dtypes(calls, argument.items);
    }
  }

  static bool is_only_kernel(const et::Kernel &kernel) {
    return et::find_kernels(et::get_registered_kernels(), kernel.name).size() == 1;
  }

  static bool is_for_mixes(const et::Kernel &kernel) {
    return is_fallback(kernel) && !is_only_kernel(kernel);
  }

  static std::string missing_dtypes(const et::Kernel &kernel, const Calls &calls) {
    if (!is_only_kernel(kernel) || !is_fallback(kernel))
      return "";
    std::string missing;
    for (const et::ScalarType dtype : kCaseDtypes)
      if (!calls.dtypes.count(dtype))
        missing += " " + std::to_string(static_cast<int>(dtype));
    return missing.empty() ? "" : ": no case has the dtypes" + missing;
  }

  std::map<const et::Kernel *, Calls> kernels_;
};

/// Repeats a call with dynamic outputs, and with constant outputs. Before the call with dynamic
/// outputs, the context gets an error. The kernel must compute the outputs and keep this error.
std::string run_other_outputs(const Case &test, const et::Kernel &kernel) {
  for (const Outputs outputs : {Outputs::Dynamic, Outputs::Constant}) {
    const bool succeeds = outputs == Outputs::Dynamic;
    Call call(test, outputs);
    et::KernelRuntimeContext context;
    if (succeeds)
      context.fail(et::Error::Internal);
    kernel.fn(context, call.args());
    const et::Error expected = succeeds ? et::Error::Internal : et::Error::InvalidProgram;
    const std::string which = succeeds ? "with a dynamic output: " : "with a constant as output: ";
    if (context.failure_state() != expected)
      return which + wrong_end(context.failure_state(), expected);
    const std::string problem = call.check(succeeds);
    if (!problem.empty())
      return which + problem;
  }
  return "";
}

std::string run(const Case &test, Coverage &coverage) {
  Call first(test);
  const Kernels kernels = find(test, first.args());
  if (kernels.empty())
    return test.expected == et::Error::OperatorMissing ? "" : "no kernel serves this call";
  for (const et::Kernel *kernel : kernels) {
    Call other(test);
    Call &call = kernel == kernels.front() ? first : other;
    const std::string which = kernel == kernels.front()
                                  ? ""
                                  : "kernel " + std::to_string(kernel - kernels.front()) + " on: ";
    et::KernelRuntimeContext context;
    kernel->fn(context, call.args());
    if (context.failure_state() != test.expected)
      return which + wrong_end(context.failure_state(), test.expected);
    coverage.note(*kernel, test);
    std::string problem = call.check(test.expected == et::Error::Ok);
    if (problem.empty() && test.expected == et::Error::Ok && !has_alias(test.arguments))
      problem = run_other_outputs(test, *kernel);
    if (!problem.empty())
      return which + problem;
    if (test.is_alike && !call.agrees_with(first))
      return which + "the result is not the first kernel's";
  }
  return "";
}

/// Compares our kernels with PyTorch in one call. Returns:
///   "agreed"         if both give the same results,
///   "refused"        if both refuse the call,
///   "stricter"       if only our kernels refuse the call, or no kernel of ours serves the call,
///   "more lenient"   if only PyTorch refuses the call,
///   "DIFFERENT"      if the results differ, or our kernel writes memory that it must not write.
std::string verdict(const Case &test) {
  const bool succeeds = test.expected == et::Error::Ok;
  const Outputs outputs = succeeds ? Outputs::Static : Outputs::Dynamic;
  std::string result = succeeds ? "stricter: no kernel" : "refused";
  for (const et::Kernel *kernel : find(test, Call(test, outputs).args())) {
    Call call(test, outputs);
    et::KernelRuntimeContext context;
    kernel->fn(context, call.args());
    const bool succeeded = context.failure_state() == et::Error::Ok;
    const std::string problem = succeeds ? call.check(succeeded) : call.check_memory(succeeded);
    if (!problem.empty())
      return "DIFFERENT: " + problem;
    if (succeeded != succeeds)
      return succeeded ? "more lenient" : "stricter";
    result = succeeds ? "agreed" : "refused";
  }
  return result;
}

std::string current; // the running case

#ifdef ET_CASES_GUARD_PAGES
/// Handles SIGSEGV: prints the case whose kernel accessed memory beyond a tensor, and exits.
void report_fault(int) {
#ifdef __linux__
  constexpr char problem[] = ": the kernel reads or writes outside of a tensor's memory\n";
  if (write(STDOUT_FILENO, current.data(), current.size()) < 0 ||
      write(STDOUT_FILENO, problem, sizeof(problem) - 1) < 0)
    _exit(2);
#endif
  std::_Exit(1);
}
#endif

struct Options {
  size_t at_least = 0;
  bool only_served = false, only_verdicts = false, dtypes = false;
  Share bad_calls = {}; ///< if `every` is 0, no bad calls are made
  std::vector<std::string> files;
};

struct Run {
  Coverage coverage;
  BadCalls bad_calls;
  FallbackDtypes dtypes;
  size_t passed = 0, failed = 0;

  void add(const Case &test, const Options &options) {
    if (options.only_served && find(test, Call(test).args()).empty())
      return;
    if (options.dtypes) {
      if (test.expected == et::Error::Ok)
        dtypes.add(test);
      return;
    }
    if (options.bad_calls.every) {
      if (test.expected == et::Error::Ok)
        for (const et::Kernel *kernel : find(test, Call(test).args()))
          bad_calls.add(*kernel, test);
      return;
    }
    current = test.op + " " + test.name;
    if (options.only_verdicts) {
      std::cout << verdict(test) << std::endl;
      return;
    }
    const std::string problem = run(test, coverage);
    ++(problem.empty() ? passed : failed);
    if (!problem.empty())
      std::cout << current << ": " << problem << std::endl;
  }
};

int run_files(const Options &options) {
  Run run;
  for (const std::string &path : options.files) {
    std::ifstream file(path);
    size_t line = 0;
    std::string error = file ? "" : "cannot be read";
    for (Case test; file && read_case(file, line, test, error);) {
      vary_bools(test.arguments);
      run.add(test, options);
    }
    if (!error.empty()) {
      std::cerr << "et-kernel-cases: error: " << path << ": " << error << "\n";
      return 1;
    }
  }
  if (options.only_verdicts)
    return 0;
  if (options.dtypes)
    return run.dtypes.run() ? 0 : 1;
  if (options.bad_calls.every)
    return run.bad_calls.run(options.bad_calls) ? 0 : 1;
  const bool is_covered = run.coverage.print(options.at_least);
  std::cout << run.passed << " cases passed, " << run.failed << " failed\n";
  return run.failed == 0 && is_covered && run.passed != 0 ? 0 : 1;
}

} // namespace

} // namespace kernel_cases

int main(int argc, char **argv) {
  kernel_cases::Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const auto is_number = [&](const std::string &name, size_t &number) {
      if (word.compare(0, name.size(), name) != 0)
        return false;
      number = std::strtoul(word.c_str() + name.size(), nullptr, 10);
      return true;
    };
    options.only_served |= word == "--only-served";
    options.only_verdicts |= word == "--verdicts";
    options.dtypes |= word == "--dtypes";
#ifdef ET_CASES_GUARD_PAGES
    if (word == "--readable-guards")
      kernel_cases::GuardedPages::access = PROT_READ;
#endif
    if (word != "--only-served" && word != "--verdicts" && word != "--dtypes" &&
        word != "--readable-guards" && !is_number("--at-least=", options.at_least) &&
        !is_number("--bad-arguments=", options.bad_calls.every) &&
        !is_number("--seed=", options.bad_calls.seed))
      options.files.push_back(word);
  }
  if (options.files.empty()) {
    std::cerr << "usage: et-kernel-cases [--at-least=N | --only-served | --verdicts | --dtypes | "
                 "--bad-arguments=N [--seed=S]] [--readable-guards] FILE...\n";
    return 1;
  }
#ifdef ET_CASES_GUARD_PAGES
  if (!options.bad_calls.every)
    std::signal(SIGSEGV, kernel_cases::report_fault);
#endif
  return kernel_cases::run_files(options);
}

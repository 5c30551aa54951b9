// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// stock_calls FILE: runs each case of test/kernels with ExecuTorch's kernel. Prints a line for each
// case:
//
//     OPERATOR CASE DTYPES: ERROR OUTPUTS
//
// DTYPES are the codes of the tensors' dtypes. ERROR is the context's error in hexadecimal, or
// "abort". OUTPUTS is a hash of the outputs' memory, or "untouched" if the call did not change this
// memory. If the call ends the process, the line says "ended" and the process's status.
// tools/executorch/narrowed_calls.py compares the lines of two programs.
//
// The program omits random operators, because their outputs differ in each run. It also omits:
//  - cases with too few arguments or a tensor without memory, because some kernels check neither
//  - cases with huge windows, because their loops take too long
//  - cases with a key, because ExecuTorch's kernels have no keys

#include <iostream>
#include <set>

#ifdef __unix__
#include <sys/wait.h>
#include <unistd.h>
#endif

#include "executorch_call.h"

#include <executorch/runtime/kernel/operator_registry.h>
#include <executorch/runtime/platform/runtime.h>

namespace kernel_cases {

namespace {

void add_dtypes(const Argument &argument, std::set<unsigned> &dtypes) {
  if (argument.kind == Kind::Tensor)
    dtypes.insert(static_cast<unsigned>(argument.dtype));
  for (const Argument &item : argument.items)
    add_dtypes(item, dtypes);
}

bool is_safe(const Case &test) {
  for (const char *random : {"aten::rand.out", "aten::randn.out", "aten::native_dropout.out"})
    if (test.op == random)
      return false;
  for (const Argument &argument : test.arguments)
    for (const int64_t integer : argument.integers)
      if (integer > 1 << 24)
        return false;
  return (test.key.empty() || test.key == "fallback") &&
         test.name.find("few_arguments") == std::string::npos &&
         test.name.find("without_memory") == std::string::npos;
}

uint64_t sum_of(const Call &call) {
  uint64_t sum = 0xcbf29ce484222325;
  call.sum(sum);
  return sum;
}

void print_result(const Case &test, executorch::runtime::OpFunction function) {
  std::cout << test.op << " " << test.name;
  std::set<unsigned> dtypes;
  for (const Argument &argument : test.arguments)
    add_dtypes(argument, dtypes);
  char separator = ' ';
  for (const unsigned dtype : dtypes)
    std::cout << std::exchange(separator, ',') << dtype;
  Call call(test, false, stock_guard);
  const uint64_t before = sum_of(call);
  et::Error error = et::Error::Ok;
  std::cout << ": ";
  if (call.run(function, error))
    std::cout << std::hex << static_cast<unsigned>(error) << std::dec;
  else
    std::cout << "abort";
  const uint64_t after = sum_of(call);
  if (after == before)
    std::cout << " untouched" << std::endl;
  else
    std::cout << " " << std::hex << after << std::dec << std::endl;
}

/// Runs a call in a child process, because a kernel may overwrite any memory.
void call_apart(const Case &test, executorch::runtime::OpFunction function) {
#ifdef __unix__
  std::cout.flush();
  const pid_t child = fork();
  if (child == 0) {
    alarm(10);
    print_result(test, function);
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (status != 0)
    std::cout << test.op << " " << test.name << " : ended " << status << "\n";
#else
  print_result(test, function);
#endif
}

bool run_case(const Case &test) {
  const auto function = executorch::runtime::get_op_function_from_registry(test.op.c_str());
  if (function.ok() && is_safe(test))
    call_apart(test, *function);
  return true;
}

} // namespace

} // namespace kernel_cases

int main(int argc, char **argv) {
  executorch::runtime::runtime_init();
  return kernel_cases::run_file(argc, argv, kernel_cases::run_case);
}

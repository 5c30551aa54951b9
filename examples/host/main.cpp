// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// run-pte: runs the methods of a model and prints what comes out.
//
// What it prints on stdout depends on the model, the inputs and the kernels' results only: the same
// text from a full and a pruned program shows that pruning changed nothing. Whatever fails, a
// kernel that was pruned away among it, is told on stderr and makes the exit status 1.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "messages.h"
#include "method_run.h"
#include "model_file.h"

namespace {

constexpr char usage[] =
    "usage: run-pte [options] MODEL\n"
    "\n"
    "Runs the methods of a .pte file, or the test cases of a .bpte file.\n"
    "\n"
    "  --method=NAME   only this method\n"
    "  --input=FILE    an input tensor's elements; again for the next tensor. A .txt or .csv file\n"
    "                  has numbers, any other file raw elements, both with the last index fastest\n"
    "  --fill=HOW      what the other inputs are filled with: zeros, ones or ramp (the default)\n"
    "  --all           print all elements of the outputs, not only the ends of long dimensions\n"
    "  --scratch=BYTES memory that kernels may use while they run (default: 1048576)\n"
    "  --help          print this\n";

struct Options {
  std::string model;
  std::string method;
  std::vector<std::string> input_files;
  Fill fill = Fill::Ramp;
  size_t longest = 8;
  size_t scratch_size = 1 << 20;
};

/// The value of "--name=value" if `argument` is that, null otherwise.
const char *value_of(const char *name, const char *argument) {
  const size_t length = std::strlen(name);
  return std::strncmp(argument, name, length) == 0 && argument[length] == '='
             ? argument + length + 1
             : nullptr;
}

bool parse_fill(const std::string &text, Fill &fill) {
  if (text == "zeros")
    fill = Fill::Zeros;
  else if (text == "ones")
    fill = Fill::Ones;
  else if (text == "ramp")
    fill = Fill::Ramp;
  else
    return fail("--fill=" + text + ": write zeros, ones or ramp");
  return true;
}

bool parse_size(const char *text, size_t &size) {
  char *end = nullptr;
  size = std::strtoull(text, &end, 10);
  return (*text >= '0' && *text <= '9' && *end == '\0') ||
         fail("--scratch=" + std::string(text) + ": write a number of bytes");
}

bool parse_options(int count, char **arguments, Options &options) {
  for (int i = 1; i < count; ++i) {
    const char *argument = arguments[i];
    if (const char *value = value_of("--method", argument)) {
      options.method = value;
    } else if (const char *value = value_of("--input", argument)) {
      options.input_files.push_back(value);
    } else if (const char *value = value_of("--fill", argument)) {
      if (!parse_fill(value, options.fill))
        return false;
    } else if (const char *value = value_of("--scratch", argument)) {
      if (!parse_size(value, options.scratch_size))
        return false;
    } else if (std::strcmp(argument, "--all") == 0) {
      options.longest = SIZE_MAX;
    } else if (argument[0] == '-' || !options.model.empty()) {
      return fail("unexpected argument '" + std::string(argument) + "': run-pte --help tells more");
    } else {
      options.model = argument;
    }
  }
  return !options.model.empty() || fail("no model: write run-pte MODEL");
}

bool run_method(const ModelFile &model, const std::string &name, const Options &options) {
  std::printf("method %s\n", name.c_str());
  MethodRun method;
  if (!method.load(model, name, options.scratch_size) ||
      !method.set_inputs(options.input_files, options.fill) || !method.execute())
    return false;
  method.print_outputs(options.longest);
  return true;
}

bool run_tests(ModelFile &model, const std::string &name, const Options &options) {
  std::printf("method %s\n", name.c_str());
  MethodRun method;
  std::vector<TestCase> tests;
  if (!model.read_test_cases(name, tests) || !method.load(model, name, options.scratch_size))
    return false;
  size_t passed = 0;
  for (size_t i = 0; i < tests.size(); ++i) {
    const bool passes = method.run_test(tests[i]);
    std::printf("test case %zu %s\n", i, passes ? "passed" : "failed");
    passed += passes;
  }
  return passed == tests.size();
}

/// The methods to run; empty, after a message, when there are none.
std::vector<std::string> methods_to_run(const ModelFile &model, const std::string &wanted) {
  std::vector<std::string> names;
  std::string all;
  for (size_t i = 0; i < model.program().num_methods(); ++i) {
    et::Result<const char *> name = model.program().get_method_name(i);
    if (!name.ok())
      continue;
    all += std::string(all.empty() ? "" : ", ") + "'" + *name + "'";
    if (wanted.empty() || wanted == *name)
      names.push_back(*name);
  }
  if (names.empty())
    fail(model.path() + ": there is no method " +
         (wanted.empty() ? "in it" : "'" + wanted + "', but there are " + all));
  return names;
}

bool run(const Options &options) {
  ModelFile model;
  if (!model.open(options.model))
    return false;
  if (model.is_bundle() && !options.input_files.empty())
    return fail(options.model + ": it brings its inputs: leave --input out");
  const std::vector<std::string> names = methods_to_run(model, options.method);
  bool ok = !names.empty();
  for (const std::string &name : names)
    ok &= model.is_bundle() ? run_tests(model, name, options) : run_method(model, name, options);
  return ok;
}

} // namespace

int main(int count, char **arguments) {
  for (int i = 1; i < count; ++i) {
    if (std::strcmp(arguments[i], "--help") == 0) {
      std::fputs(usage, stdout);
      return 0;
    }
  }
  Options options;
  return parse_options(count, arguments, options) && run(options) ? 0 : 1;
}

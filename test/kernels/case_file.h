// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads case files. case_writer.py describes the format. A case does not use our runtime's EValue,
// because tests with ExecuTorch's runtime (test/executorch) read case files, too.

#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

#include "et/error.h"
#include "et/scalar_type.h"

namespace kernel_cases {

enum class Kind {
  None,
  Tensor,
  Int,
  Bool,
  Double,
  Ints,
  Doubles,
  Bools,
  String,
  Tensors,
  OptionalTensors,
};

/// `data` has the elements of an input or expected output, in memory order.
struct Argument {
  Kind kind = Kind::None;
  bool is_output = false;
  bool is_absent = false; ///< a tensor without memory
  et::ScalarType dtype = et::ScalarType::Byte;
  std::vector<int32_t> sizes;
  std::vector<uint8_t> order;
  std::vector<uint8_t> data;
  int alias = -1; ///< the output shares the memory of the tensor with this number, counted from 0
  double rtol = 0;
  double atol = 0;
  int64_t integer = 0; ///< also a Bool, or the number of items of a list of tensors
  double number = 0;
  std::vector<int64_t> integers; ///< also a list of Bool
  std::vector<double> numbers;
  std::string text;
  std::vector<Argument> items; ///< of a list: each is a Tensor or None
};

struct Case {
  std::string name;
  std::string op;
  std::string key; ///< empty: the registry chooses the kernel
  std::vector<Argument> arguments;
  bool is_alike = false; ///< all kernels with the key must give equal results
  et::Error expected = et::Error::Ok;
};

/// Returns false at the end of the file, or, with a message in `error`, for a malformed case.
bool read_case(std::istream &file, size_t &line_number, Case &result, std::string &error);

/// Calls `run` with the cases of file argv[1] until `run` returns false. Returns the exit status.
int run_file(int argc, char **argv, const std::function<bool(const Case &)> &run);

/// Gives some true Bools another byte of kTrueBytes, because programs may have such bytes.
void vary_bools(std::vector<Argument> &arguments);

/// For an in-place operator, removes the extra output and marks the first argument as the output.
void set_in_place(Case &test);

bool has_alias(const std::vector<Argument> &arguments);

} // namespace kernel_cases

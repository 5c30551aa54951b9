// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See case_file.h.

#include "case_file.h"

#include <charconv>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <sstream>
#include <type_traits>

#include "compare.h"

namespace kernel_cases {

namespace {

bool parse_dtype(const std::string &word, et::ScalarType &dtype) {
#define ET_SCALAR_TYPE(name, code, size)                                                           \
  if (word == #name) {                                                                             \
    dtype = et::ScalarType::name;                                                                  \
    return true;                                                                                   \
  }
  ET_FORALL_DTYPES(ET_SCALAR_TYPE)
#undef ET_SCALAR_TYPE
  return false;
}

template <typename T> bool parse_numbers(const std::string &word, std::vector<T> &numbers) {
  if (word == "-")
    return true;
  std::istringstream in(word);
  for (std::string item; std::getline(in, item, ',');) {
    char *end = nullptr;
    if constexpr (std::is_floating_point_v<T>)
      numbers.push_back(std::strtod(item.c_str(), &end));
    else
      numbers.push_back(static_cast<T>(std::strtoll(item.c_str(), &end, 10)));
    if (item.empty() || *end != '\0')
      return false;
  }
  return true;
}

bool parse_bytes(const std::string &word, std::vector<uint8_t> &bytes) {
  if (word == "-")
    return true;
  for (const char *digits = word.c_str(); *digits; digits += 2)
    if (std::from_chars(digits, digits + 2, bytes.emplace_back(), 16).ptr != digits + 2)
      return false;
  return true;
}

bool parse_tensor(std::istringstream &words, Argument &argument) {
  std::string dtype, sizes, order, data;
  words >> dtype >> sizes >> order;
  if (argument.is_output)
    words >> argument.rtol >> argument.atol;
  words >> data;
  argument.is_absent = data == "absent";
  return words && parse_dtype(dtype, argument.dtype) && parse_numbers(sizes, argument.sizes) &&
         parse_numbers(order, argument.order) &&
         parse_bytes(argument.is_absent ? "-" : data, argument.data) &&
         argument.sizes.size() == argument.order.size();
}

bool parse_argument(const std::string &kind, std::istringstream &words, Argument &argument) {
  static const std::map<std::string, Kind> kinds = {
      {"in", Kind::Tensor},     {"out", Kind::Tensor},      {"none", Kind::None},
      {"int", Kind::Int},       {"bool", Kind::Bool},       {"double", Kind::Double},
      {"ints", Kind::Ints},     {"bools", Kind::Bools},     {"doubles", Kind::Doubles},
      {"string", Kind::String}, {"tensors", Kind::Tensors}, {"optionals", Kind::OptionalTensors}};
  const auto found = kinds.find(kind);
  if (found == kinds.end())
    return false;
  argument.kind = found->second;
  argument.is_output = kind == "out";
  std::string word;
  switch (argument.kind) {
  case Kind::None:
    return true;
  case Kind::Tensor:
    return parse_tensor(words, argument);
  case Kind::Ints:
  case Kind::Bools:
    return words >> word && parse_numbers(word, argument.integers);
  case Kind::Doubles:
    return words >> word && parse_numbers(word, argument.numbers);
  case Kind::String:
    words >> word;
    argument.text = word == "-" ? "" : word;
    break;
  case Kind::Double:
    words >> word;
    argument.number = std::strtod(word.c_str(), nullptr);
    break;
  default:
    words >> argument.integer;
  }
  return !words.fail();
}

/// Returns where the next argument belongs: the last list if it lacks items, else the call.
std::vector<Argument> &next_arguments(Case &test) {
  if (test.arguments.empty())
    return test.arguments;
  Argument &last = test.arguments.back();
  const bool is_list = last.kind == Kind::Tensors || last.kind == Kind::OptionalTensors;
  return is_list && last.items.size() < static_cast<size_t>(last.integer) ? last.items
                                                                          : test.arguments;
}

} // namespace

bool read_case(std::istream &file, size_t &line_number, Case &result, std::string &error) {
  result = Case();
  for (std::string line; std::getline(file, line);) {
    ++line_number;
    std::istringstream words(line);
    std::string kind, word;
    if (!(words >> kind) || kind[0] == '#')
      continue;
    if (kind == "run")
      return true;
    bool ok = true;
    if (kind == "case") {
      ok = bool(words >> result.name);
    } else if (kind == "op") {
      ok = bool(words >> result.op);
    } else if (kind == "key") {
      ok = bool(words >> result.key);
    } else if (kind == "alike") {
      result.is_alike = true;
    } else if (kind == "alias") {
      ok = !result.arguments.empty() && bool(words >> result.arguments.back().alias) &&
           result.arguments.back().alias >= 0;
    } else if (kind == "fail") {
      words >> word;
      result.expected = word == "InvalidArgument"  ? et::Error::InvalidArgument
                        : word == "InvalidProgram" ? et::Error::InvalidProgram
                                                   : et::Error::OperatorMissing;
      ok = result.expected != et::Error::OperatorMissing || word == "OperatorMissing";
    } else {
      std::vector<Argument> &arguments = next_arguments(result);
      arguments.emplace_back();
      ok = parse_argument(kind, words, arguments.back());
    }
    if (!ok) {
      error = "line " + std::to_string(line_number) + ": malformed '" + kind + "'";
      return false;
    }
  }
  return false;
}

int run_file(int argc, char **argv, const std::function<bool(const Case &)> &run) {
  std::ifstream file(argc == 2 ? argv[1] : "");
  size_t line = 0;
  std::string error;
  for (Case test; file && read_case(file, line, test, error);)
    if (!run(test))
      return 1;
  std::cout << error << (error.empty() ? "" : "\n");
  return error.empty() && file.eof() ? 0 : 1;
}

void vary_bools(std::vector<Argument> &arguments) {
  const auto vary = [](auto &items) {
    for (size_t i = 0; i < items.size(); ++i)
      if (items[i] != 0)
        items[i] = kTrueBytes[i % std::size(kTrueBytes)];
  };
  for (Argument &argument : arguments) {
    vary_bools(argument.items);
    if (argument.kind == Kind::Bools)
      vary(argument.integers);
    if (argument.kind == Kind::Tensor && !argument.is_output &&
        argument.dtype == et::ScalarType::Bool)
      vary(argument.data);
  }
}

void set_in_place(Case &test) {
  if (test.op.back() != '_' || test.arguments.back().alias < 0)
    return;
  test.arguments.pop_back();
  test.arguments.front().is_output = true;
}

bool has_alias(const std::vector<Argument> &arguments) {
  for (const Argument &argument : arguments)
    if (argument.alias >= 0 || has_alias(argument.items))
      return true;
  return false;
}

} // namespace kernel_cases

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "elements.h"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>
#include <vector>

#include "et/bfloat16.h"
#include "et/complex.h"
#include "et/half.h"
#include "files.h"

using et::ScalarType;
using et::Tensor;

namespace {

/// Calls `action` with a null `T *`, T being the C++ type of the dtype's elements.
template <typename Action> void with_element_type(ScalarType type, Action action) {
  switch (type) {
  case ScalarType::Char:
  case ScalarType::QInt8:
    return action(static_cast<int8_t *>(nullptr));
  case ScalarType::Short:
    return action(static_cast<int16_t *>(nullptr));
  case ScalarType::Int:
  case ScalarType::QInt32:
    return action(static_cast<int32_t *>(nullptr));
  case ScalarType::Long:
    return action(static_cast<int64_t *>(nullptr));
  case ScalarType::Bits16:
  case ScalarType::UInt16:
    return action(static_cast<uint16_t *>(nullptr));
  case ScalarType::UInt32:
    return action(static_cast<uint32_t *>(nullptr));
  case ScalarType::UInt64:
    return action(static_cast<uint64_t *>(nullptr));
  case ScalarType::Bool:
    return action(static_cast<bool *>(nullptr));
  case ScalarType::Half:
    return action(static_cast<et::Half *>(nullptr));
  case ScalarType::BFloat16:
    return action(static_cast<et::BFloat16 *>(nullptr));
  case ScalarType::Float:
    return action(static_cast<float *>(nullptr));
  case ScalarType::Double:
    return action(static_cast<double *>(nullptr));
  case ScalarType::ComplexHalf:
    return action(static_cast<et::Complex<et::Half> *>(nullptr));
  case ScalarType::ComplexFloat:
    return action(static_cast<et::Complex<float> *>(nullptr));
  case ScalarType::ComplexDouble:
    return action(static_cast<et::Complex<double> *>(nullptr));
  default:
    return action(static_cast<uint8_t *>(nullptr));
  }
}

/// Calls `visit` with the address of each element, in index order.
template <typename Visit> void for_each_element(Tensor tensor, Visit visit) {
  auto *element = static_cast<uint8_t *>(tensor.mutable_data_ptr());
  std::vector<et::SizesType> index(tensor.dim());
  for (size_t left = tensor.numel(); left > 0; --left) {
    visit(element);
    for (size_t d = tensor.dim(); d-- > 0;) {
      const ptrdiff_t step = static_cast<ptrdiff_t>(tensor.element_size()) * tensor.strides()[d];
      element += step;
      if (++index[d] < tensor.size(d))
        break;
      element -= step * index[d];
      index[d] = 0;
    }
  }
}

// One set of functions for each kind of element.

template <typename T> T read(const uint8_t *element) {
  T value;
  std::memcpy(&value, element, sizeof(T));
  return value;
}

template <typename T> void write(uint8_t *element, T value) {
  std::memcpy(element, &value, sizeof(T));
}

template <typename T>
constexpr bool is_floating_point =
    std::is_floating_point_v<T> || std::is_same_v<T, et::Half> || std::is_same_v<T, et::BFloat16>;
template <typename T> constexpr bool is_complex = false;
template <typename T> constexpr bool is_complex<et::Complex<T>> = true;

template <typename T> T from_double(double value) {
  if constexpr (is_complex<T>)
    return {from_double<decltype(T::real)>(value), from_double<decltype(T::real)>(0)};
  else if constexpr (std::is_same_v<T, et::Half> || std::is_same_v<T, et::BFloat16>)
    return T(static_cast<float>(value));
  else
    return static_cast<T>(value);
}

template <typename T> double to_double(T value) {
  if constexpr (std::is_same_v<T, et::Half> || std::is_same_v<T, et::BFloat16>)
    return static_cast<double>(static_cast<float>(value));
  else
    return static_cast<double>(value);
}

/// Whether all of `text` is a value of type T.
template <typename T> bool parse(const std::string &text, T &value) {
  const char *const end = text.data() + text.size();
  if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
    const auto [last, error] = std::from_chars(text.data(), end, value);
    return error == std::errc() && last == end;
  } else {
    double number = 0;
    const auto [last, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc() || last != end)
      return false;
    if (std::is_same_v<T, bool> && number != 0 && number != 1)
      return false;
    value = from_double<T>(number);
    return true;
  }
}

template <typename T> std::string text_of(T value) {
  if constexpr (is_complex<T>) {
    const std::string imaginary = text_of(value.imag);
    return text_of(value.real) + (imaginary[0] == '-' ? "" : "+") + imaginary + "i";
  } else if constexpr (std::is_same_v<T, bool>) {
    return value ? "true" : "false";
  } else if constexpr (std::is_same_v<T, et::Half> || std::is_same_v<T, et::BFloat16>) {
    return text_of(static_cast<float>(value));
  } else {
    char text[32];
    return std::string(text, std::to_chars(text, text + sizeof(text), value).ptr);
  }
}

template <typename T> bool is_close(T actual, T expected) {
  if constexpr (is_complex<T>) {
    return is_close(actual.real, expected.real) && is_close(actual.imag, expected.imag);
  } else if constexpr (is_floating_point<T>) {
    const double a = to_double(actual), b = to_double(expected);
    // Kernels may add up in another order than those that the expectation comes from.
    return a == b || (std::isnan(a) && std::isnan(b)) ||
           (std::isfinite(b) && std::abs(a - b) <= 1e-6 + 1e-4 * std::abs(b));
  } else {
    return actual == expected;
  }
}

// The same for elements of a dtype that is known only when the program runs.

bool parse_element(ScalarType dtype, const std::string &text, uint8_t *element) {
  bool parsed = false;
  with_element_type(dtype, [&](auto *type) {
    std::remove_pointer_t<decltype(type)> value{};
    parsed = parse(text, value);
    write(element, value);
  });
  return parsed;
}

void write_element(ScalarType dtype, double value, uint8_t *element) {
  with_element_type(dtype, [&](auto *type) {
    write(element, from_double<std::remove_pointer_t<decltype(type)>>(value));
  });
}

std::string element_text(ScalarType dtype, const uint8_t *element) {
  std::string text;
  with_element_type(dtype, [&](auto *type) {
    text = text_of(read<std::remove_pointer_t<decltype(type)>>(element));
  });
  return text;
}

bool elements_are_close(ScalarType dtype, const uint8_t *actual, const uint8_t *expected) {
  bool close = false;
  with_element_type(dtype, [&](auto *type) {
    using T = std::remove_pointer_t<decltype(type)>;
    close = is_close(read<T>(actual), read<T>(expected));
  });
  return close;
}

bool has_fractions(ScalarType dtype) {
  bool result = false;
  with_element_type(dtype, [&](auto *type) {
    using T = std::remove_pointer_t<decltype(type)>;
    result = is_floating_point<T> || is_complex<T>;
  });
  return result;
}

const char *dtype_name(ScalarType type) {
  switch (type) {
#define DTYPE_NAME(name, code, size)                                                               \
  case ScalarType::name:                                                                           \
    return #name;
    ET_FORALL_SCALAR_TYPES(DTYPE_NAME)
#undef DTYPE_NAME
  }
  return "unknown dtype";
}

std::string describe(Tensor tensor) {
  std::string text = dtype_name(tensor.scalar_type());
  text += " [";
  for (size_t d = 0; d < tensor.dim(); ++d)
    text += (d == 0 ? "" : ", ") + std::to_string(tensor.size(d));
  return text + "]";
}

std::string fill_from_bytes(Tensor tensor, const et::Span<const uint8_t> bytes) {
  if (bytes.size() != tensor.nbytes())
    return "it has " + std::to_string(bytes.size()) + " bytes, but " + describe(tensor) + " has " +
           std::to_string(tensor.nbytes()) + ": a file of numbers must be named .txt or .csv";
  const uint8_t *next = bytes.data();
  for_each_element(tensor, [&](uint8_t *element) {
    std::memcpy(element, next, tensor.element_size());
    if (tensor.scalar_type() == ScalarType::Bool)
      *element = *element != 0;
    next += tensor.element_size();
  });
  return "";
}

std::string fill_from_text(Tensor tensor, const std::string &text) {
  const char *const separators = " \t\r\n,;";
  size_t position = 0, count = 0;
  std::string wrong;
  for_each_element(tensor, [&](uint8_t *element) {
    position = text.find_first_not_of(separators, position);
    if (!wrong.empty() || position == std::string::npos)
      return;
    const size_t end = text.find_first_of(separators, position);
    const std::string number = text.substr(position, end - position);
    position = end;
    ++count;
    if (!parse_element(tensor.scalar_type(), number, element))
      wrong = "'" + number + "', its number " + std::to_string(count) + ", is no " +
              dtype_name(tensor.scalar_type());
  });
  if (!wrong.empty())
    return wrong;
  const bool more = text.find_first_not_of(separators, position) != std::string::npos;
  if (more || count != tensor.numel())
    return "it has " + std::string(more ? "more than " : "") + std::to_string(count) +
           " numbers, but " + describe(tensor) + " has " + std::to_string(tensor.numel());
  return "";
}

void append_elements(std::string &text, Tensor tensor, size_t longest, size_t dim,
                     const uint8_t *element) {
  if (dim == tensor.dim()) {
    text += element_text(tensor.scalar_type(), element);
    return;
  }
  const size_t size = static_cast<size_t>(tensor.size(dim));
  const bool is_innermost = dim + 1 == tensor.dim();
  const std::string separator = is_innermost ? ", " : ",\n" + std::string(dim + 1, ' ');
  text += "[";
  for (size_t i = 0; i < size; ++i) {
    if (i > 0)
      text += separator;
    if (size > longest && i == longest / 2) {
      text += "..." + separator;
      i = size - longest / 2;
    }
    append_elements(text, tensor, longest, dim + 1,
                    element +
                        static_cast<ptrdiff_t>(i * tensor.element_size()) * tensor.strides()[dim]);
  }
  text += "]";
}

} // namespace

std::string describe(const et::EValue &value) {
  if (value.isTensor())
    return describe(value.toTensor());
  if (value.isInt())
    return "Int " + text_of(value.toInt());
  if (value.isDouble())
    return "Double " + text_of(value.toDouble());
  if (value.isBool())
    return "Bool " + text_of(value.toBool());
  return "no tensor or number";
}

void fill(Tensor tensor, Fill how) {
  const size_t last = tensor.numel() - 1;
  const bool rises = has_fractions(tensor.scalar_type());
  size_t index = 0;
  for_each_element(tensor, [&](uint8_t *element) {
    double value = how == Fill::Ones ? 1 : 0;
    if (how == Fill::Ramp && rises && last > 0)
      value = 2 * static_cast<double>(index) / static_cast<double>(last) - 1;
    else if (how == Fill::Ramp)
      value = static_cast<double>(index % 10);
    write_element(tensor.scalar_type(), value, element);
    ++index;
  });
}

std::string fill_from_file(Tensor tensor, const std::string &path) {
  Block file;
  std::string problem = read_file(path, file);
  if (!problem.empty())
    return problem;
  const auto ends_with = [&](const std::string &end) {
    return path.size() >= end.size() &&
           path.compare(path.size() - end.size(), end.size(), end) == 0;
  };
  if (!ends_with(".txt") && !ends_with(".csv"))
    return fill_from_bytes(tensor, {file.data(), file.size()});
  return fill_from_text(tensor, {reinterpret_cast<const char *>(file.data()), file.size()});
}

std::string elements_text(Tensor tensor, size_t longest) {
  std::string text;
  append_elements(text, tensor, longest, 0, static_cast<const uint8_t *>(tensor.const_data_ptr()));
  return text;
}

std::string compare(Tensor actual, Tensor expected) {
  const ScalarType dtype = actual.scalar_type();
  std::vector<const uint8_t *> wanted;
  for_each_element(expected, [&](const uint8_t *element) { wanted.push_back(element); });
  size_t index = 0, different = 0;
  std::string first;
  for_each_element(actual, [&](const uint8_t *element) {
    if (!elements_are_close(dtype, element, wanted[index]) && different++ == 0)
      first = "element " + std::to_string(index) + " is " + element_text(dtype, element) +
              ", not " + element_text(dtype, wanted[index]);
    ++index;
  });
  if (different == 0)
    return "";
  return std::to_string(different) + " of " + std::to_string(index) + " elements differ; " + first;
}

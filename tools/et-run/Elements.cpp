// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Elements.h"

#include "Selection/Names.h"
#include "Support/Numbers.h"

#include "et/bfloat16.h"
#include "et/complex.h"
#include "et/half.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <charconv>
#include <cmath>
#include <cstring>
#include <type_traits>
#include <vector>

using namespace llvm;

namespace etprune {

namespace {

/// Calls `Action` with a null `T *`. T is the C++ type of the dtype's elements.
template <typename Function> auto withElementType(et::ScalarType Type, Function Action) {
  switch (Type) {
#define ET_DTYPE(name, T)                                                                          \
  case et::ScalarType::name:                                                                       \
    return Action(static_cast<T *>(nullptr));
    ET_DTYPE(Char, int8_t)
    ET_DTYPE(QInt8, int8_t)
    ET_DTYPE(Short, int16_t)
    ET_DTYPE(Int, int32_t)
    ET_DTYPE(QInt32, int32_t)
    ET_DTYPE(Long, int64_t)
    ET_DTYPE(Bits16, uint16_t)
    ET_DTYPE(UInt16, uint16_t)
    ET_DTYPE(UInt32, uint32_t)
    ET_DTYPE(UInt64, uint64_t)
    ET_DTYPE(Bool, bool)
    ET_DTYPE(Half, et::Half)
    ET_DTYPE(BFloat16, et::BFloat16)
    ET_DTYPE(Float, float)
    ET_DTYPE(Double, double)
    ET_DTYPE(ComplexHalf, et::Complex<et::Half>)
    ET_DTYPE(ComplexFloat, et::Complex<float>)
    ET_DTYPE(ComplexDouble, et::Complex<double>)
#undef ET_DTYPE
  default:
    return Action(static_cast<uint8_t *>(nullptr));
  }
}

/// The byte of a Bool element may have any value, because a file may contain any. Only 0 is false.
template <typename T> T read(const uint8_t *Element) {
  if constexpr (std::is_same_v<T, bool>)
    return *Element != 0;
  T Value;
  std::memcpy(&Value, Element, sizeof(T));
  return Value;
}

template <typename T> void write(uint8_t *Element, T Value) {
  std::memcpy(Element, &Value, sizeof(T));
}

template <typename T>
constexpr bool IsShortFloat = std::is_same_v<T, et::Half> || std::is_same_v<T, et::BFloat16>;
template <typename T> constexpr bool IsFloat = std::is_floating_point_v<T> || IsShortFloat<T>;
template <typename T> constexpr bool IsComplex = false;
template <typename T> constexpr bool IsComplex<et::Complex<T>> = true;

template <typename T> T fromDouble(double Value) {
  if constexpr (IsComplex<T>)
    return {fromDouble<decltype(T::real)>(Value), fromDouble<decltype(T::real)>(0)};
  else if constexpr (IsShortFloat<T>)
    return T(static_cast<float>(Value));
  else
    return static_cast<T>(Value);
}

/// True if the whole text is a value of type T.
template <typename T> bool parse(StringRef Text, T &Value) {
  // NumPy and spreadsheets write a plus sign, which from_chars does not accept.
  if (Text.consume_front("+") && Text.starts_with("-"))
    return false;
  constexpr bool IsInteger = std::is_integral_v<T> && !std::is_same_v<T, bool>;
  std::conditional_t<IsInteger, T, double> Number{};
  const auto [Last, Failure] = std::from_chars(Text.begin(), Text.end(), Number);
  if (Failure != std::errc() || Last != Text.end() ||
      (std::is_same_v<T, bool> && Number != 0 && Number != 1))
    return false;
  if constexpr (IsInteger)
    Value = Number;
  else
    Value = fromDouble<T>(Number);
  return true;
}

template <typename T> std::string textOf(T Value) {
  if constexpr (IsComplex<T>) {
    const std::string Imaginary = textOf(Value.imag);
    return textOf(Value.real) + (Imaginary[0] == '-' ? "" : "+") + Imaginary + "i";
  } else if constexpr (std::is_same_v<T, bool>) {
    return Value ? "true" : "false";
  } else if constexpr (IsShortFloat<T>) {
    return textOf(static_cast<float>(Value));
  } else {
    char Text[32];
    return std::string(Text, std::to_chars(Text, Text + sizeof(Text), Value).ptr);
  }
}

template <typename T> T randomElement(std::mt19937_64 &Numbers) {
  // Use no distribution of <random>, because its numbers differ between C++ libraries.
  const uint64_t Number = Numbers();
  if constexpr (IsComplex<T>)
    return {randomElement<decltype(T::real)>(Numbers), randomElement<decltype(T::real)>(Numbers)};
  else if constexpr (IsFloat<T>)
    return fromDouble<T>(static_cast<double>(Number >> 11) * 0x1p-52 - 1);
  else if constexpr (std::is_same_v<T, bool>)
    return Number & 1;
  else
    return static_cast<T>(sizeof(T) == 1 ? Number : Number % 10);
}

void forEachElement(et::Tensor Tensor, function_ref<void(uint8_t *)> Visit) {
  auto *Element = static_cast<uint8_t *>(Tensor.mutable_data_ptr());
  std::vector<et::SizesType> Index(Tensor.dim());
  for (size_t Left = Tensor.numel(); Left > 0; --Left) {
    Visit(Element);
    for (size_t D = Tensor.dim(); D-- > 0;) {
      const ptrdiff_t Step = static_cast<ptrdiff_t>(Tensor.element_size()) * Tensor.strides()[D];
      Element += Step;
      if (++Index[D] < Tensor.size(D))
        break;
      Element -= Step * Index[D];
      Index[D] = 0;
    }
  }
}

void appendElements(std::string &Text, et::Tensor Tensor, size_t Longest, size_t Dim,
                    const uint8_t *Element) {
  if (Dim == Tensor.dim()) {
    Text += withElementType(Tensor.scalar_type(), [&](auto *Null) {
      return textOf(read<std::remove_pointer_t<decltype(Null)>>(Element));
    });
    return;
  }
  const size_t Size = static_cast<size_t>(Tensor.size(Dim));
  const bool IsInnermost = Dim + 1 == Tensor.dim();
  const std::string Separator = IsInnermost ? ", " : ",\n" + std::string(Dim + 1, ' ');
  Text += "[";
  for (size_t I = 0; I < Size; ++I) {
    if (I > 0)
      Text += Separator;
    if (Size > Longest && I == Longest / 2) {
      Text += "..." + Separator;
      I = Size - Longest / 2;
    }
    appendElements(Text, Tensor, Longest, Dim + 1,
                   Element +
                       static_cast<ptrdiff_t>(I * Tensor.element_size()) * Tensor.strides()[Dim]);
  }
  Text += "]";
}

} // namespace

static StringRef dtypeOf(et::Tensor Tensor) {
  return dtypeName(static_cast<unsigned>(Tensor.scalar_type()));
}

std::string shapeText(et::Span<const et::SizesType> Sizes) {
  const auto Texts = map_range(Sizes, [](et::SizesType Size) { return std::to_string(Size); });
  return "[" + join(Texts, ", ") + "]";
}

std::string describe(et::Tensor Tensor) {
  return (dtypeOf(Tensor) + " " + shapeText(Tensor.sizes())).str();
}

std::string describe(const et::EValue &Value) {
  if (Value.isTensor())
    return describe(Value.toTensor());
  if (Value.isInt())
    return "Int " + textOf(Value.toInt());
  if (Value.isDouble())
    return "Double " + textOf(Value.toDouble());
  if (Value.isBool())
    return "Bool " + textOf(Value.toBool());
  return "a value that is neither a tensor nor a number";
}

void fill(et::Tensor Tensor, Fill How, std::mt19937_64 &Numbers) {
  const size_t Last = Tensor.numel() - 1;
  size_t Index = 0;
  withElementType(Tensor.scalar_type(), [&](auto *Null) {
    using T = std::remove_pointer_t<decltype(Null)>;
    forEachElement(Tensor, [&](uint8_t *Element) {
      double Value = How == Fill::Ones ? 1 : 0;
      if (How == Fill::Ramp && (IsFloat<T> || IsComplex<T>) && Last > 0)
        Value = 2 * static_cast<double>(Index) / static_cast<double>(Last) - 1;
      else if (How == Fill::Ramp)
        Value = static_cast<double>(Index % 10);
      write(Element, How == Fill::Random ? randomElement<T>(Numbers) : fromDouble<T>(Value));
      ++Index;
    });
  });
}

Error fillFromText(et::Tensor Tensor, StringRef Text) {
  constexpr StringLiteral Separators = " \t\r\n,;";
  // Spreadsheets begin UTF-8 files with a byte order mark.
  Text.consume_front("\xef\xbb\xbf");
  Text = Text.ltrim(Separators);
  size_t Count = 0;
  std::string Wrong;
  forEachElement(Tensor, [&](uint8_t *Element) {
    if (!Wrong.empty() || Text.empty())
      return;
    StringRef Number = Text.take_front(Text.find_first_of(Separators));
    Text = Text.drop_front(Number.size()).ltrim(Separators);
    ++Count;
    const bool IsValid = withElementType(Tensor.scalar_type(), [&](auto *Null) {
      std::remove_pointer_t<decltype(Null)> Value{};
      const bool Parsed = parse(Number, Value);
      write(Element, Value);
      return Parsed;
    });
    if (!IsValid)
      Wrong = formatv("number {0}, '{1}', is not a value of dtype {2}", Count,
                      Number.take_front(40), dtypeOf(Tensor));
  });
  if (!Wrong.empty())
    return createStringError(Wrong);
  if (Text.empty() && Count == Tensor.numel())
    return Error::success();
  return createStringError("it has " + Twine(Text.empty() ? "" : "more than ") +
                           counted(Count, "number") + ", but " + describe(Tensor) + " has " +
                           Twine(Tensor.numel()));
}

Error fillFromBytes(et::Tensor Tensor, StringRef Bytes) {
  if (Bytes.size() != Tensor.nbytes())
    return createStringError("it has " + counted(Bytes.size(), "byte") + ", but " +
                             describe(Tensor) + " has " + Twine(Tensor.nbytes()) +
                             "; write a binary file with NumPy's tofile(); give a file that has "
                             "numbers as text the extension .txt or .csv");
  const char *Next = Bytes.data();
  forEachElement(Tensor, [&](uint8_t *Element) {
    std::memcpy(Element, Next, Tensor.element_size());
    if (Tensor.scalar_type() == et::ScalarType::Bool)
      *Element = *Element != 0;
    Next += Tensor.element_size();
  });
  return Error::success();
}

std::string elementsText(et::Tensor Tensor, size_t Longest) {
  std::string Text;
  appendElements(Text, Tensor, Longest, 0, static_cast<const uint8_t *>(Tensor.const_data_ptr()));
  return Text;
}

} // namespace etprune

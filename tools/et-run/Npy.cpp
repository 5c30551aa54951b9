// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Npy.h"

#include "Elements.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cstring>

using namespace llvm;

namespace etprune {

namespace {

constexpr StringLiteral Magic = "\x93NUMPY";

/// The header, a Python dictionary of three known keys.
class HeaderReader {
public:
  explicit HeaderReader(StringRef Text) : Rest(Text) {}

  Error read(NpyArray &Array) {
    bool HasDtype = false, HasOrder = false, HasShape = false;
    if (!take('{'))
      return wrong();
    while (!take('}')) {
      StringRef Key, Value;
      if (!takeString(Key) || !take(':'))
        return wrong();
      if (Key == "descr" && !HasDtype) {
        HasDtype = true;
        if (take('['))
          return createStringError("its elements are records; save one field of it");
        if (!takeString(Value))
          return wrong();
        if (Error E = readDtype(Value, Array))
          return E;
      } else if (Key == "fortran_order" && !HasOrder) {
        HasOrder = true;
        Array.IsFortranOrder = takeWord("True");
        if (!Array.IsFortranOrder && !takeWord("False"))
          return wrong();
      } else if (Key == "shape" && !HasShape) {
        HasShape = true;
        if (Error E = readShape(Array.Sizes))
          return E;
      } else {
        return wrong();
      }
      if (!take(',') && !Rest.ltrim().starts_with("}"))
        return wrong();
    }
    return HasDtype && HasOrder && HasShape && Rest.trim().empty() ? Error::success() : wrong();
  }

private:
  static Error wrong() {
    return createStringError("its header is none of NumPy's; save the array again");
  }
  bool take(char C) {
    Rest = Rest.ltrim();
    return Rest.consume_front(StringRef(&C, 1));
  }
  bool takeWord(StringRef Word) {
    Rest = Rest.ltrim();
    return Rest.consume_front(Word);
  }
  bool takeString(StringRef &Text) {
    const char Quote = Rest.ltrim().starts_with("\"") ? '"' : '\'';
    if (!take(Quote))
      return false;
    const size_t End = Rest.find(Quote);
    if (End == StringRef::npos)
      return false;
    Text = Rest.take_front(End);
    Rest = Rest.drop_front(End + 1);
    return true;
  }
  static Error readDtype(StringRef Text, NpyArray &Array) {
    Array.IsBigEndian = Text.starts_with(">");
    Array.Dtype = Text.ltrim("<>|=").str();
    // No tensor has NumPy's other kinds of elements (objects, text, dates).
    unsigned Size;
    if (Array.Dtype.empty() || !StringRef("biufcV").contains(Array.Dtype[0]) ||
        StringRef(Array.Dtype).drop_front().getAsInteger(10, Size) || Size == 0 || Size > 16)
      return createStringError("its elements are '" + Text.take_front(40) +
                               "', which no tensor has; convert them with NumPy's astype()");
    return Error::success();
  }
  Error readShape(std::vector<et::SizesType> &Sizes) {
    if (!take('('))
      return wrong();
    while (!take(')')) {
      uint64_t Size;
      Rest = Rest.ltrim();
      if (Rest.consumeInteger(10, Size))
        return wrong();
      if (Size > INT32_MAX)
        return createStringError("it has a dimension of " + Twine(Size) +
                                 ", and tensors have none above " + Twine(INT32_MAX));
      Sizes.push_back(static_cast<et::SizesType>(Size));
      if (Sizes.size() > et::kTensorDimensionLimit)
        return createStringError("it has more than " + Twine(et::kTensorDimensionLimit) +
                                 " dimensions, and tensors have no more");
      if (!take(',') && !Rest.ltrim().starts_with(")"))
        return wrong();
    }
    return Error::success();
  }

  StringRef Rest;
};

size_t elementSize(const NpyArray &Array) {
  size_t Size = 0;
  StringRef(Array.Dtype).drop_front().getAsInteger(10, Size);
  return Size;
}

/// How NumPy calls the elements of a dtype: a letter for their kind, and their size.
std::string npyDtype(et::ScalarType Type) {
  std::string Name;
  withElementType(Type, [&](auto *Null) {
    using T = std::remove_pointer_t<decltype(Null)>;
    char Kind = 'c'; // NumPy itself has no c4, ComplexHalf
    if (std::is_same_v<T, bool>)
      Kind = 'b';
    else if (std::is_same_v<T, et::BFloat16>)
      Kind = 'V'; // from NumPy with ml_dtypes
    else if (std::is_same_v<T, et::Half> || std::is_floating_point_v<T>)
      Kind = 'f';
    else if (std::is_integral_v<T>)
      Kind = std::is_signed_v<T> ? 'i' : 'u';
    Name = Kind + std::to_string(sizeof(T));
  });
  return Name;
}

template <typename T> void append(std::string &Bytes, T Value) {
  char Buffer[sizeof(T)];
  std::memcpy(Buffer, &Value, sizeof(T));
  Bytes.append(Buffer, sizeof(T));
}

} // namespace

Expected<NpyArray> readNpy(StringRef File) {
  StringRef Rest = File;
  if (!Rest.consume_front(Magic) || Rest.size() < 2)
    return createStringError("it is no .npy file; name one of numbers .txt or .csv, one of raw "
                             "elements .bin");
  const unsigned Version = static_cast<uint8_t>(Rest[0]);
  Rest = Rest.drop_front(2);
  if (Version < 1 || Version > 3)
    return createStringError("it is of version " + Twine(Version) +
                             " of NumPy's format; save the array as one of version 1 to 3");
  const size_t LengthSize = Version == 1 ? 2 : 4;
  if (Rest.size() < LengthSize)
    return createStringError("it ends within its header; is it complete?");
  const size_t Length = Version == 1 ? support::endian::read16le(Rest.data())
                                     : support::endian::read32le(Rest.data());
  Rest = Rest.drop_front(LengthSize);
  if (Length > Rest.size())
    return createStringError("it ends within its header; is it complete?");
  NpyArray Array;
  if (Error E = HeaderReader(Rest.take_front(Length)).read(Array))
    return E;
  Array.Data = Rest.drop_front(Length);

  uint64_t Size = is_contained(Array.Sizes, 0) ? 0 : elementSize(Array);
  for (et::SizesType Extent : Array.Sizes)
    Size = SaturatingMultiply(Size, static_cast<uint64_t>(Extent));
  if (Size != Array.Data.size())
    return createStringError("its header says " + Twine(Size) + " bytes of elements, '" +
                             Array.Dtype + "' " +
                             shapeText({Array.Sizes.data(), Array.Sizes.size()}) + ", but it has " +
                             Twine(Array.Data.size()) + "; is it complete?");
  return Array;
}

/// Whether the array is of the tensor's dtype and shape.
static Error checkFits(et::Tensor Tensor, const NpyArray &Array) {
  const std::string Wanted = npyDtype(Tensor.scalar_type());
  if (Wanted != Array.Dtype)
    return createStringError("its elements are '" + Array.Dtype + "' and the input's are " +
                             dtypeName(Tensor.scalar_type()) + ", which NumPy calls '" + Wanted +
                             "'; convert them with NumPy's astype()");
  if (ArrayRef(Array.Sizes) != ArrayRef(Tensor.sizes().data(), Tensor.dim()))
    return createStringError("it is " + shapeText({Array.Sizes.data(), Array.Sizes.size()}) +
                             ", but the input is " + describe(Tensor) +
                             "; give it that shape with NumPy's reshape()");
  return Error::success();
}

Error fillFromNpy(et::Tensor Tensor, const NpyArray &Array) {
  if (Error E = checkFits(Tensor, Array))
    return E;
  const size_t Size = elementSize(Array), Dim = Tensor.dim();
  const bool IsComplex = Array.Dtype[0] == 'c';
  std::vector<uint64_t> Steps(Dim), Index(Dim);
  uint64_t Step = Size;
  for (size_t I = 0; I < Dim; ++I) {
    const size_t D = Array.IsFortranOrder ? I : Dim - 1 - I;
    Steps[D] = Step;
    Step *= static_cast<uint64_t>(Tensor.size(D));
  }
  forEachElement(Tensor, [&](uint8_t *Element) {
    uint64_t Offset = 0;
    for (size_t D = 0; D < Dim; ++D)
      Offset += Index[D] * Steps[D];
    std::memcpy(Element, Array.Data.data() + Offset, Size);
    if (Array.IsBigEndian && IsComplex) {
      std::reverse(Element, Element + Size / 2);
      std::reverse(Element + Size / 2, Element + Size);
    } else if (Array.IsBigEndian) {
      std::reverse(Element, Element + Size);
    }
    if (Tensor.scalar_type() == et::ScalarType::Bool)
      *Element = *Element != 0;
    for (size_t D = Dim; D-- > 0;) {
      if (++Index[D] < static_cast<uint64_t>(Tensor.size(D)))
        break;
      Index[D] = 0;
    }
  });
  return Error::success();
}

std::string npyFile(et::Tensor Tensor) {
  const et::ScalarType Type = Tensor.scalar_type();
  const bool IsWidened = Type == et::ScalarType::BFloat16 || Type == et::ScalarType::ComplexHalf;
  std::string Dtype = npyDtype(Type);
  if (IsWidened)
    Dtype = Type == et::ScalarType::BFloat16 ? "f4" : "c8";
  std::string Shape;
  for (et::SizesType Size : Tensor.sizes())
    Shape += std::to_string(Size) + ",";
  std::string Header = (Twine("{'descr': '") + (StringRef(Dtype).ends_with("1") ? "|" : "<") +
                        Dtype + "', 'fortran_order': False, 'shape': (" + Shape + "), }")
                           .str();
  // The elements begin at a multiple of 64 bytes, behind a line end.
  constexpr size_t Before = 10;
  Header.append(63 - (Before + Header.size()) % 64, ' ');
  Header += "\n";
  std::string File = Magic.str();
  File += '\1';
  File += '\0';
  File += static_cast<char>(Header.size() & 0xff);
  File += static_cast<char>(Header.size() >> 8);
  File += Header;
  forEachElement(Tensor, [&](const uint8_t *Element) {
    if (Type == et::ScalarType::Bool) {
      File += *Element != 0 ? '\1' : '\0'; // NumPy, too, takes only these
      return;
    }
    if (!IsWidened) {
      File.append(reinterpret_cast<const char *>(Element), Tensor.element_size());
      return;
    }
    if (Type == et::ScalarType::BFloat16) {
      et::BFloat16 Value;
      std::memcpy(&Value, Element, sizeof(Value));
      append<float>(File, Value);
      return;
    }
    et::Half Parts[2];
    std::memcpy(Parts, Element, sizeof(Parts));
    append<float>(File, Parts[0]);
    append<float>(File, Parts[1]);
  });
  return File;
}

} // namespace etprune

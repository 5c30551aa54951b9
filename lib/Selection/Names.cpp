// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The two small languages of a selection: operator names and kernel keys. Both are checked where
// they are read, because later they become section names, symbols and strings in an image.

#include "Selection/InputFile.h"
#include "Selection/Selection.h"

#include "et/kernel_key.h"
#include "et/scalar_type.h"
#include "llvm/ADT/StringExtras.h"

#include <optional>

using namespace llvm;

namespace etprune {

static bool isWord(StringRef Word) {
  return !Word.empty() && all_of(Word, [](char C) { return isAlnum(C) || C == '_'; });
}

Expected<std::string> normalizeOperatorName(StringRef Name) {
  StringRef Namespace = "aten", Rest = Name;
  if (size_t Colons = Name.find("::"); Colons != StringRef::npos) {
    Namespace = Name.take_front(Colons);
    Rest = Name.drop_front(Colons + 2);
  }
  auto [Base, Overload] = Rest.split('.');
  bool HasOverload = Rest.contains('.');

  SmallVector<StringRef, 4> OverloadWords;
  Overload.split(OverloadWords, '.');
  bool GoodOverload = !HasOverload || all_of(OverloadWords, isWord);
  if (!isWord(Namespace) || !isWord(Base) || !GoodOverload)
    return createStringError(inconvertibleErrorCode(),
                             quoted(Name) + " is not an operator name; write namespace::name or "
                                            "namespace::name.overload");
  return (Namespace + "::" + Rest).str();
}

static constexpr int DtypeCount = 0
#define ET_SCALAR_TYPE(name, code, size) +1
    ET_FORALL_SCALAR_TYPES(ET_SCALAR_TYPE)
#undef ET_SCALAR_TYPE
    ;

static constexpr struct {
  const char *Name;
  int Code;
} Dtypes[] = {
#define ET_SCALAR_TYPE(name, code, size) {#name, code},
    ET_FORALL_SCALAR_TYPES(ET_SCALAR_TYPE)
#undef ET_SCALAR_TYPE
};

/// The key of a dtype's name, or what is wrong with the name.
static Expected<std::string> keyOfDtypeName(StringRef Name) {
  for (const auto &Dtype : Dtypes)
    if (Name == Dtype.Name)
      return "v1/" + itostr(Dtype.Code) + ";";
  for (const auto &Dtype : Dtypes)
    if (Name.equals_insensitive(Dtype.Name))
      return createStringError(inconvertibleErrorCode(), quoted(Name) +
                                                             " is not a dtype; did you mean '" +
                                                             Dtype.Name + "'?");
  return createStringError(inconvertibleErrorCode(),
                           quoted(Name) + " is neither a kernel key ('v1/6;0,1|...') nor a dtype "
                                          "('Float')");
}

Expected<std::string> normalizeKernelKey(StringRef Key) {
  if (!Key.contains('/') && !Key.contains(';'))
    return keyOfDtypeName(Key);

  et::KernelKeyReader Reader(Key.data(), Key.size());
  et::KernelKeyEntry Entry;
  while (Reader.next(Entry))
    if (Entry.dtype >= DtypeCount)
      return createStringError(inconvertibleErrorCode(),
                               "kernel key " + quoted(Key) + ": dtype code " +
                                   Twine(unsigned(Entry.dtype)) + " is unknown (codes are 0 to " +
                                   Twine(DtypeCount - 1) + ")");
  if (Reader.malformed())
    return createStringError(inconvertibleErrorCode(),
                             "kernel key " + quoted(Key) +
                                 " is malformed; expected 'v1/<dtype>;<dim order>|...' as in "
                                 "'v1/6;0,1|6;0,1'");
  return Key.str();
}

} // namespace etprune

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Selection/Names.h"

#include "Support/InputFile.h"
#include "Support/Try.h"

#include "et/scalar_type.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace etprune {

static bool isWord(StringRef Word) {
  return !Word.empty() && all_of(Word, [](char C) { return isAlnum(C) || C == '_'; });
}

/// Translates PyTorch's spelling, `aten.add.out` or `torch.ops.aten.add`; empty for other names.
static std::string operatorOfPyTorchName(StringRef Name) {
  const bool HasModule = Name.consume_front("torch.ops.");
  SmallVector<StringRef, 4> Words;
  Name.split(Words, '.');
  if (!all_of(Words, isWord) || Words.size() > 3 || Words.size() < (HasModule ? 2 : 3))
    return "";
  const bool HasOverload = Words.size() == 3 && Words[2] != "default";
  return (Words[0] + "::" + Words[1] + (HasOverload ? "." + Words[2] : Twine())).str();
}

Expected<std::string> normalizeOperatorName(StringRef Name) {
  if (const std::string Meant = operatorOfPyTorchName(Name); !Meant.empty())
    return createStringError(quoted(Name) + " is how PyTorch prints an operator; write '" + Meant +
                             "'");
  StringRef Namespace = "aten", Rest = Name;
  if (size_t Colons = Name.find("::"); Colons != StringRef::npos) {
    Namespace = Name.take_front(Colons);
    Rest = Name.drop_front(Colons + 2);
  }
  if (!isWord(Namespace) || !all_of(llvm::split(Rest, '.'), isWord))
    return createStringError(quoted(Name) + " is not an operator name; write namespace::name or "
                                            "namespace::name.overload");
  return (Namespace + "::" + Rest).str();
}

std::optional<std::vector<StringRef>> takeArguments(StringRef &Text) {
  std::vector<StringRef> Items;
  unsigned Depth = 0;
  size_t ItemStart = 1;
  for (size_t I = 0; I < Text.size(); ++I) {
    const char C = Text[I];
    if (C == '"' || C == '\'') {
      I = Text.find(C, I + 1);
      if (I == StringRef::npos)
        return std::nullopt;
    }
    Depth += C == '(' || C == '[';
    const bool IsEnd = C == ')' && Depth == 1;
    if ((C == ',' && Depth == 1) || IsEnd) {
      StringRef Item = Text.slice(ItemStart, I).trim();
      if (Item.empty() && !(IsEnd && Items.empty()))
        return std::nullopt;
      if (!Item.empty() && Item != "*")
        Items.push_back(Item);
      ItemStart = I + 1;
    }
    if (IsEnd) {
      Text = Text.drop_front(ItemStart);
      return Items;
    }
    Depth -= C == ')' || C == ']';
    if (Depth == 0)
      return std::nullopt;
  }
  return std::nullopt;
}

/// Indexed by dtype code. The codes start at 0 and have no gaps.
static constexpr StringLiteral Dtypes[] = {
#define ET_SCALAR_TYPE(name, code, size) #name,
    ET_FORALL_DTYPES(ET_SCALAR_TYPE)
#undef ET_SCALAR_TYPE
};

static StringRef nearestDtype(StringRef Name) {
  Name.consume_front("torch.");
  StringRef Nearest = StringSwitch<StringRef>(Name)
                          .CaseLower("uint8", "Byte")
                          .CaseLower("int8", "Char")
                          .CaseLower("int16", "Short")
                          .CaseLower("int32", "Int")
                          .CaseLower("int64", "Long")
                          .CaseLower("float16", "Half")
                          .CaseLower("float32", "Float")
                          .CaseLower("float64", "Double")
                          .Default("");
  if (!Nearest.empty())
    return Nearest;
  unsigned Limit = std::min<size_t>(3, Name.size()); // so many differences are no typo
  for (StringRef Dtype : Dtypes) {
    unsigned Distance = Name.edit_distance_insensitive(Dtype, true, Limit);
    if (Distance < Limit) {
      Nearest = Dtype;
      Limit = Distance;
    }
  }
  return Nearest;
}

Expected<unsigned> dtypeCode(StringRef Name) {
  if (const auto *Dtype = llvm::find(Dtypes, Name); Dtype != std::end(Dtypes))
    return Dtype - Dtypes;
  const StringRef Nearest = nearestDtype(Name);
  return createStringError(quoted(Name) + " is not a dtype; " +
                           (Nearest.empty() ? "write one like 'Float', 'Half' or 'Char'"
                                            : "did you mean '" + Nearest + "'?"));
}

StringRef dtypeName(unsigned Code) {
  return Code < std::size(Dtypes) ? StringRef(Dtypes[Code]) : "an unknown dtype";
}

Error checkDtypeCode(int Code) {
  constexpr int Last = std::size(Dtypes) - 1;
  if (Code >= 0 && Code <= Last)
    return Error::success();
  return createStringError("dtype code " + Twine(Code) + " is unknown (codes are 0 to " +
                           Twine(Last) + ")");
}

Expected<std::string> normalizeKernelKey(StringRef Key) {
  if (Key == "v1") // ExecuTorch's gen_oplist.py writes this for calls without tensors
    return "v1/";
  if (!Key.contains('/') && !Key.contains(';')) {
    ASSIGN_OR_RETURN(unsigned Code, dtypeCode(Key));
    return "v1/" + utostr(Code) + ";";
  }

  et::KernelKeyReader Reader(Key.data(), Key.size());
  et::KernelKeyEntry Entry;
  while (Reader.next(Entry))
    if (Error E = checkDtypeCode(Entry.dtype()))
      return createStringError("kernel key " + quoted(Key) + ": " + toString(std::move(E)));
  if (Reader.malformed())
    return createStringError("kernel key " + quoted(Key) +
                             " is malformed; expected 'v1/<dtype>;<dim order>|...' as in "
                             "'v1/6;0,1|6;0,1'");
  return Key.str();
}

Expected<std::string> normalizeWantedKey(StringRef Text) {
  Expected<std::string> Key = normalizeKernelKey(Text);
  if (Key && et::is_fallback_key(Key->data(), Key->size()))
    return createStringError("kernel key " + quoted(Text) +
                             " has several dtypes for a tensor; write a key for each of them");
  return Key;
}

SmallVector<et::KernelKeyEntry> entriesOfKey(StringRef Key) {
  SmallVector<et::KernelKeyEntry> Entries;
  et::KernelKeyReader Reader(Key.data(), Key.size());
  for (et::KernelKeyEntry Entry; Reader.next(Entry);)
    Entries.push_back(Entry);
  return Entries;
}

std::string describeKernelKey(StringRef Key) {
  std::vector<StringRef> Names, All;
  uint32_t Mixed = 0;
  for (const et::KernelKeyEntry &Entry : entriesOfKey(Key)) {
    Mixed |= Entry.dtypes;
    if (!Entry.is_rest)
      Names.push_back(dtypeName(Entry.dtype()));
  }
  for (unsigned Code = 0; Code < std::size(Dtypes); ++Code)
    if (Mixed & et::kernel_key_dtype(Code))
      All.push_back(dtypeName(Code));
  if (et::is_fallback_key(Key.data(), Key.size()))
    return "mixes of " + join(All, ", ");
  if (Names.empty())
    return "no tensors";
  return all_equal(Names) ? Names.front().str() : "(" + join(Names, ", ") + ")";
}

StringRef librariesOf(StringRef Namespace) {
  return StringSwitch<StringRef>(Namespace)
      .Case("cortex_m", "EtPrune::kernels_cortex_m, or ExecuTorch's cortex_m_ops_lib")
      .Case("executorch_prim", "EtPrune::kernels_prim_ops, or ExecuTorch's libexecutorch.a")
      .Case("quantized_decomposed", "EtPrune::kernels_quantized, or ExecuTorch's quantized_ops_lib")
      .Default("");
}

/// True if Longer is Name with more words before or after Name's words. For example,
/// `aten::max_pool2d_with_indices.out` is `aten::max_pool2d.out` with more words.
static bool hasItsWords(StringRef Longer, StringRef Name) {
  const auto [Base, Overload] = Name.split('.');
  const auto [LongerBase, LongerOverload] = Longer.split('.');
  const auto [Namespace, Words] = Base.split("::");
  const auto [LongerNamespace, LongerWords] = LongerBase.split("::");
  return Namespace == LongerNamespace && Overload == LongerOverload &&
         ("_" + LongerWords + "_").str().find(("_" + Words + "_").str()) != std::string::npos;
}

StringRef nearestName(StringRef Name, ArrayRef<StringRef> Sorted) {
  // The nearest name to `aten::add` is an overload `aten::add.*`, if there is one.
  std::string Prefix = (Name + ".").str();
  auto Overload = llvm::lower_bound(Sorted, StringRef(Prefix));
  if (Overload != Sorted.end() && Overload->starts_with(Prefix))
    return *Overload;
  // At most a third of the name may differ. This allows typos, but excludes other operators.
  unsigned Limit = std::max<size_t>(2, Name.size() / 3);
  StringRef Nearest, Longer;
  for (StringRef Candidate : Sorted) {
    if ((Longer.empty() || Candidate.size() < Longer.size()) && hasItsWords(Candidate, Name))
      Longer = Candidate;
    unsigned Distance = Name.edit_distance(Candidate, true, Limit);
    if (Distance < Limit || (Distance == Limit && Nearest.empty())) {
      Nearest = Candidate;
      Limit = Distance;
    }
  }
  const bool IsTypo = !Nearest.empty() && Limit == 1;
  return IsTypo || Longer.empty() ? Nearest : Longer;
}

std::string notSelected(StringRef Name, ArrayRef<StringRef> Selected) {
  StringRef Nearest = nearestName(Name, Selected);
  return ("operator '" + Name + "' is not selected" +
          (Nearest.empty() ? "; remove this option" : "; did you mean '" + Nearest + "'?"))
      .str();
}

} // namespace etprune

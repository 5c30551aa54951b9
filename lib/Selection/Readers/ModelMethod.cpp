// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The verifier has made sure that tables lie within the program; that an index lies within the
// vector that it indexes is checked here.

#include "Selection/Readers/ModelMethod.h"

#include "Support/InputFile.h"
#include "Support/Problems.h"

#include "et/kernel_key.h"
#include "et/scalar_type.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"

using namespace llvm;
namespace schema = et::schema;

namespace etprune {

ModelMethod::ModelMethod(StringRef Path, const schema::ExecutionPlan &Plan, unsigned Index,
                         uint64_t &Budget, Problems &Errors)
    : Path(Path), Plan(Plan), Budget(Budget), Errors(Errors), Known(sizeOf(Plan.values())) {
  Name = (Path + ": method ").str();
  if (sizeOf(Plan.name()) != 0)
    Name += quoted({Plan.name()->c_str(), Plan.name()->size()});
  else
    Name += utostr(Index);
}

void ModelMethod::fail(const Twine &Location, const Twine &Message) {
  Errors.add(Name + ", " + Location + ": " + Message);
}

bool ModelMethod::spend(uint64_t Amount) {
  if (Budget == 0)
    return false;
  if (Amount < Budget) {
    Budget -= Amount;
    return true;
  }
  Budget = 0;
  Errors.add(Path + ": the program refers to more than it can hold; export the model again");
  return false;
}

bool ModelMethod::checkValue(const Twine &Location, const Twine &Role, int64_t Index) {
  if (isValue(Index))
    return true;
  fail(Location, Role + " " + Twine(Index) + " is out of range (the method has " +
                     Twine(sizeOf(Plan.values())) + " values)");
  return false;
}

void ModelMethod::checkIndices(const Twine &Role, const flatbuffers::Vector<int32_t> *Indices) {
  if (!spend(sizeOf(Indices)))
    return;
  for (uint64_t I = 0; I < sizeOf(Indices); ++I)
    checkValue(Role + " " + Twine(I), "value index", Indices->Get(I));
}

/// The items of lists are indices of values, -1 for none.
void ModelMethod::checkValueLists() {
  for (uint64_t I = 0; I < sizeOf(Plan.values()); ++I) {
    const schema::EValue *Value = Plan.values()->Get(I);
    auto checkItem = [&](int64_t Item) {
      if (Item != -1)
        checkValue("value " + Twine(I), "item", Item);
    };
    const flatbuffers::Vector<int32_t> *Items = nullptr;
    if (const auto *List = Value->val_as_TensorList())
      Items = List->items();
    else if (const auto *List = Value->val_as_OptionalTensorList())
      Items = List->items();
    if (!spend(1 + sizeOf(Items)))
      return;
    for (uint64_t J = 0; J < sizeOf(Items); ++J)
      checkItem(Items->Get(J));

    // The verifier aligns a vector's length, not its 8-byte items.
    if (const auto *List = Value->val_as_IntList()) {
      if (!spend(sizeOf(List->items())))
        return;
      for (uint64_t J = 0; J < sizeOf(List->items()); ++J)
        checkItem(int64_t(support::endian::read64le(List->items()->Data() + 8 * J)));
    }
  }
}

/// `<dtype>;<dim order>` of a tensor that a call uses.
std::optional<std::string> ModelMethod::entryOf(uint64_t Value, const schema::Tensor &Tensor) {
  std::string Location = "value " + utostr(Value);
  int Dtype = static_cast<int>(Tensor.scalar_type());
  constexpr int DtypeCount = 0
#define ET_SCALAR_TYPE(name, code, size) +1
      ET_FORALL_SCALAR_TYPES(ET_SCALAR_TYPE)
#undef ET_SCALAR_TYPE
      ;
  if (Dtype < 0 || Dtype >= DtypeCount) {
    fail(Location, "dtype code " + Twine(Dtype) + " is unknown (codes are 0 to " +
                       Twine(DtypeCount - 1) + ")");
    return std::nullopt;
  }
  uint64_t Dims = sizeOf(Tensor.dim_order());
  constexpr uint64_t MaxDims = et::KernelKeyEntry::kMaxDims;
  if (Dims > MaxDims) {
    fail(Location, "the tensor has " + Twine(Dims) + " dimensions, more than " + Twine(MaxDims));
    return std::nullopt;
  }
  std::string Entry = itostr(Dtype) + ";";
  uint32_t Seen = 0;
  for (uint64_t I = 0; I < Dims; ++I) {
    uint8_t Dim = Tensor.dim_order()->Get(I);
    Seen |= Dim < Dims ? 1u << Dim : 0;
    Entry += (I == 0 ? "" : ",") + utostr(Dim);
  }
  if (Seen + 1 != 1u << Dims) {
    fail(Location, "the dim order of the tensor (" + StringRef(Entry).split(';').second +
                       ") is not a permutation of its dimensions");
    return std::nullopt;
  }
  return Entry;
}

KeyEntries ModelMethod::listEntries(const Twine &Location,
                                    const flatbuffers::Vector<int32_t> *Items) {
  KeyEntries Result;
  if (!spend(sizeOf(Items)))
    return Result;
  for (uint64_t I = 0; I < sizeOf(Items); ++I) {
    int32_t Item = Items->Get(I);
    if (!isValue(Item))
      continue; // none, or reported with the lists
    const schema::EValue *Value = Plan.values()->Get(Item);
    if (const schema::Tensor *Tensor = Value->val_as_Tensor()) {
      std::optional<std::string> Entry = entryOf(Item, *Tensor);
      if (!Entry || is_contained(Result.Entries, *Entry))
        continue;
      std::string AnyDimOrder = StringRef(*Entry).split(';').first.str() + ";";
      bool IsNewDtype = none_of(Result.Entries, [&](const std::string &Other) {
        return StringRef(Other).starts_with(AnyDimOrder);
      });
      Result.Mixed |= IsNewDtype && !Result.Entries.empty();
      if (IsNewDtype)
        Result.Entries.push_back(std::move(*Entry));
      else if (!is_contained(Result.Entries, AnyDimOrder))
        Result.Entries.push_back(std::move(AnyDimOrder));
    } else if (Value->val_type() != schema::KernelTypes::Null) {
      fail(Location, "item " + Twine(I) + " of the tensor list is no tensor");
    }
  }
  return Result;
}

const KeyEntries &ModelMethod::keyEntriesOf(uint64_t Value) {
  std::optional<KeyEntries> &Entries = Known[Value];
  if (Entries)
    return *Entries;
  const schema::EValue *Stored = Plan.values()->Get(Value);
  std::string Location = "value " + utostr(Value);
  KeyEntries Result;
  if (Stored->val_type() > schema::KernelTypes::MAX) {
    fail(Location, "type " + Twine(static_cast<int>(Stored->val_type())) + " is unknown");
  } else if (Stored->val_type() != schema::KernelTypes::NONE && !Stored->val()) {
    fail(Location, "has a type but no content");
  } else if (const auto *Tensor = Stored->val_as_Tensor()) {
    if (std::optional<std::string> Entry = entryOf(Value, *Tensor))
      Result.Entries.push_back(std::move(*Entry));
  } else if (const auto *List = Stored->val_as_TensorList()) {
    Result = listEntries(Location, List->items());
  } else if (const auto *List = Stored->val_as_OptionalTensorList()) {
    Result = listEntries(Location, List->items());
  }
  Entries = std::move(Result);
  return *Entries;
}

} // namespace etprune

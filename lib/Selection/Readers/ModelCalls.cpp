// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the methods of a program need: for each KernelCall its operator, the kernel key of its
// arguments, and how many arguments it passes; for each delegate its backend.
//
// A key has one entry per tensor argument that is present; scalars never narrow it. A list of
// tensors is one entry, that of its first tensor: so ExecuTorch looks the call up. Our runtime
// wants every item to agree. Where dim orders differ, only kernels for any dim order serve it, and
// the call asks for an entry without one as well. Where dtypes differ, no key serves it but perhaps
// the fallback does: the call asks for the whole operator. Several results, which a call repeats as
// one list at its end, are an exception: both let that entry be anything.
//
// The verifier has made sure that tables lie within the program; that an index lies within what it
// indexes is checked here, for what the calls use and for what merely refers.

#include "Selection/Readers/ModelReader.h"
#include "Support/Counted.h"
#include "Support/InputFile.h"
#include "Support/Problems.h"

#include "et/kernel_key.h"
#include "et/scalar_type.h"
#include "program_generated.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"

#include <optional>

using namespace llvm;
namespace schema = et::schema;

namespace etprune {

namespace {

/// What stands in a key for an argument.
struct Alternatives {
  /// Each of them makes a key of its own; none where the argument has no tensor.
  std::vector<std::string> Entries;
  /// A list of several dtypes: no key describes a call with it.
  bool Mixed = false;
};

class MethodReader {
public:
  MethodReader(StringRef Path, const schema::ExecutionPlan &Plan, unsigned Index, uint64_t &Budget,
               Problems &Errors, Selection &Sel);
  void read();

private:
  template <typename T> static uint64_t sizeOf(const flatbuffers::Vector<T> *Vector) {
    return Vector ? Vector->size() : 0;
  }
  void fail(const Twine &Place, const Twine &Why) {
    Errors.add(Method + ", " + Place + ": " + Why);
  }
  bool spend(uint64_t Amount);
  bool isValue(int64_t Index) const {
    return Index >= 0 && uint64_t(Index) < sizeOf(Plan.values());
  }
  bool checkValue(const Twine &Place, const Twine &What, int64_t Index);
  void checkIndices(const Twine &What, const flatbuffers::Vector<int32_t> *Indices);
  void checkValueLists();
  void readDelegates();
  void readChain(unsigned Index, const schema::Chain &Chain);
  void readInstruction(const Twine &Place, const schema::Instruction &Instruction,
                       uint64_t InstructionCount);
  void readKernelCall(const Twine &Place, const schema::KernelCall &Call);
  bool repeatsResults(const schema::KernelCall &Call);
  std::optional<std::string> readOperatorName(const Twine &Place, int32_t Index);
  std::optional<std::string> entryOf(uint64_t Value, const schema::Tensor &Tensor);
  const Alternatives &alternativesOf(uint64_t Value);
  Alternatives listAlternatives(const Twine &Place, const flatbuffers::Vector<int32_t> *Items);

  StringRef Path;
  const schema::ExecutionPlan &Plan;
  std::string Method;
  uint64_t &Budget;
  Problems &Errors;
  Selection &Sel;
  std::vector<std::optional<Alternatives>> Cache;
};

} // namespace

MethodReader::MethodReader(StringRef Path, const schema::ExecutionPlan &Plan, unsigned Index,
                           uint64_t &Budget, Problems &Errors, Selection &Sel)
    : Path(Path), Plan(Plan), Budget(Budget), Errors(Errors), Sel(Sel) {
  Method = (Path + ": method ").str();
  if (sizeOf(Plan.name()) != 0)
    Method += quoted({Plan.name()->c_str(), Plan.name()->size()});
  else
    Method += utostr(Index);
}

bool MethodReader::spend(uint64_t Amount) {
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

bool MethodReader::checkValue(const Twine &Place, const Twine &What, int64_t Index) {
  if (isValue(Index))
    return true;
  fail(Place, What + " " + Twine(Index) + " is out of range (the method has " +
                  Twine(sizeOf(Plan.values())) + " values)");
  return false;
}

void MethodReader::checkIndices(const Twine &What, const flatbuffers::Vector<int32_t> *Indices) {
  if (!spend(sizeOf(Indices)))
    return;
  for (uint64_t I = 0; I < sizeOf(Indices); ++I)
    checkValue(What + " " + Twine(I), "value index", Indices->Get(I));
}

/// The items of lists are indices of values, -1 for none.
void MethodReader::checkValueLists() {
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
std::optional<std::string> MethodReader::entryOf(uint64_t Value, const schema::Tensor &Tensor) {
  std::string Place = "value " + utostr(Value);
  int Dtype = static_cast<int>(Tensor.scalar_type());
  constexpr int DtypeCount = 0
#define ET_SCALAR_TYPE(name, code, size) +1
      ET_FORALL_SCALAR_TYPES(ET_SCALAR_TYPE)
#undef ET_SCALAR_TYPE
      ;
  if (Dtype < 0 || Dtype >= DtypeCount) {
    fail(Place, "dtype code " + Twine(Dtype) + " is unknown (codes are 0 to " +
                    Twine(DtypeCount - 1) + ")");
    return std::nullopt;
  }
  uint64_t Dims = sizeOf(Tensor.dim_order());
  constexpr uint64_t MaxDims = et::KernelKeyEntry::kMaxDims;
  if (Dims > MaxDims) {
    fail(Place, "the tensor has " + Twine(Dims) + " dimensions, more than " + Twine(MaxDims));
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
    fail(Place, "the dim order of the tensor (" + StringRef(Entry).split(';').second +
                    ") is not a permutation of its dimensions");
    return std::nullopt;
  }
  return Entry;
}

Alternatives MethodReader::listAlternatives(const Twine &Place,
                                            const flatbuffers::Vector<int32_t> *Items) {
  Alternatives Result;
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
      fail(Place, "item " + Twine(I) + " of the tensor list is no tensor");
    }
  }
  return Result;
}

const Alternatives &MethodReader::alternativesOf(uint64_t Value) {
  std::optional<Alternatives> &Known = Cache[Value];
  if (Known)
    return *Known;
  const schema::EValue *Stored = Plan.values()->Get(Value);
  std::string Place = "value " + utostr(Value);
  Alternatives Result;
  if (Stored->val_type() > schema::KernelTypes::MAX) {
    fail(Place, "type " + Twine(static_cast<int>(Stored->val_type())) + " is unknown");
  } else if (Stored->val_type() != schema::KernelTypes::NONE && !Stored->val()) {
    fail(Place, "has a type but no content");
  } else if (const auto *Tensor = Stored->val_as_Tensor()) {
    if (std::optional<std::string> Entry = entryOf(Value, *Tensor))
      Result.Entries.push_back(std::move(*Entry));
  } else if (const auto *List = Stored->val_as_TensorList()) {
    Result = listAlternatives(Place, List->items());
  } else if (const auto *List = Stored->val_as_OptionalTensorList()) {
    Result = listAlternatives(Place, List->items());
  }
  Known = std::move(Result);
  return *Known;
}

std::optional<std::string> MethodReader::readOperatorName(const Twine &Place, int32_t Index) {
  if (Index < 0 || uint64_t(Index) >= sizeOf(Plan.operators())) {
    fail(Place, "operator index " + Twine(Index) + " is out of range (the program has " +
                    counted(sizeOf(Plan.operators()), "operator") + ")");
    return std::nullopt;
  }
  const schema::Operator *Op = Plan.operators()->Get(Index);
  if (!spend(sizeOf(Op->name()) + sizeOf(Op->overload())))
    return std::nullopt;
  std::string Name = Op->name() ? Op->name()->str() : "";
  if (sizeOf(Op->overload()) != 0)
    Name += "." + Op->overload()->str();
  // The runtime looks up exactly what the program says, so a missing namespace stays missing.
  Expected<std::string> Normalized = normalizeOperatorName(Name);
  if (!Normalized) {
    fail(Place, toString(Normalized.takeError()));
    return std::nullopt;
  }
  if (*Normalized != Name) {
    fail(Place, "operator " + quoted(Name) + " has no namespace");
    return std::nullopt;
  }
  return Name;
}

/// Whether a call's last argument is a list of what it has as arguments already: its results.
bool MethodReader::repeatsResults(const schema::KernelCall &Call) {
  const flatbuffers::Vector<int32_t> &Arguments = *Call.args();
  const auto *List = Plan.values()->Get(Arguments.Get(Arguments.size() - 1))->val_as_TensorList();
  if (!List || !spend(sizeOf(List->items())))
    return false;
  std::set<int32_t> Others(Arguments.begin(), Arguments.end() - 1);
  return all_of(*List->items(), [&](int32_t Item) { return Others.count(Item) != 0; });
}

void MethodReader::readKernelCall(const Twine &Place, const schema::KernelCall &Call) {
  constexpr size_t MaxKeys = 256;
  uint64_t Count = sizeOf(Call.args());
  if (!spend(Count + 1))
    return;
  std::optional<std::string> Name = readOperatorName(Place, Call.op_index());
  std::vector<std::string> Keys = {"v1/"};
  for (uint64_t I = 0; I < Count; ++I) {
    int32_t Argument = Call.args()->Get(I);
    if (!checkValue(Place, "argument " + Twine(I) + ": value index", Argument))
      continue;
    const Alternatives &Found = alternativesOf(Argument);
    bool IsMixed = Found.Mixed && !(I + 1 == Count && repeatsResults(Call));
    if (IsMixed || Keys.size() * Found.Entries.size() > MaxKeys)
      Keys.clear();
    if (Found.Entries.empty() || Keys.empty())
      continue;
    if (!spend(Keys.size() * Found.Entries.size() * Found.Entries.front().size()))
      return;
    std::vector<std::string> Longer;
    for (std::string &Key : Keys) {
      Key += Key.back() == '/' ? "" : "|";
      for (const std::string &Entry : drop_begin(Found.Entries))
        Longer.push_back(Key + Entry);
      Key += Found.Entries.front();
    }
    append_range(Keys, std::move(Longer));
  }
  if (!Name)
    return;
  Asker Who{(Method + ", " + Place).str()};
  SelectedOp &Op = Sel.Ops[*Name];
  Op.Askers.insert(Who);
  Op.cameFrom(Path);
  Op.ArgumentCounts[Count].insert(Who);
  // Mixed lists, or so many of them that counting them out helps nobody.
  if (Keys.empty())
    Op.AllKernels = true;
  for (std::string &Key : Keys)
    Op.Keys[std::move(Key)].insert(Who);
}

void MethodReader::readInstruction(const Twine &Place, const schema::Instruction &Instruction,
                                   uint64_t InstructionCount) {
  if (const auto *Call = Instruction.instr_args_as_KernelCall())
    return readKernelCall(Place, *Call);
  if (const auto *Call = Instruction.instr_args_as_DelegateCall()) {
    if (Call->delegate_index() < 0 || uint64_t(Call->delegate_index()) >= sizeOf(Plan.delegates()))
      fail(Place, "delegate index " + Twine(Call->delegate_index()) +
                      " is out of range (the method has " + Twine(sizeOf(Plan.delegates())) +
                      " delegates)");
    if (!spend(sizeOf(Call->args())))
      return;
    for (uint64_t I = 0; I < sizeOf(Call->args()); ++I)
      checkValue(Place, "argument " + Twine(I) + ": value index", Call->args()->Get(I));
    return;
  }
  if (const auto *Call = Instruction.instr_args_as_MoveCall()) {
    checkValue(Place, "value index", Call->move_from());
    checkValue(Place, "value index", Call->move_to());
    return;
  }
  if (const auto *Call = Instruction.instr_args_as_JumpFalseCall()) {
    checkValue(Place, "value index", Call->cond_value_index());
    // One past the last is the end of the chain.
    if (Call->destination_instruction() < 0 ||
        uint64_t(Call->destination_instruction()) > InstructionCount)
      fail(Place, "destination instruction " + Twine(Call->destination_instruction()) +
                      " is out of range (the chain has " +
                      counted(InstructionCount, "instruction") + ")");
    return;
  }
  if (const auto *Call = Instruction.instr_args_as_FreeCall()) {
    checkValue(Place, "value index", Call->value_index());
    return;
  }
  fail(Place, "instruction of type " + Twine(static_cast<int>(Instruction.instr_args_type())) +
                  " is empty or unknown");
}

void MethodReader::readChain(unsigned Index, const schema::Chain &Chain) {
  std::string Where = sizeOf(Plan.chains()) > 1 ? "chain " + utostr(Index) + ", " : "";
  checkIndices(Where + "input", Chain.inputs());
  checkIndices(Where + "output", Chain.outputs());
  uint64_t Count = sizeOf(Chain.instructions());
  for (uint64_t I = 0; I < Count && spend(1); ++I)
    readInstruction(Where + "instruction " + utostr(I), *Chain.instructions()->Get(I), Count);
}

void MethodReader::readDelegates() {
  for (uint64_t I = 0; I < sizeOf(Plan.delegates()); ++I) {
    const schema::BackendDelegate *Delegate = Plan.delegates()->Get(I);
    std::string Place = "delegate " + utostr(I);
    if (!spend(1 + sizeOf(Delegate->id())))
      return;
    if (sizeOf(Delegate->id()) == 0)
      fail(Place, "names no backend");
    else
      Sel.Backends[Delegate->id()->str()].insert(Asker{Method + ", " + Place});
  }
}

void MethodReader::read() {
  if (!spend(1 + sizeOf(Plan.values())))
    return;
  Cache.resize(sizeOf(Plan.values()));
  checkIndices("input", Plan.inputs());
  checkIndices("output", Plan.outputs());
  checkValueLists();
  readDelegates();
  for (uint64_t I = 0; I < sizeOf(Plan.chains()); ++I)
    readChain(I, *Plan.chains()->Get(I));
}

Selection readModelCalls(StringRef Path, const schema::Program &Program, size_t ProgramSize,
                         Problems &Errors) {
  Selection Sel;
  // A call's names and keys, as text, take a few times the bytes that say them.
  uint64_t Budget = std::max<uint64_t>(8 * uint64_t(ProgramSize), 1000);
  unsigned Methods = Program.execution_plan() ? Program.execution_plan()->size() : 0;
  for (unsigned I = 0; I < Methods && Budget > 0; ++I)
    MethodReader(Path, *Program.execution_plan()->Get(I), I, Budget, Errors, Sel).read();

  if (Methods == 0) {
    Sel.Notes.push_back((Path + ": the program has no method").str());
  } else if (Sel.Ops.empty()) {
    std::string Backends;
    for (const auto &Backend : Sel.Backends)
      Backends += (Backends.empty() ? " " : ", ") + quoted(Backend.first);
    Sel.Notes.push_back((Path + ": no method calls an operator" +
                         (Backends.empty() ? "" : "; all work is delegated to" + Backends))
                            .str());
  }
  return Sel;
}

} // namespace etprune

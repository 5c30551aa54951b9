// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An operator in a method's list is selected only if an instruction calls the operator. Model.cpp
// has verified the tables; this file checks indices. A call's kernel key has one entry for each
// tensor argument. Other arguments, even lists of tensors, have no entry, because the runtimes
// ignore these arguments when they look up a kernel.

#include "Selection/Readers/ModelCalls.h"

#include "Selection/Names.h"
#include "Support/InputFile.h"

#include "et/kernel_key.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"

#include <utility>

using namespace llvm;
namespace schema = et::schema;

namespace etprune {

namespace {

using Indices = flatbuffers::Vector<int32_t>;

class MethodReader {
public:
  MethodReader(StringRef Path, const schema::ExecutionPlan &Plan, unsigned Index, uint64_t &Budget,
               Problems &Errors, Selection &Sel);
  void read();

private:
  void fail(const Twine &Location, const Twine &Message) {
    Errors.add(Name + ", " + Location + ": " + Message);
  }
  bool spend(uint64_t Amount);
  bool isValue(int64_t Index) const {
    return Index >= 0 && uint64_t(Index) < sizeOf(Plan.values());
  }
  const schema::EValue *valueAt(int64_t Index) const {
    return isValue(Index) ? Plan.values()->Get(Index) : nullptr;
  }
  bool checkIndex(const Twine &Location, const Twine &What, int64_t Index, uint64_t End);
  bool checkValue(const Twine &Location, const Twine &What, int64_t Index) {
    return checkIndex(Location, What, Index, sizeOf(Plan.values()));
  }
  void checkValues(const Twine &What, const Indices *Values);
  void checkValueLists();

  std::string entryOf(const Twine &Location, const schema::Tensor &Tensor);
  const std::string &keyEntryOf(uint64_t Value);

  void readDelegates();
  void readChain(unsigned Index, const schema::Chain &Chain);
  void readInstruction(const Twine &Location, const schema::Instruction &Instruction,
                       uint64_t InstructionCount);
  void readKernelCall(const Twine &Location, const schema::KernelCall &Call);
  void readWrites();
  std::string kindsOf(const schema::KernelCall &Call);
  CallDtypes dtypesOf(const schema::KernelCall &Call);
  std::string keyOf(const Twine &Location, const schema::KernelCall &Call);
  std::optional<std::string> readOperatorName(const Twine &Location, int32_t Index);

  const StringRef Path;
  const schema::ExecutionPlan &Plan;
  std::string Name; ///< "model.pte: method 'forward'"
  uint64_t &Budget; ///< the steps that spend() still allows for the program
  Problems &Errors;
  Selection &Sel;
  std::vector<std::optional<std::string>> KeyEntries; ///< results of keyEntryOf(), by value index
  IntEqClasses Moved;           ///< MoveCalls put their source and target into one class
  BitVector Written;            ///< values that an instruction may replace at run time
  std::vector<DtypeSet> Dtypes; ///< dtypes of the tensors of each class in Moved
};

} // namespace

MethodReader::MethodReader(StringRef Path, const schema::ExecutionPlan &Plan, unsigned Index,
                           uint64_t &Budget, Problems &Errors, Selection &Sel)
    : Path(Path), Plan(Plan),
      Name((Path + ": method " +
            (sizeOf(Plan.name()) == 0 ? utostr(Index) : quoted(Plan.name()->str())))
               .str()),
      Budget(Budget), Errors(Errors), Sel(Sel), KeyEntries(sizeOf(Plan.values())) {}

/// Counts elements and characters as steps. After too many, reports an error and returns false.
bool MethodReader::spend(uint64_t Amount) {
  if (Amount < Budget) {
    Budget -= Amount;
    return true;
  }
  if (std::exchange(Budget, 0) != 0)
    Errors.add(Path + ": the program is damaged: the parts that its tables refer to are together "
                      "larger than the program; export the model again");
  return false;
}

bool MethodReader::checkIndex(const Twine &Location, const Twine &What, int64_t Index,
                              uint64_t End) {
  const bool IsGood = Index >= 0 && uint64_t(Index) < End;
  if (!IsGood)
    fail(Location, What + " " + Twine(Index) + " is out of range: it must be below " + Twine(End));
  return IsGood;
}

void MethodReader::checkValues(const Twine &What, const Indices *Values) {
  if (!spend(sizeOf(Values)))
    return;
  for (uint64_t I = 0; I < sizeOf(Values); ++I)
    checkValue(What + " " + Twine(I), "value index", Values->Get(I));
}

/// The items of a list of tensors; null for any other value.
static const Indices *tensorList(const schema::EValue &Value) {
  if (const auto *List = Value.val_as_TensorList())
    return List->items();
  if (const auto *List = Value.val_as_OptionalTensorList())
    return List->items();
  return nullptr;
}

/// The items of lists are indices of values, or -1 for None.
void MethodReader::checkValueLists() {
  for (uint64_t I = 0; I < sizeOf(Plan.values()); ++I) {
    const schema::EValue *Value = Plan.values()->Get(I);
    auto checkItem = [&](int64_t Item) {
      return Item != -1 && checkValue("value " + Twine(I), "item", Item);
    };
    const Indices *Items = tensorList(*Value);
    if (!spend(1 + sizeOf(Items)))
      return;
    for (uint64_t J = 0; J < sizeOf(Items); ++J) {
      const int64_t Item = Items->Get(J);
      if (!checkItem(Item))
        continue;
      const schema::EValue *Listed = valueAt(Item);
      if (!Listed->val_as_Tensor() && Listed->val_type() != schema::KernelTypes::Null)
        fail("value " + Twine(I), "item " + Twine(J) + " of the tensor list is no tensor");
    }

    // The 8-byte items may be misaligned: FlatBuffers' verifier checks only the length's alignment.
    if (const auto *List = Value->val_as_IntList())
      for (uint64_t J = 0; J < sizeOf(List->items()) && spend(1); ++J)
        checkItem(int64_t(support::endian::read64le(List->items()->Data() + 8 * J)));
  }
}

/// Returns `<dtype>;<dim order>`; empty, with an error, if the tensor is damaged.
std::string MethodReader::entryOf(const Twine &Location, const schema::Tensor &Tensor) {
  const int Dtype = static_cast<int>(Tensor.scalar_type());
  if (Error E = checkDtypeCode(Dtype))
    return fail(Location, toString(std::move(E))), "";
  constexpr uint64_t MaxDims = et::KernelKeyEntry::kMaxDims;
  const uint64_t Dims = sizeOf(Tensor.dim_order());
  std::string Order;
  for (uint64_t I = 0; I < std::min(Dims, MaxDims + 1); ++I)
    Order += (I == 0 ? "" : ",") + utostr(Tensor.dim_order()->Get(I));
  std::string Entry = itostr(Dtype) + ";" + Order;
  const std::string Key = "v1/" + Entry;
  if (Dims <= MaxDims && et::is_valid_kernel_key(Key.data(), Key.size()))
    return Entry;
  fail(Location, "the tensor's dim order (" + Order + ") must be a permutation of at most " +
                     Twine(MaxDims) + " dimensions, such as 0,1,2; export the model again");
  return "";
}

/// The entry for a value in a call's kernel key; empty if the value is no tensor.
const std::string &MethodReader::keyEntryOf(uint64_t Value) {
  std::optional<std::string> &Entry = KeyEntries[Value];
  if (Entry)
    return *Entry;
  const schema::EValue *Stored = valueAt(Value);
  const auto Type = Stored->val_type();
  const std::string Location = "value " + utostr(Value);
  if (Type > schema::KernelTypes::MAX || (Type != schema::KernelTypes::NONE && !Stored->val()))
    fail(Location, "type " + Twine(static_cast<int>(Type)) + " is unknown or has no content");
  const auto *Tensor = Stored->val_as_Tensor();
  return Entry.emplace(Tensor ? entryOf(Location, *Tensor) : "");
}

std::optional<std::string> MethodReader::readOperatorName(const Twine &Location, int32_t Index) {
  if (!checkIndex(Location, "operator index", Index, sizeOf(Plan.operators())))
    return std::nullopt;
  const schema::Operator *Op = Plan.operators()->Get(Index);
  if (!spend(sizeOf(Op->name()) + sizeOf(Op->overload())))
    return std::nullopt;
  std::string OpName = Op->name() ? Op->name()->str() : "";
  if (sizeOf(Op->overload()) != 0)
    OpName += "." + Op->overload()->str();
  // A name without namespace is an error here, because the runtime does not add `aten::`.
  Expected<std::string> Normalized = normalizeOperatorName(OpName);
  if (Normalized && *Normalized == OpName)
    return OpName;
  fail(Location, Normalized ? "operator " + quoted(OpName) + " has no namespace"
                            : toString(Normalized.takeError()));
  return std::nullopt;
}

std::string MethodReader::keyOf(const Twine &Location, const schema::KernelCall &Call) {
  std::string Key = "v1/";
  for (uint64_t I = 0; I < sizeOf(Call.args()); ++I) {
    const int32_t Argument = Call.args()->Get(I);
    if (!checkValue(Location, "argument " + Twine(I) + ": value index", Argument))
      continue;
    const std::string &Entry = keyEntryOf(Argument);
    if (!Entry.empty() && spend(Entry.size()))
      Key += (Key.back() == '/' ? "" : "|") + Entry;
  }
  return Key;
}

/// Sets Written, Moved and Dtypes. A move writes its target, a call writes its last argument (the
/// result), and a delegate may write all its arguments. A move also copies the source's dtype.
/// Moves between two values may go in both directions, so both values get the same set of dtypes.
void MethodReader::readWrites() {
  const uint64_t NumValues = sizeOf(Plan.values());
  Moved.grow(NumValues);
  Written.resize(NumValues);
  auto write = [&](int64_t Index) {
    if (isValue(Index))
      Written.set(Index);
  };
  for (uint64_t I = 0; I < sizeOf(Plan.chains()); ++I) {
    const auto *Instructions = Plan.chains()->Get(I)->instructions();
    for (uint64_t J = 0; J < sizeOf(Instructions) && spend(1); ++J) {
      const schema::Instruction &Instruction = *Instructions->Get(J);
      if (const auto *Move = Instruction.instr_args_as_MoveCall()) {
        write(Move->move_to());
        if (isValue(Move->move_from()) && isValue(Move->move_to()))
          Moved.join(Move->move_from(), Move->move_to());
      }
      if (const auto *Call = Instruction.instr_args_as_KernelCall())
        if (const uint64_t Count = sizeOf(Call->args()))
          write(Call->args()->Get(Count - 1));
      if (const auto *Call = Instruction.instr_args_as_DelegateCall())
        for (uint64_t K = 0; K < sizeOf(Call->args()) && spend(1); ++K)
          write(Call->args()->Get(K));
    }
  }
  Moved.compress();
  Dtypes.resize(Moved.getNumClasses());
  for (uint64_t I = 0; I < NumValues; ++I)
    if (const auto *Tensor = Plan.values()->Get(I)->val_as_Tensor())
      if (const int Dtype = static_cast<int>(Tensor->scalar_type()); Dtype >= 0 && Dtype < 64)
        Dtypes[Moved[I]] |= DtypeSet(1) << Dtype;
}

/// A letter for each argument (SelectedOp::ArgumentKinds). `?` stands for a number, boolean or None
/// that an instruction may replace. Call keyOf() first, because it checks the arguments.
std::string MethodReader::kindsOf(const schema::KernelCall &Call) {
  constexpr StringLiteral Letters = "?nibdtsIDBTO"; // in the order of KernelTypes
  std::string Kinds;
  for (uint64_t I = 0; I < sizeOf(Call.args()); ++I) {
    const int32_t Argument = Call.args()->Get(I);
    const schema::EValue *Value = valueAt(Argument);
    const auto Type = Value ? static_cast<size_t>(Value->val_type()) : 0;
    const char Letter = Type < Letters.size() ? Letters[Type] : '?';
    const bool MayChange = Value && Written[Argument];
    Kinds += MayChange && StringRef("nibd").contains(Letter) ? '?' : Letter;
  }
  return Kinds;
}

/// Call keyOf() first, because it checks the arguments.
CallDtypes MethodReader::dtypesOf(const schema::KernelCall &Call) {
  CallDtypes Result;
  auto dtypesAt = [&](int64_t Value) { return isValue(Value) ? Dtypes[Moved[Value]] : 0; };
  for (uint64_t I = 0; I < sizeOf(Call.args()); ++I) {
    const int32_t Argument = Call.args()->Get(I);
    DtypeSet &Set = Result.Sets.emplace_back(dtypesAt(Argument));
    const schema::EValue *Value = valueAt(Argument);
    const Indices *Items = Value ? tensorList(*Value) : nullptr;
    for (uint64_t J = 0; J < sizeOf(Items) && spend(1); ++J)
      Set |= dtypesAt(Items->Get(J));
  }
  if (Result.Sets.empty())
    Result.Sets.push_back(0);
  return Result;
}

void MethodReader::readKernelCall(const Twine &Location, const schema::KernelCall &Call) {
  if (!spend(sizeOf(Call.args()) + 1))
    return;
  std::optional<std::string> OpName = readOperatorName(Location, Call.op_index());
  std::string Key = keyOf(Location, Call);
  if (!OpName)
    return;
  Asker By{(Name + ", " + Location).str()};
  SelectedOp &Op = Sel.Ops[*OpName];
  Op.Askers.insert(By);
  Op.cameFrom(Path);
  Op.ArgumentKinds[kindsOf(Call)].insert(By);
  Op.Calls[dtypesOf(Call)].insert(By);
  Op.Keys[std::move(Key)].insert(By);
}

void MethodReader::readInstruction(const Twine &Location, const schema::Instruction &Instruction,
                                   uint64_t InstructionCount) {
  if (const auto *Call = Instruction.instr_args_as_KernelCall())
    return readKernelCall(Location, *Call);
  if (const auto *Call = Instruction.instr_args_as_DelegateCall()) {
    checkIndex(Location, "delegate index", Call->delegate_index(), sizeOf(Plan.delegates()));
    return checkValues(Location + ": argument", Call->args());
  }
  auto Check = [&](int64_t Value) { checkValue(Location, "value index", Value); };
  if (const auto *Call = Instruction.instr_args_as_MoveCall()) {
    Check(Call->move_from());
    return Check(Call->move_to());
  }
  if (const auto *Call = Instruction.instr_args_as_FreeCall())
    return Check(Call->value_index());
  const auto *Jump = Instruction.instr_args_as_JumpFalseCall();
  if (!Jump)
    return fail(Location, "instruction of type " +
                              Twine(static_cast<int>(Instruction.instr_args_type())) +
                              " is empty or unknown");
  Check(Jump->cond_value_index());
  // A jump to the index after the last instruction ends the chain.
  checkIndex(Location, "destination instruction", Jump->destination_instruction(),
             InstructionCount + 1);
}

void MethodReader::readChain(unsigned Index, const schema::Chain &Chain) {
  std::string Where = sizeOf(Plan.chains()) > 1 ? "chain " + utostr(Index) + ", " : "";
  checkValues(Where + "input", Chain.inputs());
  checkValues(Where + "output", Chain.outputs());
  uint64_t Count = sizeOf(Chain.instructions());
  for (uint64_t I = 0; I < Count && spend(1); ++I)
    readInstruction(Where + "instruction " + utostr(I), *Chain.instructions()->Get(I), Count);
}

void MethodReader::readDelegates() {
  for (uint64_t I = 0; I < sizeOf(Plan.delegates()); ++I) {
    const schema::BackendDelegate *Delegate = Plan.delegates()->Get(I);
    std::string Location = "delegate " + utostr(I);
    if (!spend(1 + sizeOf(Delegate->id())))
      return;
    if (sizeOf(Delegate->id()) == 0)
      fail(Location, "names no backend");
    else
      Sel.Backends[Delegate->id()->str()].insert(Asker{Name + ", " + Location});
  }
}

void MethodReader::read() {
  if (!spend(1 + sizeOf(Plan.values())))
    return;
  checkValues("input", Plan.inputs());
  checkValues("output", Plan.outputs());
  checkValueLists();
  readDelegates();
  readWrites();
  for (uint64_t I = 0; I < sizeOf(Plan.chains()); ++I)
    readChain(I, *Plan.chains()->Get(I));
}

Selection readModelCalls(StringRef Path, const schema::Program &Program, size_t ProgramSize,
                         Problems &Errors) {
  Selection Sel;
  // For each call, spend() counts the characters of the operator's name and key. So a valid program
  // may need several steps for each of its bytes.
  uint64_t Budget = std::max<uint64_t>(8 * uint64_t(ProgramSize), 1000);
  const uint64_t Methods = sizeOf(Program.execution_plan());
  for (unsigned I = 0; I < Methods && Budget > 0; ++I)
    MethodReader(Path, *Program.execution_plan()->Get(I), I, Budget, Errors, Sel).read();
  if (!Sel.Ops.empty())
    return Sel;
  std::string Note = Methods == 0 ? "the program has no method" : "no method calls an operator";
  if (!Sel.Backends.empty())
    Note += "; all work is delegated to " +
            join(map_range(Sel.Backends, [](const auto &B) { return quoted(B.first); }), ", ");
  Sel.Notes.push_back((Path + ": " + Note).str());
  return Sel;
}

} // namespace etprune

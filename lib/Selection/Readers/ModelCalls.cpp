// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the methods of a program: for each KernelCall its operator, the kernel key of its arguments
// and their number; for each delegate its backend.
//
// A key has one entry per tensor argument that is present; scalars never narrow it. A list of
// tensors is one entry, that of its first tensor: so ExecuTorch looks the call up. Our runtime
// wants every item to agree. Where dim orders differ, only kernels for any dim order serve it, and
// the call asks for an entry without one as well. Where dtypes differ, no key serves it but perhaps
// the fallback does: the call asks for the whole operator, as one does whose lists make hundreds of
// keys. Several results, which a call repeats as one list at its end, are an exception: both
// runtimes let that entry be anything.
//
// Only called operators count, not every entry of a program's operator table.
//
// A list of tensors with several dtypes asks for the whole operator: its call agrees with no
// kernel's key in our runtime, so the fallback must stay, while ExecuTorch looks it up by its first
// tensor. With several dim orders it asks for the first tensor's and for a kernel of any. Above 256
// keys for a call: the whole operator. The list of results at a call's end counts in neither: no
// lookup is narrowed by it.

#include "Selection/Readers/ModelCalls.h"

#include "Selection/Names.h"
#include "Selection/Readers/ModelMethod.h"
#include "Support/Counted.h"
#include "Support/InputFile.h"
#include "Support/Problems.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;
namespace schema = et::schema;

namespace etprune {

namespace {

class MethodReader : private ModelMethod {
public:
  MethodReader(StringRef Path, const schema::ExecutionPlan &Plan, unsigned Index, uint64_t &Budget,
               Problems &Errors, Selection &Sel)
      : ModelMethod(Path, Plan, Index, Budget, Errors), Sel(Sel) {}
  void read();

private:
  void readDelegates();
  void readChain(unsigned Index, const schema::Chain &Chain);
  void readInstruction(const Twine &Location, const schema::Instruction &Instruction,
                       uint64_t InstructionCount);
  void readKernelCall(const Twine &Location, const schema::KernelCall &Call);
  void readDelegateCall(const Twine &Location, const schema::DelegateCall &Call);
  std::vector<std::string> keysOf(const Twine &Location, const schema::KernelCall &Call);
  bool repeatsResults(const schema::KernelCall &Call);
  std::optional<std::string> readOperatorName(const Twine &Location, int32_t Index);

  Selection &Sel;
};

} // namespace

std::optional<std::string> MethodReader::readOperatorName(const Twine &Location, int32_t Index) {
  if (Index < 0 || uint64_t(Index) >= sizeOf(Plan.operators())) {
    fail(Location, "operator index " + Twine(Index) + " is out of range (the program has " +
                       counted(sizeOf(Plan.operators()), "operator") + ")");
    return std::nullopt;
  }
  const schema::Operator *Op = Plan.operators()->Get(Index);
  if (!spend(sizeOf(Op->name()) + sizeOf(Op->overload())))
    return std::nullopt;
  std::string OpName = Op->name() ? Op->name()->str() : "";
  if (sizeOf(Op->overload()) != 0)
    OpName += "." + Op->overload()->str();
  // The runtime looks up exactly what the program says, so a missing namespace stays missing.
  Expected<std::string> Normalized = normalizeOperatorName(OpName);
  if (!Normalized) {
    fail(Location, toString(Normalized.takeError()));
    return std::nullopt;
  }
  if (*Normalized != OpName) {
    fail(Location, "operator " + quoted(OpName) + " has no namespace");
    return std::nullopt;
  }
  return OpName;
}

/// Whether a call's last argument is a list of arguments that it passes already: its results.
bool MethodReader::repeatsResults(const schema::KernelCall &Call) {
  const flatbuffers::Vector<int32_t> &Arguments = *Call.args();
  const auto *List = Plan.values()->Get(Arguments.Get(Arguments.size() - 1))->val_as_TensorList();
  if (!List || !spend(sizeOf(List->items())))
    return false;
  std::set<int32_t> Others(Arguments.begin(), Arguments.end() - 1);
  return all_of(*List->items(), [&](int32_t Item) { return Others.count(Item) != 0; });
}

/// The kernel keys that serve a call; none where only the whole operator does.
std::vector<std::string> MethodReader::keysOf(const Twine &Location,
                                              const schema::KernelCall &Call) {
  constexpr size_t MaxKeys = 256;
  const uint64_t Count = sizeOf(Call.args());
  std::vector<std::string> Keys = {"v1/"};
  for (uint64_t I = 0; I < Count; ++I) {
    int32_t Argument = Call.args()->Get(I);
    if (!checkValue(Location, "argument " + Twine(I) + ": value index", Argument))
      continue;
    const KeyEntries &Found = keyEntriesOf(Argument);
    bool IsMixed = Found.Mixed && !(I + 1 == Count && repeatsResults(Call));
    if (IsMixed || Keys.size() * Found.Entries.size() > MaxKeys)
      Keys.clear();
    if (Found.Entries.empty() || Keys.empty())
      continue;
    if (!spend(Keys.size() * Found.Entries.size() * Found.Entries.front().size()))
      return {};
    std::vector<std::string> Longer;
    for (std::string &Key : Keys) {
      Key += Key.back() == '/' ? "" : "|";
      for (const std::string &Entry : drop_begin(Found.Entries))
        Longer.push_back(Key + Entry);
      Key += Found.Entries.front();
    }
    append_range(Keys, std::move(Longer));
  }
  return Keys;
}

void MethodReader::readKernelCall(const Twine &Location, const schema::KernelCall &Call) {
  const uint64_t Count = sizeOf(Call.args());
  if (!spend(Count + 1))
    return;
  std::optional<std::string> OpName = readOperatorName(Location, Call.op_index());
  std::vector<std::string> Keys = keysOf(Location, Call);
  if (!OpName)
    return;
  Asker By{(Name + ", " + Location).str()};
  SelectedOp &Op = Sel.Ops[*OpName];
  Op.Askers.insert(By);
  Op.cameFrom(Path);
  Op.ArgumentCounts[Count].insert(By);
  Op.AllKernels |= Keys.empty();
  for (std::string &Key : Keys)
    Op.Keys[std::move(Key)].insert(By);
}

void MethodReader::readDelegateCall(const Twine &Location, const schema::DelegateCall &Call) {
  if (Call.delegate_index() < 0 || uint64_t(Call.delegate_index()) >= sizeOf(Plan.delegates()))
    fail(Location, "delegate index " + Twine(Call.delegate_index()) +
                       " is out of range (the method has " + Twine(sizeOf(Plan.delegates())) +
                       " delegates)");
  if (!spend(sizeOf(Call.args())))
    return;
  for (uint64_t I = 0; I < sizeOf(Call.args()); ++I)
    checkValue(Location, "argument " + Twine(I) + ": value index", Call.args()->Get(I));
}

void MethodReader::readInstruction(const Twine &Location, const schema::Instruction &Instruction,
                                   uint64_t InstructionCount) {
  if (const auto *Call = Instruction.instr_args_as_KernelCall())
    return readKernelCall(Location, *Call);
  if (const auto *Call = Instruction.instr_args_as_DelegateCall())
    return readDelegateCall(Location, *Call);
  if (const auto *Call = Instruction.instr_args_as_MoveCall()) {
    checkValue(Location, "value index", Call->move_from());
    checkValue(Location, "value index", Call->move_to());
    return;
  }
  if (const auto *Call = Instruction.instr_args_as_JumpFalseCall()) {
    checkValue(Location, "value index", Call->cond_value_index());
    // One past the last is the end of the chain.
    if (Call->destination_instruction() < 0 ||
        uint64_t(Call->destination_instruction()) > InstructionCount)
      fail(Location, "destination instruction " + Twine(Call->destination_instruction()) +
                         " is out of range (the chain has " +
                         counted(InstructionCount, "instruction") + ")");
    return;
  }
  if (const auto *Call = Instruction.instr_args_as_FreeCall()) {
    checkValue(Location, "value index", Call->value_index());
    return;
  }
  fail(Location, "instruction of type " + Twine(static_cast<int>(Instruction.instr_args_type())) +
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

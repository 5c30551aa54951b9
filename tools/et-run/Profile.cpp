// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Profile.h"

#include "Object/RecordNames.h"
#include "Support/Numbers.h"

#include "et/registry.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"

#include <cinttypes>

using namespace llvm;

namespace etprune {

namespace {

/// Returns a map from the address of each kernel's function to the kernel's library. The function's
/// symbol names both: `et_kernel$<namespace>$<op>$<variant>$<library>`. Empty if stripped.
DenseMap<uint64_t, std::string> readKernelLibraries() {
  DenseMap<uint64_t, std::string> Libraries;
  auto Buffer = MemoryBuffer::getFile("/proc/self/exe", /*IsText=*/false,
                                      /*RequiresNullTerminator=*/false);
  if (!Buffer)
    return Libraries;
  auto File = object::ObjectFile::createELFObjectFile(**Buffer);
  if (!File) {
    consumeError(File.takeError());
    return Libraries;
  }
  const uint64_t Table = reinterpret_cast<uintptr_t>(et::get_registered_kernels().data());
  std::vector<std::pair<uint64_t, std::string>> Found;
  uint64_t LinkedTable = Table;
  for (const object::SymbolRef &Symbol : (*File)->symbols()) {
    auto Name = Symbol.getName();
    auto Value = Symbol.getValue();
    if (!Name || !Value) {
      consumeError(joinErrors(Name.takeError(), Value.takeError()));
      continue;
    }
    if (*Name == TableStartSymbol)
      LinkedTable = *Value;
    else if (isKernelSymbol(*Name))
      Found.emplace_back(*Value, Name->rsplit('$').second.str());
  }
  // The loader may move the program. All functions then move by the same distance as the table.
  for (auto &[Address, Library] : Found)
    Libraries[Address + (Table - LinkedTable)] = std::move(Library);
  return Libraries;
}

/// Returns the address of the called kernel's function, or 0 if the instruction calls no kernel.
uint64_t kernelOf(const et::InstructionInfo &Call) {
  if (Call.kind != et::InstructionInfo::Kind::KernelCall)
    return 0;
  const auto Kernels = et::find_kernels(et::get_registered_kernels(), Call.name, Call.overload);
  const et::Kernel *Kernel =
      et::select_kernel(Kernels, {const_cast<et::EValue **>(Call.args.data()), Call.args.size()});
  return Kernel ? reinterpret_cast<uintptr_t>(Kernel->fn) : 0;
}

std::string nameOf(const et::InstructionInfo &Instruction) {
  using Kind = et::InstructionInfo::Kind;
  switch (Instruction.kind) {
  case Kind::KernelCall:
    return std::string(Instruction.name) + (*Instruction.overload ? "." : "") +
           Instruction.overload;
  case Kind::DelegateCall:
    return std::string("delegate ") + Instruction.name;
  case Kind::MoveCall:
    return "MoveCall";
  case Kind::JumpFalseCall:
    return "JumpFalseCall";
  case Kind::FreeCall:
    return "FreeCall";
  }
  return "";
}

uint64_t bytesOf(const et::EValue &Value) {
  if (Value.isTensor())
    return Value.toTensor().nbytes();
  uint64_t Bytes = 0;
  if (Value.isTensorList() || Value.isListOptionalTensor())
    for (size_t I = 0; I < Value.toTensorList().size(); ++I)
      if (et::Tensor Item = Value.toTensorList()[I]; Item.defined())
        Bytes += Item.nbytes();
  return Bytes;
}

void countBytes(const et::InstructionInfo &Instruction, Cost &Into) {
  const et::Span<et::EValue *const> Args = Instruction.args;
  // The output tensors. A kernel call's last argument repeats them, as one tensor or as a list.
  std::vector<const et::EValue *> Results;
  if (Instruction.kind == et::InstructionInfo::Kind::KernelCall && !Args.empty()) {
    const et::EValue &Last = *Args[Args.size() - 1];
    if (Last.isTensor())
      Results.push_back(&Last);
    else if (Last.isTensorList())
      Results.assign(Last.payload.as_tensors->items,
                     Last.payload.as_tensors->items + Last.payload.as_tensors->size);
    Into.BytesWritten += bytesOf(Last);
  }
  const ArrayRef<const et::EValue *> Given(Args.data(), Args.size() - !Results.empty());
  for (size_t I = 0; I < Given.size(); ++I) {
    // An output tensor may occur several times in `Given`. Its last occurrence is the output, and
    // each earlier occurrence is an input.
    const bool IsResult = is_contained(Results, Given[I]);
    if (!IsResult || is_contained(Given.drop_front(I + 1), Given[I]))
      Into.BytesRead += bytesOf(*Given[I]);
  }
}

std::string timeText(double Nanoseconds) {
  if (Nanoseconds < 1e6)
    return formatv("{0:F2} us", Nanoseconds / 1e3);
  return Nanoseconds < 1e9 ? formatv("{0:F2} ms", Nanoseconds / 1e6)
                           : formatv("{0:F2} s", Nanoseconds / 1e9);
}

json::Object jsonOf(const Cost &Of, uint64_t Runs) {
  return json::Object{{"name", Of.Name},
                      {"library", Of.Library},
                      {"calls", static_cast<int64_t>(Of.Calls)},
                      {"time_ns", static_cast<int64_t>(Of.Time.count())},
                      {"time_ns_per_run", static_cast<double>(Of.Time.count()) / double(Runs)},
                      {"bytes_read", static_cast<int64_t>(Of.BytesRead)},
                      {"bytes_written", static_cast<int64_t>(Of.BytesWritten)}};
}

} // namespace

void Cost::addNumbers(const Cost &Other) {
  Calls += Other.Calls;
  Time += Other.Time;
  BytesRead += Other.BytesRead;
  BytesWritten += Other.BytesWritten;
}

void Profile::add(const et::InstructionInfo &Instruction, std::chrono::nanoseconds Time) {
  Cost &Own = Instructions[Instruction.index];
  if (Own.Calls == 0) {
    Own.Name = nameOf(Instruction);
    if (!Libraries)
      Libraries = readKernelLibraries();
    Own.Library = Libraries->lookup(kernelOf(Instruction));
  }
  ++Own.Calls;
  Own.Time += Time;
  countBytes(Instruction, Own);
}

std::vector<Cost> Profile::operators() const {
  std::map<std::pair<std::string, std::string>, Cost> ByName;
  for (const auto &[Index, Own] : Instructions) {
    Cost &Sum = ByName[{Own.Name, Own.Library}];
    Sum.Name = Own.Name;
    Sum.Library = Own.Library;
    Sum.addNumbers(Own);
  }
  std::vector<Cost> Sums;
  for (const auto &[Name, Sum] : ByName)
    Sums.push_back(Sum);
  stable_sort(Sums, [](const Cost &A, const Cost &B) { return A.Time > B.Time; });
  return Sums;
}

void Profile::print(raw_ostream &OS, StringRef Method) const {
  Cost All;
  int Width = 11, LibraryWidth = 7; // of the headings "instruction" and "library"
  for (const auto &[Index, Own] : Instructions) {
    All.addNumbers(Own);
    Width = std::max(Width, int(Own.Name.size()));
    LibraryWidth = std::max(LibraryWidth, int(Own.Library.size()));
  }
  const double Total = std::max(double(All.Time.count()), 1.0), Count = double(Runs);
  const auto Row = [&](const std::string &Number, const Cost &Of) {
    OS << format("%5s  %-*s  %-*s%8.5g%12s%8.1f%%%12" PRIu64 "%12" PRIu64 "\n", Number.c_str(),
                 Width, Of.Name.c_str(), LibraryWidth, Of.Library.c_str(), double(Of.Calls) / Count,
                 timeText(double(Of.Time.count()) / Count).c_str(),
                 100 * double(Of.Time.count()) / Total, Of.BytesRead / Runs,
                 Of.BytesWritten / Runs);
  };
  const auto Heading = [&](const char *Number, const char *Name, const char *Library) {
    OS << format("%5s  %-*s  %-*s   calls        time    share        read     written\n", Number,
                 Width, Name, LibraryWidth, Library);
  };
  OS << "profile of method " << Method << ": " << counted(Runs, "run") << ", "
     << timeText(Total / Count) << " each; all numbers are per run; read and written in bytes\n";
  Heading("#", "instruction", "library");
  for (const auto &[Index, Own] : Instructions)
    Row(std::to_string(Index), Own);
  Heading("", "operator", "library");
  for (const Cost &Sum : operators())
    Row("", Sum);
}

json::Value Profile::json(StringRef Method) const {
  json::Array ByInstruction, ByOperator;
  for (const auto &[Index, Own] : Instructions) {
    json::Object Row = jsonOf(Own, Runs);
    Row["index"] = static_cast<int64_t>(Index);
    ByInstruction.push_back(std::move(Row));
  }
  for (const Cost &Sum : operators())
    ByOperator.push_back(jsonOf(Sum, Runs));
  return json::Object{{"method", Method},
                      {"runs", static_cast<int64_t>(Runs)},
                      {"instructions", std::move(ByInstruction)},
                      {"operators", std::move(ByOperator)}};
}

} // namespace etprune

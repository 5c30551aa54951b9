// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Runtimes/ExecuTorch/ExecuTorch.h"

#include "Object/RecordNames.h"
#include "Support/Numbers.h"
#include "Support/Try.h"

#include "et/kernel_key.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"

using namespace llvm;

namespace etprune {

namespace {

bool isOperatorName(StringRef Name) {
  auto [Namespace, Rest] = Name.split("::");
  auto IsWord = [](StringRef Word, StringRef More) {
    return !Word.empty() &&
           llvm::all_of(Word, [&](char C) { return isAlnum(C) || C == '_' || More.contains(C); });
  };
  return IsWord(Namespace, "") && IsWord(Rest, ".");
}

/// Reads the three words of a Kernel at `Entry`. The caller puts "registers a kernel, number 3,
/// that" before the text of an error.
Expected<RegisteredKernel> readKernel(CodeState &State, const Value &Entry) {
  Value Words[3];
  for (unsigned I = 0; I < 3; ++I)
    RETURN_IF_ERROR(
        State.load(State.sum(Entry, Value::number(I * State.Word)), State.Word).moveInto(Words[I]));
  const auto &[Name, Key, Function] = Words;
  if (!isAddress(Name) || !isAddress(Function))
    return createStringError("has a name or function that et-prune cannot determine; is the object "
                             "compiled for ExecuTorch 0.7 or newer?");
  RegisteredKernel Kernel;
  ASSIGN_OR_RETURN(Kernel.Op, readString(State, Name));
  if (!isOperatorName(Kernel.Op.Text))
    return createStringError("has the name '" + Kernel.Op.Text +
                             "', which is not an operator's name");
  if (isAddress(Key)) {
    ASSIGN_OR_RETURN(Kernel.Key, readString(State, Key));
    const std::string &Text = Kernel.Key->Text;
    if (!et::is_valid_kernel_key(Text.data(), Text.size()))
      return createStringError("has a malformed kernel key '" + Text + "'");
  } else if (!Key.isNumber(0)) {
    return createStringError("has a key that et-prune cannot determine");
  }
  RETURN_IF_ERROR(readFunction(State, Function, Kernel));
  return Kernel;
}

} // namespace

bool ExecuTorch::isOtherRelease(StringRef Function) const {
  return Function.starts_with("_ZN5torch8executor16register_kernels") ||
         (Function.starts_with("_ZN10executorch7runtime16register_kernels") &&
          Function != RegisterKernelsSymbol);
}

bool ExecuTorch::isLookup(StringRef Function) const {
  return Function.starts_with("_ZN10executorch7runtime22get_registered_kernelsEv") ||
         Function.starts_with("_ZN10executorch7runtime29get_op_function_from_registry") ||
         Function.starts_with("_ZN10executorch7runtime24registry_has_op_function");
}

bool ExecuTorch::isOwnSymbol(StringRef Symbol) const { return Symbol.contains("10executorch"); }

StringRef ExecuTorch::howToRegister() const {
  return "register these kernels in a file of their own, with EXECUTORCH_LIBRARY or with a static "
         "array that nothing else uses";
}

Error ExecuTorch::readCall(CodeState &State, const Value &Pointer, const Value &Count,
                           KernelInitializer &Initializer) const {
  const InputObject &Object = State.Object;
  const uint64_t Size = 3 * State.Word;
  const bool IsArray = isAddress(Pointer);
  if ((!IsArray && Pointer.Kind != Value::Stack) || !Count.isNumber())
    return createStringError("registers kernels that are computed at run time");
  uint32_t Entry = Initializer.Code;
  if (IsArray) {
    uint64_t Start = Pointer.Offset;
    Entry = Pointer.Base;
    if (Pointer.Kind == Value::Symbol) {
      const ObjectSymbol &Symbol = Object.Symbols[Pointer.Base];
      if (!Symbol.isInSection())
        return createStringError("registers '" + readableName(Symbol.Name) +
                                 "', an array of another object");
      Start += Symbol.Value;
      Entry = Symbol.Section;
    }
    const ObjectSection &Array = Object.Sections[Entry];
    // Before ExecuTorch 1.2, Kernel's constructor was not constexpr. In programs of these releases,
    // the array is in .bss, and the initialiser fills the array before the call.
    if (Array.Size == 0 || Array.Size % Size || Start % Size ||
        (Array.Type != ELF::SHT_PROGBITS && Array.Type != ELF::SHT_NOBITS))
      return createStringError("registers '" + Array.Name +
                               "', which is no array of kernels; is it compiled with "
                               "-fdata-sections, for ExecuTorch 0.7 or newer?");
    if (Count.Offset > Array.Size / Size || Start / Size > Array.Size / Size - Count.Offset)
      return createStringError("registers " + Twine(Count.Offset) + " of the " +
                               counted(Array.Size / Size, "kernel") + " of its array");
  } else if (Count.Offset > 1000) { // the Kernels would take more than 12,000 bytes of stack
    return createStringError("registers more kernels than fit its stack");
  }
  for (uint64_t I = 0; I < Count.Offset; ++I) {
    auto Kernel = readKernel(State, State.sum(Pointer, Value::number(I * Size)));
    if (!Kernel)
      return createStringError("registers a kernel, number " + Twine(I) + ", that " +
                               toString(Kernel.takeError()));
    Kernel->Entry = Entry;
    Initializer.Kernels.push_back(std::move(*Kernel));
  }
  return Error::success();
}

/// Returns the backend's name, to which the first word of the structure at `Backend` points.
Expected<std::string> ExecuTorch::readBackendCall(CodeState &State, const Value &Backend) const {
  ASSIGN_OR_RETURN(auto Name, State.load(Backend, State.Word));
  if (!isAddress(Name))
    return createStringError("registers a backend whose name et-prune cannot determine");
  ASSIGN_OR_RETURN(auto Text, readString(State, Name));
  return Text.Text;
}

/// Finds constant arrays of Kernels. A program may pass such an array to `load_method`, which looks
/// up the method's operators in the array first, and then in the registry.
std::vector<KernelArray> ExecuTorch::kernelArrays(const InputObject &Object) const {
  std::vector<KernelArray> Found;
  CodeState State(Object);
  for (uint32_t I = 1; I < Object.Sections.size(); ++I) {
    const ObjectSection &Section = Object.Sections[I];
    if (!(Section.Flags & ELF::SHF_ALLOC) || (Section.Flags & ELF::SHF_EXECINSTR) ||
        Section.Type != ELF::SHT_PROGBITS || isRecord(Section.Name) ||
        Section.Relocations.empty() || Section.Size % (3 * State.Word) != 0)
      continue;
    std::set<std::string> Ops;
    uint64_t Offset = 0;
    for (; Offset < Section.Size; Offset += 3 * State.Word)
      if (auto Kernel = expectedToOptional(readKernel(State, Value::section(I, Offset))))
        Ops.insert(Kernel->Op.Text);
      else
        break;
    if (Offset == Section.Size && !Ops.empty())
      Found.push_back({&Object, I, std::move(Ops)});
  }
  return Found;
}

} // namespace etprune

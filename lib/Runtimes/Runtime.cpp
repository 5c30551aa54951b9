// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Runtimes/Runtime.h"

#include "Support/Try.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"

using namespace llvm;

namespace etprune {

std::string KernelArray::description() const {
  StringRef Name = Object->Sections[Section].Name;
  for (const ObjectSymbol &Symbol : Object->Symbols)
    if (Symbol.Section == Section && Symbol.Type == ELF::STT_OBJECT)
      Name = Symbol.Name;
  std::vector<std::string> Users;
  for (uint32_t I = 1; I < Object->Sections.size(); ++I)
    if ((Object->Sections[I].Flags & ELF::SHF_EXECINSTR) && refersTo(*Object, I, Section))
      Users.push_back("'" + readableName(functionName(*Object, I)) + "'");
  const size_t Named = std::min<size_t>(Ops.size(), 8);
  return (Users.empty() ? "other code or data" : join(Users, ", ")) + " refers to the array '" +
         readableName(Name) + "' of " + Object->Name + ", with kernels of " +
         join(Ops.begin(), std::next(Ops.begin(), Named), ", ") +
         (Named < Ops.size() ? " and others" : "");
}

bool isAddress(const Value &V) {
  return !V.IsUpper && (V.Kind == Value::Section || V.Kind == Value::Symbol);
}

Expected<ObjectString> readString(CodeState &State, const Value &Address) {
  const InputObject &Object = State.Object;
  uint32_t Section = Address.Base;
  uint64_t Offset = Address.Offset;
  if (Address.Kind == Value::Symbol) {
    const ObjectSymbol &Symbol = Object.Symbols[Address.Base];
    if (Symbol.isUndefined())
      return createStringError("takes a name or key from the symbol '" + Symbol.Name +
                               "', which this object does not define");
    Section = Symbol.Section;
    Offset += Symbol.Value;
  }
  ASSIGN_OR_RETURN(auto Text, Object.stringAt(Section, Offset));
  // Other code could write to this section and change the string. followInitializer() fails if code
  // other than the initialiser uses a section in State.Read.
  if (Object.Sections[Section].Flags & ELF::SHF_WRITE)
    State.Read.insert(Section);
  return ObjectString{Text.str(), Section, Offset};
}

Error readFunction(const CodeState &State, const Value &Function, RegisteredKernel &Kernel) {
  const InputObject &Object = State.Object;
  uint32_t Section = Function.Base;
  uint64_t Offset = Function.Offset;
  if (Function.Kind == Value::Symbol) {
    const ObjectSymbol &Symbol = Object.Symbols[Function.Base];
    if (Offset)
      return createStringError("has a function address that is not the start of a function");
    Kernel.FunctionName = Symbol.Name;
    Kernel.IsGlobal = true;
    if (Symbol.isUndefined())
      return Error::success();
    Section = Symbol.Section;
    Offset = Symbol.Value;
  } else {
    for (const ObjectSymbol &Symbol : Object.Symbols)
      if (Symbol.Section == Section && Symbol.Value == Offset && Symbol.Type == ELF::STT_FUNC)
        Kernel.FunctionName = Symbol.Name;
  }
  if (!(Object.Sections[Section].Flags & ELF::SHF_EXECINSTR))
    return createStringError("has a function address that does not point to code");
  Kernel.Function = {Kernel.IsGlobal ? nullptr : &Object, Section, Offset};
  return Error::success();
}

} // namespace etprune

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Dtypes/NarrowKernels.h"

#include "Object/RecordNames.h"
#include "Runtimes/ExecuTorch/ExecuTorch.h"
#include "Runtimes/SelfRegisteringObject.h"
#include "Support/Confinement.h"
#include "Support/Process.h"
#include "Support/Try.h"

#include "llvm/ObjCopy/CommonConfig.h"
#include "llvm/ObjCopy/ConfigManager.h"
#include "llvm/ObjCopy/ObjCopy.h"
#include "llvm/Object/Binary.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/StringSaver.h"

using namespace llvm;

namespace etprune {

namespace {

struct Place {
  StringRef Section;
  uint64_t Value; ///< offset in the section; odd for Thumb code
  const NewKernel *Kernel;
};

/// Fails if the code still reads a dtype mask (MaskedKernels.cpp): gcc then kept unselected dtypes.
Error checkFolded(const InputObject &Object) {
  for (const ObjectSection &Section : Object.Sections)
    for (const ObjectRelocation &R : Section.Relocations)
      if (Object.Symbols[R.Symbol].Name.starts_with(DtypeMaskPrefix))
        return createStringError("gcc did not fold '" + Object.Symbols[R.Symbol].Name +
                                 "'; compile the kernels with optimisation");
  return Error::success();
}

Expected<std::vector<Place>> findKernels(const InputObject &Object, ArrayRef<NewKernel> Kernels) {
  ASSIGN_OR_RETURN(auto Registration, readSelfRegisteringObject(Object, ExecuTorch()));
  StringMap<const RegisteredKernel *> ByOp;
  for (const KernelInitializer &Initializer : Registration.Initializers)
    for (const RegisteredKernel &Kernel : Initializer.Kernels)
      if (!Kernel.Key)
        ByOp[Kernel.Op.Text] = &Kernel;
  std::vector<Place> Places;
  for (const NewKernel &Kernel : Kernels) {
    const RegisteredKernel *Found = ByOp.lookup(Kernel.Original->Op);
    if (!Found || !Found->Function.Object)
      return createStringError("cannot read the registration of '" + Kernel.Original->Op +
                               "' in the object that gcc recompiled");
    const FunctionLocation &Function = Found->Function;
    Places.push_back({Object.Sections[Function.Section].Name, Function.Value, &Kernel});
  }
  return Places;
}

/// `Name` may end in a '*'. The matcher keeps a reference to `Name`.
void addName(objcopy::NameMatcher &Names, StringRef Name) {
  cantFail(Names.addMatcher(objcopy::NameOrPattern::create(
      Name, Name.ends_with("*") ? objcopy::MatchStyle::Wildcard : objcopy::MatchStyle::Literal,
      [](Error E) { return E; })));
}

/// Runs in its own process, because libObject and objcopy do not check their input.
int copyObject(StringRef Object, ArrayRef<Place> Places) {
  objcopy::ConfigManager Manager;
  objcopy::CommonConfig &Config = Manager.Common;
  Config.OutputFormat = objcopy::FileFormat::ELF;
  Config.StripDebug = true;
  // The program already has these initialisers, or the registration table replaces them. The linker
  // could drop this object's COMDAT groups, because the program has groups of the same names.
  for (StringRef Name :
       {".init_array*", ".preinit_array*", ".fini_array*", ".ctors*", ".dtors*", ".group"})
    addName(Config.ToRemove, Name);
  BumpPtrAllocator Memory;
  StringSaver Names(Memory); // the configuration does not copy names
  for (const Place &At : Places) {
    // Two kernels share a section if gcc merged their equal functions. The section is named after
    // the first of these kernels.
    auto [It, IsNew] = Config.SectionsToRename.try_emplace(At.Section);
    if (IsNew)
      It->second.OriginalName = At.Section,
      It->second.NewName = Names.save(".text." + At.Kernel->Symbol);
    addName(Config.SymbolsToKeepGlobal, At.Kernel->Symbol);
    Config.SymbolsToAdd.push_back(
        {At.Kernel->Symbol,
         At.Section, // the section's name before objcopy renames the section
         At.Value,
         {objcopy::SymbolFlag::Global, objcopy::SymbolFlag::Function, objcopy::SymbolFlag::Hidden},
         {}});
  }
  auto Fail = [](Error E) {
    errs() << toString(std::move(E)) << '\n';
    return 1;
  };
  auto Binary = object::createBinary(MemoryBufferRef(Object, "gcc's object"));
  if (!Binary)
    return Fail(Binary.takeError());
  if (Error E = objcopy::executeObjcopyOnBinary(Manager, **Binary, outs()))
    return Fail(std::move(E));
  outs().flush();
  return 0;
}

/// Sets the size of each kernel's symbol, because objcopy adds symbols without a size. The size is
/// that of the section, because -ffunction-sections gives each function a section of its own.
Error addSizes(std::string &Bytes) {
  ASSIGN_OR_RETURN(auto Object, InputObject::parse({Bytes, "gcc's object"}, "gcc's object"));
  const TargetInfo &Target = Object->Target;
  const endianness Order = Target.byteOrder();
  for (const ObjectSymbol &Symbol : Object->Symbols) {
    if (!isKernelSymbol(Symbol.Name) || !Symbol.isInSection())
      continue;
    const uint64_t Size = Object->Sections[Symbol.Section].Size;
    char *Info = Bytes.data() + Symbol.InfoOffset;
    if (Target.Is64) // order: st_info, st_other, st_shndx, st_value, st_size
      support::endian::write64(Info + 12, Size, Order);
    else // order: st_size, st_info
      support::endian::write32(Info - 4, Size, Order);
  }
  return Error::success();
}

} // namespace

Expected<std::string> nameKernels(StringRef Bytes, ArrayRef<NewKernel> Kernels) {
  ASSIGN_OR_RETURN(auto Object, InputObject::parse({Bytes, "gcc's object"}, "gcc's object"));
  RETURN_IF_ERROR(checkFolded(*Object));
  ASSIGN_OR_RETURN(auto Places, findKernels(*Object, Kernels));
  ASSIGN_OR_RETURN(auto Confined,
                   Confinement::create({}, linkLimits(Bytes.size(), /*Compiles=*/false)));
  auto Process = runFork([&] { return copyObject(Bytes, Places); }, "objcopy", "", {}, &Confined);
  if (!Process)
    return Process.takeError();
  if (Process->ExitCode != 0)
    return createStringError("the object that gcc made cannot be changed: " +
                             StringRef(Process->Stderr).trim().str());
  RETURN_IF_ERROR(addSizes(Process->Stdout));
  return std::move(Process->Stdout);
}

} // namespace etprune

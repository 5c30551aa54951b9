// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Explain/ImageAccount.h"

#include "Object/RecordNames.h"
#include "Runtimes/Table/Records.h"

#include "llvm/Support/Path.h"

using namespace llvm;

namespace etprune {

StringRef className(ByteClass Class) {
  constexpr StringLiteral Names[NumByteClasses] = {
      "kernels", "registration table", "runtime", "C library", "application", "linker", "padding"};
  return Names[static_cast<unsigned>(Class)];
}

/// True for a file of a compiler or C library.
static bool isOfToolchain(StringRef File) {
  constexpr StringLiteral Libraries[] = {
      "libc",      "libc_nano",       "libg",         "libg_nano",      "libm",
      "libgcc",    "libgcc_eh",       "libgcov",      "libstdc++",      "libstdc++_nano",
      "libsupc++", "libsupc++_nano",  "libnosys",     "librdimon",      "librdimon_nano",
      "libgloss",  "libsemihost",     "libdummyhost", "libc++",         "libc++abi",
      "libunwind", "libpthread",      "librt",        "libc_nonshared", "libatomic",
      "libssp",    "libssp_nonshared"};
  StringRef Name = sys::path::filename(File);
  if (Name.starts_with("libclang_rt."))
    return true;
  if (Name.consume_back(".a"))
    return llvm::is_contained(Libraries, Name);
  return Name.ends_with(".o") &&
         llvm::any_of(ArrayRef<StringRef>{"crt", "Scrt", "Mcrt", "gcrt", "rcrt", "clang_rt.crt"},
                      [&](StringRef Prefix) { return Name.starts_with(Prefix); });
}

namespace {

struct Classifier {
  Classifier(const ImageGraph &Graph, const Dominators &Tree, const LinkedProgram &Program);
  ByteClass classOf(const ImageItem &Item) const;

  StringSet<> KernelFiles;    ///< archives that have kernels, or that only kernels need
  StringSet<> KernelSections; ///< sections of kernels outside of archives, as "file:section"
  StringSet<> RuntimeFiles;
};

StringRef fileOf(const InputObject &Object) { return splitMember(Object.Name).first; }

Classifier::Classifier(const ImageGraph &Graph, const Dominators &Tree,
                       const LinkedProgram &Program) {
  const LinkKernels &Kernels = Program.Link.Kernels;
  auto AddKernel = [&](const InputObject *Object, uint32_t Section) {
    if (!Object)
      return;
    if (!splitMember(Object->Name).second.empty())
      KernelFiles.insert(fileOf(*Object));
    else if (Section < Object->Sections.size())
      KernelSections.insert((Object->Name + ":" + Object->Sections[Section].Name).str());
  };
  for (const KernelRecord &Record : Kernels.Records) {
    AddKernel(Record.Object, Record.RecordSection);
    AddKernel(Record.Function.Object, Record.Function.Section);
  }
  auto AddRuntime = [&](const InputObject &Object) {
    if (!splitMember(Object.Name).second.empty() && !KernelFiles.contains(fileOf(Object)))
      RuntimeFiles.insert(fileOf(Object));
  };
  if (Kernels.Program && Kernels.Program->registry())
    AddRuntime(*Kernels.Program->registry()->Object);
  for (const LinkedObject &Object : Program.inputs())
    if (refersToTable(*Object.Captured))
      AddRuntime(*Object.Captured);
  StringSet<> OfKernels, OfOthers;
  for (uint32_t I = 0; I < Graph.Items.size(); ++I)
    if (const ImageItem &Item = Graph.Items[I]; !Item.Member.empty() && Item.Bytes != 0)
      (Tree.above(I, ImageItem::Group) != Dominators::None ? OfKernels : OfOthers)
          .insert(Item.File);
  for (const auto &File : OfKernels)
    if (!OfOthers.contains(File.getKey()))
      KernelFiles.insert(File.getKey());
}

ByteClass Classifier::classOf(const ImageItem &Item) const {
  if (Item.What != ImageItem::Section || (Item.Bytes == 0 && Item.File.empty()))
    return ByteClass::Padding;
  if (isRegistration(Item.InputSection) || isNameOrKey(Item.InputSection) ||
      isTablePart(Item.InputSection))
    return ByteClass::Table;
  if (isOfToolchain(Item.File))
    return ByteClass::CLibrary;
  if (isKernelCode(Item.InputSection) || KernelFiles.contains(Item.File) ||
      Item.File.starts_with(NarrowedObjectPrefix) ||
      KernelSections.contains((Item.File + ":" + Item.InputSection).str()))
    return ByteClass::Kernels;
  if (RuntimeFiles.contains(Item.File))
    return ByteClass::Runtime;
  const bool IsLinkers =
      Item.File.empty() || Item.File == LldInternalFile || Item.File == "linker stubs";
  return IsLinkers ? ByteClass::Linker : ByteClass::Application;
}

} // namespace

std::vector<ByteClass> classifyItems(const ImageGraph &Graph, const Dominators &Tree,
                                     const LinkedProgram &Program) {
  const Classifier Classes(Graph, Tree, Program);
  std::vector<ByteClass> Result;
  for (const ImageItem &Item : Graph.Items)
    Result.push_back(Classes.classOf(Item));
  return Result;
}

} // namespace etprune

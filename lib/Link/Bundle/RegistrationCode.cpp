// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/Bundle/RegistrationCode.h"

#include "Link/Inputs/ReducedArchive.h"
#include "Link/Lto/CodeProgram.h"
#include "Object/IntermediateCode.h"
#include "Runtimes/Runtime.h"
#include "Support/Try.h"

#include "llvm/Support/SmallVectorMemoryBuffer.h"

using namespace llvm;

namespace etprune {

namespace {

using Replacements = DenseMap<const InputObject *, std::unique_ptr<MemoryBuffer>>;

bool hasToDoWithRegistration(const InputObject &Object) {
  return llvm::any_of(Object.Symbols, [](const ObjectSymbol &Symbol) {
    return !Symbol.isLocal() && llvm::any_of(runtimes(), [&](const Runtime *Kind) {
      return Symbol.Name == Kind->registerFunction() ||
             Symbol.Name == Kind->registerBackendFunction();
    });
  });
}

Expected<Replacements> replaceObjects(ArrayRef<const InputObject *> Objects) {
  Replacements New;
  std::vector<const InputObject *> Compiled;
  std::vector<BitcodeObject> Bitcode;
  for (const InputObject *Object : Objects) {
    if (!Object->UsesIntermediateCode || !hasToDoWithRegistration(*Object))
      continue;
    if (Object->HasMachineCode) {
      New[Object] = std::make_unique<SmallVectorMemoryBuffer>(
          hideIntermediateCode(*Object), Object->Name, /*RequiresNullTerminator=*/false);
    } else if (const StringRef Code = bitcodeOf(*Object); !Code.empty()) {
      Compiled.push_back(Object);
      Bitcode.push_back({Code, Object->Name});
    }
  }
  if (Bitcode.empty())
    return New;
  auto Results = compileBitcode(Bitcode);
  if (!Results)
    return createStringError("kernels are registered when the program starts, by bitcode, which "
                             "cannot be compiled before the link: " +
                             toString(Results.takeError()) + "\n>>> in " + Bitcode[0].Name +
                             "\n>>> compile it with -ffat-lto-objects, too, or " +
                             WithoutIntermediateCode);
  for (const auto &[Object, Bytes] : llvm::zip_equal(Compiled, *Results))
    New[Object] = MemoryBuffer::getMemBufferCopy(Bytes, Object->Name);
  return New;
}

/// The contents of a file with replaced objects; null if none of its objects is replaced.
Expected<std::unique_ptr<MemoryBuffer>> contentsWith(LinkFile &File, Replacements &New) {
  if (llvm::none_of(File.Members, [&](const LinkMember &M) { return New.count(M.Object.get()); }))
    return nullptr;
  if (File.What == LinkFile::Object)
    return std::move(New[File.Members[0].Object.get()]);
  return reduceArchive(File, [&](const LinkMember &Member) {
    auto Found = New.find(Member.Object.get());
    return Found == New.end() ? Member.Buffer.getBuffer() : Found->second->getBuffer();
  });
}

} // namespace

Expected<std::unique_ptr<LinkInputs>>
takeMachineCodeOfRegistration(LinkInputs &Inputs, ArrayRef<const InputObject *> Objects,
                              const LinkCommand &Command) {
  ASSIGN_OR_RETURN(auto New, replaceObjects(Objects));
  if (New.empty())
    return nullptr;
  std::vector<LinkFile> Files;
  for (const auto &File : Inputs.Files) {
    ASSIGN_OR_RETURN(auto Contents, contentsWith(*File, New));
    Files.push_back({File->Path, File->What,
                     Contents ? std::move(Contents) : std::move(File->Buffer), File->WholeArchive});
    Files.back().RecordedHash = File->RecordedHash;
  }
  auto Changed = LinkInputs::fromFiles(Command, std::move(Files));
  if (Changed)
    (*Changed)->IsChanged = true;
  return Changed;
}

} // namespace etprune

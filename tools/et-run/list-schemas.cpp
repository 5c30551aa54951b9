// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// list-schemas ARCHIVE...: prints the operators of kernel libraries with their schemas, as C++
// initialisers. The build compiles the output into et-run, because linkers drop the sections with
// the schemas.

#include "Runtimes/Table/Records.h"

#include "llvm/Object/Archive.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace etprune;

static ExitOnError Check("list-schemas: error: ");

int main(int Count, char **Arguments) {
  std::set<std::pair<std::string, std::string>> Schemas;
  for (const char *Path : ArrayRef(Arguments + 1, Count - 1)) {
    const auto File = Check(errorOrToExpected(MemoryBuffer::getFile(Path)));
    const auto Archive = Check(object::Archive::create(File->getMemBufferRef()));
    Error E = Error::success();
    for (const object::Archive::Child &Member : Archive->children(E)) {
      const MemoryBufferRef Buffer = Check(Member.getMemoryBufferRef());
      const auto Object = Check(InputObject::parse(Buffer, Buffer.getBufferIdentifier().str()));
      for (const KernelRecord &Record : Check(readKernelRecords(*Object)))
        Schemas.emplace(Record.Op, Record.Schema);
    }
    Check(std::move(E));
  }
  for (const auto &[Op, Schema] : Schemas) {
    outs() << "{\"" << Op << "\", \"";
    outs().write_escaped(Schema) << "\"},\n";
  }
}

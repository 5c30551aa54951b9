// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The module's other function: compiles bitcode to machine code as it is, for objects that a link
// is to take as such. The bitcode goes into the object, hidden, so that kernels can be made anew of
// it.

#include "Diagnostics.h"
#include "Optimize.h"

#include "Link/CompileRequest.h"
#include "Object/IntermediateCode.h"

#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;
using namespace etprune;

namespace {

Error compile(const BitcodeObject &Object, raw_pwrite_stream &Out) {
  LLVMContext Context;
  Context.setDiagnosticHandler(std::make_unique<Diagnostics>());
  const MemoryBufferRef Bitcode({Object.Data, Object.Size}, Object.Name);
  auto M = parseBitcodeFile(Bitcode, Context);
  if (!M)
    return M.takeError();
  optimize(**M);
  embedBufferInModule(**M, Bitcode, HiddenLlvmCodeSectionName);
  return writeObject(**M, Out);
}

} // namespace

extern "C" __attribute__((visibility("default"))) int etCompile(const CompileRequest *Request) {
  for (size_t I = 0; I < Request->NumObjects; ++I) {
    const BitcodeObject &Object = Request->Objects[I];
    SmallVector<char, 0> Code;
    raw_svector_ostream Out(Code);
    if (Error E = compile(Object, Out)) {
      errs() << Object.Name << ": " << toString(std::move(E)) << '\n';
      return 1;
    }
    outs() << "object " << Code.size() << '\n';
    outs().write(Code.data(), Code.size());
  }
  outs().flush();
  return 0;
}

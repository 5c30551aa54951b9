// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiles bitcode to machine code, for a link that takes objects. The object also contains the
// bitcode in a hidden section, so that its kernels can be narrowed.

#include "Narrow.h"
#include "Optimize.h"

#include "Object/IntermediateCode.h"
#include "Support/Try.h"

#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;
using namespace etprune;

static Error compile(const BitcodeObject &Object, raw_pwrite_stream &Out) {
  LLVMContext Context;
  printOnlyErrors(Context);
  const MemoryBufferRef Bitcode(Object.Data, Object.Name);
  ASSIGN_OR_RETURN(auto M, parseBitcodeFile(Bitcode, Context));
  optimize(*M);
  embedBufferInModule(*M, Bitcode, HiddenLlvmCodeSectionName);
  return writeObject(*M, Out);
}

int compileObjects(const CodeRequest &Request) {
  for (const BitcodeObject &Object : Request.Bitcode) {
    SmallVector<char, 0> Code;
    raw_svector_ostream Out(Code);
    if (Error E = compile(Object, Out)) {
      errs() << Object.Name << ": " << toString(std::move(E)) << '\n';
      return 1;
    }
    printObject(Code);
  }
  return 0;
}

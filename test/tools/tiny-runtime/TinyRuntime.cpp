// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Describes the runtime of tiny.h to et-prune. To support another runtime, et-prune needs only a
// class like this one.

#include "Runtimes/Runtime.h"

using namespace llvm;
using namespace etprune;

namespace {

class TinyRuntime : public Runtime {
public:
  TinyRuntime() { addRuntime(*this); }

  StringRef name() const override { return "tiny"; }
  StringRef registerFunction() const override { return "_ZN4tiny3addEPKcPFiiE"; }
  bool isLookup(StringRef Function) const override { return Function == "_ZN4tiny4findEPKc"; }
  bool isOwnSymbol(StringRef Symbol) const override { return Symbol.starts_with("_ZN4tiny"); }
  unsigned entryWords() const override { return 2; }
  StringRef howToRegister() const override { return "register these kernels with TINY_KERNEL"; }

  Error readCall(CodeState &State, const Value &Name, const Value &Function,
                 KernelInitializer &Initializer) const override {
    if (!isAddress(Name) || !isAddress(Function))
      return createStringError("registers kernels that are computed at run time");
    RegisteredKernel Kernel;
    Kernel.Entry = Initializer.Code;
    auto Text = readString(State, Name);
    if (!Text)
      return Text.takeError();
    Kernel.Op = std::move(*Text);
    if (Error E = readFunction(State, Function, Kernel))
      return createStringError("registers a kernel that " + toString(std::move(E)));
    Initializer.Kernels.push_back(std::move(Kernel));
    return Error::success();
  }
};

const TinyRuntime Tiny;

} // namespace

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The module et-narrow (tools/et-narrow), which makes machine code of bitcode. It is loaded on
// demand, and each call runs in a fork of this process, confined: it reads bitcode with LLVM's own
// reader, which believes what it reads.

#pragma once

#include "Link/CompileRequest.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace etprune {

class CodeModule {
public:
  /// Loads the module from a folder.
  static llvm::Expected<CodeModule> load(llvm::StringRef Folder);

  /// Calls the function of a name with the request, of which `Bytes` of bitcode are a part, and
  /// gives what it printed. This process must have no other threads.
  template <class Request>
  llvm::Expected<std::string> call(const char *Function, const Request &R, uint64_t Bytes) const {
    auto *F = reinterpret_cast<int (*)(const Request *)>(find(Function));
    if (!F)
      return llvm::createStringError("'" + Path + "' is of another release");
    return run([&] { return F(&R); }, Bytes);
  }

private:
  CodeModule(void *Handle, std::string Path) : Handle(Handle), Path(std::move(Path)) {}
  void *find(const char *Function) const;
  llvm::Expected<std::string> run(llvm::function_ref<int()> Call, uint64_t Bytes) const;

  void *Handle;
  std::string Path;
};

/// Compiles bitcode to objects, in order. The bitcode stays in each, hidden from linkers
/// (Object/IntermediateCode.h).
llvm::Expected<std::vector<std::string>> compileBitcode(llvm::ArrayRef<BitcodeObject> Objects,
                                                        llvm::StringRef ModuleFolder);

} // namespace etprune

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/LldModule.h"

#include <dlfcn.h>

using namespace llvm;

namespace etprune {

std::unique_ptr<LldModule> LldModule::load(StringRef Folder) {
  void *Module = ::dlopen((Folder + "/et-lld.so").str().c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!Module)
    return nullptr;
  auto *Version = reinterpret_cast<const char *(*)()>(::dlsym(Module, "etLldVersion"));
  auto *Main = reinterpret_cast<MainFunction *>(::dlsym(Module, "etLldMain"));
  if (!Version || !Main)
    return nullptr;
  return std::unique_ptr<LldModule>(new LldModule(Main, Version()));
}

Expected<ProcessResult> LldModule::link(const std::string &Name, ArrayRef<std::string> Args,
                                        const std::string &Directory,
                                        ArrayRef<std::string> Environment,
                                        const Confinement &Confined) const {
  std::vector<const char *> Argv{Name.c_str()};
  for (const std::string &Arg : Args)
    Argv.push_back(Arg.c_str());
  return runFork([&] { return Main(static_cast<int>(Argv.size()), Argv.data()); },
                 "the linker in et-prune", Directory, Environment, &Confined);
}

} // namespace etprune

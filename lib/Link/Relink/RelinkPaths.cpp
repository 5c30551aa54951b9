// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/Relink/RelinkPaths.h"

#include "llvm/Support/Path.h"

using namespace llvm;

namespace etprune {

std::optional<std::string> nameInImage(const RecordedLink &Link) {
  const std::string Output = Link.Command.output();
  if (!Link.Command.namesImage() || sys::path::is_absolute(Output))
    return std::nullopt;
  return Output;
}

RelinkPaths::RelinkPaths(const CapturedLink &Link, const StageFolder &Stage)
    : Link(Link), Stage(Stage), OutputName(chooseOutputName()) {
  for (const auto &File : Link.Inputs->Files) {
    Inputs.insert(staged(File->Path));
    if (File->What == LinkFile::SharedObject)
      SharedObjects.insert(File->Path);
  }
}

/// The image is written to the outputs' folder, where it replaces no input. An image that contains
/// its own name is written under that name in the link's folder.
std::string RelinkPaths::chooseOutputName() const {
  const auto Name = nameInImage(Link);
  if (Name && !Link.Inputs->find(*Name) && Stage.holds(staged(*Name)))
    return *Name;
  return output("image/" + sys::path::filename(Link.Command.output()).str());
}

std::string RelinkPaths::staged(StringRef Path) const {
  return Stage.Root + (sys::path::is_absolute(Path) ? "" : LinkFolder.str() + "/") + Path.str();
}

std::string RelinkPaths::resolve(StringRef Name) const {
  return sys::path::is_absolute(Name) ? Name.str() : staged(Name);
}

std::string RelinkPaths::withoutStage(StringRef Text) const {
  const std::pair<std::string, std::string> Names[] = {
      {image(), Link.Command.output()},
      {ltoFolder() + "/", ""},
      {table(), TableObjectName.str()},
      {kernels(NarrowedObjectPrefix), NarrowedObjectPrefix.str()},
      {directory() + "/", ""},
      {directory(), "."},
      {Stage.Root, ""},
      {Stage.path(), ""}};
  return replaceAll(Text, Stage.path(), [&](StringRef &Rest) {
    return StringRef(
        llvm::find_if(Names, [&](const auto &N) { return Rest.consume_front(N.first); })->second);
  });
}

} // namespace etprune

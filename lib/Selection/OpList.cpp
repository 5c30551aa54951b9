// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lists of operator names, as people write them on a command line or, one per line, in a file.

#include "Selection/OpList.h"
#include "Selection/InputFile.h"
#include "Selection/Problems.h"
#include "Selection/Selection.h"

#include <tuple>

using namespace llvm;

namespace etprune {

static constexpr StringLiteral Blanks = " \t\r\n\v\f";

static void addOp(Selection &Sel, Problems &Errors, StringRef Name, const Twine &Place,
                  const Asker &Who, StringRef DebugInfo) {
  Expected<std::string> Normalized = normalizeOperatorName(Name);
  if (!Normalized)
    return Errors.add(Place, Normalized.takeError());
  SelectedOp &Op = Sel.Ops[*Normalized];
  Op.AllKernels = true;
  Op.AllOverloads |= !StringRef(*Normalized).contains('.');
  Op.Askers.insert(Who);
  Op.DebugInfo.insert(DebugInfo.str());
}

static Expected<Selection> finish(Selection Sel, Problems &Errors, StringRef Where) {
  if (!Errors.empty())
    return Errors.take(Where);
  if (Sel.Ops.empty())
    Sel.Notes.push_back((Where + ": selects no operator").str());
  return Sel;
}

Expected<Selection> readOpListText(StringRef Text, StringRef AskerName) {
  Selection Sel;
  Problems Errors;
  unsigned Item = 0;
  while (!Text.empty()) {
    size_t Start = Text.find_first_not_of((Twine(Blanks) + ",").str());
    if (Start == StringRef::npos)
      break;
    Text = Text.drop_front(Start);
    size_t Length = std::min(Text.find_first_of((Twine(Blanks) + ",").str()), Text.size());
    addOp(Sel, Errors, Text.take_front(Length), AskerName + ": item " + Twine(++Item),
          Asker{AskerName.str()}, AskerName);
    Text = Text.drop_front(Length);
  }
  return finish(std::move(Sel), Errors, AskerName);
}

Expected<Selection> readOpListFileText(StringRef Path, StringRef Text) {
  Expected<StringRef> Rest = checkText(Path, Text);
  if (!Rest)
    return Rest.takeError();
  Selection Sel;
  Problems Errors;
  for (unsigned LineNumber = 1; !Rest->empty(); ++LineNumber) {
    StringRef Line;
    std::tie(Line, *Rest) = Rest->split('\n');
    StringRef Name = Line.split('#').first.trim(Blanks);
    if (Name.empty())
      continue;
    auto placeOf = [&](StringRef Part) {
      return (Path + ":" + Twine(LineNumber) + ":" + Twine(Part.data() - Line.data() + 1)).str();
    };
    if (size_t End = Name.find_first_of(" \t,"); End != StringRef::npos) {
      StringRef Second = Name.drop_front(End);
      Errors.add(placeOf(Second) + ": more than one operator name in a line; write one per line");
      continue;
    }
    addOp(Sel, Errors, Name, placeOf(Name), Asker{placeOf(Name)}, Path);
  }
  return finish(std::move(Sel), Errors, Path);
}

Expected<Selection> readOpListFile(StringRef Path) {
  Expected<std::unique_ptr<MemoryBuffer>> Buffer = openInput(Path);
  if (!Buffer)
    return Buffer.takeError();
  return readOpListFileText(Path, (*Buffer)->getBuffer());
}

} // namespace etprune

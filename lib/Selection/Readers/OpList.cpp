// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lists of operator names, as people write them on a command line or, one per line, in a file.

#include "Selection/Readers/TextForms.h"
#include "Support/Counted.h"
#include "Support/InputFile.h"
#include "Support/Problems.h"

#include <tuple>

using namespace llvm;

namespace etprune {

static constexpr StringLiteral Blanks = " \t\r\n\v\f";

static void addOp(Selection &Sel, Problems &Errors, StringRef Name, const Twine &Place,
                  const Asker &Who, StringRef FileOrOption) {
  Expected<std::string> Normalized = normalizeOperatorName(Name);
  if (!Normalized)
    return Errors.add(Place, Normalized.takeError());
  SelectedOp &Op = Sel.Ops[*Normalized];
  Op.AllKernels = true;
  Op.AllOverloads |= !StringRef(*Normalized).contains('.');
  Op.Askers.insert(Who);
  Op.cameFrom(FileOrOption);
}

static Expected<Selection> finish(Selection Sel, Problems &Errors, StringRef Where) {
  if (Sel.Ops.empty())
    Sel.Notes.push_back((Where + ": selects no operator").str());
  return Errors.takeOr(std::move(Sel));
}

/// Visits the names of a list with its place for messages.
static void forEachName(StringRef Text, StringRef AskerName,
                        function_ref<void(StringRef, const Twine &)> Visit) {
  unsigned Item = 0;
  while (!Text.empty()) {
    size_t Start = Text.find_first_not_of((Twine(Blanks) + ",").str());
    if (Start == StringRef::npos)
      break;
    Text = Text.drop_front(Start);
    size_t Length = std::min(Text.find_first_of((Twine(Blanks) + ",").str()), Text.size());
    Visit(Text.take_front(Length), AskerName + ": item " + Twine(++Item));
    Text = Text.drop_front(Length);
  }
}

Expected<Selection> readOpListText(StringRef Text, StringRef AskerName) {
  Selection Sel;
  Problems Errors(AskerName);
  forEachName(Text, AskerName, [&](StringRef Name, const Twine &Place) {
    addOp(Sel, Errors, Name, Place, Asker{AskerName.str()}, AskerName);
  });
  return finish(std::move(Sel), Errors, AskerName);
}

Expected<Selection> readDropListText(StringRef Text, StringRef AskerName) {
  Selection Sel;
  Problems Errors(AskerName);
  forEachName(Text, AskerName, [&](StringRef Name, const Twine &Place) {
    if (Expected<std::string> Normalized = normalizeOperatorName(Name))
      Sel.Dropped[*Normalized].insert(Asker{AskerName.str()});
    else
      Errors.add(Place, Normalized.takeError());
  });
  if (Sel.Dropped.empty() && !Errors)
    Errors.add(AskerName + ": names no operator to leave out");
  return Errors.takeOr(std::move(Sel));
}

Expected<Selection> readOpListFileText(StringRef Path, StringRef Text) {
  Expected<StringRef> Rest = checkText(Path, Text);
  if (!Rest)
    return Rest.takeError();
  Selection Sel;
  Problems Errors(Path);
  size_t Names = 0;
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
    if (++Names > MaxNames) {
      Errors.add(placeOf(Name) + ": more than " + grouped(MaxNames) + " operator names");
      break;
    }
    addOp(Sel, Errors, Name, placeOf(Name), Asker{placeOf(Name)}, Path);
  }
  return finish(std::move(Sel), Errors, Path);
}

Expected<Selection> readOpListFile(StringRef Path) {
  Expected<std::unique_ptr<MemoryBuffer>> Buffer = openSelection(Path);
  if (!Buffer)
    return Buffer.takeError();
  return readOpListFileText(Path, (*Buffer)->getBuffer());
}

} // namespace etprune

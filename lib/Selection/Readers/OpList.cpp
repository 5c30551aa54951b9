// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads lists of operator names. An option's value separates the names by commas or blanks. A file
// has one name per line, and comments start with `#`. A value or file may instead be a list in JSON
// or YAML.

#include "Selection/Readers/YamlReader.h"
#include "Support/InputFile.h"
#include "Support/Numbers.h"

using namespace llvm;

namespace etprune {

static constexpr StringLiteral Blanks = " \t\r\n\v\f";

static void addOp(TextReader &Reader, const Twine &Location, StringRef Name, const Asker &Who) {
  if (SelectedOp *Op = Reader.selectOp(Location, Name, Who))
    Op->AllKernels = true;
}

static void forEachName(StringRef Text, StringRef Option,
                        function_ref<void(StringRef, const Twine &)> Visit) {
  SmallVector<StringRef> Names;
  SplitString(Text, Names, (Blanks + ",").str());
  for (const auto &[Index, Name] : enumerate(Names))
    Visit(Name, Option + ": item " + Twine(Index + 1));
}

Expected<Selection> readOpListText(StringRef Text, StringRef Option) {
  TextReader Reader(Option);
  forEachName(Text, Option, [&](StringRef Name, const Twine &Location) {
    addOp(Reader, Location, Name, {Option.str()});
  });
  return Reader.finish();
}

Expected<Selection> readDropListText(StringRef Text, StringRef Option) {
  Selection Sel;
  Problems Errors(Option);
  forEachName(Text, Option, [&](StringRef Name, const Twine &Location) {
    if (Expected<std::string> Normalized = normalizeOperatorName(Name))
      Sel.Dropped[*Normalized].insert(Asker{Option.str()});
    else
      Errors.add(Location, Normalized.takeError());
  });
  if (Sel.Dropped.empty() && !Errors)
    Errors.add(Option + ": names no operator to leave out");
  return Errors.takeOr(std::move(Sel));
}

static Expected<Selection> readOpListFile(StringRef Path, StringRef Text) {
  ASSIGN_OR_RETURN(StringRef Rest, checkText(Path, Text));
  TextReader Reader(Path);
  size_t Names = 0, LineNumber = 0;
  for (StringRef Line : llvm::split(Rest, '\n')) {
    ++LineNumber;
    const StringRef Name = Line.split('#').first.trim(Blanks);
    auto locationOf = [&](StringRef Part) {
      return (Path + ":" + Twine(LineNumber) + ":" + Twine(Part.data() - Line.data() + 1)).str();
    };
    if (Name.empty())
      continue;
    if (const size_t End = Name.find_first_of(" \t,"); End != StringRef::npos) {
      Reader.Errors.add(locationOf(Name.drop_front(End)) +
                        ": more than one operator name in a line; write one per line");
      continue;
    }
    if (++Names > MaxNames) {
      Reader.Errors.add(locationOf(Name) + ": more than " + grouped(MaxNames) + " operator names");
      break;
    }
    addOp(Reader, locationOf(Name), Name, {locationOf(Name)});
  }
  return Reader.finish();
}

namespace {
struct YamlListReader : YamlReader {
  using YamlReader::YamlReader;
  void read(const YamlNode &Root) {
    forEachItem(Root, "the list of operators", [&](const YamlNode &Item) {
      if (!Item.isScalar())
        return wrongKind(Item, "an item of the list", "an operator name");
      addOp(*this, locationOf(Item), Item.Text, {locationOf(Item)});
    });
  }
};
} // namespace

/// True for a list of names. A schema file (--ops-schema) is a list of mappings.
static bool isYamlList(SelectionSource &Source) {
  const YamlNode *Root = Source.root();
  return Root && Root->isSequence() && !Root->Children.empty() &&
         Root->Children.front()->isScalar();
}

static bool isOpList(SelectionSource &Source) {
  return !Source.looksLikeYaml() || isYamlList(Source);
}

static Expected<Selection> readOpList(SelectionSource &Source) {
  if (isYamlList(Source))
    return readYaml<YamlListReader>(Source);
  return Source.IsOption ? readOpListText(Source.Content, Source.Path)
                         : readOpListFile(Source.Path, Source.Content);
}

const SelectionForm OpListForm = {"--op-list", SelectionForm::Value::Text, isOpList, readOpList};

} // namespace etprune

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The page is html/page.html with the style, the script and the data put in their places. The
// script reads the data in the browser, so nothing of a report becomes markup here but the title.
//
// The data are compressed (zlib) and in base64, which has no character that HTML knows: no name can
// end the element that holds them. What compression does not see is taken out before: the items
// are turned into columns, an input section that is called after its symbol keeps the part before
// that, and helpers that are named as their item is have no name of their own.
//
// The page allows itself its own script and style, by their hashes, and nothing else: no request,
// no other script, no handler in an attribute.

#include "Report/HtmlReport.h"

#include "Support/Json.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/raw_ostream.h"

#include <map>

using namespace llvm;

namespace etprune {

namespace {

// The files of html/ and d3-hierarchy, as bytes: HtmlPage, HtmlStyle, HtmlScript, HtmlNotice.
#include "HtmlAssets.inc"

template <size_t Size> StringRef text(const unsigned char (&Bytes)[Size]) {
  return {reinterpret_cast<const char *>(Bytes), Size};
}

//===- Data ---------------------------------------------------------------===//

/// The item that a row of the account stands for; none where it stands for none.
const json::Array *itemOf(const json::Object &Row, const json::Array &Items) {
  const int64_t Index = Row.getInteger("item").value_or(-1);
  return Index < 0 || static_cast<uint64_t>(Index) >= Items.size() ? nullptr
                                                                   : Items[Index].getAsArray();
}

StringRef stringAt(const json::Array &Row, size_t Column) {
  return Column < Row.size() ? Row[Column].getAsString().value_or("") : "";
}

/// The name of an input section: whole, or in an array the part before the symbol.
json::Value packedSection(StringRef Section, StringRef Symbol) {
  if (Symbol.empty() || !Section.consume_back(Symbol))
    return Section.str();
  return json::Array{Section.str()};
}

/// Rows of items become columns; helpers with the name of their item lose their own.
void packImage(json::Object &Report, StringRef Field) {
  json::Object *Image = Report.getObject(Field);
  const json::Array *Names = Image ? Image->getArray("item_columns") : nullptr;
  const json::Array *Items = Image ? Image->getArray("items") : nullptr;
  if (!Names || !Items)
    return;
  std::map<StringRef, size_t> Positions;
  for (size_t I = 0; I < Names->size(); ++I)
    Positions[stringAt(*Names, I)] = I;
  const size_t Name = Positions["name"], Symbol = Positions["symbol"];
  if (json::Array *Helpers = Image->getArray("helpers"))
    for (json::Value &Value : *Helpers)
      if (json::Object *Helper = Value.getAsObject())
        if (const json::Array *Item = itemOf(*Helper, *Items))
          if (Helper->getString("name") == stringAt(*Item, Name))
            Helper->erase("name");
  json::Object Columns;
  for (const auto &[Column, Position] : Positions) {
    json::Array Values;
    for (const json::Value &Value : *Items) {
      const json::Array *Row = Value.getAsArray();
      if (!Row || Position >= Row->size())
        Values.push_back(nullptr);
      else if (Column != "section")
        Values.push_back((*Row)[Position]);
      else
        Values.push_back(
            packedSection(stringAt(*Row, Position),
                          stringAt(*Row, stringAt(*Row, Symbol).empty() ? Name : Symbol)));
    }
    Columns[Column.str()] = std::move(Values);
  }
  Image->erase("item_columns");
  (*Image)["items"] = std::move(Columns);
}

json::Value packedReport(StringRef Name, json::Value Report) {
  if (json::Object *Root = Report.getAsObject()) {
    packImage(*Root, "image");
    packImage(*Root, "image_before");
  }
  return json::Object{{"name", json::fixUTF8(Name)}, {"report", std::move(Report)}};
}

std::string compressed(const json::Value &Data) {
  std::string Json;
  raw_string_ostream(Json) << Data;
  SmallVector<uint8_t, 0> Bytes;
  compression::zlib::compress(arrayRefFromStringRef(Json), Bytes,
                              compression::zlib::BestSizeCompression);
  return encodeBase64(Bytes);
}

//===- Page ---------------------------------------------------------------===//

/// A text as the page's policy names it.
std::string hashOf(StringRef Text) {
  return "'sha256-" + encodeBase64(SHA256::hash(arrayRefFromStringRef(Text))) + "'";
}

std::string escaped(StringRef Text) {
  std::string Html;
  raw_string_ostream OS(Html);
  printHTMLEscaped(Text, OS);
  return Html;
}

/// The page with each "@{name}" replaced, once and in one pass: no text is looked at again.
std::string fill(StringRef Page, ArrayRef<std::pair<StringRef, StringRef>> Places) {
  std::string Result;
  while (true) {
    const size_t Begin = Page.find("@{"), End = Page.find('}', Begin);
    Result += Page.take_front(Begin);
    if (Begin == StringRef::npos)
      return Result;
    const StringRef Name = Page.slice(Begin + 2, End);
    Result += llvm::find_if(Places, [&](const auto &P) { return P.first == Name; })->second;
    Page = Page.drop_front(End + 1);
  }
}

Expected<std::string> page(StringRef Title, json::Array Reports) {
  if (!compression::zlib::isAvailable())
    return createStringError("no HTML report: LLVM was built without zlib");
  const std::string Data = compressed(std::move(Reports)), ShownTitle = escaped(Title);
  const std::string Style = hashOf(text(HtmlStyle)), Script = hashOf(text(HtmlScript));
  return fill(text(HtmlPage), {{"title", ShownTitle},
                               {"style-hash", Style},
                               {"script-hash", Script},
                               {"style", text(HtmlStyle)},
                               {"script", text(HtmlScript)},
                               {"notice", text(HtmlNotice)},
                               {"data", Data}});
}

/// The end of a path from the last folder or file on that differs from another path's; mostly the
/// name of the file.
StringRef endOf(StringRef Path, StringRef Other) {
  StringRef Rest = Path;
  for (; !Rest.empty() && sys::path::filename(Rest) == sys::path::filename(Other);
       Other = sys::path::parent_path(Other))
    Rest = sys::path::parent_path(Rest);
  return Rest.empty() ? sys::path::filename(Path) : Path.substr(Rest.rfind('/') + 1);
}

} // namespace

Expected<std::string> htmlReport(StringRef ReportJson) {
  auto Parsed = json::parse(ReportJson); // our own, as large as the image makes it
  if (!Parsed)
    return Parsed.takeError();
  const json::Object *Root = Parsed->getAsObject();
  const std::string Input = Root ? Root->getString("input").value_or("").str() : "";
  return page(sys::path::filename(Input), json::Array{packedReport(Input, std::move(*Parsed))});
}

Expected<std::string> htmlDiff(NamedReport Before, NamedReport After) {
  auto Old = parseJson(Before.Json), New = parseJson(After.Json);
  if (!Old || !New)
    return joinErrors(Old.takeError(), New.takeError());
  return page((endOf(Before.Name, After.Name) + " and " + endOf(After.Name, Before.Name)).str(),
              json::Array{packedReport(Before.Name, std::move(*Old)),
                          packedReport(After.Name, std::move(*New))});
}

} // namespace etprune

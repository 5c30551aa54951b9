// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The page is html/page.html with the style, the script and the data inserted. The data are the
// JSON report, compressed (zlib) and in base64. HTML gives no meaning to base64's characters, so no
// name in the report can end the element that holds the data.
//
// The page's Content-Security-Policy allows only the page's own script and style, by their hashes.
// The browser therefore sends no requests and runs no other code, such as a handler in an
// attribute.

#include "Report/ReportRow.h"
#include "Support/TemporaryFolder.h"

#include "llvm/Support/Base64.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace etprune {

namespace {

constexpr size_t LabelWidth = 40;

// The files of html/ as bytes. HtmlNotice is the license of d3-hierarchy, a part of HtmlScript.
#include "HtmlAssets.inc"

template <size_t Size> StringRef text(const unsigned char (&Bytes)[Size]) {
  return {reinterpret_cast<const char *>(Bytes), Size};
}

StringRef stringAt(const json::Array &Row, size_t Column) {
  return Column < Row.size() ? Row[Column].getAsString().value_or("") : "";
}

/// Adds the column "short" to the items: the short name, or "" if the full name is short.
void addShortNames(json::Object *Image) {
  json::Array *Columns = Image ? Image->getArray("item_columns") : nullptr;
  json::Array *Items = Image ? Image->getArray("items") : nullptr;
  if (!Columns || !Items)
    return;
  const size_t Name = llvm::find(*Columns, json::Value("name")) - Columns->begin(),
               Symbol = llvm::find(*Columns, json::Value("symbol")) - Columns->begin();
  Columns->push_back("short");
  for (json::Value &Value : *Items)
    if (json::Array *Row = Value.getAsArray()) {
      const StringRef Full = stringAt(*Row, Name), Mangled = stringAt(*Row, Symbol);
      const std::string Short =
          shortName(Mangled.empty() ? Full : Mangled, /*Demangle=*/true, LabelWidth);
      Row->push_back(Short == Full ? "" : json::fixUTF8(Short));
    }
}

std::string compressed(const json::Value &Data) {
  std::string Json;
  raw_string_ostream(Json) << Data;
  SmallVector<uint8_t, 0> Bytes;
  compression::zlib::compress(arrayRefFromStringRef(Json), Bytes,
                              compression::zlib::BestSizeCompression);
  return encodeBase64(Bytes);
}

std::string hashOf(StringRef Text) {
  return "'sha256-" + encodeBase64(SHA256::hash(arrayRefFromStringRef(Text))) + "'";
}

/// Replaces each "@{name}" by the text of this name. Inserted text is not searched again.
std::string fill(StringRef Page, const StringMap<StringRef> &Texts) {
  return replaceAll(Page, "@{", [&](StringRef &Rest) {
    const auto [Name, After] = Rest.drop_front(2).split('}');
    Rest = After;
    return Texts.lookup(Name);
  });
}

} // namespace

std::string escapedHtml(StringRef Text) {
  std::string Html;
  raw_string_ostream OS(Html);
  printHTMLEscaped(Text, OS);
  return Html;
}

Expected<std::string> htmlReport(StringRef ReportJson) {
  if (!compression::zlib::isAvailable())
    return createStringError("no HTML report: LLVM was built without zlib");
  // Don't use parseJson(), because it limits the size. et-prune itself made this JSON.
  auto Report = json::parse(ReportJson);
  if (!Report)
    return Report.takeError();
  std::string Title;
  if (json::Object *Root = Report->getAsObject()) {
    Title = escapedHtml(sys::path::filename(Root->getString("input").value_or("")));
    for (StringRef Field : {"image", "image_before"})
      addShortNames(Root->getObject(Field));
  }
  const std::string Data = compressed(*Report);
  const std::string Style = hashOf(text(HtmlStyle)), Script = hashOf(text(HtmlScript));
  return fill(text(HtmlPage), {{"title", Title},
                               {"style-hash", Style},
                               {"script-hash", Script},
                               {"style", text(HtmlStyle)},
                               {"script", text(HtmlScript)},
                               {"notice", text(HtmlNotice)},
                               {"data", Data}});
}

} // namespace etprune

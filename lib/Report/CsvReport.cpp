// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Report/CsvReport.h"

#include "Report/ExplanationReport.h"
#include "Report/TextTable.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace etprune {

std::string csvField(StringRef Text) {
  const std::string Field = Text.find_first_of("=+-@\t\r") == 0 ? "'" + Text.str() : Text.str();
  if (Field.find_first_of(",\"\n\r") == std::string::npos)
    return Field;
  std::string Quoted = "\"";
  for (char C : Field)
    Quoted += C == '"' ? "\"\"" : std::string(1, C);
  return Quoted + "\"";
}

std::string csvReport(const Explanation &Image) {
  std::string Text = "what,name,file,class,own flash,own RAM,retained flash,retained RAM,"
                     "shared flash,shared RAM,only needed by,models\r\n";
  auto Add = [&](StringRef What, ArrayRef<AccountRow> Rows, bool HasFile) {
    for (const AccountRow &Row : Rows) {
      const std::string File = Row.Member.empty() ? Row.File : Row.File + "(" + Row.Member + ")";
      Text += csvField(What) + "," + csvField(shownName(Row.Name)) + "," +
              csvField(HasFile ? File : "") + "," +
              csvField(HasFile ? className(Row.Class) : StringRef());
      for (const MemoryBytes &Bytes : {Row.Own, Row.Retained, Row.Shared})
        Text += "," + std::to_string(Bytes.Flash) + "," + std::to_string(Bytes.Ram);
      Text += "," + csvField(Row.Only) + "," + csvField(llvm::join(Row.Models, " ")) + "\r\n";
    }
  };
  const ImageAccount &Account = Image.Account;
  Add("operator", Account.Operators, false);
  Add("kernel", Account.Kernels, false);
  Add("library", Account.Libraries, false);
  Add("model", Account.Models, false);
  Add("helper", Account.Helpers, true);
  Add("file", Account.Files, true);
  return Text;
}

} // namespace etprune

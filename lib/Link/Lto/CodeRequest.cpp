// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/Lto/CodeRequest.h"

#include "Support/Try.h"

#include "llvm/Support/JSON.h"

using namespace llvm;

namespace etprune {

static bool fromJSON(const json::Value &Value, NarrowKernel &Out, json::Path Path) {
  json::ObjectMapper Map(Value, Path);
  return Map && Map.map("bitcode", Out.Bitcode) && Map.map("function", Out.Function) &&
         Map.map("symbol", Out.Symbol) && Map.map("refusal", Out.Refusal) &&
         Map.map("calls", Out.Calls) && Map.map("anyInLists", Out.AnyInLists);
}

/// Replaces invalid UTF-8, because names of files and symbols may have any bytes, but JSON may not.
std::string writeCodeRequest(const CodeRequest &Request) {
  json::Array Names, Sizes, Kernels;
  for (const BitcodeObject &Object : Request.Bitcode) {
    Names.push_back(json::fixUTF8(Object.Name));
    Sizes.push_back(uint64_t(Object.Data.size()));
  }
  for (const NarrowKernel &Kernel : Request.Kernels) {
    json::Array Calls;
    for (const NarrowCall &Call : Kernel.Calls)
      Calls.push_back(json::Array(Call));
    Kernels.push_back(json::Object{{"bitcode", Kernel.Bitcode},
                                   {"function", json::fixUTF8(Kernel.Function)},
                                   {"symbol", json::fixUTF8(Kernel.Symbol)},
                                   {"refusal", json::fixUTF8(Kernel.Refusal)},
                                   {"calls", std::move(Calls)},
                                   {"anyInLists", Kernel.AnyInLists}});
  }
  std::string Text;
  raw_string_ostream Out(Text);
  Out << json::Value(json::Object{{"names", std::move(Names)},
                                  {"sizes", std::move(Sizes)},
                                  {"kernels", std::move(Kernels)}})
      << '\n';
  for (const BitcodeObject &Object : Request.Bitcode)
    Out << Object.Data;
  return Text;
}

Expected<CodeRequest> readCodeRequest(StringRef Text) {
  auto [Line, Rest] = Text.split('\n');
  ASSIGN_OR_RETURN(auto Value, json::parse(Line));
  std::vector<std::string> Names;
  std::vector<uint64_t> Sizes;
  CodeRequest Request;
  json::Path::Root Root("request");
  json::ObjectMapper Map(Value, Root);
  if (!Map || !Map.map("names", Names) || !Map.map("sizes", Sizes) ||
      !Map.map("kernels", Request.Kernels))
    return Root.getError();
  if (Names.size() != Sizes.size())
    return createStringError("request: the sizes do not match the names");
  for (const auto &[Name, Size] : llvm::zip(Names, Sizes)) {
    if (Size > Rest.size())
      return createStringError("request: " + Name + " is truncated");
    Request.Bitcode.push_back({Rest.take_front(Size), Name});
    Rest = Rest.drop_front(Size);
  }
  for (const NarrowKernel &Kernel : Request.Kernels)
    if (Kernel.Bitcode >= Request.Bitcode.size() || Kernel.Calls.empty() ||
        llvm::any_of(Kernel.Calls, [](const NarrowCall &Call) { return Call.empty(); }))
      return createStringError("request: " + Kernel.Function + " is incomplete");
  return Request;
}

} // namespace etprune

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/Lto/CodeRequest.h"

#include "llvm/Support/JSON.h"

using namespace llvm;

namespace etprune {

namespace {

/// The position of an object's bytes after the line of JSON.
struct Extent {
  std::string Name;
  uint64_t Size = 0;
};

bool fromJSON(const json::Value &Value, Extent &Out, json::Path Path) {
  json::ObjectMapper Map(Value, Path);
  return Map && Map.map("name", Out.Name) && Map.map("size", Out.Size);
}

} // namespace

/// Argument-dependent lookup finds this function only outside the unnamed namespace.
static bool fromJSON(const json::Value &Value, NarrowKernel &Out, json::Path Path) {
  json::ObjectMapper Map(Value, Path);
  uint64_t Bitcode;
  if (!Map || !Map.map("bitcode", Bitcode) || !Map.map("function", Out.Function) ||
      !Map.map("symbol", Out.Symbol) || !Map.map("refusal", Out.Refusal) ||
      !Map.map("calls", Out.Calls) || !Map.map("anyInLists", Out.AnyInLists))
    return false;
  Out.Bitcode = Bitcode;
  return true;
}

/// Names of files and symbols may have any bytes; JSON allows only text.
std::string writeCodeRequest(const CodeRequest &Request) {
  json::Array Objects, Kernels;
  size_t Bytes = 0;
  for (const BitcodeObject &Object : Request.Bitcode) {
    Objects.push_back(json::Object{{"name", json::fixUTF8(Object.Name)},
                                   {"size", static_cast<uint64_t>(Object.Data.size())}});
    Bytes += Object.Data.size();
  }
  for (const NarrowKernel &Kernel : Request.Kernels) {
    json::Array Calls;
    for (const NarrowCall &Call : Kernel.Calls)
      Calls.push_back(json::Array(Call));
    Kernels.push_back(json::Object{{"bitcode", static_cast<uint64_t>(Kernel.Bitcode)},
                                   {"function", json::fixUTF8(Kernel.Function)},
                                   {"symbol", json::fixUTF8(Kernel.Symbol)},
                                   {"refusal", json::fixUTF8(Kernel.Refusal)},
                                   {"calls", std::move(Calls)},
                                   {"anyInLists", Kernel.AnyInLists}});
  }
  std::string Text;
  raw_string_ostream Out(Text);
  Out << json::Value(json::Object{{"objects", std::move(Objects)}, {"kernels", std::move(Kernels)}})
      << '\n';
  Text.reserve(Text.size() + Bytes);
  for (const BitcodeObject &Object : Request.Bitcode)
    Text += Object.Data;
  return Text;
}

Expected<CodeRequest> readCodeRequest(StringRef Text) {
  auto [Line, Rest] = Text.split('\n');
  auto Value = json::parse(Line);
  if (!Value)
    return Value.takeError();
  std::vector<Extent> Extents;
  CodeRequest Request;
  json::Path::Root Root("request");
  json::ObjectMapper Map(*Value, Root);
  if (!Map || !Map.map("objects", Extents) || !Map.map("kernels", Request.Kernels))
    return Root.getError();
  for (Extent &E : Extents) {
    if (E.Size > Rest.size())
      return createStringError("request: " + E.Name + " is truncated");
    Request.Bitcode.push_back({Rest.take_front(E.Size), std::move(E.Name)});
    Rest = Rest.drop_front(E.Size);
  }
  for (const NarrowKernel &Kernel : Request.Kernels)
    if (Kernel.Bitcode >= Request.Bitcode.size() || Kernel.Calls.empty() ||
        any_of(Kernel.Calls, [](const NarrowCall &Call) { return Call.empty(); }))
      return createStringError("request: " + Kernel.Function + " is incomplete");
  return Request;
}

} // namespace etprune

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Collects yaml-cpp's events into a tree of bounded size, and catches all of yaml-cpp's exceptions.

#include "Selection/Readers/YamlDocument.h"
#include "Support/InputFile.h"
#include "Support/Try.h"

#include "yaml-cpp/depthguard.h"
#include "yaml-cpp/eventhandler.h"
#include "yaml-cpp/exceptions.h"
#include "yaml-cpp/parser.h"

#include <istream>
#include <map>
#include <streambuf>

using namespace llvm;

namespace etprune {

/// A stream that ends early if yaml-cpp reads more than MaxLookAhead bytes without reporting an
/// event. Text in brackets or braces may be the key of a mapping. yaml-cpp therefore reads to the
/// closing bracket or brace before it reports an event. Each byte read needs about 200 bytes of
/// memory. The limit bounds this memory.
class PacedText : public std::streambuf {
public:
  static constexpr size_t MaxLookAhead = size_t(2) << 20;

  explicit PacedText(StringRef Text) : Rest(Text) {}
  void onEvent() { SinceEvent = 0; }
  bool ranDry() const { return RanDry; }

protected:
  int_type underflow() override {
    constexpr size_t ChunkSize = size_t(64) << 10;
    RanDry |= SinceEvent > MaxLookAhead && !Rest.empty();
    if (RanDry || Rest.empty())
      return traits_type::eof();
    StringRef Chunk = Rest.take_front(ChunkSize);
    Rest = Rest.drop_front(Chunk.size());
    SinceEvent += Chunk.size();
    char *Begin = const_cast<char *>(Chunk.data()); // only for setg(); the text is only read
    setg(Begin, Begin, Begin + Chunk.size());
    return traits_type::to_int_type(*Begin);
  }

private:
  StringRef Rest;
  size_t SinceEvent = 0;
  bool RanDry = false;
};

class YamlTreeBuilder : public YAML::EventHandler {
public:
  YamlTreeBuilder(std::deque<YamlNode> &Nodes, StringRef Text, PacedText &Pace)
      : Nodes(Nodes), Text(Text), Pace(Pace) {}

  void OnDocumentStart(const YAML::Mark &Mark) override {
    if (HadDocument)
      throw YAML::ParserException(Mark, "a second document starts; only one is expected");
    HadDocument = true;
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark &Mark, YAML::anchor_t Anchor) override {
    add(YamlNode::Kind::Null, Mark, Anchor);
  }
  void OnScalar(const YAML::Mark &Mark, const std::string &Tag, YAML::anchor_t Anchor,
                const std::string &Value) override {
    checkQuote(Mark);
    YamlNode &Node = add(YamlNode::Kind::Scalar, Mark, Anchor);
    // yaml-cpp gives the tag "?" to a scalar that has neither a tag nor quotes.
    Node.IsPlain = Tag == "?";
    Node.Text = Value;
  }
  void OnAlias(const YAML::Mark &Mark, YAML::anchor_t Anchor) override {
    const YamlNode *Target = Anchors.at(Anchor);
    if (Target->IsOpen)
      throw YAML::ParserException(Mark, "an alias refers to a node that contains it");
    count(Mark);
    attach(*Target);
  }

  void OnSequenceStart(const YAML::Mark &Mark, const std::string &, YAML::anchor_t Anchor,
                       YAML::EmitterStyle::value) override {
    open(YamlNode::Kind::Sequence, Mark, Anchor);
  }
  void OnMapStart(const YAML::Mark &Mark, const std::string &, YAML::anchor_t Anchor,
                  YAML::EmitterStyle::value) override {
    open(YamlNode::Kind::Mapping, Mark, Anchor);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapEnd() override { close(); }

private:
  /// Throws if the scalar's quote is not closed, because yaml-cpp silently ends the scalar at the
  /// end of the file.
  void checkQuote(const YAML::Mark &Mark) const {
    StringRef Rest = Text.drop_front(std::min<size_t>(std::max(Mark.pos, 0), Text.size()));
    bool IsDouble = Rest.starts_with("\"");
    if (!IsDouble && !Rest.starts_with("'"))
      return;
    for (size_t I = 1; I < Rest.size(); ++I) {
      if (Rest[I] == Rest[0])
        return;
      I += IsDouble && Rest[I] == '\\';
    }
    throw YAML::ParserException(Mark, "the quote is not closed");
  }

  void count(const YAML::Mark &Mark) {
    Pace.onEvent();
    if (++Count > MaxYamlNodes)
      throw YAML::ParserException(Mark,
                                  "more than " + std::to_string(MaxYamlNodes) + " YAML nodes");
  }
  void attach(const YamlNode &Node) {
    if (!OpenNodes.empty())
      OpenNodes.back()->Children.push_back(&Node);
  }
  YamlNode &add(YamlNode::Kind Kind, const YAML::Mark &Mark, YAML::anchor_t Anchor) {
    count(Mark);
    YamlNode &Node = Nodes.emplace_back();
    Node.NodeKind = Kind;
    Node.Line = Mark.line + 1;
    Node.Column = Mark.column + 1;
    attach(Node);
    if (Anchor != YAML::NullAnchor)
      Anchors[Anchor] = &Node;
    return Node;
  }
  void open(YamlNode::Kind Kind, const YAML::Mark &Mark, YAML::anchor_t Anchor) {
    YamlNode &Node = add(Kind, Mark, Anchor);
    Node.IsOpen = true;
    OpenNodes.push_back(&Node);
  }
  void close() {
    OpenNodes.back()->IsOpen = false;
    OpenNodes.pop_back();
  }

  std::deque<YamlNode> &Nodes;
  StringRef Text;
  PacedText &Pace;
  std::vector<YamlNode *> OpenNodes;
  std::map<YAML::anchor_t, const YamlNode *> Anchors;
  size_t Count = 0;
  bool HadDocument = false;
};

/// Returns the column of a tab that indents the line; npos if no tab does, or inside brackets and
/// braces, where YAML permits tabs. Lines and columns count from 0. The caller reports the tab,
/// because yaml-cpp's message does not mention tabs.
static size_t tabInIndentation(StringRef Text, unsigned Line) {
  StringRef Rest = Text;
  for (; Line > 0; --Line)
    Rest = Rest.split('\n').second;
  const StringRef Before = Text.drop_back(Rest.size());
  if (Before.count('{') + Before.count('[') > Before.count('}') + Before.count(']'))
    return StringRef::npos;
  return Rest.take_while([](char C) { return C == ' ' || C == '-' || C == '\t'; }).find('\t');
}

Expected<std::deque<YamlNode>> parseYaml(StringRef Path, StringRef Text) {
  ASSIGN_OR_RETURN(StringRef Checked, checkText(Path, Text));
  std::deque<YamlNode> Nodes;
  PacedText Source(Checked);
  auto syntaxError = [&](const YAML::Mark &Mark, const Twine &Why) -> Error {
    std::string Place = Path.str();
    const size_t Tab =
        Mark.is_null() ? StringRef::npos : tabInIndentation(Checked, std::max(Mark.line, 0));
    const bool IsTab = Tab != StringRef::npos && !Source.ranDry();
    if (!Mark.is_null())
      Place += (":" + Twine(Mark.line + 1) + ":" + Twine(IsTab ? Tab + 1 : Mark.column + 1)).str();
    constexpr size_t Megabytes = PacedText::MaxLookAhead >> 20;
    const std::string Reason =
        Source.ranDry() ? ("a list, a text or empty space is longer than " + Twine(Megabytes) +
                           " MB; is a closing bracket or quote missing?")
                              .str()
        : IsTab ? "the line is indented with a tab; write blanks instead"
                : Why.str();
    return createStringError(Place + ": invalid YAML: " + Reason);
  };
  try {
    std::istream Stream(&Source);
    YAML::Parser Parser(Stream);
    YamlTreeBuilder Builder(Nodes, Checked, Source);
    while (Parser.HandleNextDocument(Builder)) {
    }
  } catch (const YAML::DeepRecursion &E) {
    return syntaxError(E.mark, "it is nested too deeply");
  } catch (const YAML::Exception &E) {
    return syntaxError(E.mark, E.msg);
  } catch (const std::bad_alloc &) {
    throw; // this machine lacks memory; the YAML is not wrong
  } catch (const std::exception &E) {
    return syntaxError(YAML::Mark::null_mark(), E.what());
  }
  if (Source.ranDry())
    return syntaxError(YAML::Mark::null_mark(), "");
  return Nodes;
}

} // namespace etprune

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Helpers for the tests of the selection readers: temporary files, and results and errors in a form
// that tests can compare.

#pragma once

#include "Selection/Forms.h"
#include "UnitTest.h"

#include "llvm/Support/FileUtilities.h"

namespace etprune {

/// A file with the given content, removed with this object.
class TemporaryFile {
public:
  explicit TemporaryFile(StringRef Content) {
    int Descriptor = -1;
    if (sys::fs::createTemporaryFile("et-selection", "", Descriptor, Path))
      ADD_FAILURE() << "no temporary file";
    raw_fd_ostream OS(Descriptor, /*shouldClose=*/true);
    OS << Content;
    Remover.setFile(Path);
  }
  std::string path() const { return Path.str().str(); }

private:
  SmallString<128> Path;
  FileRemover Remover;
};

/// Returns the selection; an error fails the test.
inline Selection take(Expected<Selection> Result) {
  if (Result)
    return std::move(*Result);
  ADD_FAILURE() << toString(Result.takeError());
  return {};
}

/// Returns the error's messages, one per problem, in order; without an error the test fails.
inline std::vector<std::string> messages(Expected<Selection> Result) {
  std::vector<std::string> Messages;
  if (Result) {
    ADD_FAILURE() << "no error";
    return Messages;
  }
  handleAllErrors(Result.takeError(),
                  [&](const ErrorInfoBase &E) { Messages.push_back(E.message()); });
  return Messages;
}

inline testing::AssertionResult isOne(const std::vector<std::string> &Messages, StringRef Part) {
  if (Messages.size() == 1)
    return test::contains(Messages[0], Part);
  return testing::AssertionFailure() << Messages.size() << " messages";
}

inline std::string times(size_t Count, StringRef Piece) {
  std::string Text;
  for (; Count; --Count)
    Text += Piece;
  return Text;
}

inline const std::string IsNoName =
    " is not an operator name; write namespace::name or namespace::name.overload";

/// Reads `Text` in the form `Form`. Messages name `Path` as the file.
inline Expected<Selection> readAs(const SelectionForm &Form, StringRef Path, StringRef Text) {
  SelectionSource Source(Path, Text);
  return Form.Read(Source);
}

inline Expected<Selection> readText(StringRef Path, StringRef Text) {
  SelectionSource Source(Path, Text);
  return readSelection(Source);
}

inline Strings texts(const std::set<Asker> &Askers) {
  Strings Result;
  for (const Asker &Who : Askers)
    Result.push_back(Who.Text);
  return Result;
}

template <typename Value> Strings keysOf(const std::map<std::string, Value> &Map) {
  Strings Result;
  for (const auto &Entry : Map)
    Result.push_back(Entry.first);
  return Result;
}

} // namespace etprune

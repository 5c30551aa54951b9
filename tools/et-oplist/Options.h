// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// et-oplist's command line as a plain structure.
//
// ExecuTorch's options mean the same as those of et-prune, with four differences that their callers
// count on: an empty value is no value, --output_path without a selection asks for an empty one,
// one value may name several models, and the files of a list may ask for all overloads only with
// --allow_include_all_overloads.
//
// `--ignore-dtypes` writes operators without keys: libraries of one program can differ in that,
// which one option of the link cannot say.
//
// The files of `--model_file_list_path` may be of any form, their names may have blanks where such
// a file exists; others are split at blanks. gen_all_oplist.py's refusal of `include_all_overloads`
// is kept for them only: our own options need no permission.

#pragma once

#include "common/Selectors.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <string>
#include <vector>

namespace etprune {

struct Options {
  std::vector<Selector> Selectors;
  std::vector<std::string> ModelFileLists;
  bool AllowAllOverloads = false;
  bool IgnoreDtypes = false;

  std::string Output; ///< the file itself, or "-"
  bool Print = false;
  std::vector<std::string> Diff; ///< the two files

  bool Help = false;
  bool Version = false;
};

/// Reads the command line without argv[0]. Every problem is an error of its own.
llvm::Expected<Options> parseOptions(llvm::ArrayRef<const char *> Args);

void printHelp(llvm::raw_ostream &OS);

} // namespace etprune

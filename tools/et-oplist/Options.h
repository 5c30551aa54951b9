// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// et-oplist's command line as a plain structure.
//
// ExecuTorch's options mean the same as et-prune's, with four differences that existing scripts
// need. An empty value counts as no value. --output_path without a selection writes an empty
// selection. One value may name several models. The files of a list may ask for all overloads only
// with --allow_include_all_overloads.
//
// `--ignore-dtypes` writes operators without keys. Each library of a program can have its own file,
// so this choice can differ between libraries. The link's option would apply to all of them.
//
// The files of `--model_file_list_path` may have any form. A line that is the name of a file may
// contain blanks; other lines are split at blanks. Only for these files, `include_all_overloads` is
// refused as in gen_all_oplist.py. et-prune's options, such as --ops, need no permission.

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

  std::string Output; ///< a file, not a folder, or "-"
  bool Print = false;
  std::vector<std::string> Diff; ///< the two files

  bool Help = false;
  bool Version = false;
};

/// Reads the command line without argv[0]. Every problem is an error of its own.
llvm::Expected<Options> parseOptions(llvm::ArrayRef<const char *> Args);

void printHelp(llvm::raw_ostream &OS);

} // namespace etprune

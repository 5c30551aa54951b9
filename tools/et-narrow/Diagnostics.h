// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes LLVM's errors to the process that called the module. Other diagnostics are dropped.

#pragma once

#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/Support/raw_ostream.h"

class Diagnostics : public llvm::DiagnosticHandler {
public:
  bool handleDiagnostics(const llvm::DiagnosticInfo &Info) override {
    if (Info.getSeverity() == llvm::DS_Error) {
      llvm::DiagnosticPrinterRawOStream Printer(llvm::errs());
      Info.print(Printer);
      llvm::errs() << '\n';
    }
    return true;
  }
};

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What an image is made of, in the few lines that a message has for it: what the program needs
// without kernels, and the operators that cost most.

#pragma once

#include "Explain/ImageAccount.h"

namespace etprune {

/// "1,200 B of flash, 40 B of RAM".
std::string bytesText(const MemoryBytes &Bytes);

/// Lines that begin with "\n>>> ", the largest operators first.
std::string largestOperators(const Explanation &Image, const PrunePlan &Plan);

/// The same of a program that does not fit, which is linked for that all the same; empty where that
/// fails, too, and where the link compiles, which takes long.
std::string describeOverflow(const CapturedLink &Link, const PrunePlan &Plan);

/// Explains an image for the device that its own sections tell of. In one that does not fit, a
/// memory goes on to where the next one begins.
llvm::Expected<std::unique_ptr<Explanation>>
explainAlone(const CapturedLink &Link, const PrunePlan &Plan, const ImageOrigin &Origin);

} // namespace etprune

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Explains an image in the few lines of a message: the bytes that the program needs without
// kernels, and the largest operators.

#pragma once

#include "Explain/ImageAccount.h"

namespace etprune {

/// "1,200 B of flash, 40 B of RAM".
std::string bytesText(const MemoryBytes &Bytes);

/// Lines that begin with "\n>>> ", the largest operators first; empty if the image cannot be
/// explained.
std::string largestOperators(const CapturedLink &Link, const PrunePlan &Plan,
                             const ImageOrigin &Origin);

/// largestOperators() for a program that does not fit: links the program without the limits of its
/// memories. Empty also if the link compiles intermediate code, because this takes long.
std::string describeOverflow(const CapturedLink &Link, const PrunePlan &Plan);

/// Explains an image without a second image. The kinds of the memories follow from the image's own
/// sections. If the program does not fit, each memory is extended to the start of the next.
llvm::Expected<std::unique_ptr<Explanation>>
explainAlone(const CapturedLink &Link, const PrunePlan &Plan, const ImageOrigin &Origin);

} // namespace etprune

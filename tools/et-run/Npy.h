// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NumPy's .npy files, versions 1 to 3: an array with its dtype, shape and order. Its
// header is believed only as far as the file has the bytes for it.
// https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html describes the format.
//
// Inputs and outputs are in index order, not in the order of memory: a file that NumPy wrote fits
// whatever dim order a model has.
//
// A .npy file of another dtype is refused, not converted: a model's results from rounded inputs
// would be a guess.

#pragma once

#include "et/tensor.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <vector>

namespace etprune {

struct NpyArray {
  std::string Dtype; ///< as NumPy writes it without the byte order: "f4"
  bool IsBigEndian = false;
  bool IsFortranOrder = false; ///< the first index is fastest
  std::vector<et::SizesType> Sizes;
  llvm::StringRef Data; ///< exactly its elements
};

/// An array in `File`, which must outlive it.
llvm::Expected<NpyArray> readNpy(llvm::StringRef File);

/// Copies the array into a tensor of its dtype and shape; an error where those are others.
llvm::Error fillFromNpy(et::Tensor Tensor, const NpyArray &Array);

/// The tensor as a file. Dtypes that NumPy lacks become wider ones that hold the same numbers,
/// those without numbers bytes.
std::string npyFile(et::Tensor Tensor);

} // namespace etprune

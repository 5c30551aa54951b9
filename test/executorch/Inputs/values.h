// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes EValues of lists and strings, with any release of ExecuTorch. Before ExecuTorch 1.1, an
// EValue copies the list object. Since ExecuTorch 1.1, the EValue points to the list object, which
// must therefore live as long as the EValue.

#pragma once

#include <executorch/runtime/core/evalue.h>

#include <type_traits>

template <typename List> executorch::runtime::EValue list_value(List &list) {
  if constexpr (std::is_constructible_v<executorch::runtime::EValue, List>)
    return executorch::runtime::EValue(list);
  else
    return executorch::runtime::EValue(&list);
}

template <typename String> executorch::runtime::EValue string_value(String &string) {
  if constexpr (std::is_constructible_v<executorch::runtime::EValue, const char *, size_t>)
    return executorch::runtime::EValue(string.data(), string.size());
  else
    return executorch::runtime::EValue(&string);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Forced first include (-include) for the files of a kernel library that gcc compiles. It makes all
// of ExecuTorch's switches over dtypes test the mask. The macros do so only if selective_build.h is
// included before them; in most files it is not.
//
// Switches over Scalars keep all cases: a Scalar's dtype is not a tensor's, and selections do not
// name it. The names and the meaning of the macros are ExecuTorch's
// (runtime/core/exec_aten/util/scalar_type_util.h).

#pragma once

#include <executorch/kernels/portable/cpu/selective_build.h>
#include <executorch/runtime/core/exec_aten/util/scalar_type_util.h>

#define ET_DTYPE_CASE_OF_SCALAR(dtype, ALIAS, ...)                                                 \
  case ::executorch::aten::ScalarType::dtype: {                                                    \
    using ALIAS [[maybe_unused]] =                                                                 \
        ::executorch::runtime::ScalarTypeToCppType<::executorch::aten::ScalarType::dtype>::type;   \
    return __VA_ARGS__();                                                                          \
  }

#undef ET_INTERNAL_SWITCH_CASE_SCALAR_OBJ_TYPES
#define ET_INTERNAL_SWITCH_CASE_SCALAR_OBJ_TYPES(ALIAS, ...)                                       \
  ET_DTYPE_CASE_OF_SCALAR(Bool, ALIAS, __VA_ARGS__)                                                \
  ET_DTYPE_CASE_OF_SCALAR(Long, ALIAS, __VA_ARGS__)                                                \
  ET_DTYPE_CASE_OF_SCALAR(Double, ALIAS, __VA_ARGS__)

#undef ET_INTERNAL_SWITCH_CASE_SCALAR_OBJ_REAL_TYPES
#define ET_INTERNAL_SWITCH_CASE_SCALAR_OBJ_REAL_TYPES(ALIAS, ...)                                  \
  ET_DTYPE_CASE_OF_SCALAR(Long, ALIAS, __VA_ARGS__)                                                \
  ET_DTYPE_CASE_OF_SCALAR(Double, ALIAS, __VA_ARGS__)

#undef ET_INTERNAL_SWITCH_CASE_SCALAR_OBJ_INTB_TYPES
#define ET_INTERNAL_SWITCH_CASE_SCALAR_OBJ_INTB_TYPES(ALIAS, ...)                                  \
  ET_DTYPE_CASE_OF_SCALAR(Bool, ALIAS, __VA_ARGS__)                                                \
  ET_DTYPE_CASE_OF_SCALAR(Long, ALIAS, __VA_ARGS__)

#undef ET_INTERNAL_SWITCH_CASE_SCALAR_OBJ_FLOATB_TYPES
#define ET_INTERNAL_SWITCH_CASE_SCALAR_OBJ_FLOATB_TYPES(ALIAS, ...)                                \
  ET_DTYPE_CASE_OF_SCALAR(Bool, ALIAS, __VA_ARGS__)                                                \
  ET_DTYPE_CASE_OF_SCALAR(Double, ALIAS, __VA_ARGS__)

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// If the compiler is gcc, the build includes this file first (-include) in each file of
// ExecuTorch's kernel libraries. Thus all of ExecuTorch's switches over dtypes test the dtype mask,
// a variable with a bit for each selected dtype (selected_op_variants.h). et-prune compiles the
// kernels again with the mask of the selection. Switches test the mask only if selective_build.h
// comes before scalar_type_util.h, but few of ExecuTorch's files have this order. With clang, no
// mask is needed, because et-prune itself changes clang's intermediate code.
//
// Switches over the dtype of a Scalar keep all cases, because selections name only the dtypes of
// tensors. The macros below replace ExecuTorch's macros of the same names
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

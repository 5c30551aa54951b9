# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# et_prune_dtype_selectable: compiles libraries of ExecuTorch's kernels so that a pruning can also
# drop single dtypes. See docs/dtypes.md.
#
#     find_package(EtPrune REQUIRED)
#     et_prune_dtype_selectable(portable_kernels portable_ops_lib)
#
#     et_prune_dtype_selectable(<kernel library or registration library>...)
#
# The targets belong to ExecuTorch's build: the kernel libraries, and the registration libraries
# that gen_operators_lib makes. The libraries' objects get intermediate code beside machine code.
# et-prune narrows clang's bitcode itself, but only gcc can read gcc's intermediate code. With gcc,
# ExecuTorch's kernels therefore look up each dtype in a constant, the dtype mask
# (runtime/executorch/dtypes). At first, the mask permits every dtype. To narrow a kernel, et-prune
# lets gcc compile the kernel again with the selection's mask. gcc drops the code of other dtypes.
#
# If a program is built without link-time optimisation, its link gets -fno-lto. Without -fno-lto,
# gcc would compile the intermediate code of these libraries in every link.

include_guard(GLOBAL)

function(_et_prune_add_dtype_mask tree)
  if(TARGET et_prune_dtype_mask)
    return()
  endif()
  add_library(et_prune_dtype_mask STATIC EXCLUDE_FROM_ALL
    ${tree}/runtime/executorch/dtypes/dtype_mask.cpp)
  target_compile_options(et_prune_dtype_mask PRIVATE -flto -ffat-lto-objects)
endfunction()

function(et_prune_dtype_selectable)
  cmake_path(GET CMAKE_CURRENT_FUNCTION_LIST_DIR PARENT_PATH tree)
  if(NOT ARGN)
    message(FATAL_ERROR "et_prune_dtype_selectable: name the libraries with kernels, and "
                        "the libraries that register them")
  endif()
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES "^(GNU|Clang)$")
    message(FATAL_ERROR "et_prune_dtype_selectable: the compiler is ${CMAKE_CXX_COMPILER_ID}; "
                        "only gcc and clang write intermediate code that et-prune can compile again")
  endif()
  foreach(library IN LISTS ARGN)
    if(NOT TARGET ${library})
      message(FATAL_ERROR "et_prune_dtype_selectable: there is no target '${library}'; call this "
                          "after add_subdirectory() of ExecuTorch")
    endif()
    get_target_property(aliased ${library} ALIASED_TARGET)
    if(aliased)
      set(library ${aliased})
    endif()
    get_target_property(type ${library} TYPE)
    if(NOT type MATCHES "^(STATIC|OBJECT)_LIBRARY$")
      message(FATAL_ERROR "et_prune_dtype_selectable: '${library}' is no static library")
    endif()
    target_compile_options(${library} PRIVATE
      $<$<COMPILE_LANGUAGE:CXX>:-flto> $<$<COMPILE_LANGUAGE:CXX>:-ffat-lto-objects>)
    target_link_options(${library} INTERFACE
      $<$<NOT:$<BOOL:$<TARGET_PROPERTY:INTERPROCEDURAL_OPTIMIZATION>>>:-fno-lto>)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      _et_prune_add_dtype_mask(${tree})
      target_compile_definitions(${library} PRIVATE EXECUTORCH_SELECTIVE_BUILD_DTYPE)
      target_include_directories(${library} PRIVATE
        ${tree}/runtime/executorch/dtypes)
      target_compile_options(${library} PRIVATE
        "$<$<COMPILE_LANGUAGE:CXX>:SHELL:-include dtype_selectable.h>")
      target_link_libraries(${library} INTERFACE $<BUILD_INTERFACE:et_prune_dtype_mask>)
    endif()
  endforeach()
endfunction()

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# et_prune_link_options(<target> <folder> [<model.pte>...]): makes programs that use <target> link
# through et-prune's linker wrapper. The programs get the kernels that the models call, or every
# kernel if no model is given. Paths of models are relative to <folder>. If a model changes, the
# build links again.
#
# CMake searches for et-prune in ET_PRUNE_ROOT (a CMake or environment variable) and in PATH.

function(et_prune_link_options target folder)
  find_program(ET_PRUNE_EXECUTABLE et-prune HINTS ${ET_PRUNE_ROOT} ENV ET_PRUNE_ROOT
               PATH_SUFFIXES bin NO_CMAKE_FIND_ROOT_PATH DOC "The program et-prune")
  if(NOT ET_PRUNE_EXECUTABLE)
    message(FATAL_ERROR "et_prune: there is no program et-prune in PATH. Install et-prune, or set "
      "ET_PRUNE_ROOT to its folder, which has bin/ and libexec/.")
  endif()
  set(models "")
  set(selection "")
  foreach(model IN LISTS ARGN)
    cmake_path(ABSOLUTE_PATH model BASE_DIRECTORY ${folder})
    list(APPEND models ${model})
    list(APPEND selection --model ${model})
  endforeach()
  execute_process(COMMAND ${ET_PRUNE_EXECUTABLE} --print-link-flags ${selection}
                  RESULT_VARIABLE failed OUTPUT_VARIABLE options ERROR_VARIABLE messages
                  OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(failed)
    message(FATAL_ERROR "${messages}")
  endif()
  target_link_options(${target} INTERFACE "SHELL:${options}")
  set_property(TARGET ${target} APPEND PROPERTY INTERFACE_LINK_DEPENDS ${models})
endfunction()

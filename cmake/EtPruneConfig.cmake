# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# find_package(EtPrune) reads this file from a source tree or from an installation's share/EtPrune.
# The file defines the functions of EtPrune.cmake and, if C++ is enabled, the libraries
#
#     EtPrune::runtime   EtPrune::kernels_portable   EtPrune::kernels_optimized
#     EtPrune::kernels_cortex_m   EtPrune::kernels_quantized  EtPrune::kernels_prim_ops
#     EtPrune::program_schema
#
# For linker scripts, pass the folder EtPrune_LINKER_SCRIPTS with -L. The project's build compiles
# the libraries that the project links. A component is a file EtPrune<component>.cmake here.

include(${CMAKE_CURRENT_LIST_DIR}/EtPrune.cmake)
cmake_path(SET EtPrune_LINKER_SCRIPTS NORMALIZE ${CMAKE_CURRENT_LIST_DIR}/../linker-scripts)

get_property(_et_prune_languages GLOBAL PROPERTY ENABLED_LANGUAGES)
if("CXX" IN_LIST _et_prune_languages AND NOT TARGET EtPrune::runtime)
  foreach(_et_prune_folder IN ITEMS runtime kernels)
    add_subdirectory(${CMAKE_CURRENT_LIST_DIR}/../${_et_prune_folder}
                     ${CMAKE_BINARY_DIR}/EtPrune/${_et_prune_folder} EXCLUDE_FROM_ALL)
  endforeach()
endif()

foreach(_et_prune_component IN LISTS EtPrune_FIND_COMPONENTS)
  set(EtPrune_${_et_prune_component}_FOUND FALSE)
  if(EXISTS ${CMAKE_CURRENT_LIST_DIR}/EtPrune${_et_prune_component}.cmake)
    include(${CMAKE_CURRENT_LIST_DIR}/EtPrune${_et_prune_component}.cmake)
    set(EtPrune_${_et_prune_component}_FOUND TRUE)
  elseif(EtPrune_FIND_REQUIRED_${_et_prune_component})
    set(EtPrune_FOUND FALSE)
    set(EtPrune_NOT_FOUND_MESSAGE "et-prune has no component '${_et_prune_component}'.")
  endif()
endforeach()

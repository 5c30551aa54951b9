# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# find_package(EtPrune COMPONENTS ExecuTorchKernels): et-prune's kernels for programs built with
# ExecuTorch, 1.0 or newer. The component defines a library for each of EtPrune's kernel libraries,
#
#     EtPrune::executorch_kernels_portable   EtPrune::executorch_kernels_cortex_m
#     EtPrune::executorch_kernels_optimized  EtPrune::executorch_kernels_quantized
#     EtPrune::executorch_kernels_prim_ops
#
# and EtPrune::executorch_registry, which replaces ExecuTorch's registry of kernels
# (docs/executorch.md says when it is needed). The project must call find_package(executorch), or
# add ExecuTorch's subdirectory, before this component.
#
# The libraries have the sources of EtPrune::kernels_..., compiled with the include folders and
# definitions of the target executorch_core.
#
#   ET_KERNELS_FOR_SPEED             ON: compile with the build type's options. OFF: compile for
#                                    size (-Os), except the optimized library and Debug builds
#   EXECUTORCH_ENABLE_EVENT_TRACER   kernels report their calls to ETDump
#   EXECUTORCH_MAX_KERNEL_NUM        the registry's capacity for kernels that register themselves

include_guard(GLOBAL)

if(NOT TARGET EtPrune::runtime)
  message(FATAL_ERROR "EtPrune's component ExecuTorchKernels compiles C++: project(... LANGUAGES CXX)")
endif()
if(TARGET executorch_core)
  set(_et_executorch_core executorch_core)
elseif(TARGET executorch::executorch_core)
  set(_et_executorch_core executorch::executorch_core)
else()
  message(FATAL_ERROR "EtPrune's component ExecuTorchKernels needs ExecuTorch's target executorch_core: "
    "before it, write find_package(executorch CONFIG REQUIRED) or add_subdirectory(executorch)")
endif()
cmake_path(SET _et_executorch_root NORMALIZE ${CMAKE_CURRENT_LIST_DIR}/..)
set_property(GLOBAL PROPERTY ET_EXECUTORCH_CORE ${_et_executorch_core})

function(et_executorch_compile target)
  cmake_path(GET CMAKE_CURRENT_FUNCTION_LIST_DIR PARENT_PATH root)
  get_property(core GLOBAL PROPERTY ET_EXECUTORCH_CORE)
  target_compile_features(${target} PRIVATE cxx_std_17)
  target_include_directories(${target} PRIVATE ${root}/runtime/executorch/include
                                               ${root}/runtime/include)
  target_link_libraries(${target} PUBLIC ${core})
  target_compile_options(${target} PRIVATE
    -ffunction-sections -fdata-sections -fno-exceptions -fno-rtti -ffp-contract=off)
  if(EXECUTORCH_ENABLE_EVENT_TRACER)
    target_compile_definitions(${target} PRIVATE ET_EVENT_TRACER_ENABLED)
  endif()
endfunction()

option(ET_KERNELS_FOR_SPEED "Compile et-prune's kernels as the build type says instead of for size" OFF)
set(_et_executorch_size "")
if(NOT ET_KERNELS_FOR_SPEED)
  set(_et_executorch_size $<$<NOT:$<CONFIG:Debug>>:-Os>)
endif()

file(GLOB _et_executorch_sources ${_et_executorch_root}/kernels/common/*.cpp)
add_library(et_executorch_kernels_common STATIC EXCLUDE_FROM_ALL ${_et_executorch_sources})
et_executorch_compile(et_executorch_kernels_common)
target_compile_options(et_executorch_kernels_common PRIVATE ${_et_executorch_size})

file(GLOB _et_executorch_libraries ${_et_executorch_root}/kernels/*/CMakeLists.txt)
foreach(_et_executorch_library IN LISTS _et_executorch_libraries)
  cmake_path(GET _et_executorch_library PARENT_PATH _et_executorch_library)
  cmake_path(GET _et_executorch_library FILENAME _et_executorch_library)
  if(NOT TARGET et_kernels_${_et_executorch_library})
    continue() # common, and libraries that do not support this machine
  endif()
  set(_et_executorch_target et_executorch_kernels_${_et_executorch_library})
  get_target_property(_et_executorch_sources et_kernels_${_et_executorch_library} SOURCES)
  add_library(${_et_executorch_target} STATIC EXCLUDE_FROM_ALL ${_et_executorch_sources})
  set_property(TARGET ${_et_executorch_target} PROPERTY UNITY_BUILD OFF)
  et_executorch_compile(${_et_executorch_target})
  if(NOT _et_executorch_library STREQUAL "optimized")
    target_compile_options(${_et_executorch_target} PRIVATE ${_et_executorch_size})
  endif()
  foreach(_et_executorch_property IN ITEMS COMPILE_DEFINITIONS INCLUDE_DIRECTORIES)
    get_target_property(_et_executorch_value et_kernels_${_et_executorch_library}
                        ${_et_executorch_property})
    if(_et_executorch_value)
      set_property(TARGET ${_et_executorch_target} APPEND PROPERTY ${_et_executorch_property}
                   ${_et_executorch_value})
    endif()
  endforeach()
  get_target_property(_et_executorch_value et_kernels_${_et_executorch_library}
                      INTERFACE_LINK_LIBRARIES)
  list(FILTER _et_executorch_value EXCLUDE REGEX "et_runtime|-NOTFOUND$")
  target_link_libraries(${_et_executorch_target} PUBLIC et_executorch_kernels_common
                                                        ${_et_executorch_value})
  add_library(EtPrune::executorch_kernels_${_et_executorch_library} ALIAS ${_et_executorch_target})
endforeach()

# A linker always loads an object, and then loads no archive member with the same symbols.
add_library(et_executorch_registry_object OBJECT EXCLUDE_FROM_ALL
  ${_et_executorch_root}/runtime/executorch/operator_registry.cpp)
et_executorch_compile(et_executorch_registry_object)
if(EXECUTORCH_MAX_KERNEL_NUM)
  target_compile_definitions(et_executorch_registry_object PRIVATE
                             MAX_KERNEL_NUM=${EXECUTORCH_MAX_KERNEL_NUM})
endif()
add_library(et_executorch_registry INTERFACE)
target_sources(et_executorch_registry INTERFACE $<TARGET_OBJECTS:et_executorch_registry_object>)
target_link_libraries(et_executorch_registry INTERFACE ${_et_executorch_core})
add_library(EtPrune::executorch_registry ALIAS et_executorch_registry)

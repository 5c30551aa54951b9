# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# et_prune_target: makes an executable or a shared library keep only the kernels that it needs.
#
#     find_package(EtPrune REQUIRED)
#     et_prune_target(app MODELS model.pte)
#
#     et_prune_target(<executable>
#       [MODELS     <model.pte or model.bpte>...]   the kernels that these programs call
#       [OPS        <selected_operators.yaml>...]   the kernels that these files name
#       [OPS_SCHEMA <functions.yaml>...]            every operator that these files define
#       [OP_LIST    <operator>...]                  these operators (aten::add.out), all dtypes
#       [ALL_OPS]                                   every kernel; the image can be pruned later
#       [DROP <operator>...]                        drop these operators, even if selected
#       [DTYPE_SELECTIVE ON|OFF]                    OFF: all dtypes of every operator
#       [DROP_BACKENDS]                             drop backends to which no model delegates
#       [BUDGET <region>=<size>...]                 fail if the image takes more, e.g. FLASH=64K
#       [REPORT [text] [json] [html]]               write <executable>.prune.txt, .prune.json, ...
#       [POST_LINK [KEEP_FULL]])                    link every kernel first, then prune; keep the
#                                                   full image as <executable>.full.elf
#
# The selection is the union of MODELS, OPS, OPS_SCHEMA and OP_LIST. A call needs ALL_OPS or one of
# these four. The link prunes: -B makes the compiler driver call et-ld as the linker, and options of
# et-ld select the kernels. The target <executable>_prune_report prints a report.
#
#     et_prune_kernel_library(<name> SOURCES <file>... [PRIORITY <n>] [EXECUTORCH])
#
# makes a static library of the project's own kernels. et-prune can drop each kernel. If two kernels
# serve the same call, the higher PRIORITY wins (default 100). EXECUTORCH: for ExecuTorch's runtime.
# docs/cmake.md describes both functions, and where they look for the tools.

include_guard(GLOBAL)

include(${CMAKE_CURRENT_LIST_DIR}/EtPruneDtypes.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/EtPruneLinkOutputs.cmake)

# Configures a build of the source tree `tree` for this machine. Sets `out` to the build's folder.
function(_et_prune_build_tools tree out)
  set(build ${CMAKE_BINARY_DIR}/EtPrune/tools)
  set(${out} ${build} PARENT_SCOPE)
  if(TARGET et_prune_tools)
    return()
  endif()
  set(native ${CMAKE_COMMAND} -E env --unset=CMAKE_TOOLCHAIN_FILE)
  foreach(variable IN ITEMS CC CXX CFLAGS CXXFLAGS CPPFLAGS LDFLAGS)
    list(APPEND native --unset=${variable})
  endforeach()
  list(APPEND native ${CMAKE_COMMAND})
  message(STATUS "et-prune not found: it is built for this machine in ${build}")
  execute_process(
    COMMAND ${native} -S ${tree} -B ${build} -DCMAKE_BUILD_TYPE=Release
            -DET_PRUNE_BUILD_TESTS=OFF
    RESULT_VARIABLE failed OUTPUT_VARIABLE messages ERROR_VARIABLE messages)
  if(failed)
    message(FATAL_ERROR
      "et_prune_target: et-prune was not found and cannot be built. Install the packages that its "
      "build needs (${tree}/tools/setup.sh demo), or install et-prune and write "
      "-DET_PRUNE_ROOT=<folder with bin/et-prune>.\n${messages}")
  endif()
  file(GLOB_RECURSE sources ${tree}/lib/* ${tree}/tools/*
       ${tree}/runtime/include/*)
  set(tools ${build}/bin/et-prune ${build}/bin/et-ld ${build}/bin/et-oplist
            ${build}/libexec/et-prune/ld)
  add_custom_command(OUTPUT ${tools}
    COMMAND ${native} --build ${build} --target et-prune et-ld et-oplist --parallel
    COMMAND ${CMAKE_COMMAND} -E touch ${tools}
    DEPENDS ${sources} COMMENT "Building et-prune for this machine" VERBATIM)
  add_custom_target(et_prune_tools DEPENDS ${tools})
endfunction()

# Sets for the caller: ET_PRUNE_EXECUTABLE; ET_PRUNE_LIBEXEC, the folder for -B; ET_PRUNE_MADE_BY,
# the target that builds the tools, or empty if the tools exist.
function(_et_prune_find_tools)
  cmake_path(GET CMAKE_CURRENT_FUNCTION_LIST_DIR PARENT_PATH tree)
  set(root ${ET_PRUNE_ROOT} $ENV{ET_PRUNE_ROOT})
  if(DEFINED ET_PRUNE_SEARCHED_ROOT AND NOT ET_PRUNE_SEARCHED_ROOT STREQUAL "${root}")
    unset(ET_PRUNE_EXECUTABLE CACHE)
  endif()
  set(ET_PRUNE_SEARCHED_ROOT "${root}" CACHE INTERNAL "Where ET_PRUNE_EXECUTABLE was searched for")
  set(is_source_tree FALSE)
  if(EXISTS ${tree}/tools/CMakeLists.txt)
    set(is_source_tree TRUE)
  endif()
  if(root)
    set(where PATHS ${root} NO_DEFAULT_PATH)
  elseif(is_source_tree)
    set(where HINTS ${tree}/build)
  else()
    set(where HINTS ${tree}/../..)
  endif()
  find_program(ET_PRUNE_EXECUTABLE et-prune ${where} PATH_SUFFIXES bin NO_CMAKE_FIND_ROOT_PATH
    DOC "The et-prune tool; libexec/et-prune/ld, its linker wrapper, lies beside its bin/")
  if(NOT ET_PRUNE_EXECUTABLE AND is_source_tree AND NOT root)
    _et_prune_build_tools(${tree} prefix)
    set(ET_PRUNE_EXECUTABLE ${prefix}/bin/et-prune PARENT_SCOPE)
    set(ET_PRUNE_LIBEXEC ${prefix}/libexec/et-prune PARENT_SCOPE)
    set(ET_PRUNE_MADE_BY et_prune_tools PARENT_SCOPE)
    return()
  endif()
  if(NOT ET_PRUNE_EXECUTABLE)
    message(FATAL_ERROR
      "et_prune_target: et-prune not found (ET_PRUNE_ROOT: '${root}'). Build the tools (cmake --preset release && "
      "cmake --build --preset release) or install them, and write "
      "-DET_PRUNE_ROOT=<folder with bin/et-prune>.")
  endif()
  file(REAL_PATH ${ET_PRUNE_EXECUTABLE} tool)
  cmake_path(GET tool PARENT_PATH bin)
  cmake_path(GET bin PARENT_PATH prefix)
  if(NOT EXISTS ${prefix}/libexec/et-prune/ld)
    message(FATAL_ERROR
      "et_prune_target: ${ET_PRUNE_EXECUTABLE} has no linker wrapper beside it: "
      "${prefix}/libexec/et-prune/ld is missing. Build or install et-prune completely, and write "
      "-DET_PRUNE_ROOT=<its folder>; delete ET_PRUNE_EXECUTABLE from the CMake cache.")
  endif()
  set(ET_PRUNE_LIBEXEC ${prefix}/libexec/et-prune PARENT_SCOPE)
  set(ET_PRUNE_MADE_BY "" PARENT_SCOPE)
endfunction()

function(_et_prune_check_target target)
  set(usage "et_prune_target(<executable> MODELS <model.pte>...)")
  if(NOT TARGET ${target})
    message(FATAL_ERROR
      "et_prune_target: there is no target '${target}'. "
      "Call add_executable(${target} ...) first, then ${usage}.")
  endif()
  get_target_property(aliased ${target} ALIASED_TARGET)
  get_target_property(imported ${target} IMPORTED)
  get_target_property(type ${target} TYPE)
  if(aliased)
    message(FATAL_ERROR "et_prune_target: '${target}' is an alias. Write ${aliased} instead.")
  endif()
  if(imported)
    message(FATAL_ERROR
      "et_prune_target: '${target}' is imported, so this project does not link it. "
      "Run et-prune on its file instead.")
  endif()
  if(NOT type MATCHES "^(EXECUTABLE|SHARED_LIBRARY|MODULE_LIBRARY)$")
    message(FATAL_ERROR
      "et_prune_target: '${target}' is a ${type}. Kernels are chosen where an image is linked: write "
      "${usage} for the executable or the shared library that links '${target}'.")
  endif()
  get_target_property(called ${target} ET_PRUNE_TARGET)
  if(called)
    message(FATAL_ERROR
      "et_prune_target: '${target}' has a selection from an earlier call. Write one call with the "
      "whole selection: MODELS a.pte b.pte OPS c.yaml.")
  endif()
endfunction()

# Stores the absolute paths of `files` in `out`. `out_generated` gets only the paths of files that
# the build generates. Generator expressions stay unchanged. Errors name `function` and `keyword`.
function(_et_prune_selection_files function keyword files out out_generated)
  set(paths "")
  set(generated_paths "")
  foreach(file IN LISTS files)
    if(file MATCHES "\\$<")
      list(APPEND paths "${file}")
      continue()
    endif()
    cmake_path(ABSOLUTE_PATH file NORMALIZE OUTPUT_VARIABLE path)
    get_source_file_property(generated ${path} GENERATED)
    if(NOT generated)
      cmake_path(ABSOLUTE_PATH file BASE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR} NORMALIZE
                 OUTPUT_VARIABLE built)
      get_source_file_property(generated ${built} GENERATED)
      if(generated)
        set(path ${built})
      endif()
    endif()
    if(generated)
      list(APPEND generated_paths ${path})
    elseif(NOT EXISTS ${path} OR IS_DIRECTORY ${path})
      message(FATAL_ERROR
        "${function}: ${keyword} ${file}: no such file (${path}), and no "
        "add_custom_command(OUTPUT ...) makes it. Name an existing file, or add the command that "
        "makes it before ${function}.")
    endif()
    list(APPEND paths ${path})
  endforeach()
  set(${out} "${paths}" PARENT_SCOPE)
  set(${out_generated} "${generated_paths}" PARENT_SCOPE)
endfunction()

# Makes a keyword of each option marked InCMake in LinkOptions.td, for example DROP_BACKENDS for
# --et-drop-backends. Keywords in `out_flags` have no value, keywords in `out_lists` have several.
function(_et_prune_link_keywords out_flags out_lists)
  set(flags "")
  set(lists "")
  file(STRINGS ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/LinkOptions.td lines REGEX ", InCMake;$")
  foreach(line IN LISTS lines)
    string(REGEX MATCH "(F|Value)<\"([a-z-]+)\"" name "${line}")
    string(TOUPPER ${CMAKE_MATCH_2} keyword)
    string(REPLACE "-" "_" keyword ${keyword})
    if(CMAKE_MATCH_1 STREQUAL "F")
      list(APPEND flags ${keyword})
    else()
      list(APPEND lists ${keyword})
    endif()
  endforeach()
  set(${out_flags} ${flags} PARENT_SCOPE)
  set(${out_lists} ${lists} PARENT_SCOPE)
endfunction()

function(_et_prune_check_arguments target)
  if(DEFINED arg_UNPARSED_ARGUMENTS)
    list(JOIN flags ", " flags)
    list(JOIN lists ", " lists)
    message(FATAL_ERROR
      "et_prune_target: unknown argument '${arg_UNPARSED_ARGUMENTS}'; the keywords are MODELS, OPS, "
      "OPS_SCHEMA, OP_LIST, ALL_OPS, DROP, DTYPE_SELECTIVE, ${flags}, ${lists}, REPORT, POST_LINK and "
      "KEEP_FULL.")
  endif()
  if(DEFINED arg_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR
      "et_prune_target: ${arg_KEYWORDS_MISSING_VALUES} has no value for '${target}'. Write a "
      "value, or remove the keyword (ALL_OPS keeps every kernel).")
  endif()
  set(selectors "")
  foreach(selector IN ITEMS MODELS OPS OPS_SCHEMA OP_LIST)
    if(DEFINED arg_${selector})
      list(APPEND selectors ${selector})
    endif()
  endforeach()
  if(NOT selectors AND NOT arg_ALL_OPS)
    message(FATAL_ERROR
      "et_prune_target: no operators are selected for '${target}'. Write MODELS <model.pte>, "
      "OPS <selected_operators.yaml> or OP_LIST <operator>, or ALL_OPS to keep every kernel.")
  endif()
  if(selectors AND arg_ALL_OPS)
    list(JOIN selectors " and " selectors)
    message(FATAL_ERROR
      "et_prune_target: '${target}' has ALL_OPS, which keeps every kernel, but also ${selectors}, "
      "which select some kernels. Remove ALL_OPS, or remove ${selectors}.")
  endif()
  if(arg_KEEP_FULL AND NOT arg_POST_LINK)
    message(FATAL_ERROR
      "et_prune_target: KEEP_FULL keeps an image that has every kernel, which is linked only with "
      "POST_LINK. Add POST_LINK, or leave KEEP_FULL out.")
  endif()
  if(DEFINED arg_DTYPE_SELECTIVE AND NOT arg_DTYPE_SELECTIVE MATCHES "^(ON|OFF|TRUE|FALSE|1|0)$")
    message(FATAL_ERROR "et_prune_target: DTYPE_SELECTIVE is '${arg_DTYPE_SELECTIVE}': write ON or OFF.")
  endif()
  foreach(form IN LISTS arg_REPORT)
    if(NOT form MATCHES "^(text|json|html)$")
      message(FATAL_ERROR
        "et_prune_target: REPORT ${form}: '${form}' is not a report format. Write REPORT with one "
        "or more of text, json and html. The link writes each report beside the executable, for "
        "example <executable>.prune.txt.")
    endif()
  endforeach()
endfunction()

macro(_et_prune_add_options values link_option prune_option)
  foreach(value IN LISTS ${values})
    list(APPEND link_options "${link_option}${value}")
    list(APPEND prune_options "${prune_option}${value}")
  endforeach()
endmacro()

function(et_prune_target target)
  _et_prune_link_keywords(flags lists)
  cmake_parse_arguments(PARSE_ARGV 1 arg "ALL_OPS;POST_LINK;KEEP_FULL;${flags}"
    "DTYPE_SELECTIVE" "MODELS;OPS;OPS_SCHEMA;OP_LIST;DROP;REPORT;${lists}")
  _et_prune_check_arguments(${target})
  _et_prune_check_target(${target})
  _et_prune_find_tools()

  set(files "")
  set(generated_files "")
  set(link_options "")
  set(prune_options "")
  foreach(keyword IN ITEMS MODELS OPS OPS_SCHEMA)
    _et_prune_selection_files(et_prune_target ${keyword} "${arg_${keyword}}" paths generated_paths)
    list(APPEND files ${paths})
    list(APPEND generated_files ${generated_paths})
    # --et-select could read a damaged model as a selection file. --et-model refuses the model.
    if(keyword STREQUAL "MODELS")
      _et_prune_add_options(paths --et-model= --model=)
    else()
      _et_prune_add_options(paths --et-select= --ops=)
    endif()
  endforeach()
  _et_prune_add_options(arg_OP_LIST --et-op= --add=)
  _et_prune_add_options(arg_DROP --et-drop= --drop=)
  if(arg_ALL_OPS)
    list(APPEND prune_options --all-ops)
  endif()
  if(DEFINED arg_DTYPE_SELECTIVE AND NOT arg_DTYPE_SELECTIVE)
    list(APPEND link_options --et-ignore-dtypes)
    list(APPEND prune_options --ignore-dtypes)
  endif()
  foreach(keyword IN LISTS flags lists)
    string(TOLOWER ${keyword} option)
    string(REPLACE "_" "-" option ${option})
    if(keyword IN_LIST lists)
      _et_prune_add_options(arg_${keyword} --et-${option}= --${option}=)
    elseif(arg_${keyword})
      list(APPEND link_options --et-${option})
      list(APPEND prune_options --${option})
    endif()
  endforeach()

  set(image $<TARGET_FILE:${target}>)
  set(written ${image}.etl)
  foreach(form IN LISTS arg_REPORT)
    string(REPLACE text txt suffix ${form})
    list(APPEND link_options --et-report-${form}=${image}.prune.${suffix})
    list(APPEND written ${image}.prune.${suffix})
  endforeach()
  if(arg_POST_LINK)
    list(APPEND link_options --et-post-link)
  endif()
  if(arg_KEEP_FULL)
    set(full $<TARGET_FILE_DIR:${target}>/$<TARGET_FILE_BASE_NAME:${target}>.full.elf)
    list(APPEND link_options --et-keep-full=${full})
    list(APPEND written ${full})
  endif()

  target_compile_options(${target} PRIVATE -ffunction-sections -fdata-sections)
  target_link_options(${target} PRIVATE "-B${ET_PRUNE_LIBEXEC}" "LINKER:--gc-sections")
  foreach(option IN LISTS link_options)
    # LINKER: would split a path at its commas.
    target_link_options(${target} PRIVATE "SHELL:-Xlinker \"${option}\"")
  endforeach()
  set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS
    ${files} ${ET_PRUNE_EXECUTABLE} ${ET_PRUNE_LIBEXEC}/ld)
  set_property(TARGET ${target} APPEND PROPERTY ADDITIONAL_CLEAN_FILES ${written})
  _et_prune_declare_outputs(${target} "${written}")
  set_property(TARGET ${target} PROPERTY ET_PRUNE_TARGET TRUE)
  if(generated_files)
    add_custom_target(${target}_et_selection DEPENDS ${generated_files})
    add_dependencies(${target} ${target}_et_selection)
  endif()
  if(ET_PRUNE_MADE_BY)
    add_dependencies(${target} ${ET_PRUNE_MADE_BY})
  endif()

  add_custom_target(${target}_prune_report
    COMMAND ${ET_PRUNE_EXECUTABLE} --dry-run --compare-full ${prune_options} ${image}
    DEPENDS ${target} USES_TERMINAL VERBATIM)
endfunction()

function(et_prune_kernel_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "EXECUTORCH" "PRIORITY" "SOURCES")
  set(usage "et_prune_kernel_library(my_kernels SOURCES op_relu6.cpp PRIORITY 20)")
  if(NOT name MATCHES "^[A-Za-z_][A-Za-z0-9_]*$")
    message(FATAL_ERROR
      "et_prune_kernel_library: '${name}' is not a valid library name. Write letters, digits and _: "
      "${usage}.")
  endif()
  if(DEFINED arg_UNPARSED_ARGUMENTS OR NOT arg_SOURCES)
    message(FATAL_ERROR
      "et_prune_kernel_library: '${name}' needs SOURCES, and accepts only SOURCES, PRIORITY and "
      "EXECUTORCH; unknown arguments: '${arg_UNPARSED_ARGUMENTS}'. Write ${usage}.")
  endif()
  if(arg_EXECUTORCH AND NOT COMMAND et_executorch_compile)
    message(FATAL_ERROR "et_prune_kernel_library: '${name}' is for ExecuTorch's runtime: before it, write "
      "find_package(EtPrune REQUIRED COMPONENTS ExecuTorchKernels)")
  endif()
  if(NOT DEFINED arg_PRIORITY)
    set(arg_PRIORITY 100)
  elseif(NOT arg_PRIORITY MATCHES "^-?[0-9]+$")
    message(FATAL_ERROR
      "et_prune_kernel_library: PRIORITY ${arg_PRIORITY}: write a number. portable has 0, optimized "
      "10, cortex_m 20; the higher one is linked.")
  endif()
  cmake_path(GET CMAKE_CURRENT_FUNCTION_LIST_DIR PARENT_PATH tree)
  add_library(${name} STATIC ${arg_SOURCES})
  target_compile_features(${name} PUBLIC cxx_std_17)
  if(arg_EXECUTORCH)
    et_executorch_compile(${name})
    target_link_libraries(${name} PUBLIC et_executorch_kernels_common)
  endif()
  target_include_directories(${name} PRIVATE ${tree}/runtime/include)
  target_compile_definitions(${name} PRIVATE
    ET_KERNEL_LIBRARY=${name} ET_KERNEL_LIBRARY_PRIORITY=${arg_PRIORITY})
  # et-prune cannot read gcc's intermediate code. With -flto, the objects need machine code, too.
  target_compile_options(${name} PRIVATE -ffunction-sections -fdata-sections
    $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-ffat-lto-objects>)
endfunction()

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# et_prune_target: an executable that keeps only the kernels it needs.
#
#     include(<et-prune>/cmake/EtPrune.cmake)
#     et_prune_target(app MODELS model.pte)
#
#     et_prune_target(<executable>
#       [MODELS  <model.pte or model.bpte>...]    the kernels that these programs call
#       [OPS     <selected_operators.yaml>...]    the kernels that these files name
#       [OP_LIST <operator>...]                   e.g. aten::add.out; all dtypes of it
#       [ALL_OPS]                                 every kernel, but an image that et-prune can prune
#       [POST_LINK                                link every kernel, then prune the image in place
#         [KEEP_FULL]                               and keep the full one as <executable>.full.elf
#         [REPORT <file.json>]])                    and write et-prune's report
#
# What MODELS, OPS and OP_LIST name is united; one of the four must be there. By default the choice
# is made in the link: -B has the compiler driver call et-ld for the linker, and --et-select tells
# it what to keep. Both ways give the same image, but linking in full first may not fit the chip.
#
# The executable links the kernel libraries as usual (target_link_libraries), and again whenever a
# selection file or one of the tools changes. POST_LINK runs et-prune when the link is done, in the
# order of the calls: call et_prune_target before adding POST_BUILD commands of your own (objcopy,
# CRC, signature), or they see the full image.
#
# The tools are searched for in ET_PRUNE_ROOT (a CMake or environment variable: an installation or
# build folder with bin/ and libexec/et-prune/), in the installation that this file belongs to, in
# the source tree's build/, and in PATH.

include_guard(GLOBAL)

set(_ET_PRUNE_CMAKE_DIR ${CMAKE_CURRENT_LIST_DIR})

# Sets ET_PRUNE_EXECUTABLE (cached) and, for the caller, ET_PRUNE_LIBEXEC: the folder for -B.
function(_et_prune_find_tools)
  set(root ${ET_PRUNE_ROOT} $ENV{ET_PRUNE_ROOT})
  if(DEFINED ET_PRUNE_SEARCHED_ROOT AND NOT ET_PRUNE_SEARCHED_ROOT STREQUAL "${root}")
    unset(ET_PRUNE_EXECUTABLE CACHE)
  endif()
  set(ET_PRUNE_SEARCHED_ROOT "${root}" CACHE INTERNAL "Where ET_PRUNE_EXECUTABLE was searched for")
  if(root)
    # Whoever names a root does not want another one silently.
    set(where PATHS ${root} NO_DEFAULT_PATH)
  else()
    set(where HINTS ${_ET_PRUNE_CMAKE_DIR}/../../.. ${_ET_PRUNE_CMAKE_DIR}/../build)
  endif()
  find_program(ET_PRUNE_EXECUTABLE et-prune ${where} PATH_SUFFIXES bin NO_CMAKE_FIND_ROOT_PATH
    DOC "The et-prune tool; libexec/et-prune/ld, its linker wrapper, lies beside its bin/")
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
endfunction()

# Refuses what et_prune_target cannot work on. `usage` ends every message.
function(_et_prune_check_target target post_link)
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
      "et_prune_target: '${target}' is imported: nothing of it is linked here. "
      "Run et-prune on its file instead.")
  endif()
  if(NOT type STREQUAL "EXECUTABLE")
    message(FATAL_ERROR
      "et_prune_target: '${target}' is not an executable but a ${type}. Kernels are chosen where "
      "an image is linked: write ${usage} for the executable that links '${target}'.")
  endif()
  get_target_property(dir ${target} SOURCE_DIR)
  if(post_link AND NOT dir STREQUAL CMAKE_CURRENT_SOURCE_DIR)
    message(FATAL_ERROR
      "et_prune_target: POST_LINK must be written where '${target}' is added, in "
      "${dir}/CMakeLists.txt: CMake allows commands after a link only there.")
  endif()
endfunction()

# Makes the paths of `files` absolute into `out`, and those that the build generates into
# `out_generated`. A path with a generator expression is taken as it is.
function(_et_prune_selection_files keyword files out out_generated)
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
        "et_prune_target: ${keyword} ${file}: no such file (${path}), and no "
        "add_custom_command(OUTPUT ...) makes it. Name an existing file, or add the command that "
        "makes it before et_prune_target.")
    endif()
    list(APPEND paths ${path})
  endforeach()
  set(${out} "${paths}" PARENT_SCOPE)
  set(${out_generated} "${generated_paths}" PARENT_SCOPE)
endfunction()

function(et_prune_target target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "ALL_OPS;POST_LINK;KEEP_FULL" "REPORT"
                        "MODELS;OPS;OP_LIST")
  if(DEFINED arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR
      "et_prune_target: what is '${arg_UNPARSED_ARGUMENTS}'? Known are MODELS, OPS, OP_LIST, "
      "ALL_OPS, POST_LINK, KEEP_FULL and REPORT.")
  endif()
  if(DEFINED arg_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR
      "et_prune_target: nothing stands after ${arg_KEYWORDS_MISSING_VALUES} for '${target}'. "
      "Write what it should be, or leave the keyword out (ALL_OPS keeps every kernel).")
  endif()
  if(NOT arg_MODELS AND NOT arg_OPS AND NOT arg_OP_LIST AND NOT arg_ALL_OPS)
    message(FATAL_ERROR
      "et_prune_target: nothing says which operators '${target}' needs. Write MODELS <model.pte>, "
      "OPS <selected_operators.yaml> or OP_LIST <operator>, or ALL_OPS to keep every kernel.")
  endif()
  if((arg_KEEP_FULL OR arg_REPORT) AND NOT arg_POST_LINK)
    message(FATAL_ERROR
      "et_prune_target: KEEP_FULL and REPORT compare with an image that has every kernel, which "
      "exists only with POST_LINK. Add POST_LINK, or leave them out.")
  endif()
  _et_prune_check_target(${target} ${arg_POST_LINK})
  _et_prune_find_tools()
  _et_prune_selection_files(MODELS "${arg_MODELS}" models generated_models)
  _et_prune_selection_files(OPS "${arg_OPS}" ops generated_ops)

  if(arg_OP_LIST)
    list(JOIN arg_OP_LIST "\n" lines)
    set(op_list ${CMAKE_CURRENT_BINARY_DIR}/${target}.et-op-list.txt)
    file(CONFIGURE OUTPUT ${op_list} CONTENT "${lines}\n" @ONLY)
    list(JOIN arg_OP_LIST "," op_list_option)
  endif()
  set(selection_files ${models} ${ops} ${op_list})

  # Dead kernels go only where each has sections of its own and the linker collects them.
  target_compile_options(${target} PRIVATE -ffunction-sections -fdata-sections)
  target_link_options(${target} PRIVATE "-B${ET_PRUNE_LIBEXEC}" "LINKER:--gc-sections")
  set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS
    ${selection_files} ${ET_PRUNE_EXECUTABLE} ${ET_PRUNE_LIBEXEC}/ld)
  set_property(TARGET ${target} APPEND PROPERTY ADDITIONAL_CLEAN_FILES $<TARGET_FILE:${target}>.etl)
  if(generated_models OR generated_ops)
    add_custom_target(${target}_et_selection DEPENDS ${generated_models} ${generated_ops})
    add_dependencies(${target} ${target}_et_selection)
  endif()

  if(NOT arg_POST_LINK)
    if(NOT arg_ALL_OPS)
      foreach(file IN LISTS selection_files)
        # Not LINKER:, which makes a comma in the path a separator.
        target_link_options(${target} PRIVATE "SHELL:-Xlinker \"--et-select=${file}\"")
      endforeach()
    endif()
    return()
  endif()

  set(options "")
  foreach(file IN LISTS ops)
    list(APPEND options --ops ${file})
  endforeach()
  foreach(file IN LISTS models)
    list(APPEND options --model ${file})
  endforeach()
  if(arg_OP_LIST)
    list(APPEND options --op-list ${op_list_option})
  endif()
  if(arg_ALL_OPS)
    list(APPEND options --all-ops)
  endif()
  if(arg_REPORT)
    cmake_path(ABSOLUTE_PATH arg_REPORT BASE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})
    list(APPEND options --report-json ${arg_REPORT})
    set_property(TARGET ${target} APPEND PROPERTY ADDITIONAL_CLEAN_FILES ${arg_REPORT})
  endif()
  set(keep_full "")
  if(arg_KEEP_FULL)
    set(full $<TARGET_FILE_DIR:${target}>/$<TARGET_FILE_BASE_NAME:${target}>.full.elf)
    set(keep_full COMMAND ${CMAKE_COMMAND} -E copy $<TARGET_FILE:${target}> ${full})
    set_property(TARGET ${target} APPEND PROPERTY ADDITIONAL_CLEAN_FILES ${full})
  endif()
  add_custom_command(TARGET ${target} POST_BUILD
    ${keep_full}
    COMMAND ${ET_PRUNE_EXECUTABLE} ${options} $<TARGET_FILE:${target}>
    COMMENT "Pruning ${target}" VERBATIM)
endfunction()

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# find_package(EtPrune COMPONENTS ExecuTorchNames): the CMake functions of ExecuTorch's selective
# build, for projects that use et-prune's runtime and kernels in place of ExecuTorch's.
#
#     gen_selected_ops(LIB_NAME my_ops [OPS_SCHEMA_YAML <file>...] [ROOT_OPS <operator>...]
#                      [INCLUDE_ALL_OPS ON|OFF] [OPS_FROM_MODEL <model>...] [DTYPE_SELECTIVE_BUILD ON|OFF])
#     generate_bindings_for_kernels(LIB_NAME my_ops [FUNCTIONS_YAML <file>] [CUSTOM_OPS_YAML <file>]
#                                   [DTYPE_SELECTIVE_BUILD ON|OFF])
#     gen_operators_lib(LIB_NAME my_ops [KERNEL_LIBS <library>...] [DEPS <library>...]
#                       [DTYPE_SELECTIVE_BUILD ON|OFF])
#     gen_selected_max_kernel_num(LIB_NAME my_ops OPLIST_YAMLS <file>...)
#     et_operator_library(<name> [MODEL <model>...] [OPS <operator>...] [OPS_SCHEMA_YAML <file>...]
#                         [INCLUDE_ALL_OPS])
#     executorch_generated_lib(<name> DEPS <operator library or library>... [FUNCTIONS_YAML <file>]
#                         [CUSTOM_OPS_YAML <file>] [KERNEL_LIBS <library>...] [DTYPE_SELECTIVE_BUILD ON|OFF])
#
# The component also has the library executorch_kernels. The variables EXECUTORCH_SELECT_OPS_...
# select its kernels. docs/executorch-names.md describes the functions and their differences from ExecuTorch's.
#
# et-oplist writes each selection to <LIB_NAME>/selected_operators.yaml. The library <LIB_NAME> has
# no code. Its interface link options pass the .yaml file to et-ld. So an executable gets the union
# of its libraries' selections.
#
# ExecuTorch itself must not be in the same build. This file and each function check that, and an
# error says what to write instead. The last check is at the end of the top directory, just before
# this file adds the target executorch_kernels. If ExecuTorch has added a target of this name, the
# user sees our error and not CMake's error about a duplicate target.
#
# A call that selects nothing is an error. The usual cause is an empty variable of the caller.

include_guard(GLOBAL)

function(_et_names_refuse what)
  message(FATAL_ERROR
    "EtPrune's component ExecuTorchNames replaces ExecuTorch, but this build contains ExecuTorch, "
    "too (${what}). Both define the same names. Remove ExecuTorchNames, link all of ExecuTorch's "
    "kernels, and write\n"
    "  find_package(EtPrune REQUIRED)\n"
    "  target_link_libraries(app PRIVATE executorch portable_ops_lib)\n"
    "  et_prune_target(app MODELS model.pte)\n"
    "Compile ExecuTorch's libraries with -ffunction-sections -fdata-sections; see "
    "docs/executorch.md.")
endfunction()

# Refuses a build that contains ExecuTorch. After this file has defined its functions, `prefix` is
# "_": if ExecuTorch redefines a function, CMake keeps our function under the name _<function>.
macro(_et_names_check_absence prefix)
  foreach(_et_names_function IN ITEMS gen_selected_ops generate_bindings_for_kernels gen_operators_lib
          gen_selected_max_kernel_num et_operator_library executorch_generated_lib)
    if(COMMAND ${prefix}${_et_names_function})
      _et_names_refuse("the function ${_et_names_function}")
    endif()
  endforeach()
  foreach(_et_names_target IN ITEMS executorch executorch_core portable_kernels portable_ops_lib
          executorch_kernels)
    if(TARGET ${_et_names_target})
      _et_names_refuse("the target ${_et_names_target}")
    endif()
  endforeach()
  if(executorch_FOUND OR EXECUTORCH_FOUND)
    _et_names_refuse("find_package found ExecuTorch")
  endif()
endmacro()
_et_names_check_absence("")

# Sets arg_<keyword> for each keyword in ARGN that the call of `function` has, without empty values.
# Must be a macro, because PARSE_ARGV reads the arguments of the function that runs the macro.
macro(_et_names_parse function)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "" "${ARGN}")
  # In older calls, the library's name comes first, without a keyword.
  if(NOT arg_LIB_NAME AND arg_UNPARSED_ARGUMENTS)
    list(POP_FRONT arg_UNPARSED_ARGUMENTS arg_LIB_NAME)
  endif()
  list(REMOVE_ITEM arg_UNPARSED_ARGUMENTS "")
  if(arg_UNPARSED_ARGUMENTS)
    string(REPLACE ";" ", " _keywords "${ARGN}")
    message(FATAL_ERROR
      "${function}: unknown argument '${arg_UNPARSED_ARGUMENTS}'; the keywords are ${_keywords}.")
  endif()
  foreach(_keyword ${ARGN})
    if(DEFINED arg_${_keyword})
      list(REMOVE_ITEM arg_${_keyword} "")
    endif()
  endforeach()
  _et_names_check_name(${function} "${arg_LIB_NAME}")
endmacro()

function(_et_names_check_name function name)
  if(NOT name MATCHES "^[A-Za-z0-9_.+-]+$")
    message(FATAL_ERROR
      "${function}: '${name}' is not a valid library name. Write ${function}(LIB_NAME my_ops ...).")
  endif()
endfunction()

# Sets `oplist`, the path of et-oplist, and the variables of _et_prune_find_tools for the caller.
macro(_et_names_find_tools)
  if(NOT DEFINED ET_PRUNE_LIBEXEC)
    _et_prune_find_tools()
  endif()
  cmake_path(SET oplist NORMALIZE ${ET_PRUNE_LIBEXEC}/../../bin/et-oplist)
  if(NOT ET_PRUNE_MADE_BY AND NOT EXISTS ${oplist})
    message(FATAL_ERROR
      "et-prune's component ExecuTorchNames: ${oplist} is missing. Build or install et-prune "
      "completely, and write -DET_PRUNE_ROOT=<its folder>.")
  endif()
endmacro()

# Adds the command that writes to `yaml` the operators of `files`, `models` and `ops`, or all.
function(_et_names_selection function yaml files models ops all)
  if(NOT files AND NOT models AND NOT ops AND NOT all)
    message(FATAL_ERROR
      "${function}: nothing is selected for ${yaml}. Name a model, operators or a schema yaml, or "
      "include all operators.")
  endif()
  _et_names_find_tools()
  set(model_keyword OPS_FROM_MODEL)
  if(function STREQUAL "et_operator_library")
    set(model_keyword MODEL)
  endif()
  _et_prune_selection_files("${function}" OPS_SCHEMA_YAML "${files}" files generated)
  _et_prune_selection_files("${function}" ${model_keyword} "${models}" models generated)
  set(options "")
  foreach(file IN LISTS files)
    list(APPEND options --ops=${file})
  endforeach()
  foreach(model IN LISTS models)
    list(APPEND options --model=${model})
  endforeach()
  foreach(op IN LISTS ops)
    list(APPEND options --op-list=${op})
  endforeach()
  if(all)
    list(APPEND options --all-ops)
  endif()
  get_source_file_property(generated ${yaml} GENERATED)
  if(generated)
    message(FATAL_ERROR
      "${function}: ${yaml} has a selection already. Write one call with all selections, or another "
      "LIB_NAME.")
  endif()
  cmake_path(GET yaml PARENT_PATH folder)
  file(MAKE_DIRECTORY ${folder})
  add_custom_command(OUTPUT ${yaml}
    COMMAND ${oplist} ${options} --output=${yaml}
    DEPENDS ${files} ${models} ${oplist} ${ET_PRUNE_MADE_BY}
    COMMENT "Selecting operators for ${yaml}" VERBATIM)
endfunction()

macro(_et_names_translate list)
  list(TRANSFORM ${list} REPLACE "^(portable|optimized|quantized|cortex_m)_(kernels|ops_lib)$" "EtPrune::kernels_\\1")
  list(TRANSFORM ${list} REPLACE "^(executorch|executorch_core|extension_runner_util)$" "EtPrune::runtime")
endmacro()

# Adds the library `name` with the link options that select the operators in `yaml`. An empty `yaml`
# means no options. Without `dtypes`, the options select all dtypes. ARGN goes to add_library.
function(_et_names_library name yaml dtypes libraries)
  _et_names_find_tools()
  cmake_path(SET folder ${CMAKE_CURRENT_BINARY_DIR}/${name})
  file(CONFIGURE OUTPUT ${folder}/empty.cpp
       CONTENT "// ${name} has its kernels from the libraries that it links.\n")
  add_library(${name} STATIC ${ARGN} ${folder}/empty.cpp)
  # Remove what the project's link_libraries(executorch_kernels) added: only programs need it.
  set_property(TARGET ${name} PROPERTY LINK_LIBRARIES)
  _et_names_translate(libraries)
  target_link_libraries(${name} PUBLIC ${libraries})
  target_compile_options(${name} INTERFACE -ffunction-sections -fdata-sections)
  set(select "")
  if(yaml)
    set(select ${yaml})
    if(NOT dtypes)
      set(select ${folder}/all_dtypes.yaml)
      add_custom_command(OUTPUT ${select}
        COMMAND ${oplist} --ops=${yaml} --ignore-dtypes --output=${select}
        DEPENDS ${yaml} ${oplist} ${ET_PRUNE_MADE_BY} VERBATIM)
    endif()
    add_custom_target(${name}_et_selection DEPENDS ${yaml} ${select})
    add_dependencies(${name} ${name}_et_selection)
    target_link_options(${name} INTERFACE "SHELL:-Xlinker \"--et-select=${select}\"")
  endif()
  if(ET_PRUNE_MADE_BY)
    add_dependencies(${name} ${ET_PRUNE_MADE_BY})
  endif()
  target_link_options(${name} INTERFACE "-B${ET_PRUNE_LIBEXEC}" "LINKER:--gc-sections")
  if(MAX_KERNEL_NUM)
    if(NOT MAX_KERNEL_NUM MATCHES "^[0-9]+$")
      message(FATAL_ERROR "MAX_KERNEL_NUM is '${MAX_KERNEL_NUM}': write a number of kernels.")
    endif()
    target_link_options(${name} INTERFACE "LINKER:--et-budget=kernels=${MAX_KERNEL_NUM}")
  endif()
  set_property(TARGET ${name} PROPERTY INTERFACE_LINK_DEPENDS
    ${select} ${ET_PRUNE_EXECUTABLE} ${ET_PRUNE_LIBEXEC}/ld)
endfunction()

macro(_et_names_oplist_path name out)
  cmake_path(SET ${out} NORMALIZE ${CMAKE_CURRENT_BINARY_DIR}/${name}/selected_operators.yaml)
endmacro()

function(_et_names_existing_selection function name out)
  _et_names_oplist_path(${name} yaml)
  get_source_file_property(generated ${yaml} GENERATED)
  if(generated)
    set(${out} ${yaml} PARENT_SCOPE)
    return()
  endif()
  message(FATAL_ERROR
    "${function}: no operators are selected for '${name}'. Call gen_selected_ops(LIB_NAME ${name} "
    "ROOT_OPS aten::add.out) before, in the same CMakeLists.txt.")
endfunction()

function(gen_selected_ops)
  _et_names_check_absence(_)
  _et_names_parse(gen_selected_ops LIB_NAME OPS_SCHEMA_YAML ROOT_OPS INCLUDE_ALL_OPS OPS_FROM_MODEL
                  DTYPE_SELECTIVE_BUILD)
  _et_names_oplist_path(${arg_LIB_NAME} yaml)
  _et_names_selection(gen_selected_ops ${yaml} "${arg_OPS_SCHEMA_YAML}" "${arg_OPS_FROM_MODEL}"
                      "${arg_ROOT_OPS}" "${arg_INCLUDE_ALL_OPS}")
endfunction()

function(generate_bindings_for_kernels)
  _et_names_check_absence(_)
  _et_names_parse(generate_bindings_for_kernels LIB_NAME FUNCTIONS_YAML CUSTOM_OPS_YAML
                  DTYPE_SELECTIVE_BUILD)
  _et_prune_selection_files(generate_bindings_for_kernels FUNCTIONS_YAML "${arg_FUNCTIONS_YAML}" files generated)
  _et_prune_selection_files(generate_bindings_for_kernels CUSTOM_OPS_YAML "${arg_CUSTOM_OPS_YAML}" files generated)
  _et_names_existing_selection(generate_bindings_for_kernels ${arg_LIB_NAME} yaml)
endfunction()

function(gen_operators_lib)
  _et_names_check_absence(_)
  _et_names_parse(gen_operators_lib LIB_NAME KERNEL_LIBS DEPS DTYPE_SELECTIVE_BUILD)
  _et_names_existing_selection(gen_operators_lib ${arg_LIB_NAME} yaml)
  if(NOT arg_KERNEL_LIBS)
    set(arg_KERNEL_LIBS portable_kernels)
  endif()
  _et_names_library(${arg_LIB_NAME} ${yaml} "${arg_DTYPE_SELECTIVE_BUILD}"
                    "${arg_KERNEL_LIBS};${arg_DEPS}")
endfunction()

# Only checks the arguments. The linker makes a table of exactly the selected kernels.
function(gen_selected_max_kernel_num)
  _et_names_check_absence(_)
  _et_names_parse(gen_selected_max_kernel_num LIB_NAME OPLIST_YAMLS)
  _et_prune_selection_files(gen_selected_max_kernel_num OPLIST_YAMLS "${arg_OPLIST_YAMLS}" files generated)
endfunction()

function(et_operator_library name)
  _et_names_check_absence(_)
  _et_names_check_name(et_operator_library "${name}")
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "MODEL;OPS;OPS_SCHEMA_YAML;INCLUDE_ALL_OPS")
  if("INCLUDE_ALL_OPS" IN_LIST arg_KEYWORDS_MISSING_VALUES)
    set(arg_INCLUDE_ALL_OPS ON)
  endif()
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR
      "et_operator_library: unknown argument '${arg_UNPARSED_ARGUMENTS}'; the keywords are MODEL, "
      "OPS, OPS_SCHEMA_YAML and INCLUDE_ALL_OPS.")
  endif()
  _et_names_oplist_path(${name} yaml)
  _et_names_selection(et_operator_library ${yaml} "${arg_OPS_SCHEMA_YAML}" "${arg_MODEL}" "${arg_OPS}"
                      "${arg_INCLUDE_ALL_OPS}")
  add_custom_target(${name} DEPENDS ${yaml})
  set_property(TARGET ${name} PROPERTY ET_PRUNE_OPERATORS ${yaml})
endfunction()

function(executorch_generated_lib name)
  _et_names_check_absence(_)
  _et_names_check_name(executorch_generated_lib "${name}")
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "DTYPE_SELECTIVE_BUILD"
                        "DEPS;FUNCTIONS_YAML;CUSTOM_OPS_YAML;KERNEL_LIBS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR
      "executorch_generated_lib: unknown argument '${arg_UNPARSED_ARGUMENTS}'; the keywords are "
      "DEPS, FUNCTIONS_YAML, CUSTOM_OPS_YAML, KERNEL_LIBS and DTYPE_SELECTIVE_BUILD.")
  endif()
  foreach(keyword IN ITEMS FUNCTIONS_YAML CUSTOM_OPS_YAML)
    _et_prune_selection_files(executorch_generated_lib ${keyword} "${arg_${keyword}}" files generated)
  endforeach()
  set(selections "")
  set(producers "")
  set(libraries ${arg_KERNEL_LIBS})
  if(NOT libraries)
    set(libraries portable_kernels)
  endif()
  foreach(dependency IN LISTS arg_DEPS)
    set(operators "")
    if(TARGET ${dependency})
      get_target_property(operators ${dependency} ET_PRUNE_OPERATORS)
    endif()
    if(operators)
      list(APPEND selections ${operators})
      list(APPEND producers ${dependency})
    else()
      list(APPEND libraries ${dependency})
    endif()
  endforeach()
  if(NOT selections)
    message(FATAL_ERROR
      "executorch_generated_lib: no operators are selected for '${name}'. Call "
      "et_operator_library(my_ops MODEL model.pte) before, and write "
      "executorch_generated_lib(${name} DEPS my_ops).")
  endif()
  _et_names_find_tools()
  _et_names_oplist_path(${name} yaml)
  file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/${name})
  list(TRANSFORM selections PREPEND --ops= OUTPUT_VARIABLE options)
  add_custom_command(OUTPUT ${yaml}
    COMMAND ${oplist} ${options} --output=${yaml}
    DEPENDS ${selections} ${producers} ${oplist} ${ET_PRUNE_MADE_BY}
    COMMENT "Uniting operators for ${yaml}" VERBATIM)
  _et_names_library(${name} ${yaml} "${arg_DTYPE_SELECTIVE_BUILD}" "${libraries}")
endfunction()

# ARGN has two names of the same variable. Sets `out` to their values, and ${out}_name to the names
# that are set. Refuses different values, unless ET_PRUNE_UNITE_SELECTIONS is set.
function(_et_names_variable out)
  set(value "")
  set(by "")
  foreach(name IN LISTS ARGN)
    if(NOT ${name})
      continue()
    endif()
    if(by AND NOT "${${name}}" STREQUAL value AND NOT ET_PRUNE_UNITE_SELECTIONS)
      message(FATAL_ERROR
        "${by} and ${name} are names of one setting, but have different values. Set one of the two "
        "(-U${name} removes ${name} from the CMake cache), or write -DET_PRUNE_UNITE_SELECTIONS=ON "
        "to unite both selections.")
    endif()
    list(APPEND value ${${name}})
    list(APPEND by ${name})
  endforeach()
  list(REMOVE_DUPLICATES value)
  set(${out} "${value}" PARENT_SCOPE)
  list(JOIN by " and " by)
  set(${out}_name "${by}" PARENT_SCOPE)
endfunction()

function(_et_names_read_variables)
  _et_names_variable(yaml EXECUTORCH_SELECT_OPS_YAML SELECT_OPS_YAML)
  _et_names_variable(ops EXECUTORCH_SELECT_OPS_LIST SELECT_OPS_LIST)
  _et_names_variable(model EXECUTORCH_SELECT_OPS_MODEL EXECUTORCH_SELECT_OPS_FROM_MODEL)
  _et_names_variable(all EXECUTORCH_SELECT_ALL_OPS SELECT_ALL_OPS)
  set(names ${yaml_name} ${ops_name} ${model_name} ${all_name})
  list(LENGTH names count)
  if(count GREATER 1 AND NOT ET_PRUNE_UNITE_SELECTIONS)
    list(JOIN names ", " together)
    list(GET names 0 first)
    message(FATAL_ERROR
      "The variables ${together} are set, but ExecuTorch permits only one of them. Set one "
      "variable (-U${first} removes ${first} from the CMake cache), or write "
      "-DET_PRUNE_UNITE_SELECTIONS=ON to unite the selections.")
  endif()
  foreach(option IN ITEMS yaml ops model)
    if("${${option}}" MATCHES "^(ON|TRUE|YES|Y|1)$")
      message(FATAL_ERROR
        "${${option}_name} is '${${option}}': write what to select, as in "
        "-DEXECUTORCH_SELECT_OPS_YAML=functions.yaml, -DEXECUTORCH_SELECT_OPS_LIST=aten::add.out or "
        "-DEXECUTORCH_SELECT_OPS_MODEL=model.pte.")
    endif()
  endforeach()
  set(call "find_package(EtPrune COMPONENTS ExecuTorchNames)")
  _et_prune_selection_files("${call}" "${yaml_name}" "${yaml}" yaml generated)
  _et_prune_selection_files("${call}" "${model_name}" "${model}" model generated)
  set(dtypes OFF)
  if(EXECUTORCH_DTYPE_SELECTIVE_BUILD OR EXECUTORCH_ENABLE_DTYPE_SELECTIVE_BUILD)
    set(dtypes ON)
  endif()
  set(libraries portable_kernels)
  if(EXECUTORCH_BUILD_KERNELS_OPTIMIZED)
    list(APPEND libraries optimized_kernels)
  endif()
  if(EXECUTORCH_BUILD_KERNELS_QUANTIZED)
    list(APPEND libraries quantized_kernels)
  endif()
  foreach(variable IN ITEMS names yaml ops model all dtypes libraries)
    set_property(GLOBAL PROPERTY ET_PRUNE_NAMES_${variable} "${${variable}}")
  endforeach()
  set_property(GLOBAL PROPERTY ET_PRUNE_NAMES_MAX_KERNEL_NUM "${MAX_KERNEL_NUM}")
endfunction()

function(_et_names_finish)
  _et_names_check_absence(_)
  foreach(variable IN ITEMS names yaml ops model all dtypes libraries MAX_KERNEL_NUM)
    get_property(${variable} GLOBAL PROPERTY ET_PRUNE_NAMES_${variable})
  endforeach()
  set(oplist_yaml "")
  if(names)
    _et_names_oplist_path(executorch_kernels oplist_yaml)
    _et_names_selection("${names}" ${oplist_yaml} "${yaml}" "${model}" "${ops}" "${all}")
  endif()
  _et_names_library(executorch_kernels "${oplist_yaml}" ${dtypes} "${libraries}" EXCLUDE_FROM_ALL)
endfunction()

get_property(_et_names_languages GLOBAL PROPERTY ENABLED_LANGUAGES)
if(NOT "CXX" IN_LIST _et_names_languages)
  message(FATAL_ERROR
    "EtPrune's component ExecuTorchNames makes libraries in C++: write project(... LANGUAGES C CXX) "
    "before find_package(EtPrune COMPONENTS ExecuTorchNames).")
endif()
_et_names_read_variables()
cmake_language(DEFER DIRECTORY ${CMAKE_SOURCE_DIR} CALL _et_names_finish)

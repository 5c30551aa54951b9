# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# A link through et-ld writes more than the image: the bundle, reports, the full image. If one of
# these files is missing, the next build must link again. CMake has no property for such outputs.
#
# With Ninja, the BYPRODUCTS of a POST_BUILD command are outputs of the link. BYPRODUCTS may not
# contain $<TARGET_FILE:...>, so this file computes the path. et-ld writes no bundle for a program
# without kernels, and Ninja would repeat the link in every build because of the missing output. So
# the POST_BUILD command touches all outputs.
#
# Make ignores byproducts. Therefore a custom target, which is built before the image, removes the
# image if one of these files is missing. Make then links again.

include_guard(GLOBAL)

# Declares `files` as outputs of the link. Their paths begin with $<TARGET_FILE:target> or
# $<TARGET_FILE_DIR:target>. Adds commands at the end of the target's directory, when its properties
# are final. Does nothing if CMake has left the directory, because CMake then takes no commands.
function(_et_prune_declare_outputs target files)
  get_target_property(folder ${target} SOURCE_DIR)
  set(open ${CMAKE_CURRENT_SOURCE_DIR})
  while(open AND NOT open STREQUAL folder)
    get_property(open DIRECTORY ${open} PROPERTY PARENT_DIRECTORY)
  endwhile()
  if(open)
    cmake_language(EVAL CODE "cmake_language(DEFER DIRECTORY [[${folder}]]
      CALL _et_prune_add_outputs [[${target}]] [[${files}]])")
  endif()
endfunction()

function(_et_prune_first_property target names out)
  foreach(name IN LISTS names)
    get_target_property(value ${target} ${name})
    if(NOT value STREQUAL "value-NOTFOUND")
      set(${out} "${value}" PARENT_SCOPE)
      return()
    endif()
  endforeach()
endfunction()

# Sets `name`, `base` (without prefix and suffix) and `folder` for the caller. The caller must add a
# configuration such as Debug/ to `folder`. `folder` is empty if the path cannot be computed.
function(_et_prune_target_file target)
  set(folder "" PARENT_SCOPE)
  get_target_property(type ${target} TYPE)
  set(kind LIBRARY)
  string(REPLACE MODULE_LIBRARY SHARED_MODULE variables ${type})
  if(type STREQUAL "EXECUTABLE")
    set(kind RUNTIME)
  endif()
  set(names ${kind}_OUTPUT_NAME OUTPUT_NAME)
  set(folders ${kind}_OUTPUT_DIRECTORY)
  set(unknown VERSION SOVERSION)
  set(postfix "")
  foreach(config IN LISTS CMAKE_CONFIGURATION_TYPES CMAKE_BUILD_TYPE)
    string(TOUPPER ${config} config)
    list(APPEND unknown ${kind}_OUTPUT_NAME_${config} OUTPUT_NAME_${config} ${config}_OUTPUT_NAME
         ${kind}_OUTPUT_DIRECTORY_${config} ${config}_POSTFIX)
  endforeach()
  foreach(property IN LISTS unknown)
    get_target_property(value ${target} ${property})
    if(value)
      return()
    endif()
  endforeach()

  set(base ${target})
  _et_prune_first_property(${target} "${names}" base)
  get_target_property(binary_folder ${target} BINARY_DIR)
  set(folder .)
  _et_prune_first_property(${target} "${folders}" folder)
  # The linker's language is not known yet. If languages differ in the suffix, give up.
  set(prefix "${CMAKE_${variables}_PREFIX}")
  set(suffix "${CMAKE_${variables}_SUFFIX}")
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  foreach(language IN LISTS languages)
    if(DEFINED CMAKE_${variables}_SUFFIX_${language})
      list(APPEND suffixes "${CMAKE_${variables}_SUFFIX_${language}}")
    endif()
  endforeach()
  list(REMOVE_DUPLICATES suffixes)
  list(LENGTH suffixes count)
  if(count GREATER 1)
    return()
  elseif(count EQUAL 1)
    set(suffix ${suffixes})
  endif()
  _et_prune_first_property(${target} PREFIX prefix)
  _et_prune_first_property(${target} SUFFIX suffix)
  set(name "${prefix}${base}${suffix}")
  cmake_path(ABSOLUTE_PATH folder BASE_DIRECTORY ${binary_folder} NORMALIZE)
  if("${folder}${name}" MATCHES "\\$<" OR EXECUTABLE_OUTPUT_PATH OR LIBRARY_OUTPUT_PATH)
    return()
  endif()
  cmake_path(APPEND folder .)
  cmake_path(NORMAL_PATH folder)
  foreach(part IN ITEMS folder base name)
    set(${part} "${${part}}" PARENT_SCOPE)
  endforeach()
endfunction()

function(_et_prune_known_paths target files out)
  set(${out} "" PARENT_SCOPE)
  _et_prune_target_file(${target})
  if(NOT folder)
    return()
  endif()
  get_property(several GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
  if(several)
    string(APPEND folder "$<CONFIG>/")
  endif()
  string(REPLACE "$<TARGET_FILE:${target}>" "${folder}${name}" files "${files}")
  string(REPLACE "$<TARGET_FILE_DIR:${target}>/" "${folder}" files "${files}")
  string(REPLACE "$<TARGET_FILE_BASE_NAME:${target}>" "${base}" files "${files}")
  set(${out} "${files}" PARENT_SCOPE)
endfunction()

function(_et_prune_add_outputs target files)
  set(byproducts "")
  if(CMAKE_GENERATOR MATCHES "Ninja")
    _et_prune_known_paths(${target} "${files}" files)
    set(byproducts BYPRODUCTS ${files})
  else()
    set(script ${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${target}_et_outputs.cmake)
    list(JOIN files "]] [[" names)
    file(GENERATE OUTPUT ${script} CONTENT "foreach(file IN ITEMS [[${names}]])
  if(NOT EXISTS \"\${file}\")
    file(REMOVE [[$<TARGET_FILE:${target}>]])
  endif()
endforeach()
")
    add_custom_target(${target}_et_outputs COMMAND ${CMAKE_COMMAND} -P ${script} VERBATIM)
    add_dependencies(${target} ${target}_et_outputs)
  endif()
  if(files)
    add_custom_command(TARGET ${target} POST_BUILD COMMAND ${CMAKE_COMMAND} -E touch ${files}
                       ${byproducts} VERBATIM)
  endif()
endfunction()

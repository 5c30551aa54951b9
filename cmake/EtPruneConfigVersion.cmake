# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# This file alone contains et-prune's version. find_package reads this file to find out whether the
# version satisfies the request. Before 1.0, a minor version may be incompatible, so only a version
# of the same minor series satisfies a request.

set(PACKAGE_VERSION 0.1.0)

if("${PACKAGE_FIND_VERSION}" VERSION_EQUAL PACKAGE_VERSION)
  set(PACKAGE_VERSION_COMPATIBLE TRUE)
  set(PACKAGE_VERSION_EXACT TRUE)
elseif("${PACKAGE_FIND_VERSION}" VERSION_LESS PACKAGE_VERSION)
  string(REGEX MATCH "^[0-9]+\\.[0-9]+\\." series ${PACKAGE_VERSION})
  string(FIND "${PACKAGE_FIND_VERSION}.0." "${series}" place)
  if(place EQUAL 0)
    set(PACKAGE_VERSION_COMPATIBLE TRUE)
  endif()
endif()

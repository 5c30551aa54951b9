# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Writes the parts of the HTML report as arrays of bytes for HtmlReport.cpp:
#
#   cmake -D OUTPUT=HtmlAssets.inc -D D3=d3-hierarchy.min.js -D "SCRIPTS=data.js;..." -P embed.cmake
#
# All scripts become one script, because the page's Content-Security-Policy names the hash of only
# one script. d3-hierarchy comes first, because the other scripts use it.

# Appends an array called `name` to the output. The array has the bytes of all files, in order.
function(embed name)
  set(bytes "")
  foreach(file IN LISTS ARGN)
    file(READ ${file} hex HEX)
    string(REGEX REPLACE "(..)" "0x\\1," hex "${hex}")
    string(APPEND bytes "${hex}0x0a,\n")
  endforeach()
  file(APPEND ${OUTPUT}.new "const unsigned char ${name}[] = {\n${bytes}};\n")
endfunction()

set(folder ${CMAKE_CURRENT_LIST_DIR})
list(TRANSFORM SCRIPTS PREPEND ${folder}/)
file(WRITE ${OUTPUT}.new "")
embed(HtmlPage ${folder}/page.html)
embed(HtmlStyle ${folder}/page.css)
embed(HtmlScript ${D3} ${SCRIPTS})
embed(HtmlNotice ${folder}/d3-hierarchy-license.txt)
file(RENAME ${OUTPUT}.new ${OUTPUT})

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

#include <stdio.h>

void say(const char *text) { fputs(text, stdout); }

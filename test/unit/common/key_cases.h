// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls and the kernels that serve them. The runtime's lookup and et-prune's resolver must choose
// the same kernel for each call. A call is written as its full key, with one entry per tensor.

#pragma once

namespace key_cases {

/// Stands for a kernel without a key.
constexpr const char *kFallback = "fallback";

struct KeyCase {
  const char *what;
  const char *call;
  const char *kernels[4]; ///< keys of the operator's kernels, in table order; unused: null
  const char *expected;   ///< one of `kernels`, or null: no kernel serves the call
};

constexpr KeyCase kCases[] = {
    // Dtypes and counts.
    {"every entry agrees", "v1/6;0,1|6;0,1", {"v1/6;|6;"}, "v1/6;|6;"},
    {"the first dtype differs", "v1/3;0,1|6;0,1", {"v1/6;|6;"}, nullptr},
    {"the last dtype differs", "v1/6;0,1|3;0,1", {"v1/6;|6;"}, nullptr},
    {"dtypes are numbers, not prefixes", "v1/1;0|1;0", {"v1/11;|11;"}, nullptr},
    {"the call is shorter than the key", "v1/6;0|6;0", {"v1/6;|6;|6;"}, nullptr},
    {"the result is one entry more", "v1/6;0|6;0|6;0", {"v1/6;|6;"}, "v1/6;|6;"},
    {"whatever dtype the result has", "v1/6;0|6;0|4;0", {"v1/6;|6;"}, "v1/6;|6;"},
    {"two entries more are no result", "v1/6;0|6;0|6;0|6;0", {"v1/6;|6;"}, nullptr},
    {"the kernel of the call's dtype", "v1/7;0|7;0", {"v1/6;|6;", "v1/7;|7;"}, "v1/7;|7;"},
    {"mixed dtypes", "v1/6;0|4;0|6;0", {"v1/6;|6;|6;", "v1/6;|4;|6;"}, "v1/6;|4;|6;"},

    // Dim orders.
    {"the dim order agrees", "v1/6;0,1|6;0,1", {"v1/6;0,1|6;0,1"}, "v1/6;0,1|6;0,1"},
    {"the dim order differs", "v1/6;1,0|6;0,1", {"v1/6;0,1|6;0,1"}, nullptr},
    {"the rank differs", "v1/6;0,1,2|6;0,1,2", {"v1/6;0,1|6;0,1"}, nullptr},
    {"a smaller rank", "v1/6;0|6;0", {"v1/6;0,1|6;0,1"}, nullptr},
    {"no dim order in the key: any", "v1/6;0,2,3,1|6;0,1", {"v1/6;|6;"}, "v1/6;|6;"},
    {"a tensor of rank 0 against a key that asks for more", "v1/6;|6;0", {"v1/6;0|6;0"}, nullptr},
    {"a tensor of rank 0 against any", "v1/6;|6;", {"v1/6;|6;"}, "v1/6;|6;"},
    {"dims of two digits",
     "v1/6;0,1,2,3,4,5,6,7,8,9,10|6;0",
     {"v1/6;0,1,2,3,4,5,6,7,8,10,9|6;", "v1/6;0,1,2,3,4,5,6,7,8,9,10|6;"},
     "v1/6;0,1,2,3,4,5,6,7,8,9,10|6;"},

    // A "*" in a key stands for the rest of the call's entries.
    {"the rest agrees", "v1/6;0|6;0,1|6;1,0", {"v1/6;|*"}, "v1/6;|*"},
    {"the rest may be long", "v1/6;|6;|6;|6;|6;|6;|6;|6;", {"v1/6;|*"}, "v1/6;|*"},
    {"the rest may be empty", "v1/4;0|6;0", {"v1/4;|6;|*"}, "v1/4;|6;|*"},
    {"one of the rest differs", "v1/6;0|6;0|3;0|6;0", {"v1/6;|*"}, nullptr},
    {"the last of the rest differs", "v1/6;0|6;0|3;0", {"v1/6;|*"}, nullptr},
    {"the rest is of the dtype before it", "v1/4;0|6;0|6;0|6;0", {"v1/4;|6;|*"}, "v1/4;|6;|*"},
    {"not of the first", "v1/4;0|6;0|4;0", {"v1/4;|6;|*"}, nullptr},
    {"the rest has any dim order", "v1/6;0,1|6;1,0", {"v1/6;0,1|*"}, "v1/6;0,1|*"},

    // The most specific key wins, in any position.
    {"a dim order over none", "v1/6;0|6;0", {"v1/6;|6;", "v1/6;0|6;"}, "v1/6;0|6;"},
    {"also when it comes first", "v1/6;0|6;0", {"v1/6;0|6;", "v1/6;|6;"}, "v1/6;0|6;"},
    {"more dim orders over fewer", "v1/6;0|6;0", {"v1/6;0|6;", "v1/6;0|6;0"}, "v1/6;0|6;0"},
    {"a full list over the rest", "v1/6;0|6;0", {"v1/6;|*", "v1/6;|6;"}, "v1/6;|6;"},
    {"a dim order over a full list", "v1/6;0|6;0", {"v1/6;|6;", "v1/6;0|*"}, "v1/6;0|*"},
    {"a listed result over one more", "v1/6;|6;|6;", {"v1/6;|6;", "v1/6;|6;|6;"}, "v1/6;|6;|6;"},
    {"any key over the fallback", "v1/6;0|6;0", {kFallback, "v1/6;|*"}, "v1/6;|*"},
    {"the fallback where no key matches", "v1/6;0|3;0", {"v1/6;|*", kFallback}, kFallback},
    {"the fallback alone", "v1/6;0|6;0", {kFallback}, kFallback},

    // Several dtypes in an entry.
    {"one of the dtypes", "v1/6;0|4;0", {"v1/0-7,11;|*"}, "v1/0-7,11;|*"},
    {"the first and the last of a range", "v1/2;0|5;0|2;", {"v1/2-5;|*"}, "v1/2-5;|*"},
    {"neither before nor behind a range", "v1/6;0|1;0", {"v1/2-5;|*", "v1/6;|2-5,7;"}, nullptr},
    {"none of the dtypes", "v1/8;0|6;0", {"v1/0-7,9-11;|*"}, nullptr},
    {"none of them in the last place", "v1/6;0|6;0|8;0", {"v1/0-7,9-11;|*"}, nullptr},
    {"dtypes of a place", "v1/11;0|6;0|6;0", {"v1/0-7;|*", "v1/0,11;|0-7;|*"}, "v1/0,11;|0-7;|*"},
    {"the highest code", "v1/31;|6;", {"v1/0-30;|*", "v1/0-31;|*"}, "v1/0-31;|*"},
    {"one dtype over several", "v1/6;0,1|6;", {"v1/6-7;0,1|6;", "v1/6;|*"}, "v1/6;|*"},
    {"of fallbacks the first", "v1/6;0|6;0", {"v1/5-7;|*", kFallback}, "v1/5-7;|*"},
    {"also where it has no key", "v1/6;0|6;0", {kFallback, "v1/5-7;|*"}, kFallback},
    {"and dim orders", "v1/6;0|6;0", {"v1/5-7;|*", "v1/5-7;0|6-7;0"}, "v1/5-7;|*"},
    {"the fallback that has it", "v1/8;0|8;0", {"v1/5-7;|*", "v1/8-9;|*"}, "v1/8-9;|*"},
    {"the fallback for all others", "v1/8;0|8;0", {"v1/5-7;|*", kFallback}, kFallback},
    {"no kernel at all", "v1/6;0|6;0", {}, nullptr},
};

constexpr const char *kValidKeys[] = {
    "v1/",
    "v1/6;",
    "v1/0;0",
    "v1/29;0,1,2,3",
    "v1/6;0,2,3,1|4;|*",
    "v1/6;15,14,13,12,11,10,9,8,7,6,5,4,3,2,1,0",
    "v1/31;",
    "v1/0-31;|*",
    "v1/0,2-4,9;0,1|3-4,6;|*",
};

/// Keys that match no call.
constexpr const char *kMalformedKeys[] = {
    "",
    "v",
    "v1",
    "v2/6;",
    "V1/6;",
    " v1/6;",
    "v1/6",
    "v1/;",
    "v1/6;|",
    "v1/|6;",
    "v1/6;||6;",
    "v1/*",
    "v1/6;*",
    "v1/6;|*|6;",
    "v1/6;|*|*",
    "v1/6;|**",
    "v1/6;,",
    "v1/6;0,",
    "v1/6;0,,1",
    "v1/6;0;1",
    "v1/6; 0,1",
    "v1/6;0,1 ",
    "v1/06;",
    "v1/6;00,1",
    "v1/-6;",
    "v1/-1;",
    "v1/32;",
    "v1/0-32;",
    "v1/4-3;",
    "v1/3-;",
    "v1/3,;",
    "v1/,3;",
    "v1/3-4-5;",
    "v1/3,-4;",
    "v1/128;",
    "v1/262;",
    "v1/4294967302;",
    "v1/99999999999999999999999;",
    "v1/6;1",
    "v1/6;0,0",
    "v1/6;0,2",
    "v1/6;0,100",
    "v1/6;0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,16",
    "v1/6;0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,0",
    "v1/6;x",
    "v1/Float;",
};

} // namespace key_cases

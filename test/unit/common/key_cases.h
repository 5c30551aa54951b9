// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each case has a call, the kernels of an operator, and the kernel that serves the call. The
// runtime's lookup and et-prune's resolver must both choose this kernel. A call is written as a
// key: each tensor has an entry, with the tensor's dtype and dim order.

#pragma once

namespace key_cases {

constexpr const char *kFallback = "fallback";

struct KeyCase {
  const char *what;
  const char *call;
  const char *kernels[4]; ///< keys of the operator's kernels, in table order; unused: null
  const char *expected;   ///< one of `kernels`, or null: no kernel serves the call
};

constexpr KeyCase kCases[] = {
    // Programs repeat the output as the last entry of a call. A key needs no entry for this copy.
    {"every entry agrees", "v1/6;0,1|6;0,1", {"v1/6;|6;"}, "v1/6;|6;"},
    {"the first dtype differs", "v1/3;0,1|6;0,1", {"v1/6;|6;"}, nullptr},
    {"the last dtype differs", "v1/6;0,1|3;0,1", {"v1/6;|6;"}, nullptr},
    {"dtypes are numbers, not prefixes", "v1/1;0|1;0", {"v1/11;|11;"}, nullptr},
    {"the call is shorter than the key", "v1/6;0|6;0", {"v1/6;|6;|6;"}, nullptr},
    {"the call repeats the output", "v1/6;0|6;0|6;0", {"v1/6;|6;"}, "v1/6;|6;"},
    {"the repeated output may have any dtype", "v1/6;0|6;0|4;0", {"v1/6;|6;"}, "v1/6;|6;"},
    {"the call has two more entries than the key", "v1/6;0|6;0|6;0|6;0", {"v1/6;|6;"}, nullptr},
    {"a kernel for another dtype", "v1/7;0|7;0", {"v1/6;|6;", "v1/7;|7;"}, "v1/7;|7;"},
    {"mixed dtypes", "v1/6;0|4;0|6;0", {"v1/6;|6;|6;", "v1/6;|4;|6;"}, "v1/6;|4;|6;"},

    {"the dim order agrees", "v1/6;0,1|6;0,1", {"v1/6;0,1|6;0,1"}, "v1/6;0,1|6;0,1"},
    {"the dim order differs", "v1/6;1,0|6;0,1", {"v1/6;0,1|6;0,1"}, nullptr},
    {"the rank differs", "v1/6;0,1,2|6;0,1,2", {"v1/6;0,1|6;0,1"}, nullptr},
    {"a smaller rank", "v1/6;0|6;0", {"v1/6;0,1|6;0,1"}, nullptr},
    {"a key without dim order matches any", "v1/6;0,2,3,1|6;0,1", {"v1/6;|6;"}, "v1/6;|6;"},
    {"a tensor of rank 0, and a key for rank 1", "v1/6;|6;0", {"v1/6;0|6;0"}, nullptr},
    {"a tensor of rank 0, and a key without dim order", "v1/6;|6;", {"v1/6;|6;"}, "v1/6;|6;"},
    {"a dim of two digits",
     "v1/6;0,1,2,3,4,5,6,7,8,9,10|6;0",
     {"v1/6;0,1,2,3,4,5,6,7,8,10,9|6;", "v1/6;0,1,2,3,4,5,6,7,8,9,10|6;"},
     "v1/6;0,1,2,3,4,5,6,7,8,9,10|6;"},

    // A "*" stands for the rest of the entries, with the dtypes of the entry before the "*".
    {"the rest agrees", "v1/6;0|6;0,1|6;1,0", {"v1/6;|*"}, "v1/6;|*"},
    {"the rest may be long", "v1/6;|6;|6;|6;|6;|6;|6;|6;", {"v1/6;|*"}, "v1/6;|*"},
    {"the rest may be empty", "v1/4;0|6;0", {"v1/4;|6;|*"}, "v1/4;|6;|*"},
    {"an entry in the middle of the rest differs", "v1/6;0|6;0|3;0|6;0", {"v1/6;|*"}, nullptr},
    {"the last entry of the rest differs", "v1/6;0|6;0|3;0", {"v1/6;|*"}, nullptr},
    {"the rest has the last dtype", "v1/4;0|6;0|6;0|6;0", {"v1/4;|6;|*"}, "v1/4;|6;|*"},
    {"the rest has the first dtype", "v1/4;0|6;0|4;0", {"v1/4;|6;|*"}, nullptr},
    {"the rest has any dim order", "v1/6;0,1|6;1,0", {"v1/6;0,1|*"}, "v1/6;0,1|*"},

    // The most specific key wins, wherever its record is in the table.
    {"a dim order wins over none", "v1/6;0|6;0", {"v1/6;|6;", "v1/6;0|6;"}, "v1/6;0|6;"},
    {"a dim order wins as first record", "v1/6;0|6;0", {"v1/6;0|6;", "v1/6;|6;"}, "v1/6;0|6;"},
    {"more dim orders win over fewer", "v1/6;0|6;0", {"v1/6;0|6;", "v1/6;0|6;0"}, "v1/6;0|6;0"},
    {"a full list of entries wins over *", "v1/6;0|6;0", {"v1/6;|*", "v1/6;|6;"}, "v1/6;|6;"},
    {"a dim order wins over a full list", "v1/6;0|6;0", {"v1/6;|6;", "v1/6;0|*"}, "v1/6;0|*"},
    {"an entry for the output wins", "v1/6;|6;|6;", {"v1/6;|6;", "v1/6;|6;|6;"}, "v1/6;|6;|6;"},
    {"one dtype wins over a fallback kernel", "v1/6;0|6;0", {kFallback, "v1/6;|*"}, "v1/6;|*"},
    {"no key matches", "v1/6;0|3;0", {"v1/6;|*", kFallback}, kFallback},
    {"only a fallback kernel", "v1/6;0|6;0", {kFallback}, kFallback},

    // Kernels with several dtypes are fallback kernels. The first with the call's dtypes wins.
    {"the call has one of the dtypes", "v1/6;0|4;0", {"v1/0-7,11;|*"}, "v1/0-7,11;|*"},
    {"the first and the last dtype of a range", "v1/2;0|5;0|2;", {"v1/2-5;|*"}, "v1/2-5;|*"},
    {"dtypes before and after a range", "v1/6;0|1;0", {"v1/2-5;|*", "v1/6;|2-5,7;"}, nullptr},
    {"the first tensor has none of the dtypes", "v1/8;0|6;0", {"v1/0-7,9-11;|*"}, nullptr},
    {"the last tensor has none of the dtypes", "v1/6;0|6;0|8;0", {"v1/0-7,9-11;|*"}, nullptr},
    {"each entry has its own dtypes",
     "v1/11;0|6;0|6;0",
     {"v1/0-7;|*", "v1/0,11;|0-7;|*"},
     "v1/0,11;|0-7;|*"},
    {"the highest code of a dtype", "v1/31;|6;", {"v1/0-30;|*", "v1/0-31;|*"}, "v1/0-31;|*"},
    {"one dtype wins over several", "v1/6;0,1|6;", {"v1/6-7;0,1|6;", "v1/6;|*"}, "v1/6;|*"},
    {"several dtypes win if first", "v1/6;0|6;0", {"v1/5-7;|*", kFallback}, "v1/5-7;|*"},
    {"a kernel without key wins if first", "v1/6;0|6;0", {kFallback, "v1/5-7;|*"}, kFallback},
    {"a dim order does not win", "v1/6;0|6;0", {"v1/5-7;|*", "v1/5-7;0|6-7;0"}, "v1/5-7;|*"},
    {"only the second has the dtype", "v1/8;0|8;0", {"v1/5-7;|*", "v1/8-9;|*"}, "v1/8-9;|*"},
    {"a kernel without key has every dtype", "v1/8;0|8;0", {"v1/5-7;|*", kFallback}, kFallback},
    {"an operator without kernels", "v1/6;0|6;0", {}, nullptr},
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

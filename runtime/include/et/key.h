// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ET_KEY makes a kernel key from names of dtypes. ET_KERNEL initializes an array with the key, so
// the key must be a string literal. ET_KEY gives one literal for each dtype, and the compiler joins
// adjacent literals.

#pragma once

/// Makes the kernel key of calls whose tensor arguments have these dtypes and any dim orders. The
/// macro takes one to eight dtypes. `Rest` in the last place stands for any number of further
/// tensors, all with the dtype before `Rest`:
///
///     ET_KEY(Float, Long)    "v1/6;|4;"
///     ET_KEY(Float, Rest)    "v1/6;|*"
///
/// A fallback kernel can name a list of dtypes for a tensor. The lists are at the end of this file,
/// and must have the same dtypes as the lists in kernels/common/dtypes.h. For example:
///
///     ET_KEY(Reals, Long)    "v1/0-7,15;|4;"
#define ET_KEY(...)                                                                                \
  "v1/" ET_KEY_CHOOSE_(__VA_ARGS__, ET_KEY_8_, ET_KEY_7_, ET_KEY_6_, ET_KEY_5_, ET_KEY_4_,         \
                       ET_KEY_3_, ET_KEY_2_, ET_KEY_1_, )(__VA_ARGS__)

#define ET_KEY_CHOOSE_(a, b, c, d, e, f, g, h, macro, ...) macro
#define ET_KEY_1_(a) ET_KEY_ENTRY_##a
#define ET_KEY_2_(a, ...) ET_KEY_ENTRY_##a "|" ET_KEY_1_(__VA_ARGS__)
#define ET_KEY_3_(a, ...) ET_KEY_ENTRY_##a "|" ET_KEY_2_(__VA_ARGS__)
#define ET_KEY_4_(a, ...) ET_KEY_ENTRY_##a "|" ET_KEY_3_(__VA_ARGS__)
#define ET_KEY_5_(a, ...) ET_KEY_ENTRY_##a "|" ET_KEY_4_(__VA_ARGS__)
#define ET_KEY_6_(a, ...) ET_KEY_ENTRY_##a "|" ET_KEY_5_(__VA_ARGS__)
#define ET_KEY_7_(a, ...) ET_KEY_ENTRY_##a "|" ET_KEY_6_(__VA_ARGS__)
#define ET_KEY_8_(a, ...) ET_KEY_ENTRY_##a "|" ET_KEY_7_(__VA_ARGS__)

// An entry has the dtype's code from ET_FORALL_DTYPES (et/scalar_type.h).
#define ET_KEY_ENTRY_Byte "0;"
#define ET_KEY_ENTRY_Char "1;"
#define ET_KEY_ENTRY_Short "2;"
#define ET_KEY_ENTRY_Int "3;"
#define ET_KEY_ENTRY_Long "4;"
#define ET_KEY_ENTRY_Half "5;"
#define ET_KEY_ENTRY_Float "6;"
#define ET_KEY_ENTRY_Double "7;"
#define ET_KEY_ENTRY_ComplexHalf "8;"
#define ET_KEY_ENTRY_ComplexFloat "9;"
#define ET_KEY_ENTRY_ComplexDouble "10;"
#define ET_KEY_ENTRY_Bool "11;"
#define ET_KEY_ENTRY_QInt8 "12;"
#define ET_KEY_ENTRY_QUInt8 "13;"
#define ET_KEY_ENTRY_QInt32 "14;"
#define ET_KEY_ENTRY_BFloat16 "15;"
#define ET_KEY_ENTRY_QUInt4x2 "16;"
#define ET_KEY_ENTRY_QUInt2x4 "17;"
#define ET_KEY_ENTRY_Bits1x8 "18;"
#define ET_KEY_ENTRY_Bits2x4 "19;"
#define ET_KEY_ENTRY_Bits4x2 "20;"
#define ET_KEY_ENTRY_Bits8 "21;"
#define ET_KEY_ENTRY_Bits16 "22;"
#define ET_KEY_ENTRY_Float8_e5m2 "23;"
#define ET_KEY_ENTRY_Float8_e4m3fn "24;"
#define ET_KEY_ENTRY_Float8_e5m2fnuz "25;"
#define ET_KEY_ENTRY_Float8_e4m3fnuz "26;"
#define ET_KEY_ENTRY_UInt16 "27;"
#define ET_KEY_ENTRY_UInt32 "28;"
#define ET_KEY_ENTRY_UInt64 "29;"
#define ET_KEY_ENTRY_Rest "*"

#define ET_KEY_ENTRY_Integers "0-4;"
#define ET_KEY_ENTRY_IntegersAndBool "0-4,11;"
#define ET_KEY_ENTRY_Floats "5-7,15;"
#define ET_KEY_ENTRY_FloatsAndComplex "5-7,9-10,15;"
#define ET_KEY_ENTRY_Reals "0-7,15;"
#define ET_KEY_ENTRY_RealsAndBool "0-7,11,15;"
#define ET_KEY_ENTRY_Numbers "0-7,9-10,15;"
#define ET_KEY_ENTRY_NumbersAndBool "0-7,9-11,15;"

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels with records, for a program that also registers kernels at start, some for the same
// operators. split-file writes a file for each part. The build adds fixture.h to each.

//--- op_add.cpp
FILLS(aten, add.out, Float, "v1/6;|*", 7006)
FILLS(aten, add.out, Double, "v1/7;|*", 7007)

//--- op_relu.cpp
// Replaces the program's own kernel, which has no key either.
FILLS_ANY(aten, relu.out, 7100)

//--- op_scale.cpp
// For Float, the program's registered kernel wins by its more specific key.
FILLS(custom, scale.out, Float, "v1/6;|*", 7206)
FILLS(custom, scale.out, Half, "v1/5;|*", 7205)
FILLS_ANY(custom, scale.out, 7200)

//--- op_gate.cpp
FILLS(custom, gate.out, Int, "v1/3;|*", 7303)

//--- op_alone.cpp
FILLS(records, alone.out, Float, "v1/6;|*", 7406)
FILLS(records, alone.out, Int, "v1/3;|*", 7403)

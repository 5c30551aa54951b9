// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels with records. The program also registers kernels when it starts, some for the same
// operators. split-file writes each part to a file. The compiler includes fixture.h in each file.

//--- op_add.cpp
FILLS(aten, add.out, Float, "v1/6;|*", 7006)
FILLS(aten, add.out, Double, "v1/7;|*", 7007)

//--- op_relu.cpp
// Replaces the fallback kernel that the program registers. If keys are equal, the record wins.
FILLS_ANY(aten, relu.out, 7100)

//--- op_scale.cpp
// For Float, the kernel that the program registers wins, because its key is more specific.
FILLS(custom, scale.out, Float, "v1/6;|*", 7206)
FILLS(custom, scale.out, Half, "v1/5;|*", 7205)
FILLS_ANY(custom, scale.out, 7200)

//--- op_gate.cpp
FILLS(custom, gate.out, Int, "v1/3;|*", 7303)

//--- op_alone.cpp
FILLS(records, alone.out, Float, "v1/6;|*", 7406)
FILLS(records, alone.out, Int, "v1/3;|*", 7403)

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels with records, beside those that the program registers itself: of operators that it has in
// other ways, too, and of its own. split-file takes this apart, and every file has fixture.h in
// front.

//--- op_add.cpp
FILLS(aten, add.out, Float, "v1/6;|*", 7006)
FILLS(aten, add.out, Double, "v1/7;|*", 7007)

//--- op_relu.cpp
// In the place of the program's own, which has no key either.
FILLS_ANY(aten, relu.out, 7100)

//--- op_scale.cpp
// The program's own for Float has the closer key, and the one without a key loses.
FILLS(custom, scale.out, Float, "v1/6;|*", 7206)
FILLS(custom, scale.out, Half, "v1/5;|*", 7205)
FILLS_ANY(custom, scale.out, 7200)

//--- op_gate.cpp
FILLS(custom, gate.out, Int, "v1/3;|*", 7303)

//--- op_alone.cpp
FILLS(records, alone.out, Float, "v1/6;|*", 7406)
FILLS(records, alone.out, Int, "v1/3;|*", 7403)

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads, stores and copies, of a word or of the two words of a vector register.

#include "Object/Arch/X86Semantics.h"

#include "llvm/ADT/StringSet.h"

using namespace llvm;

namespace etprune {

Expected<bool> X86Semantics::stepMove(const Instruction &I, const Parts &P) {
  if (P.Operation == "LEA") {
    auto Address = address(I, 1);
    if (!Address)
      return Address.takeError();
    write(I.reg(0), Address->Kind == Value::Thread ? Value() : *Address);
    return true;
  }
  if (P.Operation != "MOV" && P.Operation != "MOVSX" && P.Operation != "MOVZX")
    return false;
  StringRef Form = P.Form;
  unsigned From = P.Bits; // the width that is extended
  if (P.Operation != "MOV") {
    Form = P.Form.take_while([](char C) { return C == 'r' || C == 'm'; });
    if (P.Form.drop_front(Form.size()).getAsInteger(10, From))
      return false;
  }
  Value V;
  if (Form.starts_with("rm")) {
    auto Loaded = loadAt(I, 1, From / 8);
    if (!Loaded)
      return Loaded.takeError();
    V = *Loaded;
  } else if (Form.starts_with("m")) {
    if (!I.isImm(5) && !I.isReg(5))
      return false;
    const Value Stored = I.isImm(5) ? immediate(I, 5, true) : read(I.reg(5));
    if (Error E = storeAt(I, 0, P.Bits / 8, Stored))
      return E;
    return true;
  } else if (Form == "rr" || Form.starts_with("ri")) {
    V = I.isImm(1) ? immediate(I, 1, false) : I.isReg(1) ? read(I.reg(1)) : Value();
  } else {
    return false;
  }
  if (P.Operation != "MOV")
    V = V.isNumber() ? Value::number(P.Operation == "MOVSX" ? signExtended(V.Offset, From)
                                                            : lowBits(V.Offset, From))
                     : Value();
  write(I.reg(0), V);
  return true;
}

Expected<bool> X86Semantics::stepVector(StringRef Name, const Instruction &I) {
  static const StringSet<> Loads = {"MOVAPSrm", "MOVUPSrm", "MOVDQArm",
                                    "MOVDQUrm", "MOVAPDrm", "MOVUPDrm"};
  static const StringSet<> Stores = {"MOVAPSmr", "MOVUPSmr", "MOVDQAmr",
                                     "MOVDQUmr", "MOVAPDmr", "MOVUPDmr"};
  static const StringSet<> Copies = {"MOVAPSrr", "MOVUPSrr", "MOVDQArr", "MOVDQUrr"};
  static const StringSet<> Zeros = {"XORPSrr", "PXORrr", "XORPDrr"};
  if (Loads.contains(Name) || Stores.contains(Name)) {
    const bool IsLoad = Loads.contains(Name);
    auto Address = address(I, IsLoad ? 1 : 0);
    if (!Address)
      return Address.takeError();
    if (Error E = IsLoad ? loadWords(I.reg(0), *Address, 16) : storeWords(I.reg(5), *Address, 16))
      return E;
  } else if (Copies.contains(Name)) {
    for (unsigned Part : {0, 1})
      set(I.reg(0), get(I.reg(1), Part), Part);
  } else if (Zeros.contains(Name) && I.reg(I.size() - 1) == I.reg(I.size() - 2)) {
    for (unsigned Part : {0, 1})
      set(I.reg(0), Value::number(0), Part);
  } else {
    return false;
  }
  return true;
}

Expected<bool> X86Semantics::stepVectorHalf(StringRef Name, const Instruction &I) {
  auto Load = [&](unsigned First, unsigned Part) -> Expected<bool> {
    auto V = loadAt(I, First, 8);
    if (!V)
      return V.takeError();
    set(I.reg(0), *V, Part);
    return true;
  };
  if (Name == "MOV64toPQIrr") {
    set(I.reg(0), get(I.reg(1)));
    set(I.reg(0), Value::number(0), 1);
  } else if (Name == "MOVPQIto64rr") {
    set(I.reg(0), get(I.reg(1)));
  } else if (Name == "MOVQI2PQIrm" || Name == "MOVSDrm") {
    set(I.reg(0), Value::number(0), 1);
    return Load(1, 0);
  } else if (Name == "MOVPQI2QImr" || Name == "MOVHPSmr" || Name == "MOVLPSmr" ||
             Name == "MOVHPDmr" || Name == "MOVLPDmr") {
    if (Error E = storeAt(I, 0, 8, get(I.reg(5), Name.starts_with("MOVH") ? 1 : 0)))
      return E;
  } else if (Name == "PUNPCKLQDQrr" || Name == "MOVLHPSrr") {
    const MCRegister First = I.reg(I.size() - 2);
    const Value Low = get(First), High = get(I.reg(I.size() - 1));
    set(I.reg(0), Low);
    set(I.reg(0), High, 1);
  } else if (Name == "MOVHPSrm" || Name == "MOVHPDrm") {
    set(I.reg(0), get(I.reg(1)));
    return Load(2, 1);
  } else if (Name == "PINSRQrr" && I.isImm(3)) {
    const Value Other = get(I.reg(1), I.imm(3) & 1 ? 0 : 1);
    set(I.reg(0), get(I.reg(2)), I.imm(3) & 1);
    set(I.reg(0), Other, I.imm(3) & 1 ? 0 : 1);
  } else {
    return false;
  }
  return true;
}

} // namespace etprune

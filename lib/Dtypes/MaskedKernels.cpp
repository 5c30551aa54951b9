// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Narrows kernels with gcc, which compiles the intermediate code of fat objects again.
//
// et-prune cannot change this code, because only gcc can read it. The kernels' source must
// therefore test which dtypes are selected. Each case of ExecuTorch's switches over dtypes calls
// the function should_include_kernel_dtype(). Our version (runtime/executorch/dtypes) tests a bit
// of the mask, a constant that another object defines. To narrow a kernel, gcc recompiles the
// objects that read the mask and the object with the kernel's boxed function. gcc also gets a
// definition of the mask, and then removes the switch cases whose bits are zero.
//
// The program aborts if a kernel switches on a dropped dtype. So the mask must also have the dtypes
// in which a selected call computes, not only the dtypes of its tensors.

#include "Dtypes/NarrowKernels.h"

#include "Link/Lto/GccFold.h"
#include "Link/Relink/Trust.h"
#include "Object/IntermediateCode.h"
#include "Object/RecordNames.h"
#include "Runtimes/ExecuTorch/Names.h"
#include "Support/Mark.h"
#include "Support/Try.h"

#include "et/scalar_type.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"

#include <map>

using namespace llvm;

namespace etprune {

namespace {

using et::ScalarType;

constexpr DtypeSet bit(ScalarType Dtype) { return DtypeSet(1) << static_cast<unsigned>(Dtype); }
template <class... Dtypes> constexpr DtypeSet set(Dtypes... Each) { return (bit(Each) | ...); }

constexpr DtypeSet Integers =
    set(ScalarType::Byte, ScalarType::Char, ScalarType::Short, ScalarType::Int, ScalarType::Long,
        ScalarType::Bool, ScalarType::UInt16, ScalarType::UInt32, ScalarType::UInt64);
constexpr DtypeSet Halves = set(ScalarType::Half, ScalarType::BFloat16);
constexpr DtypeSet Complex =
    set(ScalarType::ComplexHalf, ScalarType::ComplexFloat, ScalarType::ComplexDouble);

/// Returns a set with the dtype to which `A` and `B` are promoted. If this dtype is `A` or `B`, the
/// set may be empty, because the caller already has both.
DtypeSet promoted(ScalarType A, ScalarType B) {
  const DtypeSet Both = bit(A) | bit(B);
  if (Both & Complex && !(Both & bit(ScalarType::ComplexDouble))) {
    if (Both & bit(ScalarType::Double))
      return bit(ScalarType::ComplexDouble);
    return Both & (bit(ScalarType::Float) | bit(ScalarType::BFloat16) |
                   bit(ScalarType::ComplexFloat))
               ? bit(ScalarType::ComplexFloat)
               : 0;
  }
  if (Both == Halves)
    return bit(ScalarType::Float);
  if (Both == (bit(ScalarType::Byte) | bit(ScalarType::Char)))
    return bit(ScalarType::Short);
  return 0;
}

DtypeSet derived(ScalarType Dtype) {
  DtypeSet Found = 0;
  if (bit(Dtype) & (Integers | Halves))
    Found |= bit(ScalarType::Float);
  if (Dtype == ScalarType::Bool) // a Bool tensor and an integral Scalar are promoted to Long
    Found |= bit(ScalarType::Long);
  if (Dtype == ScalarType::ComplexHalf)
    Found |= bit(ScalarType::Half) | bit(ScalarType::Float) | bit(ScalarType::ComplexFloat);
  if (Dtype == ScalarType::ComplexFloat)
    Found |= bit(ScalarType::Float);
  if (Dtype == ScalarType::ComplexDouble)
    Found |= bit(ScalarType::Double);
  return Found;
}

} // namespace

DtypeSet computedDtypes(DtypeSet OfTensors) {
  std::vector<ScalarType> Every;
#define ADD_DTYPE(name, code, size) Every.push_back(ScalarType::name);
  ET_FORALL_DTYPES(ADD_DTYPE)
#undef ADD_DTYPE
  for (DtypeSet Before = ~OfTensors; Before != OfTensors;) {
    Before = OfTensors;
    for (ScalarType A : Every) {
      if (!(Before & bit(A)))
        continue;
      OfTensors |= derived(A);
      for (ScalarType B : Every)
        if (Before & bit(B))
          OfTensors |= promoted(A, B);
    }
  }
  return OfTensors;
}

namespace {

struct Reach {
  std::set<const InputObject *> Asking; ///< objects that read the mask
  std::string WhyNot;                   ///< why the kernel cannot be narrowed; empty if it can
  bool TakesTensorList = false;
};

/// Follows the relocations of the machine code, because only gcc can read the intermediate code. If
/// gcc inlined a function, the section of the caller has the relocations of this function.
struct Program {
  explicit Program(ArrayRef<const InputObject *> Objects);
  Reach reachOf(const FunctionLocation &Function) const;

  std::set<const InputObject *> Asking;
  StringMap<SmallVector<SectionRef, 1>> Definitions;
};

Program::Program(ArrayRef<const InputObject *> Objects) {
  for (const InputObject *Object : Objects) {
    if (asksMask(*Object))
      Asking.insert(Object);
    for (const ObjectSymbol &Symbol : Object->Symbols)
      if (!Symbol.isLocal() && Symbol.isInSection())
        Definitions[Symbol.Name].push_back({Object, Symbol.Section});
  }
}

Reach Program::reachOf(const FunctionLocation &Function) const {
  Reach Found;
  OrderedSetVector<SectionRef> Start;
  Start.insert({Function.Object, Function.Section});
  mark(std::move(Start), [&](SectionRef At, auto Mark) {
    const ObjectSection &Section = At.section();
    const bool Registers = At.Object == Function.Object;
    if ((Registers || Asking.count(At.Object)) && (Section.Flags & ELF::SHF_WRITE) &&
        Section.Size && !Section.Name.starts_with(".data.rel.ro"))
      Found.WhyNot = "the kernel uses static variables, and a narrowed kernel would use a second "
                     "copy of the variables";
    for (const ObjectRelocation &R : Section.Relocations) {
      const ObjectSymbol &Symbol = At.Object->Symbols[R.Symbol];
      Found.TakesTensorList |= Registers && unpacksTensorList(Symbol.Name);
      if (Symbol.Name.starts_with(DtypeMaskPrefix))
        Found.Asking.insert(At.Object);
      if (isTensorConstructor(Symbol.Name))
        Found.WhyNot =
            "the kernel's code makes a tensor, and et-prune does not know the dtype of this tensor";
      if (Symbol.isInSection())
        Mark({At.Object, Symbol.Section});
      else if (auto It = Definitions.find(Symbol.Name); It != Definitions.end())
        llvm::for_each(It->second, Mark);
    }
  });
  return Found;
}

/// Kernels that are called with the same dtypes. gcc compiles them to one object.
struct Group {
  DtypeSet OfTensors = 0;
  std::set<const InputObject *> Objects; ///< read the mask, or have the boxed functions
  std::vector<NewKernel> Kernels;
};

std::string masksSource(const Group &Kernels, ArrayRef<const InputObject *> Objects) {
  std::set<StringRef> Names;
  for (const InputObject *Object : Objects)
    for (const ObjectSymbol &Symbol : Object->Symbols)
      if (Symbol.isUndefined() && Symbol.Name.starts_with(DtypeMaskPrefix))
        Names.insert(Symbol.Name);
  std::string Source;
  for (StringRef Name : Names)
    Source += ("extern const unsigned long long " + Name +
               " __attribute__((visibility(\"hidden\")));\nconst unsigned long long " + Name +
               " = 0x" + utohexstr(computedDtypes(Kernels.OfTensors)) + "ull;\n")
                  .str();
  return Source;
}

Expected<std::string> compile(const CapturedLink &Link, const Group &Kernels) {
  if (!Link.Gcc || Link.Gcc->Programs.empty())
    return createStringError(
        "the link does not name the gcc that compiled the kernels; link with gcc");
  // The same selection must give the same bytes, so gcc gets the objects in the order of the link.
  // The order of pointers in Kernels.Objects differs from run to run.
  std::vector<const InputObject *> Objects;
  llvm::copy_if(Link.Objects, std::back_inserter(Objects),
                [&](const InputObject *Object) { return Kernels.Objects.count(Object); });
  RETURN_IF_ERROR(checkPlaces(Link));
  RETURN_IF_ERROR(checkGccCompiler(*Link.Gcc, Objects));
  std::vector<SmallVector<char, 0>> Files;
  for (const InputObject *Object : Objects)
    Files.push_back(showGccCode(*Object));
  ASSIGN_OR_RETURN(auto Folded, compileWithGcc(*Link.Gcc, Files, masksSource(Kernels, Objects)));
  ASSIGN_OR_RETURN(auto Named, nameKernels(Folded, Kernels.Kernels));
  std::vector<std::string> Symbols;
  for (const NewKernel &Kernel : Kernels.Kernels)
    Symbols.push_back(Kernel.Symbol);
  return collectWithGcc(*Link.Gcc, Named, Symbols);
}

NewKernels make(const CapturedLink &Link, const Group &Kernels) {
  const CallDtypesSet Calls{{{Kernels.OfTensors}, false}};
  NewKernels Result{(NarrowedObjectPrefix + "." + dtypeNames(Calls) + ".o").str(), "gcc", "",
                    Kernels.Kernels};
  if (Error E = compile(Link, Kernels).moveInto(Result.Bytes))
    Result.refuse(toString(std::move(E)));
  return Result;
}

} // namespace

std::vector<NewKernels> makeFromMasks(const CapturedLink &Link, const PrunePlan &Plan) {
  if (llvm::none_of(Link.Objects, [](const InputObject *Object) { return asksMask(*Object); }))
    return {};
  const Program Linked(Link.Objects);
  std::map<DtypeSet, Group> Groups;
  NewKernels Refused;
  for (const PlannedKernel &Kernel : Plan.Kept) {
    if (!canBeNarrowed(Kernel))
      continue;
    const KernelRecord &Record = *Kernel.Record;
    Reach Found = Linked.reachOf(Record.Function);
    if (Found.Asking.empty())
      continue;
    DtypeSet OfTensors = 0;
    for (const CallDtypes &Call : Kernel.Dtypes) {
      OfTensors |= Call.all();
      if (Call.AnyInLists && Found.TakesTensorList)
        Found.WhyNot = "it takes a list of tensors; only a model (--model) gives their dtypes";
    }
    if (!Found.WhyNot.empty()) {
      Refused.Kernels.push_back({&Record, "", Found.WhyNot, {}});
      continue;
    }
    const CallDtypesSet Calls{{{OfTensors}, false}};
    Group &Of = Groups[OfTensors];
    Of.OfTensors = OfTensors;
    Of.Objects.insert(Found.Asking.begin(), Found.Asking.end());
    Of.Objects.insert(Record.Function.Object);
    Of.Kernels.push_back({&Record, narrowedSymbol(Record, Calls), "", Calls});
  }
  std::vector<NewKernels> Made;
  for (const auto &[Dtypes, Kernels] : Groups)
    Made.push_back(make(Link, Kernels));
  Made.push_back(std::move(Refused));
  return Made;
}

} // namespace etprune

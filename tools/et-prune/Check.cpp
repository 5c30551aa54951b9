// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `et-prune --check`: can this image run the selected operators?
//
// The check and the pruning use the same resolver, so they decide alike. The resolver gets the
// kernels in the image's registration table and, if there is a bundle, their schemas. The answer is
// unknown if et-prune cannot check something, or if code that it does not understand may register
// the missing kernels.

#include "Modes.h"

#include "Prune/KnownImage.h"
#include "Registry/Resolver.h"
#include "Report/ReportRow.h"
#include "Support/Numbers.h"
#include "Support/Try.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace etprune {

namespace {

/// The exit status. As in all modes, 1 is an error and 3 means over budget.
enum class Answer { Yes = 0, No = 2, Unknown = 4 };

struct MissingThing {
  const char *What; ///< "operator", "dtype", "arguments", "backend"
  std::string Name;
  std::string Key; ///< the key that no kernel serves, if a dtype is missing
  std::set<Asker> Askers;
  std::string Message;
};

struct ImageCheck {
  std::string Image;
  size_t NumKernels = 0;
  std::vector<MissingThing> Missing;
  std::vector<std::string> OtherCallers; ///< functions that may register more kernels
  std::vector<std::string> NotChecked;   ///< checks that cannot be made, and why
  std::vector<std::string> Notes;

  /// True if code that et-prune does not understand may register the missing kernel.
  bool mayHave(const MissingThing &Thing) const {
    return !OtherCallers.empty() && is_contained({"operator", "dtype"}, StringRef(Thing.What));
  }
  Answer answer() const {
    if (llvm::any_of(Missing, [&](const MissingThing &Thing) { return !mayHave(Thing); }))
      return Answer::No;
    return NotChecked.empty() ? Answer::Yes : Answer::Unknown;
  }
};

constexpr const char *Kinds[] = {"operator", "dtype", "arguments"};

Error checkKernels(ImageCheck &Check, const Registration &Registered, const Selection &Wanted,
                   bool IgnoreKeys) {
  ResolveOptions Options;
  Options.IgnoreKeys = IgnoreKeys;
  Options.Image = Check.Image;
  Options.HasSelfRegisteredBackends = true;
  auto Plan = resolve(Registered.Kernels, Wanted, Options);
  if (Plan) {
    llvm::append_range(Check.Notes, Plan->Notes);
    return Error::success();
  }
  Error Others = handleErrors(Plan.takeError(), [&](const UnservedError &E) {
    Check.Missing.push_back({Kinds[E.What], E.Op, E.Key, E.Askers, E.getMessage()});
  });
  if (!Check.Missing.empty())
    Check.OtherCallers = Registered.OtherCallers;
  for (const std::string &Caller : Check.OtherCallers)
    Check.NotChecked.push_back(
        "kernels that this code may register, because et-prune does not understand the code: " +
        Caller);
  return Others;
}

void noteUnknownArguments(ImageCheck &Check, const Registration &Registered,
                          const Selection &Wanted, StringRef WhyNoBundle) {
  std::set<std::string> Unknown;
  for (const KernelRecord &Kernel : Registered.Kernels) {
    auto Op = Wanted.Ops.find(Kernel.Op);
    if (Op != Wanted.Ops.end() && !Op->second.ArgumentKinds.empty() && !Kernel.Arguments)
      Unknown.insert("'" + Kernel.Op + "'");
  }
  if (!Unknown.empty())
    Check.NotChecked.push_back(
        "the kernels' numbers of arguments, because " +
        (WhyNoBundle.empty() ? "neither the schema nor the function of these kernels is known"
                             : "the link bundle " + WhyNoBundle.str()) +
        "\n>>> " + join(Unknown, ", "));
}

void checkBackends(ImageCheck &Check, const Registration &Registered, const Selection &Wanted) {
  for (const auto &[Backend, Askers] : Wanted.Backends) {
    const std::string Text = Askers.begin()->Text + ": backend '" + Backend + "'";
    if (Registered.Backends.count(Backend))
      continue;
    if (!Registered.WhyOtherBackends.empty()) {
      Check.NotChecked.push_back(Text + ": " + Registered.WhyOtherBackends);
      continue;
    }
    std::string Has = "the image has none";
    if (!Registered.Backends.empty())
      Has = "the image has '" + join(Registered.Backends, "', '") + "'";
    Check.Missing.push_back({"backend", Backend, "", Askers,
                             Text + " is not registered in '" + Check.Image + "'; " + Has});
  }
}

/// `BundlePath` is the path of the image's bundle, which may not exist. Fails if neither the image
/// nor the bundle shows the registered kernels.
Expected<ImageCheck> checkImage(const ElfImage &Image, const std::string &BundlePath,
                                const Selection &Wanted, bool IgnoreKeys) {
  ImageCheck Check;
  Check.Image = Image.name();
  Check.Notes = Wanted.Notes;
  std::optional<ImageLink> Link;
  std::string WhyNoBundle = "'" + BundlePath + "' is missing";
  if (sys::fs::exists(BundlePath)) {
    auto Read = readImageLink(Image, BundlePath);
    if (Read) {
      Link.emplace(std::move(*Read));
      WhyNoBundle.clear();
    } else {
      WhyNoBundle = "'" + BundlePath + "' cannot be used: " + toString(Read.takeError());
    }
  }
  auto Registered = readRegistration(Image, Link ? &*Link : nullptr);
  if (!Registered && Link)
    return Registered.takeError();
  if (!Registered)
    return joinErrors(Registered.takeError(), createStringError("the link bundle " + WhyNoBundle));
  Check.NumKernels = Registered->Kernels.size();
  RETURN_IF_ERROR(checkKernels(Check, *Registered, Wanted, IgnoreKeys));
  checkBackends(Check, *Registered, Wanted);
  noteUnknownArguments(Check, *Registered, Wanted, WhyNoBundle);
  return Check;
}

void printCheck(const ImageCheck &Check, raw_ostream &OS) {
  OS << "'" << Check.Image << "' registers " << counted(Check.NumKernels, "kernel") << "\n";
  for (const MissingThing &Thing : Check.Missing)
    OS << (Check.mayHave(Thing) ? "not found: " : "missing: ") << Thing.Message << "\n";
  for (const std::string &Text : Check.NotChecked)
    OS << "not checked: " << Text << "\n";
  for (const std::string &Note : Check.Notes)
    OS << "note: " << Note << "\n";
  const Answer Told = Check.answer();
  OS << (Told == Answer::Unknown ? "et-prune cannot tell whether '" : "'") << Check.Image << "' "
     << (Told == Answer::No ? "cannot" : "can") << " run the selection\n";
}

void printCheckJson(const ImageCheck &Check, raw_ostream &OS) {
  ReportRows Things;
  for (const MissingThing &Thing : Check.Missing) {
    std::vector<std::string> Askers;
    for (const Asker &Who : Thing.Askers)
      Askers.push_back(Who.Text);
    ReportRow &Row = Things.emplace_back();
    Row.textField("what", Thing.What).textField("name", Thing.Name);
    Row.field("key", Thing.Key.empty() ? json::Value(nullptr) : json::fixUTF8(Thing.Key));
    Row.textsField("asked_by", Askers).textField("message", Thing.Message);
  }
  const Answer Told = Check.answer();
  ReportRow Root;
  Root.field("version", 1).textField("input", Check.Image).field("kernels", Check.NumKernels);
  Root.field("can_run", Told == Answer::Unknown ? json::Value(nullptr) : Told == Answer::Yes);
  Root.field("missing", Things).textsField("not_checked", Check.NotChecked);
  Root.textsField("notes", Check.Notes);
  printJson(Root.Fields, OS);
}

} // namespace

Expected<int> check(const Options &Opts) {
  ASSIGN_OR_RETURN(auto Input, readImage(Opts.Image));
  auto Wanted = readSelectors(Opts.Selectors);
  if (!Input.Image)
    return joinErrors(Wanted.takeError(), noSuchImage(Opts.Image));
  if (!Wanted)
    return Wanted.takeError();
  ASSIGN_OR_RETURN(auto Check,
                   checkImage(*Input.Image, bundleOf(Opts.Image), *Wanted, Opts.IgnoreDtypes));
  ReportForms Forms;
  Forms.Text = [&](raw_ostream &OS) { printCheck(Check, OS); };
  Forms.Json = [&](raw_ostream &OS) { printCheckJson(Check, OS); };
  RETURN_IF_ERROR(writeReports(Opts, Forms));
  return static_cast<int>(Check.answer());
}

} // namespace etprune

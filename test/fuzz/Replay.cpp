// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// et-fuzz-replay [--damage=EVERY,SEED] PATH...: runs fuzz targets on files, or on all files in
// folders, and prints the number of files for each target. The folder that contains a file must
// have the name of a target, and this target runs on the file.
//
// With --damage, the targets also run on damaged copies of each file of at most 16 KiB. A copy has
// one damage: the end is missing, a bit is flipped, or an even offset has an extreme 32-bit number.
// The damages of all files are numbered from 0. Damage I runs if I % EVERY == SEED % EVERY.

#include "Targets.h"

#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

#include <map>
#include <memory>
#include <set>

using namespace llvm;
using namespace etprune::fuzz;

/// Copies the bytes to a block of exactly their size, so that a sanitizer sees accesses outside.
static void runExactly(const Target &Chosen, StringRef Bytes) {
  std::unique_ptr<char[]> Exact(new char[Bytes.size()]);
  llvm::copy(Bytes, Exact.get());
  Chosen.Run({Exact.get(), Bytes.size()});
}

struct Share {
  size_t Every = 0, Seed = 0;
  size_t Next = 0, Done = 0;
  bool takes() { return Next++ % Every == Seed % Every && ++Done; }
};

constexpr uint32_t OddNumbers[] = {0, 1, 4, 0x7fffffff, 0x80000000, 0xfffffffc, 0xffffffff};

static void runDamaged(const Target &Chosen, const std::string &Bytes, Share &Damages) {
  auto Run = [&](const char *Damage, size_t Place, StringRef Damaged) {
    PrettyStackTraceFormat Where("%s %zu", Damage, Place);
    runExactly(Chosen, Damaged);
  };
  for (size_t Size = 0; Size < Bytes.size(); ++Size)
    if (Damages.takes())
      Run("cut off at byte", Size, StringRef(Bytes).take_front(Size));
  std::string Copy = Bytes;
  for (size_t Bit = 0; Bit < 8 * Bytes.size(); ++Bit)
    if (Damages.takes()) {
      Copy[Bit / 8] ^= 1 << Bit % 8;
      Run("with a flipped bit", Bit, Copy);
      Copy[Bit / 8] = Bytes[Bit / 8];
    }
  for (size_t At = 0; At + 4 <= Bytes.size(); At += 2)
    for (uint32_t Number : OddNumbers)
      if (Damages.takes()) {
        support::endian::write32le(&Copy[At], Number);
        Run("with an extreme number at byte", At, Copy);
        Copy.replace(At, 4, Bytes, At, 4);
      }
}

static void run(const Target &Chosen, const std::string &Path, Share &Damages) {
  errs() << Path << "\n"; // printed first, so that a crash report follows the path
  auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  require(bool(Buffer), "the file cannot be opened");
  const std::string Bytes = (*Buffer)->getBuffer().str();
  runExactly(Chosen, Bytes);
  if (Damages.Every && Bytes.size() <= 16384)
    runDamaged(Chosen, Bytes, Damages);
}

int main(int Argc, char **Argv) {
  EnablePrettyStackTrace();
  sys::PrintStackTraceOnErrorSignal(Argv[0]);
  ArrayRef<char *> Arguments(Argv + 1, Argv + Argc);
  Share Damages;
  if (StringRef Option = Argc > 1 ? Argv[1] : ""; Option.consume_front("--damage=")) {
    auto [Every, Seed] = Option.split(',');
    if (Every.getAsInteger(10, Damages.Every) || Seed.getAsInteger(10, Damages.Seed) ||
        !Damages.Every) {
      errs() << "et-fuzz-replay: --damage takes two numbers, EVERY,SEED\n";
      return 1;
    }
    Arguments = Arguments.drop_front();
  }
  std::set<std::string> Paths;
  for (StringRef Path : Arguments) {
    if (!sys::fs::is_directory(Path))
      Paths.insert(Path.str());
    std::error_code EC;
    for (sys::fs::recursive_directory_iterator It(Path, EC), End; !EC && It != End;
         It.increment(EC))
      if (!sys::fs::is_directory(It->path()))
        Paths.insert(It->path());
  }
  std::map<StringRef, unsigned> Counts;
  for (const Target &T : allTargets())
    Counts[T.Name] = 0;
  for (const std::string &Path : Paths) {
    StringRef Folder = sys::path::filename(sys::path::parent_path(Path));
    const Target *Chosen = findTarget(Folder);
    if (!Chosen) {
      errs() << "et-fuzz-replay: '" << Path << "' is not in a folder with the name of a target\n";
      return 1;
    }
    run(*Chosen, Path, Damages);
    ++Counts[Chosen->Name];
  }
  for (const auto &[Name, Count] : Counts)
    outs() << Name << ": " << Count << "\n";
  if (Damages.Every)
    outs() << "damaged: " << Damages.Done << "\n";
  return 0;
}

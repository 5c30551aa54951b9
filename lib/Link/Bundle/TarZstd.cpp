// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/Bundle/TarZstd.h"

#include "Support/Parallel.h"
#include "Support/Try.h"

#include "llvm/ADT/StringExtras.h"

#include <zstd.h>
#include <zstd_errors.h>

using namespace llvm;

namespace etprune {

namespace {

/// More than any link needs. An archive that unpacks to more bytes is refused.
constexpr size_t MaxUnpackedSize = size_t(4) << 30;
/// 1.5 times as fast as zstd's default, with one twentieth more output.
constexpr int CompressionLevel = 1;
/// The unpacked size of a frame. Level 1 looks back only half a MiB.
constexpr size_t FrameSize = size_t(2) << 20;
/// A file's header in POSIX's ustar form: text fields, padded with zero bytes. Numbers are octal.
struct TarHeader {
  char Name[100];
  char Mode[8];
  char Owner[8];
  char Group[8];
  char Size[12];
  char ModificationTime[12];
  char Checksum[8]; ///< the sum of the header's bytes, with blanks in this field
  char Type;
  char LinkName[100];
  char Magic[6];
  char Version[2];
  char Rest[80];    ///< device numbers and owner names
  char Prefix[155]; ///< the start of a long name
  char Padding[12];

  unsigned computeChecksum() const {
    TarHeader Copy = *this;
    std::memset(Copy.Checksum, ' ', sizeof(Copy.Checksum));
    unsigned Sum = 0;
    for (unsigned char Byte : Copy.bytes())
      Sum += Byte;
    return Sum;
  }
  StringRef bytes() const { return {reinterpret_cast<const char *>(this), sizeof(*this)}; }
};
constexpr size_t BlockSize = 512;
static_assert(sizeof(TarHeader) == BlockSize);

constexpr char PlainFile = '0';

template <class T> T *allocated(T *Context) {
  if (!Context)
    report_bad_alloc_error("zstd");
  return Context;
}

Error notZstd(size_t Result) {
  if (ZSTD_getErrorCode(Result) == ZSTD_error_memory_allocation)
    report_bad_alloc_error("zstd");
  return createStringError(Twine("it is not a tar archive compressed with zstd: ") +
                           ZSTD_getErrorName(Result));
}

bool isZero(StringRef Bytes) {
  return llvm::all_of(Bytes, [](char C) { return C == '\0'; });
}

size_t paddingAfter(size_t Size) { return (BlockSize - Size % BlockSize) % BlockSize; }

template <size_t Length> void setText(char (&Field)[Length], StringRef Text) {
  llvm::copy(Text.take_front(Length), Field);
}
template <size_t Length> void setNumber(char (&Field)[Length], uint64_t Number) {
  Field[Length - 1] = '\0';
  for (size_t I = Length - 1; I-- > 0; Number /= 8)
    Field[I] = static_cast<char>('0' + Number % 8);
}

template <size_t Length> StringRef text(const char (&Field)[Length]) {
  return StringRef(Field, Length).take_until([](char C) { return C == '\0'; });
}
template <size_t Length> std::optional<uint64_t> number(const char (&Field)[Length]) {
  uint64_t Number;
  if (text(Field).trim(' ').getAsInteger(8, Number))
    return std::nullopt;
  return Number;
}

} // namespace

void TarZstdWriter::FreeContext::operator()(ZSTD_CCtx_s *Context) const { ZSTD_freeCCtx(Context); }

TarZstdWriter::TarZstdWriter() : Context(allocated(ZSTD_createCCtx())) {
  ZSTD_CCtx_setParameter(Context.get(), ZSTD_c_compressionLevel, CompressionLevel);
  ZSTD_CCtx_setParameter(Context.get(), ZSTD_c_checksumFlag, 1);
  Frame.reserve(FrameSize);
}

void TarZstdWriter::append(StringRef Bytes) {
  while (!Bytes.empty()) {
    const StringRef Piece = Bytes.take_front(FrameSize - Frame.size());
    Frame += Piece;
    Bytes = Bytes.drop_front(Piece.size());
    if (Frame.size() == FrameSize)
      endFrame();
  }
}

void TarZstdWriter::endFrame() {
  if (Frame.empty())
    return;
  Compressed.resize_for_overwrite(ZSTD_compressBound(Frame.size()));
  const size_t Size = ZSTD_compress2(Context.get(), Compressed.data(), Compressed.size(),
                                     Frame.data(), Frame.size());
  if (ZSTD_isError(Size)) // the buffer has room for any output, so only memory can be missing
    report_bad_alloc_error("zstd");
  Packed.append(Compressed.data(), Size);
  Frame.clear();
}

void TarZstdWriter::add(StringRef Name, StringRef Contents) {
  assert(Name.size() <= LongestName);
  TarHeader Header = {};
  setText(Header.Name, Name);
  setNumber(Header.Mode, 0644);
  setNumber(Header.Owner, 0);
  setNumber(Header.Group, 0);
  setNumber(Header.Size, Contents.size());
  setNumber(Header.ModificationTime, 0);
  Header.Type = PlainFile;
  setText(Header.Magic, StringRef("ustar\0", 6));
  setText(Header.Version, "00");
  setNumber(Header.Checksum, Header.computeChecksum());
  append(Header.bytes());
  append(Contents);
  append(std::string(paddingAfter(Contents.size()), '\0'));
}

std::string TarZstdWriter::finish() {
  append(std::string(2 * BlockSize, '\0'));
  endFrame();
  return std::move(Packed);
}

struct PackedFrame {
  StringRef Bytes;
  size_t Begin, Size; ///< of the unpacked bytes
};

/// The frames of an archive. Their number is bounded, because even an empty frame takes time.
static Expected<std::vector<PackedFrame>> findFrames(StringRef Packed) {
  constexpr size_t MostFrames = 1 << 16;
  std::vector<PackedFrame> Frames;
  for (size_t End = 0; !Packed.empty();) {
    const size_t PackedSize = ZSTD_findFrameCompressedSize(Packed.data(), Packed.size());
    if (ZSTD_isError(PackedSize))
      return notZstd(PackedSize);
    const unsigned long long Size = ZSTD_getFrameContentSize(Packed.data(), Packed.size());
    if (Size > MaxUnpackedSize - End) // an unknown size is larger, too
      return createStringError("it unpacks to more than 4 GiB, or does not say how much");
    if (Frames.size() == MostFrames)
      return createStringError("it has more than " + Twine(MostFrames) + " frames");
    Frames.push_back({Packed.take_front(PackedSize), End, static_cast<size_t>(Size)});
    End += Size;
    Packed = Packed.drop_front(PackedSize);
  }
  return Frames;
}

static Expected<SmallVector<char, 0>> unpackZstd(StringRef Packed) {
  ASSIGN_OR_RETURN(auto Frames, findFrames(Packed));
  SmallVector<char, 0> Bytes;
  if (!Frames.empty())
    Bytes.resize_for_overwrite(Frames.back().Begin + Frames.back().Size);
  std::vector<size_t> Results(Frames.size());
  parallelFor(Frames.size(), [&](size_t I) {
    const PackedFrame &Frame = Frames[I];
    Results[I] = ZSTD_decompress(Bytes.data() + Frame.Begin, Frame.Size, Frame.Bytes.data(),
                                 Frame.Bytes.size());
  });
  for (const auto &[Frame, Result] : llvm::zip_equal(Frames, Results))
    if (Result != Frame.Size)
      return notZstd(Result);
  return Bytes;
}

Expected<UnpackedTar> unpackTarZstd(StringRef Packed) {
  UnpackedTar Tar;
  ASSIGN_OR_RETURN(Tar.Bytes, unpackZstd(Packed));
  StringRef Rest(Tar.Bytes.data(), Tar.Bytes.size());
  while (Rest.size() >= BlockSize) {
    TarHeader Header;
    std::memcpy(&Header, Rest.data(), BlockSize);
    Rest = Rest.drop_front(BlockSize);
    // A zero block is the archive's end, but some readers continue after it.
    if (isZero(Header.bytes())) {
      if (!isZero(Rest))
        return createStringError("it has data after its end");
      return Tar;
    }
    auto Size = number(Header.Size), Checksum = number(Header.Checksum);
    if (!Size || Checksum != Header.computeChecksum())
      return createStringError("it has an invalid tar header");
    StringRef Name = text(Header.Name);
    // In some readers, members of other types change the names of later members.
    if (Header.Type != PlainFile || Header.Prefix[0] != '\0')
      return createStringError("member '" + Name + "' is no plain file with a short name");
    if (*Size > Rest.size() || Rest.size() - *Size < paddingAfter(*Size))
      return createStringError("member '" + Name + "' is truncated");
    if (!Tar.Members.try_emplace(Name, Rest.take_front(*Size)).second)
      return createStringError("it has two members named '" + Name + "'");
    Rest = Rest.drop_front(*Size + paddingAfter(*Size));
  }
  return createStringError("it is truncated");
}

} // namespace etprune

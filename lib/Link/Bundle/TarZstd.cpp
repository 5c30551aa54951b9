// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/Bundle/TarZstd.h"

#include "Support/Parallel.h"
#include "Support/Try.h"

#include "llvm/ADT/StringExtras.h"

#include <numeric>
#include <zstd.h>
#include <zstd_errors.h>

using namespace llvm;

namespace etprune {

namespace {

/// In bytes, more than any link needs. unpackTarZstd() refuses an archive that unpacks to more.
constexpr size_t MaxUnpackedSize = size_t(4) << 30;
/// Level 1 is faster than zstd's default level 3, and its output is a little larger.
constexpr int CompressionLevel = 1;
/// The unpacked size of a frame. zstd finds no repetitions across frames. At level 1, zstd looks
/// back only half a MiB, so frames of 2 MiB compress almost as well as one frame.
constexpr size_t FrameSize = size_t(2) << 20;
constexpr size_t BlockSize = 512;
constexpr char PlainFile = '0';

// The fields of POSIX's ustar header. Text is padded with zero bytes; numbers are octal.
struct Field {
  size_t Offset, Size;
};
constexpr Field NameField{0, TarZstdWriter::LongestName}, ModeField{100, 8}, OwnerField{108, 8},
    GroupField{116, 8}, SizeField{124, 12}, TimeField{136, 12}, ChecksumField{148, 8},
    TypeField{156, 1}, MagicField{257, 8}, PrefixField{345, 155};

StringRef textIn(StringRef Header, Field Which) {
  return Header.substr(Which.Offset, Which.Size).take_until([](char C) { return C == '\0'; });
}
std::optional<uint64_t> numberIn(StringRef Header, Field Which) {
  uint64_t Number;
  if (textIn(Header, Which).trim(' ').getAsInteger(8, Number))
    return std::nullopt;
  return Number;
}

/// The sum of a header's bytes. The checksum field counts as blanks.
unsigned checksumOf(StringRef Header) {
  unsigned Sum = ' ' * ChecksumField.Size;
  for (StringRef Part : {Header.take_front(ChecksumField.Offset),
                         Header.drop_front(ChecksumField.Offset + ChecksumField.Size)})
    Sum = std::accumulate(Part.bytes_begin(), Part.bytes_end(), Sum);
  return Sum;
}

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
  std::string Header(BlockSize, '\0');
  auto Set = [&](Field Where, StringRef Text) { llvm::copy(Text, Header.begin() + Where.Offset); };
  auto SetNumber = [&](Field Where, uint64_t Number) { // the field's last byte stays zero
    for (size_t I = Where.Offset + Where.Size - 1; I-- > Where.Offset; Number /= 8)
      Header[I] = static_cast<char>('0' + Number % 8);
  };
  Set(NameField, Name);
  SetNumber(ModeField, 0644);
  for (Field Zero : {OwnerField, GroupField, TimeField}) // equal files give equal archives
    SetNumber(Zero, 0);
  SetNumber(SizeField, Contents.size());
  Set(TypeField, StringRef(&PlainFile, 1));
  Set(MagicField, StringRef("ustar\0"
                            "00",
                            8));
  SetNumber(ChecksumField, checksumOf(Header));
  append(Header);
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
  size_t Begin, Size; ///< the frame's range in the unpacked bytes
};

/// The frames of an archive. The number of frames is bounded, because a hostile archive could have
/// millions of empty frames, and each frame takes time.
static Expected<std::vector<PackedFrame>> findFrames(StringRef Packed) {
  constexpr size_t MostFrames = 1 << 16;
  std::vector<PackedFrame> Frames;
  for (size_t End = 0; !Packed.empty();) {
    const size_t PackedSize = ZSTD_findFrameCompressedSize(Packed.data(), Packed.size());
    if (ZSTD_isError(PackedSize))
      return notZstd(PackedSize);
    const unsigned long long Size = ZSTD_getFrameContentSize(Packed.data(), Packed.size());
    if (Size > MaxUnpackedSize - End) // zstd's value for an unknown size is larger, too
      return createStringError(
          "it unpacks to more than 4 GiB, or one of its zstd frames records no unpacked size");
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
    const StringRef Header = Rest.take_front(BlockSize);
    Rest = Rest.drop_front(BlockSize);
    // A zero block ends the archive, but some tar programs read on. They must find no more members.
    if (isZero(Header)) {
      if (!isZero(Rest))
        return createStringError("it has data after the end of the archive");
      return Tar;
    }
    const auto Size = numberIn(Header, SizeField), Checksum = numberIn(Header, ChecksumField);
    if (!Size || Checksum != checksumOf(Header))
      return createStringError("it has an invalid tar header");
    const StringRef Name = textIn(Header, NameField);
    // Some tar programs take the name of a later member from a member of another type. A prefix is
    // the start of a long name; TarZstdWriter writes no prefixes.
    if (Header[TypeField.Offset] != PlainFile || !textIn(Header, PrefixField).empty())
      return createStringError("member '" + Name +
                               "' is not a regular file, or its name is too long");
    if (*Size > Rest.size() || Rest.size() - *Size < paddingAfter(*Size))
      return createStringError("member '" + Name + "' is truncated");
    if (!Tar.Members.try_emplace(Name, Rest.take_front(*Size)).second)
      return createStringError("it has two members named '" + Name + "'");
    Rest = Rest.drop_front(*Size + paddingAfter(*Size));
  }
  return createStringError("it is truncated");
}

} // namespace etprune

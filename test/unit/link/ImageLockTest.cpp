// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tests the lock of an image and its bundle. A writer may replace the locked file.

#include "Link/Bundle/ImageLock.h"

#include "Support/AtomicFiles.h"
#include "TestFolder.h"

#include <atomic>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

class ImageLockTest : public testing::Test {
protected:
  ImageLock take(ImageLock::Mode Kind = ImageLock::ToWrite) {
    return cantFail(ImageLock::take("test", Image, Bundle, Kind));
  }
  /// Runs `Release` while another thread takes the lock; returns true if that thread waited.
  template <typename Function> bool waitsFor(ImageLock::Mode Kind, Function Release) {
    std::atomic<bool> Has = false;
    std::thread Other([&] {
      ImageLock Lock = take(Kind);
      Has = true;
      ++NumTaken;
    });
    for (int I = 0; I < 10 && !Has; ++I)
      ::usleep(10000);
    const bool Waited = !Has;
    Release();
    Other.join();
    return Waited;
  }

  std::atomic<int> NumTaken = 0; ///< the number of locks that other threads took
  TestFolder Folder;
  const std::string Image = Folder.path("app.elf"), Bundle = Folder.path("app.elf.etl");
};

TEST_F(ImageLockTest, OneWritesAndManyRead) {
  Folder.write("app.elf", "image");
  for (bool HasBundle : {false, true}) { // without a bundle, the image is locked
    if (HasBundle)
      Folder.write("app.elf.etl", "bundle");
    ImageLock First = take();
    EXPECT_TRUE(waitsFor(ImageLock::ToWrite, [&] { First = ImageLock(); }));
    First = take();
    EXPECT_TRUE(waitsFor(ImageLock::ToRead, [&] { First = ImageLock(); }));
    First = take(ImageLock::ToRead);
    EXPECT_FALSE(waitsFor(ImageLock::ToRead, [] {}));
    EXPECT_TRUE(waitsFor(ImageLock::ToWrite, [&] { First = ImageLock(); }));
  }
  EXPECT_EQ(Folder.list(), (Strings{"app.elf", "app.elf.etl"}));
}

TEST_F(ImageLockTest, WaitingHasALimit) {
  Folder.write("app.elf", "image");
  ImageLock First = take();
  EXPECT_EQ(
      errorOf(ImageLock::take("test", Image, Bundle, ImageLock::ToWrite, std::chrono::seconds(0))),
      "'" + Image + "' was in use for 0 s by another program (process " +
          std::to_string(::getpid()) + "); end it, or copy the image and its bundle");
}

TEST_F(ImageLockTest, NothingToLock) {
  ImageLock First = take(), Second = take();
  ASSERT_EQ(::mkfifo(Bundle.c_str(), 0600), 0);
  ImageLock Third = take();
  Folder.write("app.elf", "image");
  ::chmod(Image.c_str(), 0);
  take();
}

TEST_F(ImageLockTest, FilesThatAreReplacedStayLocked) {
  for (bool HasBundle : {false, true}) {
    Folder.write("app.elf", "image");
    if (HasBundle)
      Folder.write("app.elf.etl", "bundle");
    ImageLock First = take();
    auto Files = std::make_unique<AtomicFiles>(AtomicFiles::LikeALinker);
    cantFail(Files->add(Bundle, "new"));
    cantFail(Files->add(Image, "new"));
    NumTaken = 0;
    EXPECT_TRUE(waitsFor(ImageLock::ToWrite, [&] {
      cantFail(Files->commit());
      // This unlocks the old file. The new file stays locked until `Files` is destroyed.
      First = ImageLock();
      EXPECT_TRUE(waitsFor(ImageLock::ToWrite, [&] {
        EXPECT_EQ(NumTaken, 0);
        Files.reset();
      }));
    }));
  }
}

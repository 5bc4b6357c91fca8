// Reading files and standard input, compressed and not, and what is said about those that fail.
#include "sim/trace/input_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "sim/base/error.h"
#include "sim/trace/log_reader.h"
#include "tests/trace/log_text.h"

namespace rematfuzz {
namespace {

namespace fs = std::filesystem;

std::string gzip(std::string_view text) {
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, 6, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
  std::string packed(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

std::string zstd(std::string_view text) {
  std::string packed(ZSTD_compressBound(text.size()), '\0');
  packed.resize(ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), 3));
  return packed;
}

// A zstd frame of four bytes that decompression skips.
const std::string skippable("\x50\x2a\x4d\x18\x04\x00\x00\x00user", 12);

// Text that compresses, but not to almost nothing.
std::string long_text() {
  std::string text;
  for (unsigned i = 0; i < 60000; ++i) text += std::to_string(i * 2654435761U) + "\n";
  return text;
}

// A fresh folder that goes away with the test.
class InputFileTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string folder = (fs::temp_directory_path() / "rematfuzz-XXXXXX").string();
    ASSERT_NE(mkdtemp(folder.data()), nullptr);
    folder_ = folder;
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  std::string write(const std::string& name, const std::string& bytes) const {
    std::ofstream(path(name), std::ios::binary) << bytes;
    return path(name);
  }

 private:
  fs::path folder_;
};

std::string read_all(InputFile& file, std::size_t piece) {
  std::string text;
  std::string buffer(piece, '\0');
  while (const std::size_t got = file.read(buffer)) text.append(buffer, 0, got);
  EXPECT_EQ(file.read(buffer), 0U);  // the end stays the end
  return text;
}

std::string read_path(const std::string& path, std::size_t piece = 5000) {
  InputFile file(path);
  return read_all(file, piece);
}

// What is said about `path`, without the path and the colon.
std::string message_of(const std::string& path) {
  try {
    read_path(path);
  } catch (const InputError& error) {
    const std::string_view message = error.what();
    EXPECT_TRUE(message.starts_with(path + ": ")) << message;
    return std::string(message.substr(std::min(message.size(), path.size() + 2)));
  }
  return "accepted";
}

TEST_F(InputFileTest, ReadsPlainFiles) {
  EXPECT_EQ(read_path(write("plain", "some text\n")), "some text\n");
  EXPECT_EQ(read_path(write("long", long_text())), long_text());
  EXPECT_EQ(read_path(write("piecemeal", "some text\n"), 1), "some text\n");
}

TEST_F(InputFileTest, ReadsVeryShortFiles) {
  for (const std::string bytes : {"", "a", "ab", "abc", "abcd", "abcde", "\x1f", "\x28\xb5", "P"})
    EXPECT_EQ(read_path(write("short", bytes)), bytes);
}

TEST_F(InputFileTest, DecompressesWhateverTheName) {
  EXPECT_EQ(read_path(write("a.log", gzip("text"))), "text");
  EXPECT_EQ(read_path(write("b.gz", zstd("text"))), "text");
  EXPECT_EQ(read_path(write("c.zst", "text")), "text");
}

TEST_F(InputFileTest, DecompressesLongFiles) {
  EXPECT_EQ(read_path(write("a", gzip(long_text()))), long_text());
  EXPECT_EQ(read_path(write("b", zstd(long_text()))), long_text());
  const std::string zeros(3000000, '0');  // much longer than its compressed form
  EXPECT_EQ(read_path(write("c", gzip(zeros)), 1000), zeros);
  EXPECT_EQ(read_path(write("d", zstd(zeros)), 1000), zeros);
}

TEST_F(InputFileTest, DecompressesPiecemeal) {
  EXPECT_EQ(read_path(write("a", gzip("text") + gzip("") + gzip("more")), 1), "textmore");
  EXPECT_EQ(read_path(write("b", zstd("text") + zstd("") + zstd("more")), 1), "textmore");
}

TEST_F(InputFileTest, DecompressesNothing) {
  EXPECT_EQ(read_path(write("a", gzip(""))), "");
  EXPECT_EQ(read_path(write("b", zstd(""))), "");
}

TEST_F(InputFileTest, ReadsConcatenatedMembersAndFrames) {
  const std::string text = long_text();
  EXPECT_EQ(read_path(write("a", gzip(text) + gzip("") + gzip(text))), text + text);
  EXPECT_EQ(read_path(write("b", zstd(text) + zstd("") + zstd(text))), text + text);
}

TEST_F(InputFileTest, SkipsFramesThatAreToBeSkipped) {
  EXPECT_EQ(read_path(write("a", skippable + zstd("text") + skippable)), "text");
}

TEST_F(InputFileTest, TakesZerosBehindGzipData) {
  EXPECT_EQ(read_path(write("a", gzip("text") + std::string(200000, '\0'))), "text");
  EXPECT_EQ(message_of(write("b", gzip("text") + std::string(600, '\0') + gzip("more"))),
            "corrupt gzip data: something follows the zeros at its end");
}

TEST_F(InputFileTest, RefusesTruncatedData) {
  for (const auto& [packed, format] :
       {std::pair{gzip("text") + gzip("more"), "gzip"}, {zstd("text") + zstd("more"), "zstd"}}) {
    const std::size_t first = packed.size() / 2;  // the two parts are equally long
    for (std::size_t size = 4; size < packed.size(); ++size) {
      if (size == first) continue;
      const std::string expected =
          std::string("truncated ") + format + " data: the file ends too early";
      EXPECT_EQ(message_of(write("cut", packed.substr(0, size))), expected) << size;
    }
  }
}

TEST_F(InputFileTest, RefusesCorruptGzipData) {
  std::string packed = gzip(long_text());
  packed[packed.size() / 2] = static_cast<char>(packed[packed.size() / 2] ^ 0x55);
  EXPECT_EQ(message_of(write("a", packed)).substr(0, 19), "corrupt gzip data: ");
  std::string checksum = gzip("text");
  checksum[checksum.size() - 5] = static_cast<char>(checksum[checksum.size() - 5] ^ 1);
  EXPECT_EQ(message_of(write("b", checksum)), "corrupt gzip data: incorrect data check");
  EXPECT_EQ(message_of(write("c", gzip("text") + "garbage")),
            "corrupt gzip data: incorrect header check");
}

TEST_F(InputFileTest, RefusesCorruptZstdData) {
  std::string packed = zstd(long_text());
  packed[packed.size() / 2] = static_cast<char>(packed[packed.size() / 2] ^ 0x55);
  packed[packed.size() / 2 + 1] = static_cast<char>(packed[packed.size() / 2 + 1] ^ 0x55);
  const std::string message = message_of(write("a", packed + "garbage"));
  EXPECT_EQ(message.substr(0, 19), "corrupt zstd data: ");
  EXPECT_EQ(message_of(write("b", zstd("text") + "garbage")),
            "corrupt zstd data: Unknown frame descriptor");
}

TEST_F(InputFileTest, SaysWhyAFileCannotBeRead) {
  EXPECT_EQ(message_of(path("missing")), "no such file");
  EXPECT_EQ(message_of(path("missing/deeper")), "no such file");
  EXPECT_EQ(message_of(write("file", "") + "/deeper"), "cannot be read: Not a directory");
  EXPECT_EQ(message_of(path("")), "is a directory, not a file");
}

TEST_F(InputFileTest, SaysThatAFileMayNotBeRead) {
  const std::string secret = write("secret", "text");
  fs::permissions(secret, fs::perms::none);
  if (access(secret.c_str(), R_OK) == 0) GTEST_SKIP() << "this user may read every file";
  EXPECT_EQ(message_of(secret), "may not be read: permission denied");
}

TEST_F(InputFileTest, EscapesNamesInMessages) {
  try {
    read_path(path("a\nb"));
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(std::string(error.what()), path("a\\nb: no such file"));
  }
}

// Makes `path` the standard input while it lives.
class StandardInput {
 public:
  explicit StandardInput(const std::string& path) : StandardInput(open(path.c_str(), O_RDONLY)) {}
  // Takes over `descriptor`.
  explicit StandardInput(int descriptor) : saved_(dup(STDIN_FILENO)) {
    if (descriptor < 0 || saved_ < 0) throw std::runtime_error("no standard input to be had");
    dup2(descriptor, STDIN_FILENO);
    close(descriptor);
  }
  StandardInput(const StandardInput&) = delete;
  StandardInput& operator=(const StandardInput&) = delete;
  ~StandardInput() {
    dup2(saved_, STDIN_FILENO);
    close(saved_);
  }

 private:
  int saved_;
};

TEST_F(InputFileTest, ReadsStandardInput) {
  for (const std::string& bytes : {long_text(), gzip(long_text()), zstd(long_text())}) {
    const StandardInput input(write("input", bytes));
    EXPECT_EQ(read_path("-"), long_text());
  }
}

TEST_F(InputFileTest, ReadsAPipe) {
  for (const std::string& bytes : {std::string("text"), gzip("text"), zstd("text")}) {
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    ASSERT_EQ(::write(ends[1], bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
    close(ends[1]);
    const StandardInput input(ends[0]);
    EXPECT_EQ(read_path("-"), "text");
  }
}

TEST_F(InputFileTest, NamesStandardInput) {
  const StandardInput input(path(""));
  try {
    read_path("-");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "<stdin>: is a directory, not a file");
  }
}

TEST_F(InputFileTest, LogsAreReadFromAnyOfThem) {
  const std::string log = testing::start() + testing::constant("x", "5");
  for (const std::string& bytes : {log, gzip(log), zstd(log)}) {
    const LogReadResult result = read_log(write("log", bytes));
    EXPECT_TRUE(result.has_start);
    EXPECT_EQ(result.trace.tensors.at(0).size, 5);
    const StandardInput input(path("log"));
    EXPECT_EQ(read_log("-").trace.tensors.size(), 1U);
  }
}

TEST_F(InputFileTest, LogErrorsNameTheFileOnce) {
  const auto message = [](const std::string& path) -> std::string {
    try {
      read_log(path);
    } catch (const InputError& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_EQ(message(path("missing")), path("missing: no such file"));
  EXPECT_EQ(message(write("bad", "{}\n")), path("bad:1: INSTRUCTION is missing"));
  EXPECT_EQ(message(write("cut", gzip(testing::start()).substr(0, 20))),
            path("cut: truncated gzip data: the file ends too early"));
  EXPECT_EQ(message(write("binary",
                          "\x7f"
                          "ELF" +
                              std::string(9, '\0'))),
            path("binary:1: not a trace log: binary data (a NUL byte)"));
  const StandardInput input(write("empty", ""));
  EXPECT_EQ(message("-"), "<stdin>:1: the log is empty");
}

}  // namespace
}  // namespace rematfuzz

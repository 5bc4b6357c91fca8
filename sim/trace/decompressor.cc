#include "sim/trace/decompressor.h"

#include <fmt/format.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <new>

#include "sim/base/error.h"

namespace rematfuzz {

namespace {

class GzipDecompressor final : public Decompressor {
 public:
  GzipDecompressor() {
    constexpr int gzip_only = 16;  // added to the window size: expect the gzip header
    if (inflateInit2(&stream_, MAX_WBITS + gzip_only) != Z_OK) throw std::bad_alloc();
  }
  GzipDecompressor(const GzipDecompressor&) = delete;
  GzipDecompressor& operator=(const GzipDecompressor&) = delete;
  ~GzipDecompressor() override { inflateEnd(&stream_); }

  std::size_t decode(std::string_view& in, std::span<char> out) override {
    std::size_t written = 0;
    while (written == 0) {
      if (between_members_ && !start_member(in)) return 0;
      const std::size_t before = in.size();
      written = inflate_some(in, out);
      if (written == 0 && in.size() == before && !between_members_) return 0;
    }
    return written;
  }

  bool complete() const override { return between_members_; }
  const char* format() const override { return "gzip"; }

 private:
  // Skips zeros after a member and starts the next one. False: there is nothing to start yet.
  bool start_member(std::string_view& in) {
    if (members_ > 0) {
      const std::size_t zeros = std::min(in.find_first_not_of('\0'), in.size());
      in.remove_prefix(zeros);
      padded_ = padded_ || zeros > 0;
    }
    if (in.empty()) return false;
    if (padded_) throw InputError("corrupt gzip data: something follows the zeros at its end");
    inflateReset(&stream_);
    between_members_ = false;
    return true;
  }

  std::size_t inflate_some(std::string_view& in, std::span<char> out) {
    constexpr std::size_t most = std::numeric_limits<uInt>::max();
    const auto available = static_cast<uInt>(std::min(in.size(), most));
    const auto room = static_cast<uInt>(std::min(out.size(), most));
    // zlib does not write to its input; its interface only predates const.
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(in.data()));
    stream_.avail_in = available;
    stream_.next_out = reinterpret_cast<Bytef*>(out.data());
    stream_.avail_out = room;
    const int status = inflate(&stream_, Z_NO_FLUSH);
    in.remove_prefix(available - stream_.avail_in);
    check(status);
    return room - stream_.avail_out;
  }

  void check(int status) {
    if (status == Z_MEM_ERROR) throw std::bad_alloc();
    if (status == Z_STREAM_END) {
      between_members_ = true;
      ++members_;
    } else if (status != Z_OK && status != Z_BUF_ERROR) {
      const char* reason = stream_.msg == nullptr ? "no reason given" : stream_.msg;
      throw InputError(fmt::format("corrupt gzip data: {}", reason));
    }
  }

  z_stream stream_{};
  std::uint64_t members_ = 0;  // complete ones
  bool between_members_ = true;
  bool padded_ = false;
};

class ZstdDecompressor final : public Decompressor {
 public:
  ZstdDecompressor() : stream_(ZSTD_createDStream()) {
    if (stream_ == nullptr) throw std::bad_alloc();
  }
  ZstdDecompressor(const ZstdDecompressor&) = delete;
  ZstdDecompressor& operator=(const ZstdDecompressor&) = delete;
  ~ZstdDecompressor() override { ZSTD_freeDStream(stream_); }

  std::size_t decode(std::string_view& in, std::span<char> out) override {
    ZSTD_outBuffer plain{out.data(), out.size(), 0};
    if (between_frames_ && in.empty()) return 0;
    do {
      ZSTD_inBuffer packed{in.data(), in.size(), 0};
      const std::size_t status = ZSTD_decompressStream(stream_, &plain, &packed);
      if (ZSTD_isError(status) != 0)
        throw InputError(fmt::format("corrupt zstd data: {}", ZSTD_getErrorName(status)));
      in.remove_prefix(packed.pos);
      between_frames_ = status == 0;
    } while (plain.pos == 0 && !in.empty());  // zstd itself refuses to go on without progress
    return plain.pos;
  }

  bool complete() const override { return between_frames_; }
  const char* format() const override { return "zstd"; }

 private:
  ZSTD_DStream* stream_;
  bool between_frames_ = true;
};

bool is_gzip(std::string_view bytes) { return bytes.starts_with("\x1f\x8b"); }

// A frame, or one of the sixteen kinds of frames to skip.
bool is_zstd(std::string_view bytes) {
  if (bytes.starts_with("\x28\xb5\x2f\xfd")) return true;
  return bytes.size() >= 4 && (static_cast<unsigned char>(bytes[0]) & 0xf0) == 0x50 &&
         bytes.substr(1).starts_with("\x2a\x4d\x18");
}

}  // namespace

std::unique_ptr<Decompressor> make_decompressor(std::string_view first_bytes) {
  if (is_gzip(first_bytes)) return std::make_unique<GzipDecompressor>();
  if (is_zstd(first_bytes)) return std::make_unique<ZstdDecompressor>();
  return nullptr;
}

}  // namespace rematfuzz

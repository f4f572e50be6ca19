// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/output/new_file.hpp>

#include <nonholo/verification/output/file_reader.hpp>

#include <fmt/format.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace nonholo {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t block = std::size_t(1) << 16, far = std::size_t(1) << 23;

std::atomic<std::uint64_t> all_bytes = 0;

}  // namespace

OutputError OutputError::of(const fs::path& file) {
  const int why = errno;
  const bool full = why == ENOSPC || why == EDQUOT || why == EFBIG;
  return OutputError(fmt::format("{}: cannot write {}", full ? "disk full" : std::strerror(why), file.string()));
}

std::optional<FileStamp> stamp_of(const fs::path& file, std::uint64_t most) { return FileReader(file).stamp(most); }

std::optional<std::string> text_of(const fs::path& file) { return FileReader(file).text(); }

NewFile::NewFile(fs::path file) : file_(std::move(file)), descriptor_(-1) {
  ::unlink(part().c_str());  // of one that was killed, or a link
  descriptor_ = ::open(part().c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (descriptor_ < 0) throw OutputError::of(file_);
  buffer_.reserve(block);
}

std::unique_ptr<NewFile> NewFile::continued(const fs::path& file, const FileStamp& stamp) {
  const fs::path part = file.string() + ".part";
  const FileReader in(part);
  if (!in.open()) return nullptr;
  const int descriptor = ::open(part.c_str(), O_WRONLY | O_NOFOLLOW | O_CLOEXEC);
  if (descriptor < 0) return nullptr;
  std::unique_ptr<NewFile> opened(new NewFile(file, descriptor));
  const auto take = [&](std::string_view bytes) {
    opened->checksum_.add(bytes);
    opened->bytes_ += bytes.size();
  };
  const auto end = static_cast<off_t>(stamp.bytes);
  if (!in.read(stamp.bytes, take) || opened->stamp(false) != stamp || ::ftruncate(descriptor, end) != 0 ||
      ::lseek(descriptor, end, SEEK_SET) != end)
    return nullptr;
  opened->stays_ = true;
  return opened;
}

NewFile::~NewFile() {
  if (descriptor_ < 0) return;
  close();
  if (!stays_) ::unlink(part().c_str());
}

void NewFile::write(std::string_view text) {
  buffer_ += text;
  if (buffer_.size() >= block) flush();
}

void NewFile::flush() {
  checksum_.add(buffer_);  // in large pieces, which takes a third of the time
  bytes_ += buffer_.size();
  std::string_view left = buffer_;
  while (!left.empty()) {
    const ssize_t written = ::write(descriptor_, left.data(), left.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) throw OutputError::of(file_);
    left.remove_prefix(static_cast<std::size_t>(written));
    all_bytes += static_cast<std::uint64_t>(written);
  }
  buffer_.clear();
  if (bytes_ - on_its_way_ < far) return;
  // what has to be on the disk in the end sets out now, so that less is waited for then
  ::sync_file_range(descriptor_, static_cast<off_t>(on_its_way_), static_cast<off_t>(bytes_ - on_its_way_),
                    SYNC_FILE_RANGE_WRITE);
  on_its_way_ = bytes_;
}

FileStamp NewFile::stamp(bool durable) {
  flush();
  if (durable && ::fsync(descriptor_) != 0) throw OutputError::of(file_);
  return {bytes_, checksum_.value()};
}

FileStamp NewFile::commit(bool durable) {
  const FileStamp all = stamp(durable);
  if (::rename(part().c_str(), file_.c_str()) != 0) throw OutputError::of(file_);
  close();
  if (durable) sync_folder(file_.parent_path());
  return all;
}

void NewFile::leave() {
  stamp(true);
  stays_ = true;
}

void NewFile::close() {
  ::close(descriptor_);
  descriptor_ = -1;
}

std::uint64_t bytes_written() { return all_bytes; }

FileStamp write_whole(const fs::path& file, std::string_view text, bool durable) {
  NewFile out(file);
  out.write(text);
  return out.commit(durable);
}

void make_folders(const fs::path& below, const fs::path& path) {
  fs::path folder = below;
  for (const fs::path& part : path) {
    folder /= part;
    struct stat about {};
    if (::mkdir(folder.c_str(), 0777) == 0) continue;
    if (errno != EEXIST || ::lstat(folder.c_str(), &about) != 0) throw OutputError::of(folder);
    if (!S_ISDIR(about.st_mode))
      throw OutputError(fmt::format("cannot write below {}: it is {}", folder.string(),
                                    S_ISLNK(about.st_mode) ? "a link, and none is followed" : "no folder"));
  }
}

void sync_folder(const fs::path& folder) {
  const fs::path here = folder.empty() ? "." : folder;
  const int descriptor = ::open(here.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) throw OutputError::of(here);
  const int failed = ::fsync(descriptor);
  const int why = errno;
  ::close(descriptor);
  errno = why;
  if (failed != 0 && why != EINVAL) throw OutputError::of(here);  // some file systems have nothing to sync
}

}  // namespace nonholo

#include "cli/hunt/hunt_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "cli/text/output_file.h"
#include "fuzz/program/instructions.h"
#include "fuzz/search/input.h"
#include "sim/anatomy/mechanism.h"
#include "sim/base/error.h"
#include "sim/base/quote.h"

namespace rematfuzz::cli {

namespace {

void make_folder(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error)
    throw InputError(fmt::format("{}: cannot be made: {}", printable(path), error.message()));
}

void write_bytes(const std::string& path, const std::vector<std::uint8_t>& bytes) {
  OutputFile file(path);
  file.stream().write(reinterpret_cast<const char*>(bytes.data()),
                      static_cast<std::streamsize>(bytes.size()));
  file.commit();
}

}  // namespace

HuntFolder::HuntFolder(std::string path, const std::vector<fuzz::Input>& seeds)
    : path_(std::move(path)) {
  make_folder(inputs());
  for (std::size_t i = 0; i < seeds.size(); ++i)
    write_bytes(fmt::format("{}/seed-{:03}", inputs(), i), fuzz::encode_input(seeds[i]));
}

std::string HuntFolder::name_of(const fuzz::Cell& cell, const fuzz::Discovery& discovery) {
  std::string name = cell.kind;
  if (cell.policy != nullptr) name.append("-").append(cell.policy->name);
  if (cell.rival != nullptr) name.append("-").append(cell.rival->name);
  if (cell.is_finding()) name.append("-").append(text(discovery.mechanism));
  std::ranges::replace(name, '/', '-');
  return name;
}

std::string HuntFolder::file_of(const fuzz::Cell& cell, const fuzz::Discovery& discovery) const {
  return fmt::format("{}/{}.log", path_, name_of(cell, discovery));
}

void HuntFolder::write(const fuzz::Cell& cell, const fuzz::Discovery& discovery) const {
  OutputFile file(file_of(cell, discovery));
  fuzz::write_log(file.stream(), fuzz::decode_input(discovery.input).program);
  file.commit();
}

void HuntFolder::write_inputs(const std::vector<fuzz::Cell>& cells,
                              const fuzz::Archive& archive) const {
  for (const auto& [key, discovery] : archive.entries())
    write_bytes(fmt::format("{}/{}", inputs(), name_of(cells[key.first], discovery)),
                discovery.input);
}

void HuntFolder::write_list(const std::string& json) const {
  OutputFile file(path_ + "/findings.json");
  file.stream() << json;
  file.commit();
}

}  // namespace rematfuzz::cli

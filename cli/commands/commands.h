// The bind function of each command; see command.h.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace rematfuzz::cli {

std::function<int()> bind_findings(CLI::App& app);
std::function<int()> bind_convert(CLI::App& app);
std::function<int()> bind_diff(CLI::App& app);
std::function<int()> bind_explain(CLI::App& app);
std::function<int()> bind_blame(CLI::App& app);
std::function<int()> bind_compare(CLI::App& app);
std::function<int()> bind_gen(CLI::App& app);
std::function<int()> bind_hunt(CLI::App& app);
std::function<int()> bind_info(CLI::App& app);
std::function<int()> bind_jitter(CLI::App& app);
std::function<int()> bind_map(CLI::App& app);
std::function<int()> bind_minimize(CLI::App& app);
std::function<int()> bind_policies(CLI::App& app);
std::function<int()> bind_recommend(CLI::App& app);
std::function<int()> bind_run(CLI::App& app);
std::function<int()> bind_sweep(CLI::App& app);
std::function<int()> bind_verify(CLI::App& app);

}  // namespace rematfuzz::cli

// check_properties: checks properties on random cases, or one on a given case.
//
// Exit codes: 0 all hold, 1 one does not, 2 the arguments make no sense.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <optional>
#include <string>
#include <vector>

#include "properties/check.h"
#include "sim/base/error.h"

namespace rematfuzz::properties {
namespace {

constexpr int exit_holds = 0;
constexpr int exit_fails = 1;
constexpr int exit_arguments = 2;

struct Arguments {
  std::string program;
  std::vector<std::string> names;
  std::uint64_t seed = 1;
  int cases = 1000;
  std::string case_digits;
  bool list = false;
  std::string fault;  // a build with faults has an option for it
  bool all_faults = false;
};

std::vector<const Property*> chosen(const Arguments& arguments) {
  std::vector<const Property*> properties;
  properties.reserve(arguments.names.size());
  for (const std::string& name : arguments.names) properties.push_back(&find_property(name));
  if (properties.empty())
    for (const Property& property : property_table()) properties.push_back(&property);
  return properties;
}

void print_failure(const Arguments& arguments, const Property& property, const Failure& failure) {
  const std::string fault = arguments.fault.empty() ? "" : " --fault " + arguments.fault;
  fmt::print("{}", report_of(property, failure, arguments.program, fault));
}

int check_case(const Arguments& arguments) {
  const std::vector<const Property*> properties = chosen(arguments);
  if (properties.size() != 1) throw InputError("--case takes the name of one property");
  const CaseBytes bytes = bytes_of_hex(arguments.case_digits);
  if (auto text = failure_of(*properties.front(), bytes)) {
    print_failure(arguments, *properties.front(), {bytes, std::move(*text)});
    return exit_fails;
  }
  fmt::print("{} holds of this case\n", properties.front()->name);
  return exit_holds;
}

int check_random(const Arguments& arguments) {
  std::size_t failed = 0;
  const std::vector<const Property*> properties = chosen(arguments);
  fmt::print("seed {}, {} cases each\n", arguments.seed, arguments.cases);
  for (const Property* property : properties) {
    const auto failure = find_failure(*property, {arguments.seed, arguments.cases});
    if (failure) {
      ++failed;
      print_failure(arguments, *property, *failure);
    } else {
      fmt::print("{}: holds\n", property->name);
    }
    std::fflush(stdout);
  }
  fmt::print("{} properties hold, {} do not\n", properties.size() - failed, failed);
  return failed == 0 ? exit_holds : exit_fails;
}

int list_properties() {
  for (const Property& property : property_table())
    fmt::print("{}: {}\n", property.name, property.says);
  return exit_holds;
}

#ifdef REMATFUZZ_FAULTS

void plant(const std::string& name) { planted_fault = find_fault(name); }

// Each property with its fault, a line of the table in docs/properties.md each.
int check_faults(const Arguments& arguments) {
  std::size_t missed = 0;
  fmt::print("| property | fault | caught after | smallest case |\n|---|---|---|---|\n");
  for (const Property* property : chosen(arguments)) {
    const auto start = std::chrono::steady_clock::now();
    planted_fault = property->fault;
    const auto failure = find_failure(*property, {arguments.seed, arguments.cases});
    planted_fault = Fault::none;
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    if (!failure) ++missed;
    fmt::print("| {} | {} | {} | {} |\n", property->name, property->fault_name,
               failure ? fmt::format("{:.2f} s", taken.count()) : "NOT CAUGHT",
               failure ? fmt::format("{} bytes", failure->bytes.size()) : "");
    std::fflush(stdout);
  }
  return missed == 0 ? exit_holds : exit_fails;
}

void add_fault_options(CLI::App& app, Arguments& arguments) {
  app.add_option("--fault", arguments.fault, "plant this fault")->type_name("NAME");
  app.add_flag("--faults", arguments.all_faults, "plant each property's fault, see it caught");
}

#else

void plant(const std::string& /*name*/) {}
int check_faults(const Arguments& /*arguments*/) { return exit_arguments; }
void add_fault_options(CLI::App& /*app*/, Arguments& /*arguments*/) {}

#endif

int act(const Arguments& arguments) {
  if (arguments.list) return list_properties();
  if (arguments.all_faults) return check_faults(arguments);
  if (!arguments.fault.empty()) plant(arguments.fault);
  return arguments.case_digits.empty() ? check_random(arguments) : check_case(arguments);
}

int run_program(int argc, char** argv) {
  Arguments arguments;
  arguments.program = argv[0];
  CLI::App app{"Checks that properties hold, on random cases or on one case."};
  app.add_option("NAME", arguments.names, "the properties; all, if none is named");
  app.add_option("--seed", arguments.seed, "of the random cases")->capture_default_str();
  app.add_option("--cases", arguments.cases, "how many for each property")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_option("--case", arguments.case_digits, "one case, as a failure prints it")
      ->type_name("HEX");
  app.add_flag("--list", arguments.list, "list the properties");
  add_fault_options(app, arguments);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? exit_holds : exit_arguments;
  }
  return act(arguments);
}

}  // namespace
}  // namespace rematfuzz::properties

int main(int argc, char** argv) {
  try {
    return rematfuzz::properties::run_program(argc, argv);
  } catch (const std::exception& error) {
    std::fputs("check_properties: ", stderr);
    std::fputs(error.what(), stderr);
    std::fputs("\n", stderr);
    return rematfuzz::properties::exit_arguments;
  } catch (...) {  // RapidCheck throws more than exceptions
    std::fputs("check_properties: something was thrown that is no exception\n", stderr);
    return rematfuzz::properties::exit_arguments;
  }
}

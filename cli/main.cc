// rematfuzz: the command.
#include <algorithm>
#include <csignal>
#include <exception>
#include <filesystem>
#include <new>
#include <string>

#include "cli/commands/command.h"
#include "cli/program.h"
#include "cli/text/terminal.h"
#include "sim/base/error.h"

int main(int argc, char** argv) {
  using namespace rematfuzz;      // NOLINT(google-build-using-namespace)
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is an error of its write
  try {
    return cli::parse_program({argv + std::min(argc, 1), argv + argc})();
  } catch (const InputError& error) {
    cli::note(error.what());
    return cli::exit_bad_input;
  } catch (const std::filesystem::filesystem_error& error) {
    cli::note(error.path1().string() + ": " + error.code().message());
    return cli::exit_bad_input;
  } catch (const std::bad_alloc&) {
    cli::note("out of memory");
    return cli::exit_internal;
  } catch (const std::exception& error) {
    cli::note(std::string("internal error: ") + error.what());
    return cli::exit_internal;
  }
}

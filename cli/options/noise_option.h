// How much costs vary, on the command line: 5% or 0.05.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>

#include "sim/jitter/jitter.h"

namespace rematfuzz::cli {

// From 0 to 1, or from 0% to 100%, exactly. Throws InputError, quoting the text.
Noise parse_noise(std::string_view text);

// "5%", "0.25%": what parse_noise() makes the same of.
std::string noise_text(Noise noise);

// Adds --noise; its default is what `noise` is.
void add_noise_option(CLI::App& app, Noise& noise);

}  // namespace rematfuzz::cli

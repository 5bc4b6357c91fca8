// Short ways to write the lines of a trace log in tests.
#pragma once

#include <string>
#include <vector>

namespace rematfuzz::testing {

inline std::string start() {
  return R"({"ANNOTATION":"START","INSTRUCTION":"ANNOTATE"})"
         "\n";
}

inline std::string memory(const std::string& name, const std::string& size) {
  return R"({"INSTRUCTION":"MEMORY","MEMORY":)" + size + R"(,"NAME":")" + name + "\"}\n";
}

inline std::string alias(const std::string& name, const std::string& index) {
  return R"({"ALIAS":)" + index + R"(,"INSTRUCTION":"ALIAS","NAME":")" + name + "\"}\n";
}

inline std::string constant(const std::string& name, const std::string& size = "1") {
  return R"({"INSTRUCTION":"CONSTANT","NAME":")" + name + "\"}\n" + memory(name, size);
}

inline std::string names(const std::vector<std::string>& list) {
  std::string text;
  for (const std::string& name : list) text += (text.empty() ? "\"" : ",\"") + name + "\"";
  return "[" + text + "]";
}

// The CALL line alone.
inline std::string call_line(const std::vector<std::string>& args,
                             const std::vector<std::string>& results,
                             const std::string& time = "1") {
  return R"({"ARGS":)" + names(args) + R"(,"INSTRUCTION":"CALL","NAME":"f","RESULT":)" +
         names(results) + R"(,"TIME":)" + time + "}\n";
}

// A CALL of one result.
inline std::string call(const std::vector<std::string>& args, const std::string& result,
                        const std::string& size = "1", const std::string& view = "-1",
                        const std::string& time = "1") {
  return call_line(args, {result}, time) + memory(result, size) + alias(result, view);
}

inline std::string mutate(const std::vector<std::string>& args, const std::string& indices) {
  return R"({"ARGS":)" + names(args) + R"(,"INSTRUCTION":"MUTATE","MUTATE":)" + indices +
         R"(,"NAME":"m","TIME":1})"
         "\n";
}

inline std::string copy(const std::string& to, const std::string& from) {
  return R"({"DST":")" + to + R"(","INSTRUCTION":"COPY","SRC":")" + from + "\"}\n";
}

inline std::string copy_from(const std::string& to, const std::string& from) {
  return R"({"DST":")" + to + R"(","INSTRUCTION":"COPY_FROM","SRC":")" + from + "\"}\n";
}

inline std::string release(const std::string& name) {
  return R"({"INSTRUCTION":"RELEASE","NAME":")" + name + "\"}\n";
}

inline std::string annotate(const std::string& annotation) {
  return R"({"ANNOTATION":")" + annotation +
         R"(","INSTRUCTION":"ANNOTATE"})"
         "\n";
}

}  // namespace rematfuzz::testing

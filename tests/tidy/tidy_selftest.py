"""Plants each kind of breach in a small clean tree and checks that tidy.py sees it, and only it."""

import tempfile
import unittest
from pathlib import Path

import tidy

CLEAN = {
    "sim/CMakeLists.txt": "add_library(sim a.cc)\n",
    "sim/a.h": "#pragma once\n",
    "sim/a.cc": '#include "sim/a.h"\n\n#include <vector>\n\nint runtime(int clock);\n',
    "tests/CMakeLists.txt":
        "# some_test(NAME SOURCES...): a test of one executable\n"
        "add_executable(a_test\n  ${CMAKE_CURRENT_SOURCE_DIR}/a_test.cc\n  sub/b_test.cc\n"
        "  ${PROJECT_SOURCE_DIR}/cli/main.cc\n)\n",
    "tests/a_test.cc": '#include "sim/a.h"\n\nTEST(A, B) {\n  EXPECT_EQ(rand(), 1);\n}\n',
    "tests/sub/b_test.cc": "// A test (TEST is its macro).\n",
    "tests/data/odd.txt": "\ttab and trailing space \nno newline",
    "cli/main.cc": "// Includes nothing.\n",
    "build/junk.txt": "\t",
}
COLUMNS = tidy.MAX_COLUMNS
TESTS = CLEAN["tests/CMakeLists.txt"]


def sim_code(code):
    return {"sim/a.cc": f'#include "sim/a.h"\n{code}\n'}


def test_code(code):
    return {"tests/a_test.cc": code + "\n"}


def cmake_code(code):
    return {"tests/CMakeLists.txt": TESTS + code + "\n"}


# What is planted, and what tidy.py must say of it.
PLANTED = (
    # texts
    (sim_code("int\tx;"), "sim/a.cc:2: a tab"),
    (sim_code("int x; "), "sim/a.cc:2: trailing whitespace"),
    (sim_code("int x;\r"), "sim/a.cc:2: trailing whitespace"),
    (sim_code("// " + "x" * (COLUMNS - 2)), "sim/a.cc:2: longer than 100 columns"),
    ({"run": "exit"}, "run:1: no newline at the end of the file"),
    ({"tests/data/words.log": "at " + tidy.FORBIDDEN_WORDS[0] + "x\n"},
     "tests/data/words.log:1: the word " + tidy.FORBIDDEN_WORDS[0]),
    ({"README.md": "\n" + tidy.FORBIDDEN_WORDS[1] + "\n"},
     "README.md:2: the word " + tidy.FORBIDDEN_WORDS[1]),
    # sources that nothing builds
    ({"sim/b.cc": "\n"}, "sim/b.cc:1: no CMakeLists.txt lists it"),
    ({"sim/CMakeLists.txt": "add_library(sim) # a.cc\n"}, "sim/a.cc:1: no CMakeLists.txt lists it"),
    ({"tests/sub/c_test.cc": "\n", "tests/CMakeLists.txt": TESTS + "x(c_test.cc)\n"},
     "tests/sub/c_test.cc:1: no CMakeLists.txt lists it"),
    ({"sim/b.h": "#pragma once\n"}, "sim/b.h:1: nothing includes it"),
    ({"sim/b.h": '#pragma once\n#include "sim/b.h"\n'}, "sim/b.h:1: nothing includes it"),
    ({"sim/a.h": "// A header.\n"}, "sim/a.h:1: a header without #pragma once"),
    # layers
    ({"cli/x.h": "#pragma once\n"} | sim_code('#include "cli/x.h"'),
     "sim/a.cc:2: sim/ must not include cli/"),
    ({"fuzz/CMakeLists.txt": "add_executable(f f.cc)\n", "fuzz/f.cc": '#include "minimizer/m.h"\n'},
     "fuzz/f.cc:1: fuzz/ must not include minimizer/"),
    (sim_code('#include "a.h"'), 'sim/a.cc:2: "a.h" is not a path from the root of the project'),
    (sim_code('#include "../sim/a.h"'),
     'sim/a.cc:2: "../sim/a.h" is not a path from the root of the project'),
    # tests that are off
    (test_code("// TEST(A, B) {}"), "tests/a_test.cc:1: a test in a comment"),
    (test_code("  //TEST_F(A, B) {}"), "tests/a_test.cc:1: a test in a comment"),
    (test_code("\n/*\nTEST_P(A, B) {}\n*/"), "tests/a_test.cc:2: a test in a comment"),
    (test_code("// RC_GTEST_PROP(A, B, ()) {}"), "tests/a_test.cc:1: a test in a comment"),
    (test_code("#if 0\nTEST(A, B) {}\n#endif"), "tests/a_test.cc:1: code behind #if 0"),
    (test_code("# if false\n#endif"), "tests/a_test.cc:1: code behind #if 0"),
    (test_code("TEST(A, DISABLED_B) {}"), "tests/a_test.cc:1: a disabled test"),
    (test_code("TEST(A, B) {\n  GTEST_SKIP();\n}"), "tests/a_test.cc:1: a test that always skips"),
    (cmake_code("# add_test(NAME x COMMAND y)"), "tests/CMakeLists.txt:7: a test in a comment"),
    (cmake_code("#rematfuzz_test(x y.cc)"), "tests/CMakeLists.txt:7: a test in a comment"),
    (cmake_code("  # sub/c_test.cc"), "tests/CMakeLists.txt:7: a source in a comment"),
    (cmake_code("# c_test.cc)"), "tests/CMakeLists.txt:7: a source in a comment"),
    (cmake_code("#[[ add_test(x) ]]"),
     "tests/CMakeLists.txt:7: a block comment, which can hide tests"),
    (cmake_code("if(OFF)\nendif()"), "tests/CMakeLists.txt:7: code behind if(OFF)"),
    (cmake_code("set_tests_properties(x PROPERTIES DISABLED TRUE)"),
     "tests/CMakeLists.txt:7: a disabled test"),
) + tuple(
    # clocks and randomness
    (sim_code(code), f"sim/a.cc:2: a clock in sim/: {what}") for code, what in (
        ("auto t = std::chrono::steady_clock::now();", "steady_clock"),
        ("using std::chrono::system_clock;", "system_clock"),
        ("auto t = std::time(nullptr);", "std::time"),
        ("auto t = time(nullptr);", "time(nullptr"),
        ("auto t = ::time(&x);", "time(&"),
        ("gettimeofday(&t, nullptr);", "gettimeofday"),
        ("clock_gettime(CLOCK_MONOTONIC, &t);", "clock_gettime"),
        ("#include <ctime>", "<ctime>"),
        ("auto built = __TIME__;", "__TIME__"),
    )
) + tuple(
    (sim_code(code), f"sim/a.cc:2: randomness in sim/ that no seed of ours decides: {what}")
    for code, what in (
        ("int x = rand();", "rand("),
        ("std::srand(1);", "srand("),
        ("double x = drand48();", "drand48("),
        ("std::random_device d;", "random_device"),
        ("std::mt19937_64 r(1);", "mt19937_64"),
        ("std::uniform_int_distribution<int> d;", "std::uniform_int_distribution"),
        ("getrandom(&x, 4, 0);", "getrandom("),
        ("std::shuffle(a, b, r);", "std::shuffle"),
        ("#include <random>", "<random>"),
    )
)


class TidyTest(unittest.TestCase):
    def breaches(self, planted):
        with tempfile.TemporaryDirectory() as root:
            for name, text in (CLEAN | planted).items():
                path = Path(root, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(text.encode())
            return tidy.breaches(root)

    def test_clean_tree(self):
        self.assertEqual(self.breaches({}), [])

    def test_comments_in_sim_are_no_code(self):
        self.assertEqual(self.breaches(sim_code("// rand() /* time(0) */\n/*\nrand()\n*/")), [])

    def test_binary_data_is_left_alone(self):
        with tempfile.TemporaryDirectory() as root:
            Path(root, "trace.zst").write_bytes(b"\x28\xb5\x2f\xfd\t")
            self.assertEqual(tidy.breaches(root), [])

    def test_planted(self):
        for planted, expected in PLANTED:
            with self.subTest(expected):
                self.assertEqual(self.breaches(planted), [expected])


if __name__ == "__main__":
    unittest.main()

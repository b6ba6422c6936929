#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
"""Mutation testing: changes one line of a room and sees whether a test fails.

usage: mutate.py ROOM [N] [SEED]

Prints N mutants (30) as diffs, each with "killed by TEST", "survived" or "not
compiled", then how many of each. The same SEED (1) gives the same mutants of the
same tree. Works in a copy of the tree, and of build/ as `make tests-built` left
it; the copy is removed at the end. A mutant is killed by the first test that
fails, or that takes ten times its usual processor time.
"""
import difflib
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent

# Room: what it is made of, and its tests, quick ones first. A test is a program of
# build/tests, or a script with its arguments.
MODULE_TESTS = ["unit/test_module", "unit/test_module_layout",
                "unit/test_module_queries", "unit/test_mangled",
                "fuzz/replay_module", "fuzz/replay_validate",
                "unit/test_text_faults", "unit/test_build_cfg",
                "interop/test_interop", "grammar/test_core_copy_rules"]
VALIDATE_TESTS = ["warnings/test_compiled", "grammar/test_set_rules",
                  "warnings/test_warnings", "invalid/test_expectations"]
RUN_TESTS = ["fuzz/replay_run", "unit/test_run_limits", "unit/test_run_again",
             "unit/test_check_again", "coverage/test_ext_types",
             "unit/test_print_memory", "coverage/test_coverage"]
COMPILE_TESTS = ["unit/test_emit", "unit/test_interleaved", "unit/test_build", "unit/test_build_mutations",
                 "fuzz/replay_run", "unit/test_run_limits", "matrix/test_matrix",
                 "random/test_random", "unit/test_stream",
                 "tests/instructions/run.sh", "kernels/test_kernels",
                 "check/test_check"]
VAL_CASES = "tests/cli/run.sh gac_val gac_val_kernels"
# Of the analyses of whole programs.
FLOW_TESTS = ["tests/oracle/run.sh", "warnings/test_compiled",
              "warnings/test_warnings", "unit/test_touches",
              "paths/test_interval_set", "tests/paths/run.sh", VAL_CASES]
RUN_CASES = "tests/cli/run.sh gac_run"
ROOMS = {
    "module": (["src/module/*.c"],
               MODULE_TESTS + ["unit/test_module_mutations"] + RUN_TESTS +
               ["unit/test_text", "unit/test_text_corpus"] + VALIDATE_TESTS +
               [VAL_CASES]),
    "rewrite": (["src/rewrite/*.c"],
                ["fuzz/replay_core_rules", "unit/test_core_rules",
                 "unit/test_core_calls", "invalid/test_expectations",
                 VAL_CASES]),
    "link": (["src/link/*.c"], ["tests/link/run.sh"]),
    "compile/build": (["src/compile/build/*.c"],
                      ["unit/test_build_cfg", "unit/test_build_mutations",
                       "unit/test_loops", "fuzz/replay_build"] + RUN_TESTS +
                      ["unit/test_stream", "random/test_random",
                       "tests/instructions/run.sh", "unit/test_build",
                       RUN_CASES, "check/test_check"]),
    # Accesses, atomics, and which lanes run.
    "exec/access": (["src/exec/access.h", "src/exec/memory*.c",
                     "src/exec/patterns.inc", "src/exec/interleaved.c",
                     "src/exec/atomics.c", "src/exec/row_buffers.c",
                     "src/exec/fused.c", "src/exec/compaction.c",
                     "src/exec/counted.c", "src/exec/flattened.c", "src/exec/strip.c",
                     "src/exec/lanes/*.h", "src/exec/lanes/vectors/*"],
                    ["unit/test_lanes_memory", "unit/test_lanes_interleaved",
                     "unit/test_lanes_offsets", "unit/test_lanes_schedule",
                     "unit/test_masked_lanes", "unit/test_strip", "unit/test_bounds",
                     "unit/test_interleaved",
                     "kernels/test_kernels", "random/test_random"] +
                    RUN_TESTS + [RUN_CASES, "check/test_check"]),
    "compile/emit": (["src/compile/emit/*.c"],
                     ["unit/test_emit", "unit/test_interleaved", "unit/test_build",
                      "unit/test_build_mutations", "unit/test_masked_lanes",
                      "unit/test_passes", "fuzz/replay_run",
                      "unit/test_run_limits", "unit/test_run_options",
                      "kernels/test_kernels", "random/test_random",
                      "matrix/test_matrix", "unit/test_stream",
                      "tests/instructions/run.sh", RUN_CASES,
                      "check/test_check"]),
    "compile/passes": (["src/compile/passes/*.c"],
                       ["unit/test_passes"] + COMPILE_TESTS),
    # How a copy is moved, without the kernels that move it.
    "copy/plan": (["src/copy/copy_plan.c", "src/copy/copy_policy.c",
                   "src/copy/copy_check.c", "src/copy/copy_tiles.c",
                   "src/copy/copy_out.c", "src/copy/copy_ordered.c",
                   "src/copy/kernels/copy_rows.inc"],
                  ["copy/test_copy_desc", "copy/test_copy_modules",
                   "interop/test_interop", "copy/test_copy_queue",
                   "fuzz/replay_run", "copy/test_copy_kernels", RUN_CASES]),
    "validate": (["src/validate/*.c", "src/validate/*/*.c"],
                 MODULE_TESTS + VALIDATE_TESTS + [VAL_CASES]),
    "validate/program": (["src/validate/program/*.c"], FLOW_TESTS),
    "validate/value": (["src/validate/value/*.c"], FLOW_TESTS),
    "validate/paths": (["src/validate/paths/*.c"], FLOW_TESTS),
    "validate/warn": (["src/validate/warn/*.c"], FLOW_TESTS),
    "text": (["src/text/*.c"],
             ["unit/test_text_faults", "unit/test_text_numbers",
              "unit/test_text", "unit/test_text_tools", "unit/test_number_write", "unit/test_text_mutations",
              "unit/test_text_grammar", "fuzz/replay_text",
              "unit/test_text_corpus", "tests/cli/run.sh gac_as gac_dis"]),
    "core_rules": (["src/core_rules/*.c"],
                   ["fuzz/replay_core_rules", "unit/test_core_rules",
                    "unit/test_core_calls", "invalid/test_expectations",
                    "tests/cli/run.sh gac_val"]),
    "check": (["src/check/*.c"],
              ["unit/test_boxes", "unit/test_lines", "unit/test_checker_sizes",
               "unit/test_check_limits", "unit/test_check_again",
               "unit/test_aliases", "check/test_check", "check/test_scripts", "tests/check/run.sh",
               "tests/shadow/run.sh", "tests/cli/run.sh gac_hostile",
               "oom/test_oom"]),
    "diag": (["src/diag/*.c"],
             ["unit/test_module", "sarif/test_sarif",
              "invalid/test_expectations", "tests/cli/run.sh gac_val gac_run"]),
}

# -- mutants ---------------------------------------------------------------------
# In clang-format's dialect an operator of two operands has spaces around it.
SWAPS = [(a, b) for a, b in [
    ("==", "!="), ("!=", "=="), ("<", "<="), ("<=", "<"), (">", ">="),
    (">=", ">"), ("<", ">="), (">", "<="), ("<=", ">"), (">=", "<"),
    ("+", "-"), ("-", "+"), ("*", "+"), ("/", "*"), ("%", "/"), ("&", "|"),
    ("|", "&"), ("^", "|"), ("<<", ">>"), (">>", "<<"), ("&&", "||"),
    ("||", "&&"), ("+=", "-="), ("-=", "+="), ("|=", "="), ("|=", "&="),
    ("&=", "|="), ("*=", "+=")]]
ASSIGN = re.compile(r"\s+[\w*(][\w\->.\[\]()* +]* ([+*|&^-]?=|<<=|>>=) .*;$")
CALL = re.compile(r"\s+[\w]+\(.*\);$")
JUMP = re.compile(r"\s+(continue|break|return);$")
DECLARES = re.compile(r"\s+(static |const |struct |enum |unsigned |\w+ \*?\w+ = "
                      r"|\w+ \*?const )")


def blank(text):
    """The text with comments, strings, and directives blanked, as long as it."""
    def spaces(match):
        return re.sub(r"[^\n]", " ", match.group())
    pattern = (r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|' r"'(?:\\.|[^'\\\n])*'")
    text = re.sub(pattern, spaces, text, flags=re.S)
    return re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", spaces, text, flags=re.M)


def closing(code, at):
    """Where the parenthesis that opens at `at` closes."""
    depth = 0
    for i in range(at, len(code)):
        depth += {"(": 1, ")": -1}.get(code[i], 0)
        if depth == 0:
            return i
    return None


def numbers(digits):
    value = int(digits, 0)
    return [str(value + 1)] + ([str(value - 1)] if value > 0 else [])


def of_line(code, first, end, before):
    """The changes of one line: (start, end, new text). `before` is how the code in
    front of the line ends."""
    line = code[first:end]
    found = []
    for old, new in SWAPS:
        for m in re.finditer(r"(?<= )" + re.escape(old) + r"(?=[ \n]|$)", line):
            found.append((m.start(), m.end(), new))
    for m in re.finditer(r"\+\+|--", line):
        found.append((m.start(), m.end(), "--" if m.group() == "++" else "++"))
    for m in re.finditer(r"(?<![\w.])(0[xX][0-9a-fA-F]+|0|[1-9]\d*)(?=[uUlL]*\b)",
                         line):
        found += [(m.start(), m.end(), new) for new in numbers(m.group())]
    for m in re.finditer(r"\b(true|false)\b", line):
        found.append((m.start(), m.end(),
                      "false" if m.group() == "true" else "true"))
    for m in re.finditer(r"!(?=[\w(])", line):
        found.append((m.start(), m.end(), ""))
    for m in re.finditer(r"\b(if|while) (\()", line):
        last = closing(code, first + m.start(2))
        if last is not None:
            inner = code[first + m.start(2):last + 1]
            found.append((m.start(2), last + 1 - first, "(!" + inner + ")"))
    m = re.search(r"\breturn (.+);$", line)
    if m:
        if m.group(1) not in ("0", "false", "NULL"):
            found.append((m.start(1), m.end(1), "0"))
        if m.group(1) not in ("true", "false"):
            found.append((m.start(1), m.end(1), "!(" + m.group(1) + ")"))
    whole = before.endswith((";", "{", "}", ")", "else", ":")) and line.count(
        "(") == line.count(")")
    if whole and not DECLARES.match(line) and (
            ASSIGN.match(line) or CALL.match(line) or JUMP.match(line)):
        start = len(line) - len(line.lstrip())
        found.append((start, len(line), ";"))
    return found


def mutants_of(text):
    """A list of the changes for each line that has one; places are the file's."""
    code, lines, first = blank(text), [], 0
    for line in code.split("\n"):
        end = first + len(line)
        before = code[:first].rstrip()
        # Outside of functions are types and prototypes.
        if line.startswith((" ", "\t")):
            changes = [(first + a, first + b, new)
                       for a, b, new in of_line(code, first, end, before)]
            if changes:
                lines.append(changes)
        first = end + 1
    return lines


# -- the copy, and what runs in it ---------------------------------------------------
def limits():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_DATA, (8 << 30, 8 << 30))


def run(command, tree, seconds):
    """Its status, and the processor time that it takes; None: too long."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    child = subprocess.Popen(command, cwd=tree, stdin=subprocess.DEVNULL,
                             stdout=subprocess.DEVNULL,
                             stderr=subprocess.DEVNULL, preexec_fn=limits,
                             start_new_session=True)

    def cpu():
        now = resource.getrusage(resource.RUSAGE_CHILDREN)
        return (now.ru_utime + now.ru_stime - before.ru_utime -
                before.ru_stime)
    begun = time.monotonic()
    while child.poll() is None:
        # A loop without end is one process: its share of a busy machine.
        if time.monotonic() - begun > seconds:
            os.killpg(child.pid, signal.SIGKILL)
            child.wait()
            return None, cpu()
        time.sleep(0.01)
    return child.returncode, cpu()


def command_of(test):
    if not test.startswith("tests/"):
        return ["build/tests/" + test]
    script, *arguments = test.split()
    return ["bash", script, "build"] + arguments


def make(tree, test):
    """Links what a test needs, no more: most mutants end with the first ones."""
    made = ["build/lib/libgac.a", "build/lib/libgac-core-rules.a",
            "build/lib/libgac-tools.a"]
    if not test.startswith("tests/"):
        made.append("build/tests/" + test)
    if test == "tests/oracle/run.sh":
        made.append("build/tests/oracle/tool_oracle")
    elif test.startswith("tests/") or "expectations" in test:
        made += ["build/bin/gac-" + t for t in ("as", "dis", "run", "val")]
    return subprocess.run(["make", "-j2", "WARN=-w", "AR=ar --thin"] + made,
                          cwd=tree, stdin=subprocess.DEVNULL,
                          stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL).returncode == 0


def copy_tree(tree):
    names = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout.split(b"\0")
    listing = b"\0".join(n for n in names if n and os.path.exists(
        os.path.join(os.fsencode(ROOT), n)))
    tar = ["tar", "-C", str(ROOT), "--null", "-T", "-", "-cf", "-"]
    made = subprocess.run(tar, input=listing, stdout=subprocess.PIPE, check=True)
    subprocess.run(["tar", "-C", tree, "-xf", "-"], input=made.stdout, check=True)
    for folder in ("obj", "gen", "fixtures"):
        if (ROOT / "build" / folder).is_dir():
            shutil.copytree(ROOT / "build" / folder,
                            pathlib.Path(tree, "build", folder))


def try_mutant(tree, path, text, mutant, tests, usual):
    file = pathlib.Path(tree, path)
    file.write_text(mutant)
    try:
        for test in tests:
            if not make(tree, test):
                return "not compiled"
            status, _ = run(command_of(test), tree, 20 + 10 * usual[test])
            if status != 0:
                return "killed by " + test
        return "survived"
    finally:
        file.write_text(text)


def main():
    if len(sys.argv) < 2 or sys.argv[1] not in ROOMS:
        sys.exit(f"{__doc__}\nrooms: {' '.join(ROOMS)}")
    patterns, tests = ROOMS[sys.argv[1]]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 30
    chosen = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    verdicts = {}
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))
    with tempfile.TemporaryDirectory(prefix="gac-mutate-") as tree:
        copy_tree(tree)
        usual = {}
        for test in tests:
            if not make(tree, test):
                sys.exit(f"{test} does not build: make tests-built")
            status, usual[test] = run(command_of(test), tree, 900)
            if status != 0:
                sys.exit(f"{test} fails as it is")
        texts = {str(p.relative_to(ROOT)): p.read_text() for pattern in patterns
                 for p in sorted(ROOT.glob(pattern))}
        lines = [(path, changes) for path, text in texts.items()
                 for changes in mutants_of(text)]
        for path, changes in chosen.sample(lines, min(count, len(lines))):
            start, end, new = chosen.choice(changes)
            text = texts[path]
            mutant = text[:start] + new + text[end:]
            verdict = try_mutant(tree, path, text, mutant, tests, usual)
            print("".join(line if line.endswith("\n") else line + "\n"
                          for line in difflib.unified_diff(
                              text.splitlines(True), mutant.splitlines(True),
                              path, path, n=0)) + verdict + "\n", flush=True)
            key = verdict.split()[0]
            verdicts[key] = verdicts.get(key, 0) + 1
    print(", ".join(f"{n} {key}" for key, n in sorted(verdicts.items())))


if __name__ == "__main__":
    main()

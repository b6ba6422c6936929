#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
"""Tests the time and memory that gac-val takes for small modules of costly shapes
(shapes.py), and gac-run up to its first instructions.
usage: survey.py BIN FOLDER [--bench]

The limits are 2 s of processor time, ten times what is promised, and 200 MB. With
--bench the limit is 200 ms, and the slowest modules are printed. GAC_TEST_QUICK=1
takes every fourth shape."""
import os
import sys

BIN, FOLDER, BENCH = sys.argv[1], sys.argv[2], "--bench" in sys.argv
MOST_SECONDS = 0.2 if BENCH else 2.0
MOST_BYTES = 200 << 20
if os.environ.get("GAC_TEST_UNDER"):  # by another program, which has its own needs
    MOST_SECONDS, MOST_BYTES = 60.0, 2 << 30
MOST_MODULE = 16 << 10
RUN = ["-k", "k", "-g", "4", "--max-instructions", "100000"]
TOOLS = (("gac-val", [], []), ("gac-run", RUN, ["buf:u32:4096"]), ("gac-run", RUN + ["--check"], ["buf:u32:4096"]))
slow = "san" in BIN  # a sanitizer's memory and time are its own


def run(tool, options, path, operands):
    """Exit status, processor time and memory, of its children, too."""
    pid = os.fork()
    if pid == 0:
        null = os.open(os.devnull, os.O_RDWR)
        for fd in range(3):
            os.dup2(null, fd)
        os.execv(f"{BIN}/{tool}", [tool, *options, path, *operands])
    _, status, usage = os.wait4(pid, 0)
    return status, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024


def main():
    passed, failed, all_runs = 0, 0, []
    step = 4 if os.environ.get("GAC_TEST_QUICK") else 1
    for text in sorted(f for f in os.listdir(FOLDER) if f.endswith(".spvasm"))[::step]:
        path = f"{FOLDER}/{text[:-3]}"
        status, _, _ = run("gac-as", ["--target-env", "spv1.3", "-o", path], f"{FOLDER}/{text}", [])
        faults = [] if status == 0 and os.path.getsize(path) <= MOST_MODULE else ["it is not assembled, or too large"]
        for tool, options, operands in TOOLS if not faults else ():
            status, seconds, size = run(tool, options, path, operands)
            all_runs.append((seconds, size, text, tool, "--check" in options))
            if os.WIFSIGNALED(status) or os.WEXITSTATUS(status) not in (0, 1, 3, 4):
                faults.append(f"{tool}: status {status:#x}")
            if not slow and (seconds > MOST_SECONDS or size > MOST_BYTES):
                faults.append(f"{tool} {' '.join(options)}: {seconds:.2f} s, {size >> 20} MB")
        for fault in faults:
            print(f"FAIL: {text}: {fault}")
        passed, failed = passed + (not faults), failed + bool(faults)
    for seconds, size, text, tool, check in sorted(all_runs, reverse=True)[:12] if BENCH else ():
        print(f"{seconds * 1e3:6.0f} ms {size >> 20:4} MB  {tool}{' --check' if check else ''} {text}")
    print(f"{passed} passed, {failed} failed, 0 skipped")
    sys.exit(failed > 0 or passed == 0)


main()

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
"""Times gac-as and gac-dis against spirv-as and spirv-dis, by turns.

usage: text.py BUILD [ROUNDS] [TEXT...]

Each round runs the assemblers on a text, and the disassemblers on the module that
spirv-as made of it; each writes a new file, since replacing one waits for the disk.
The table has the processes' median times in milliseconds, how many times as fast gac
is, and the same without the time that an empty module takes.
The last line is the time of gac-run with a small kernel in text, as a multiple of
that of a program that does nothing, but is linked to the same libraries.
"""
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time


def run(*command):
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return 1000 * (time.perf_counter() - start)


def medians(rounds, out, commands):
    """Runs all commands by turns, without the file `out`; returns each one's median."""
    times = [[] for _ in commands]
    for _ in range(rounds):
        for of, command in zip(times, commands):
            pathlib.Path(out).unlink(missing_ok=True)
            of.append(run(*command))
    return [statistics.median(t) for t in times]


def print_pair(label, ours, theirs, empty):
    print(f"{label:32} {ours:8.1f} {theirs:10.1f} {theirs / ours:8.2f} "
          f"{(theirs - empty[1]) / max(ours - empty[0], 0.01):10.2f}")


def bench_text(build, rounds, text, folder):
    spv, out = folder + "/a.spv", folder + "/out"
    nothing = folder + "/nothing.spvasm"
    with open(nothing, "w", encoding="utf-8") as file:
        file.write("OpNop\n")
    subprocess.run(["spirv-as", text, "-o", spv], check=True)
    subprocess.run(["spirv-as", nothing, "-o", folder + "/n.spv"], check=True)
    gac_as, gac_dis = build + "/bin/gac-as", build + "/bin/gac-dis"
    t = medians(rounds, out, [
        [gac_as, text, "-o", out], ["spirv-as", text, "-o", out],
        [gac_dis, spv, "-o", out], ["spirv-dis", spv, "-o", out],
        [gac_as, nothing, "-o", out], ["spirv-as", nothing, "-o", out],
        [gac_dis, folder + "/n.spv", "-o", out],
        ["spirv-dis", folder + "/n.spv", "-o", out]])
    kib = os.path.getsize(text) // 1000
    print_pair(f"assemble {kib} KB", t[0], t[1], t[4:6])
    print_pair(f"disassemble to {kib} KB", t[2], t[3], t[6:8])


def main():
    build = sys.argv[1]
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 21
    print(f"{'ms':32} {'gac':>8} {'spirv-...':>10} {'ratio':>8} "
          f"{'no start':>10}")
    with tempfile.TemporaryDirectory() as folder:
        for text in sys.argv[3:]:
            bench_text(build, rounds, text, folder)
        source, empty = folder + "/e.c", folder + "/e"
        with open(source, "w", encoding="utf-8") as file:
            file.write("int main(void) { return 0; }\n")
        subprocess.run(["cc", source, "-o", empty, "-Wl,--no-as-needed",
                        "-lsleef", "-lm", "-lpthread"], check=True)
        write_kernel(folder + "/k.spvasm")
        t = medians(rounds, folder + "/out", [
            [build + "/bin/gac-run", "-g", "1", "-l", "1", folder + "/k.spvasm"],
            [empty]])
    print(f"{'gac-run, 2 KB of text':32} {t[0]:8.1f} {t[1]:10.1f} "
          f"{t[0] / t[1]:8.2f} (of an empty program)")


def write_kernel(path):
    """A kernel of about 2 KB that takes no argument."""
    lines = ["OpCapability Kernel", "OpCapability Addresses",
             "OpMemoryModel Physical64 OpenCL",
             'OpEntryPoint Kernel %main "main"', "%void = OpTypeVoid",
             "%uint = OpTypeInt 32 0", "%f = OpTypeFunction %void",
             "%one = OpConstant %uint 1", "%main = OpFunction %void None %f",
             "%entry = OpLabel"]
    lines += [f"%x{i} = OpIAdd %uint %one {'%one' if i == 0 else f'%x{i-1}'}"
              for i in range(60)]
    lines += ["OpReturn", "OpFunctionEnd"]
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()

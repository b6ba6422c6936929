#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
"""Tests gac-val's findings about copies on paths.

Random kernels of copies and waits under conditions, in switches and in loops: the
findings are compared with what happens for each value of their parameters, as an
interpreter of 40 lines, below, runs them. No finding is false; of the faults in
kernels that are mostly right, few are missed. Then large kernels of one shape: each
has one fault, which must be found, or its time may grow no faster than its size.

usage: paths.py BIN FOLDER [SEED]. GAC_TEST_QUICK=1 makes a sixth of the kernels."""
import os
import random
import re
import resource
import subprocess
import sys

BIN, FOLDER = sys.argv[1:3]
SEED = int(sys.argv[3]) if len(sys.argv) > 3 else 1
KERNELS = 80 if os.environ.get("GAC_TEST_QUICK") else 480
VALUES = range(7)  # of a parameter; larger ones take the same paths
LOADS = 6  # draws of what memory holds, for each choice of parameters; ..
MORE_LOADS = 400  # .. before something that is told is called false
MOST_STEPS = 20000
LEAST_FOUND = 0.95
EVENTS, DEPTH = 3, 4

HEAD = """OpCapability Addresses
OpCapability Kernel
OpCapability Int64
OpMemoryModel Physical64 OpenCL
OpEntryPoint Kernel %k "k" %tile
%void = OpTypeVoid
%bool = OpTypeBool
%uint = OpTypeInt 32 0
%ulong = OpTypeInt 64 0
%event = OpTypeEvent
%u0 = OpConstant %uint 0
%u1 = OpConstant %uint 1
%u2 = OpConstant %uint 2
%u3 = OpConstant %uint 3
%u5 = OpConstant %uint 5
%l0 = OpConstant %ulong 0
%l1 = OpConstant %ulong 1
%l16 = OpConstant %ulong 16
%gp = OpTypePointer CrossWorkgroup %uint
%lp = OpTypePointer Workgroup %uint
%arr = OpTypeArray %uint %l16
%lap = OpTypePointer Workgroup %arr
%ep = OpTypePointer Function %event
%up = OpTypePointer Function %uint
%egp = OpTypePointer CrossWorkgroup %event
%no = OpConstantNull %event"""


def module(n_parameters, body):
    """Lines of a module with one kernel, and where `body` begins."""
    lines = HEAD.split("\n")
    lines.append("%fn = OpTypeFunction %void %gp " + "%uint " * n_parameters)
    lines += ["%tile = OpVariable %lap Workgroup", "%k = OpFunction %void None %fn", "%g = OpFunctionParameter %gp"]
    lines += [f"%f{i} = OpFunctionParameter %uint" for i in range(n_parameters)]
    lines += ["%entry = OpLabel"]
    lines += [f"%ev{i} = OpVariable %ep Function" for i in range(EVENTS)]
    lines += [f"%count{i} = OpVariable %up Function" for i in range(DEPTH)]
    lines += ["%t = OpInBoundsPtrAccessChain %lp %tile %l0 %l0"]
    begin = len(lines)
    return lines + body + ["OpReturn", "OpFunctionEnd", ""], begin


def save(path, lines):
    with open(path, "w", encoding="ascii") as file:
        file.write("\n".join(lines))


COPY = "%e{0} = OpGroupAsyncCopy %event %u2 %t %g %l16 %l1 %no"
WAIT = "OpGroupWaitEvents %u2 %u1 %ev{0}"


class Kernel:
    """A tree of statements: (kind, number, ...)."""

    def __init__(self, draw, size, right):
        self.draw, self.right = draw, right
        self.n_parameters, self.n_events = draw.choice((1, 2)), draw.randint(1, EVENTS)
        self.null = [draw.random() < 0.9 for _ in range(self.n_events)]
        self.n = 0
        self.tree = self.block(0, size)
        self.body, self.line = [], {}
        self.body += [f"OpStore %ev{i} %no" for i in range(self.n_events) if self.null[i]]
        self.write(self.tree)

    def number(self):
        self.n += 1
        return self.n

    def condition(self):
        kind = self.draw.choice(("is", "is", "is", "below", "loaded"))
        return kind, self.draw.randrange(self.n_parameters), self.draw.choice((0, 1) if kind == "is" else (2, 3, 5))

    def block(self, depth, size):
        """Statements of so many operations, about."""
        out, draw = [], self.draw
        while size > 0:
            event = draw.randrange(self.n_events)
            if draw.random() < self.right:
                out += [("copy", self.number(), event), ("wait", self.number(), event)]
                size -= 2
                continue
            kinds = ["copy", "copy", "wait", "wait", "use"] + (["if", "if", "switch"] if depth < DEPTH else [])
            kind = draw.choice(kinds + (["loop"] if depth < 3 else []))
            inner = draw.randint(1, max(1, size // 2))
            if kind in ("copy", "wait", "use"):
                out.append((kind, self.number(), event))
                size -= 1
            elif kind == "if":
                other = self.block(depth + 1, max(1, inner // 2)) if draw.random() < 0.4 else []
                out.append((kind, self.number(), self.condition(), self.block(depth + 1, inner), other))
                size -= inner + 1
            elif kind == "switch":
                cases = [self.block(depth + 1, 1) for _ in range(draw.choice((2, 3, 5)))]
                out.append((kind, self.number(), draw.randrange(self.n_parameters), cases))
                size -= len(cases)
            else:
                end = draw.choice(("%u3", "%u5", f"%f{draw.randrange(self.n_parameters)}"))
                out.append((kind, self.number(), depth, end, self.block(depth + 1, inner)))
                size -= inner + 1
        return out

    def write(self, block):
        put = self.body.append
        for kind, n, *rest in block:
            self.line[n] = len(self.body)
            if kind == "copy":
                put(COPY.format(n))
                put(f"OpStore %ev{rest[0]} %e{n}")
            elif kind == "wait":
                put(WAIT.format(rest[0]))
            elif kind == "use":
                put(f"%x{n} = OpLoad %uint %t")
            elif kind == "if":
                (how, parameter, number), then, other = rest
                if how == "loaded":
                    put(f"%v{n} = OpLoad %uint %g Volatile")
                what = "IEqual" if how != "below" else "ULessThan"
                put(f"%c{n} = Op{what} %bool {f'%v{n} %u0' if how == 'loaded' else f'%f{parameter} %u{number}'}")
                put(f"OpBranchConditional %c{n} %then{n} %else{n}")
                for name, inner in (("then", then), ("else", other)):
                    put(f"%{name}{n} = OpLabel")
                    self.write(inner)
                    put(f"OpBranch %join{n}")
                put(f"%join{n} = OpLabel")
            elif kind == "switch":
                put(f"OpSwitch %f{rest[0]} %join{n} " + " ".join(f"{i} %case{n}_{i}" for i in range(len(rest[1]))))
                for i, inner in enumerate(rest[1]):
                    put(f"%case{n}_{i} = OpLabel")
                    self.write(inner)
                    put(f"OpBranch %join{n}")
                put(f"%join{n} = OpLabel")
            elif n % 2:
                counter, end, inner = rest
                self.body += [f"OpStore %count{counter} %u0", f"OpBranch %head{n}", f"%head{n} = OpLabel",
                              f"%i{n} = OpLoad %uint %count{counter}", f"%c{n} = OpULessThan %bool %i{n} {end}",
                              f"OpBranchConditional %c{n} %body{n} %join{n}", f"%body{n} = OpLabel"]
                self.write(inner)
                self.body += [f"%j{n} = OpLoad %uint %count{counter}", f"%k{n} = OpIAdd %uint %j{n} %u1",
                              f"OpStore %count{counter} %k{n}", f"OpBranch %head{n}", f"%join{n} = OpLabel"]
            else:  # the counter is a phi, and no variable
                _, end, inner = rest
                self.body += [f"OpBranch %pre{n}", f"%pre{n} = OpLabel", f"OpBranch %head{n}", f"%head{n} = OpLabel",
                              f"%i{n} = OpPhi %uint %u0 %pre{n} %k{n} %latch{n}",
                              f"%c{n} = OpULessThan %bool %i{n} {end}",
                              f"OpBranchConditional %c{n} %body{n} %join{n}", f"%body{n} = OpLabel"]
                self.write(inner)
                self.body += [f"OpBranch %latch{n}", f"%latch{n} = OpLabel", f"%k{n} = OpIAdd %uint %i{n} %u1",
                              f"OpBranch %head{n}", f"%join{n} = OpLabel"]

    def happens(self, loads):
        """(statement, rule) of what can happen, or of waits always does; the
        statements that are executed. None: it takes too long."""
        found, waits, done = set(), {}, set()
        for choice in range(len(VALUES) ** self.n_parameters):
            values = [choice // len(VALUES) ** i % len(VALUES) for i in range(self.n_parameters)]
            for _ in range(loads):
                run = Run(self, values, found, waits, done)
                run.block(self.tree)
                if run.steps > MOST_STEPS:
                    return None
                found |= {(n, "missing-wait") for n, _ in run.flying}
        for n, (released, unset) in waits.items():
            found |= {(n, "released-event")} if released else set()
            found |= {(n, "undefined-event")} if unset else set()
        return found, done


class Run:
    """One execution. An event is None, "unset", or [copy, released]."""

    def __init__(self, kernel, values, found, waits, done):
        self.draw, self.values, self.found, self.waits, self.done = kernel.draw, values, found, waits, done
        self.events = [None if null else "unset" for null in kernel.null]
        self.flying, self.steps = [], 0
        self.chances = {}  # of a loaded condition: in a loop it may be the same each time

    def block(self, block):
        for kind, n, *rest in block:
            self.steps += 1
            self.done.add(n)
            if self.steps > MOST_STEPS:
                return
            if kind in ("copy", "use") and self.flying:
                self.found.add((n, "use-before-wait"))
            if kind == "copy":
                self.events[rest[0]] = [n, False]
                self.flying.append(self.events[rest[0]])
            elif kind == "wait":
                self.wait(n, self.events[rest[0]])
            elif kind == "if":
                (how, parameter, number), then, other = rest
                value = self.values[parameter]
                if how == "loaded":
                    true = self.draw.random() < self.chances.setdefault(n, self.draw.choice((0, 0.5, 1)))
                else:
                    true = value < number if how == "below" else value == number
                self.block(then if true else other)
            elif kind == "switch" and self.values[rest[0]] < len(rest[1]):
                self.block(rest[1][self.values[rest[0]]])
            elif kind == "loop":
                end = rest[1]
                for _ in range(int(end[2:]) if end[1] == "u" else self.values[int(end[2:])]):
                    self.block(rest[2])

    def wait(self, n, event):
        copied = isinstance(event, list)
        released, unset = self.waits.get(n, (True, True))
        self.waits[n] = (released and copied and event[1], unset and event == "unset")
        if copied and not event[1]:
            event[1] = True
            self.flying = [other for other in self.flying if other is not event]


def told(files):
    """Of each file, the (line, rule) of its warnings."""
    out = {file: set() for file in files}
    run = subprocess.run([BIN + "/gac-val", "--color=never", *files], capture_output=True, text=True)
    for file, line, rule in re.findall(r"^(?:error|warning): (.*?):(\d+): \[([a-z-]+)\]", run.stderr, re.M):
        out[file].add((int(line), rule))
    return out


def true_of(own, found, done):
    """What happens, and what is told of statements that nothing leads to."""
    return found | {(n, rule) for n, rule in own if n not in done}


def drawn():
    """Counts of what went wrong; of missing waits in right kernels: told, all."""
    draw, cases, hit, all_missing = random.Random(SEED), {}, 0, 0
    for i in range(KERNELS):
        kernel = Kernel(draw, (4, 8, 16, 24)[i % 4], 0.7 * (i % 2))
        lines, begin = module(kernel.n_parameters, kernel.body)
        cases[f"{FOLDER}/{i}.spvasm"] = kernel, begin, i % 2 == 1
        save(f"{FOLDER}/{i}.spvasm", lines)
    results, failed, n = told(list(cases)), 0, 0
    for path, (kernel, begin, right) in cases.items():
        happening = kernel.happens(LOADS)
        if happening is None:
            continue
        n += 1
        at = {kernel.line[k] + begin + 1: k for k in kernel.line}
        own = {(at.get(line), rule) for line, rule in results[path]}
        if own - true_of(own, *happening):
            happening = kernel.happens(MORE_LOADS)
        found = happening[0]
        false = own - true_of(own, *happening)
        if false:
            failed += 1
            print(f"FAIL: kernel {path.split('/')[-1]} of seed {SEED}: told, and does not happen: {sorted(false, key=str)}")
        missing = {x for x in found if x[1] == "missing-wait"} if right else set()
        hit, all_missing = hit + len(missing & own), all_missing + len(missing)
    if hit < LEAST_FOUND * all_missing or n < KERNELS / 2:
        failed += 1
        print(f"FAIL: {hit} of {all_missing} missing waits are told, of {n} kernels")
    return n, failed


def under_conditions(n):
    body = []
    for i in range(n):
        body += [f"%c{i} = OpIEqual %bool %f{i} %u0", f"OpBranchConditional %c{i} %a{i} %b{i}", f"%a{i} = OpLabel",
                 COPY.format(i), f"OpStore %ev0 %e{i}", WAIT.format(0) if i else "OpNop", f"OpBranch %b{i}", f"%b{i} = OpLabel"]
    return n, body, 3


def switch_of(n):
    body = [COPY.format("x"), "OpSwitch %f0 %end " + " ".join(f"{i} %a{i}" for i in range(n))]
    for i in range(n):
        body += [f"%a{i} = OpLabel", "OpStore %ev0 %ex", "OpBranch %end"]
    return 1, body + ["%end = OpLabel"], 0


def falling_cases(n):
    body = [COPY.format("x"), "OpSwitch %f0 %end " + " ".join(f"{i} %a{i}" for i in range(n))]
    for i in range(n):
        body += [f"%a{i} = OpLabel", "OpStore %ev0 %ex", f"OpBranch %a{i + 1}" if i + 1 < n else "OpBranch %end"]
    return 1, body + ["%end = OpLabel", WAIT.format(0)], 0


def phis(n):
    body = ["%c = OpIEqual %bool %f0 %u0", "OpBranchConditional %c %a %b"]
    body += ["%a = OpLabel", "OpBranch %join", "%b = OpLabel", "OpBranch %join", "%join = OpLabel"]
    body += [f"%p{i} = OpPhi %ulong %l0 %a %l1 %b" for i in range(n)]
    for i in range(n):
        body += [f"%t{i} = OpInBoundsPtrAccessChain %lp %tile %l0 %p{i}",
                 COPY.format(i).replace("%t ", f"%t{i} ").replace("%no", f"%e{i - 1}" if i else "%no")]
    return 1, body, len(body) - 1


def large():
    failed, shapes = 0, [(f, n) for f in (under_conditions, switch_of, falling_cases, phis)
                      for n in (20, 40, 200, 1000, 3000)]
    for shape, n in shapes:
        parameters, body, at = shape(n)
        lines, begin = module(parameters, body)
        path = f"{FOLDER}/{shape.__name__}_{n}.spvasm"
        save(path, lines)
        if (begin + at + 1, "missing-wait") not in told([path])[path]:
            failed += 1
            print(f"FAIL: {shape.__name__}({n}): the missing wait is not told")
    return len(shapes), failed


def waits_in_a_row(n):
    return 1, [line for i in range(n) for line in (COPY.format(i), f"OpStore %ev0 %e{i}", WAIT.format(0))]


def all_in_flight_in_a_loop(n):
    body = ["OpBranch %head", "%head = OpLabel", "%c = OpIEqual %bool %f0 %u0", "OpBranchConditional %c %body %end"]
    return 1, body + ["%body = OpLabel"] + [COPY.format(i) for i in range(n)] + ["OpBranch %head", "%end = OpLabel"]


def all_in_flight_and_stored_away(n):
    body = [COPY.format(i) for i in range(n)] + ["%away = OpBitcast %egp %g"]
    return 1, body + [f"OpStore %away %e{i}" for i in range(n)]


def conditions_in_a_row(n):
    body = []
    for i in range(n):
        body += [f"%v{i} = OpLoad %uint %g Volatile", f"%c{i} = OpIEqual %bool %v{i} %u0"]
        body += [f"OpBranchConditional %c{i} %a{i} %b{i}", f"%a{i} = OpLabel", COPY.format(i), f"OpStore %ev0 %e{i}"]
        body += [WAIT.format(0), f"OpBranch %b{i}", f"%b{i} = OpLabel"]
    return 1, body


def seconds(path):
    """Processor time of gac-val's own rules, the least of three."""
    times = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        subprocess.run([BIN + "/gac-val", "--no-core", path], capture_output=True, check=False)
        times.append(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before)
    return min(times)


def growing():
    """Four times the module, four times the time: sixteen times would be a square."""
    failed, shapes = 0, ((waits_in_a_row, 25000), (all_in_flight_in_a_loop, 4000),
                         (all_in_flight_and_stored_away, 8000), (conditions_in_a_row, 4000))
    for shape, least in shapes:
        times = []
        for n in (least, 4 * least):
            lines, _ = module(*shape(n))
            path = f"{FOLDER}/growing.spvasm"
            save(path, lines)
            subprocess.run([BIN + "/gac-as", path, "-o", path[:-3]], check=True)
            times.append(seconds(path[:-3]))
        if times[1] > 9 * times[0] + 0.05:
            failed += 1
            print(f"FAIL: {shape.__name__}: {times[0]:.3f} s, four times as many {times[1]:.3f} s")
    return len(shapes), failed


def main():
    parts = [drawn, large]
    if not os.environ.get("GAC_TEST_UNDER"):  # whose time is another program's
        parts.append(growing)
    total, failed = map(sum, zip(*(part() for part in parts)))
    print(f"{total - failed} passed, {failed} failed, 0 skipped")
    sys.exit(failed > 0)


main()

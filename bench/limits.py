#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
"""Measures how long after its --timeout a command ends, in directed cases that take
longer than their limit. usage: limits.py BIN [REPEATS]

The limit also holds before the kernel begins, as while a large buffer is made. 100
ms are allowed, on an idle core."""
import os
import subprocess
import sys
import tempfile
import time

BIN, REPEATS = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 3
MOST_LATE = 0.1
SIZE = 1 << 28

HEAD = """OpCapability Addresses
OpCapability Kernel
OpCapability Int64
OpCapability Int8
OpCapability Groups
%set = OpExtInstImport "Codeplay.GroupAsyncCopies"
%ocl = OpExtInstImport "OpenCL.std"
OpMemoryModel Physical64 OpenCL
OpEntryPoint Kernel %k "k"
%void = OpTypeVoid
%bool = OpTypeBool
%u8 = OpTypeInt 8 0
%u32 = OpTypeInt 32 0
%u64 = OpTypeInt 64 0
%event = OpTypeEvent
%gp = OpTypePointer CrossWorkgroup %u8
%lp = OpTypePointer Workgroup %u8
%cp = OpTypePointer UniformConstant %u8
%evp = OpTypePointer Function %event
""" + f"""%n = OpConstant %u64 {SIZE}
%half = OpConstant %u64 {SIZE // 2}
%tile_t = OpTypeArray %u8 %n
%tile_p = OpTypePointer Workgroup %tile_t
%private_p = OpTypePointer Function %tile_t
%text_n = OpConstant %u64 8
%text_t = OpTypeArray %u8 %text_n
%text_p = OpTypePointer UniformConstant %text_t
%a = OpConstant %u8 97
%z = OpConstant %u8 0
%zero = OpConstantNull %tile_t
""" + """%percent = OpConstant %u8 37
%s = OpConstant %u8 115
%d = OpConstant %u8 100
%format_s = OpConstantComposite %text_t %percent %s %z %z %z %z %z %z
%format_d = OpConstantComposite %text_t %percent %d %a %a %a %a %a %z
%fs = OpVariable %text_p UniformConstant %format_s
%fd = OpVariable %text_p UniformConstant %format_d
%l0 = OpConstant %u64 0
%l1 = OpConstant %u64 1
%l2 = OpConstant %u64 2
%i1 = OpConstant %u32 1
%i2 = OpConstant %u32 2
%none = OpConstantNull %event
%tile = OpVariable %tile_p Workgroup
%fn = OpTypeFunction %void %gp
%k = OpFunction %void None %fn
%g = OpFunctionParameter %gp
%entry = OpLabel
%ev = OpVariable %evp Function
%lds = OpInBoundsAccessChain %lp %tile %l0
%ps = OpInBoundsAccessChain %cp %fs %l0
%pd = OpInBoundsAccessChain %cp %fd %l0
%far = OpInBoundsPtrAccessChain %gp %g %half
"""
END = "OpReturn\nOpFunctionEnd\n"
WAIT = "OpStore %ev %e\nOpGroupWaitEvents %i2 %i1 %ev\n"


def loop(body):
    return ("OpBranch %h\n%h = OpLabel\n%i = OpPhi %u64 %l0 %entry %j %h\n%j = OpIAdd %u64 %i %l1\n" + body
            + "%more = OpINotEqual %bool %j %l0\nOpBranchConditional %more %h %b\n%b = OpLabel\n")


def copies(n):
    """Copies of the whole tile, one behind the other: longer than any limit."""
    return {
        "core": "%e = OpGroupAsyncCopy %event %i2 %lds %g %n %l1 %none\n",
        "out": "%e = OpGroupAsyncCopy %event %i2 %g %lds %n %l1 %none\n",
        "strided": "%e = OpGroupAsyncCopy %event %i2 %lds %g %half %l2 %none\n",
        "2d": "%e = OpExtInst %event %set 1 %lds %l0 %g %l0 %l1 %l1 %half %l2 %l2 %none\n",
        "3d": "%e = OpExtInst %event %set 2 %lds %l0 %g %l0 %l1 %l1 %half %l1 %l2 %n %l2 %n %none\n",
        "over": "%e = OpExtInst %event %set 1 %lds %l0 %g %l0 %l1 %l2 %half %l1 %l1 %none\n",
    }[n]


BUFFER = [f"buf:u8:{SIZE}"]


def cases(folder):
    """Name, command; kernels are in `folder`."""
    def module(name, body):
        path = f"{folder}/{name}.spv"
        subprocess.run([f"{BIN}/gac-as", "-", "-o", path], input=HEAD + body + END, text=True, check=True)
        return path

    run = [f"{BIN}/gac-run", "-g", "1", "--timeout", "0.5"]
    for check in [], ["--check"]:
        mark = " --check" if check else ""
        yield "loop" + mark, run + check + [module("loop", loop("")), "buf:u8:64"]
        yield "printf" + mark, run + check + [module("printf", loop("%r = OpExtInst %u32 %ocl printf %pd %i1\n")), "buf:u8:64"]
        yield "printf of a long string" + mark, run + check + [
            module("string", "%gs = OpBitcast %cp %g\n" + loop("%r = OpExtInst %u32 %ocl printf %ps %gs\n")), "buf:u8:65536=97"]
        yield "OpCopyMemorySized" + mark, run + check + [module("sized", loop("OpCopyMemorySized %g %far %half\n")), *BUFFER]
        for kind in "core", "out", "strided", "2d", "3d", "over":
            for mode in "eager", "late", "thread", "random:1":
                yield f"copy {kind} {mode}{mark}", run + check + ["--async=" + mode, module(kind, loop(copies(kind) + WAIT)), *BUFFER]
        yield "copies without a wait" + mark, run + check + [
            module("flights", loop("%e = OpGroupAsyncCopy %event %i2 %lds %g %l1 %l1 %none\n")), "buf:u8:64"]
    nothing = module("nothing", "")
    for init in "", "=7", "=seq", "=1,2,3", "=rand:1":
        yield "a buffer" + init, [f"{BIN}/gac-run", "-g", "1", "--timeout", "0.1", nothing, f"buf:u8:{1 << 31}{init}"]
    yield "--dump", run + ["--dump", "0", nothing, "buf:f32:30000000"]
    yield "--out", run + ["--out", f"0={folder}/out.bin", nothing, "buf:u8:2000000000"]
    yield "--repeat", run + ["--repeat", "1000000", nothing, "buf:u8:64"]
    chain = f"{folder}/chain.spvasm"
    with open(chain, "w", encoding="ascii") as f:
        f.write("OpCapability Shader\nOpCapability Kernel\nOpCapability Addresses\nOpCapability Linkage\nOpMemoryModel Physical64 OpenCL\n"
                "%void = OpTypeVoid\n%fn = OpTypeFunction %void\n")
        for i in range(40000):
            call = f"%r{i} = OpFunctionCall %void %f{i + 1}\n" if i < 39999 else ""
            f.write(f"%f{i} = OpFunction %void None %fn\n%l{i} = OpLabel\n{call}OpReturn\nOpFunctionEnd\n")
    yield "gac-val, SPIRV-Tools", [f"{BIN}/gac-val", "--timeout", "1.0", chain]
    large = f"{folder}/large.spvasm"
    with open(large, "w", encoding="ascii") as f:
        f.write(HEAD + "".join(f"%e{i} = OpGroupAsyncCopy %event %i2 %lds %g %l1 %l1 %none\nOpStore %ev %e{i}\n"
                               "OpGroupWaitEvents %i2 %i1 %ev\n" for i in range(100000)) + END)
    yield "gac-val, own rules", [f"{BIN}/gac-val", "--no-core", "--timeout", "0.15", large]
    yield "gac-run, compiling", [f"{BIN}/gac-run", "-g", "1", "--timeout", "0.3", large, "buf:u8:64"]


def main():
    worst = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, command in cases(folder):
            limit = float(command[command.index("--timeout") + 1])
            late = []
            for _ in range(REPEATS):
                start = time.monotonic()
                done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
                late.append(time.monotonic() - start - limit)
            told = b"[limit]" in done.stderr
            worst = max(worst, min(late))
            note = "" if told else f"   ended without the limit ({done.returncode})"
            print(f"{min(late) * 1e3:7.1f} ms  {name}{note}", flush=True)
    print(f"{worst * 1e3:7.1f} ms is the most, {MOST_LATE * 1e3:.0f} are allowed")
    sys.exit(worst > MOST_LATE)


main()

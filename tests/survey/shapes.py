#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
"""Writes small modules of costly shapes: deep nesting, very many of one kind, shared
parts that a naive walk visits once for each path to them. Each module is a text in
the folder, and less than 16 KB as words. usage: shapes.py FOLDER

Its kernel is "k", and takes a pointer to global 32-bit integers."""
import sys

HEAD = """OpCapability Kernel
OpCapability Addresses
OpCapability Linkage
OpCapability Int64
OpCapability Int8
OpCapability Vector16
OpCapability Groups
OpCapability Float64
%ocl = OpExtInstImport "OpenCL.std"
%set = OpExtInstImport "Codeplay.GroupAsyncCopies"
OpMemoryModel Physical64 OpenCL
"""
TYPES = """%void = OpTypeVoid
%bool = OpTypeBool
%char = OpTypeInt 8 0
%uint = OpTypeInt 32 0
%ulong = OpTypeInt 64 0
%float = OpTypeFloat 32
%v3 = OpTypeVector %ulong 3
%v16 = OpTypeVector %uint 16
%event = OpTypeEvent
%gp = OpTypePointer CrossWorkgroup %uint
%lp = OpTypePointer Workgroup %uint
%pp = OpTypePointer Function %uint
%ip = OpTypePointer Input %v3
%fn = OpTypeFunction %void %gp
%fnv = OpTypeFunction %void
%u0 = OpConstant %uint 0
%u1 = OpConstant %uint 1
%u2 = OpConstant %uint 2
%u16 = OpConstant %uint 16
%u264 = OpConstant %uint 264
%l0 = OpConstant %ulong 0
%l1 = OpConstant %ulong 1
%l2 = OpConstant %ulong 2
%l16 = OpConstant %ulong 16
%l1024 = OpConstant %ulong 1024
%tile_t = OpTypeArray %uint %l1024
%tile_p = OpTypePointer Workgroup %tile_t
%none = OpConstantNull %event
%id = OpVariable %ip Input
%tile = OpVariable %tile_p Workgroup
"""
BEGIN = """%k = OpFunction %void None %fn
%g = OpFunctionParameter %gp
%entry = OpLabel
"""
IDS = """%ids = OpLoad %v3 %id
%gid = OpCompositeExtract %ulong %ids 0
%here = OpInBoundsPtrAccessChain %gp %g %gid
%x = OpLoad %uint %here Aligned 4
%odd = OpBitwiseAnd %uint %x %u1
%is = OpIEqual %bool %odd %u1
%lds = OpInBoundsAccessChain %lp %tile %l0
"""
END = "OpReturn\nOpFunctionEnd\n"
shapes = {}


def shape(name, body, types="", variables="", head="", before="", after="", entries=None):
    entries = entries or 'OpEntryPoint Kernel %k "k" %id\n'
    shapes[name] = (HEAD + entries + head + "OpDecorate %id BuiltIn GlobalInvocationId\n" + TYPES + types
                    + before + BEGIN + variables + IDS + body + END + after)


def each(n, line, join=""):
    return join.join(line(i) + "\n" for i in range(n))


# -- types in each other
def doubled(n, leaf):
    return f"%s0 = OpTypeStruct {leaf}\n" + each(n - 1, lambda i: f"%s{i + 1} = OpTypeStruct %s{i} %s{i}")


for n, leaf in ((8, "%uint"), (18, "%uint"), (27, "%uint"), (40, "%uint"), (60, "")):
    kind = f"{n}{'-empty' if not leaf else ''}"
    types = doubled(n, leaf) + f"%sp = OpTypePointer Function %s{n-1}\n%sg = OpTypePointer CrossWorkgroup %s{n-1}\n"
    shape(f"structs-{kind}", "", types)
    shape(f"structs-null-{kind}", "", types + f"%null = OpConstantNull %s{n-1}\n")
    shape(f"structs-variable-{kind}", f"%v = OpLoad %s{n-1} %a\nOpStore %b %v\n", types, "%a = OpVariable %sp Function\n%b = OpVariable %sp Function\n")
    shape(f"structs-undef-{kind}", f"%v = OpUndef %s{n-1}\n%w = OpCopyObject %s{n-1} %v\n%y = OpSelect %s{n-1} %is %v %w\n", types)
    shape(f"structs-global-{kind}", f"%q = OpBitcast %sg %g\n%v = OpLoad %s{n-1} %q Aligned 4\nOpStore %q %v Aligned 4\n", types)
    shape(f"structs-many-{kind}", "%q = OpBitcast %sg %g\n" + each(60, lambda i: f"%v{i} = OpLoad %s{n-1} %q Aligned 4\nOpStore %q %v{i} Aligned 4"), types)
    shape(f"structs-copy-{kind}", "%q = OpBitcast %sg %g\n" + each(100, lambda i: "OpCopyMemory %a %q"), types, "%a = OpVariable %sp Function\n")
    shape(f"structs-chain-{kind}", f"%p = OpInBoundsAccessChain {'%pp' if leaf else '%se'} %a {'%u1 ' * (n - 1)}{'%u0' if leaf else ''}\n",
          types + ("" if leaf else "%se = OpTypePointer Function %s0\n"), "%a = OpVariable %sp Function\n")
    shape(f"structs-call-{kind}", f"%v = OpUndef %s{n-1}\n" + each(40, lambda i: f"%c{i} = OpFunctionCall %s{n-1} %f %v"),
          types + f"%sf = OpTypeFunction %s{n-1} %s{n-1}\n", after=f"%f = OpFunction %s{n-1} None %sf\n%fp = OpFunctionParameter %s{n-1}\n%fl = OpLabel\nOpReturnValue %fp\nOpFunctionEnd\n")
    composite = "".join(f"%k{i + 1} = OpConstantComposite %s{i + 1} %k{i} %k{i}\n" for i in range(n - 1))
    shape(f"structs-constant-{kind}", f"OpStore %a %k{n-1}\n", types + f"%k0 = OpConstantComposite %s0 {'%u1' if leaf else ''}\n" + composite, "%a = OpVariable %sp Function\n")
    shape(f"structs-initializer-{kind}", "", types + f"%k0 = OpConstantComposite %s0 {'%u1' if leaf else ''}\n" + composite
          + f"%sc = OpTypePointer UniformConstant %s{n-1}\n%a = OpVariable %sc UniformConstant %k{n-1}\n")
    shape(f"structs-extract-{kind}", f"%v = OpLoad %s{n-1} %a\n" + each(30, lambda i: f"%e{i} = OpCompositeExtract %s1 %v {'0 ' * (n - 2)}"), types, "%a = OpVariable %sp Function\n")
arrays = "%a0 = OpTypeArray %uint %u2\n" + each(60, lambda i: f"%a{i + 1} = OpTypeArray %a{i} %u{1 if i > 8 else 2}")
shape("arrays-deep", "%v = OpLoad %a60 %a\nOpStore %a %v\n", arrays + "%ap = OpTypePointer Function %a60\n", "%a = OpVariable %ap Function\n")
arrays = "%a0 = OpTypeArray %uint %u2\n" + each(30, lambda i: f"%a{i + 1} = OpTypeArray %a{i} %u2")
shape("arrays-doubled", "%v = OpLoad %a30 %a\nOpStore %a %v\n", arrays + "%ap = OpTypePointer Function %a30\n", "%a = OpVariable %ap Function\n")
shape("arrays-value", "%q = OpBitcast %ap %g\n" + each(100, lambda i: f"%v{i} = OpLoad %a10 %q Aligned 4\nOpStore %q %v{i} Aligned 4"), arrays + "%ap = OpTypePointer CrossWorkgroup %a10\n")
shape("private-huge", each(100, lambda i: f"%q{i} = OpInBoundsAccessChain %pp %a{i} %x\nOpStore %q{i} %x"),
      "%n = OpConstant %ulong 262144\n%t = OpTypeArray %uint %n\n%tp = OpTypePointer Function %t\n", each(100, lambda i: f"%a{i} = OpVariable %tp Function"))
shape("private-many", each(200, lambda i: f"%q{i} = OpInBoundsAccessChain %pp %a{i} %x\nOpStore %q{i} %x"),
      "%t = OpTypeArray %uint %u16\n%tp = OpTypePointer Function %t\n", each(200, lambda i: f"%a{i} = OpVariable %tp Function"))
shape("composite-wide", "OpStore %a %big\n", "%n = OpConstant %ulong 3000\n%t = OpTypeArray %uint %n\n%tp = OpTypePointer Function %t\n"
      + f"%big = OpConstantComposite %t {'%u1 ' * 3000}\n", "%a = OpVariable %tp Function\n")
shape("struct-wide", "%v = OpLoad %t %a\nOpStore %b %v\n", f"%t = OpTypeStruct {'%uint ' * 3000}\n%tp = OpTypePointer Function %t\n", "%a = OpVariable %tp Function\n%b = OpVariable %tp Function\n")
shape("parameters", "", f"%many = OpTypeFunction %void {'%uint ' * 255}\n",
      after="%f = OpFunction %void None %many\n" + each(255, lambda i: f"%p{i} = OpFunctionParameter %uint") + "%fl = OpLabel\n" + END)

# -- control flow
shape("switch-wide", "OpSwitch %x %out " + " ".join(f"{i} %b{i}" for i in range(480)) + "\n"
      + each(480, lambda i: f"%b{i} = OpLabel\nOpBranch %out") + "%out = OpLabel\n%y = OpPhi %uint %u0 %entry "
      + " ".join(f"%u1 %b{i}" for i in range(480)) + "\nOpStore %here %y Aligned 4\n")
shape("switch-one", "OpSwitch %x %out " + " ".join(f"{i} %b" for i in range(1500)) + "\n%b = OpLabel\nOpBranch %out\n%out = OpLabel\n")
shape("switch-through", "OpSwitch %x %out " + " ".join(f"{i} %b{i}" for i in range(240)) + "\n"
      + each(240, lambda i: f"%b{i} = OpLabel\n%y{i} = OpIAdd %uint %x %u1\nOpStore %here %y{i} Aligned 4\nOpBranch %{'out' if i == 239 else f'b{i + 1}'}") + "%out = OpLabel\n")


def diamonds(n, arm, phi=True, cond=lambda i: "%is"):
    text, last = "", "%entry"
    for i in range(n):
        text += f"OpBranchConditional {cond(i)} %t{i} %j{i}\n%t{i} = OpLabel\n{arm(i)}OpBranch %j{i}\n%j{i} = OpLabel\n"
        if phi:
            text += f"%p{i} = OpPhi %uint %u{i % 3} {last} {'%u1' if not i else f'%p{i - 1}'} %t{i}\n"
        last = f"%j{i}"
    return text


shape("diamonds", diamonds(220, lambda i: ""))
shape("diamonds-stores", diamonds(170, lambda i: f"OpStore %here %u{i % 3} Aligned 4\n"))
shape("diamonds-divergent", diamonds(160, lambda i: f"%d{i} = OpIEqual %bool %x %u{i % 3}\n", cond=lambda i: "%is" if i % 2 else "%is"))
shape("ifs-nested", each(300, lambda i: f"OpBranchConditional %is %t{i} %out\n%t{i} = OpLabel") + "OpBranch %out\n%out = OpLabel\n")
shape("ifs-nested-joins", each(150, lambda i: f"OpBranchConditional %is %t{i} %j{i}\n%t{i} = OpLabel") + "OpBranch %j149\n"
      + "".join(f"%j{i} = OpLabel\nOpStore %here %x Aligned 4\nOpBranch %{f'j{i - 1}' if i else 'out'}\n" for i in range(149, -1, -1)) + "%out = OpLabel\n")


def loops_nested(n):
    text, last = "", "%entry"
    for i in range(n):
        text += f"OpBranch %h{i}\n%h{i} = OpLabel\n%i{i} = OpPhi %uint %u0 {last} %n{i} %c{i}\n"
        last = f"%h{i}"
    text += f"OpBranch %c{n - 1}\n"
    for i in range(n - 1, -1, -1):
        text += f"%c{i} = OpLabel\n%n{i} = OpIAdd %uint %i{i} %u1\n%q{i} = OpULessThan %bool %n{i} %{'x' if i else 'u2'}\nOpBranchConditional %q{i} %h{i} %{f'c{i - 1}' if i else 'out'}\n"
    return text + "%out = OpLabel\n"


shape("loops-nested", loops_nested(100))
shape("loops-in-a-row", "".join(f"OpBranch %h{i}\n%h{i} = OpLabel\n%i{i} = OpPhi %uint %u0 %{f'h{i - 1}' if i else 'entry'} %n{i} %h{i}\n%n{i} = OpIAdd %uint %i{i} %u1\n"
      f"%q{i} = OpULessThan %bool %n{i} %u16\nOpBranchConditional %q{i} %h{i} %{f'b{i}' if 0 else f'o{i}'}\n%o{i} = OpLabel\n".replace(f"%h{i - 1} ", f"%o{i - 1} ") for i in range(110)))
shape("irreducible", "OpBranchConditional %is %a0 %a1\n" + each(300, lambda i: f"%a{i} = OpLabel\nOpBranchConditional %is %a{(i * 7 + 3) % 300} %{'out' if i == 150 else f'a{(i * 11 + 5) % 300}'}") + "%out = OpLabel\n")
shape("dense-graph", each(100, lambda i: f"OpSwitch %x %a{i} {' '.join(f'{k} %a{(i + k) % 100}' for k in range(1, 15))}\n%a{i} = OpLabel") )
shape("unreachable", "OpReturn\n" + each(600, lambda i: f"%b{i} = OpLabel\nOpBranch %b{(i + 1) % 600}") + "%out = OpLabel\n")
shape("phis", "OpBranch %h\n%h = OpLabel\n" + each(200, lambda i: f"%p{i} = OpPhi %uint %u{i % 3} %entry %p{(i + 1) % 200} %h")
      + "%n = OpPhi %uint %u0 %entry %m %h\n%m = OpIAdd %uint %n %u1\n%q = OpULessThan %bool %m %x\nOpBranchConditional %q %h %out\n%out = OpLabel\nOpStore %here %p7 Aligned 4\n")
shape("phis-and-blocks", "OpBranch %h\n%h = OpLabel\n" + each(40, lambda i: f"%p{i} = OpPhi %uint %u0 %entry %r{i} %l")
      + "%n = OpPhi %uint %u0 %entry %m %l\n" + each(30, lambda i: f"OpBranchConditional %is %t{i} %j{i}\n%t{i} = OpLabel\nOpBranch %j{i}\n%j{i} = OpLabel") + "OpBranch %l\n%l = OpLabel\n"
      + each(40, lambda i: f"%r{i} = OpIAdd %uint %p{(i + 7) % 40} %p{i}") + "%m = OpIAdd %uint %n %u1\n%q = OpULessThan %bool %m %x\nOpBranchConditional %q %h %out\n%out = OpLabel\n")

# -- values
for op in ("OpIAdd", "OpIMul", "OpBitwiseXor"):
    shape(f"doubled-{op[2:].lower()}", "%y0 = OpCopyObject %uint %x\n" + each(600, lambda i: f"%y{i + 1} = {op} %uint %y{i} %y{i}") + "OpStore %here %y600 Aligned 4\n")
shape("doubled-index", "%y0 = OpCopyObject %ulong %gid\n" + each(500, lambda i: f"%y{i + 1} = OpIAdd %ulong %y{i} %y{i}") + "%q = OpPtrAccessChain %gp %g %y500\nOpStore %q %x Aligned 4\n")
shape("doubled-copy", "%y0 = OpCopyObject %ulong %l1\n" + each(300, lambda i: f"%y{i + 1} = OpIMul %ulong %y{i} %y{i}")
      + each(40, lambda i: f"%e{i} = OpGroupAsyncCopy %event %u2 %lds %g %y{260 + i} %l1 %none\n"), "")
shape("doubled-select", "%y0 = OpCopyObject %uint %x\n" + each(450, lambda i: f"%y{i + 1} = OpSelect %uint %is %y{i} %y{max(0, i - 1)}") + "OpStore %here %y450 Aligned 4\n")
shape("mixed-terms", "%y0 = OpCopyObject %ulong %gid\n%y1 = OpIAdd %ulong %gid %l1\n" + each(400, lambda i: f"%y{i + 2} = {('OpIAdd', 'OpIMul', 'OpISub', 'OpUDiv')[i % 4]} %ulong %y{i + 1} %y{i}")
      + "%q = OpPtrAccessChain %gp %g %y401\nOpStore %q %x Aligned 4\n")
shape("pointers-chain", "%q0 = OpCopyObject %gp %g\n" + each(500, lambda i: f"%q{i + 1} = OpInBoundsPtrAccessChain %gp %q{i} %l1") + "OpStore %q500 %x Aligned 4\n")
shape("pointers-select", "%q0 = OpCopyObject %gp %g\n" + each(400, lambda i: f"%q{i + 1} = OpSelect %gp %is %q{i} %q{max(0, i - 2)}") + "OpStore %q400 %x Aligned 4\n")
shape("accesses", each(240, lambda i: f"%q{i} = OpInBoundsPtrAccessChain %gp %g %l{i % 3}\n%y{i} = OpLoad %uint %q{i} Aligned 4\nOpStore %here %y{i} Aligned 4"))
shape("shuffles", "%y0 = OpUndef %v16\n" + each(150, lambda i: f"%y{i + 1} = OpVectorShuffle %v16 %y{i} %y{i} " + " ".join(str((k * 5 + i) % 32) for k in range(16))))
shape("math", "%y0 = OpConvertUToF %float %x\n" + each(450, lambda i: f"%y{i + 1} = OpExtInst %float %ocl {('sin', 'pow', 'tgamma', 'exp')[i % 4]} %y{i}" + (f" %y{i}" if i % 4 == 1 else "")) + "%z = OpConvertFToU %uint %y450\nOpStore %here %z Aligned 4\n")
shape("barriers", each(600, lambda i: "OpControlBarrier %u2 %u2 %u264"))
shape("atomics", each(400, lambda i: f"%y{i} = OpAtomicIAdd %uint %g %u1 %u0 %u1"))
shape("spec-chain", "OpStore %here %y400 Aligned 4\n", "%y0 = OpSpecConstant %uint 3\n" + each(400, lambda i: f"%y{i + 1} = OpSpecConstantOp %uint IAdd %y{i} %y{i}"))
shape("spec-array", "", "%y0 = OpSpecConstant %uint 3\n" + each(200, lambda i: f"%y{i + 1} = OpSpecConstantOp %uint IMul %y{i} %y{i}\n%t{i} = OpTypeArray %uint %y{i + 1}\n%tp{i} = OpTypePointer Workgroup %t{i}"))

# -- calls
FUNCTION = "%f{0} = OpFunction %void None %fnv\n%fl{0} = OpLabel\n{1}OpReturn\nOpFunctionEnd\n"
for name, n, calls in (("chain", 280, 1), ("twice", 200, 2), ("four", 120, 4)):
    after = "".join(FUNCTION.format(i, "".join(f"%c{i}_{c} = OpFunctionCall %void %f{i + 1}\n" for c in range(calls)) if i < n - 1 else "") for i in range(n))
    shape(f"calls-{name}", "%c = OpFunctionCall %void %f0\n", after=after)
shape("calls-dense", "%c = OpFunctionCall %void %f0\n", after="".join(FUNCTION.format(i, "".join(f"%c{i}_{j} = OpFunctionCall %void %f{j}\n" for j in range(i + 1, 36))) for i in range(36)))
shape("calls-recursive", "%c = OpFunctionCall %void %f0\n", after="".join(FUNCTION.format(i, f"%c{i} = OpFunctionCall %void %f{(i + 1) % 280}\n") for i in range(280)))
shape("calls-copies", "".join(f"%c{i} = OpFunctionCall %void %f0\n" for i in range(60)), before="",
      after=FUNCTION.format(0, "%fq = OpInBoundsAccessChain %lp %tile %l0\n" + each(20, lambda i: f"%fe{i} = OpGroupAsyncCopy %event %u2 %fq %fnull %l1 %l1 %none")), types="%fnull = OpConstantNull %gp\n")
shape("entries", "", entries="".join(f'OpEntryPoint Kernel %k{i} "k{i}" %id\n' for i in range(120)) + 'OpEntryPoint Kernel %k "k" %id\n',
      after="".join(f"%k{i} = OpFunction %void None %fn\n%kg{i} = OpFunctionParameter %gp\n%kl{i} = OpLabel\n%kc{i} = OpFunctionCall %void %f0\n{END}" for i in range(120))
      + FUNCTION.format(0, "%fq = OpInBoundsAccessChain %lp %tile %l0\n" + each(150, lambda i: f"OpStore %fq %u{i % 3} Aligned 4")))
shape("entries-one-function", "", entries="".join(f'OpEntryPoint Kernel %k "k{i}" %id\n' for i in range(500)) + 'OpEntryPoint Kernel %k "k" %id\n')

# -- async copies
COPY = "%e{0} = OpGroupAsyncCopy %event %u2 %lds %g %l16 %l1 %{1}\n"
shape("copies", each(250, lambda i: COPY.format(i, "none")))
shape("copies-one-event", each(250, lambda i: COPY.format(i, f"e{i - 1}" if i else "none")) + "OpStore %ev %e249\nOpGroupWaitEvents %u2 %u1 %ev\n", "%evp = OpTypePointer Function %event\n", "%ev = OpVariable %evp Function\n")
shape("copies-waited", each(150, lambda i: COPY.format(i, "none") + "OpStore %ev " + f"%e{i}\nOpGroupWaitEvents %u2 %u1 %ev"), "%evp = OpTypePointer Function %event\n", "%ev = OpVariable %evp Function\n")
shape("copies-branches", diamonds(110, lambda i: COPY.format(i, "none") + f"OpStore %ev %e{i}\nOpGroupWaitEvents %u2 %u1 %ev\n", False), "%evp = OpTypePointer Function %event\n", "%ev = OpVariable %evp Function\n")
shape("copies-maybe", diamonds(110, lambda i: COPY.format(i, "none") + f"OpStore %ev %e{i}\n", False) + "OpGroupWaitEvents %u2 %u1 %ev\n", "%evp = OpTypePointer Function %event\n", "%ev = OpVariable %evp Function\n")
shape("copies-phis", "%e0 = OpGroupAsyncCopy %event %u2 %lds %g %l16 %l1 %none\n" + "".join(
    f"OpBranchConditional %is %t{i} %j{i}\n%t{i} = OpLabel\n%c{i} = OpGroupAsyncCopy %event %u2 %lds %g %l16 %l1 %e{i}\nOpBranch %j{i}\n%j{i} = OpLabel\n%e{i + 1} = OpPhi %event %e{i} %{f'j{i - 1}' if i else 'entry'} %c{i} %t{i}\n" for i in range(90)) + "OpStore %ev %e90\nOpGroupWaitEvents %u2 %u1 %ev\n",
    "%evp = OpTypePointer Function %event\n", "%ev = OpVariable %evp Function\n")
shape("copies-uniform-branches", diamonds(100, lambda i: COPY.format(i, "none") + f"OpStore %ev %e{i}\nOpGroupWaitEvents %u2 %u1 %ev\n", False, cond=lambda i: "%us"),
      "%evp = OpTypePointer Function %event\n%us = OpSpecConstantTrue %bool\n", "%ev = OpVariable %evp Function\n")
shape("copies-loops", "".join(f"OpBranch %h{i}\n%h{i} = OpLabel\n%i{i} = OpPhi %ulong %l0 %{f'o{i - 1}' if i else 'entry'} %n{i} %h{i}\n%n{i} = OpIAdd %ulong %i{i} %l1\n" + COPY.format(i, "none")
      + f"%q{i} = OpULessThan %bool %n{i} %l16\nOpBranchConditional %q{i} %h{i} %o{i}\n%o{i} = OpLabel\n" for i in range(70)))
shape("copies-accesses", each(130, lambda i: COPY.format(i, "none") + f"%y{i} = OpLoad %uint %lds Aligned 4"))
shape("copies-3d", each(130, lambda i: f"%e{i} = OpExtInst %event %set 2 %lds %l0 %g %l0 %l1 %l1 %l2 %l2 %l16 %l16 %l16 %l16 %none"))
shape("events-array", each(120, lambda i: COPY.format(i, "none") + f"%w{i} = OpInBoundsAccessChain %evp %ev %l{(0, 1, 2, 16)[i % 4]}\nOpStore %w{i} %e{i}") + "%w = OpInBoundsAccessChain %evp %ev %l0\nOpGroupWaitEvents %u2 %u16 %w\n",
      "%eva = OpTypeArray %event %l1024\n%evap = OpTypePointer Function %eva\n%evp = OpTypePointer Function %event\n", "%ev = OpVariable %evap Function\n")

# -- variables whose bytes are told apart
empty = "%nothing = OpTypeStruct\n%s0 = OpTypeStruct "
for name, leaf in (("parts", "%char %uint"), ("arrays", "%array")):
    types = f"%u66 = OpConstant %uint 66\n%array = OpTypeArray %char %u66\n{empty}{leaf}{' %nothing' * 2800}\n" + each(17, lambda i: f"%s{i + 1} = OpTypeStruct %s{i} %s{i}")
    shape(f"variable-nested-{name}", "%q = OpBitcast %lp %v\nOpStore %q %u1 Aligned 4\n", types + "%sp = OpTypePointer Workgroup %s17\n%v = OpVariable %sp Workgroup\n")
    shape(f"initializer-nested-{name}", "%q = OpBitcast %gp %v\n%y = OpLoad %uint %q Aligned 4\nOpStore %g %y Aligned 4\n",
          types + "%sp = OpTypePointer CrossWorkgroup %s17\n%null = OpConstantNull %s17\n%v = OpVariable %sp CrossWorkgroup %null\n", head="OpExecutionMode %init Initializer\n",
          entries='OpEntryPoint Kernel %init "init"\nOpEntryPoint Kernel %k "k" %id\n',
          after="%init = OpFunction %void None %fnv\n%il = OpLabel\n%iq = OpBitcast %gp %v\nOpStore %iq %u1 Aligned 4\nOpReturn\nOpFunctionEnd\n")
shape("variables-padded", each(200, lambda i: f"%q{i} = OpBitcast %pp %var{i}\nOpStore %q{i} %u1 Aligned 4"),
      "%s0 = OpTypeStruct %char %uint\n%many = OpConstant %ulong 2000000\n%array = OpTypeArray %s0 %many\n%sp = OpTypePointer Function %array\n", each(200, lambda i: f"%var{i} = OpVariable %sp Function"))

# -- words that are no code
shape("string", "", head=f'%str = OpString "{"a" * 15000}"\n')
shape("name", "", head=f'OpName %k "{"a" * 15000}"\n')
shape("names-same", "", head=each(400, lambda i: f'OpName %n{i} "x"'), types=each(200, lambda i: f"%n{i} = OpConstant %uint {i + 5}") + each(200, lambda i: f"%n{i + 200} = OpConstant %ulong {i + 5}"))
shape("lines", each(400, lambda i: f"OpLine %str {i} 1\nOpNop"), head='%str = OpString "f.cl"\n')
shape("decoration-groups", "", head=each(50, lambda i: f"OpDecorate %dg{i} Alignment 4") + each(50, lambda i: f"%dg{i} = OpDecorationGroup")
      + each(50, lambda i: f"OpGroupDecorate %dg{i} " + " ".join(f"%gv{k}" for k in range(50))), types=each(50, lambda i: f"%gv{i} = OpVariable %lp Workgroup"))
shape("decorations", "", head=each(900, lambda i: f"OpDecorate %tile Alignment {2 << (i % 8)}"))
shape("constants-same", "", types=each(900, lambda i: f"%n{i} = OpSpecConstant %uint 7"))
shape("variables", "", types=each(700, lambda i: f"%n{i} = OpVariable %lp Workgroup"))
shape("functions-types", "", types=each(250, lambda i: f"%n{i} = OpTypeFunction %void {'%uint ' * (i % 9)}{'%ulong ' * (i // 9 % 9)}{'%float ' * (i // 81)}"))


def main():
    for name, text in shapes.items():
        with open(f"{sys.argv[1]}/{name}.spvasm", "w", encoding="ascii") as f:
            f.write(text)


main()

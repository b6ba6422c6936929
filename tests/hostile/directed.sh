# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# Modules whose sizes, strides, counts and offsets wrap; sourced by run.sh. The exit
# codes that are expected follow from sums modulo 2 to the address width, which each
# line names.

readonly bounds=--check=out-of-bounds,copy-out-of-bounds,copy-address-overflow

# Every module has these; WORD is the type of the addresses' width.
prelude() {
    for capability in Addresses Kernel Int64 Int8 Vector16 Float64; do
        echo "OpCapability $capability"
    done
    echo "%std = OpExtInstImport \"OpenCL.std\"
%set = OpExtInstImport \"Codeplay.GroupAsyncCopies\"
OpMemoryModel Physical$1 OpenCL
OpEntryPoint Kernel %f \"f\" %id
OpDecorate %id BuiltIn GlobalInvocationId
%void = OpTypeVoid
%bool = OpTypeBool
%event = OpTypeEvent
%u8 = OpTypeInt 8 0
%u32 = OpTypeInt 32 0
%u64 = OpTypeInt 64 0
%f64 = OpTypeFloat 64
%v3 = OpTypeVector WORD 3
%v4 = OpTypeVector %u32 4
%d16 = OpTypeVector %f64 16
%bytes = OpTypePointer CrossWorkgroup %u8
%words = OpTypePointer CrossWorkgroup %u32
%local = OpTypePointer Workgroup %u32
%private = OpTypePointer Function %u32
%events = OpTypePointer Function %event
%input = OpTypePointer Input %v3
%id = OpVariable %input Input
%none = OpConstantNull %event
%w0 = OpConstant WORD 0
%w1 = OpConstant WORD 1
%w16 = OpConstant WORD 16
%n1 = OpConstant %u32 1
%n2 = OpConstant %u32 2
%n7 = OpConstant %u32 7
%tile_t = OpTypeArray %u32 %w16
%tile_p = OpTypePointer Workgroup %tile_t
%tile = OpVariable %tile_p Workgroup"
}

# directed NAME BITS ITEMS ARGS EXIT EXIT_CHECKED TYPES PARAMETERS BODY; variables
# stand first in BODY, which has %gid.
directed() {
    local name=$1-$2 code=0 checked=0 parameter kinds='' named='' variables=''
    for parameter in $8; do
        kinds="$kinds ${parameter#*=}"
        named="$named%${parameter%=*} = OpFunctionParameter ${parameter#*=}
"
    done
    variables=$(grep OpVariable <<<"$9")
    { prelude "$2" && echo "$7
%sig = OpTypeFunction %void$kinds
%f = OpFunction %void None %sig
$named%entry = OpLabel
$variables
%ids = OpLoad %v3 %id
%gid = OpCompositeExtract WORD %ids 0
$(grep -v OpVariable <<<"$9")
OpReturn
OpFunctionEnd"; } | sed "s/WORD/%u$2/g; s/^ *//" >"$work/d.spvasm"
    tool "$work/out" "$work/err" gac-as -o "$work/d.spv" "$work/d.spvasm"
    verdict $? "not assembled ($(<"$work/err"))"
    tool "$work/out" "$work/err" gac-run --timeout 10 -g "$3" -l "$3" "$work/d.spv" $4 || code=$?
    tool "$work/out" "$work/checked" gac-run "$bounds" --timeout 10 -g "$3" -l "$3" "$work/d.spv" $4 || checked=$?
    [ $code = "$5" ] && [ $checked = "$6" ]
    verdict $? "exit codes $code and $checked, not $5 and $6 ($(<"$work/err")$(<"$work/checked"))"
    for command in "gac-val" "gac-val --tolerate-producers" gac-dis; do
        code=0
        tool "$work/out" "$work/err" $command "$work/d.spv" || code=$?
        [ $code -le 1 ]
        verdict $? "$command ends with $code ($(<"$work/err"))"
    done
}

show="%o = OpInBoundsPtrAccessChain %words %p %gid
OpStore %o %v Aligned 4"

# -- sizes of types ------------------------------------------------------------

big="%n = OpConstant WORD 0x40000004
%a = OpTypeArray %u32 %n
%ap = OpTypePointer CrossWorkgroup %a"
copy_big="%x = OpBitcast %ap %p
%y = OpBitcast %ap %q
OpCopyMemory %x %y"
# 2^32 + 16 bytes: no 16 of 32 bits
directed copy-of-4-gib 32 1 "buf:u32:8 buf:u32:8" 4 4 "$big" "p=%words q=%words" "$copy_big"
directed copy-of-4-gib 64 1 "buf:u32:8 buf:u32:8" 4 3 "$big" "p=%words q=%words" "$copy_big"
async_big="%ev = OpVariable %events Function
%x = OpBitcast %ap %p
%y = OpBitcast %lap %tile
%e = OpGroupAsyncCopy %event %n2 %y %x %w1 %w1 %none
OpStore %ev %e
OpGroupWaitEvents %n2 %n1 %ev"
directed async-of-4-gib 32 1 "buf:u32:8" 0 0 "$big
%lap = OpTypePointer Workgroup %a" "p=%words" "$async_big" # its element is the array's
nested="%n = OpConstant WORD 0x7fffffff
%a = OpTypeArray %u32 %n
%b = OpTypeArray %a %n
%ap = OpTypePointer CrossWorkgroup %b"
# 2^64 - 2^34 + 4 bytes are more than 2^63
directed nested-arrays 64 1 "buf:u32:8" 4 4 "$nested" "p=%words" "%x = OpBitcast %ap %p
%e = OpAccessChain %words %x %gid %gid
%v = OpLoad %u32 %e Aligned 4
$show"
large_private="%n = OpConstant WORD 0x3fffffffffffffff
%a = OpTypeArray %u32 %n
%ap = OpTypePointer Function %a"
directed large-private 64 1 "buf:u32:8" 4 4 "$large_private" "p=%words" "%x = OpVariable %ap Function
%e = OpAccessChain %private %x %gid
%v = OpLoad %u32 %e Aligned 4
$show"
directed large-local 64 1 "buf:u32:8 local:4294967295" 4 4 "" "p=%words t=%local" \
    "%v = OpLoad %u32 %t Aligned 4
$show"
# 65,000 members, each found at once
many="%many = OpTypeStruct$(printf ' %%u8%.0s' {1..65000})
%zero = OpConstant %u8 0
%all = OpConstantComposite %many$(printf ' %%zero%.0s' {1..65000})
%mp = OpTypePointer CrossWorkgroup %many
$(printf '%%m%d = OpVariable %%mp CrossWorkgroup %%all\n' {1..6})"
directed members-65000 64 1 buf:u32:8 0 0 "$many" "p=%words" "$(printf '%%x%d = OpBitcast %%words %%m%d\n%%y%d = OpLoad %%u32 %%x%d Aligned 1\n' {1,1,1,1} {2,2,2,2} {3,3,3,3} {4,4,4,4} {5,5,5,5} {6,6,6,6})
%v = OpIAdd %u32 %y1 %y6
$show"
# elements of no bytes: wherever the index leads, there is element 0
none="%s = OpTypeStruct
%sp = OpTypePointer CrossWorkgroup %s
%v4p = OpTypePointer CrossWorkgroup %v4"
for bits in 32 64; do
    directed no-bytes $bits 8 "buf:u32:8 i$bits:-1" 0 0 "$none" "p=%words k=WORD" "%x = OpBitcast %sp %p
%i = OpIMul WORD %gid %k
%e = OpPtrAccessChain %sp %x %i
%b = OpBitcast %v4p %e
%l = OpLoad %v4 %b Aligned 4
%v = OpCompositeExtract %u32 %l 1
$show"
done

# -- strides and chains --------------------------------------------------------

stride="%n = OpConstant WORD 0x2000000000000000
%a = OpTypeArray %u32 %n
%ap = OpTypePointer CrossWorkgroup %a"
step="%x = OpBitcast %ap %p
%e = OpPtrAccessChain %words %x %gid %w0
%v = OpLoad %u32 %e Aligned 4
$show"
directed stride-2-63 64 2 "buf:u32:8" 4 4 "$stride" "p=%words" "$step"
# 3 + (2^61 - 1) + (2^62 - 1) + (2^61 - 1) elements of 4 bytes are 2^63, or 0
chain="%a = OpTypeArray %u32 %w16
%ap = OpTypePointer Function %a
%w3 = OpConstant WORD 3
%m1 = OpConstant %u64 0x1fffffffffffffff
%m2 = OpConstant %u64 0x3fffffffffffffff"
chained="%x = OpVariable %ap Function
%e = OpAccessChain %private %x %w3
%e1 = OpPtrAccessChain %private %e %m1
%e2 = OpPtrAccessChain %private %e1 %m2
%e3 = OpPtrAccessChain %private %e2 %m1
OpStore %e3 %n7 Aligned 4
%v = OpLoad %u32 %e3 Aligned 4
$show"
for bits in 32 64; do
    directed chain $bits 8 "buf:u32:8" 0 0 "$chain" "p=%words" "$chained"
done
vload="%q = OpBitcast %d8 %p
%i = OpIAdd WORD %k %gid
%l = OpExtInst %d16 %std vloadn %i %q 16
%r = OpExtInst %void %std vstoren %l %i %q"
d8="%d8 = OpTypePointer CrossWorkgroup %f64"
# 2^57 vectors of 128 bytes are 2^64; one less lies in front of the buffer
directed vload-wraps 64 1 "buf:f64:16 i64:144115188075855872" 0 0 "$d8" "p=%words k=WORD" "$vload"
directed vload-wraps-out 64 2 "buf:f64:16 i64:144115188075855872" 4 3 "$d8" "p=%words k=WORD" "$vload"
directed vload-in-front 64 1 "buf:f64:16 i64:144115188075855871" 4 3 "$d8" "p=%words k=WORD" "$vload"
directed vload-wraps 32 1 "buf:f64:16 i32:33554432" 0 0 "$d8" "p=%words k=WORD" "$vload"
directed vector-at-the-end 64 1 "buf:f64:16 i64:0" 0 0 "$d8" "p=%words k=WORD" "$vload"
directed vector-past-the-end 64 1 "buf:f64:15 i64:0" 4 3 "$d8" "p=%words k=WORD" "$vload"
directed atomic-past-the-end 64 1 "buf:u8:32" 4 3 "%w29 = OpConstant WORD 29" "p=%bytes" "%a = OpPtrAccessChain %bytes %p %w29
%b = OpBitcast %words %a
%v = OpAtomicIAdd %u32 %b %n1 %n2 %n1"
truth="%bp = OpTypePointer CrossWorkgroup %bool"
# any byte but 0 is true, which is 1
directed bool-of-255 64 8 "buf:u32:2 buf:u32:8 buf:u8:8=255" 0 0 "$truth" "q=%words p=%words t=%bytes" "%b = OpBitcast %bp %t
%bi = OpPtrAccessChain %bp %b %gid
%is = OpLoad %bool %bi Aligned 1
%i = OpSelect %u32 %is %n1 %n7
%e = OpPtrAccessChain %words %q %i
%v = OpLoad %u32 %e Aligned 4
$show"

# -- copies --------------------------------------------------------------------

for size in -1 -8 9223372036854775807 -9223372036854775808 4294967296 9; do
    directed "sized$size" 64 1 "buf:u8:8 buf:u8:8 i64:$size" 4 3 "" "p=%bytes q=%bytes n=WORD" \
        "OpCopyMemorySized %p %q %n Aligned 1"
done
zeros="%n = OpConstant %u64 0xffffffffffffffff
%zn = OpConstantNull %tile_t
%zp = OpTypePointer UniformConstant %tile_t
%z8 = OpTypePointer UniformConstant %u8
%z = OpVariable %zp UniformConstant %zn"
for bits in 32 64; do
    directed zeros $bits 1 "buf:u8:8" 4 3 "$zeros" "p=%bytes" "%y = OpBitcast %z8 %z
OpCopyMemorySized %p %y %n Aligned 1"
done

# copied NAME BITS EXIT CHECKED INSTRUCTION CONSTANT..: %o0 .. are the constants;
# an async copy between %t, 16 words of local memory, and %p, as many.
copied() {
    local name=$1 bits=$2 exit=$3 checked=$4 inst=$5 k=0 constants=''
    shift 5
    for value; do
        constants="$constants%o$k = OpConstant WORD $value
"
        k=$((k + 1))
    done
    directed "$name" "$bits" 2 buf:u32:16 "$exit" "$checked" "$constants" "p=%words" "%ev = OpVariable %events Function
%t = OpAccessChain %local %tile %w0
%e = $inst
OpStore %ev %e
OpGroupWaitEvents %n2 %n1 %ev"
}
in="OpGroupAsyncCopy %event %n2 %t %p %o0 %o1 %none"
out="OpGroupAsyncCopy %event %n2 %p %t %o0 %o1 %none"
for way in in out; do
    copied "core-$way-count-wraps" 64 4 3 "${!way}" 0x4000000000000000 1  # 2^64 bytes
    copied "core-$way-stride-wraps" 64 4 3 "${!way}" 3 0x4000000000000001 # 2^64 + 4 bytes
    copied "core-$way-span-wraps" 64 4 3 "${!way}" 0x20000001 0x80000000  # 2^29 of 2^33 bytes
    copied "core-$way-count-wraps" 32 4 3 "${!way}" 0x40000000 1          # 2^32 bytes
    copied "core-$way-stride-wraps" 32 4 3 "${!way}" 2 0x40000000         # 2^32 bytes
    copied "core-$way-one" 64 0 0 "${!way}" 1 0x4000000000000001          # no stride counts
done
d2="OpExtInst %event %set GroupAsyncCopy2D2D %t %o0 %p %o1 %o2 %o3 %o4 %o5 %o6 %none"
d3="OpExtInst %event %set GroupAsyncCopy3D3D %t %o0 %p %o1 %o2 %o3 %o4 %o5 %o6 %o7 %o8 %o9 %none"
# offsets, bytes of an element, elements, lines, line lengths
copied 2d-fits 64 0 0 "$d2" 0 0 4 4 4 4 4
copied 2d-offset-wraps 64 4 3 "$d2" 0x4000000000000000 0 4 1 1 1 1
copied 2d-source-offset-wraps 64 4 3 "$d2" 0 0x4000000000000000 4 1 1 1 1
copied 2d-offset-wraps 32 4 3 "$d2" 0x40000000 0 4 1 1 1 1
copied 2d-line-wraps 64 4 3 "$d2" 0 0 0x100000000 0x100000000 1 1 1
copied 2d-lines-wrap 64 4 3 "$d2" 0 0 4 1 5 0x4000000000000000 4
copied 2d-lines-wrap-in-all 64 4 3 "$d2" 0 0 1 1 0x8000000000000001 2 2
copied 2d-nothing 64 0 0 "$d2" 0xffffffffffffffff 0 0xffffffffffffffff 1 0 0xffffffffffffffff 1
# the same, planes, and each side's line length and plane area
copied 3d-fits 64 0 0 "$d3" 0 0 4 2 2 4 2 4 2 4
copied 3d-plane-wraps 64 4 3 "$d3" 0 0 4 1 1 2 1 0x4000000000000000 1 1
copied 3d-planes-wrap 64 4 3 "$d3" 0 0 4 1 1 0x4000000000000001 1 1 1 1
copied 3d-planes-wrap 32 4 3 "$d3" 0 0 4 1 1 0x40000001 1 1 1 1
copied 3d-sum-wraps 64 4 3 "$d3" 0 0 1 1 2 2 0x8000000000000000 0x7fffffffffffffff 1 2
copied 3d-source-line-wraps 32 4 3 "$d3" 0 0 4 1 2 1 0x40000000 1 1 1
copied 3d-pitch-of-one 64 0 0 "$d3" 0 0 4 1 1 1 0xffffffffffffffff 0xffffffffffffffff 0x8000000000000000 1

# 2^30 planes, each a byte behind the other: the 2^26-th is the first outside
directed 3d-planes-in-planes 64 1 buf:u32:16777216 4 3 "%planes = OpConstant WORD 0x40000000" "p=%words" "%t = OpAccessChain %local %tile %w0
%e = OpExtInst %event %set GroupAsyncCopy3D3D %t %w0 %p %w0 %w1 %w1 %w1 %planes %w1 %w1 %w1 %w0 %none"

# 2^63 - 1 lines of a byte in one place, 16 times, are no work: were they counted,
# the count would wrap, and the loop behind them run past its limit
directed lines-in-lines 64 1 buf:u32:16 4 4 "%lines = OpConstant WORD 0x7fffffffffffffff" "p=%words" "%t = OpAccessChain %local %tile %w0
OpBranch %loop
%loop = OpLabel
%i = OpPhi WORD %w0 %entry %next %loop
%next = OpIAdd WORD %i %w1
%e = OpExtInst %event %set GroupAsyncCopy2D2D %t %w0 %p %w0 %w1 %w1 %lines %w0 %w0 %none
%more = OpULessThan %bool %next %w16
OpBranchConditional %more %loop %spin
%spin = OpLabel
%forever = OpIEqual %bool %gid %w0
OpBranchConditional %forever %spin %done
%done = OpLabel"

# A module without addresses has no bounds: a sum of 128 bits wrapped.
sed 's/Physical64/Logical/' <<<"$(prelude 64)
%most = OpConstant %u64 0x7fffffffffffffff
%all = OpConstant %u64 0xffffffffffffffff
%sig = OpTypeFunction %void %words
%f = OpFunction %void None %sig
%p = OpFunctionParameter %words
%entry = OpLabel
%ev = OpVariable %events Function
%t = OpAccessChain %local %tile %w0
%t1 = OpPtrAccessChain %local %t %most
%t2 = OpPtrAccessChain %local %t1 %most
%e = OpExtInst %event %set GroupAsyncCopy2D2D %t2 %all %p %all %most %w1 %w1 %w1 %w1 %none
OpStore %ev %e
OpGroupWaitEvents %n2 %n1 %ev
OpReturn
OpFunctionEnd" | sed 's/WORD/%u64/g' >"$work/d.spvasm"
name=logical
"$bin/gac-as" -o "$work/d.spv" "$work/d.spvasm" 2>"$work/err"
verdict $? "not assembled ($(<"$work/err"))"
"$bin/gac-val" "$work/d.spv" >"$work/out" 2>"$work/err"
grep -q '\[addressing-model\]' "$work/err" && ! grep -q '\[static-bounds\]' "$work/err"
verdict $? "the addressing model, and nothing of bounds, is to be told ($(<"$work/err"))"

# -- events, vectors, text -----------------------------------------------------

# -1 and -2^31 events are none; 2^31 - 1 lie far behind the variable
for n in 0xffffffff:0:0 0x80000000:0:0 0x7fffffff:4:3; do
    IFS=: read -r count code checked <<<"$n"
    directed "wait-$count" 64 2 buf:u32:16 "$code" "$checked" "%count = OpConstant %u32 $count" "p=%words" "%ev = OpVariable %events Function
%t = OpAccessChain %local %tile %w0
%e = OpGroupAsyncCopy %event %n2 %t %p %w1 %w1 %none
OpStore %ev %e
OpGroupWaitEvents %n2 %count %ev"
done
directed component-of-none 64 8 "buf:u32:8 i64:-1" 0 0 "" "p=%words k=WORD" "%x = OpCompositeConstruct %v4 %n1 %n1 %n1 %n1
%i = OpIAdd WORD %k %gid
%y = OpVectorInsertDynamic %v4 %x %n7 %i
%v = OpVectorExtractDynamic %u32 %y %i
$show"
format='%99999999999999999999d|%.2147483648s|%v16hld|%-+ #0*d|%hhhhd|%v4|%n|%%|%s|%v17d|%'
directed printf 64 2 "buf:u32:8 i64:-1 buf:u8:${#format}=$(printf '%s' "$format" | od -An -v -tu1 | xargs | tr ' ' ,)" 0 0 "" \
    "p=%words k=WORD s=%bytes" "%r = OpExtInst %u32 %std printf %s %k %s %k %k %k %k %k %p %k %k"

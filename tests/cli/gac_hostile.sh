# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# Small modules that would cause much work, memory or text; sourced by run.sh.

# A module's beginning; $1: the decorations.
beginning() {
    printf '%s\n' 'OpCapability Kernel' 'OpCapability Addresses' 'OpCapability Int64' \
        'OpMemoryModel Physical64 OpenCL' "OpEntryPoint Kernel %f0 \"k\" $1" \
        '%void = OpTypeVoid' '%uint = OpTypeInt 32 0' '%fn = OpTypeFunction %void' \
        '%c1 = OpConstant %uint 1'
}

# -- a function that calls the next one twice, or $2 times, and so on
calls() {
    beginning ''
    awk -v n="$1" -v times="${2:-2}" 'BEGIN { for (i = 0; i <= n; i++) {
        printf "%%f%d = OpFunction %%void None %%fn\n%%l%d = OpLabel\n", i, i
        if (i < n)
            for (k = 0; k < times; k++)
                printf "%%r%d_%d = OpFunctionCall %%void %%f%d\n", i, k, i + 1
        print "OpReturn\nOpFunctionEnd" } }'
}
calls 30 >"$work/calls.spvasm"
t 'calls: the limit' 4 gac-run -g 1 "$work/calls.spvasm"; err "exceeds the limit"
calls 20000 1 >"$work/calls.spvasm"
t 'calls: the time' 4 gac-run -g 1 --timeout 0.01 "$work/calls.spvasm"
err '[limit] the time limit of 0.01 s was exceeded while the '
t 'calls: the time of a checked run' 4 gac-run --check -g 1 --timeout 0.01 "$work/calls.spvasm"
err '[limit] the time limit of 0.01 s'
calls 10 >"$work/calls.spvasm"
t 'calls: not too many' 0 gac-run -g 1 --timeout 600 "$work/calls.spvasm"; no_err

# -- types whose names have no end
same_words() {
    check "$1: text" timeout 60 "$bin/gac-dis" -o "$work/h.dis" "$work/h.spv"
    check "$1: size" test "$(stat -c %s "$work/h.dis")" -lt 1000000
    check "$1: words" "$bin/gac-as" -o "$work/again.spv" "$work/h.dis"
    check "$1: the same words" cmp "$work/h.spv" "$work/again.spv"
}
nothing='%f0 = OpFunction %void None %fn
%l = OpLabel
OpReturn
OpFunctionEnd'
{ beginning ''; awk 'BEGIN { for (i = 0; i < 60; i++)
    printf "%%a%d = OpTypeArray %%a%d %%a%d\n", i + 1, i, i }' | sed 's/%a0\>/%uint/g'; echo "$nothing"
} >"$work/h.spvasm"
"$bin/gac-as" -o "$work/h.spv" "$work/h.spvasm"
same_words 'arrays of arrays'
{ beginning ''; awk 'BEGIN { for (i = 0; i < 3000; i++)
    printf "%%a%d = OpTypePointer Function %%a%d\n", i + 1, i }' | sed 's/%a0\>/%uint/'; echo "$nothing"
} >"$work/h.spvasm"
"$bin/gac-as" -o "$work/h.spv" "$work/h.spvasm"
same_words 'pointers to pointers'
{ beginning ''; echo "$nothing"; } >"$work/h.spvasm"
"$bin/gac-as" -o "$work/h.spv" "$work/h.spvasm"
t 'ordinary names' 0 gac-dis "$work/h.spv"; out '%uint_1 = OpConstant %uint 1'

# -- values that change places in a loop: x[i] = x[(5 i + 3) mod n], six times
n=64
exchange() {
    beginning '%gid' | sed '/OpEntryPoint/a OpDecorate %gid BuiltIn GlobalInvocationId'
    awk -v n=$n 'BEGIN {
        print "%ulong = OpTypeInt 64 0\n%bool = OpTypeBool\n%v3 = OpTypeVector %ulong 3"
        print "%pv3 = OpTypePointer Input %v3\n%gid = OpVariable %pv3 Input"
        print "%pg = OpTypePointer CrossWorkgroup %uint\n%fn1 = OpTypeFunction %void %pg"
        print "%c2 = OpConstant %uint 2\n%c0 = OpConstant %uint 0\n%c7 = OpConstant %uint 7"
        for (i = 0; i < n; i++)
            printf "%%k%d = OpConstant %%uint %d\n%%u%d = OpConstant %%uint %d\n", i, i, i, 1000 * i
        print "%f0 = OpFunction %void None %fn1\n%p = OpFunctionParameter %pg\n%l = OpLabel"
        print "%id = OpLoad %v3 %gid\n%idx = OpCompositeExtract %ulong %id 0"
        print "%x = OpUConvert %uint %idx"
        for (i = 0; i < n; i++)
            printf "%%s%d = OpIAdd %%uint %%x %%k%d\n", i, i
        print "OpBranch %h\n%h = OpLabel\n%r = OpPhi %uint %c0 %l %r1 %h"
        for (i = 0; i < n; i++) {
            j = (5 * i + 3) % n
            printf "%%a%d = OpPhi %%uint %%s%d %%l %%a%d %%h\n", i, i, j
            printf "%%b%d = OpPhi %%uint %%u%d %%l %%b%d %%h\n", i, i, j
        }
        print "%r1 = OpIAdd %uint %r %c1\n%t = OpULessThan %bool %r1 %c7"
        print "OpBranchConditional %t %h %e\n%e = OpLabel"
        for (i = 0; i < n; i++) {
            printf "%%y%d = OpIAdd %%uint %%a%d %%b%d\n%%o%d = OpIAdd %%uint %%k%d %%k%d\n", i, i, i, i, i, i
            printf "%%w%d = OpIAdd %%uint %%o%d %%x\n", i, i
            printf "%%q%d = OpInBoundsPtrAccessChain %%pg %%p %%w%d\nOpStore %%q%d %%y%d Aligned 4\n", i, i, i, i
        }
        print "OpReturn\nOpFunctionEnd" }'
}
exchange >"$work/exchange.spvasm"
t exchange 0 gac-run -g 2 -l 2 --dump 0 "$work/exchange.spvasm" buf:u32:$((2 * n))
out_is "arg0 u32[$((2 * n))]:$(awk -v n=$n 'BEGIN { for (i = 0; i < n; i++) {
    j = i
    for (k = 0; k < 6; k++) j = (5 * j + 3) % n
    printf " %d %d", j + 1000 * j, 1 + j + 1000 * j } }')"


# -- loops in each other that lanes leave at different times: once a minute
{ beginning '%gid' | sed '/OpEntryPoint/a OpDecorate %gid BuiltIn GlobalInvocationId'
  awk 'BEGIN {
    n = 15000
    print "%ulong = OpTypeInt 64 0\n%bool = OpTypeBool\n%v3 = OpTypeVector %ulong 3"
    print "%pv3 = OpTypePointer Input %v3\n%gid = OpVariable %pv3 Input\n%many = OpConstant %ulong 1000"
    print "%f0 = OpFunction %void None %fn\n%l = OpLabel\n%id = OpLoad %v3 %gid"
    print "%x = OpCompositeExtract %ulong %id 0\n%t = OpUGreaterThan %bool %x %many"
    for (i = 0; i < n; i++) printf "OpBranch %%h%d\n%%h%d = OpLabel\n", i, i
    for (i = n - 1; i >= 0; i--) printf "OpBranchConditional %%t %%h%d %%e%d\n%%e%d = OpLabel\n", i, i, i
    print "OpReturn\nOpFunctionEnd" }'
} >"$work/loops.spvasm"
t 'loops' 0 gac-run -g 64 -l 64 --timeout 400 "$work/loops.spvasm"; no_err

# -- a kernel without an end: the limit is told, checked or not
{ beginning ''; printf '%s\n' '%f0 = OpFunction %void None %fn' '%l = OpLabel' 'OpBranch %h' \
    '%h = OpLabel' 'OpBranch %h' 'OpFunctionEnd'; } >"$work/endless.spvasm"
for checked in '' --check; do
    t "endless: the time $checked" 4 gac-run $checked -g 1 --timeout 0.5 "$work/endless.spvasm"
    err '[limit] kernel "k": the time limit of 0.5 s was exceeded'; lines_err 1
    t "endless: instructions $checked" 4 gac-run $checked -g 1 --max-instructions 1000 "$work/endless.spvasm"
    err '[limit] kernel "k": the limit of 1000 instructions was exceeded'; lines_err 1
done

# -- a loop that starts copies to one place and never waits: limits hold, and
# the race is told once (it took a minute; 10 s are ten times what is promised)
{ beginning ''; printf '%s\n' '%ulong = OpTypeInt 64 0' '%bool = OpTypeBool' '%ev = OpTypeEvent' \
    '%k0 = OpConstant %ulong 0' '%k1 = OpConstant %ulong 1' '%many = OpConstant %ulong 100000000' \
    '%c2 = OpConstant %uint 2' '%plu = OpTypePointer Workgroup %uint' '%lds = OpVariable %plu Workgroup' \
    '%pg = OpTypePointer CrossWorkgroup %uint' '%fn1 = OpTypeFunction %void %pg' \
    '%none = OpConstantNull %ev' '%f0 = OpFunction %void None %fn1' '%p = OpFunctionParameter %pg' \
    '%l = OpLabel' 'OpBranch %h' '%h = OpLabel' '%i = OpPhi %ulong %k0 %l %i1 %h' \
    '%i1 = OpIAdd %ulong %i %k1' '%e = OpGroupAsyncCopy %ev %c2 %lds %p %k1 %k1 %none' \
    '%t = OpULessThan %bool %i1 %many' 'OpBranchConditional %t %h %b' '%b = OpLabel' \
    OpReturn OpFunctionEnd; } >"$work/flights.spvasm"
slowness=1 # under an emulator and with a sanitizer, as in tests/under/under.h
[ -z "${GAC_TEST_UNDER:-}" ] && ! sanitized || slowness=30
within() { # SECONDS CODE COMMAND...
    timeout $(($1 * slowness)) "$bin/${@:3:1}" "${@:4}" >"$work/log" 2>&1
    [ $? = "$2" ]
}
for limit in '--timeout 0.5' '--max-instructions 1000000'; do
    check "copies without end: $limit" within 10 3 gac-run --check $limit -g 1 "$work/flights.spvasm" buf:u32:64
    check "copies without end: $limit: told" test "$(grep -c 'error: .*\[copy-race\]' "$work/log")" = 1
    check "copies without end: $limit: the limit" grep -q '\[limit\]' "$work/log"
done

# -- copies that lie around each other, each of another pitch: what a copy takes
# does not depend on how many are in flight (these took minutes; 20 s are ten
# times what is promised)
nested() { # COPIES
    beginning ''; printf '%s\n' '%ulong = OpTypeInt 64 0' '%bool = OpTypeBool' '%ev = OpTypeEvent' \
        '%k0 = OpConstant %ulong 0' '%k1 = OpConstant %ulong 1' '%k2 = OpConstant %ulong 2' \
        '%k3 = OpConstant %ulong 3' '%k4 = OpConstant %ulong 4' "%n = OpConstant %ulong $1" \
        "%first = OpConstant %ulong $((4 * $1))" "%pitch = OpConstant %ulong $((4 * $1 + 4))" \
        '%c2 = OpConstant %uint 2' '%c4 = OpConstant %uint 4' '%array = OpTypeArray %uint %c4' \
        '%pla = OpTypePointer Workgroup %array' '%plu = OpTypePointer Workgroup %uint' \
        '%lds = OpVariable %pla Workgroup' '%pg = OpTypePointer CrossWorkgroup %uint' \
        '%fn1 = OpTypeFunction %void %pg' '%none = OpConstantNull %ev' \
        '%f0 = OpFunction %void None %fn1' '%p = OpFunctionParameter %pg' '%l = OpLabel' \
        '%from = OpInBoundsAccessChain %plu %lds %k0' 'OpBranch %h' '%h = OpLabel' \
        '%i = OpPhi %ulong %k0 %l %i1 %h' '%i1 = OpIAdd %ulong %i %k1' '%i2 = OpIMul %ulong %i %k2' \
        '%i3 = OpIMul %ulong %i %k3' '%at = OpISub %ulong %first %i3' '%step = OpIAdd %ulong %pitch %i2' \
        '%to = OpInBoundsPtrAccessChain %pg %p %at' \
        '%e = OpGroupAsyncCopy %ev %c2 %to %from %k4 %step %none' \
        '%t = OpULessThan %bool %i1 %n' 'OpBranchConditional %t %h %b' '%b = OpLabel' OpReturn \
        OpFunctionEnd
}
nested 100000 >"$work/nested.spvasm"
check 'nested copies' within 20 3 gac-run --check -g 1 "$work/nested.spvasm" buf:u32:2100000
check 'nested copies: told' test "$(grep -c 'error: .*\[missing-wait\]' "$work/log")" = 1
check 'nested copies: apart' test "$(grep -c 'copy-race' "$work/log")" = 0
check 'nested copies: the limit' within 20 3 gac-run --check --max-instructions 500000 -g 1 "$work/nested.spvasm" buf:u32:2100000
check 'nested copies: the limit is told' grep -q '\[limit\]' "$work/log"

# -- the state of memory that is kept: a run that needs more ends
for most in 4M 4096K 4194304; do
    t "check-memory $most" 4 gac-run --check --check-memory=$most -k mix_char -g 1048576 -l 256 \
        tests/shadow/bytes.spvasm buf:u8:1048576=seq buf:u8:1048576
    err '[limit] kernel "mix_char": the checker needs more than 4 MiB for memory'"'"'s state; argument'
    err 'MiB of it, 8 bytes a byte, since it is read and written byte by byte'; lines_err 1
done
t "check-memory by words" 4 gac-run --check --check-memory=1M -k mix_int -g 1048576 -l 256 \
    tests/shadow/bytes.spvasm buf:u32:1048576=seq buf:u32:1048576
err 'more than 1 MiB'; err ', 2 bytes a byte, since it is read and written by 4 bytes'; lines_err 1
# The argument that has most is named, not the first.
t "check-memory: which" 4 gac-run --check --check-memory=1M -k histogram -g 4096 -l 256 \
    tests/shadow/bytes.spvasm buf:u8:262144=rand:1 buf:u8:1048576
err 'more than 1 MiB'; err '; argument 1 has '; lines_err 1
t "check-memory before the run" 4 gac-run --check --check-memory=10 -k mix_char -g 256 -l 256 \
    tests/shadow/bytes.spvasm buf:u8:256=seq buf:u8:256
err '[limit] kernel "mix_char": the checker needs more than 10 bytes'; lines_err 1
# Where nothing has cells yet, no argument is to blame.
t "check-memory before any cell" 4 gac-run --check --check-memory=20000 -k mix_char -g 256 -l 256 \
    tests/shadow/bytes.spvasm buf:u8:1048576=seq buf:u8:1048576
err 'more than 20000 bytes for memory'"'"'s state (check_memory_bytes, --check-memory)'; lines_err 1
t "check-memory that is enough" 0 gac-run --check --check-memory=18M -k mix_char -g 1048576 -l 256 \
    tests/shadow/bytes.spvasm buf:u8:1048576=seq buf:u8:1048576
# What was found before is told.
t "check-memory: findings" 3 gac-run --check --check-memory=4M -k mix_char -g 1048576 -l 256 \
    tests/shadow/bytes.spvasm buf:u8:1048577 '&0+1'
err '[group-race] kernel "mix_char"'; err '[limit] kernel "mix_char": the checker needs more'
for size in 0 4Q 17179869184G -1 ''; do
    t "check-memory '$size'" 2 gac-run --check --check-memory="$size" -k mix_char -g 256 \
        tests/shadow/bytes.spvasm buf:u8:256 buf:u8:256
    err "--check-memory $size: expected a number of bytes above 0, or one with K, M or G"
done

# -- the time is of the whole command, not of each of many short runs
{ beginning ''; echo "$nothing"; } >"$work/short.spvasm"
check 'many runs: the time' within 10 4 gac-run -g 1 --repeat 1000000 --timeout 0.5 "$work/short.spvasm"
check 'many runs: told' grep -q '\[limit\] kernel "k": the time limit of 0.5 s was exceeded' "$work/log"

# -- long strings that are printed count: 10,000 times 4 KiB are 5 million steps
{ beginning '' | sed 's/^OpMemoryModel/%ocl = OpExtInstImport "OpenCL.std"\n&/; 1iOpCapability Int8'
    printf '%s\n' '%u8 = OpTypeInt 8 0' '%bool = OpTypeBool' '%pg = OpTypePointer CrossWorkgroup %u8' \
    '%pc = OpTypePointer UniformConstant %u8' '%c3 = OpConstant %uint 3' '%c0 = OpConstant %uint 0' \
    '%many = OpConstant %uint 10000' '%t = OpTypeArray %u8 %c3' '%pt = OpTypePointer UniformConstant %t' \
    '%percent = OpConstant %u8 37' '%s = OpConstant %u8 115' '%z = OpConstant %u8 0' \
    '%text = OpConstantComposite %t %percent %s %z' '%v = OpVariable %pt UniformConstant %text' \
    '%fn1 = OpTypeFunction %void %pg' '%f0 = OpFunction %void None %fn1' '%p = OpFunctionParameter %pg' \
    '%l = OpLabel' '%f = OpInBoundsAccessChain %pc %v %c0' '%q = OpBitcast %pc %p' 'OpBranch %h' '%h = OpLabel' \
    '%i = OpPhi %uint %c0 %l %j %h' '%j = OpIAdd %uint %i %c1' '%r = OpExtInst %uint %ocl printf %f %q' \
    '%m = OpULessThan %bool %j %many' 'OpBranchConditional %m %h %b' '%b = OpLabel' \
    OpReturn OpFunctionEnd; } >"$work/strings.spvasm"
for checked in '' --check; do
    check "long strings $checked" within 60 4 gac-run $checked --max-instructions 1000000 -g 1 "$work/strings.spvasm" buf:u8:4096=97
    check "long strings $checked: told" grep -q 'the limit of 1000000 instructions' "$work/log"
done

# -- and of what gac-run does itself: buffers that are filled, files and pipes
# that are waited for. The messages are its own, not the library's.
{ beginning ''; printf '%s\n' '%pg = OpTypePointer CrossWorkgroup %uint' '%fn1 = OpTypeFunction %void %pg' \
    '%f0 = OpFunction %void None %fn1' '%p = OpFunctionParameter %pg' '%l = OpLabel' \
    OpReturn OpFunctionEnd; } >"$work/one.spvasm"
late='^gac-run: error: \[limit\] the time limit of'
for init in '' =seq =7 =1,2,3 =rand:1; do
    check "a large buffer$init: the time" within 10 4 gac-run -g 1 --timeout 0.001 "$work/one.spvasm" "buf:u32:67108864$init"
    check "a large buffer$init: told" grep -q "$late" "$work/log"
done
mkfifo "$work/full" # open at both ends: neither is written, nor read on
exec 9<>"$work/full"
check 'a pipe without an end: the time' within 10 4 gac-run -g 1 --timeout 0.2 "$work/one.spvasm" "buf:u32:4=@$work/full"
check 'a pipe without an end: told' grep -q 'there was no time to read it' "$work/log"
timeout 10 "$bin/gac-run" -g 1 --timeout 0.5 --dump 0 "$work/one.spvasm" buf:u32:1000000 >&9 2>"$work/log"
code=$?
exec 9>&-
check 'a pipe that is not read: the time' test $code = 4
check 'a pipe that is not read: told' grep -q 'the time limit of' "$work/log"

# -- a gigabyte of zeros is not written
{ beginning ''; printf '%s\n' '%many = OpConstant %uint 268435456' '%a = OpTypeArray %uint %many' \
    '%pa = OpTypePointer UniformConstant %a' '%pu = OpTypePointer UniformConstant %uint' \
    '%zeros = OpConstantNull %a' '%v = OpVariable %pa UniformConstant %zeros' \
    '%f0 = OpFunction %void None %fn' '%l = OpLabel' '%x = OpInBoundsAccessChain %pu %v %c1' \
    '%y = OpLoad %uint %x Aligned 4' OpReturn OpFunctionEnd; } >"$work/zeros.spvasm"
t zeros 0 gac-run -g 1 "$work/zeros.spvasm"
[[ $bin = *san* ]] || check 'zeros: memory' sh -c "ulimit -d 1500000 2>/dev/null; exec '$bin/gac-run' -g 1 '$work/zeros.spvasm'"

# -- 16 million constituents, each found at once (it took half a minute; 10 s are
# ten times what is promised)
if command -v python3 >/dev/null; then
    python3 - "$work/long.spv" <<'END'
import struct, sys
n, most = 16000000, 65000
words = [0x07230203, 0x00010400, 0, 60, 0]
def add(opcode, *operands):
    words.extend([(len(operands) + 1) << 16 | opcode, *operands])
for capability in 4, 5, 6, 6089:  # Addresses, Linkage, Kernel, LongCompositesINTEL
    add(17, capability)
add(14, 2, 2)             # OpMemoryModel Physical64 OpenCL
add(15, 6, 50, 0x6b)      # OpEntryPoint Kernel %50 "k"
add(19, 1)                # %1 = OpTypeVoid
add(33, 2, 1)             # %2 = OpTypeFunction %1
add(21, 3, 32, 0)         # %3 = OpTypeInt 32 0
add(30, 20)               # %20 = OpTypeStruct
add(46, 20, 21)           # %21 = OpConstantNull %20
add(43, 3, 22, n)         # %22 = OpConstant %3 n
add(28, 23, 20, 22)       # %23 = OpTypeArray %20 %22
add(44, 23, 25, *[21] * most)    # %25 = OpConstantComposite %23 ...
for at in range(most, n, most):  # OpConstantCompositeContinuedINTEL ...
    add(6091, *[21] * min(most, n - at))
add(54, 1, 50, 0, 2)      # %50 = OpFunction %1 None %2
add(248, 51)              # %51 = OpLabel
add(81, 20, 52, 25, 0)    # %52 = OpCompositeExtract %20 %25 0
add(253)                  # OpReturn
add(56)                   # OpFunctionEnd
open(sys.argv[1], 'wb').write(struct.pack('<%dI' % len(words), *words))
END
    check 'many constituents' within 10 0 gac-run -g 1 "$work/long.spv"
    rm "$work/long.spv"
fi

# -- an instruction with a text of a third of a megabyte, and a fault in each word
{ beginning "$(seq -s ' ' -f '%%v%.0f' 1 30000)"; echo "$nothing"; } >"$work/wide.spvasm"
"$bin/gac-as" -o "$work/wide.spv" "$work/wide.spvasm"
printf '\012\000\000\000' | dd of="$work/wide.spv" bs=1 seek=12 conv=notrunc 2>"$work/log" # the bound
t 'wide: faults' 1 gac-val --no-core "$work/wide.spv"; err ' ...'
check 'wide: size' test "$(stat -c %s "$work/err")" -lt 60000000

# -- sources that are no files
mkfifo "$work/pipe"
for source in "$work/pipe" /dev/zero "$work"; do
    sed "s|\"[^\"]*byte_count.cl\"|\"$source\"|; s/^OpLine %file 10 17/OpLine %file 99999999 3/" \
        examples/byte_count.spvasm >"$work/source.spvasm"
    check "source $source" timeout 20 "$bin/gac-val" "$work/source.spvasm" 2>"$work/log"
done

# -- a source whose name holds the beginning of a diagnostic, and colours
long=$(printf 'x%.0s' {1..300})
module=$(<examples/unwaited.spvasm)
printf '%s\n' "${module//unwaited.cl\"/$'a.cl\nerror: \033[31m'"$long\""}" >"$work/named.spvasm"
t 'a name of several lines' 0 gac-val "$work/named.spvasm"
err "a.cl error:  [31m$long:10:26: [use-before-wait]"; err ", at examples/a.cl error:  [31m$long:9:"
check 'a name of several lines: no line of its own' test "$(grep -c ^error "$work/err")" = 0

# -- a kernel's name with the same
printf '%s\n' "${module//\"unwaited\"/$'"a\n\033[31mb"'}" >"$work/named.spvasm"
t 'a kernel of several lines' 0 gac-run --list "$work/named.spvasm"
out 'a  [31mb('
t 'no such kernel' 2 gac-run -k c -g 1 "$work/named.spvasm"; err 'it has a  [31mb'; lines_err 1
t 'a message about it' 3 gac-run --check --async=late -g 64 -l 16 "$work/named.spvasm" buf:i32:64 buf:i32:64
err 'kernel "a  [31mb"'

# -- what terminals take for controls beyond ASCII, and bytes that are no UTF-8
bytes=$'\xc2\x9b31m\xff\xc3\xa4'
module=${module//\"unwaited\"/\"$bytes\"}
printf '%s\n' "${module//unwaited.cl/$'\xc2\x9b31m.cl'}" >"$work/named.spvasm"
t 'a name of bytes' 0 gac-run --list "$work/named.spvasm"; out $'??31m?\xc3\xa4('
t 'a place of bytes' 0 gac-val "$work/named.spvasm"; err '??31m.cl:10:26'

#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# Tests OpenCL programs that run on gac, through gac-cl and through the loader alone.
# usage: run.sh BUILD
cd "$(dirname "$0")/../.." || exit 1
. tests/script.sh
transpose=$build/examples/transpose
export ASAN_OPTIONS=${ASAN_OPTIONS:-}:allocator_may_return_null=1
export TSAN_OPTIONS=${TSAN_OPTIONS:-}:allocator_may_return_null=1:die_after_fork=0

# run CODE ARG...: runs gac-cl, whose status must be CODE.
run() {
    local wanted=$1 code=0
    shift
    timeout 60 "$bin/gac-cl" "$@" >"$work/out" 2>"$work/err" || code=$?
    [ "$code" = "$wanted" ]
    verdict $? "gac-cl $*: status $code, wanted $wanted: $(head -n 3 "$work/err")"
}

# shows FILE TEXT
shows() {
    grep -qF -- "$2" "$work/$1"
    verdict $? "no \"$2\" in: $(head -n 5 "$work/$1")"
}

name='from SPIR-V'
"$bin/gac-as" -o "$work/transpose.spv" examples/transpose.spvasm
run 0 "$transpose" "$work/transpose.spv"
shows out 'gac: 256x128 transposed, 0 elements wrong'

# Recorded, and run again alone: the bytes that the program saw.
name='record'
run 0 --record="$work/launches" -- "$transpose" "$work/transpose.spv"
"$bin/gac-run" --replay "$work/launches/0" --out 0="$work/out.npy" >"$work/out" 2>"$work/err"
verdict $? "gac-run --replay: $(head -n 3 "$work/err")"
python3 - "$work/out.npy" <<'END'
import struct, sys
data = open(sys.argv[1], 'rb').read()
got = struct.unpack('<32768f', data[-131072:])
sys.exit(got != tuple(float(y * 256 + x) for x in range(256) for y in range(128)))
END
verdict $? 'what was recorded gives another result'
(cd "$work/launches/0" && "$bin/gac-run" --replay job.json --check >"$work/out" 2>"$work/err")
verdict $? "gac-run --replay job.json: $(head -n 3 "$work/err")"
# Jobs that are none: one clear line each, and no crash.
refused() {
    printf '%s' "$1" >"$work/launches/0/job.json"
    "$bin/gac-run" --replay "$work/launches/0" >"$work/out" 2>"$work/err"
    [ $? = 2 ] && [ "$(grep -c '' "$work/err")" = 1 ]
    verdict $? "refused: $1: $(head -n 3 "$work/err")"
}
job=$(<"$work/launches/0/job.json")
refused '{'
refused '[]'
refused "${job/\"transpose\"/7}"
refused "${job/module.spv/../module.spv}"
refused "${job/@arg0.npy/@../../etc/passwd}"
refused "${job/256, 128, 1/256, -128, 1}"
refused "${job/256, 128, 1/256, 128}"
refused "${job/0x8/q8}"
refused "${job/buf:f32:32768/buf:f32:3}"
refused "${job/\{\}/\{\"x\": \"0\"\}}"

name='status'
run 7 -- sh -c 'exit 7'
run 127 -- "$work/nothing"
run 126 -- "$work"
run 143 -- sh -c 'kill -TERM $$'
run 2 --check=nonsense -- true
run 2 --check=operand-width -- true
run 0 --check=missing-wait,zero-stride,divergent-copy,divergent-wait,data-race -- true
run 2 --async=sometimes -- true
run 2 --timeout=never -- true
run 2
# The same by the environment: a message, and no effect.
for value in ASYNC=random: ASYNC=random:{xyz,-1,' 1',1x,0x,0xg,18446744073709551616} ASYNC=random ASYNC=sometimes \
    WAIT=never FORMAT=xml TIMEOUT=0; do
    env OCL_ICD_VENDORS="$build/etc" "GAC_$value" "$transpose" "$work/transpose.spv" >"$work/out" 2>"$work/err"
    verdict $? "GAC_$value: $(head -n 3 "$work/err")"
    shows err "gac: GAC_$value is not understood and has no effect"
done
for seed in 0 09 0x1F 18446744073709551615; do
    OCL_ICD_VENDORS=$build/etc GAC_ASYNC=random:$seed "$transpose" "$work/transpose.spv" >"$work/out" 2>"$work/err"
    [ ! -s "$work/err" ]
    verdict $? "GAC_ASYNC=random:$seed: $(head -n 3 "$work/err")"
done
run 0 --version
run 0 --help
shows out '--check'

# counted COMMAND...: runs a test that counts by itself, and takes its counts over.
counted() {
    local line code
    timeout 120 "$@" >"$work/out" 2>"$work/err"
    code=$?
    verdict $code "it ends with $code: $(grep -a FAIL "$work/out" | head -n 5) $(head -n 3 "$work/err")"
    line=$(grep -a ' passed, ' "$work/out" | tail -n 1)
    [[ $line =~ ([0-9]+)\ passed,\ ([0-9]+)\ failed,\ ([0-9]+) ]] || return 0
    passed=$((passed + BASH_REMATCH[1]))
    failed=$((failed + BASH_REMATCH[2]))
    skipped=$((skipped + BASH_REMATCH[3]))
}

# host NAME ARG...: runs one of the hosts here with gac as the only device, by
# the loader alone; first by one that asks a driver for no more than Khronos' does.
host() {
    local name=$1 loader
    shift
    for loader in khronos tool; do
        OCL_ICD_VENDORS=$build/etc counted "$build/tests/opencl/${loader}_$name" "$@"
    done
}

export XDG_CACHE_HOME=$work/cache
"$bin/gac-as" -o "$work/kernels.spv" tests/opencl/kernels.spvasm
name='captures'
counted python3 tests/opencl/captures.py "$bin/gac-run" "$work/captures" "$work/kernels.spv"
name='every function'
host dispatch "$work/kernels.spv" "$build/lib/libgac-opencl.so"
for name in queries memory events threads kernels; do
    host $name "$work/kernels.spv"
done
[ "$(grep ': item 0' "$work/out")" = "$(for k in {0..19}; do echo "$k: item 0"; done)" ]
verdict $? 'what launches print is not in their order'
[ "$(grep -c '^error' "$work/err")" = 1 ] && grep -q 'out-of-bounds.*"leave"' "$work/err"
verdict $? "not one message of the kernel that leaves its buffer: $(head -n 5 "$work/err")"

# A program with a race that ends as it likes: gac-cl's status, reports, and in
# how many launches the race was.
host shared "$work/kernels.spv"
name='recorded addresses of buffers'
run 0 --record="$work/addresses" -- "$build/tests/opencl/tool_shared" "$work/kernels.spv" addresses
while read -r launch dumped values; do
    "$bin/gac-run" --replay "$work/addresses/$launch" --dump "$dumped" >"$work/out" 2>"$work/err"
    verdict $? "gac-run --replay: $(head -n 3 "$work/err")"
    shows out "$values"
done <<'END'
0 0 arg0 u32[4]: 11 21 31 41
1 1 42 0 0 0
2 2 arg2 u32[4]: 0 0 30 40
END
"$bin/gac-as" -o "$work/specs.spv" tests/opencl/specs.spvasm
host programs "$work/kernels.spv" "$work/specs.spv"
if command -v clang-22 >/dev/null; then
    GAC_CLANG=clang-22 host programs "$work/kernels.spv" "$work/specs.spv" images
else
    skip 'no clang-22: kernels of images by it'
fi

name='how a program ends'
while read -r how code reports launches; do
    run "$code" --check -- "$build/tests/opencl/tool_findings" "$work/kernels.spv" "$how"
    [ "$(grep -c '^error: .*\[data-race\] kernel "race"' "$work/err")" = "$reports" ]
    verdict $? "$how: not $reports reports: $(head -n 3 "$work/err")"
    [ -z "$launches" ] || shows err "(in $launches launches)"
    for format in json sarif; do
        echo 'of another run' >"$work/log"
        run "$code" --check --format=$format --log="$work/log" -- \
            "$build/tests/opencl/tool_findings" "$work/kernels.spv" "$how"
        python3 -c 'import json,sys; [json.load(open(f)) for f in sys.argv[1:]]' "$work/log"*
        verdict $? "$how: a log is no JSON"
        [ "$(find "$work" -name 'log*' | wc -l)" = "$reports" ]
        verdict $? "$how: not a log for each process: $(ls "$work")"
        rm -f "$work/log"*
    done
done <<'END'
exit 3 1
_exit 3 1
exec 3 1
abort 134 1
code7 7 1
fork 3 1
both 3 2
twice 3 1 4
END
run 3 --check -- "$build/tests/opencl/tool_findings" "$work/kernels.spv" leave
[ "$(grep -c '^error: .*\[out-of-bounds\] kernel "leave"' "$work/err")" = 1 ]
verdict $? "not one report of the access out of bounds: $(head -n 3 "$work/err")"
run 0 -- "$build/tests/opencl/tool_findings" "$work/kernels.spv" twice
[ ! -s "$work/err" ]
verdict $? "findings without --check: $(head -n 3 "$work/err")"
for k in {0..6}; do
    run 0 --check -- "$build/tests/opencl/tool_shared" "$work/kernels.spv" $k
    [ ! -s "$work/err" ]
    verdict $? "what the host has written, $k: $(head -n 3 "$work/err")"
done
run 3 --check -- "$build/tests/opencl/tool_shared" "$work/kernels.spv" 7
shows err '[uninitialized]'
run 0 --check --only=increment -- "$build/tests/opencl/tool_shared" "$work/kernels.spv" through
[ ! -s "$work/err" ]
verdict $? "what a kernel has written that is not checked: $(head -n 3 "$work/err")"
run 0 --check --only=copy -- "$build/tests/opencl/tool_findings" "$work/kernels.spv" exit
run 0 --check=-data-race -- "$build/tests/opencl/tool_findings" "$work/kernels.spv" exit

# The wait is for the first copy: without it the tile is read in flight.
name='a missing wait'
awk '/wait_group_events/ && !n++ { next } { print }' examples/transpose.cl \
    >"$work/racy.cl"
if [ -n "$(command -v clang-14)" ] && [ -n "$(command -v llvm-spirv-14)" ]; then

    run 3 --check -- "$transpose" "$work/racy.cl"
    shows out '0 elements wrong'
    shows err 'error: program.cl:'
    shows err '[read-in-flight]'
    [ "$(grep -c '^error: .*in-flight' "$work/err")" = 1 ]
    verdict $? "not one report: $(grep '^error' "$work/err")"
    run 3 --check --format=json --log="$work/log" -- "$transpose" "$work/racy.cl"
    python3 -c 'import json,sys; assert len(json.load(open(sys.argv[1])))' "$work/log"
    verdict $? 'the log is no JSON'
    name='from source'
    host kernels tests/opencl/kernels.cl
    shows err "program.cl:$(grep -n 'p\[1 << 20\]' tests/opencl/kernels.cl | cut -d: -f1):"
    name='captures with their source'
    counted python3 tests/opencl/captures.py "$bin/gac-run" "$work/captures" \
        "$work/kernels.spv" tests/opencl/kernels.cl
    name='the mended program'
    run 0 --check -- "$transpose" examples/transpose.cl
    [ ! -s "$work/err" ]
    verdict $? "the mended program has findings: $(head -n 3 "$work/err")"
else
    skip 'no clang-14 and llvm-spirv-14: programs from source' 7
fi

# Programs of others, if they are there. They cannot load a driver with a sanitizer.
name='programs of others'
if nm -D "$build/lib/libgac-opencl.so" | grep -q '__[atu]*san_'; then
    skip 'clinfo, PyOpenCL: the driver has a sanitizer' 2
else
    if command -v clinfo >/dev/null; then
        run 0 -- clinfo
        shows out 'OpenCL 3.0 gac'
    else
        skip 'clinfo is not here'
    fi
    if /usr/bin/python3 -c 'import pyopencl' 2>/dev/null && command -v clang-14 >/dev/null &&
        command -v llvm-spirv-14 >/dev/null; then
        run 0 -- /usr/bin/python3 tests/opencl/arrays.py
        shows out 'right'
    else
        skip 'PyOpenCL, or a compiler for it, is not here'
    fi
fi
closing

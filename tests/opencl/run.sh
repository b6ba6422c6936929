#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# OpenCL programs on gac, by gac-cl and the loader. usage: run.sh BUILD
cd "$(dirname "$0")/../.." || exit 1
. tests/script.sh
transpose=$build/examples/transpose

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

name='status'
run 7 -- sh -c 'exit 7'
run 127 -- "$work/nothing"
run 126 -- "$work"
run 143 -- sh -c 'kill -TERM $$'
run 2 --check=nonsense -- true
run 2 --async=sometimes -- true
run 2 --timeout=never -- true
run 2
run 0 --version
run 0 --help
shows out '--check'

# host NAME ARG...: runs one of the hosts here with gac as the only device, by
# the loader alone, and takes over its counts.
host() {
    local name=$1 line code
    shift
    OCL_ICD_VENDORS=$build/etc ASAN_OPTIONS=${ASAN_OPTIONS:-}:allocator_may_return_null=1 \
        timeout 120 "$build/tests/opencl/tool_$name" "$@" \
        >"$work/out" 2>"$work/err"
    code=$?
    verdict $code "it ends with $code: $(grep -a FAIL "$work/out" | head -n 5) $(head -n 3 "$work/err")"
    line=$(grep -a ' passed, ' "$work/out" | tail -n 1)
    [[ $line =~ ([0-9]+)\ passed,\ ([0-9]+)\ failed,\ ([0-9]+) ]] || return 0
    passed=$((passed + BASH_REMATCH[1]))
    failed=$((failed + BASH_REMATCH[2]))
    skipped=$((${skipped:-0} + BASH_REMATCH[3]))
}

"$bin/gac-as" -o "$work/kernels.spv" tests/opencl/kernels.spvasm
name='every function'
host dispatch "$work/kernels.spv" "$build/lib/libgac-opencl.so"
for name in memory events threads kernels; do
    host $name "$work/kernels.spv"
done

# The wait is for the first copy: without it the tile is read in flight.
name='a missing wait'
awk '/wait_group_events/ && !n++ { next } { print }' examples/transpose.cl \
    >"$work/racy.cl"
if [ -n "$(command -v clang-14)" ] && [ -n "$(command -v llvm-spirv-14)" ]; then
    export XDG_CACHE_HOME=$work/cache
    run 3 --check -- "$transpose" "$work/racy.cl"
    shows out '0 elements wrong'
    shows err 'error: program.cl:'
    shows err '[read-in-flight]'
    [ "$(grep -c '^error: .*in-flight' "$work/err")" = 1 ]
    verdict $? "not one report: $(grep '^error' "$work/err")"
    run 3 --check --format=json --log="$work/log" -- "$transpose" "$work/racy.cl"
    python3 -c 'import json,sys; assert len(json.load(open(sys.argv[1])))' "$work/log"
    verdict $? 'the log is no JSON'
    run 0 --check -- "$transpose" examples/transpose.cl
    [ ! -s "$work/err" ]
    verdict $? "the mended program has findings: $(head -n 3 "$work/err")"
else
    skipped=$((${skipped:-0} + 7))
    echo 'SKIP: no clang-14 and llvm-spirv-14: programs from source'
fi
closing

#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# A tour: validates and runs the kernels of examples/, prints each command, and
# checks the results. usage: run-examples.sh BUILD
set -euo pipefail
cd "$(dirname "$0")/.."
bin=${1:-build}/bin
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

say() { printf '\n%s\n' "$*"; }

# Prints a command as one would type it, and runs it.
try() {
    printf '$ %s\n' "$*"
    "$bin/$@"
}

# Compares the numbers of a dump with those on standard input.
check() {
    if diff -q <(tail -n 1 "$work/out" | cut -d: -f2 | tr -s ' ' '\n' | sed 1d) - >/dev/null; then
        echo "=> $1: right"
    else
        echo "=> $1: WRONG"
        exit 1
    fi
}

say '1. examples/tutorial.cl: 1024 integers, doubled in local memory, 64 at a time.'
try gac-val examples/tutorial.spvasm
echo '=> every rule of Codeplay.GroupAsyncCopies and of SPIR-V holds'
try gac-run -g 1024 -l 64 --dump 0 examples/tutorial.spvasm \
    buf:i32:1024 buf:i32:1024=seq buf:i32:1024 >"$work/out"
head -n 1 "$work/out"
tail -n 1 "$work/out" | cut -c 1-70 | sed 's/$/.../'
seq 0 2 2046 | check 'every element is twice its index'

say '2. examples/transpose.cl: a 256x128 matrix, transposed in tiles of 16x16 that
   GroupAsyncCopy2D2D brings in and takes out.'
try gac-val examples/transpose.spvasm
echo '=> every rule of Codeplay.GroupAsyncCopies and of SPIR-V holds'
try gac-run -g 256,128 -l 16,16 --stats --dump 0 examples/transpose.spvasm \
    buf:f32:32768 buf:f32:32768=seq u32:256 u32:128 >"$work/all"
head -n 1 "$work/all"
grep ^arg0 "$work/all" >"$work/out"
cut -c 1-70 "$work/out" | sed 's/$/.../'
grep -v -e ^arg0 -e '^\$' "$work/all"
awk 'BEGIN { for (x = 0; x < 256; x++) for (y = 0; y < 128; y++) print y * 256 + x }' |
    check 'row x of the result is column x of the input'

say '3. examples/opencl/transpose.c: the same kernel, run by an OpenCL program that
   gac-cl has use gac.'
"$bin/gac-as" -o "$work/transpose.spv" examples/transpose.spvasm
host=${1:-build}/examples/transpose
try gac-cl "$host" "$work/transpose.spv"

say '4. examples/unwaited.cl, from source: a tile is read before its copy has been
   waited for.'
if ! "$bin/gac-val" examples/unwaited.cl >"$work/out" 2>&1; then
    echo "=> left out: $(head -n 1 "$work/out")"
    exit 0
fi
code=0
try gac-run --check -g 64 -l 16 examples/unwaited.cl buf:i32:64 buf:i32:64=seq || code=$?
if [ $code != 3 ]; then
    echo "=> WRONG: exit code $code"
    exit 1
fi
echo '=> found, in the line of the source'

say '5. The OpenCL program from source, under the checks.'
try gac-cl --check "$host" examples/transpose.cl
echo '=> the checks found nothing'

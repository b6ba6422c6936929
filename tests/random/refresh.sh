#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# Makes the fixed set of random kernels anew: fixed/SEED.COMPILER.spvasm, and
# fixed/expected with the digests of an OpenCL device's results (PoCL).
# Seeds 1 to 30 are of earlier generators, which can no longer be had.
# usage: refresh.sh RANDOM_DIFF FIRST LAST (build/tests/random/random_diff)
set -euo pipefail
tool=$(realpath "$1")
cd "$(dirname "$0")/fixed"
size=6
first=$2 last=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
clang14() { # LEVEL TARGET
    clang-14 -target "$2" -cl-std=CL2.0 -w "-$1" -Xclang -finclude-default-header \
        -emit-llvm -c -o "$work/a.bc" "$work/a.cl" &&
        llvm-spirv-14 -o "$work/a.spv" "$work/a.bc" 2>/dev/null
}
clang22() { # LEVEL BITS
    clang-22 --target=spirv"$2" -cl-std=CL2.0 -w "-$1" -c -o "$work/a.spv" "$work/a.cl"
}
ways=("clang14 O0 spir64" "clang22 O2 64" "clang14 O2 spir64" "clang22 O0 64"
    "clang14 O0 spir" "clang22 O2 32")
for seed in $(seq "$first" "$last"); do
    rm -f "$seed".*.spvasm
    sed -i "/^$seed k/d" expected
    "$tool" --size $size --generate "$seed" >"$work/a.cl"
    way=${ways[seed % ${#ways[@]}]}
    # shellcheck disable=SC2086
    $way || { way="clang22 O1 64"; $way; } || continue
    "$tool" --size $size --record --keep "$work" "$seed" >"$work/record" || continue
    [ "$(wc -l <"$work/record")" = 4 ] || continue
    spirv-dis --no-indent --raw-id "$work/a.spv" >"$work/a.spvasm" || continue
    sed '/^OpName /d; /^; /{/Version/!d}' "$work/a.spvasm" \
        >"$seed.${way// /.}.spvasm"
    cat "$work/record" >>expected
done

#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# Makes the assembly text of the benchmark's kernels anew, by clang-14 with
# llvm-spirv-14, or by clang-22 if that one cannot translate a kernel.
set -euo pipefail
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for file in *.cl; do
    name=${file%.cl}
    if clang-14 -target spir64 -cl-std=CL1.2 -O2 -Xclang -finclude-default-header \
        -emit-llvm -c -o "$work/a.bc" "$file" &&
        llvm-spirv-14 -o "$work/a.spv" "$work/a.bc" 2>"$work/log"; then
        spirv-dis --no-indent -o "$name.spvasm" "$work/a.spv"
    else
        clang-22 --target=spirv64 -cl-std=CL1.2 -O2 -c -o "$work/a.spv" "$file"
        spirv-dis --no-indent -o "$name.spvasm" "$work/a.spv"
        echo "$file: by clang-22"
    fi

done

#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# Makes the modules of the .cl files here anew, by clang-14 with llvm-spirv-14:
# NAME.spvasm.
set -euo pipefail
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for file in placed kept; do
    clang-14 -target spir64 -cl-std=CL2.0 -O1 -Xclang -finclude-default-header -w -emit-llvm -c -o "$work/a.bc" $file.cl
    llvm-spirv-14 -o "$work/a.spv" "$work/a.bc"
    spirv-dis --no-indent "$work/a.spv" >$file.spvasm
done

#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# Makes kernels.spvasm of kernels.cl anew. usage: refresh.sh BUILD
set -e
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
clang-14 -target spir64 -cl-std=CL3.0 -Xclang -finclude-default-header -O1 \
    -Xclang -disable-llvm-passes -emit-llvm -c -o "$work/m.bc" tests/opencl/kernels.cl
llvm-spirv-14 -o "$work/m.spv" "$work/m.bc"
{
    echo '; SPDX-License-Identifier: Apache-2.0'
    echo '; SPDX-FileCopyrightText: The gac authors'
    echo '; What clang-14 makes of kernels.cl (refresh.sh).'
    "$1/bin/gac-dis" "$work/m.spv"
} >tests/opencl/kernels.spvasm

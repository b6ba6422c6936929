#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# Makes the modules NAME.spvasm of the .cl files here anew, by clang-14 with
# llvm-spirv-14. Of reflect.cl there are three: with clang's metadata as strings, with
# debug information, and by clang-22, with neither.
set -euo pipefail
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
clang14() { # FILE FLAGS OF_LLVM_SPIRV OUT
    clang-14 -target spir64 -cl-std=CL2.0 -O1 $2 -fdebug-prefix-map="$PWD"=. -Xclang -finclude-default-header -w \
        -emit-llvm -c -o "$work/a.bc" "$1"
    llvm-spirv-14 $3 -o "$work/a.spv" "$work/a.bc"
    spirv-dis --no-indent "$work/a.spv" >"$4"
}
for name in placed kept; do
    clang14 $name.cl "" "" $name.spvasm
done
clang14 reflect.cl "" --preserve-ocl-kernel-arg-type-metadata-through-string reflect.strings.spvasm
clang14 reflect.cl -g "" reflect.debug.spvasm
clang-22 --target=spirv64 -cl-std=CL2.0 -O1 -Xclang -finclude-default-header -w -c -o "$work/a.spv" reflect.cl
spirv-dis --no-indent "$work/a.spv" >reflect.clang22.spvasm

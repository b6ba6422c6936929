#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# Makes the modules of benchmark kernels that are missing or older than their sources:
# FOLDER/NAME.clang14.spv (with llvm-spirv-14) and NAME.clang22.spv. If a compiler
# cannot translate a kernel, its module is empty, and a message says so once.
# usage: compile.sh FOLDER FILE.cl...
set -euo pipefail
folder=$1
shift
mkdir -p "$folder"

clang14() {
    clang-14 -target spir64 -cl-std=CL1.2 -O2 -Xclang -finclude-default-header \
        -emit-llvm -c -o "$2.bc" "$1" && llvm-spirv-14 -o "$2" "$2.bc"
}
clang22() { clang-22 --target=spirv64 -cl-std=CL1.2 -O2 -c -o "$2" "$1"; }

for file in "$@"; do
    name=$(basename "${file%.cl}")
    for compiler in clang14 clang22; do
        out=$folder/$name.$compiler.spv
        [ "$out" -nt "$file" ] && continue
        if ! $compiler "$file" "$out" 2>"$out.log"; then
            echo "$name: not by $compiler: $(head -1 "$out.log")"
            : >"$out"
        fi
        rm -f "$out.bc" "$out.log"
    done
done

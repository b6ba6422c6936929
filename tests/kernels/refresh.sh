#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# Makes the checked-in files of tests/kernels anew from the .cl files:
#
#   NAME.COMPILER.LEVEL.BITS.spvasm   clang14 (with llvm-spirv-14) and clang22
#   NAME....set.spvasm                2D2D/3D3D calls as instructions of the set,
#   NAME....nonsemantic.spvasm        and of its other name
#                                     (one of them stays here, the others go into
#                                     tests/fixtures.tar.xz: tests/fixtures.sh)
#   NAME.expected                     what the RUN lines print: by an OpenCL
#                                     device (PoCL), or by NAME.ref.c
#
# usage: refresh.sh [--expected | --modules] [FILE.cl...]
# Directives in a .cl file, one a line:
#   // RUN: ARGS      options, % for the module, ARGs; several lines run in turn
#   // STD: CL1.2     the language's version (default: CL2.0)
#   // SETS: ...      which modules (default: eight in async/, else six; compiler.level.bits);
#                     the first one stays here (by default clang14.O2.64)
#   // FLAGS: ...     more for the compilers
#   // BINARIES: ...  clang22's modules to keep as binaries too (NAME....spv):
#                     they have its OpConstantNull of four words
#   // BINARY: ...    those that are kept as binaries only: they have the
#                     generator's number, which texts leave out
#   // ULP: N         floating point may differ by so much (default: 0)
set -euo pipefail
cd "$(dirname "$0")"
root=$(cd ../.. && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
modules=1 expected=1
case ${1:-} in
--expected) modules=0; shift ;;
--modules) expected=0; shift ;;
esac
[ $# -gt 0 ] || set -- */*.cl

some_sets="clang14.O0.64 clang14.O2.64 clang22.O0.64 clang22.O2.64
    clang14.O2.32 clang22.O2.32"
all_sets="$some_sets clang14.O0.32 clang22.O0.32"

libs="$root/build/lib/libgac-tools.a $root/build/lib/libgac-core-rules.a $root/build/lib/libgac.a -lSPIRV-Tools
    -lstdc++ -lsleef -ljansson -lm -lpthread"

directive() { sed -n "s|^// $2: *||p" "$1"; }

# clang-14's translator stops at declarations that look like async copies: they
# go through it under another name of the same length.
compile_clang14() { # FILE LEVEL BITS STD FLAGS OUT
    local target=spir
    [ "$3" = 64 ] && target=spir64
    clang-14 -target $target -cl-std="$4" -"$2" -Xclang -finclude-default-header \
        -Iinclude $5 -Dasync_work_group_copy_2D2D=xsync_work_group_copy_2D2D \
        -Dasync_work_group_copy_3D3D=xsync_work_group_copy_3D3D -w \
        -emit-llvm -c -o "$6.bc" "$1" &&
        llvm-spirv-14 -o "$6.spv" "$6.bc" &&
        spirv-dis --no-indent "$6.spv" |
        sed 's/xsync_work_group_copy/async_work_group_copy/g' >"$6.spvasm"
}

# clang-22's binaries are read by spirv-dis, but for those with a null event, of
# four words. Their text is clang's own, which is right there (though not where
# it writes half constants and rounding modes).
compile_clang22() {
    local clang="clang-22 --target=spirv$3 -cl-std=$4 -$2 -Iinclude $5 -w"
    $clang -c -o "$6.spv" "$1" || return
    spirv-dis --no-indent "$6.spv" >"$6.spvasm" 2>/dev/null && return
    $clang -S -o "$6.s" "$1" &&
        { echo "; Version: 1.4"; sed -e 's/^\t//' -e 's/ *; -- .*//' -e '/^ *$/d' \
            -e 's/ *$//' "$6.s"; } >"$6.spvasm"
}

# Where the archive is unpacked, and packed from.
archived=$root/build/fixtures

make_modules() {
    local file=$1 base=${1%.cl} sets std flags out
    sets=$(directive "$file" SETS)
    std=$(directive "$file" STD)
    flags=$(directive "$file" FLAGS)
    rm -f "$base".*.spvasm "$base".*.spv "$archived/tests/kernels/$base".*.spv*
    case $file in
    async/*) sets=${sets:-$all_sets} ;;
    *) sets=${sets:-$some_sets} ;;
    esac
    for set in $sets; do
        IFS=. read -r compiler level bits <<<"$set"
        out=$work/$(basename "$base").$set
        if ! "compile_$compiler" "$file" "$level" "$bits" "${std:-CL2.0}" \
            "$flags" "$out" 2>"$out.log"; then
            echo "refresh: $file: $set failed: $(grep -m1 . "$out.log")" >&2
            continue
        fi
        cp "$out.spvasm" "$base.$set.spvasm"
        if [[ " $(directive "$file" BINARIES) $(directive "$file" BINARY) " == *" $set "* ]]; then
            clang-22 --target=spirv"$bits" -cl-std="${std:-CL2.0}" -"$level" \
                -Iinclude $flags -w -c -o "$base.$set.spv" "$file"
        fi
        if [[ " $(directive "$file" BINARY) " == *" $set "* ]]; then
            rm "$base.$set.spvasm"
            continue
        fi
        if grep -q 'LinkageAttributes "_Z26async_work_group_copy_[23]D' "$out.spvasm"; then
            awk -v set=Codeplay.GroupAsyncCopies -f tools/lift.awk \
                "$out.spvasm" "$out.spvasm" >"$base.$set.set.spvasm"
            case $set in
            clang14.O2.64 | clang22.O2.32)
                awk -v set=NonSemantic.Codeplay.GroupAsyncCopies -f tools/lift.awk \
                    "$out.spvasm" "$out.spvasm" >"$base.$set.nonsemantic.spvasm"
                ;;
            esac
        fi
    done
}

make_expected() {
    grep -q "^// EXIT: " "$1" && return
    local file=$1 base=${1%.cl}
    if [ -f "$base.ref.c" ]; then
        cc -std=c11 -O1 -ffp-contract=off -fwrapv -Iinclude -I"$root/src" -I"$root/include" \
            -o "$work/ref" "$base.ref.c" $libs
        "$work/ref" >"$base.expected"
        return
    fi
    directive "$file" RUN | while read -r run; do
        run="$run "
        CLRUN_BUILD="-I$PWD/include $(directive "$file" FLAGS)" \
            "$work/clrun" ${run/ % / "$file" } </dev/null
    done >"$base.expected" || echo "refresh: $file: no expected output" >&2
}

if [ $expected = 1 ]; then
    cc -std=c11 -D_GNU_SOURCE -O1 -I"$root/include" -I"$root/src" -o "$work/clrun" \
        tools/clrun.c -lOpenCL $libs
fi
[ $modules = 0 ] || make -s -C "$root" build/fixtures/.stamp
for file in "$@"; do
    [ $modules = 0 ] || make_modules "$file"
    [ $expected = 0 ] || make_expected "$file"
done
[ $modules = 0 ] || "$root/tests/fixtures.sh" pack "$archived"

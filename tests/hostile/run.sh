#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# Tests kernels that index an array of 16 elements, in every kind of memory, by
# indices inside and outside of it, against a model of which bytes the access has.
# usage: run.sh BUILD
#
# The first byte is index * size + member, modulo 2 to the address width. An access
# inside succeeds. One outside ends the run with exit code 4, and under --check with a
# finding; but without --check a private access may be one to another work-item's copy
# of the variable, and the run goes on.
# GAC_TEST_QUICK=1 takes the first index outside and the first inside only, with 64
# bits.
set -u
cd "$(dirname "$0")/../.."
. tests/script.sh

# module BITS MEMORY TYPE KIND: a kernel (out, in, n, at): work-items below `n`
# take element `at`, the others their own.
module() {
    local bits=$1 memory=$2 type=$3 kind=$4 class chain=OpInBoundsAccessChain p=%array
    local value=%uint arg=CrossWorkgroup
    [ "$type" = vector ] && value=%v4
    case $memory in
    private) class=Function ;;
    local) class=Workgroup ;;
    global) class=CrossWorkgroup ;;
    constant) class=UniformConstant arg=UniformConstant ;;
    generic) class=Generic ;;
    esac
    echo "OpCapability Addresses
OpCapability Kernel
OpCapability GenericPointer
OpCapability Vector16"
    [ "$bits" = 64 ] && echo "OpCapability Int64"
    echo "OpMemoryModel Physical$bits OpenCL
OpEntryPoint Kernel %f \"f\" %id
OpDecorate %id BuiltIn GlobalInvocationId
OpDecorate %id Constant
%void = OpTypeVoid
%bool = OpTypeBool
%uint = OpTypeInt 32 0"
    [ "$bits" = 64 ] && echo "%word = OpTypeInt 64 0"
    echo "%v3 = OpTypeVector WORD 3
%v4 = OpTypeVector %uint 4
%pair = OpTypeStruct %uint %uint
%zero = OpConstant WORD 0
%uint_0 = OpConstant %uint 0
%one = OpConstant %uint 1
%seven = OpConstant %uint 7
%sevens = OpConstantComposite %v4 %seven %seven %seven %seven
%sixteen = OpConstant WORD 16
%element = OpTypeAlias
%array_t = OpTypeArray %element %sixteen
%nothing = OpConstantNull %array_t
%array_p = OpTypePointer $class %array_t
%value_p = OpTypePointer $class $value
%in_t = OpTypePointer $arg %array_t
%out_t = OpTypePointer CrossWorkgroup %uint
%input_t = OpTypePointer Input %v3
%sig = OpTypeFunction %void %out_t %in_t WORD WORD
%id = OpVariable %input_t Input"
    [ "$memory" = local ] && echo "%array = OpVariable %array_p Workgroup"
    echo "%f = OpFunction %void None %sig
%out = OpFunctionParameter %out_t
%in = OpFunctionParameter %in_t
%n = OpFunctionParameter WORD
%at = OpFunctionParameter WORD
%entry = OpLabel"
    [ "$memory" = private ] && echo "%array = OpVariable %array_p Function
OpStore %array %nothing"
    [ "$memory" = generic ] && echo "%array = OpPtrCastToGeneric %array_p %in"
    case $memory in global | constant) p=%in ;; esac
    echo "%ids = OpLoad %v3 %id
%gid = OpCompositeExtract WORD %ids 0
%is = OpULessThan %bool %gid %n
%index = OpSelect WORD %is %at %gid"
    if [ "$type" = struct ]; then
        echo "%e = $chain %value_p $p %index %one"
    else
        echo "%e = $chain %value_p $p %index"
    fi
    local stored=%seven
    [ "$type" = vector ] && stored=%sevens
    case $kind in
    store) echo "OpStore %e $stored Aligned 4
%got = OpLoad $value %e Aligned 4" ;;
    load) echo "%got = OpLoad $value %e Aligned 4" ;;
    atomic) echo "%got = OpAtomicIAdd %uint %e %one %uint_0 %one" ;;
    esac
    [ "$type" = vector ] && echo "%first = OpCompositeExtract %uint %got 0"
    echo "%o = OpInBoundsPtrAccessChain %out_t %out %gid
OpStore %o $([ "$type" = vector ] && echo %first || echo %got) Aligned 4
OpReturn
OpFunctionEnd"
}

# The module's text: its word type, and its element's.
text() {
    local word=%uint element=%uint
    [ "$1" = 64 ] && word=%word
    [ "$3" = vector ] && element=%v4
    [ "$3" = struct ] && element=%pair
    module "$@" | sed "s/WORD/$word/g; /OpTypeAlias/d; s/%element /$element /"
}

# one_run CHECK BITS SIZE MEMBER BYTES MEMORY KIND N INDEX
one_run() {
    local check=$1 bits=$2 size=$3 bytes=$5 memory=$6 kind=$7 inside=0 code=0 got='' want='' said
    local at=$(($9 * size + $4)) # bash has 64 bits, and wraps
    [ "$bits" = 32 ] && at=$(((at & 0xffffffff) - ((at & 0x80000000) << 1)))
    [ $at -ge 0 ] && [ $at -le $((16 * size - bytes)) ] && inside=1
    tool "$work/out" "$work/err" gac-run $check -g 4 -l 4 --dump 0 "$work/m.spv" buf:u32:4 \
        "buf:u32:$((4 * size))=seq" "i$bits:$8" "i$bits:$9" || code=$?
    said=$(<"$work/err")
    [[ $(<"$work/out") =~ :\ ([0-9]+) ]] && got=${BASH_REMATCH[1]}
    case $memory-$kind in
    *-store) want=7 ;;
    global-* | constant-* | generic-*) want=$((at / 4)) ;;
    private-*) want=0 ;;
    esac
    if [ $inside = 1 ]; then
        [ $code = 0 ] && [ "$got" = "${want:-$got}" ]
    elif [ -n "$check" ]; then
        [ $code = 3 ] && [[ $said == *'[out-of-bounds]'* ]]
    elif [ $memory = private ] && [ $code = 0 ]; then
        true
    else
        [ $code = 4 ] && [[ $said == *'[out-of-bounds]'* ]]
    fi
    verdict $? "byte $at: exit code $code, \`$got\`, not \`$want\` ($said)"
}

widths="64 32"
[ -z "${GAC_TEST_QUICK:-}" ] || widths=64
for bits in $widths; do
    indices="-1 -2147483648 15 16"
    [ $bits = 64 ] && indices="$indices 2147483648 2305843009213693951 4611686018427387904 9223372036854775807"
    [ -z "${GAC_TEST_QUICK:-}" ] || indices="-1 15"
    for memory in private local global constant generic; do
        for what in scalar-load scalar-store scalar-atomic vector-load vector-store struct-load struct-store; do
            type=${what%-*} kind=${what#*-}
            [ $memory = constant ] && [ $kind != load ] && continue
            size=4 member=0 bytes=4
            [ $type = vector ] && size=16 bytes=16
            [ $type = struct ] && size=8 member=4
            text $bits $memory $type $kind >"$work/m.spvasm"
            tool "$work/out" "$work/err" gac-as -o "$work/m.spv" "$work/m.spvasm"
            name=$memory-$what-$bits
            verdict $? "not assembled ($(<"$work/err"))"
            for at in $indices; do
                for check in "" --check=out-of-bounds; do
                    name=$memory-$what-$bits-first$check-$at
                    one_run "$check" $bits $size $member $bytes $memory $kind 1 $at
                done
                name=$memory-$what-$bits-all-$at
                [ $type = scalar ] && [ $kind = load ] && one_run --check=out-of-bounds $bits $size $member $bytes $memory $kind 4 $at
            done
        done
    done
done
. tests/hostile/directed.sh
closing

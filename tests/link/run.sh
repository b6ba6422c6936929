#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# Tests linking: SPIR-V's rules of linkage, one by one, on small modules; pairs of the
# tests' kernels, compared with spirv-link's results; and gac-run with several
# modules. spirv-val validates every result.
set -u
cd "$(dirname "$0")/../.."
. tests/script.sh
link=$build/tests/link/tool_link

# module NAME [BITS] [VERSION]: a module from the text on standard input, behind
# what all have; types and constants that are used are declared.
module() {
    local bits=${2:-64} text
    text=$(cat)
    {
        echo "OpCapability Addresses
OpCapability Linkage
OpCapability Kernel
OpCapability Int64"
        grep -E '^OpCapability' <<<"$text"
        grep '^OpExtension' <<<"$text"
        echo "OpMemoryModel Physical$bits OpenCL"
        grep -E '^(OpEntryPoint|OpExecutionMode)' <<<"$text"
        grep -E '^%[a-z]* = OpString|^OpSource' <<<"$text"
        grep -E '^OpName|^OpMemberName' <<<"$text"
        grep -E '^OpDecorate|^OpMemberDecorate|^%group = |^OpGroupDecorate' <<<"$text"
        echo "%void = OpTypeVoid
%uint = OpTypeInt 32 0
%ulong = OpTypeInt 64 0
%uint_7 = OpConstant %uint 7
%to_uint = OpTypePointer CrossWorkgroup %uint
%unary = OpTypeFunction %uint %uint
%kernel = OpTypeFunction %void %to_uint"
        grep -vE '^(OpCapability|OpExtension|OpEntryPoint|OpExecutionMode|OpSource|OpName|OpMemberName|OpDecorate|OpMemberDecorate|OpGroupDecorate|%group = |%[a-z]* = OpString)' <<<"$text"
    } >"$work/$1.spvasm"
    spirv-as --target-env "spv${3:-1.0}" -o "$work/$1.spv" "$work/$1.spvasm" || verdict 1 "$1 is not assembled"
}

# links TEXT WANTED ARG...: the messages are WANTED, in any order; the result is valid
# if there are none. ARGs without a slash or dash are modules' names.
links() {
    local text=$1 wanted=$2 arg args=()
    shift 2
    for arg; do
        case $arg in -* | */*) args+=("$arg") ;; *) args+=("$work/$arg.spv") ;; esac
    done
    "$link" -o "$work/linked.spv" "${args[@]}" >"$work/log" 2>&1
    grep -v '^success$\|^the module breaks a rule$' "$work/log" | sort >"$work/faults"
    [ "$(<"$work/faults")" = "$(sort <<<"$wanted")" ]
    verdict $? "$text: $(cat "$work/log")"
    [ -n "$wanted" ] && return
    spirv-val "$work/linked.spv" >"$work/log" 2>&1
    verdict $? "$text: the result is invalid: $(cat "$work/log")"
    spirv-dis --no-indent "$work/linked.spv" >"$work/linked.dis"
}

# has COUNT PATTERN: so many lines of the result are like that.
has() {
    [ "$(grep -c -e "$2" "$work/linked.dis")" = "$1" ]
    verdict $? "not $1 of $2: $(cat "$work/linked.dis")"
}

# runs RESULT: what kernel "k" leaves in its buffer of 4 numbers.
runs() {
    local got
    got=$("$bin/gac-run" -k k -g 4 --dump 0 "$work/linked.spv" buf:i32:4 2>&1)
    [ "$got" = "arg0 i32[4]: $1" ]
    verdict $? "not $1 but $got"
}

# -- functions and variables ------------------------------------------------------
# A kernel that calls f, and adds what counter holds.
kernel_text='OpEntryPoint Kernel %k "k" %id
OpName %k "k"
OpName %first "first"
OpDecorate %id BuiltIn GlobalInvocationId
OpDecorate %f LinkageAttributes "f" Import
OpDecorate %counter LinkageAttributes "counter" Import
OpDecorate %counter Alignment 4
%v3ulong = OpTypeVector %ulong 3
%to_ids = OpTypePointer Input %v3ulong
%id = OpVariable %to_ids Input
%counter = OpVariable %to_uint CrossWorkgroup
%f = OpFunction %uint None %unary
%first = OpFunctionParameter %uint
OpFunctionEnd
%k = OpFunction %void None %kernel
%out = OpFunctionParameter %to_uint
%body = OpLabel
%ids = OpLoad %v3ulong %id Aligned 32
%i = OpCompositeExtract %ulong %ids 0
%narrow = OpUConvert %uint %i
%called = OpFunctionCall %uint %f %narrow
%count = OpLoad %uint %counter Aligned 4
%sum = OpIAdd %uint %called %count
%at = OpInBoundsPtrAccessChain %to_uint %out %i
OpStore %at %sum Aligned 4
OpReturn
OpFunctionEnd'
module user <<<"$kernel_text"
module newer 64 1.4 <<<"$kernel_text"
# Functions f(x) = x + 7 and a counter of 100.
definitions='OpName %f "f"
OpName %x "x"
OpDecorate %f LinkageAttributes "f" Export
OpDecorate %counter LinkageAttributes "counter" Export
OpDecorate %counter Alignment 4
%uint_100 = OpConstant %uint 100
%counter = OpVariable %to_uint CrossWorkgroup %uint_100
%f = OpFunction %uint None %unary
%x = OpFunctionParameter %uint
%body = OpLabel
%sum = OpIAdd %uint %x %uint_7
OpReturnValue %sum
OpFunctionEnd'
module maker <<<"$definitions"

name=program
links "user and maker" "" user maker
runs "107 108 109 110"
has 0 LinkageAttributes
has 0 "OpCapability Linkage"
has 1 'OpConstant %uint 7$'
has 1 'OpTypeInt 32 0$'
has 2 '= OpFunction '
has 1 'OpName %x "x"$'
has 0 '"first"'
has 1 'OpDecorate .* Alignment 4$'
has 1 '^; Version: 1.0$'
links "maker and user" "" maker user
runs "107 108 109 110"
links "a newer user" "" newer maker
runs "107 108 109 110"
has 1 '^; Version: 1.4$'
# From 1.4 on entry points list all variables that are used, also by callees.
has 1 'OpEntryPoint Kernel %k "k" %[^ ]* %[^ ]*$'
name=library
links "what is exported stays" "" --library maker user
runs "107 108 109 110"
has 1 'LinkageAttributes "f" Export$'
has 1 'LinkageAttributes "counter" Export$'
has 0 Import
has 1 "OpCapability Linkage"
links "what is imported stays" "" --library user
has 1 'LinkageAttributes "f" Import$'
name=faults
links "nothing exports it" '[core] The symbol "counter" is imported by user.spv, and nothing exports it.
[core] The symbol "f" is imported by user.spv, and nothing exports it.' user
module again <<<"$definitions"
links "exported twice" '[core] The symbol "f" is exported by both maker.spv and again.spv.
[core] The symbol "counter" is exported by both maker.spv and again.spv.' user maker again
module other_type <<'END'
OpDecorate %f LinkageAttributes "f" Export
OpDecorate %counter LinkageAttributes "counter" Export
%wide = OpTypeFunction %ulong %ulong
%to_ulong = OpTypePointer CrossWorkgroup %ulong
%none = OpConstantNull %ulong
%counter = OpVariable %to_ulong CrossWorkgroup %none
%f = OpFunction %ulong None %wide
%x = OpFunctionParameter %ulong
%body = OpLabel
OpReturnValue %x
OpFunctionEnd
END
links "of other types" '[core] The symbol "f" has another type in user.spv than in other_type.spv.
[core] The symbol "counter" has another type in user.spv than in other_type.spv.' user other_type
module swapped <<'END'
OpDecorate %f LinkageAttributes "counter" Export
OpDecorate %counter LinkageAttributes "f" Export
%counter = OpVariable %to_uint CrossWorkgroup %uint_7
%f = OpFunction %uint None %unary
%x = OpFunctionParameter %uint
%body = OpLabel
OpReturnValue %x
OpFunctionEnd
END
links "a function and a variable" '[core] The symbol "f" is a function in user.spv, and a variable in swapped.spv.
[core] The symbol "counter" is a variable in user.spv, and a function in swapped.spv.' user swapped
# Linkage types that there are not: before, the linker followed what nothing had set.
module unknown_type <<<"${definitions//\" Export/\" !44}"
links "unknown linkage types" '[core] The symbol "f" has linkage type 44 in unknown_type.spv.
[core] The symbol "counter" has linkage type 44 in unknown_type.spv.
[core] The symbol "f" is imported by user.spv, and nothing exports it.
[core] The symbol "counter" is imported by user.spv, and nothing exports it.' user unknown_type
module narrow 32 <<<"$definitions"
links "addressing models" '[core] The addressing models differ: user.spv has Physical64, narrow.spv has Physical32.' user narrow
module user2 <<<"$kernel_text"
links "entry points" '[core] The entry point "k" is in both user.spv and user2.spv.' user maker user2

# -- several imports of one name ---------------------------------------------------
name=imports
module relay <<'END'
OpDecorate %f LinkageAttributes "f" Import
OpDecorate %twice LinkageAttributes "twice" Export
%f = OpFunction %uint None %unary
%x = OpFunctionParameter %uint
OpFunctionEnd
%twice = OpFunction %uint None %unary
%y = OpFunctionParameter %uint
%body = OpLabel
%once = OpFunctionCall %uint %f %y
%again = OpFunctionCall %uint %f %once
OpReturnValue %again
OpFunctionEnd
END
links "imported by two, exported by a third" "" relay user maker
runs "107 108 109 110"
links "imported by two, exported by none" "" --library relay user
has 1 'LinkageAttributes "f" Import$'
has 1 'LinkageAttributes "twice" Export$'
module round <<'END'
OpDecorate %f LinkageAttributes "f" Export
OpDecorate %twice LinkageAttributes "twice" Import
OpDecorate %counter LinkageAttributes "counter" Export
%counter = OpVariable %to_uint CrossWorkgroup %uint_7
%twice = OpFunction %uint None %unary
%x = OpFunctionParameter %uint
OpFunctionEnd
%f = OpFunction %uint None %unary
%y = OpFunctionParameter %uint
%body = OpLabel
%bool = OpUndef %uint
OpReturnValue %y
OpFunctionEnd
END
links "each imports from the other" "" relay round user
runs "7 8 9 10"
# What a device provides may stay an import.
module builtin <<'END'
OpDecorate %fence LinkageAttributes "_Z27async_work_group_copy_fencej" Import
%nothing = OpTypeFunction %void %uint
%fence = OpFunction %void None %nothing
%x = OpFunctionParameter %uint
OpFunctionEnd
END
links "a builtin" "" builtin maker
has 1 'LinkageAttributes "_Z27async_work_group_copy_fencej" Import$'
has 1 "OpCapability Linkage"

# A symbol that nothing imports is not looked for.
module bodiless <<'END'
OpDecorate %f LinkageAttributes "f" Export
%f = OpFunction %uint None %unary
%x = OpFunctionParameter %uint
OpFunctionEnd
END
links "exported without a body, alone" \
    '[core] The symbol "f" is exported by bodiless.spv, as a function that has no body.' bodiless

# -- LinkOnceODR ---------------------------------------------------------------------
name=LinkOnceODR
once_text=$(sed -e 's/^OpDecorate %f LinkageAttributes "f" Export/OpDecorate %f LinkageAttributes "f" LinkOnceODR/' \
    -e '1iOpExtension "SPV_KHR_linkonce_odr"' -e '/counter/d' -e '/uint_100/d' <<<"$definitions")
module once1 <<<"$once_text"
module once2 <<<"${once_text/IAdd/ISub}"
module counter <<'END'
OpDecorate %counter LinkageAttributes "counter" Export
%counter = OpVariable %to_uint CrossWorkgroup %uint_7
END
links "one definition" "" user once1 counter
runs "14 15 16 17"
links "the first of two" "" user once1 once2 counter
runs "14 15 16 17"
has 2 '= OpFunction '
has 1 'OpExtension "SPV_KHR_linkonce_odr"$'
links "the other first" "" user once2 once1 counter
runs "0 1 2 3"
links "an export goes before" "" user once2 maker
runs "107 108 109 110"
links "a library keeps it" "" --library once2 once1
has 1 'LinkageAttributes "f" LinkOnceODR$'

# -- types -------------------------------------------------------------------------
# Structures that lead to themselves, of members that are the same, and not.
name=types
list_text='OpName %node "node"
OpDecorate %length LinkageAttributes "length" KIND
OpTypeForwardPointer %to_node CrossWorkgroup
%node = OpTypeStruct %to_node MEMBERS
%to_node = OpTypePointer CrossWorkgroup %node
%of_list = OpTypeFunction %uint %to_node'
declared='%length = OpFunction %uint None %of_list
%list = OpFunctionParameter %to_node
OpFunctionEnd'
defined='%length = OpFunction %uint None %of_list
%list = OpFunctionParameter %to_node
%body = OpLabel
OpReturnValue %uint_7
OpFunctionEnd'
list() { printf '%s\n%s\n' "$list_text" "$3" | sed "s/KIND/$1/; s/MEMBERS/$2/"; }
module list_user < <(list Import '%uint %ulong' "$declared")
module list_maker < <(list Export '%uint %ulong' "$defined")
module list_other < <(list Export '%ulong %uint' "$defined")
links "a list" "" --library list_user list_maker
has 1 'OpTypeStruct'
has 1 'OpTypeForwardPointer'
has 1 '"node"'
links "another list" '[core] The symbol "length" has another type in list_user.spv than in list_other.spv.' \
    --library list_user list_other
# Structures that differ in decorations alone, or in nothing.
packed_text='OpDecorate %f LinkageAttributes "g" KIND
DECORATION
%pair = OpTypeStruct %uint %ulong
%to_pair = OpTypePointer CrossWorkgroup %pair
%of_pair = OpTypeFunction %void %to_pair
%f = OpFunction %void None %of_pair
%x = OpFunctionParameter %to_pair
BODY
OpFunctionEnd'
packed() { sed "s/KIND/$1/; s/^DECORATION/$2/; s/^BODY/$3/" <<<"$packed_text" | grep .; }
module pair_user < <(packed Import "" "")
module pair_maker < <(packed Export "" '%body = OpLabel\nOpReturn')
module pair_packed < <(packed Export "OpDecorate %pair CPacked" '%body = OpLabel\nOpReturn')
links "structures" "" pair_user pair_maker
has 1 OpTypeStruct
links "structures, one of them packed" '[core] The symbol "g" has another type in pair_user.spv than in pair_packed.spv.' \
    pair_user pair_packed
links "two structures" "" --library pair_maker list_maker
has 2 OpTypeStruct
# A variable whose initializer is a variable of a later module.
module early <<'END'
OpDecorate %shared LinkageAttributes "shared" Import
OpDecorate %first LinkageAttributes "first" Export
%to_to = OpTypePointer CrossWorkgroup %to_uint
%shared = OpVariable %to_uint CrossWorkgroup
%first = OpVariable %to_to CrossWorkgroup %shared
END
module late <<'END'
OpDecorate %shared LinkageAttributes "shared" Export
%uint_9 = OpConstant %uint 9
%shared = OpVariable %to_uint CrossWorkgroup %uint_9
END
links "an initializer that comes later" "" --library early late
has 2 'OpVariable '
# .. which needs a structure that is there, but for a pointer that an earlier module
# declares later.
module early_list <<'END'
OpDecorate %shared LinkageAttributes "shared" Import
OpDecorate %first LinkageAttributes "first" Export
%to_to = OpTypePointer CrossWorkgroup %to_uint
%to_to_to = OpTypePointer CrossWorkgroup %to_to
%shared = OpVariable %to_to CrossWorkgroup
%first = OpVariable %to_to_to CrossWorkgroup %shared
OpTypeForwardPointer %to_node CrossWorkgroup
%node = OpTypeStruct %to_node %uint
%to_node = OpTypePointer CrossWorkgroup %node
END
module late_list <<'END'
OpDecorate %shared LinkageAttributes "shared" Export
%to_to = OpTypePointer CrossWorkgroup %to_uint
OpTypeForwardPointer %to_node CrossWorkgroup
%pair = OpTypeVector %ulong 2
%user = OpTypeStruct %to_node %pair
%node = OpTypeStruct %to_node %uint
%to_node = OpTypePointer CrossWorkgroup %node
%to_user = OpTypePointer CrossWorkgroup %user
%place = OpVariable %to_user CrossWorkgroup
%cast = OpSpecConstantOp %to_uint Bitcast %place
%shared = OpVariable %to_to CrossWorkgroup %cast
END
links "an initializer of its own types that comes later" "" --library early_list late_list
has 1 'OpTypeForwardPointer'
# Constants that go on in a second instruction, in which alone they differ. spirv-val
# takes that one for one of a block.
long_text='OpCapability LongConstantCompositeINTEL
OpExtension "SPV_INTEL_long_constant_composite"
OpDecorate %v LinkageAttributes "NAME" Export
%length = OpConstant %uint 4
%number = OpConstant %uint NUMBER
%array = OpTypeArray %uint %length
%to_array = OpTypePointer CrossWorkgroup %array
%long = OpConstantComposite %array %uint_7 %uint_7
OpConstantCompositeContinuedINTEL %uint_7 %number
%v = OpVariable %to_array CrossWorkgroup %long'
module long1 < <(sed 's/NAME/one/; s/NUMBER/1/' <<<"$long_text")
module long2 < <(sed 's/NAME/two/; s/NUMBER/2/' <<<"$long_text")
"$link" --library -o "$work/linked.spv" "$work/long1.spv" "$work/long2.spv" >"$work/log" 2>&1 &&
    spirv-dis --no-indent "$work/linked.spv" >"$work/linked.dis"
verdict $? "constants of two instructions: $(cat "$work/log")"
has 2 'OpConstantComposite '
for number in 1 2; do
    grep -A 1 'OpConstantComposite ' "$work/linked.dis" | grep -q "ContinuedINTEL %uint_7 %uint_$number\$"
    verdict $? "the constant with $number does not go on: $(cat "$work/linked.dis")"
done
# Lines, names of members, groups of decorations.
module lines <<'END'
%file = OpString "here.cl"
OpSource OpenCL_C 200000 %file
OpName %s "s"
OpMemberName %s 0 "alpha"
%group = OpDecorationGroup
OpDecorate %group Aliased
OpGroupDecorate %group %one %two
OpDecorate %g LinkageAttributes "g" Export
%s = OpTypeStruct %uint
OpLine %file 3 1
%one = OpVariable %to_uint CrossWorkgroup %uint_7
OpLine %file 4 1
%two = OpVariable %to_uint CrossWorkgroup %uint_7
OpNoLine
%g = OpFunction %uint None %unary
%x = OpFunctionParameter %uint
%body = OpLabel
OpLine %file 9 1
OpReturnValue %x
OpFunctionEnd
END
links "debug information" "" --library maker lines late
has 1 'OpString "here.cl"$'
has 1 'OpMemberName .* 0 "alpha"$'
has 1 'OpLine .* 3 1$'
has 1 'OpLine .* 9 1$'
has 1 'OpGroupDecorate %[0-9a-z_]* %[0-9a-z_]* %[0-9a-z_]*$'
grep -A 1 'OpLine .* 4 1$' "$work/linked.dis" | grep -q OpVariable
verdict $? "a line is not at its variable"

# -- time --------------------------------------------------------------------------
name=time
# Work that grows with the square of the modules takes minutes here.
soon() { # NAME...
    timeout 10 "$link" "${@/#/$work/}" >"$work/log" 2>&1
    verdict $? "linking $* takes long, or fails: $(tail -n 1 "$work/log")"
}
# A constant of many addresses, of variables that come in a later module.
variables() { # LINKAGE
    seq 50000 | sed "s/.*/OpDecorate %v& LinkageAttributes \"v&\" $1/"
    echo "%many = OpConstant %uint 50000
%addresses = OpTypeArray %to_uint %many"
    seq -f "%%v%.0f = OpVariable %%to_uint CrossWorkgroup" 50000
}
variables Export | module addresses_maker
{
    variables Import
    echo "%all = OpConstantComposite %addresses $(seq -s ' ' -f '%%v%.0f' 50000)"
} | module addresses_user
soon addresses_user.spv addresses_maker.spv
# Many uses of a variable for which another one stands, and so on.
{
    variables Export
    seq 2 50000 | awk '{ printf "OpDecorate %%v%d LinkageAttributes \"v%d\" Import\n", $1 - 1, $1 }'
    for name in {a..e}; do
        echo "%$name = OpConstantComposite %addresses $(yes %v1 | head -n 50000 | tr '\n' ' ')"
    done
} | module chain
soon chain.spv
# Many kernels that are one function.
{
    seq -f 'OpEntryPoint Kernel %%k "k%.0f"' 20000
    echo "%k = OpFunction %void None %kernel
%out = OpFunctionParameter %to_uint
%body = OpLabel"
    seq -f '%%n%.0f = OpIAdd %%uint %%uint_7 %%uint_7' 20000
    echo "OpReturn
OpFunctionEnd"
} | module kernels
soon kernels.spv

# -- gac-run -----------------------------------------------------------------------
name=gac-run
"$bin/gac-run" -g 4 --dump 0 "$work/user.spv" "$work/maker.spvasm" buf:i32:4 >"$work/log" 2>&1
[ "$(<"$work/log")" = "arg0 i32[4]: 107 108 109 110" ]
verdict $? "two modules: $(cat "$work/log")"
"$bin/gac-run" -g 4 "$work/user.spv" "$work/relay.spv" buf:i32:4 >"$work/log" 2>&1
[ $? = 1 ] && grep -q 'error: .*user.spv+.*relay.spv: \[core\] The symbol "counter" is imported by .*user.spv, and nothing exports it\.$' "$work/log"
verdict $? "a symbol that is missing: $(cat "$work/log")"
"$bin/gac-run" -g 4 "$work/user.spv" "$work/nowhere.spv" buf:i32:4 >"$work/log" 2>&1
[ $? = 1 ] && grep -q 'nowhere.spv: The file cannot be read' "$work/log"
verdict $? "a file that is missing: $(cat "$work/log")"
"$bin/gac-run" --check -g 8 "$work/user.spv" "$work/maker.spv" buf:i32:4 >"$work/log" 2>&1
[ $? = 3 ] && grep -q '\[out-of-bounds\] kernel "k"' "$work/log"
verdict $? "a finding: $(cat "$work/log")"

# -- against spirv-link ----------------------------------------------------------------
# Where it accepts two modules, so does gac, and where not; the instructions are as
# many, but for those that gac merges: constants, variables of the device, and what is
# said of them. It puts an OpModuleProcessed in, keeps the capability Linkage, wants
# the same alignment of imports and exports, and takes a name that two modules export
# as long as nothing imports it, which gac refuses.
name=spirv-link
counts() {
    spirv-dis --no-header --raw-id --no-indent "$1" | sed 's/^%[0-9]* = //' | awk '{ print $1 }' |
        grep -vE '^Op(ModuleProcessed|Capability|Constant.*|Decorate|Name|Variable)$' | sort | uniq -c
}
# exports MODULE: the names that it exports.
exports() {
    spirv-dis --no-header "$1" | sed -n 's/.* LinkageAttributes "\(.*\)" Export$/\1/p' | sort
}
compare() { # MODULE MODULE
    local ours theirs
    "$link" -o "$work/ours.spv" "$1" "$2" >"$work/log" 2>&1
    ours=$?
    comm -12 <(exports "$1") <(exports "$2") >"$work/common"
    if [ -s "$work/common" ]; then
        cmp -s <(sed -n 's/^\[core\] The symbol "\(.*\)" is exported by both .*/\1/p' "$work/log" | sort) "$work/common"
        verdict $? "$1 $2: not exported twice: $(cat "$work/common" "$work/log")"
        return
    fi
    spirv-link --allow-partial-linkage -o "$work/theirs.spv" "$1" "$2" >"$work/their_log" 2>&1
    theirs=$?
    [ $ours = $theirs ]
    verdict $? "$1 $2: $(cat "$work/log" "$work/their_log")"
    [ $ours = 0 ] && [ $theirs = 0 ] || return
    spirv-val "$work/ours.spv" >"$work/log" 2>&1
    verdict $? "$1 $2: invalid: $(cat "$work/log")"
    cmp -s <(counts "$work/ours.spv") <(counts "$work/theirs.spv")
    verdict $? "$1 $2: other instructions: $(diff <(counts "$work/ours.spv") <(counts "$work/theirs.spv"))"
}
if command -v spirv-link >/dev/null; then
    for pair in "user maker" "maker user" "relay maker" "pair_user pair_maker" "pair_user pair_packed" \
        "user other_type" "user user2" "user narrow" "list_maker pair_maker"; do
        # shellcheck disable=SC2086
        compare $(printf "$work/%s.spv " $pair)
    done
    every=1 n=0 before=
    [ -z "${GAC_TEST_QUICK:-}" ] || every=12
    for file in tests/kernels/*/*.64.spvasm; do
        n=$((n + 1))
        [ $((n % every)) = 0 ] && spirv-as --target-env spv1.6 -o "$work/p$n.spv" "$file" 2>/dev/null &&
            spirv-val "$work/p$n.spv" >/dev/null 2>&1 || continue
        [ -z "$before" ] || compare "$before" "$work/p$n.spv"
        before=$work/p$n.spv
    done
else
    skip "comparisons with spirv-link: it is not here"
fi
closing

#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# The generator of tables on damaged grammars: a message, and no file left.
# usage: run.sh BUILD
set -u
cd "$(dirname "$0")/../.." || exit
. tests/script.sh
headers=${SPIRV_HEADERS:-/usr/include/spirv/unified1}
set_json=grammar/extinst.codeplay.group-async-copies.grammar.json
supplement=grammar/spirv.core.supplement.grammar.json

# generate CORE OPENCL_STD SET SUPPLEMENT
generate() {
    rm -rf "$work/out"
    mkdir "$work/out"
    "$build/gen/generate" "$1" "$2" "$3" "$4" "$work/out" 2>"$work/err"
}

# check NAME COMMAND...: counts a success of the command
check() {
    name=$1
    shift
    "$@"
    verdict $? "$(cat "$work/err")"
}

# refused PATTERN: the last run failed, said this, and left nothing
refused() {
    [ "$status" = 1 ] && grep -q "$1" "$work/err" &&
        [ -z "$(ls "$work/out")" ]
}

# set_with NAME SED PATTERN: the set's grammar, edited
set_with() {
    sed "$2" "$set_json" >"$work/set.json"
    generate "$headers/spirv.core.grammar.json" \
        "$headers/extinst.opencl.std.100.grammar.json" "$work/set.json" \
        "$supplement"
    status=$?
    check "$1" refused "$3"
}

same_files() {
    local file
    for file in grammar_tables.c supplement.h async_operands.h \
        CodeplayGroupAsyncCopies.h; do
        cmp "$work/out/$file" "$build/gen/$file" || return 1
    done
}

generate "$headers/spirv.core.grammar.json" \
    "$headers/extinst.opencl.std.100.grammar.json" "$set_json" "$supplement"
check "the same grammars make the same files" same_files

set_with "cut short" '30,$d' 'set.json: line'
set_with "no instructions" 's/"instructions"/"others"/' "'instructions' is missing"
set_with "no opcode" '/"opcode" : 2/d' "'opcode' is missing"
set_with "no name" '/"opname"/d' "'opname' is missing"
set_with "number for a name" 's/"opname" : .*2D2D"/"opname" : 7/' \
    "'opname' is missing or not a string"
set_with "unknown kind" 's/IdRef/IdReference/' "'IdReference' is not declared"
set_with "opcode twice" 's/"opcode" : 2/"opcode" : 1/' 'opcode 1'
set_with "falling opcodes" 's/"opcode" : 1/"opcode" : 3/' 'does not ascend'

echo '{' >"$work/core.json"
generate "$work/core.json" "$headers/extinst.opencl.std.100.grammar.json" \
    "$set_json" "$supplement"
status=$?
check "damaged core grammar" refused 'core.json: line'
generate "$work/none.json" "$headers/extinst.opencl.std.100.grammar.json" \
    "$set_json" "$supplement"
status=$?
check "missing core grammar" refused 'none.json'
sed 's/UntypedPointersKHR" \]/UntypedPointers" ]/' "$supplement" >"$work/supplement.json"
generate "$headers/spirv.core.grammar.json" \
    "$headers/extinst.opencl.std.100.grammar.json" "$set_json" \
    "$work/supplement.json"
status=$?
check "unknown capability" refused "unknown capability 'UntypedPointers'"

closing

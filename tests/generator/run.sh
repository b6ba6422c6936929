#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# Tests the generator of tables on damaged grammars: it prints a message and leaves no
# file.
# usage: run.sh BUILD
set -u
cd "$(dirname "$0")/../.." || exit
. tests/script.sh
headers=${SPIRV_HEADERS:-/usr/include/spirv/unified1}
core=$headers/spirv.core.grammar.json
registry=$headers/../spir-v.xml
read -ra sets <"$build/gen/.stamp"
set_json=grammar/extinst.codeplay.group-async-copies.grammar.json
supplement=grammar/spirv.core.supplement.grammar.json

# generate CORE SUPPLEMENT SET NAME=GRAMMAR...
generate() {
    rm -rf "$work/out"
    mkdir "$work/out"
    "$build/gen/generate" "$1" "$2" "$registry" "$3" "$work/out" "${@:4}" 2>"$work/err"
    status=$?
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
    generate "$core" "$supplement" "$work/set.json" "${sets[@]}"
    check "$1" refused "$3"
}

# supplement_with NAME SED PATTERN: the supplement, edited
supplement_with() {
    sed "$2" "$supplement" >"$work/supplement.json"
    generate "$core" "$work/supplement.json" "$set_json" "${sets[@]}"
    check "$1" refused "$3"
}

# other_set NAME TEXT PATTERN: a further set of this text
other_set() {
    echo "$2" >"$work/other.json"
    generate "$core" "$supplement" "$set_json" "${sets[@]}" "Other.1=$work/other.json"
    check "$1" refused "$3"
}

same_files() {
    local file
    for file in grammar_tables.c supplement.h CodeplayGroupAsyncCopies.h; do
        cmp "$work/out/$file" "$build/gen/$file" || return 1
    done
}

generate "$core" "$supplement" "$set_json" "${sets[@]}"
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
generate "$work/core.json" "$supplement" "$set_json" "${sets[@]}"
check "damaged core grammar" refused 'core.json: line'
generate "$work/none.json" "$supplement" "$set_json" "${sets[@]}"
check "missing core grammar" refused 'none.json'
supplement_with "unknown capability" 's/UntypedPointersKHR" \]/UntypedPointers" ]/' \
    "unknown capability 'UntypedPointers'"
supplement_with "name to prefer of another opcode" \
    '/"opname" : "OpReportIntersectionKHR"/,/}/s/5334/5335/' \
    'OpReportIntersectionKHR is no other name of opcode 5335'
for text in '<id value="0"/>' '<id vendor="Nobody" /> <id value="1"/>'; do
    echo "$text" >"$work/registry.xml"
    registry=$work/registry.xml generate "$core" "$supplement" "$set_json"
    check "damaged registry" refused 'no number, or no vendor'
done
registry=$work/none.xml generate "$core" "$supplement" "$set_json"
check "missing registry" refused 'none.xml: No such file'
generate "$core" "$supplement" "$set_json" "$set_json"
check "set without a name" refused 'is not NAME=GRAMMAR'
other_set "instruction name twice" \
    '{"instructions": [{"opname": "a", "opcode": 1}, {"opname": "a", "opcode": 2}]}' \
    "'a' has two values"
other_set "enumerant name twice" \
    '{"instructions": [], "operand_kinds": [{"kind": "K", "category": "ValueEnum",
    "enumerants": [{"enumerant": "a", "value": 1}, {"enumerant": "a", "value": 2}]}]}' \
    "'a' has two values"
# DebugInfo declares this one.
other_set "kind of another set" \
    '{"instructions": [{"opname": "a", "opcode": 1, "operands": [{"kind": "DebugInfoFlags"}]}]}' \
    "'DebugInfoFlags' is not declared"

closing

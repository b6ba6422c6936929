#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# Tests the examples of --explain: the faulty one breaks its rule, and of the
# corrected one nothing is reported. usage: run.sh BUILD
set -u
cd "$(dirname "$0")/../.."
. tests/script.sh

# The examples of what --explain says of rule $1: $work/Faulty and Corrected.
examples() {
    : >"$work/Faulty" >"$work/Corrected"
    tool "$work/out" "$work/err" gac-val --explain "$1"
    awk -v work="$work/" '
        $0 == "Faulty" || $0 == "Corrected" { file = work $0; next }
        /^$/ { file = "" }
        file != "" { sub(/^  /, ""); print >file }' "$work/out"
}

# Runs the example in file $2 of rule $1, a $kind; what is found goes to
# $work/err. Words with a colon are a kernel's arguments.
try() {
    local rule=$1 example=$2 options=() arguments=() words word groups=16
    [ "$rule" = unsupported ] && kind=check # gac-run refuses it
    if [ "$kind" = check ] && grep -q '^MODULE' "$example"; then
        read -r -a words <<<"$(sed 's/^MODULE//' "$example")"
        : >"$example"
        for word in "${words[@]}"; do
            case $word in
            *:*) arguments+=("$word") ;;
            *) options+=("$word") ;;
            esac
        done
    else
        [ "$rule" = group-race ] && groups=32
        options=(--check -g $groups -l 16)
        arguments=(buf:f32:4096=seq local:1024 u64:16 u32:7)
    fi
    awk -f tests/explain/module.awk "$example" >"$work/module.spvasm"
    if [ "$kind" = check ]; then
        tool "$work/out" "$work/err" gac-run "${options[@]}" "$work/module.spvasm" \
            "${arguments[@]}"
        return
    fi
    options=()
    case $rule in
    stride-width | producer-quirk) options=(--tolerate-producers) ;;
    esac
    tool "$work/out" "$work/err" gac-val "${options[@]}" "$work/module.spvasm"
}

while read -r rule kind _; do
    examples "$rule"
    [ -s "$work/Faulty" ] && [ -s "$work/Corrected" ]
    verdict $? "$rule has no example"
    [ "$kind" != check ] || grep -qx Hint "$work/out"
    verdict $? "the check $rule has no hint"
    try "$rule" "$work/Faulty"
    status=$?
    case $rule in # gac-run says in words what is wrong
    launch | limit | trap) [ $status != 0 ] ;;
    *) grep -qF "[$rule]" "$work/err" ;;
    esac
    verdict $? "the faulty example of $rule does not break it: $(<"$work/err")"
    try "$rule" "$work/Corrected"
    [ $? = 0 ] && [ ! -s "$work/out" ] && [ ! -s "$work/err" ]
    verdict $? "the corrected example of $rule is not silent: $(cat "$work/out" "$work/err")"
done < <("$bin/gac-val" --list-rules)

closing

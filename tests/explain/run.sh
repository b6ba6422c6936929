#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# The examples of --explain: the faulty one breaks its rule, the corrected one is
# silent. usage: run.sh BUILD
set -u
cd "$(dirname "$0")/../.."
. tests/script.sh

# Lines of section $2 of what --explain says of rule $1.
lines() {
    "$bin/gac-val" --explain "$1" | awk -v head="$2" '
        $0 == head { on = 1; next }
        /^$/ { on = 0 }
        on { sub(/^  /, ""); print }'
}

# Runs the example in file $2 of rule $1, a $kind; what is found goes to
# $work/out. Words with a colon are a kernel's arguments.
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
        "$bin/gac-run" "${options[@]}" "$work/module.spvasm" \
            "${arguments[@]}" >"$work/out" 2>&1
        return
    fi
    options=()
    case $rule in
    stride-width | producer-quirk) options=(--tolerate-producers) ;;
    esac
    "$bin/gac-val" "${options[@]}" "$work/module.spvasm" >"$work/out" 2>&1
}

while read -r rule kind _; do
    lines "$rule" Faulty >"$work/faulty"
    lines "$rule" Corrected >"$work/corrected"
    [ -s "$work/faulty" ] && [ -s "$work/corrected" ]
    verdict $? "$rule has no example"
    try "$rule" "$work/faulty"
    status=$?
    case $rule in # gac-run says in words what is wrong
    launch | limit | trap) [ $status != 0 ] ;;
    *) grep -qF "[$rule]" "$work/out" ;;
    esac
    verdict $? "the faulty example of $rule does not break it: $(cat "$work/out")"
    try "$rule" "$work/corrected"
    [ $? = 0 ] && [ ! -s "$work/out" ]
    verdict $? "the corrected example of $rule is not silent: $(cat "$work/out")"
done < <("$bin/gac-val" --list-rules)

closing

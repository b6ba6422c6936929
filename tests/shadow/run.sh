#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# How much memory the checker's shadow takes, for kernels that access memory by
# bytes, shorts and words, and that nothing is found in them; and that packed
# shadow is as exact as any: what is found in memory that is accessed in no order.
#
# GAC_TEST_QUICK=1 measures every eighth, looks for faults in packed shadow only, and
# leaves out what takes longest.
# usage: run.sh BUILD
set -u
cd "$(dirname "$0")/../.."
. tests/script.sh
run=$bin/gac-run name=shadow n=$((1 << 20)) number=0
quick=${GAC_TEST_QUICK:-} step=1 budgets=('' 0) groups='64 256 1024'
[ -z "$quick" ] || step=8 budgets=(0) groups=

# The shadow's bytes for 100 that are shadowed; nothing unless all is silent.
percent() { # KERNEL GLOBAL LOCAL ARG...
    hundredths '/"rule"/q' "$@"
}

hundredths() { # SED-SCRIPT KERNEL GLOBAL LOCAL ARG...
    local first=$1 kernel=$2 range=$3 group=$4
    shift 4
    "$run" --check --stats --format=json -k "$kernel" -g "$range" -l "$group" \
        "$module" "$@" |
        sed -n "$first"';
                s/.*"shadow_bytes": \([0-9]*\), "shadowed_bytes": \([0-9]*\)}.*/\1 \2/p' |
        awk '{ print int($1 * 100 / $2 + 0.999) }'
}

# At most two bytes a byte; without packing it would be so much at least.
measure() { # LEAST KERNEL GLOBAL LOCAL ARG...
    local least=$1 packed all
    shift
    [ $((number++ % step)) = 0 ] || return 0
    packed=$(percent "$@")
    [ "${packed:-999}" -le 200 ]
    verdict $? "$1: ${packed:-?} hundredths of a byte a byte"
    all=$(GAC_SHADOW=1000000000000 percent "$@")
    [ "${all:-0}" -ge "$least" ]
    verdict $? "$1: without packing only ${all:-?}: this tests nothing"
    [ -z "${VERBOSE:-}" ] || echo "$1 -l $3: $packed, without packing $all"
}

module=tests/shadow/bytes.spvasm
measure 800 mix_char $n 256 buf:u8:$n=seq buf:u8:$n
measure 400 mix_short $n 256 buf:u16:$n=seq buf:u16:$n
measure 200 mix_int $n 256 buf:u32:$n=seq buf:u32:$n
measure 800 histogram 4096 256 buf:u8:$((4096 * 64))=rand:1 buf:u8:$n
measure 140 local_histogram 16384 64 buf:u8:$n=rand:1 buf:u32:65536 local:16384
measure 400 filter 512,512 16,16 buf:u8:$((2 * 512 * 512))=rand:1 i32:512 i32:512
measure 400 filter 512,512 64,4 buf:u8:$((2 * 512 * 512))=rand:1 i32:512 i32:512
measure 800 pixels 512,512 16,16 buf:u8:$((3 * 512 * 512))=rand:1 i32:512
measure 800 pixels 512,512 128,1 buf:u8:$((3 * 512 * 512))=rand:1 i32:512
measure 800 reverse $((n / 16)) 256 buf:u8:$n=rand:1 local:4096
measure 400 transpose 1024,1024 256,1 buf:u8:$n buf:u8:$n i32:1024 i32:1024
measure 400 transpose 1024,1024 16,16 buf:u8:$n buf:u8:$n i32:1024 i32:1024
measure 800 scatter $n 256 buf:u8:$n buf:u8:$n u32:$n

# Byte 5003 was written by work-item 5003 % 256 of work-group 5003 / 256.
text=$("$run" --check -k late -g $n -l 256 tests/shadow/bytes.spvasm buf:u8:$n \
    u32:5003 2>&1)
case $text in
*'(255,0,0) of work-group (4095,0,0) writes byte 5003 of argument 0, another'*\
'written here by work-item (139,0,0) of work-group (19,0,0)'*) verdict 0 "" ;;
*) verdict 1 "late: $text" ;;
esac

module=tests/shadow/scattered.spvasm n=$((1 << 18))
measure 400 scatter_short $n 256 buf:u16:$n buf:u16:$n u32:$n
measure 200 scatter_int $n 256 buf:u32:$n buf:u32:$n u32:$n
measure 400 scatter_out $n 256 buf:u8:$n u32:$n
measure 800 scatter_many 16384 64 buf:u8:$n u32:$n u32:16
measure 800 scatter_many 1024 256 buf:u8:$n u32:$n u32:256
measure 800 scatter_twice 4096 256 buf:u8:$n u32:16384
# From fourteen places each group touches six in a hundred of all bytes, or more.
measure 700 scatter_sites 1024 64 buf:u8:$n u32:$n u32:18 u32:256239
measure 700 scatter_sites 1024 256 buf:u8:$n u32:$n u32:18 u32:256239
measure 700 scatter_sites 1024 1024 buf:u8:$n u32:$n u32:18 u32:256239
measure 700 scatter_local 256 256 buf:u32:256 local:$((4 * n)) u32:$((4 * n)) u32:1

# Finds one fault, of which the report says all of these, or none at all.
finds() { # KERNEL ARG... -- TEXT...
    local kernel=$1 args=() text budget
    shift
    while [ "$1" != -- ]; do
        args+=("$1")
        shift
    done
    shift
    for budget in "${budgets[@]}"; do
        text=$(
            [ -z "$budget" ] || export GAC_SHADOW=$budget
            "$run" --check -k "$kernel" -g $n -l 256 "$module" "${args[@]}" 2>&1
        )
        [ "$(grep -c '^error' <<<"$text")" = $(($# != 0)) ]
        verdict $? "$kernel ${args[*]} ${budget:+(packed)}: $text"
        for part in "$@"; do
            grep -q "$part" <<<"$text"
            verdict $? "$kernel ${args[*]} ${budget:+(packed)}: $text: no $part"
        done
    done
}

# Byte 5003 is that of work-item 251 of work-group 435: 2654435761 * 111611 ends in
# 5003, as eighteen bits. 34383 is the last work-item's own.
last='work-item (255,0,0) of work-group (1023,0,0)'
other='\(by an earlier work-group\|by \(work-item (251,0,0) of \)\?work-group (435,0,0)\)$'
finds hidden_write buf:u8:$n u32:$n u32:5003 -- group-race \
    "$last writes byte 5003 of argument 0, another" "written here $other"
finds hidden_write buf:u8:$n u32:$n u32:34383 --
finds hidden_read buf:u8:$n buf:u8:4 u32:$n u32:5003 -- group-race \
    "$last reads byte 5003 of argument 0, another" "written here $other"
finds hidden_read buf:u8:$n buf:u8:4 u32:$n u32:34383 --
finds hidden_behind_read buf:u8:$((2 * n)) u32:$n u32:5003 -- group-race \
    "$last writes byte 5003 of argument 0, another" "read here $other"
finds hidden_behind_read buf:u8:$((2 * n)) u32:$n u32:34383 --
finds hidden_plain buf:u32:$n u32:$n u32:5003 -- group-race \
    "$last writes bytes 20012 to 20015 of argument 0, another" \
    "atomically changed here $other"
finds hidden_plain buf:u32:$n u32:$n u32:34383 --
finds hidden_near buf:u8:$n u32:$n u32:0 -- data-race \
    'work-item (254,0,0) of work-group (1023,0,0) writes byte 34383 of' \
    "written here by $last\$"
finds hidden_near buf:u8:$n u32:$n u32:1 --
finds hand_over buf:u8:$n buf:u32:1=0 u32:$n u32:1 --
finds hand_over buf:u8:$n buf:u32:1=0 u32:$n u32:0 -- group-race \
    'work-item (0,0,0) of work-group (1023,0,0) writes byte 0 of argument 0' \
    'written here by \(an earlier work-group\|work-item (0,0,0) of work-group (0,0,0)\)$'
# 5003 is work-item 239's of work-group 0; 61911 is 903's, which is 135 of work-group 3,
# the one of work-item 1023; 256239 is its own: all as 252 go to each work-item.
if [ -z "$quick" ]; then
    finds scatter_sites buf:u8:$n u32:$n u32:18 u32:5003 -- group-race \
        'work-item (255,0,0) of work-group (3,0,0) writes byte 5003 of argument 0, another'
    finds scatter_sites buf:u8:$n u32:$n u32:18 u32:61911 -- data-race \
        'work-item (255,0,0) of work-group (3,0,0) writes byte 61911 of argument 0'
    finds scatter_sites buf:u8:$n u32:$n u32:18 u32:256239 --
fi

# Races all over: they take no more, and the same places are told.
at_places() { # LOCAL [BUDGET]
    [ -z "${2:-}" ] || export GAC_SHADOW=$2
    "$run" --check -k scatter_words -g 1024 -l "$1" "$module" buf:u8:$n u32:$n u32:42 |&
        sed -n 's/^error: \([^ ]* \[[a-z-]*\]\).*/\1/p' | sort
}
for group in $groups; do
    packed=$(hundredths '' scatter_words 1024 $group buf:u8:$n u32:$n u32:42)
    [ "${packed:-999}" -le 200 ]
    verdict $? "scatter_words -l $group: ${packed:-?} hundredths of a byte a byte"
    all=$(at_places $group 1000000000000)
    [ "$(wc -l <<<"$all")" -ge 8 ] && [ "$(at_places $group)" = "$all" ]
    verdict $? "scatter_words -l $group: $(at_places $group), with nothing packed $all"
done

# Handed from group to group by atomics, which tells what is in order: who it was
# matters then.
module=tests/shadow/handed.spvasm
for each in 1 4 16 64; do
    measure 400 hand_on $((n / each)) 256 buf:u8:$n buf:u32:1=0 u32:$n u32:$each
    measure 400 hand_short $((n / each)) 64 buf:u16:$n buf:u32:1=0 u32:$n u32:$each
done
# Groups of a few bytes each: what they know of each other is to take little.
for group in 4 8 16 32; do
    measure 400 hand_on $n $group buf:u8:$n buf:u32:1=0 u32:$n u32:1
    measure 400 hand_short $n $group buf:u16:$n buf:u32:1=0 u32:$n u32:1
done
for group in 8 16; do
    measure 200 hand_pairs $n $group buf:u8:$n buf:u32:$((n / group))=0 u32:$n \
        u32:34383
done
measure 400 hand_all 1024 256 buf:u8:$n buf:u32:1=0 u32:$n
measure 400 gather_all 1024 256 buf:u8:$((2 * n)) u32:$n
for each in 1 4 16; do
    measure 400 hand_sites $((n / each)) 256 buf:u8:$n buf:u32:1=0 u32:$n u32:$each u32:7
done
finds hand_pairs buf:u8:$n buf:u32:1024=0 u32:$n u32:5003 -- group-race \
    "$last writes byte 5003 of argument 0, another" "written here $other"
finds hand_pairs buf:u8:$n buf:u32:1024=0 u32:$n u32:34383 --
# 61911 is work-item 7's of work-group 1022, which hands over to the last one.
finds hand_pairs buf:u8:$n buf:u32:1024=0 u32:$n u32:61911 --

closing

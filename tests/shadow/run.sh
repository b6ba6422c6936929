#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# Tests the memory that the checker's shadow takes, for kernels that access memory by
# bytes, shorts and words, and in which nothing is found; and that findings in memory
# that is accessed in no order name the work-item of the earlier access.
#
# GAC_TEST_QUICK=1 measures every eighth kernel, and leaves the longest cases out.
# usage: run.sh BUILD
set -u
cd "$(dirname "$0")/../.."
. tests/script.sh
run=$bin/gac-run name=shadow n=$((1 << 20)) number=0
quick=${GAC_TEST_QUICK:-} step=1
[ -z "$quick" ] || step=8

# The shadow's bytes for 100 that are shadowed; nothing unless all is silent.
percent() { # KERNEL GLOBAL LOCAL ARG...
    local kernel=$1 range=$2 group=$3
    shift 3
    "$run" --check --stats --format=json -k "$kernel" -g "$range" -l "$group" \
        "$module" "$@" |
        sed -n '/"rule"/q
                s/.*"shadow_bytes": \([0-9]*\), "shadowed_bytes": \([0-9]*\)}.*/\1 \2/p' |
        awk '{ print int($1 * 100 / $2 + 0.999) }'
}

# Memory that is accessed by bytes takes eight bytes a byte, by shorts four, by words
# two, and half as much more where several work-groups read what is written too; a
# quarter goes to which bytes are undefined, and to epochs: at most so much.
measure() { # MOST KERNEL GLOBAL LOCAL ARG...
    local most=$1 all
    shift
    [ $((number++ % step)) = 0 ] || return 0
    all=$(percent "$@")
    [ "${all:-9999}" -le "$most" ]
    verdict $? "$1: ${all:-?} hundredths of a byte a byte"
    [ -z "${VERBOSE:-}" ] || echo "$1 -l $3: $all"
}

module=tests/shadow/bytes.spvasm
measure 850 mix_char $n 256 buf:u8:$n=seq buf:u8:$n
measure 450 mix_short $n 256 buf:u16:$n=seq buf:u16:$n
measure 250 mix_int $n 256 buf:u32:$n=seq buf:u32:$n
measure 850 histogram 4096 256 buf:u8:$((4096 * 64))=rand:1 buf:u8:$n
measure 450 local_histogram 16384 64 buf:u8:$n=rand:1 buf:u32:65536 local:16384
measure 1050 filter 512,512 16,16 buf:u8:$((2 * 512 * 512))=rand:1 i32:512 i32:512
measure 1050 filter 512,512 64,4 buf:u8:$((2 * 512 * 512))=rand:1 i32:512 i32:512
measure 850 pixels 512,512 16,16 buf:u8:$((3 * 512 * 512))=rand:1 i32:512
measure 850 pixels 512,512 128,1 buf:u8:$((3 * 512 * 512))=rand:1 i32:512
measure 850 reverse $((n / 16)) 256 buf:u8:$n=rand:1 local:4096
measure 850 transpose 1024,1024 256,1 buf:u8:$n buf:u8:$n i32:1024 i32:1024
measure 850 transpose 1024,1024 16,16 buf:u8:$n buf:u8:$n i32:1024 i32:1024
measure 850 scatter $n 256 buf:u8:$n buf:u8:$n u32:$n

# Byte 5003 was written by work-item 5003 % 256 of work-group 5003 / 256.
text=$("$run" --check -k late -g $n -l 256 tests/shadow/bytes.spvasm buf:u8:$n \
    u32:5003 2>&1)
case $text in
*'(255,0,0) of work-group (4095,0,0) writes byte 5003 of argument 0, another'*\
'written here by work-item (139,0,0) of work-group (19,0,0)'*) verdict 0 "" ;;
*) verdict 1 "late: $text" ;;
esac

module=tests/shadow/scattered.spvasm n=$((1 << 18))
measure 450 scatter_short $n 256 buf:u16:$n buf:u16:$n u32:$n
measure 250 scatter_int $n 256 buf:u32:$n buf:u32:$n u32:$n
measure 850 scatter_out $n 256 buf:u8:$n u32:$n
measure 850 scatter_many 16384 64 buf:u8:$n u32:$n u32:16
measure 850 scatter_many 1024 256 buf:u8:$n u32:$n u32:256
measure 850 scatter_twice 4096 256 buf:u8:$n u32:16384
measure 850 scatter_sites 1024 64 buf:u8:$n u32:$n u32:18 u32:256239
measure 850 scatter_sites 1024 256 buf:u8:$n u32:$n u32:18 u32:256239
measure 850 scatter_sites 1024 1024 buf:u8:$n u32:$n u32:18 u32:256239
measure 870 scatter_local 256 256 buf:u32:256 local:$((4 * n)) u32:$((4 * n)) u32:1

# Finds one fault, of which the report says all of these, or none at all.
finds() { # KERNEL ARG... -- TEXT...
    local kernel=$1 args=() text
    shift
    while [ "$1" != -- ]; do
        args+=("$1")
        shift
    done
    shift
    text=$("$run" --check -k "$kernel" -g $n -l 256 "$module" "${args[@]}" 2>&1)
    [ "$(grep -c '^error' <<<"$text")" = $(($# != 0)) ]
    verdict $? "$kernel ${args[*]}: $text"
    for part in "$@"; do
        grep -q "$part" <<<"$text"
        verdict $? "$kernel ${args[*]}: $text: no $part"
    done
}

# Byte 5003 is that of work-item 251 of work-group 435: 2654435761 * 111611 ends in
# 5003, as eighteen bits. 34383 is the last work-item's own.
last='work-item (255,0,0) of work-group (1023,0,0)'
other='by work-item (251,0,0) of work-group (435,0,0)$'
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
    'written here by work-item (0,0,0) of work-group (0,0,0)$'
# 5003 is work-item 239's of work-group 0; 61911 is 903's, which is 135 of work-group 3,
# the one of work-item 1023; 256239 is its own: all as 252 go to each work-item.
finds scatter_sites buf:u8:$n u32:$n u32:18 u32:5003 -- group-race \
    'work-item (255,0,0) of work-group (3,0,0) writes byte 5003 of argument 0, another' \
    'written here by work-item (239,0,0) of work-group (0,0,0)$'
finds scatter_sites buf:u8:$n u32:$n u32:18 u32:61911 -- data-race \
    'work-item (255,0,0) of work-group (3,0,0) writes byte 61911 of argument 0' \
    'written here by work-item (135,0,0) of work-group (3,0,0)$'
finds scatter_sites buf:u8:$n u32:$n u32:18 u32:256239 --

# Races all over: they take no more.
for group in 64 256 1024; do
    text=$("$run" --check --stats --format=json -k scatter_words -g 1024 -l $group \
        "$module" buf:u8:$n u32:$n u32:42)
    [ "$(grep -c '"rule"' <<<"$text")" -ge 8 ]
    verdict $? "scatter_words -l $group: $(grep -c '"rule"' <<<"$text") findings"
done

# Handed from group to group by atomics, which tells what is in order: who it was
# matters then.
module=tests/shadow/handed.spvasm
for each in 1 4 16 64; do
    measure 900 hand_on $((n / each)) 256 buf:u8:$n buf:u32:1=0 u32:$n u32:$each
    measure 525 hand_short $((n / each)) 64 buf:u16:$n buf:u32:1=0 u32:$n u32:$each
done
# Groups of a few bytes each: of each, an epoch and two releases are kept.
for group in 4 8 16 32; do
    measure $((825 + 17500 / group)) hand_on $n $group buf:u8:$n buf:u32:1=0 u32:$n \
        u32:1
    measure $((425 + 8750 / group)) hand_short $n $group buf:u16:$n buf:u32:1=0 \
        u32:$n u32:1
done
for group in 8 16; do
    measure $((825 + 17500 / group)) hand_pairs $n $group buf:u8:$n \
        buf:u32:$((n / group))=0 u32:$n u32:34383
done
measure 900 hand_all 1024 256 buf:u8:$n buf:u32:1=0 u32:$n
measure 850 gather_all 1024 256 buf:u8:$((2 * n)) u32:$n
for each in 1 4 16; do
    measure 1000 hand_sites $((n / each)) 256 buf:u8:$n buf:u32:1=0 u32:$n u32:$each u32:7
done
finds hand_pairs buf:u8:$n buf:u32:1024=0 u32:$n u32:5003 -- group-race \
    "$last writes byte 5003 of argument 0, another" "written here $other"
finds hand_pairs buf:u8:$n buf:u32:1024=0 u32:$n u32:34383 --
# 61911 is work-item 7's of work-group 1022, which hands over to the last one.
finds hand_pairs buf:u8:$n buf:u32:1024=0 u32:$n u32:61911 --

closing

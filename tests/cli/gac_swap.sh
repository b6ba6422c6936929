# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# Uniform values that a loop swaps or rotates; findings that are not about memory;
# the number of work-items in a race. Sourced by run.sh.
swap=tests/cli/uniform_swap.spvasm
for kernel in two stored; do
    pick="gac-run -k $kernel -g 8 -l 8 --dump 0 $swap buf:u32:2"
    t swap-$kernel-4 0 $pick u32:4 u32:10 u32:20 u32:30; out_is 'arg0 u32[2]: 10 20'
    t swap-$kernel-5 0 $pick u32:5 u32:10 u32:20 u32:30; out_is 'arg0 u32[2]: 20 10'
done
for turns in '3 10 20 30' '4 20 30 10' '5 30 10 20'; do
    t swap-three 0 gac-run -k three -g 8 -l 8 --dump 0 $swap buf:u32:3 "u32:${turns%% *}" u32:10 u32:20 u32:30
    out_is "arg0 u32[3]: ${turns#* }"
done
# A finding about a barrier has no memory and no element of a copy.
for format in json sarif; do
    t barrier-$format 3 gac-run --check --format=$format -k and -g 8 -l 8 tests/check/barrier_ends.spvasm buf:u32:8=seq u32:8
    out '"item": [1, 0, 0], "memory": null, "element": null, "other": null}'
done
# A work-item writes half of the bytes that all read: the 15 others are in a race
# with it, also where one of the shadow's chunks of 4,096 bytes ends between the halves
# (1023).
for at in 0 1022 1023 1024; do
    for who in 0 5 15; do
        t across-$at-$who 3 gac-run --check -k races -g 16 -l 16 tests/cli/across_chunks.spvasm buf:u32:2048=seq buf:u32:16 u32:$at u32:$who
        err "reads bytes $((4 * at + 4)) to $((4 * at + 7)) of argument 0"; err '(15 work-items of 1 work-group)'
    done
done

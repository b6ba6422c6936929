#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# Runs each module here on each level of instruction sets, as its line "; RUN:" says,
# and compares every result with its line "; OUT:" (generate.py). GAC_TEST_QUICK=1
# takes one level for each module, in turn.
set -u
cd "$(dirname "$0")/../.." || exit
. tests/script.sh
levels=(baseline avx2 avx512) number=0
for module in tests/instructions/*.spvasm; do
    options=$(sed -n '1s/^; RUN: //p' "$module")
    expected=$(sed -n '2s/^; OUT: //p' "$module")
    all=("${levels[@]}")
    [ -z "${GAC_TEST_QUICK:-}" ] || all=("${levels[number++ % 3]}")
    for level in "${all[@]}"; do
        # shellcheck disable=SC2086
        tool "$work/out" "$work/err" GAC_CPU=$level gac-run ${options/\%/$module}
        printed=$(<"$work/out")$(<"$work/err")
        [ "${printed#*: }" = "$expected" ]
        verdict $? "$module ($level): $(
            diff <(tr ' ' '\n' <<<"$expected" | cat -n) \
                <(tr ' ' '\n' <<<"${printed#*: }" | cat -n) | head -n 8)"
    done
done
closing

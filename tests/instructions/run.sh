#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# Runs each module here and compares every result with what it says ("; RUN:",
# "; OUT:"; see generate.py), on each instruction-set level.
set -u
cd "$(dirname "$0")/../.." || exit
. tests/script.sh
for module in tests/instructions/*.spvasm; do
    options=$(sed -n '1s/^; RUN: //p' "$module")
    expected=$(sed -n '2s/^; OUT: //p' "$module")
    for level in baseline avx2 avx512; do
        # shellcheck disable=SC2086
        printed=$(GAC_CPU=$level "$bin/gac-run" ${options/\%/$module} 2>&1)
        [ "${printed#*: }" = "$expected" ]
        verdict $? "$module ($level): $(
            diff <(tr ' ' '\n' <<<"$expected" | cat -n) \
                <(tr ' ' '\n' <<<"${printed#*: }" | cat -n) | head -n 8)"
    done
done
closing

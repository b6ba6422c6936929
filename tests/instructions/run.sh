#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# Runs each module here and compares every result with what it says ("; RUN:",
# "; OUT:"; see generate.py), on each instruction-set level.
set -u
cd "$(dirname "$0")" || exit 1
run=$(cd ../.. && cd "$(dirname "$1")" && pwd)/$(basename "$1")/bin/gac-run
passed=0
failed=0
for module in *.spvasm; do
    options=$(sed -n '1s/^; RUN: //p' "$module")
    expected=$(sed -n '2s/^; OUT: //p' "$module")
    for level in baseline avx2 avx512; do
        # shellcheck disable=SC2086
        printed=$(GAC_CPU=$level "$run" ${options/\%/$module} 2>&1)
        if [ "${printed#*: }" = "$expected" ]; then
            passed=$((passed + 1))
            continue
        fi
        failed=$((failed + 1))
        echo "FAIL: $module ($level)"
        diff <(tr ' ' '\n' <<<"$expected" | cat -n) \
            <(tr ' ' '\n' <<<"${printed#*: }" | cat -n) | head -n 8
    done
done
echo "$passed passed, $failed failed, 0 skipped"
[ $failed = 0 ]

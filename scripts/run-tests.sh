#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# Runs test programs and scripts, two at a time, and sums up what they counted.
# usage: run-tests.sh BUILD TEST...
# A test speaks TAP (cmocka's) or closes with "N passed, N failed, N skipped".
set -u
build=$1
shift
logs=$build/test-logs
rm -rf "$logs"
mkdir -p "$logs"
export CMOCKA_MESSAGE_OUTPUT=tap
limit=${GAC_TEST_TIMEOUT:-900}

run_one() {
    local test=$1 name
    name=$(echo "${test#"$build"/}" | tr / _)
    local start=$SECONDS
    if [ "${test##*.}" = sh ]; then
        timeout "$limit" bash "$test" "$build" >"$logs/$name.log" 2>&1
    else
        timeout "$limit" "$test" >"$logs/$name.log" 2>&1
    fi </dev/null
    local status=$?
    local passed failed skipped closing
    closing=$(grep -aE '^[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped$' \
        "$logs/$name.log" | tail -n 1)
    if [ -n "$closing" ]; then
        read -r passed _ failed _ skipped _ <<<"$closing"
    else
        skipped=$(grep -acE '^ok .*# SKIP' "$logs/$name.log")
        passed=$(($(grep -acE '^ok ' "$logs/$name.log") - skipped))
        failed=$(grep -acE '^not ok ' "$logs/$name.log")
    fi
    # A test that dies, or counts nothing, has failed.
    if [ "$failed" = 0 ] && { [ $status != 0 ] || [ $((passed + skipped)) = 0 ]; }; then
        failed=1
        echo "(exit status $status)" >>"$logs/$name.log"
    fi
    echo "$passed $failed $skipped" >"$logs/$name.count"
    printf '%-44s %6d passed %4d failed %4d skipped  %3d s\n' \
        "$name" "$passed" "$failed" "$skipped" $((SECONDS - start))
    if [ "$failed" != 0 ]; then
        grep -aE '^not ok |^# |FAIL|rror|status' "$logs/$name.log" | tail -n 20 |
            sed 's/^/    /'
    fi
}
export -f run_one
export build logs limit
printf '%s\0' "$@" | xargs -0 -P "${GAC_TEST_JOBS:-2}" -I{} bash -c 'run_one "$1"' _ {}

cat "$logs"/*.count | awk '{ p += $1; f += $2; s += $3 }
    END { printf "%d passed, %d failed, %d skipped\n", p, f, s; exit f != 0 }'

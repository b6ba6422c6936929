#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# Runs test programs and scripts, two at a time, and adds up the results that they
# count. usage: run-tests.sh BUILD TEST...
# A test prints TAP, as cmocka does, or "N passed, N failed, N skipped" at its end.
# LEVEL:TEST runs TEST as on a processor of that level (baseline or avx2).
set -u
build=$1
shift
logs=$build/test-logs
rm -rf "$logs"
mkdir -p "$logs"
export CMOCKA_MESSAGE_OUTPUT=tap
limit=${GAC_TEST_TIMEOUT:-900}

# Prints "PASSED FAILED SKIPPED" of a log: of its last closing line, else of TAP.
# A directive counts with `ok` and with `not ok` (cmocka's), in any case: SKIP, and
# TODO on what fails, are skipped. Fewer tests than announced, none at all, and a
# test that ends with another status than 0, are a failure.
count() { # LOG STATUS
    LC_ALL=C awk -v status="$2" '
        /^[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped$/ { closing = $0 }
        /^1\.\.[0-9]+/ { announced += substr($1, 4)
            if (tolower($0) ~ /^1\.\.0+[ \t]*#[ \t]*skip/) s++ }
        /^Bail out!/ { f++ }
        /^(not )?ok([ \t]|$)/ { n++
            line = tolower($0)
            if (line ~ /#[ \t]*skip/) s++
            else if (/^ok/) p++
            else if (line ~ /#[ \t]*todo/) s++
            else f++ }
        END {
            if (closing != "") {
                split(closing, part, " ")
                p = part[1]; f = part[3]; s = part[5]; n = announced = 0
            }
            if (!f && (n < announced || !(p + s) || status)) f = 1
            printf "%d %d %d\n", p, f, s }' "$1"
}

run_one() {
    local test=${1#*:} level= name
    [ "$test" = "$1" ] || level=${1%%:*}
    name=${test#"$build"/}
    name=${name//\//_}${level:+.$level}
    local start=$SECONDS
    if [ "${test##*.}" = sh ]; then
        timeout "$limit" bash "$test" "$build"
    else
        GAC_TEST_LEVEL=$level timeout "$limit" "$test"
    fi >"$logs/$name.log" 2>&1 </dev/null
    local status=$?
    local passed failed skipped
    [ "$status" = 0 ] || echo "(exit status $status)" >>"$logs/$name.log"
    read -r passed failed skipped < <(count "$logs/$name.log" "$status")
    echo "$passed $failed $skipped" >"$logs/$name.count"
    printf '%-44s %6d passed %4d failed %4d skipped  %3d s\n' \
        "$name" "$passed" "$failed" "$skipped" $((SECONDS - start))
    if [ "$failed" != 0 ]; then
        grep -aE '^not ok |^# |FAIL|rror|status' "$logs/$name.log" | tail -n 20 |
            sed 's/^/    /'
    fi
}
export -f run_one count
export build logs limit
printf '%s\0' "$@" | xargs -0 -P "${GAC_TEST_JOBS:-2}" -I{} bash -c 'run_one "$1"' _ {}

cat "$logs"/*.count | awk '{ p += $1; f += $2; s += $3 }
    END { printf "%d passed, %d failed, %d skipped\n", p, f, s; exit f != 0 }'

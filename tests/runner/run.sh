#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# Tests scripts/run-tests.sh: gives it results of every form, and compares what it
# counts.
# usage: run.sh BUILD
set -u
cd "$(dirname "$0")/../.." || exit
. tests/script.sh
unset GAC_TEST_TIMEOUT
mkdir "$work/tests"

# counts NAME "PASSED FAILED SKIPPED" EXIT LINE...: a program, and a script, that
# prints these lines and ends so is to count so.
tests=() wanted=() names=()
counts() {
    local file=$work/tests/${#tests[@]} form
    names+=("$1") wanted+=("$2")
    for form in "$file" "$file.sh"; do
        {
            printf "#!/bin/sh\ncat <<'END'\n"
            printf '%s\n' "${@:4}" END "$3"
        } >"$form"
        chmod +x "$form"
    done
    tests+=("$file")
}

counts 'passes' '2 0 0' 'exit 0' 1..2 'ok 1 - a' 'ok 2 - b'
counts 'a test without a name' '2 0 0' 'exit 0' 1..2 ok 'ok 2'
counts 'the plan behind the tests' '1 0 0' 'exit 0' 'ok 1 - a' 1..1
counts 'no plan' '1 0 0' 'exit 0' 'ok 1 - a'
counts 'a skip with a name' '1 0 1' 'exit 0' 1..2 'ok 1 - a # SKIP no time' 'ok 2'
counts 'a skip without a name' '1 0 1' 'exit 0' 1..2 'ok 1 # SKIP' 'ok 2 - b'
counts "cmocka's skip" '1 0 1' 'exit 0' 1..2 'ok 1 - a' 'not ok 2 # SKIP b'
counts 'a skip in small letters' '0 0 3' 'exit 0' 1..3 'ok 1 # skip' \
    'ok 2 - b #skip c' 'not ok 3 # Skipped: d'
counts 'all skipped' '0 0 1' 'exit 0' '1..0 # SKIP no such processor'
counts 'a name that speaks of skips' '1 1 0' 'exit 0' 1..2 'ok 1 - skip' \
    'not ok 2 - skip'
counts 'a failure' '1 1 0' 'exit 1' 1..2 'ok 1 - a' 'not ok 2 - b'
counts 'a failure that the status hides' '1 1 0' 'exit 0' 1..2 'ok 1' 'not ok 2'
counts 'a test to be done' '1 0 1' 'exit 0' 1..2 'ok 1' 'not ok 2 - b # TODO later'
counts 'one that is done already' '1 0 0' 'exit 0' 1..1 'ok 1 - b # todo later'
counts 'fewer than announced' '2 1 0' 'exit 0' 1..3 'ok 1 - a' 'ok 2 - b'
counts 'fewer of two groups' '2 1 0' 'exit 0' 1..1 'ok 1 - a' 1..2 'ok 1 - b'
counts 'two groups' '2 0 0' 'exit 0' 1..1 'ok 1 - a' 1..1 'ok 1 - b'
counts 'bails out' '1 1 0' 'exit 0' 'ok 1 - a' 'Bail out! no memory'
counts 'bails out of a plan' '1 1 0' 'exit 1' 1..3 'ok 1' 'Bail out!'
counts 'a crash' '1 1 0' 'kill -SEGV $$' 1..2 'ok 1 - a'
counts 'a crash at the end' '2 1 0' 'kill -ABRT $$' 1..2 'ok 1 - a' 'ok 2 - b'
counts 'a status without a failure' '1 1 0' 'exit 3' 1..1 'ok 1 - a'
counts 'nothing' '0 1 0' 'exit 0' ''
counts 'a plan and nothing' '0 1 0' 'exit 0' 1..2
counts 'a plan of nothing' '0 1 0' 'exit 0' 1..0
counts 'text that is no TAP' '0 1 0' 'exit 0' 'okay' 'not okay' '# ok 1'
counts 'a closing line' '5 0 1' 'exit 0' 'FAILURES: none' \
    '5 passed, 0 failed, 1 skipped'
counts 'a closing line with failures' '5 2 0' 'exit 1' 'FAIL: a' \
    '5 passed, 2 failed, 0 skipped'
counts 'a closing line and a crash' '5 1 0' 'kill -SEGV $$' \
    '5 passed, 0 failed, 0 skipped'
counts 'a closing line of nothing' '0 1 0' 'exit 0' \
    '0 passed, 0 failed, 0 skipped'

scripts/run-tests.sh "$work" "${tests[@]}" "${tests[@]/%/.sh}" >"$work/out" 2>&1
status=$?
for k in "${!tests[@]}"; do
    for form in "$k" "$k.sh"; do
        name="${names[k]} ($form)"
        counted=$(cat "$work/test-logs/tests_$form.count")
        [ "$counted" = "${wanted[k]}" ]
        verdict $? "$counted, not ${wanted[k]}"
    done
done
name='the sum'
sum=$(printf '%s\n' "${wanted[@]}" | awk '{ p += 2 * $1; f += 2 * $2; s += 2 * $3 }
    END { printf "%d passed, %d failed, %d skipped", p, f, s }')
[ $status = 1 ] && [ "$(tail -n 1 "$work/out")" = "$sum" ]
verdict $? "status $status, $(tail -n 1 "$work/out"), not $sum"
scripts/run-tests.sh "$work" "${tests[0]}" "${tests[5]}" >"$work/out" 2>&1 &&
    [ "$(tail -n 1 "$work/out")" = '3 passed, 0 failed, 1 skipped' ]
verdict $? "$(cat "$work/out")"

# More than one test, one of them hanging, one at a lower level.
name='several tests'
printf '#!/bin/sh\nexec sleep 60\n' >"$work/tests/hangs"
printf '#!/bin/sh\necho ok ${GAC_TEST_LEVEL:-best}\n' >"$work/tests/level"
chmod +x "$work/tests/"*
GAC_TEST_TIMEOUT=1 scripts/run-tests.sh "$work" "$work/tests/hangs" \
    "$work/tests/level" "avx2:$work/tests/level" >"$work/out" 2>&1
[ $? != 0 ] && [ "$(tail -n 1 "$work/out")" = '2 passed, 1 failed, 0 skipped' ]
verdict $? "$(cat "$work/out")"
[ "$(cat "$work"/test-logs/tests_level*.log)" = $'ok best\nok avx2' ] ||
    [ "$(cat "$work"/test-logs/tests_level*.log)" = $'ok avx2\nok best' ]
verdict $? "levels: $(cat "$work"/test-logs/tests_level*.log)"

closing

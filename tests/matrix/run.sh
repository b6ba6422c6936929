#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# However a kernel is run, its output is the same, byte for byte: at every
# instruction-set level, strip width, number of threads and mode of async copies.
#
# Of the 180 ways each kernel of tests/kernels is run in a few, other ones each;
# GAC_TEST_FULL=1 takes all of them, GAC_TEST_QUICK=1 two.
# usage: run.sh BUILD [SUBSTRING]   only kernels whose path holds SUBSTRING
set -u
cd "$(dirname "$0")/../.."
. tests/script.sh
only=${2:-}
export GAC_CPU GAC_STRIP GAC_JOIN

levels=(avx512 baseline avx2)
strips=("" 64 128 1024)
joins=(512 0 1024) # goes with the threads
threads=(2 1 5)
modes=("" --async=late --async=thread --async=random:3 --async=eager)
ways=$((${#levels[@]} * ${#strips[@]} * ${#threads[@]} * ${#modes[@]}))
step=37 # has no divisor in common with the number of ways
few=6
[ -n "${GAC_TEST_QUICK:-}" ] && few=2
[ -n "${GAC_TEST_FULL:-}" ] && few=$ways

# choose WAY: sets GAC_CPU, GAC_STRIP, options
choose() {
    local n=$1
    GAC_CPU=${levels[n % 3]}
    GAC_STRIP=${strips[n / 3 % 4]}
    GAC_JOIN=${joins[n / 12 % 3]}
    options="-j ${threads[n / 12 % 3]} ${modes[n / 36]}"
}

# execute MODULE FILE: appends what the kernel's runs print, and their status
execute() {
    local module=$1 line
    while read -r line; do
        # shellcheck disable=SC2086
        "$build/bin/gac-run" $options ${line/\%/$module} </dev/null
        echo "status $?"
    done <<<"$runs" >"$2" 2>&1
}

# kernel FILE NUMBER
kernel() {
    local modules number=$2 k first
    runs=$(sed -n 's|^// RUN: *||p' "$1")
    mapfile -t modules < <(fixtures "${1%.cl}.*.spvasm" 2>/dev/null)
    [ ${#modules[@]} != 0 ] || return 0
    local module=${modules[number % ${#modules[@]}]}
    for ((k = 0; k < few; k++)); do
        choose $(((number * 7 + k * step) % ways))
        execute "$module" "$work/$number.$k"
        if [ $k = 0 ]; then
            first="GAC_CPU=$GAC_CPU GAC_STRIP=$GAC_STRIP GAC_JOIN=$GAC_JOIN $options"
        elif cmp -s "$work/$number.0" "$work/$number.$k"; then
            echo same
        else
            echo "FAIL: $module: $first; GAC_CPU=$GAC_CPU GAC_STRIP=$GAC_STRIP" \
                "$options"
            diff "$work/$number.0" "$work/$number.$k" | head -n 4 | cut -c 1-300
        fi
    done
    rm -f "$work/$number".*
}

# half WHICH: every second kernel
half() {
    local number=0 file
    for file in tests/kernels/*/*.cl; do
        number=$((number + 1))
        [ $((number % 2)) = "$1" ] || continue
        [[ $file == *"$only"* ]] || continue
        grep -q '^// \(EXIT\|ERROR\): ' "$file" || kernel "$file" $number
    done
}

half 0 >"$work/even" &
half 1 >"$work/odd"
wait
grep -ahv '^same$' "$work/even" "$work/odd"
passed=$(cat "$work/even" "$work/odd" | grep -ac '^same$')
failed=$(cat "$work/even" "$work/odd" | grep -ac '^FAIL: ')
closing

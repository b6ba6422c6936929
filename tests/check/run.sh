#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# Tests docs/checks.md: its commands print what it shows, its kernels are those of
# explained.cl, and it explains every check.
#
# usage: run.sh BUILD            the test
#        run.sh BUILD --update   replaces what the page shows by what the commands
#                                print now
set -u
cd "$(dirname "$0")/../.."
. tests/script.sh
page=docs/checks.md name=$page
export PATH=$bin:$PATH

if [ "${2:-}" = --update ]; then
    old=0
    while IFS= read -r line; do
        case $line in '```') old=0 ;; esac
        [ $old = 1 ] || printf '%s\n' "$line"
        case $line in
        '$ '*) old=1; bash -c "${line#?}" 2>&1 </dev/null ;;
        esac
    done <"$page" >"$work/page"
    cp "$work/page" "$page"
    exit
fi

# Commands. A report ends with exit code 3, silence with 0.
awk -v dir="$work" -f tests/docs/console.awk "$page"
for command in "$work"/*.cmd; do
    want=${command%.cmd}.want
    code=0 expected=0
    ! grep -q '^error: ' "$want" || expected=3
    bash "$command" >"$work/out" 2>&1 </dev/null || code=$?
    cmp -s "$work/out" "$want" && [ $code = $expected ]
    verdict $? "other output (exit code $code) of: $(cat "$command")"
done

# Kernels: each block stands in explained.cl, but for the marks of lines.
sed 's| *// @[a-z]*$||' tests/check/explained.cl >"$work/kernels"
awk -v dir="$work" '/^```c$/ { inside = 1; n++; next } /^```/ { inside = 0 }
    inside { print > (dir "/" n ".block") }' "$page"
for block in "$work"/*.block; do
    case $(cat "$work/kernels") in
    *"$(cat "$block")"*) verdict 0 "" ;;
    *) verdict 1 "no such kernel in explained.cl: $(head -n 1 "$block")" ;;
    esac
done

# They are the same module, assembled once.
module=tests/check/explained.clang14.O0.64.set.spvasm
"$bin/gac-as" -o "$work/explained.spv" "$module" 2>"$work/out"
verdict $? "$module is not assembled: $(<"$work/out")"
# Each dynamic check has a section with a fault and a kernel that is mended.
for check in $(gac-val --list-rules | sed -n 's/^\([a-z-]*\)  *check .*/\1/p') \
    zero-stride divergent-copy divergent-wait missing-wait; do
    case $check in launch | limit | trap) continue ;; esac
    kernel=${check//-/_}
    grep -q "^## $check\$" "$page" && grep -q -- "-k $kernel " "$page" &&
        grep -q -- "-k ${kernel}_mended " "$page"
    verdict $? "nothing, or not all, on $check"
    # It is found alone, and all the others without it.
    run=$(sed -n "s/^\\\$ gac-run --check \\(-k $kernel .*\\)/\\1/p" "$page")
    run=${run/"$module"/"$work/explained.spv"}
    code=0
    tool "$work/out" "$work/err" gac-run --check="$check" $run || code=$?
    [ $code = 3 ] && grep -q "^error: .*\\[$check\\]" "$work/err" &&
        ! grep "^error: " "$work/err" | grep -qv "\\[$check\\]"
    verdict $? "--check=$check: exit code $code, $(head -n 1 "$work/err")"
    code=0
    tool "$work/out" "$work/err" gac-run --check="-$check" $run || code=$?
    [ $code != 2 ] && { [ $code = 4 ] || ! grep -q "\\[$check\\]" "$work/err"; }
    verdict $? "--check=-$check: exit code $code, $(head -n 1 "$work/err")"
done
# What OpUndef gives was never in memory.
while read -r kernel text; do
    tool "$work/out" "$work/err" gac-run --check -k "$kernel" -g 1 -l 1 \
        tests/check/undefined_constants.spvasm buf:i32:1
    grep -q "^error: .* $text (1 work-item of 1 work-group)$" "$work/err"
    verdict $? "undefined_constants, $kernel: $(head -n 1 "$work/err")"
done <<'END'
stored with a value from OpUndef
decides lets OpUndef decide OpBranchConditional
both with a value from memory that nothing has written
END
# Of what several work-groups have read it is known who has.
gac-run --check -k jacobi_global -g 64 -l 16 \
    "$(fixtures tests/check/books.clang22.O2.64.set.spvasm)" buf:f32:66=seq buf:f32:66 2>&1 |
    grep -q 'read here by work-item (15,0,0) of work-group (0,0,0)$'
verdict $? "jacobi_global: the other work-item is known"
# What a module names things shows on a terminal as it is meant.
odd=$(printf 'a\033[31mb')
sed "s/\"wrong_event\"/\"$odd\"/" tests/check/causes.spvasm >"$work/named.spvasm"
gac-run --check -k "$odd" -g 1 -l 1 "$work/named.spvasm" buf:u32:32=seq >"$work/out" 2>&1
grep -q 'kernel "a.\[31mb"' "$work/out" && ! grep -q "$(printf '\033')" "$work/out"
verdict $? "a control character in a kernel's name"
# All who have a part in a fault are counted, also those who read one value.
gac-run --check -k mean -g 64 -l 32 "$(fixtures tests/check/one_report.clang14.O0.64.spvasm)" \
    buf:f32:64=seq buf:f32:64 2>&1 | grep -q '(62 work-items of 2 work-groups)'
verdict $? "mean: not all work-items are counted"
closing

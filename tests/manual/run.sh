#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# Tests that manual pages (docs/man) and shells' completions have every option of the
# tools with its values, and no others. usage: run.sh BUILD
set -u
cd "$(dirname "$0")/../.."
. tests/script.sh
tools="gac-as gac-cl gac-dis gac-run gac-val"

same() { # TEXT WANTED GOT: the words are the same, in any order
    diff <(tr ' ' '\n' <<<"$2" | grep . | LC_ALL=C sort) \
        <(tr ' ' '\n' <<<"$3" | grep . | LC_ALL=C sort) >"$work/diff"
    verdict $? "$1: $(grep '^[<>]' "$work/diff" | head -n 5 | tr '\n' ' ')"
}
# ask TOOL ARGUMENT...: what it prints is in $work/out and $work/err.
ask() {
    if [ "$1" = gac-cl ]; then # no session has it
        "$bin/$1" "${@:2}" >"$work/out" 2>"$work/err" </dev/null
    else
        tool "$work/out" "$work/err" "$@"
    fi
}
says() { [[ $(<"$work/err") == *"$1"* ]]; }

# -- what is true ---------------------------------------------------------------------
# getopt_long() lists all long options where a word begins them all; two of gac-run's
# are refused as not supported yet.
taken() { # TOOL
    ask "$1" --=
    sed -n "s/.*possibilities: //p" "$work/err" | tr -d "'" | tr ' ' '\n' | grep -vx -e '--trace' -e '--report'
}
rules=$("$bin/gac-val" --list-rules | cut -d' ' -f1)
checks=$(sed -n 's/^## //p' docs/checks.md)
environments=$(spirv-as --help | sed -n '/--target-env/,/environment/p' | grep -o '[a-z]*[0-9]\.[0-9][a-z0-9.]*')

# -- the pages -------------------------------------------------------------------------
# A page's options, a line each: none|needed|maybe NAME VALUES.
options() { # TOOL
    sed -n '/^# OPTIONS/,/^# [^O]/p' "docs/man/$1.1.scd" | grep '^\*-' | sed 's/++$//' |
        while IFS= read -r line; do
            local names=() arity name
            while [[ $line =~ ^\*(-[^*]*)\*(,\ )? ]]; do
                names+=("${BASH_REMATCH[1]}")
                line=${line#"${BASH_REMATCH[0]}"}
            done
            case $line in
            '') arity=none ;;
            '['*) arity=maybe ;;
            *) arity=needed ;;
            esac
            for name in "${names[@]}"; do echo "$arity $name $line"; done
        done
}
literals() { grep -o '\*[^*]*\*' <<<"$1" | tr -d '*'; }

for t in $tools; do
    name=$t
    options "$t" >"$work/options"
    long=$(grep -o ' --[^ ]*' "$work/options")
    same "long options and the page's" "$(taken "$t")" "$long"
    ask "$t" --help
    # spirv-val's are not written out there.
    same "--help and the page" \
        "$(grep -oE '(^|[ ,[])--?[a-zA-Z][a-zA-Z0-9-]*' "$work/out" | tr -d ' ,[' | grep -vxE -- '-(NAME|cl-std|foo)|--(exact|record|replay|list-rules|check)' | sort -u)" \
        "$(grep -oE ' --?[^ ]*' "$work/options" | grep -vxE -- ' --(image|sampler|tensor)-descriptor-layout| --(exact|record|replay|list-rules|check)' | sort -u)"
    # What follows --= is looked at only if the option before was taken.
    while read -r arity option values; do
        name="$t $option"
        [[ $option == --* ]] || arity=short-$arity
        case $arity in
        none)
            ask "$t" "$option=x"
            says "option '$option' doesn't allow an argument"
            verdict $? 'takes an argument' ;;
        needed)
            ask "$t" "$option"
            says "option '$option' requires an argument"
            verdict $? 'needs no argument' ;;
        maybe)
            ask "$t" "$option" --=
            says "option '--=' is ambiguous"
            verdict $? 'needs an argument'
            ask "$t" "$option=x" --=
            ! says "doesn't allow an argument"
            verdict $? 'takes no argument' ;;
        short-needed)
            ask "$t" "$option"
            says "requires an argument -- '${option#-}'"
            verdict $? 'needs no argument' ;;
        *)
            ask "$t" "$option"
            ! says 'invalid option' && ! says 'requires an argument'
            verdict $? 'is none' ;;
        esac
        for value in $(literals "$values"); do
            ask "$t" "$option=${value/%:/:1}" --=
            says "option '--=' is ambiguous"
            verdict $? "does not take $value"
        done
    done <"$work/options"
    name="$t page"
    if [ -e "$build/man/$t.1" ] && command -v groff >/dev/null; then
        groff -man -Tutf8 -P-cbou -ww "$build/man/$t.1" >"$work/out" 2>"$work/err"
        [ ! -s "$work/err" ] && grep -q SYNOPSIS "$work/out"
        verdict $? "$(head -n 2 "$work/err")"
    else
        skip "$t.1: no scdoc or groff is here"
    fi
done
name=checks
same 'docs/checks.md and the page' "$checks" \
    "$(literals "$(sed -n '/^# CHECKS/,/^# EXIT/p' docs/man/gac-run.1.scd | grep -E '^(- |  )')")"

# -- completions -------------------------------------------------------------------------
# by SHELL LINE: what the shell completes the line to, a candidate a line.
by_bash() {
    local words
    read -ra words <<<"${1//=/ = }" # as readline splits it
    [[ $1 != *' ' ]] || words+=('')
    bash --norc -c 'source "$1/completions/bash/$2"
        COMP_WORDS=("${@:2}") COMP_CWORD=$(($# - 2))
        compopt() { :; }
        "_${2//-/_}"
        printf "%s\n" "${COMPREPLY[@]}"' _ "$build" "${words[@]}"
}
by_zsh() { timeout 60 zsh -f tests/manual/complete.zsh "$build/completions/zsh" "$1"; }
by_fish() {
    XDG_CONFIG_HOME=$work XDG_DATA_HOME=$work fish --no-config -c "source $build/completions/fish/${1%% *}.fish
        complete -C '$1'" | cut -f1 | sed 's/^--[a-zA-Z-]*=//'
}
completes() { # SHELL LINE WANTED
    name="$1: $2"
    same completions "$3" "$("by_$1" "$2" | sed 's|/$||; s|.*/||' | sort -u)"
}
export PATH=$bin:$PATH
for shell in bash zsh fish; do
    if ! command -v $shell >/dev/null; then
        skip "completions: no $shell is here"
        continue
    fi
    for t in $tools; do
        name="$shell: $t"
        same 'long options' "$(taken "$t")" "$("by_$shell" "$t --" | sed 's/=$//' | grep . | sort -u)"
    done
    [ $shell != zsh ] || [ -z "${GAC_TEST_QUICK:-}" ] || continue # half a second each
    completes $shell 'gac-val --format=' 'text json sarif'
    completes $shell 'gac-as --format ' 'text json sarif'
    completes $shell 'gac-dis --color=' 'auto always never'
    completes $shell 'gac-run --wait=b' barrier
    completes $shell 'gac-run --async=' 'eager late thread random:'
    completes $shell 'gac-as --target-env ' "$environments"
    completes $shell 'gac-val --target-env=' "$environments"
    completes $shell 'gac-val --explain ' "$rules"
    completes $shell 'gac-val --Werror=element-' element-size
    completes $shell 'gac-cl --check=data-' data-race
    completes $shell 'gac-run --check=-arithmetic,-misa' "$([ $shell = zsh ] && echo -misaligned || echo -arithmetic,-misaligned)"
    # bash completes names of files by itself.
    completes $shell 'gac-run --sim src/REA' "$([ $shell = bash ] || echo README.md)"
    completes $shell 'gac-dis -o src/REA' "$([ $shell = bash ] || echo README.md)"
    completes $shell 'gac-cl --record=src/te' text
    completes $shell 'gac-run examples/transp' 'transpose.cl transpose.spvasm'
    completes $shell 'gac-cl --log a.txt gac-v' gac-val
done
closing

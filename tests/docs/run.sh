#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# Tests the documents: the commands that they show print what is shown, and the files
# that they name exist. A block begins with
#
#   ```console       each command ("$ ...") prints what is below it; a line "..."
#                    stands for any rest, a line that ends in "..." for one that
#                    begins so. Files in /tmp are in a folder of the test
#   ```console not-run    is not run, since figures are those of one machine; there
#                    are NOT_RUN such blocks at most
#   ```c             is, to the letter, in a file that a test compiles
#   ```text          a picture, or a pattern of a command; has no "$ "
#   four blanks      as ```text
# Any other block is a fault. docs/checks.md is run by tests/check/run.sh.
# usage: run.sh BUILD
set -u
cd "$(dirname "$0")/../.."
. tests/script.sh
NOT_RUN=2

# -- what is shown -----------------------------------------------------------------
# Where examples are built against: what `make install` installs.
installed=$work/installed
install_tree() {
    make --no-print-directory -s install BUILD="$build" \
        STRIP=true PREFIX="$installed" >"$work/install.log" 2>&1
    name="make install"
    verdict $? "$(tail -n 3 "$work/install.log")"
}

has_compiler=0
[[ $("$build/tests/source/tool_source" --compiler) != *" lines" ]] || has_compiler=1
has_installed=1
# A sanitized library wants the sanitizer in the program; an emulator sees none of
# the programs that are built here.
! nm -D "$bin/gac-as" 2>/dev/null | grep -qE '__(asan|tsan|ubsan)_' || has_installed=0
[ -z "${GAC_TEST_UNDER:-}" ] || has_installed=0

# same WANT GOT: whether the output is what the page says.
same() {
    local at=0 line got
    local -a lines
    mapfile -t lines <"$2"
    while IFS= read -r line; do
        [ "$line" != ... ] || return 0
        [ $at -lt ${#lines[@]} ] || return 1
        got=${lines[at]}
        at=$((at + 1))
        case $line in
        *...) [[ $got == "${line%...}"* ]] || return 1 ;;
        *) [ "$got" = "$line" ] || return 1 ;;
        esac
    done <"$1"
    [ $at = ${#lines[@]} ]
}

# Sets `lacks` to what the command NAME needs and this machine has not.
find_lack() {
    lacks=
    [ $has_compiler = 1 ] || [[ "$name " != *".cl "* ]] || lacks="a compiler of OpenCL C"
    [ $has_installed = 1 ] || [[ ! -e $1.built ]] || lacks="a library to link to"
    if [[ $name == cmake* || $name == /tmp/embed/* ]]; then
        command -v cmake >/dev/null || lacks=cmake
    fi
}

run_commands() { # PAGE FOLDER
    local command out=$work/out
    for command in "$2"/*.cmd; do
        [ -e "$command" ] || continue
        name=$(<"$command")
        [[ $name != *pkg-config* && $name != cmake* ]] || >"$2.built"
        find_lack "$2"
        if [ -n "$lacks" ]; then
            skip "$1: $name: lacks $lacks"
            continue
        fi
        # As one would call it: not as a part of the make that runs this test.
        env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL XDG_CACHE_HOME="$work/cache" PATH="$bin:$PATH" \
            LD_LIBRARY_PATH="$installed/lib" PKG_CONFIG_PATH="$installed/lib/pkgconfig" \
            CMAKE_PREFIX_PATH="$installed" bash -c "${name//\/tmp\//$work/}" >"$out" 2>&1 </dev/null
        # What it names the test's own folder is the page's /tmp.
        sed -i "s#$work/#/tmp/#g" "$out"
        same "${command%.cmd}.want" "$out"
        verdict $? "$1 does not say what it prints: $(head -n 5 "$out")"
    done
}

# All that a test compiles and a page may quote.
quoted=$(cat examples/embed/*.c examples/*.cl examples/opencl/*.c)

check_page() { # PAGE
    local folder block kind n_not_run=0
    folder=$(mktemp -d -p "$work")
    awk -v dir="$folder" -f tests/docs/blocks.awk "$1"
    for block in "$folder"/*; do
        [ -e "$block" ] || continue
        kind=${block##*.}
        name="$1, a block of ${kind}"
        case $kind in
        console) ;;
        not-run) not_run=$((not_run + 1)) ;;
        c)
            [[ $quoted == *"$(<"$block")"* ]]
            verdict $? "it stands in no file that is compiled: $(head -n 1 "$block")"
            ;;
        text | indented)
            ! grep -q '^ *\$ ' "$block"
            verdict $? "a command with its output is a console block"
            ;;
        *) verdict 1 "no test knows what to do with it" ;;
        esac
    done
    awk -v dir="$folder" -f tests/docs/console.awk "$1"
    run_commands "$1" "$folder"
}

# -- what is named -------------------------------------------------------------------
# Words in backquotes, and where links lead to.
words_of() { grep -ohE '`[^`]+`' "$1" | tr -d '`' | tr ' ,;' '\n\n\n' | sort -u; }
links_of() { grep -ohE '\]\([^)#:]+(#[^)]*)?\)' "$1" | sed 's/^](//; s/)$//; s/#.*//' | sort -u; }

declare -A is_file is_function is_target
while IFS= read -r file; do is_file[${file##*/}]=1; done \
    < <(find src include tests bench examples scripts grammar -type f)
while IFS= read -r file; do is_function[$file]=1; done \
    < <(grep -rohE '\b(gac|cl)_[a-zA-Z0-9_]+' include src --include='*.[ch]' --include='*.inc' \
        --include='*.def' | sort -u)
while IFS= read -r target; do is_target[$target]=1; done \
    < <(make -pRrnq BUILD="$build" : 2>/dev/null | sed -nE 's/^([a-z][a-z-]*):( .*|$)/\1/p')

# Such words stand for a name: src/ROOM, NAME.cl.
stands_for='NAME|ROOM|RULE|CASE|LEVEL|FAMILY|FOLDER|FILE|DIR'
check_names() { # PAGE
    local word
    name=$1
    for word in $(links_of "$1"); do
        [ -e "$(dirname "$1")/$word" ]
        verdict $? "a link to $word, which is not there"
    done
    while IFS= read -r word; do
        [[ ! $word =~ $stands_for|[\{\<] ]] || continue
        case $word in
        src/* | docs/* | tests/* | scripts/* | examples/* | include/* | bench/* | grammar/*)
            # Of a test's program the source is here.
            [ -e "$word" ] || [ -e "$word.c" ] || compgen -G "$word" >/dev/null
            verdict $? "$word is not there"
            ;;
        gac_*'()' | gac__*'()')
            [ -n "${is_function[${word%'()'}]-}" ]
            verdict $? "there is no $word"
            ;;
        [a-z]*.[ch] | [a-z]*.inc | [a-z]*.def)
            [ -n "${is_file[${word##*/}]-}" ] || [[ $word == *'*'* ]]
            verdict $? "there is no file $word"
            ;;
        esac
    done < <(words_of "$1")
    for word in $(grep -ohE '(^    |`)make [a-z][a-z-]+' "$1" | sed 's/.*make //' | sort -u); do
        [ -n "${is_target[$word]-}" ]
        verdict $? "there is no target $word"
    done
}

# -- pages that are faulty: this test sees it --------------------------------------
# Prints how many faults a page has that is written from standard input.
faults_of() {
    cat >"$work/page.md"
    (
        failed=0 not_run=0
        check_page "$work/page.md"
        check_names "$work/page.md"
        echo "$failed"
    ) | tail -n 1
}
expect_faults() { # N WHAT, the page on standard input
    local n
    n=$(faults_of)
    name="a page with $2"
    [ "$n" = "$1" ]
    verdict $? "$n faults, not $1"
}

if [ $has_installed = 1 ]; then
    install_tree
fi
sound=$(printf '%s\n' 'A page.' '' '```console' '$ echo one; echo two' one two '```' \
    '```console' '$ seq 3' 1 ... '```' '```c' 'static const struct piece {' '```' '' \
    '    support <- diag' '' '`src/README.md`, `run.sh`, `gac_validate()`, `make lint`')
expect_faults 0 "nothing wrong" <<<"$sound"
expect_faults 1 "another output" <<<"${sound/$'\ntwo\n'/$'\nzwei\n'}"
expect_faults 1 "a line too many" <<<"${sound/$'\ntwo\n'/$'\ntwo\nthree\n'}"
expect_faults 1 "a line too few" <<<"${sound/$'\ntwo\n'/$'\n'}"
expect_faults 1 "another beginning" <<<"${sound/$'\n1\n...'/$'\n2\n...'}"
expect_faults 1 "C that is nowhere" <<<"${sound/struct piece/struct peace}"
expect_faults 1 "a block of unknown kind" <<<"${sound/'```c'$'\n'/'```cpp'$'\n'}"
expect_faults 1 "a command that is set in" <<<"${sound/    support/    \$ support}"
expect_faults 1 "a file that is gone" <<<"${sound/src\/README/src\/READ}"
expect_faults 1 "a function that is gone" <<<"${sound/gac_validate/gac_validates}"
expect_faults 1 "a target that is gone" <<<"${sound/make lint/make line}"

# -- the pages ---------------------------------------------------------------------
not_run=0
mapfile -t pages < <(find . -maxdepth 1 -name '*.md' -printf '%P\n'
    find src docs examples -name '*.md')
for page in "${pages[@]}"; do
    [ "$page" = docs/checks.md ] || check_page "$page"
    check_names "$page"
done
name="blocks that are not run"
[ $not_run -le $NOT_RUN ]
verdict $? "$not_run of them; $NOT_RUN are allowed"

name=README.md
[ -z "$(awk 'length > 120' README.md)" ]
verdict $? "wider than 120 characters: $(awk 'length > 120 { printf "%d ", NR }' README.md)"
name=docs/performance.md
[ "$(wc -c <docs/performance.md)" -le 12288 ]
verdict $? "larger than 12 KB"
name=CHANGELOG.md
version=$(awk '/define GAC_VERSION_(MAJOR|MINOR|PATCH) / { v = v "." $3 }
    END { print substr(v, 2) }' include/gac/base.h)
grep -qE "^## \[(Unreleased|$version)\]" CHANGELOG.md
verdict $? "nothing about version $version"
closing

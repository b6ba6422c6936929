# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# The README's tour: each command prints what stands there; sourced by run.sh.
# A line "..." stands for the rest, one that ends in "..." for its beginning. What the tour writes to
# /tmp is written beside the test's own files here: only what it wrote itself is there for it to read.
mkdir "$work/readme"
awk -v dir="$work/readme" -f tests/cli/readme.awk README.md
has_compiler=0
[[ $("$build/tests/source/tool_source" --compiler) != *" lines" ]] || has_compiler=1
for command in "$work"/readme/*.cmd; do
    name=$(cat "$command")
    if [ $has_compiler = 0 ] && [[ "$name " == *".cl "* ]]; then
        skipped=$((${skipped:-0} + 1))
        echo "SKIP: README: $name: no compiler of OpenCL C is here"
        continue
    fi
    want=${command%.cmd}.want
    XDG_CACHE_HOME=$work/cache PATH=$bin:$PATH bash -c "$(sed "s#/tmp/#$work/#g" "$command")" >"$work/out" 2>&1 </dev/null
    same=0 at=0
    while IFS= read -r line; do
        at=$((at + 1))
        [ "$line" != ... ] || break
        got=$(sed -n "${at}p" "$work/out")
        case $line in
        *...) [[ $got == "${line%...}"* ]] || same=1 ;;
        *) [ "$got" = "$line" ] || same=1 ;;
        esac
    done <"$want"
    [ "$(tail -n 1 "$want")" = ... ] || [ "$(wc -l <"$work/out")" = "$(wc -l <"$want")" ] || same=1
    verdict $same "the README does not say what it prints"
done

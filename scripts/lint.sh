#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# Checks the house rules that no compiler checks. usage: lint.sh BUILD
# Prints a line for each fault, and their number. The exit status is 1 if there is
# one.
# LINT_QUICK=1 leaves the static analysis out, which takes minutes.
shopt -s extglob
set -u
cd "$(dirname "$0")/.."
build=${1:-build}
cc=${CC:-cc} # may be two words
cxx=${CXX:-c++}
faults=$(mktemp)
work=$(mktemp -d)
trap 'rm -rf "$faults" "$work"' EXIT

# fault PLACE MESSAGE
fault() { echo "$1: $2" >>"$faults"; }

# Everything of ours: what git knows, and what is new.
files() { git ls-files --cached --others --exclude-standard -- "$@" | sort -u; }
mapfile -t sources < <(files 'src/*.c' 'src/*.h' 'src/*.inc' 'src/*.def' 'include/*.h')

# -- rooms: who may include whom -------------------------------------------------
# support <- diag <- grammar <- module <-
# {validate, rewrite, link, text, compile, core_rules}
# <- exec <- tools; copy and flow hang off support alone, and flow is for
# validate, rewrite, text and compile; check is called by exec and knows copy's
# descriptors; interop joins grammar and copy.
declare -A may=(
    [support]="" [flow]="support" [diag]="support" [grammar]="support diag"
    [module]="support diag grammar"
    [copy]="support"
)
below="support diag grammar module"
may[core_rules]=$below may[link]=$below
for room in validate rewrite text compile; do may[$room]="$below flow"; done
may[interop]="$below copy"
may[check]="$below copy compile"
may[exec]="$below copy validate compile check"
# These use the public headers, and of support its clock, bytes, half
# floats, modes, numbers and UTF-8 alone.
may[source]="support"
may[opencl]="support source"
may[tools]="support source"

# Rooms within rooms: which of the others beside them.
declare -A within=(
    [compile/ir]="" [compile/lanes]="ir" [compile/build]="ir lanes"
    [compile/passes]="ir lanes" [compile/emit]="ir lanes"
    [validate/program]="" [validate/value]="program" [validate/paths]="program value"
    [validate/warn]="program value paths"
)

while IFS=: read -r file line text; do
    room=${file#src/}
    room=${room%%/*}
    header=${text#*\"}
    header=${header%%\"*}
    other=${header%%/*}
    case $header in
    */*) ;;
    *)
        fault "$file:$line" "\"$header\" is not written from src/"
        continue
        ;;
    esac
    if [ "$other" = "$room" ]; then
        inner=${file#src/"$room"/} # the room within, as wide as it is
        [[ $inner == */* ]] && inner=$room/${inner%%/*} || inner=$room
        wanted=${header#*/}
        [[ $inner == */* && $wanted == */* ]] || continue
        wanted=${wanted%%/*}
        [ "$inner" = "$room/$wanted" ] && continue
        [[ " ${within[$inner]-} " == *" $wanted "* ]] ||
            fault "$file:$line" "$inner may not include $header"
        continue
    fi
    [ "$other" = gen ] && [ "$room" != tools ] && continue
    if [ -z "${may[$room]+known}" ]; then
        fault "$file:$line" "room $room has no place in lint.sh's order"
    elif [[ " ${may[$room]} " != *" $other "* ]]; then
        fault "$file:$line" "$room may not include $header"
    elif [[ $room == @(source|opencl|tools) && $header == support/!(bytes|clock|half|modes|numbers|utf8).h ]]; then
        fault "$file:$line" "$room may not include $header"
    elif [[ $header == *_internal.h || $header == check/!(check).h ]]; then
        fault "$file:$line" "$header is $other's own"
    fi
done < <(grep -nE '^ *# *include "' "${sources[@]}")

# -- files within rooms: scripts/file-order.txt ------------------------------------
# Which files there are, which headers include which, and what objects define and
# use; the last as "OBJECT: SYMBOL TYPE".
{
    printf 'file %s\n' "${sources[@]}"
    grep -oE '^ *# *include "[^"]+' $(files 'src/*.h') |
        sed -E 's/^([^:]+):[^"]*"/include \1 src\//'
    find "$build/obj/src" -name '*.o' -exec nm -A -P {} + 2>/dev/null
} | awk -v build="$build/obj/" -f scripts/file-order.awk scripts/file-order.txt - |
    sort -u >>"$faults"

# -- names ------------------------------------------------------------------------
files 'src/*.c' 'src/*.h' | sed 's|.*/||' | sort | uniq -d | while read -r name; do
    fault "src" "$name is there twice"
done

for library in "$build"/lib/libgac.a "$build"/lib/libgac-core-rules.a; do
    nm -A -g --defined-only "$library" 2>/dev/null |
        awk '$3 !~ /^gac_/ && $3 !~ /^__(asan|odr|ubsan)/ { print $1, $3 }' |
        while read -r object symbol; do
            fault "$object" "global symbol $symbol lacks the prefix gac_"
        done
done
if [ -e "$build/lib/libgac.so" ]; then
    nm -D --defined-only --without-symbol-versions "$build/lib/libgac.so" |
        awk '$2 != "A" && $3 !~ /^gac_[a-z]/ { print $3 }' | while read -r symbol; do
        fault "libgac.so" "exports $symbol"
    done
    # C++ must not come in behind the library's back.
    if nm -D --undefined-only "$build/lib/libgac.so" | grep -qE ' (_Z|__cxa_throw)'; then
        fault "libgac.so" "needs C++"
    fi
fi

# -- what stands in the files -------------------------------------------------------
# check PATTERN MESSAGE FILE...
check() {
    local pattern=$1 message=$2
    shift 2
    [ $# -gt 0 ] || return
    grep -nHE -- "$pattern" "$@" | while IFS=: read -r file line _; do
        fault "$file:$line" "$message"
    done
}

mapfile -t library < <(files 'src/*.c' 'src/*.h' 'src/*.inc' |
    grep -vE '^src/(support|tools|source|opencl)/|^src/grammar/generate')
check '(^|[^a-z_>.])(malloc|calloc|realloc|free|strdup|alloca)\(' \
    'memory comes from support/' "${library[@]}"
check '(^|[^a-z_])getenv\(' 'only tools and the driver read the environment' "${library[@]}" \
    src/support/*.[ch]
# The set's names come from its grammar. rules.def quotes the specification.
mapfile -t named < <(printf '%s\n' "${sources[@]}" | grep -v 'rules.def$')
check '^([^/]|/[^*])*"GroupAsyncCopy[23]D' "a name of the set's grammar" "${named[@]}"

# The table of what features gain has the features of the tree.
features=$(sed -nE 's/.*X\(([A-Z_]+), "([^"]*)"\).*/\1 | \2/p' src/support/features.h | sort)
measured=$(sed -nE 's/^\| `([A-Z_]+)` \| ([^|]*) \|.*/\1 | \2/p' docs/design/executor-measurements.md | sort)
[ "$features" = "$measured" ] ||
    fault docs/design/executor-measurements.md:1 "the table's features are not features.h's"

mapfile -t ours < <(files src include scripts packaging tests bench examples grammar docs \
    Makefile '*.md' '.ci/*' | grep -vE '^scripts/lint.sh$|/corpus/')
# TODO is a word of TAP, which the runner and its test know.
mapfile -t plain < <(printf '%s\n' "${ours[@]}" |
    grep -vE '^(scripts/run-tests\.sh|tests/runner/run\.sh)$')
check '(^|[^A-Za-z_.])(TODO|FIXME|XXX)([^A-Za-z_X]|$)' \
    'left undone' "${plain[@]}"
check '[ 	]+$' 'blanks at the end of a line' \
    $(printf '%s\n' "${sources[@]}")
check '/work/(main|shared)|\.\./shared|/tmp/wt' "a path of one machine" "${ours[@]}"

# Words that the field does not use, or that mean two things, and persons.
mapfile -t worded < <(files src include 'tests/*.[ch]' 'bench/*.[ch]' 'examples/*.c')
check '(^|[^A-Za-z])([Nn]obody|[Ss]omebody|[Aa]nybody|[Ee]verybody|[Ww]hoever)([^A-Za-z]|$)' \
    'a person: name the thing' "${worded[@]}"
check '(^|[^a-z])(fates?|carriers?|leavers?|ramps?|edged|lent|loans?|parked|squeezed?|tired|plausible|lasting)([^a-z]|$)' \
    'a word that another has replaced: docs/glossary.md' "${worded[@]}"

# The glossary: at most 70 entries, each of which the tree uses.
cat "${worded[@]}" | tr -s '\n*_ ' ' ' >"$work/words"
sed '1,/^| ---/d' docs/glossary.md | cut -d'|' -f2 | sed 's/^ *//; s/ *$//; s/, /\n/' |
    while read -r entry; do
        grep -qiF -- "$entry" "$work/words" ||
            fault docs/glossary.md "\"$entry\" is not used"
    done
n=$(sed '1,/^| ---/d' docs/glossary.md | wc -l)
[ "$n" -le 70 ] || fault docs/glossary.md "$n entries: 70 at most"

# Two SPDX lines, then a line of purpose; scripts begin with their interpreter.
files 'src/*.[ch]' 'src/*.def' 'src/*.inc' 'include/*.h' 'tests/*.[ch]' \
    'tests/*.mk' 'tests/*.sh' 'bench/*.[ch]' 'bench/*.sh' 'scripts/*.sh' \
    'packaging/*.sh' 'packaging/*.mk' 'packaging/*.map' 'packaging/*.cmake.in' \
    'packaging/*.awk' 'docs/man/*.scd' 'tests/*.zsh' Makefile .ci/run |
    while read -r file; do
        head -n 4 "$file" >"$work/head"
        if ! grep -q 'SPDX-License-Identifier: Apache-2.0' "$work/head" ||
            ! grep -q 'SPDX-FileCopyrightText: The gac authors' "$work/head"; then
            fault "$file:1" "has no SPDX lines"
        fi
        # LENGTH: tables, and code that is one big switch, may be longer.
        case $file in
        src/*.c | src/*.h | include/*)
            n=$(wc -l <"$file")
            [ "$n" -le 750 ] || fault "$file" "$n lines: too much for one sitting"
            ;;
        esac
    done

# -- format ---------------------------------------------------------------------------
# One dialect: .clang-format's. Tables stand between clang-format off and on.
mapfile -t formatted < <(files 'src/*.[ch]' 'src/*.inc' 'include/*.h' \
    'tests/*.[ch]' 'bench/*.[ch]' 'examples/*.[ch]')
clang_format=$(command -v clang-format-14 || command -v clang-format || true)
if [ -z "$clang_format" ]; then
    fault "scripts/lint.sh" "clang-format-14 is missing: scripts/deps.sh ci"
else
    printf '%s\n' "${formatted[@]}" |
        xargs -n 32 -P "$(nproc)" "$clang_format" --dry-run -Werror 2>&1 |
        grep -oE '^[^:]+:[0-9]+:[0-9]+: error: code should be clang-formatted' |
        sort -u -t: -k1,1 |
        sed -E 's/:([0-9]+):[0-9]+: error: .*/:\1: is not as clang-format-14 has it/' \
            >>"$faults"
fi

# -- static analysis ------------------------------------------------------------------
# .clang-tidy and scripts/cppcheck.supp say what is switched off, and why. Kernels
# for one instruction set are the same templates again, and left out.
mapfile -t analysed < <(files 'src/*.c' | grep -vE '/avx(2|512)/')
# Templates of kernels are looked at as they are for the base level.
flags=(-std=c11 -D_GNU_SOURCE -DLANES_LEVEL=base -Iinclude -Isrc "-I$build")
if [ -n "${LINT_QUICK:-}" ]; then
    : # no analysis: half a minute instead of minutes
elif ! command -v clang-tidy >/dev/null || ! command -v cppcheck >/dev/null; then
    fault "scripts/lint.sh" "clang-tidy or cppcheck is missing: scripts/deps.sh ci"
else
    printf '%s\n' "${analysed[@]}" |
        xargs -P "$(nproc)" -I{} clang-tidy --quiet {} -- "${flags[@]}" 2>/dev/null |
        grep -E '^[^ ]+:[0-9]+:[0-9]+: (error|warning): ' |
        sed "s|^$PWD/||" | sort -u >>"$faults"
    cppcheck -j "$(nproc)" --quiet --std=c11 --error-exitcode=1 \
        --enable=warning,performance,portability \
        --suppressions-list=scripts/cppcheck.supp --suppress=missingIncludeSystem \
        --template='{file}:{line}: {id}: {message}' \
        -D_GNU_SOURCE -D__x86_64__ "${flags[@]:2}" src 2>>"$faults" >&2
fi

# -- public headers compile alone, as C11 and as C++ -----------------------------------
for header in include/gac/*.h; do
    name=gac/${header##*/}
    echo "#include <$name>" >"$work/one.c"
    cp "$work/one.c" "$work/one.cc"
    $cc -std=c11 -Wall -Wextra -Wpedantic -Werror -Iinclude -fsyntax-only \
        "$work/one.c" 2>"$work/log" ||
        fault "$header" "does not compile alone as C11: $(grep -m1 error "$work/log")"
    "$cxx" -std=c++11 -Wall -Wextra -Werror -Iinclude -fsyntax-only \
        "$work/one.cc" 2>"$work/log" ||
        fault "$header" "does not compile alone as C++: $(grep -m1 error "$work/log")"
    [[ $name == gac/@(gac|core_rules).h ]] || grep -q "<$name>" include/gac/gac.h ||
        fault "$header" "gac/gac.h does not include it"
done

sort -t: -k1,1 -k2,2n "$faults"
n=$(wc -l <"$faults")
echo "lint: $n faults"
[ "$n" = 0 ]

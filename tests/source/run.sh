#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# Tests OpenCL C to SPIR-V: the choice among stand-ins of compilers, compilers that
# fail, the cache, options, headers; and, if there are compilers, the programs in
# features/, each of which says what it must print.
set -u
cd "$(dirname "$0")/../.."
. tests/script.sh
source_tool=$build/tests/source/tool_source
unset GAC_CLANG GAC_LLVM_SPIRV GAC_CACHE
export XDG_CACHE_HOME=$work/cache TMPDIR=$work/tmp
mkdir "$work/tmp"

# compile TEXT WANTED ARG...: the last line of what is printed is WANTED; the rest
# is in $work/log.
compile() {
    local text=$1 wanted=$2
    shift 2
    "$source_tool" "$@" >"$work/log" 2>&1 </dev/null
    [ "$(tail -n 1 "$work/log")" = "$wanted" ]
    verdict $? "$text: $(cat "$work/log")"
}

# says TEXT PATTERN: the log has a line like that.
says() {
    grep -q -e "$2" "$work/log"
    verdict $? "$1: $(cat "$work/log")"
}

# silent TEXT: the log is empty.
silent() {
    [ "$(cat "$work/log")" = GAC_OK ]
    verdict $? "$1: $(cat "$work/log")"
}

# -- stand-ins -------------------------------------------------------------------
# Each notes that it was run, then acts as its second line says. As compilers they
# put a module where -o says.
stand_ins=$work/path
"$bin/gac-as" -o "$work/module.spv" examples/transpose.spvasm

# stand_in NAME [LINE]
stand_in() {
    mkdir -p "$stand_ins"
    cat >"$stand_ins/$1" <<END
#!/bin/sh
echo "$1 \$*" >>"$work/runs"
${2:-:}
out=
for word in "\$@"; do [ "\$out" = -o ] && out=\$word && break; out=\$word; done
/bin/cp "$work/module.spv" "\$out"
END
    chmod +x "$stand_ins/$1"
}
version() { echo "[ \"\$1\" != --version ] || { echo 'clang version $1.0.6'; exit; }"; }
targets() { echo "[ \"\$1\" != --print-targets ] || { echo '    $1 - x'; exit; }"; }
no_stand_ins() { rm -rf "$stand_ins" "$work/runs"; mkdir "$stand_ins"; }

# chosen TEXT WANTED [NAME=VALUE...]: the compiler among the stand-ins.
chosen() {
    local text=$1 wanted=$2 got
    shift 2
    got=$(env "$@" PATH="$stand_ins" "$source_tool" --compiler | sed "s|$stand_ins/||g")
    [[ $got == $wanted ]]
    verdict $? "$text: $got"
}

name=choice
no_stand_ins
chosen "none" "none: OpenCL C needs clang-14 and llvm-spirv-14*"
stand_in clang-14
stand_in llvm-spirv-15
chosen "no two of one version" "none: *"
stand_in clang-15
chosen "a pair" "clang-15 llvm-spirv-15 lines"
stand_in llvm-spirv-14
chosen "two pairs" "clang-14 llvm-spirv-14 lines"
chosen "a clang is named" "clang-15 llvm-spirv-15 lines" GAC_CLANG=clang-15
chosen "a translator is named" "clang-15 llvm-spirv-15 lines" GAC_LLVM_SPIRV=llvm-spirv-15
chosen "both are named" "clang-14 llvm-spirv-15 lines" GAC_CLANG="$stand_ins/clang-14" \
    GAC_LLVM_SPIRV=llvm-spirv-15
chosen "what is not there is named" "none: GAC_CLANG is /nowhere/clang, which is no program" \
    GAC_CLANG=/nowhere/clang
no_stand_ins
stand_in clang-20 "$(targets spirv64)"
chosen "a target" "clang-20 -"
stand_in clang-22 "$(targets spirv64)"
stand_in clang-23 "$(targets x86-64)"
chosen "the newest with the target" "clang-22 -"
stand_in clang-14 "$(targets x86-64)"
chosen "an older one is named" "none: GAC_CLANG (clang-14) has no target spirv64*" GAC_CLANG=clang-14
stand_in llvm-spirv-14
chosen "a pair is better" "clang-14 llvm-spirv-14 lines"
chosen "no translator is wanted" "clang-22 -" GAC_LLVM_SPIRV=
no_stand_ins
stand_in clang "$(version 16)"
stand_in llvm-spirv "$(version 16)"
chosen "names without versions" "clang llvm-spirv lines"
stand_in llvm-spirv "$(version 17)"
chosen "names without versions, and two versions" "none: *"

# -- what the compiler is told, and does -----------------------------------------
name=runs
no_stand_ins
stand_in clang-14
stand_in llvm-spirv-14
printf 'kernel void k() {}\n' >"$work/k.cl"
real_path=$PATH
PATH=$stand_ins "$source_tool" -o "$work/got.spv" "$work/k.cl" >"$work/log"
cmp -s "$work/got.spv" "$work/module.spv"
verdict $? "the module is another"
grep -q '^clang-14 .*--target=spir64 -cl-std=CL1.2 ' "$work/runs"
verdict $? "the language without an option: $(cat "$work/runs")"
export PATH=$stand_ins:$PATH
compile "the same again" "GAC_OK cached" "$work/k.cl"
compile "other options" GAC_OK --options '-DX=1' "$work/k.cl"
compile "the other width" GAC_OK --bits 32 "$work/k.cl"
grep -q '^clang-14 .*--target=spir ' "$work/runs"
verdict $? "32 bits: $(cat "$work/runs")"
compile "with lines" GAC_OK --lines "$work/k.cl"
compile "with lines, by an option" "GAC_OK cached" --options ' -g' "$work/k.cl"
compile "another name" GAC_OK --name other.cl "$work/k.cl"
compile "another language" GAC_OK --standard CL3.0 "$work/k.cl"
compile "the options' language goes before" GAC_OK --standard CL3.0 \
    --options -cl-std=CL2.0 "$work/k.cl"
grep -q '^clang-14 .*-cl-std=CL2.0 ' "$work/runs"
verdict $? "the language by options: $(cat "$work/runs")"
[ "$(grep -c ^clang-14 "$work/runs")" = 7 ]
verdict $? "clang was not run 7 times: $(grep -c ^clang-14 "$work/runs")"
: >"$work/runs"
GAC_CACHE=0 compile "without the cache" GAC_OK "$work/k.cl"
touch -d '2020-01-01' "$stand_ins/clang-14"
compile "another clang" GAC_OK "$work/k.cl"
[ "$(grep -c ^clang-14 "$work/runs")" = 2 ]
verdict $? "clang was not run twice"

name=cache
for file in "$work"/cache/gac/*; do
    printf 'X' | dd of="$file" bs=1 seek=$(($(stat -c %s "$file") - 1)) conv=notrunc 2>/dev/null
done
compile "entries that are damaged" GAC_OK "$work/k.cl"
compile "and written anew" "GAC_OK cached" "$work/k.cl"
for file in "$work"/cache/gac/*; do : >"$file"; done
compile "entries that are empty" GAC_OK "$work/k.cl"
for text in '#include "x.h"' ' # include <x.h>' '%:include "x.h"' '#/* */include "x.h"' \
    '#inc\\\nlude "x.h"' '#inc??/\nlude "x.h"' '#import "x.h"' '#include X' '#if __has_include("x.h")\n#endif' 'int a = __TIME__;'; do
    printf '%b\nkernel void k() {}\n' "$text" >"$work/reads.cl"
    compile "$text" GAC_OK "$work/reads.cl"
    compile "not kept: $text" GAC_OK "$work/reads.cl"
done
printf '#include "x.h"\nkernel void k() {} // what is included\n' >"$work/reads.cl"
printf 'int x;\n' >"$work/x.h"
compile "a header of its own" GAC_OK --header x.h="$work/x.h" "$work/reads.cl"
compile "a header, again" "GAC_OK cached" --header x.h="$work/x.h" "$work/reads.cl"
printf 'int y;\n' >"$work/x.h"
compile "a header that changed" GAC_OK --header x.h="$work/x.h" "$work/reads.cl"
printf '#include "y.h"\n' >"$work/x.h"
for _ in 1 2; do
    compile "a header that reads a file" GAC_OK --header x.h="$work/x.h" "$work/reads.cl"
done
# Several processes at once: each succeeds, and whole entries are left.
rm -rf "$work/cache"
for i in 1 2 3 4 5 6 7 8; do
    "$source_tool" -o "$work/got$i.spv" "$work/k.cl" >"$work/said$i" 2>&1 &
done
wait
good=0
for i in 1 2 3 4 5 6 7 8; do
    grep -q '^GAC_OK' "$work/said$i" && cmp -s "$work/got$i.spv" "$work/module.spv" || good=1
done
verdict $good "eight at once"
[ "$(find "$work/cache" -type f | wc -l)" = 1 ]
verdict $? "eight at once leave: $(find "$work/cache" -type f)"
# The oldest go when the folder grows too large.
for i in 1 2 3; do
    truncate -s 100M "$work/cache/gac/old$i"
    touch -d "2020-01-0$i" "$work/cache/gac/old$i"
done
compile "one more" GAC_OK --options -DMORE "$work/k.cl"
[ ! -e "$work/cache/gac/old1" ] && [ ! -e "$work/cache/gac/old2" ] && [ -e "$work/cache/gac/old3" ]
verdict $? "the limit: $(ls "$work/cache/gac")"
rm -rf "$work/cache"
: >"$work/file"
XDG_CACHE_HOME=$work/file compile "where no folder can be made" GAC_OK "$work/k.cl"

name=options
for option in -foo -cl-std=CL9 '-cl-std' -fplugin=x -include -o -ox -Xclang '-D' '-I' -x @file; do
    compile "refused: $option" GAC_ERR_ARGUMENT --options "$option" "$work/k.cl"
    says "named: $option" "build option.*: $option\$"
done
: >"$work/runs"
compile "all that there are" GAC_OK --options "-D A -DB=1 -D 'C=a b' -DD=\\\"t\\\" -I here -Ithere -w \
-Werror -cl-single-precision-constant -cl-denorms-are-zero -cl-fp32-correctly-rounded-divide-sqrt \
-cl-opt-disable -cl-strict-aliasing -cl-uniform-work-group-size -cl-no-subgroup-ifp -cl-mad-enable \
-cl-no-signed-zeros -cl-unsafe-math-optimizations -cl-finite-math-only -cl-fast-relaxed-math \
-cl-kernel-arg-info -cl-std=CL2.0 -g -O0" "$work/k.cl"
for word in ' -DA ' ' -DB=1 ' ' -DC=a b ' ' -DD="t" ' ' -Ihere ' ' -Ithere ' ' -Werror ' ' -O0 '; do
    grep -q -e "$word" "$work/runs"
    verdict $? "$word does not arrive: $(cat "$work/runs")"
done
compile "what a shell would do" GAC_OK --options '-D X=$(touch${IFS}'"$work/shell"')' "$work/k.cl"
compile "an option as a definition" GAC_OK --options '-D -fplugin=x' "$work/k.cl"
grep -q -e ' -D-fplugin=x ' "$work/runs" && [ ! -e "$work/shell" ]
verdict $? "strings of the program are more than strings: $(cat "$work/runs")"
for header in /abs.h ../up.h a/../../up.h '' a//b.h; do
    compile "a header's name: $header" GAC_ERR_ARGUMENT --header "$header=$work/x.h" "$work/k.cl"
done

# -- compilers that fail -----------------------------------------------------------
name=failures
export GAC_CACHE=0
stand_in clang-14 'echo "k.cl:1:1: error: so it is"; exit 1'
compile "errors" GAC_ERR_INVALID "$work/k.cl"
says "the compiler's log" '^k.cl:1:1: error: so it is$'
stand_in clang-14 'exit 7'
compile "it says nothing" GAC_ERR_INVALID "$work/k.cl"
says "its status" 'clang-14 ended with status 7$'
stand_in clang-14 'kill -9 $$'
compile "it is killed" GAC_ERR_FORMAT "$work/k.cl"
says "the signal" 'clang-14 was ended by signal 9$'
stand_in clang-14
stand_in llvm-spirv-14 'echo "cannot translate" >&2; exit 1'
compile "the translator fails" GAC_ERR_FORMAT "$work/k.cl"
says "the translator's log" '^cannot translate$'
rm -f "$work/runs"
stand_in clang-14
stand_in llvm-spirv-14 "[ \$(PATH=/usr/bin:/bin grep -c ^llvm \"$work/runs\") = 4 ] || { echo bits >&2; exit 1; }"
compile "it knows what is not optimized" GAC_OK "$work/k.cl"
silent "what failed before is not told"
grep -o -e '-O[0-9]' "$work/runs" | tr '\n' ' ' | grep -qx -e '-O1 -O0 '
verdict $? "clang is run with less optimization each time: $(cat "$work/runs")"
for rubbish in 'echo rubbish' "head -c 1004 $work/module.spv" ': ' "cat $work/module.spv; echo" \
    'printf "\\003\\002\\043\\007"'; do
    stand_in llvm-spirv-14 "while [ \"\$1\" != -o ]; do shift; done; PATH=/usr/bin:/bin; ( $rubbish ) >\"\$2\"; exit 0"
    compile "rubbish: $rubbish" GAC_ERR_FORMAT "$work/k.cl"
    says "rubbish: $rubbish" 'llvm-spirv-14 wrote no SPIR-V module$'
done
stand_in llvm-spirv-14 'exit 0'
compile "no file" GAC_ERR_FORMAT "$work/k.cl"
stand_in llvm-spirv-14
stand_in clang-14 'PATH=/usr/bin:/bin; yes warning | head -c 10000000; yes warning | head -c 10000000 >&2'
compile "much is printed" GAC_OK "$work/k.cl"
[ "$(wc -c <"$work/log")" -lt 2000000 ]
verdict $? "all of it is kept: $(wc -c <"$work/log")"
stand_in clang-14 "PATH=/usr/bin:/bin; echo \$\$ >$work/pids; sleep 100 & echo \$! >>$work/pids; wait"
compile "it takes too long" GAC_ERR_TIMEOUT --timeout 0.3 "$work/k.cl"
says "the limit" 'clang-14 was stopped: it took more than 0.3 s$'
stand_in clang-14 "PATH=/usr/bin:/bin; echo \$\$ >>$work/pids; exec >&- 2>&-; sleep 100"
compile "it prints no more, and takes too long" GAC_ERR_TIMEOUT --timeout 0.3 "$work/k.cl"

# alive: whether one of the processes is there that stand-ins noted; dead ones may
# wait for their parent.
alive() {
    local pid
    for pid in $(<"$work/pids"); do
        [[ $(ps -o stat= -p "$pid") =~ ^[^Z] ]] && return
    done
    false
}
gone=1
for _ in $(seq 50); do
    alive || { gone=0 && break; }
    sleep 0.1
done
verdict $gone "processes are left"
# Signals that end the process: the folder goes, the compiler too.
for signal in INT TERM; do
    rm -f "$work/pids"
    stand_in clang-14 "PATH=/usr/bin:/bin; echo \$\$ >$work/pids; exec sleep 100"
    env --default-signal="$signal" "$source_tool" "$work/k.cl" >"$work/log" 2>&1 </dev/null &
    child=$!
    for _ in $(seq 50); do
        [ -s "$work/pids" ] && break
        sleep 0.1
    done
    kill -"$signal" $child
    wait $child 2>/dev/null
    [ $? -gt 128 ] && ! alive
    verdict $? "SIG$signal"
done
stand_in clang-14
TMPDIR=/nowhere/at/all compile "no folder" GAC_ERR_IO "$work/k.cl"
[ -z "$(ls "$work/tmp")" ]
verdict $? "files are left: $(ls "$work/tmp")"

# -- compilers that are there ------------------------------------------------------
name=
PATH=$real_path
unset GAC_CACHE
compilers=()
usual=$("$source_tool" --compiler)
if [[ $usual == *" lines" ]]; then
    compilers+=("")
else
    skip "programs by clang and llvm-spirv: no two of one version are here"
fi
if command -v clang-22 >/dev/null; then
    compilers+=(clang-22)
else
    skip "programs by a clang with the target spirv64: no clang-22 is here"
fi

# run_feature FILE STANDARD BITS
run_feature() {
    local file=$1 run
    "$source_tool" --name "$file" --options "-Werror -cl-std=$2" --bits "$3" \
        -o "$work/f.spv" "$file" >"$work/log" 2>&1 || return
    run=$(sed -n 's|^// RUN: ||p' "$file")
    # shellcheck disable=SC2086
    "$bin/gac-run" ${run/ % / "$work/f.spv" } >"$work/log" 2>&1
    sed -n 's|^// OUT: ||p' "$file" | cmp -s - "$work/log"
}

widths="64 32"
[ -z "${GAC_TEST_QUICK:-}" ] || widths=64
for GAC_CLANG in "${compilers[@]}"; do
    export GAC_CLANG
    for file in tests/source/features/*.cl; do
        for standard in $(sed -n 's|^// STD: ||p' "$file"); do
            for bits in $widths; do
                run_feature "$file" "$standard" "$bits"
                verdict $? "$file $standard $bits ${GAC_CLANG:-the pair}: $(cat "$work/log")"
            done
        done
    done
    name=${GAC_CLANG:-the pair}
    # Errors are told by the name that is given, with its lines.
    printf 'kernel void k(global int *a) {\n    a[0] = b;\n}\n' >"$work/wrong.cl"
    compile "an error" GAC_ERR_INVALID --name some/wrong.cl "$work/wrong.cl"
    says "its place" '^some/wrong.cl:2:12: error: use of undeclared identifier'
    # As in a file, a byte order mark may come first.
    printf '\357\273\277kernel void k(global int *a) {\n    a[0] = 1;\n}\n' >"$work/marked.cl"
    compile "a byte order mark" GAC_OK "$work/marked.cl"
    silent "a byte order mark"
    # Headers of the request go before files; they are named as they are.
    mkdir -p "$work/beside" "$work/elsewhere"
    echo '#error "the file beside"' >"$work/beside/h.h"
    echo 'int one() { return 1; }' >"$work/one.h"
    echo '#include "y.h"' >"$work/two.h"
    echo 'int three() { return 3; }' >"$work/three.h"
    echo 'int wrong() { return b; }' >"$work/bad.h"
    printf '#include "h.h"\n#include "lib/two.h"\nkernel void k(global int *a) { *a = one(); }\n' >"$work/beside/a.cl"
    compile "headers" GAC_OK --name "$work/beside/a.cl" --header h.h="$work/one.h" \
        --header lib/two.h="$work/two.h" --header y.h="$work/three.h" "$work/beside/a.cl"
    compile "an error in a header" GAC_ERR_INVALID --name a.cl --header h.h="$work/bad.h" \
        --header lib/two.h="$work/three.h" "$work/beside/a.cl"
    says "its place" '^h.h:1:22: error: '
    # Files beside the program, before those of -I and of the working folder.
    echo 'int one() { return 1; }' >"$work/beside/h.h"
    echo '#error "the file elsewhere"' >"$work/elsewhere/h.h"
    echo 'int two() { return 2; }' >"$work/elsewhere/e.h"
    printf '#include "h.h"\n#include "e.h"\nkernel void k(global int *a) { *a = one() + two(); }\n' >"$work/beside/a.cl"
    (cd "$work/elsewhere" && "$source_tool" --options "-I ." --name ../beside/a.cl "$work/beside/a.cl") >"$work/log"
    [ "$(tail -n 1 "$work/log")" = GAC_OK ]
    verdict $? "files beside: $(cat "$work/log")"
    # Programs that declare the copies themselves.
    cat >"$work/own.cl" <<'END'
#define async_work_group_copy_fence(flags) barrier(flags)
event_t async_work_group_copy_2D2D(local void *to, size_t a, const global void *from, size_t b,
    size_t bytes, size_t n, size_t lines, size_t c, size_t d, event_t event);
kernel void k(global int *out, local int *tile)
{
    event_t e = async_work_group_copy_2D2D(tile, 0, out, 0, 4, 4, 4, 4, 4, 0);
    async_work_group_copy_fence(CLK_LOCAL_MEM_FENCE);
    wait_group_events(1, &e);
}
END
    compile "copies declared without overloading" GAC_OK --options -Werror "$work/own.cl"
    sed 's/^event_t/__attribute__((overloadable)) event_t/' "$work/own.cl" >"$work/own2.cl"
    compile "copies declared" GAC_OK --options -Werror "$work/own2.cl"
    name=
done
unset GAC_CLANG

if [[ $usual == *" lines" ]]; then
    name=lines
    printf '#include "h.h"\nkernel void k(global int *a)\n{\n    *a = one();\n}\n' >"$work/beside/a.cl"
    compile "lines" GAC_OK --lines --text --name ./beside/a.cl --options "-cl-opt-disable" \
        --header h.h="$work/one.h" -o "$work/lines.spv" "$work/beside/a.cl"
    "$bin/gac-dis" "$work/lines.spv" >"$work/lines.spvasm"
    for line in 'OpString "./beside/a.cl"$' 'OpString "h.h"$' 'OpLine %[0-9]* 4 ' 'OpLine %[0-9]* 1 ' \
        'OpSource OpenCL_C 102000 %[0-9]* "#include' '"kernel_arg_type.k.int'; do
        grep -q "$line" "$work/lines.spvasm"
        verdict $? "no $line: $(cat "$work/lines.spvasm")"
    done
    ! grep -q "$work" "$work/lines.spvasm"
    verdict $? "names of the folder are left"
    # A text of more words than an instruction has.
    { cat "$work/beside/a.cl"; for _ in $(seq 10000); do echo "// one of very many lines of no use"; done; } >"$work/beside/long.cl"
    compile "a long text" GAC_OK --lines --text --name ./beside/a.cl --header h.h="$work/one.h" \
        -o "$work/lines.spv" "$work/beside/long.cl"
    "$bin/gac-dis" "$work/lines.spv" | grep -q OpSourceContinued && "$bin/gac-val" "$work/lines.spv"
    verdict $? "a long text is not kept"
fi
# Functions that are inline and no more, which C99 would define in another file.
printf 'inline int f(int x) { return x + 1; }\nkernel void k(global int *o) { *o = f(*o); }\n' >"$work/inline.cl"
if [[ $usual != none* ]]; then
    compile "inline" GAC_OK --options "-cl-opt-disable" -o "$work/inline.spv" "$work/inline.cl"
    "$bin/gac-run" --dump 0 -g 1 "$work/inline.spv" buf:i32:1=41 2>&1 | grep -qx 'arg0 i32\[1\]: 42'
    verdict $? "an inline function is not defined"
fi
# clang 14 freezes what is divided and has a remainder; the translator does not know that.
printf 'kernel void k(global int *o, int n) { int i = get_global_id(0); o[i] = (i / n) * 10 + i %% n; }\n' >"$work/freeze.cl"
if [[ $usual == *" lines" ]]; then
    compile "freeze" GAC_OK --lines -o "$work/freeze.spv" "$work/freeze.cl"
    "$bin/gac-run" --dump 0 -g 5 "$work/freeze.spv" buf:i32:5 i32:3 2>&1 | grep -qx 'arg0 i32\[5\]: 0 1 2 10 11' &&
        ! "$bin/gac-dis" "$work/freeze.spv" | grep -q 'OpVariable %_ptr_Function'
    verdict $? "a program with freeze is not optimized"
fi
# long long has 128 bits: the translator's message does not say of what it is.
printf 'kernel void k(global long *o, long n) { o[0] = (n * 3ll) / 7ll; }\n' >"$work/wide.cl"
if [[ $usual == *" lines" ]]; then
    compile "long long" GAC_ERR_FORMAT "$work/wide.cl"
    says "long long" '^note: long long has 128 bits in OpenCL C'
fi
# So with builtins of clang's that tell of an overflow; some compilers have instructions.
for GAC_CLANG in "${compilers[@]}"; do
    export GAC_CLANG
    for op in sadd uadd ssub usub smul umul; do
        type=int
        [ ${op:0:1} = s ] || type=uint
        printf 'kernel void k(global int *o, %s a, %s b) { %s c; o[0] = __builtin_%s_overflow(a, b, &c); o[1] = c; }\n' \
            $type $type $type $op >"$work/overflow.cl"
        if "$source_tool" -o "$work/overflow.spv" "$work/overflow.cl" >"$work/log" 2>&1; then
            a=0x7fffffff b=0x7fffffff wanted='1 -2'
            case $op in uadd) wanted='0 -2' ;; ssub | usub) wanted='0 0' ;; smul | umul) wanted='1 1' ;; esac
            "$bin/gac-run" --dump 0 -g 1 "$work/overflow.spv" buf:i32:2 i32:$((a)) i32:$((b)) 2>"$work/log" |
                grep -qx "arg0 i32\[2\]: $wanted"
            verdict $? "$op by ${GAC_CLANG:-the usual compiler}"
        else
            says "$op by ${GAC_CLANG:-the usual compiler}" '^note: __builtin_add_overflow'
        fi
    done
done
unset GAC_CLANG
# The device has rotations of sub-groups, which clang 14's header lacks; and C++ is
# none of C's standards.
cat >"$work/rotate.cl" <<'END'
#ifndef cl_khr_subgroup_rotate
#error "rotations are not there"
#endif
kernel void k(global int *o, global double *d)
{
    int i = (int)get_sub_group_local_id();
    o[i] = sub_group_rotate(i, 1) + 100 * (int)sub_group_clustered_rotate((float)i, 1, 4u);
    d[i] = sub_group_rotate((double)i, 3);
}
END
for GAC_CLANG in "${compilers[@]}"; do
    export GAC_CLANG
    for options in -cl-std=CL3.0 -cl-std=CL2.0 -cl-std=CLC++; do
        compile "rotate" GAC_OK --options "$options" -o "$work/rotate.spv" "$work/rotate.cl"
        "$bin/gac-run" --dump 0,1 -g 8 -l 8 "$work/rotate.spv" buf:i32:8 buf:f64:8 >"$work/log" 2>&1
        says "rotations" '^arg0 i32\[8\]: 101 202 303 4 505 606 707 400$'
        says "rotations of doubles" '^arg1 f64\[8\]: 3 4 5 6 7 0 1 2$'
    done
done
unset GAC_CLANG
# Optimized, a null event comes into a loop by a phi, which clang 22's code generator
# cannot translate.
cat >"$work/events.cl" <<'END'
kernel void k(global const int *in, global int *out, int n)
{
    local int t[16];
    event_t e = 0;
    for (int i = 0; i < n; i++)
        e = async_work_group_copy(t + 4 * i, in + 4 * (3 - i), 4, e);
    wait_group_events(1, &e);
    out[get_local_id(0)] = t[get_local_id(0)];
}
END
for GAC_CLANG in "${compilers[@]}"; do
    export GAC_CLANG
    compile "a null event" GAC_OK -o "$work/events.spv" "$work/events.cl"
    "$bin/gac-run" --dump 1 -g 16 -l 16 "$work/events.spv" buf:i32:16=seq buf:i32:16 i32:4 \
        >"$work/log" 2>&1
    says "a chain of events" '^arg1 i32\[16\]: 12 13 14 15 8 9 10 11 4 5 6 7 0 1 2 3$'
done
unset GAC_CLANG
# Optimized, an iteration uses what the last one has converted: llvm-spirv 14 meets the
# use first, and loses how the conversion rounds or saturates.
cat >"$work/modes.cl" <<'END'
kernel void integers(global const float *in, global int *out, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum = convert_int_rte(sum + in[i]);
    out[0] = sum;
}

kernel void floats(global const uint *in, global float *out, int n)
{
    float sum = 0;
    for (int i = 0; i < n; i++)
        sum = convert_float_rtp(in[i] + (uint)sum);
    out[0] = sum;
}

kernel void vectors(global const uint4 *in, global uchar4 *out, int n)
{
    uchar4 sum = 0;
    for (int i = 0; i < n; i++)
        sum = convert_uchar4_sat(convert_uint4(sum) + in[i]);
    out[0] = sum;
}
END
# Optimized, an element of ushort3 that is cut to a byte is one of <6 x i8>, of which
# llvm-spirv 14 makes another without a word; an element of ulong16 is one of <32 x i32>.
cat >"$work/narrow.cl" <<'END'
kernel void bytes(global const ushort *in, global uchar *out)
{
    uint i = get_global_id(0);
    ushort3 v = vload3(i, in) * (ushort3)(3, 5, 7);
    out[i] = (uchar)v.y;
}

kernel void words(global const uint *in, global uint *out)
{
    uint i = get_global_id(0);
    ulong16 v = (ulong16)(in[i]);
    if (get_local_id(0) == in[0])
        v.s1 = popcount(v.s2);
    out[i] = v.s5;
}
END
# A constant that is a vector of one component, without optimization: the translator crashes.
cat >"$work/single.cl" <<'END'
kernel void k(global uint *o)
{
    uchar4 c = as_uchar4(0x04030201u);
    uint2 u = as_uint2(-2ul);
    float2 f = as_float2(0x400000003f800000ul);
    o[0] = c.x + 10 * c.y + 100 * c.z + 1000 * c.w;
    o[1] = u.x;
    o[2] = u.y;
    o[3] = f.x + 10 * f.y;
}
END
# So is one of floating point; and what strings say is no instruction. Optimized, the
# read would be gone.
cat >"$work/float.cl" <<'END'
kernel void k(global uchar4 *o, global int *a)
{
    o[0] = as_uchar4(1.5f);
    o[1] = as_uchar4(0.1f);
    *(global uchar8 *)(o + 2) = as_uchar8(-2.5);
    int unused = a[5];
    printf("a = freeze b, bitcast (<1 x i32> <i32 7> to <4 x i8>)\n");
}
END
# Beside one, compare_exchange of integers is still an instruction.
cat >"$work/exchange.cl" <<'END'
kernel void k(global int *g, global uchar4 *o)
{
    local atomic_int l[64];
    int x = 1;
    event_t e = async_work_group_copy((local int *)l, g, 64, 0);
    o[0] = as_uchar4(7);
    atomic_compare_exchange_strong(&l[get_local_id(0)], &x, 3);
    wait_group_events(1, &e);
    g[get_global_id(0)] = atomic_load(&l[get_local_id(0)]);
}
END
# Optimized it has integers of 2 bits, otherwise such a constant.
cat >"$work/both.cl" <<'END'
kernel void k(global uint *o)
{
    uchar4 c = as_uchar4(0x04030201u);
    uint sum = c.x;
    switch ((uint)any((char16)((char)o[0])) % 4u) {
    case 0: sum += 1;
    case 2: break;
    default: sum ^= (uint)any((char16)((char)o[1]));
    }
    o[2] = sum;
}
END
if [[ $usual == *" lines" ]]; then
    compile "both" GAC_OK -o "$work/both.spv" "$work/both.cl"
    "$bin/gac-run" --dump 0 -g 1 "$work/both.spv" buf:u32:3 2>&1 | grep -qx 'arg0 u32\[3\]: 0 0 2'
    verdict $? "both"
    "$bin/gac-run" --check --keep-going --dump 0 -g 1 "$work/float.cl" buf:u8:16 buf:i32:2 >"$work/out" 2>&1
    grep -q '\[out-of-bounds\]' "$work/out" &&
        grep -qx 'a = freeze b, bitcast (<1 x i32> <i32 7> to <4 x i8>)' "$work/out" &&
        grep -qx 'arg0 u8\[16\]: 0 0 192 63 205 204 204 61 0 0 0 0 0 0 4 192' "$work/out"
    verdict $? "float: $(head -n 3 "$work/out")"
    "$bin/gac-val" --build-options=-cl-std=CL2.0 "$work/exchange.cl" 2>&1 | grep -q ':7:.*\[use-before-wait\]'
    verdict $? "a compare_exchange of integers is no instruction"
    if localedef -i de_DE -f UTF-8 "$work/de_DE.UTF-8" >/dev/null 2>&1; then
        LOCPATH=$work LC_ALL=de_DE.UTF-8 GAC_CACHE=0 compile "comma" GAC_OK --options -cl-opt-disable \
            -o "$work/comma.spv" "$work/float.cl"
        "$bin/gac-dis" "$work/comma.spv" | grep -q 'OpVariable %_ptr_Function'
        verdict $? "where numbers have a comma, constants are not known"
    else
        skip "a locale whose numbers have a comma: none can be made here"
    fi
    compile "narrow" GAC_OK -o "$work/narrow.spv" "$work/narrow.cl"
    "$bin/gac-run" -k bytes --dump 1 -g 4 "$work/narrow.spv" buf:u16:12=1,2,3,4,5,6,7,8,9,10,11,12 buf:u8:4 2>&1 |
        grep -qx 'arg1 u8\[4\]: 10 25 40 55'
    verdict $? "an element of a vector of three is another"
    "$bin/gac-run" -k words --dump 1 -g 4 -l 1 "$work/narrow.spv" buf:u32:4=9,2,3,4 buf:u32:4 2>&1 |
        grep -qx 'arg1 u32\[4\]: 9 2 3 4'
    verdict $? "an element of a vector of sixteen is another"
    ! "$bin/gac-dis" "$work/narrow.spv" | grep -q 'OpVariable %_ptr_Function'
    verdict $? "the program is not optimized"
    compile "modes" GAC_OK -o "$work/modes.spv" "$work/modes.cl"
    silent "the translator's fault is told of"
    "$bin/gac-run" -k integers --dump 1 -g 1 "$work/modes.spv" buf:f32:3=0.5,1.5,2.6 buf:i32:1 i32:3 2>&1 |
        grep -qx 'arg1 i32\[1\]: 5'
    verdict $? "a conversion in a loop does not round to even"
    "$bin/gac-run" -k floats --dump 1 -g 1 "$work/modes.spv" buf:u32:2=16777217,16777219 buf:f32:1 i32:2 2>&1 |
        grep -qx 'arg1 f32\[1\]: 33554440'
    verdict $? "a conversion in a loop does not round up"
    "$bin/gac-run" -k vectors --dump 1 -g 1 "$work/modes.spv" buf:u32:8=10,200,300,4,20,100,1,50 buf:u8:4 i32:2 2>&1 |
        grep -qx 'arg1 u8\[4\]: 30 255 255 54'
    verdict $? "a conversion in a loop does not saturate"
    ! "$bin/gac-dis" "$work/modes.spv" | grep -q 'OpVariable %_ptr_Function'
    verdict $? "the program is not optimized"
    for options in -cl-opt-disable ''; do
        compile "single" GAC_OK --options "$options" -o "$work/single.spv" "$work/single.cl"
        silent "a translator that crashed is not told of"
        "$bin/gac-run" --dump 0 -g 1 "$work/single.spv" buf:u32:4 2>&1 |
            grep -qx 'arg0 u32\[4\]: 4321 4294967294 4294967295 21'
        verdict $? "$options: constants of one component"
        [ "$options" = '' ] || "$bin/gac-dis" "$work/single.spv" | grep -q 'OpVariable %_ptr_Function'
        verdict $? "without optimization it is optimized"
    done
fi
name=
closing

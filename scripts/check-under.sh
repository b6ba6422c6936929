#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# Runs the quick tests with each of gac's programs under an emulator or valgrind.
# usage: check-under.sh BUILD qemu-avx2|qemu-baseline|valgrind TEST...
#   qemu-LEVEL  an emulated processor that has LEVEL at most
#   valgrind    memcheck; an error or a leaked byte fails the program
# The tests run in a mirror of BUILD, in which each program is replaced by a script
# that starts it so. Each program logs the level that it runs on
# (tests/under/level.c). A level above the emulated one shows that a program ran
# without the emulator, and fails the run.
set -euo pipefail
build=$(realpath "$1")
how=$2
shift 2
mirror=$build/under-$how
preload=$build/level.so

# Zen 3 without what TCG does not have. No model of Intel's: qemu 7.2 takes the
# index register xmm4 of a gather for none.
lacking=pcid,invpcid,rdseed,sha-ni,rdpid,fsrm,fxsr-opt,misalignsse,3dnowprefetch
lacking+=,osvw,topoext,perfctr-core,clzero,xsaveerptr,wbnoinvd,ibpb,ibrs
lacking+=,amd-stibp,amd-ssbd,nrip-save,xsavec,xsaves
case $how in
qemu-avx2) level=avx2 under="qemu-x86_64 -cpu EPYC-Milan,-${lacking//,/,-}" ;;
qemu-baseline) level=baseline under="qemu-x86_64 -cpu Nehalem" ;;
valgrind) level=avx2 under="valgrind -q --error-exitcode=99 --fair-sched=yes
    --leak-check=full --errors-for-leak-kinds=definite
    --show-leak-kinds=definite --trace-children=yes" ;;
*) echo "$how: unknown" >&2 && exit 2 ;;
esac
# shellcheck disable=SC2086
under=$(echo $under) # one line
command -v "${under%% *}" >/dev/null ||
    { echo "${under%% *}: not found; scripts/deps.sh under installs it" >&2; exit 1; }
# argv[0] tells a test where the build is.
case $how in qemu-*) under+=' -0 "$0"' ;; esac

rm -rf "$mirror"
mkdir -p "$mirror"
ln -s "$build"/{lib,fixtures,obj} "$mirror"
(cd "$build" && find bin gen tests -type f) | while read -r program; do
    mkdir -p "$mirror/$(dirname "$program")"
    if [ "$(head -c 4 "$build/$program" | tail -c 3)" = ELF ]; then
        printf '#!/bin/sh\nexec %s %s "$@"\n' "$under" "$build/$program" \
            >"$mirror/$program"
        chmod +x "$mirror/$program"
    else
        ln -s "$build/$program" "$mirror/$program"
    fi
done

${CC:-cc} -shared -fPIC -O1 -o "$preload" tests/under/level.c
export GAC_TEST_QUICK=1 GAC_TEST_TIMEOUT=${GAC_TEST_TIMEOUT:-7200}
# Masked loads of an emulator touch what is masked off: guards must be readable.
export GAC_TEST_EMULATED=1
export GAC_TEST_UNDER=$how
export GAC_LEVEL_ROOT=$build/ GAC_LEVEL_LOG=$mirror/levels
: >"$GAC_LEVEL_LOG"
export LD_PRELOAD=$preload
echo "-- $under"
status=0
scripts/run-tests.sh "$mirror" "${@/#"$build"/"$mirror"}" || status=1
unset LD_PRELOAD
echo "programs started: $(wc -l <"$GAC_LEVEL_LOG")"
if [ ! -s "$GAC_LEVEL_LOG" ] || grep -v "^$level " "$GAC_LEVEL_LOG" | sort | uniq -c; then
    echo "(not on $level, or none at all)"
    status=1
fi
exit $status

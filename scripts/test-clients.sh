#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# Runs OpenCL programs of other projects on gac, without checks and with them, and
# prints a row of the table in docs/clients.md for each. The programs come from
# Debian's packages, which are installed if possible.
# usage: test-clients.sh BUILD [NAME...]
set -uo pipefail
cd "$(dirname "$0")/.." || exit 1
build=${1:-build}
shift
top=$PWD bin=$PWD/$build/bin
packages=(clinfo clpeak clblast-tests clfft-client hashcat piglit python3-pyopencl
    pocl-opencl-icd g++ libviennacl-dev libboost1.74-dev libopenmm-dev libopenmm-plugins)
if [ "$(id -u)" = 0 ]; then
    apt-get install -y -qq "${packages[@]}" >/dev/null 2>&1 ||
        echo "some of these packages are missing: ${packages[*]}" >&2
fi
piglit=/usr/lib/$(uname -m)-linux-gnu/piglit
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
wrong=0

# wanted NAME: whether it was asked for.
names=("$@")
wanted() { [ ${#names[@]} = 0 ] || [[ " ${names[*]} " == *" $1 "* ]]; }

# seconds FROM: since then.
seconds() { awk -v a="$1" -v b="$(date +%s.%N)" 'BEGIN { printf "%.1f s", b - a }'; }

# client NAME LIMIT VERDICT COMMAND...: VERDICT, a command, reads what the program
# prints and says how it went; it fails if that is not as it should be.
client() {
    local name=$1 limit=$2 verdict=$3 from plain checked code=0
    shift 3
    wanted "$name" || return
    if ! command -v "$1" >/dev/null; then
        echo "| $name | not here | |"
        return
    fi
    from=$(date +%s.%N)
    timeout "$limit" "$bin/gac-cl" -- "$@" >out 2>&1 || code=$?
    plain=$($verdict $code <out) || wrong=1
    plain+=", $(seconds "$from")"
    code=0
    from=$(date +%s.%N)
    timeout "$((5 * limit))" "$bin/gac-cl" --check --log=log -- "$@" >out 2>&1 || code=$?
    [ $code != 3 ] || code=0 # what is found stands in the table
    checked=$($verdict $code <out) || wrong=1
    checked+=", $([ -e log ] && grep -c '^error: ' log || echo 0) findings, $(seconds "$from")"
    rm -f log
    echo "| $name | $plain | $checked |"
}

# -- verdicts ----------------------------------------------------------------------
ended() { [ "$1" = 0 ] && echo right || { echo "exit status $1" && false; }; }
sees_gac() { grep -q 'Platform Name *gac' && ended "$1"; }
blas() { awk '/test\(s\) passed/ { for (i = 1; i < NF; i++) if ($i ~ /^[0-9]+$/) p += $i }
    /test\(s\) failed/ { for (i = 1; i < NF; i++) if ($(i + 1) ~ /^test/) { gsub(/[^0-9]*\[[0-9]*m/, "", $i); f += $i } }
    END { printf "%d passed, %d failed", p, f; exit f > 0 }'; }
tuned() { grep -q 'Found best result' && ended "$1"; }
fft() { grep -q 'PASS' && echo right || { echo wrong && false; }; }
cracked() { grep -q 'Cracked' && echo right || { echo 'not cracked' && false; }; }
peak() { awk '/launch latency/ { print "launch latency " $5 " us"; found = 1 } END { exit !found }'; }

client clinfo 20 sees_gac clinfo
client clpeak 60 peak clpeak --kernel-latency
for routine in xaxpy xdot xgemv xger xtrsv xgemm xtrsm xomatcopy xcol2im; do
    client clblast_test_$routine 120 blas clblast_test_$routine
done
client clblast_tuner_xaxpy 120 tuned clblast_tuner_xaxpy -n 65536 -runs 1
for size in '-x 1024' '-x 243' '-x 100 -y 60'; do
    # shellcheck disable=SC2086
    client clFFT-client 60 fft clFFT-client $size
done
client hashcat 300 cracked hashcat -m 0 -a 3 --force --potfile-disable \
    --session gac -o found 900150983cd24fb0d6963f7d28e17f72 '?l?l?l'
client pyopencl 60 ended /usr/bin/python3 "$top/tests/opencl/arrays.py"

# host NAME LIMIT KNOWN LIBRARY [ARG...]: a host of a library for OpenCL
# (tests/clients), which prints a line for each thing it does: right or wrong. It
# must be right on gac where it is on PoCL, but for lines that match KNOWN.
host() {
    local name=$1 limit=$2 library=$4
    known=$3
    shift 4
    wanted "$name" || return
    if ! g++ -O1 -w -DCL_TARGET_OPENCL_VERSION=120 -o "$name" "$top/tests/clients/$name.cpp" \
        -l"$library" -lOpenCL 2>/dev/null; then
        echo "| $name | not here | |"
        return
    fi
    # PoCL may crash in what comes last.
    { OCL_ICD_VENDORS=/etc/OpenCL/vendors/pocl.icd timeout "$limit" "./$name" "$@" >pocl; } 2>/dev/null
    client "$name" "$limit" like_pocl "./$name" "$@"
}
like_pocl() {
    awk -v known="$known" '
        !/: (right|wrong|off by [-+.0-9e]*)$/ { next }
        { right = /: right$/; sub(/: [^:]*$/, "") }
        FILENAME == "pocl" { pocl[$0] = right; p[right]++; next }
        { here[$0] = right; n[right]++; worse += !right && pocl[$0] && !($0 ~ known) }
        END {
            for (one in pocl)
                worse += !(one in here)
            printf "%d right, %d wrong (PoCL: %d, %d)\n", n[1], n[0], p[1], p[0]
            exit worse > 0
        }' pocl -
}
host viennacl 120 none OpenCL
# It reads one element behind those that it merges, where gac stops it.
host boost_compute 120 '^merge of' OpenCL
host openmm 300 none OpenMM \
    "/usr/lib/$(uname -m)-linux-gnu/openmm/plugins/libOpenMMOpenCL.so"

# piglit's programs: those of its API tests, and its kernels.
piglit_all() {
    local mode=$1 passed=0 failed=0 test
    for test in "$piglit"/bin/cl-api-* "$piglit"/bin/cl-custom-*; do
        timeout 60 "$bin/gac-cl" $mode -- "$test" -auto >out 2>&1
        case $(grep -a '^PIGLIT: {"result"' out | tail -n 1) in
        *pass*) passed=$((passed + 1)) ;;
        *fail*) failed=$((failed + 1)) && basename "$test" >>failures ;;
        esac
    done
    while read -r test; do
        timeout 120 "$bin/gac-cl" $mode -- "$piglit/bin/cl-program-tester" "$test" -auto >out 2>&1
        passed=$((passed + $(grep -a -c 'subtest.*"pass"' out)))
        failed=$((failed + $(grep -a -c 'subtest.*"fail"' out)))
        grep -a -q 'subtest.*"fail"' out && basename "$test" >>failures
    done < <(find "$piglit" -name '*.cl' | sort)
    echo "$passed passed, $failed failed"
}
if wanted piglit && [ -d "$piglit" ]; then
    echo "| piglit | $(piglit_all "") | $(piglit_all --check) |"
    sort failures | uniq | sed 's/^/    /' >&2
fi
exit $wrong

#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# Tests the tools' command lines: runs the cases in the gac_*.sh files here, or in
# those named. usage: run.sh BUILD [gac_val...]
#
# Functions for the cases:
#   t NAME CODE COMMAND...   runs the command; its exit code must be CODE
# and, about the command that ran last:
#   out TEXT / err TEXT      standard output / error contains the text
#   out_is TEXT              standard output is the text
#   no_out / no_err          standard output / error is empty
#   lines_err N              standard error has N lines
set -u
cd "$(dirname "$0")/../.."
. tests/script.sh
version=0.2.0 # what the tools say they are

t() {
    name=$1
    local code=$2 got=0 first=
    shift 2
    tool "$work/out" "$work/err" "$@" || got=$?
    [ "$got" = "$code" ] || read -r first <"$work/err"
    [ "$got" = "$code" ]
    verdict $? "exit code $got, not $code ($first)"
}
# has FILE TEXT: whether the file contains the text. It starts no program, since
# there are more calls of it than of the tools.
has() {
    local all=
    IFS= read -r -d '' all <"$1"
    [[ $all == *"$2"* ]]
}
out() { has "$work/out" "$1"; verdict $? "no \`$1\` on standard output"; }
err() { has "$work/err" "$1"; verdict $? "no \`$1\` on standard error"; }
out_is() { [ "$(<"$work/out")" = "$1" ]; verdict $? "standard output is not \`$1\`"; }
no_out() { [ ! -s "$work/out" ]; verdict $? "something on standard output"; }
no_err() { [ ! -s "$work/err" ]; verdict $? "something on standard error"; }
lines_err() {
    local all
    mapfile -t all <"$work/err"
    [ ${#all[@]} = "$1" ]
    verdict $? "standard error has not $1 lines"
}
check() { "${@:2}" >/dev/null; verdict $? "$1"; }

shift
[ $# != 0 ] || set -- $(cd tests/cli && echo gac_*.sh)
for cases; do
    . "tests/cli/${cases%.sh}.sh"
done
closing

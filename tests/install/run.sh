#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# Tests the files that `make install` installs, programs that are built with them, and
# that `make uninstall` removes all. usage: run.sh BUILD
set -u
cd "$(dirname "$0")/../.."
. tests/script.sh
here=$PWD/tests/install
if [ -n "${GAC_TEST_UNDER:-}" ]; then
    echo "SKIP: programs that are installed would run by themselves, not under another one"
    echo "0 passed, 0 failed, 1 skipped"
    exit
fi

# holds NAME COMMAND...: it succeeds; what it prints is in $work/out and $work/err.
holds() {
    name=$1
    "${@:2}" >"$work/out" 2>"$work/err"
    verdict $? "exit code $? ($(tail -n 3 "$work/out" "$work/err"))"
}
lacks() { ! grep -E "$1"; }

# -- what the libraries export ------------------------------------------------------
exported() {
    for library in libgac libgac-core-rules libgac-opencl; do
        nm -D --defined-only --with-symbol-versions "$build/lib/$library.so" |
            awk -v l="$library.so" '$2 != "A" && $3 !~ /^__(odr_)?[atu]*san/ { print l, $3 }'
    done | LC_ALL=C sort
}
exported >"$work/symbols"
holds exported diff "$here/exported.symbols" "$work/symbols"
# All that the headers declare, and nothing else.
awk 'BEGIN { RS = ";" }
    /GAC_API/ { sub(/.*GAC_API/, "")
        if (match($0, /gac_[a-z0-9_]+\(/)) print substr($0, RSTART, RLENGTH - 1) }' \
    include/gac/*.h | LC_ALL=C sort >"$work/declared"
sed -n 's/^libgac\(-core-rules\)*\.so \(.*\)@@.*/\2/p' "$here/exported.symbols" |
    LC_ALL=C sort | diff "$work/declared" - >"$work/out"
name=declared
verdict $? "headers and exported.symbols differ: $(head -n 3 "$work/out")"

# -- installing ---------------------------------------------------------------------
multiarch=$(${CC:-cc} -print-multiarch)
prefix=/opt/gac
library=$prefix/lib/${multiarch:-odd}
top=$work/stage
do_make() {
    make --no-print-directory BUILD="$build" PREFIX=$prefix LIBDIR="$library" "$@"
}
mkdir -p "$top$prefix/include/gac" "$top$prefix/bin"
echo mine | tee "$top$prefix/bin/mine" >"$top$prefix/include/gac/mine.h"
holds install do_make DESTDIR="$top" install-all
found() { (cd "$top" && find . ! -type d | sed "s|^\.||; s|/${multiarch:-odd}/|/ARCH/|" | LC_ALL=C sort); }
version=$("$bin/gac-val" --version)
version=${version##* }
found | sed "s|$version|VERSION|" | grep -v "/include/gac/\|/mine" >"$work/files"
pages() { command -v scdoc >/dev/null && cat || grep -v /man/; } # without it there are none
holds files diff <(pages <"$here/installed.files") "$work/files"
(cd include/gac && echo CodeplayGroupAsyncCopies.h mine.h *.h) | tr ' ' '\n' | LC_ALL=C sort >"$work/headers"
holds headers diff "$work/headers" <(LC_ALL=C ls "$top$prefix/include/gac")

if sanitized; then
    skip 'sizes and programs of others: sanitizers are in the libraries'
else
    size=$(du -sb "$top" | cut -f1)
    name="size ($size bytes)"
    [ "$size" -lt 40000000 ]
    verdict $? '40 MB or more'
    for file in "$top$prefix"/bin/gac-* "$top$library"/*.so "$top$library"/*.a; do
        name="${file##*/} stripped"
        readelf -SW "$file" 2>/dev/null | lacks '\.debug_info' >/dev/null
        verdict $? 'has debug information'
    done

    # Programs of others, by pkg-config and by CMake.
    export PKG_CONFIG_LIBDIR=$top$library/pkgconfig PKG_CONFIG_SYSROOT_DIR=$top
    holds pkg-config-version test "$(pkg-config --modversion gac-core-rules)" = "$version"
    consumer() { # NAME PACKAGE FLAG...
        # shellcheck disable=SC2046,SC2086  # words; "ccache gcc" is two
        holds "$1" ${CC:-cc} "${@:3}" "$here/consumer/consumer.c" -o "$work/consumer" \
            $(pkg-config --cflags --libs "$2")
        holds "$1-runs" env LD_LIBRARY_PATH="$top$library" "$work/consumer"
        grep -qx "$version" "$work/out"
        verdict $? "does not print $version"
    }
    consumer pkg-config gac
    consumer pkg-config-core gac-core-rules -DCORE_RULES
    if command -v cmake >/dev/null; then
        configure() { # WANTED
            cmake -S "$here/consumer" -B "$work/cmake-$1" -DWANTED="$1" \
                -DCMAKE_PREFIX_PATH="$top$prefix" \
                -Dgac_DIR="$top$library/cmake/gac"
        }
        holds cmake configure "$version"
        holds cmake-builds cmake --build "$work/cmake-$version"
        for target in gac gac_static core_rules core_rules_static; do
            holds "cmake-$target" "$work/cmake-$version/with_$target"
            grep -qx "$version" "$work/out"
            verdict $? "does not print $version"
        done
        holds cmake-earlier configure 0.1
        for wrong in 0.999 1.0; do
            name=cmake-$wrong
            ! configure $wrong >"$work/out" 2>&1 && grep -q 'The following configuration files were considered' "$work/out"
            verdict $? 'is taken for this version'
        done
    else
        skip 'find_package(gac): no cmake is here'
    fi
    unset PKG_CONFIG_LIBDIR PKG_CONFIG_SYSROOT_DIR
fi

# Without scdoc there are no manual pages, and all else.
holds no-scdoc do_make DESTDIR="$work/no-pages" SCDOC= STRIP=true install-all
grep -q 'manual pages are left out' "$work/out"
verdict $? 'nothing is said of it'
top=$work/no-pages
found | sed "s|$version|VERSION|" | grep -v /include/gac/ >"$work/files"
holds no-pages diff <(grep -v /man/ "$here/installed.files") "$work/files"
top=$work/stage

# Folders are for all users, whatever umask installs; odd ones are refused.
name=umask
(umask 077 && do_make DESTDIR="$work/closed" STRIP=true install-all) >"$work/out" 2>&1
[ -z "$(find "$work/closed"/* -type d ! -perm 755)" ]
verdict $? 'folders are not for all'
for odd in 'PREFIX=/a b' 'LIBDIR=/a b' PREFIX=opt MANDIR=man; do
    name=$odd
    ! do_make "$odd" DESTDIR="$work/odd" install-all >"$work/out" 2>"$work/err" &&
        grep -q 'is no folder from / on, or has blanks' "$work/err" && [ ! -e "$work/odd" ]
    verdict $? "$(tail -n 2 "$work/err")"
done
holds usr do_make PREFIX=/usr/ DESTDIR="$work/usr" STRIP=true install-all
holds usr-icd test -e "$work/usr/etc/OpenCL/vendors/gac.icd"

# The installed gac-cl has the driver that is installed with it.
holds driver "$top$prefix/bin/gac-cl" true
mv "$top$library/libgac-opencl.so" "$work"
name=no-driver
! "$top$prefix/bin/gac-cl" true 2>"$work/err" && grep -q "in \.\./lib/${multiarch:-odd}\$" "$work/err"
verdict $? "$(cat "$work/err")"
mv "$work/libgac-opencl.so" "$top$library"

# -- uninstalling ---------------------------------------------------------------------
holds uninstall do_make DESTDIR="$top" uninstall
name=nothing-left
[ "$(found | tr '\n' ' ')" = "$prefix/bin/mine $prefix/include/gac/mine.h " ]
verdict $? "left: $(found | tr '\n' ' ')"
holds folders test -z "$(find "$top" -depth -mindepth 3 -type d -name gac ! -path '*/include/*')"
closing

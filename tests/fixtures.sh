#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# The modules of the tests' kernels. One of each kernel is beside its source, the
# others are in the archive tests/fixtures.tar.xz, which make unpacks into the build
# folder. This needs no compiler; tests/kernels/refresh.sh makes the modules.
#
# usage: fixtures.sh unpack FOLDER           unpacks the archive, if its checksum is
#                                            right
#        fixtures.sh find FOLDER PATTERN...  prints the modules of these names in the
#                                            tree or in FOLDER, one a line, by name
#        fixtures.sh pack FOLDER             makes the archive anew from FOLDER, and
#                                            from what the tree has more than one of
# PATTERNs, and a relative FOLDER, are written from the project's root.
set -euo pipefail
shopt -s nullglob
export LC_ALL=C
cd "$(dirname "$0")/.."
archive=tests/fixtures.tar.xz
command=$1 folder=$2
shift 2

unpack() {
    sha256sum --check --quiet --strict tests/fixtures.sha256
    rm -rf "$folder" "$folder.new"
    mkdir -p "$folder.new"
    tar -xJf $archive -C "$folder.new"
    touch "$folder.new/.stamp"
    mv "$folder.new" "$folder"
}

# A name without a wildcard must be there.
find_modules() {
    local pattern path found=()
    for pattern in "$@"; do
        # shellcheck disable=SC2206
        local here=($pattern "$folder"/$pattern)
        for path in "${here[@]}"; do
            [ ! -e "$path" ] || found+=("${path#"$folder"/} $path")
        done
        if [ ${#found[@]} = 0 ]; then
            echo "fixtures: no $pattern in the tree or in $folder" >&2
            return 1
        fi
    done
    printf '%s\n' "${found[@]}" | sort -u -k1,1 | cut -d ' ' -f 2
}

# The one that stays in the tree: of the first of the kernel's SETS that there is,
# with the set's instructions if there are two; a text if there is one.
choose() { # SOURCE FOLDER
    local set ending path
    for set in $(sed -n 's|^// SETS: *||p' "$1") clang14.O2.64 clang14.O0.64 \
        clang22.O2.64 '*'; do
        for ending in set.spvasm spvasm spv; do
            # shellcheck disable=SC2231
            for path in "$2/$(basename "$1" .cl)".$set.$ending; do
                [ ! -e "$path" ] || { echo "$path"; return; }
            done
        done
    done
}

pack() {
    local source base modules place kept tree=()
    rm -rf "$folder.new"
    for source in tests/kernels/*/*.cl tests/check/*.cl tests/warnings/*.cl; do
        base=${source%.cl}
        place=$folder.new/${source%/*}
        # The tree's come last: they are the newer ones.
        modules=("$folder/$base".*.spv* "$base".*.spv*)
        [ ${#modules[@]} != 0 ] || continue
        mkdir -p "$place"
        for module in "${modules[@]}"; do cp "$module" "$place"; done
        kept=$(choose "$source" "$place")
        mv "$kept" "${source%/*}"
        for module in "$base".*.spv*; do
            [ "${module##*/}" = "${kept##*/}" ] || tree+=("$module")
        done
    done
    # The same modules make the same archive.
    tar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner --format=ustar \
        --mode=u=rwX,go=rX -cf - -C "$folder.new" tests | xz -9e -T1 >$archive
    sha256sum $archive >tests/fixtures.sha256
    touch "$folder.new/.stamp"
    echo "fixtures: $(find "$folder.new/tests" -type f | wc -l) modules in $archive"
    rm -rf "$folder" "${tree[@]}"
    mv "$folder.new" "$folder"
}

case $command in
unpack) unpack ;;
find) find_modules "$@" ;;
pack) pack ;;
*) exit 2 ;;
esac

#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# Installs or uninstalls files, below DESTDIR. install.mk says what a row is.
# usage: install.sh install|uninstall KIND:SOURCE:DESTINATION...
set -euo pipefail
umask 022 # folders are for all who read
action=$1
shift

# put KIND SOURCE PLACE
put() {
    mkdir -p "$(dirname "$3")"
    case $1 in # a link's SOURCE is what it holds
    program) install -m 755 -s --strip-program="$STRIP" "$2" "$3" ;;
    archive) install -m 644 "$2" "$3" && "$STRIP" -g "$3" ;;
    template) sed "$CHOSEN" "$2" >"$3" && chmod 644 "$3" ;;
    data) install -m 644 "$2" "$3" ;;
    link) ln -sf "$2" "$3" ;;
    esac
}

# take_away PLACE: a folder that is gac's alone goes with its last file.
take_away() {
    local folder
    folder=$(dirname "$1")
    rm -f "$1"
    [ "${folder##*/}" != gac ] || rmdir --ignore-fail-on-non-empty "$folder"
}

for row; do
    IFS=: read -r kind source destination <<<"$row"
    place=${DESTDIR:-}$destination
    if [ "$action" = install ]; then
        echo "  INSTALL $place"
        put "$kind" "$source" "$place"
    elif [ -e "$place" ] || [ -L "$place" ]; then
        echo "  REMOVE $place"
        take_away "$place"
    fi
done

#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# Writes tests/oracle/diagnostics.xz anew, and shows what has changed in it.
# usage: refresh.sh BUILD
set -euo pipefail
cd "$(dirname "$0")/../.."
build=${1:-build}
list=tests/oracle/diagnostics.xz
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$build/tests/oracle/tool_oracle" tests examples bench >"$work/found"
xz -dc $list >"$work/before"
diff -u --label before --label now "$work/before" "$work/found" || [ $? = 1 ]
xz -9e -T1 <"$work/found" >$list

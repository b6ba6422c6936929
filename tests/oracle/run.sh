#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# Tests that the diagnostics of gac-val's own rules, for every module in the tree and in
# the fixtures' archive, are to the letter those in tests/oracle/diagnostics.xz. Its
# commit gives the reason of a change; refresh.sh writes the file anew.
# usage: run.sh BUILD
set -u
cd "$(dirname "$0")/../.."
. tests/script.sh
name=oracle

"$build/tests/oracle/tool_oracle" tests examples bench >"$work/found"
verdict $? "the modules are not read"
xz -dc tests/oracle/diagnostics.xz >"$work/expected"
verdict $? "the list is not read"
diff -u --label expected --label found "$work/expected" "$work/found" >"$work/diff"
verdict $? "$(grep -c '^[-+]' "$work/diff") lines differ (tests/oracle/refresh.sh \
shows all): $(head -n 30 "$work/diff")"
closing

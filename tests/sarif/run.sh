#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# Tests the tools' SARIF logs against the schema of SARIF 2.1.0, which `make deps`
# fetches. usage: run.sh BUILD
set -u
cd "$(dirname "$0")/../.." || exit
. tests/script.sh
schema=build/deps/sarif-2.1.0.json
python=/usr/bin/python3

if [ ! -e "$schema" ] || ! "$python" -c 'import jsonschema' 2>/dev/null; then
    echo "make deps has not fetched the schema, or there is no python3-jsonschema"
    echo "0 passed, 0 failed, 1 skipped"
    exit 0
fi

# The logs: of faulty modules (of every sixth for make check), of a clean one, of
# what is no module.
modules=(tests/invalid/*.spvasm)
[ -z "${GAC_TEST_QUICK:-}" ] ||
    mapfile -t modules < <(printf '%s\n' "${modules[@]}" | awk 'NR % 6 == 0')
for file in "${modules[@]}" examples/*.spvasm "$bin/gac-val" \
    "tests/no such file"; do
    log=$work/$(basename "$file" .spvasm).sarif
    "$bin/gac-val" --format=sarif "$file" >"$log"
done
"$bin/gac-val" --format=sarif --Werror examples/*.spvasm >"$work/several.sarif"
while read -r arguments; do # of each check, with its fault and without
    n=$((${n:-0} + 1))
    "$bin/gac-run" --format=sarif $arguments >"$work/run-$n.sarif"
done < <(sed -n 's/^\$ gac-run \(--check -k .*\)/\1/p' docs/checks.md)

# Broken logs, to see that the schema is looked at.
sample=$work/several.sarif
sed 's/"level": *"[a-z]*"/"level": "fatal"/' "$sample" >"$work/broken-1.sarif"
sed 's/"version": *"2.1.0"/"version": "2.0"/' "$sample" >"$work/broken-2.sarif"
sed 's/"ruleId"/"ruleName"/' "$sample" >"$work/broken-3.sarif"
sed 's/"startLine": *[0-9]*/"startLine": 0/' "$sample" >"$work/broken-4.sarif"

"$python" tests/sarif/validate.py "$schema" "$work"/*.sarif >"$work/verdicts"
status=$?
[ $status = 0 ] || verdict $status "validate.py"
for log in "$work"/*.sarif; do
    wanted="valid $log"
    case $log in */broken-*) wanted="invalid $log: " ;; esac
    grep -qF "$wanted" "$work/verdicts"
    verdict $? "$(grep -F "$log" "$work/verdicts")"
done
closing

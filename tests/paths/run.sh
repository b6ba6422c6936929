#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# Tests gac-val's findings about copies on paths against what happens in runs
# (paths.py). usage: run.sh BUILD
set -u
cd "$(dirname "$0")/../.."
. tests/script.sh
python3 tests/paths/paths.py "$bin" "$work"

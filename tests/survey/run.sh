#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# Tests the time and memory that the tools take for small modules of costly shapes
# (survey.py). usage: run.sh BUILD
set -u
cd "$(dirname "$0")/../.."
. tests/script.sh
python3 tests/survey/shapes.py "$work" || exit 1
python3 tests/survey/survey.py "$bin" "$work"

#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# What gac-val tells of copies on paths, against what happens. usage: run.sh BUILD
set -u
cd "$(dirname "$0")/../.."
. tests/script.sh
python3 tests/paths/paths.py "$bin" "$work"

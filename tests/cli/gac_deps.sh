# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# `make deps` where packages are missing and cannot be installed; sourced by run.sh.
deps() { # NAME CODE ENVIRONMENT... COMMAND...
    name=$1
    local code=$2 got=0
    env "${@:3}" >"$work/out" 2>"$work/err" </dev/null || got=$?
    [ "$got" = "$code" ]
    verdict $? "exit code $got, not $code"
}
deps deps-there 0 DEPS_DRY_RUN=1 scripts/deps.sh; no_out; no_err
deps deps-missing 1 DEPS_DRY_RUN=1 DEPS_ROOT="$work/nothing" scripts/deps.sh; no_out; lines_err 2
err 'deps: missing packages: '; err ' libjansson-dev'; err ' libsleef-dev'; err 'sudo apt-get install -y'
printf '#!/bin/sh\necho libstdc++.so\n' >"$work/no-c++" # what a compiler says that has none
chmod +x "$work/no-c++"
deps deps-c++ 1 DEPS_DRY_RUN=1 CC="$work/no-c++" scripts/deps.sh; err ' g++'
deps deps-peers 1 DEPS_DRY_RUN=1 DEPS_ROOT="$work/nothing" scripts/deps.sh bench; err ' pocl-opencl-icd'

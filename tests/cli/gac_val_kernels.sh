# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# Correct kernels have no fault of the set's or of async copies; sourced by
# run.sh. clang-22's have faults that --tolerate-producers knows.
t 'clang-14 kernels' 0 gac-val --no-core --disable=non-semantic-name tests/kernels/*/*.clang14.*.spvasm
no_err
t 'clang-22 kernels' 0 gac-val --no-core --tolerate-producers --disable=producer-quirk \
    --disable=stride-width --disable=non-semantic-name tests/kernels/*/*.clang22.*.spv*
no_err

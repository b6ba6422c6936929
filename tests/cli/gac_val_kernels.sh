# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# Correct kernels have no fault of the set's or of async copies; sourced by
# run.sh. clang-22's have faults that --tolerate-producers knows.
t 'clang-14 kernels' 0 gac-val --no-core --disable=non-semantic-name tests/kernels/*/*.clang14.*.spvasm
no_err
t 'clang-22 kernels' 0 gac-val --no-core --tolerate-producers --disable=producer-quirk \
    --disable=stride-width --disable=non-semantic-name tests/kernels/*/*.clang22.*.spv*
no_err
# Three lists of events that are typed as none.
lists=tests/cli/events_as_bytes.spvasm
t val-list-types 1 gac-val --no-core "$lists"
err '[core-wait-events] Expected Events List to be a pointer to OpTypeEvent. Found %14, an event.'
err 'Found %16, an 8-bit int scalar.'
t val-list-types-tolerated 0 gac-val --no-core --tolerate-producers "$lists"
err '[producer-quirk] Events List was read as a pointer to events. It is %14, an event.'
err '[producer-quirk] Events List was read as a pointer to events. It is %16, an 8-bit int scalar.'
err '[producer-quirk] Events List was read as a pointer to events. It is %20, a pointer'

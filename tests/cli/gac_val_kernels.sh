# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# gac-val reports nothing about the set or async copies of correct kernels; sourced
# by run.sh. Modules by clang-22 have faults that --tolerate-producers forgives.
t 'clang-14 kernels' 0 gac-val --no-core --disable=non-semantic-name \
    $(fixtures 'tests/kernels/*/*.clang14.*.spvasm')
no_err
t 'clang-22 kernels' 0 gac-val --no-core --tolerate-producers --disable=producer-quirk \
    --disable=stride-width --disable=non-semantic-name \
    $(fixtures 'tests/kernels/*/*.clang22.*.spv*')
no_err
# Three lists of events whose types are not those of pointers to events.
lists=tests/cli/events_as_bytes.spvasm
t val-list-types 1 gac-val --no-core "$lists"
err '[core-wait-events] Expected Events List to be a pointer to OpTypeEvent. Found %14, an event.'
err 'Found %16, an 8-bit int scalar.'
err '  hint: a known producer writes this, and means one thing only by it: --tolerate-producers'
t val-list-types-tolerated 0 gac-val --no-core --tolerate-producers "$lists"
err '[producer-quirk] Events List was read as a pointer to events. It is %14, an event.'
err '[producer-quirk] Events List was read as a pointer to events. It is %16, an 8-bit int scalar.'
err '[producer-quirk] Events List was read as a pointer to events. It is %20, a pointer'
# The first members of structures, which nulls select: of 16, 32 and 64 bits.
members=tests/cli/null_members.spvasm
t val-null-members 1 gac-val "$members"
err '[core] The <id> passed to OpInBoundsPtrAccessChain to index into a structure must be an OpConstant.'
err '  hint: a known producer writes this, and means one thing only by it: --tolerate-producers'
t val-null-members-tolerated 0 gac-val --tolerate-producers "$members"
err ':21: [producer-quirk] a member of a structure is selected by OpConstantNull instead of OpConstant: it was read as 0'
err ':19: [producer-quirk] '
err ':20: [producer-quirk] '
t val-null-members-strict 1 gac-val --tolerate-producers --Werror "$members"
# What is at fault behind them is seen.
sed 's/^OpStore %b %uint_1/%sum = OpIAdd %uint %long_none %none\nOpStore %b %sum/' "$members" >"$work/sum.spvasm"
t val-null-members-and-more 1 gac-val --tolerate-producers "$work/sum.spvasm"
err '[core] Expected arithmetic operands to have the same bit width as Result Type'
check 'nothing of producers' [ "$(grep -c 'a known producer' "$work/err")" = 0 ]
# What clang-22 makes of strings, of narrow integers' masks, and of any and all.
t val-formats 1 gac-val "$(fixtures tests/kernels/print/conversions.clang22.O2.64.spvasm)"
err '[core] OpenCL.std printf: expected Format data type to be 8-bit int'
t val-formats-tolerated 0 gac-val --tolerate-producers "$(fixtures tests/kernels/print/conversions.clang22.O2.64.spvasm)"
err '[producer-quirk] Format is a pointer to an array of characters: it was read as one to the first of them'
t val-masks-tolerated 0 gac-val --tolerate-producers "$(fixtures tests/kernels/algorithms/crc32.clang22.O2.64.spvasm)"
err "[producer-quirk] an integer of another width than Result Type's is masked"
t val-truths-tolerated 0 gac-val --tolerate-producers "$(fixtures tests/kernels/arith/bools.clang22.O2.64.spvasm)"
err '[producer-quirk] Vector is one of integers: their most significant bits were read as booleans'
t val-narrow-masks 1 gac-val --tolerate-producers tests/cli/narrow_masks.spvasm
err ":21: [producer-quirk]"; err ":22: [producer-quirk]"; err ":24: [producer-quirk]"
err ":23: [core] Expected operands to have the same bit width as Result Type: BitwiseAnd operand index 2"
# What LLVM's translator makes of the order of blocks, and where it puts variables.
blocks=tests/cli/blocks_unordered.spvasm
t val-blocks 1 gac-val "$blocks"
err ":18: [core] All OpVariable instructions in a function must be the first"
err ":22: [core] ID '"; err ":25: [core] Expected input to have different bit width"
check 'a hint for each' [ "$(grep -c 'a known producer' "$work/err")" = "$(grep -c '^error: ' "$work/err")" ]
t val-blocks-tolerated 0 gac-val --tolerate-producers "$blocks"
err ":18: [producer-quirk] a variable stands behind other instructions: it was read as one at the"
err ":22: [producer-quirk] a value is used in a block that stands before the value's: blocks were"
err ":25: [producer-quirk] an integer is converted to the width that it has: it was read as it is"
lines_err 6
grep -v '%sum =' "$blocks" >"$work/blocks.spvasm"
t val-blocks-dominators 0 gac-val --tolerate-producers "$work/blocks.spvasm"
err ":23: [producer-quirk] a block stands before one that dominates it: blocks were read in another"
# A value that no order puts before its use.
sed 's/OpStore %late %uint_1/OpStore %late %value/' "$blocks" >"$work/blocks.spvasm"
t val-blocks-and-more 1 gac-val --tolerate-producers "$work/blocks.spvasm"
err ":19: [core] ID '"
# Variables that an entry point of SPIR-V 1.4 does not list, and one that is listed twice.
interface=tests/cli/interface_lacks.spvasm
t val-interface 1 gac-val "$interface"
err "[core] Interface variable id <9> is used by entry point 'lacks'"
err '  hint: a known producer writes this, and means one thing only by it: --tolerate-producers'
t val-interface-tolerated 0 gac-val --tolerate-producers "$interface"
err ':14: [producer-quirk] a variable that an entry point uses is not listed as one of its interfaces'
lines_err 2
sed 's/"lacks" %listed/"lacks" %listed %listed/' "$interface" >"$work/interface.spvasm"
t val-interface-and-more 1 gac-val --tolerate-producers "$work/interface.spvasm"
err '[core] '
# Debug information: its faults are one, and what comes of it is checked.
debug=tests/cli/debug_none.spvasm
t val-debug 1 gac-val "$debug"
err "[core] ID '"
t val-debug-tolerated 0 gac-val --tolerate-producers "$debug"
err ':23: [producer-quirk] ID '
lines_err 2
grep -v -e Typedef -e '%later =' "$debug" >"$work/none.spvasm"
t val-debug-none 1 gac-val "$work/none.spvasm"
err '[core] OpenCL.DebugInfo.100 DebugFunction: expected operand Declaration'
t val-debug-none-tolerated 0 gac-val --tolerate-producers "$work/none.spvasm"
err ':21: [producer-quirk] OpenCL.DebugInfo.100 DebugFunction: expected operand Declaration'
lines_err 2
sed 's/^%function = /%small = OpExtInst %void %debug DebugTypeBasic %name %uint_8 Signed\n!0x0008000c %void %pointer %debug !3 %small !4294967295 !0\n&/' "$debug" >"$work/class.spvasm"
t val-debug-class 1 gac-val "$work/class.spvasm"
err '[core] Invalid storage class operand: 4294967295'
t val-debug-class-tolerated 0 gac-val --tolerate-producers "$work/class.spvasm"
err ':22: [producer-quirk] Invalid storage class operand: 4294967295'
lines_err 2
sed 's/^OpReturn$/%sum = OpIAdd %uint %uint_8 %name\nOpReturn/' "$debug" >"$work/sum.spvasm"
t val-debug-and-more 1 gac-val --tolerate-producers "$work/sum.spvasm"
err '[core]'
grep -v '%later =' "$debug" >"$work/nowhere.spvasm"
t val-debug-nowhere 1 gac-val --tolerate-producers "$work/nowhere.spvasm"

/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Warnings that values and the flow of control decide. */
#include "rows.h"

/* Rows of module text. */
/* clang-format off */

#define LID(i) "%v" #i " = OpLoad %v3 %lid\n"                                  \
    "%id" #i " = OpCompositeExtract SIZE %v" #i " 0\n"
#define GID "%vg = OpLoad %v3 %gid\n%g = OpCompositeExtract SIZE %vg 0\n"
#define WGID "%vw = OpLoad %v3 %wgid\n%w = OpCompositeExtract SIZE %vw 0\n"
#define BRANCH(c) "OpBranchConditional " c " %then %else\n%then = OpLabel\n"
#define ELSE "OpBranch %join\n%else = OpLabel\nOpBranch %join\n"
#define JOIN ELSE "%join = OpLabel\n"
#define COPY "@copy %e %no\n" STORE
#define COPY2 "@copy %e2 %no dst=%to2\nOpStore %ev2 %e2\n"
#define COPY2_MARKED(report)                                                   \
    "@copy %e2 %no dst=%to2 ;" #report "\nOpStore %ev2 %e2\n"
#define POINTERS                                                               \
    "%at1 = OpInBoundsPtrAccessChain %p_local %local #64\n"                    \
    "%at2 = OpInBoundsPtrAccessChain %p_local %local #128\n"                   \
    "@copy %e %no n=#16 lines=#1\n"
#define LOOP                                                                   \
    "OpStore %i_var #0\nOpBranch %head\n%head = OpLabel\n"                     \
    "%i = OpLoad SIZE %i_var\n%in = OpULessThan %bool %i %n\n"                 \
    "OpBranchConditional %in %body %done\n%body = OpLabel\n"
#define NEXT                                                                   \
    "%i2 = OpIAdd SIZE %i #1\nOpStore %i_var %i2\nOpBranch %head\n"            \
    "%done = OpLabel\n"
#define EACH_TIME                                                              \
    "%at = OpInBoundsPtrAccessChain %p_local %local2 %i\n"                     \
    "%to_i = OpBitcast %p_local %at\n"                                         \
    "@copy %e2 %no dst=%to_i ;1\nOpStore %ev2 %e2\n@wait %list\n"              \
    "%now = OpLoad %event %ev2\nOpStore %ev %now\n"
#define EACH_TIME_APART                                                        \
    "%at = OpInBoundsPtrAccessChain %p_local %local2 %i\n"                     \
    "%to_i = OpBitcast %p_local %at\n"                                         \
    "@copy %e2 %no dst=%to_i ;1\nOpBranch %behind\n%behind = OpLabel\n"        \
    "OpStore %ev2 %e2\n@wait %list\n"                                          \
    "%now = OpLoad %event %ev2\nOpStore %ev %now\n"
#define UPWARDS POINTERS "@copy %e2 %e dst=%at1 n=#16 lines=#1 ;2\n"
#define UPWARDS_APART                                                          \
    POINTERS "@copy %e2 %no dst=%at1 n=#16 lines=#1\n" STORE                   \
    "OpStore %ev2 %e2\n"

/* A pointer to one of two events. */
#define CHOICE                                                                 \
    "%c = OpIEqual %bool %flag %uint_0\n"                                      \
    "%one = OpSelect %p_event %c %ev %ev2\n"
#define CHOICE_BY_PHI                                                          \
    "%c = OpIEqual %bool %flag %uint_0\n" BRANCH("%c") JOIN                    \
    "%one = OpPhi %p_event %ev %then %ev2 %else\n"

#define UNREACHED(rest)                                                        \
    "OpBranch %body1\n%dead = OpLabel\n" rest "%body1 = OpLabel\n"

/* A loop whose counter is a phi: up to a branch at its end. */
#define COUNT                                                                  \
    "OpBranch %head\n%head = OpLabel\n"                                        \
    "%i = OpPhi SIZE #0 %entry %i2 %next\n"
#define COUNT_NEXT(end)                                                        \
    "%i2 = OpIAdd SIZE %i #1\n%in = OpULessThan %bool %i2 " end "\n"           \
    "OpBranchConditional %in %head %done\n%done = OpLabel\n"

/* A loop whose only phi is the event that its iteration waits for. */
#define STORE_P "OpStore %ev %p\n"
#define AGAIN                                                                  \
    "%c = OpIEqual %bool %flag %uint_0\n"                                      \
    "OpBranchConditional %c %head %done\n%done = OpLabel\n"
#define AROUND(next)                                                           \
    "OpBranch %head\n%head = OpLabel\n"                                        \
    "%p = OpPhi %event %e %entry " next " %head\n" STORE_P "@wait %list\n"     \
    AGAIN
#define AROUND_NEXT                                                            \
    "OpBranch %head\n%head = OpLabel\n"                                        \
    "%p = OpPhi %event %e %entry %e2 %head\n" STORE_P "@wait %list\n"          \
    "@copy %e2 %no ;1\n" AGAIN

/* A chain of eight copies, apart; stores to elsewhere, as many as are searched. */
#define EIGHT_IN_FLIGHT                                                        \
    "@copy %e0 %no n=#4 lines=#1\n" PIECE(1, 0, 4) PIECE(2, 1, 8)              \
    PIECE(3, 2, 12) PIECE(4, 3, 16) PIECE(5, 4, 20) PIECE(6, 5, 24)            \
    PIECE(7, 6, 28)
#define PIECE(i, before, at)                                                   \
    "%to_" #i " = OpInBoundsPtrAccessChain %p_local %local #" #at "\n"         \
    "@copy %e" #i " %e" #before " dst=%to_" #i " n=#4 lines=#1\n"
#define STORES                                                                 \
    SIXTEEN("OpStore %scratch %zero\n") SIXTEEN("OpStore %scratch %zero\n")    \
    SIXTEEN("OpStore %scratch %zero\n") SIXTEEN("OpStore %scratch %zero\n")
#define SIXTEEN(line)                                                          \
    line line line line line line line line line line line line line line line \
        line
#define SOMEWHERE                                                              \
    "%zero = OpLoad %float %local2\n"                                          \
    "%at = OpInBoundsPtrAccessChain %p_local %local2 %n\n"                     \
    EIGHT_IN_FLIGHT "@copy %e %e7 dst=%at n=#1 lines=#1\n" STORE

/* %fore and %back lead to each other, and each is entered from outside. */
#define TWO_ENTRIES(edges)                                                     \
    COPY "%c = OpIEqual %bool %flag %uint_0\n"                                 \
    "%d = OpIEqual %bool %n #0\n"                                              \
    "OpBranchConditional %c " edges "\n"                                       \
    "%waits = OpLabel\n@wait %list\nOpBranch %fore\n"                          \
    "%fore = OpLabel\nOpBranchConditional %d %back %done\n"                    \
    "%back = OpLabel\nOpBranch %fore\n%done = OpLabel\n"

const row flow_rows[] = {
    /* null pointers, undefined events */
    {"null destination", EVERY, "null-pointer Destination; ",
     SIMPLE("dst=%null_local"), 0, 0},
    {"null source", EVERY, "null-pointer Source; ", SIMPLE("src=%null_global"),
     0, 0},
    {"null source of nothing", EVERY & ~LINES, "empty-copy Num Elements (0); ",
     SIMPLE("src=%null_global n=#0"), 0, 0},
    {"null source of as many as a variable holds", EVERY & ~LINES,
     "empty-copy Num Elements (0); ",
     "OpStore %i_var #0\n%m = OpLoad SIZE %i_var\n"
     SIMPLE("src=%null_global n=%m"), 0, 0},
    {"null source of as many as a function sets", EVERY & ~LINES, "",
     "OpStore %i_var #0\n%f = OpFunctionCall %void %set %i_var %n\n"
     "%m = OpLoad SIZE %i_var\n" SIMPLE("src=%null_global n=%m"), 0, 0},
    {"null source of as many as there are", EVERY, "",
     SIMPLE("src=%null_global n=%n dl=#512 sl=#512 dp=#9000 sp=#9000 "
            "dst=%to_scratch"), 0, 0},
    {"undefined event", EVERY, "undefined-event Event; ",
     "%u = OpUndef %event\n@copy %e %u\n" STORE END, 0, 0},
    {"event of a variable that is never stored", EVERY,
     "undefined-event Event; ",
     "%u = OpLoad %event %ev2\n@copy %e %u\n" STORE END, 0, 0},
    {"event of a variable stored on one path", EVERY, "",
     "%c = OpIEqual %bool %flag %uint_0\n" BRANCH("%c")
     "OpStore %ev2 %no\n" JOIN
     "%u = OpLoad %event %ev2\n@copy %e %u\n" STORE END, 0, 0},
    {"wait for nothing that was stored", EVERY, "undefined-event Events List; ",
     COPY "@wait %list\n@wait %list2 ;1\nOpReturn\n", 0, 0},

    /* divergent-operand: of pointers, not of numbers */
    {"one of two tiles by local id", BIT(SET_2D) | BIT(CORE),
     "divergent-operand Destination; ",
     LID(0) "%c = OpIEqual %bool %id0 #0\n"
     "%one = OpSelect %p_local %c %to %to2\n@copy %e %no dst=%one\n" STORE END,
     0, 0},
    {"the same tile by local id", BIT(SET_2D) | BIT(CORE), "",
     LID(0) "%c = OpIEqual %bool %id0 #0\n"
     "%one = OpSelect %p_local %c %to %to\n@copy %e %no dst=%one\n" STORE END,
     0, 0},

    /* missing-wait */
    {"no wait", EVERY, "missing-wait; ", COPY "OpReturn\n", 0, 0},
    {"no wait and no variable", EVERY, "missing-wait; ",
     "@copy %e %no\nOpReturn\n", 0, 0},
    {"wait for another", EVERY, "missing-wait; ",
     COPY COPY2 "@wait %list2\nOpReturn\n", 0, 0},
    {"both waited for", EVERY, "",
     COPY COPY2 "@wait %list\n@wait %list2\nOpReturn\n", 0, 0},
    {"overwritten", EVERY, "missing-wait; ",
     COPY "@copy %e2 %no dst=%to2\nOpStore %ev %e2\n" END, 0, 0},
    {"begun with a null event of a variable, and overwritten", EVERY,
     "missing-wait; ",
     "OpStore %ev %no\nOpBranch %behind\n%behind = OpLabel\n"
     "%z = OpLoad %event %ev\n@copy %e %z\n" STORE
     "@copy %e2 %no dst=%to2\nOpStore %ev %e2\n" END, 0, 0},
    {"what a switch has not taken is not taken later", EVERY, "",
     "OpSwitch %flag %other 1 %one 2 %one\n"
     "%one = OpLabel\nOpBranch %join\n"
     "%other = OpLabel\n" COPY "OpBranch %join\n%join = OpLabel\n"
     "%c = OpIEqual %bool %flag %uint_2\n"
     "%d = OpIEqual %bool %flag %uint_1\n"
     "%none = OpLogicalOr %bool %c %d\n"
     "OpBranchConditional %none %done %must\n"
     "%must = OpLabel\n@wait %list\nOpBranch %done\n"
     "%done = OpLabel\nOpReturn\n", 0, 0},
    {"a switch whose cases are all that is left", EVERY, "",
     "%c = OpULessThan %bool %flag %uint_2\n"
     "OpBranchConditional %c %then %done\n%then = OpLabel\n" COPY
     "OpSwitch %flag %none 0 %must 1 %must\n"
     "%must = OpLabel\n@wait %list\nOpBranch %done\n"
     "%none = OpLabel\nOpBranch %done\n%done = OpLabel\nOpReturn\n", 0, 0},
    {"a switch by a constant", EVERY, "missing-wait; ",
     "OpSwitch %uint_1 %other 0 %other 1 %one\n"
     "%one = OpLabel\n" COPY "OpBranch %join\n"
     "%other = OpLabel\nOpBranch %join\n%join = OpLabel\n"
     "%c = OpIEqual %bool %flag %uint_0\n"
     "OpBranchConditional %c %must %done\n"
     "%must = OpLabel\n@wait %list\nOpBranch %done\n"
     "%done = OpLabel\nOpReturn\n", 0, 0},
    {"overwritten by its own event", EVERY, "",
     COPY "@copy %e2 %e dst=%to2\nOpStore %ev %e2\n" END, 0, 0},
    {"wait in one branch", EVERY, "missing-wait; ",
     COPY "%c = OpIEqual %bool %flag %uint_0\n" BRANCH("%c")
     "@wait %list\n" JOIN "OpReturn\n", 0, 0},
    {"wait in both branches", EVERY, "",
     COPY "%c = OpIEqual %bool %flag %uint_0\n"
     "OpBranchConditional %c %then %else\n%then = OpLabel\n@wait %list\n"
     "OpBranch %join\n%else = OpLabel\n@wait %list\nOpBranch %join\n"
     "%join = OpLabel\nOpReturn\n", 0, 0},
    {"return before the wait", EVERY, "missing-wait; ",
     COPY "%c = OpIEqual %bool %flag %uint_0\n"
     "OpBranchConditional %c %then %else\n%then = OpLabel\nOpReturn\n"
     "%else = OpLabel\n" END, 0, 0},
    {"copy and wait in one branch", EVERY, "",
     "%c = OpIEqual %bool %flag %uint_0\n" BRANCH("%c") COPY "@wait %list\n"
     JOIN "OpReturn\n", 0, 0},
    {"copy in a branch, no wait", EVERY, "missing-wait; ",
     "%c = OpIEqual %bool %flag %uint_0\n" BRANCH("%c") COPY
     JOIN "OpReturn\n", 0, 0},
    {"copy and wait under one condition", EVERY, "",
     "%c = OpIEqual %bool %flag %uint_0\nOpStore %ev %no\n" BRANCH("%c") COPY
     JOIN "OpBranchConditional %c %then2 %end\n%then2 = OpLabel\n"
     "@wait %list\nOpBranch %end\n%end = OpLabel\nOpReturn\n", 0, 0},
    {"copy and wait under conditions of one value", EVERY, "",
     "%c = OpIEqual %bool %flag %uint_0\nOpStore %ev %no\n" BRANCH("%c") COPY
     JOIN "%d = OpULessThan %bool %flag %uint_1\n"
     "OpBranchConditional %d %then2 %end\n%then2 = OpLabel\n"
     "@wait %list\nOpBranch %end\n%end = OpLabel\nOpReturn\n", 0, 0},
    {"copy and wait under one multiple of a number", EVERY, "",
     "%a = OpBitwiseAnd SIZE %n #7\n%b = OpIMul SIZE %a #4\n"
     "%c = OpUGreaterThan %bool %b #5\nOpStore %ev %no\n" BRANCH("%c") COPY
     JOIN "%d = OpUGreaterThan %bool %a #1\n"
     "OpBranchConditional %d %then2 %end\n%then2 = OpLabel\n"
     "@wait %list\nOpBranch %end\n%end = OpLabel\nOpReturn\n", 0, 0},
    {"copy where two numbers are equal, wait where not", EVERY,
     "missing-wait; ",
     WGID "%c = OpIEqual %bool %n %w\nOpStore %ev %no\n" BRANCH("%c") COPY
     JOIN "%d = OpINotEqual %bool %w %n\n"
     "OpBranchConditional %d %then2 %end\n%then2 = OpLabel\n"
     "@wait %list\nOpBranch %end\n%end = OpLabel\nOpReturn\n", 0, 0},
    {"wait unless a number is less than 0", EVERY, "",
     COPY "%c = OpULessThan %bool %n #0\n%d = OpLogicalNot %bool %c\n"
     BRANCH("%d") "@wait %list\n" JOIN "OpReturn\n", 0, 0},
    {"wait unless the group's size is 0", EVERY, "",
     COPY "%s = OpFunctionCall SIZE %lsize_fn %uint_0\n"
     "%c = OpINotEqual %bool %s #0\n"
     BRANCH("%c") "@wait %list\n" JOIN "OpReturn\n", 0, 0},
    {"wait unless a square below the group's is 0", EVERY, "missing-wait; ",
     COPY "%s = OpFunctionCall SIZE %lsize_fn %uint_0\n"
     "%q = OpISub SIZE %s #1\n%r = OpIMul SIZE %q %q\n"
     "%c = OpINotEqual %bool %r #0\n"
     BRANCH("%c") "@wait %list\n" JOIN "OpReturn\n", 0, 0},
    {"wait unless a signed remainder is negative", EVERY, "missing-wait; ",
     COPY "%r = OpSRem SIZE %n #4\n%c = OpSGreaterThanEqual %bool %r #0\n"
     BRANCH("%c") "@wait %list\n" JOIN "OpReturn\n", 0, 0},
    {"wait unless a signed quotient is negative", EVERY, "missing-wait; ",
     COPY "%r = OpSDiv SIZE %n #2\n%c = OpSGreaterThanEqual %bool %r #0\n"
     BRANCH("%c") "@wait %list\n" JOIN "OpReturn\n", 0, 0},
    {"wait unless a signed shifted number is negative", EVERY, "missing-wait; ",
     COPY "%r = OpShiftRightArithmetic SIZE %n #1\n%c = OpSGreaterThanEqual %bool %r #0\n"
     BRANCH("%c") "@wait %list\n" JOIN "OpReturn\n", 0, 0},
    {"wait unless a bit of a square is set", EVERY, "",
     COPY "%a = OpBitwiseAnd SIZE %n #1\n%m = OpIMul SIZE %n %n\n"
     "%b = OpBitwiseAnd SIZE %m #2\n%c = OpIEqual %bool %a #0\n"
     "OpBranchConditional %c %even %both\n%even = OpLabel\nOpBranch %both\n"
     "%both = OpLabel\n%d = OpIEqual %bool %b #0\n"
     BRANCH("%d") "@wait %list\n" JOIN "OpReturn\n", 0, 0},
    {"copy under two conditions, waited for under the outer one's value", EVERY,
     "",
     "OpStore %ev %no\n%c = OpIEqual %bool %n #0\n"
     "OpBranchConditional %c %outer %join\n%outer = OpLabel\n"
     "%d = OpIEqual %bool %flag %uint_0\n"
     "OpBranchConditional %d %then %join\n%then = OpLabel\n" COPY
     "OpBranch %join\n%join = OpLabel\n%f = OpULessThan %bool %n #1\n"
     "OpBranchConditional %f %then2 %end\n%then2 = OpLabel\n"
     "@wait %list\nOpBranch %end\n%end = OpLabel\nOpReturn\n", 0, 0},
    {"copies of a loop, the last waited for", EVERY, "missing-wait; ",
     "OpStore %i_var #0\nOpBranch %head\n%head = OpLabel\n"
     "%i = OpLoad SIZE %i_var\n%c = OpULessThan %bool %i %n\n"
     "OpBranchConditional %c %body %done\n%body = OpLabel\n" COPY
     "%i2 = OpIAdd SIZE %i #1\nOpStore %i_var %i2\nOpBranch %head\n"
     "%done = OpLabel\n" END, 0, 0},
    {"copies of a loop that share an event", EVERY, "",
     "OpStore %i_var #0\nOpStore %ev %no\nOpBranch %head\n%head = OpLabel\n"
     "%i = OpLoad SIZE %i_var\n%c = OpULessThan %bool %i %n\n"
     "OpBranchConditional %c %body %done\n%body = OpLabel\n"
     "%old = OpLoad %event %ev\n@copy %e %old\n" STORE
     "%i2 = OpIAdd SIZE %i #1\nOpStore %i_var %i2\nOpBranch %head\n"
     "%done = OpLabel\n" END, 0, 0},
    {"copies of a loop, each waited for", EVERY, "",
     "OpStore %i_var #0\nOpBranch %head\n%head = OpLabel\n"
     "%i = OpLoad SIZE %i_var\n%c = OpULessThan %bool %i %n\n"
     "OpBranchConditional %c %body %done\n%body = OpLabel\n" COPY
     "@wait %list\n"
     "%i2 = OpIAdd SIZE %i #1\nOpStore %i_var %i2\nOpBranch %head\n"
     "%done = OpLabel\nOpReturn\n", 0, 0},
    {"copies of a loop in an array", BIT(SET_2D) | BIT(CORE), "",
     "OpStore %i_var #0\nOpBranch %head\n%head = OpLabel\n"
     "%i = OpLoad SIZE %i_var\n%c = OpULessThan %bool %i #4\n"
     "OpBranchConditional %c %body %done\n%body = OpLabel\n@copy %e %no\n"
     "%at = OpInBoundsPtrAccessChain %p_event %events %uint_0 %i\n"
     "OpStore %at %e\n"
     "%i2 = OpIAdd SIZE %i #1\nOpStore %i_var %i2\nOpBranch %head\n"
     "%done = OpLabel\n"
     "OpGroupWaitEvents %uint_2 %four %events\nOpReturn\n", 0, 0},
    {"elements of an array, one forgotten", BIT(SET_2D) | BIT(CORE),
     "missing-wait; ",
     "@copy %e %no\n@copy %e2 %no dst=%to2 ;1\n"
     "%a0 = OpInBoundsPtrAccessChain %p_event %events %uint_0 %uint_0\n"
     "%a1 = OpInBoundsPtrAccessChain %p_event %events %uint_0 %uint_1\n"
     "OpStore %a0 %e\nOpStore %a1 %e2\n"
     "OpGroupWaitEvents %uint_2 %uint_1 %a0\nOpReturn\n", 0, 0},
    {"elements of an array, all waited for", BIT(SET_2D) | BIT(CORE), "",
     "@copy %e %no\n@copy %e2 %no dst=%to2\n"
     "%a0 = OpInBoundsPtrAccessChain %p_event %events %uint_0 %uint_0\n"
     "%a1 = OpInBoundsPtrAccessChain %p_event %events %uint_0 %uint_1\n"
     "OpStore %a0 %e\nOpStore %a1 %e2\n"
     "OpGroupWaitEvents %uint_2 %uint_2 %a0\nOpReturn\n", 0, 0},
    {"another element waited for", BIT(SET_2D) | BIT(CORE),
     "missing-wait; undefined-event Events List; ",
     "@copy %e %no\n"
     "%a0 = OpInBoundsPtrAccessChain %p_event %events %uint_0 %uint_0\n"
     "%a1 = OpInBoundsPtrAccessChain %p_event %events %uint_0 %uint_1\n"
     "OpStore %a1 %e\nOpGroupWaitEvents %uint_2 %uint_1 %a0 ;2\nOpReturn\n", 0,
     0},
    {"two waited for, one stored", BIT(SET_2D) | BIT(CORE),
     "undefined-event Events List; ",
     "@copy %e %no\n"
     "%a0 = OpInBoundsPtrAccessChain %p_event %events %uint_0 %uint_0\n"
     "OpStore %a0 %e\nOpGroupWaitEvents %uint_2 %uint_2 %a0 ;1\nOpReturn\n", 0,
     0},
    {"another variable waited for", EVERY,
     "missing-wait; undefined-event Events List; ",
     COPY "@wait %list2 ;2\nOpReturn\n", 0, 0},
    {"another event stored", EVERY, "missing-wait; ",
     "@copy %e %no\nOpStore %ev %no\n" END, 0, 0},
    {"waited for in a function", EVERY, "",
     "@copy %e %no\n%f = OpFunctionCall %void %finish %e\nOpReturn\n", 0, 0},
    {"waited for somewhere", EVERY, "",
     "@copy %e %no\n%f = OpFunctionCall %void %other_fn %e\nOpReturn\n", 0, 0},
    {"waited for by a callee of a function", EVERY, "",
     COPY "%f = OpFunctionCall %void %lend %ev\nOpReturn\n", 0, 0},
    {"looked at by a function", EVERY, "missing-wait; ",
     COPY "%f = OpFunctionCall %void %look %ev\nOpReturn\n", 0, 0},
    {"part of a whole", EVERY, "",
     COPY "%whole = OpCompositeConstruct %events_t %e %no %no %no\nOpReturn\n",
     0, 0},
    {"one through a phi, one forgotten", EVERY, "missing-wait; ",
     "@copy %e %no\n@copy %e2 %no dst=%to2\n"
     "%c = OpIEqual %bool %flag %uint_0\n" BRANCH("%c") JOIN
     "%p = OpPhi %event %e2 %then %e2 %else\nOpStore %ev %p\n" END, 0, 0},
    {"through a phi", EVERY, "",
     "%c = OpIEqual %bool %flag %uint_0\n"
     "OpBranchConditional %c %then %else\n%then = OpLabel\n"
     "@copy %e %no\nOpBranch %join\n%else = OpLabel\n"
     "@copy %e2 %no dst=%to2\nOpBranch %join\n%join = OpLabel\n"
     "%p = OpPhi %event %e %then %e2 %else\nOpStore %ev %p\n" END, 0, 0},
    {"through a phi of a loop that reads", EVERY, "",
     "@copy %e %no\nOpBranch %head\n%head = OpLabel\n"
     "%p = OpPhi %event %e %entry %p %next\n"
     "%i = OpPhi SIZE #0 %entry %i2 %next\n%read = OpLoad %float %local2\n"
     "OpBranch %next\n%next = OpLabel\n" COUNT_NEXT("#10") "OpStore %ev %p\n"
     END, 0, 0},
    {"behind a wait for one of two", BIT(SET_2D) | BIT(CORE), "missing-wait; ",
     CHOICE "@wait %one\n" COPY "OpReturn\n", 0, 0},
    {"behind a wait for one of two by a phi", BIT(SET_2D) | BIT(CORE), "missing-wait; ",
     "OpStore %ev %no\nOpStore %ev2 %no\n"
     CHOICE_BY_PHI "@wait %one\n" COPY "OpReturn\n", 0, 0},
    {"before a wait for one of two", BIT(SET_2D) | BIT(CORE), "",
     COPY CHOICE "@wait %one\nOpReturn\n", 0, 0},
    {"either of two by a phi", BIT(SET_2D) | BIT(CORE), "missing-wait; missing-wait; ",
     "@copy %e %no ;1\n" STORE COPY2_MARKED(2) CHOICE_BY_PHI "@wait %one\nOpReturn\n", 0, 0},
    {"one of two looked at by an unknown function", EVERY, "",
     COPY CHOICE "%f = OpFunctionCall %void %other_lend %one\nOpReturn\n",
     0, 0},
    {"one of two waited for by a function", EVERY, "",
     COPY CHOICE "%f = OpFunctionCall %void %lend %one\nOpReturn\n", 0, 0},
    {"one of three looked at by an unknown function", EVERY, "",
     COPY CHOICE "%any = OpSelect %p_event %c %one %ev2\n"
     "%f = OpFunctionCall %void %other_lend %any\nOpReturn\n", 0, 0},
    {"wait before the copy only", EVERY, "missing-wait; ",
     COPY "@wait %list\n" "@copy %e2 %no ;1\nOpStore %ev %e2\nOpReturn\n", 0, 0},

    {"waited for in the next iteration only", EVERY, "missing-wait; ",
     COPY LOOP "@wait %list\n@copy %e2 %no ;1\nOpStore %ev %e2\n" NEXT
     "OpReturn\n", 0, 0},
    {"waited for in the next iteration, the last behind the loop", EVERY, "",
     COPY LOOP "@wait %list\n@copy %e2 %no\nOpStore %ev %e2\n" NEXT END, 0,
     0},
    {"waited for in the next iteration, which may be the last", EVERY, "",
     COPY LOOP "@wait %list\n%i3 = OpIAdd SIZE %i #1\n"
     "%more = OpULessThan %bool %i3 %n\n"
     "OpBranchConditional %more %again %next\n%again = OpLabel\n"
     "@copy %e2 %no\nOpStore %ev %e2\nOpBranch %next\n%next = OpLabel\n"
     NEXT "OpReturn\n", 0, 0},
    {"iterations alike", EVERY, "",
     COUNT COPY "@wait %list\nOpBranch %next\n%next = OpLabel\n"
     COUNT_NEXT("%n") "OpReturn\n", 0, 0},
    {"iterations alike, left before the wait of the third", EVERY,
     "missing-wait; ",
     COUNT COPY "%in = OpULessThan %bool %i #2\n"
     "OpBranchConditional %in %next %done\n%next = OpLabel\n@wait %list\n"
     "%i2 = OpIAdd SIZE %i #1\nOpBranch %head\n%done = OpLabel\nOpReturn\n",
     0, 0},
    {"iterations alike but for a branch by the counter", EVERY,
     "missing-wait; ",
     COUNT COPY "%c = OpIEqual %bool %i #1\n"
     "OpBranchConditional %c %next %then\n%then = OpLabel\n@wait %list\n"
     "OpBranch %next\n%next = OpLabel\n" COUNT_NEXT("%n") "OpReturn\n", 0, 0},
    {"iterations alike but for the event that they wait for",
     BIT(SET_2D) | BIT(CORE), "missing-wait; ",
     COUNT "%k = OpShiftRightLogical SIZE %i #1\n"
     "%first = OpInBoundsAccessChain %p_event %events #0\n"
     "%other = OpInBoundsAccessChain %p_event %events %k\n"
     "@copy %e %no\nOpStore %first %e\n@wait %other\n"
     "OpBranch %next\n%next = OpLabel\n" COUNT_NEXT("%n") "OpReturn\n", 0, 0},
    {"iterations alike but for the event that a variable tells",
     BIT(SET_2D) | BIT(CORE), "missing-wait; ",
     COUNT "OpStore %i_var #0\n%i1 = OpShiftRightLogical SIZE %i #1\n"
     "OpStore %i_var %i1\n"
     "%k = OpLoad SIZE %i_var\n"
     "%first = OpInBoundsAccessChain %p_event %events #0\n"
     "%other = OpInBoundsAccessChain %p_event %events %k\n"
     "@copy %e %no\nOpStore %first %e\n@wait %other\n"
     "OpBranch %next\n%next = OpLabel\n" COUNT_NEXT("%n") "OpReturn\n", 0, 0},
    {"iterations alike, of two numbers of them", BIT(SET_2D) | BIT(CORE),
     "missing-wait; ",
     "%c = OpIEqual %bool %flag %uint_0\n" BRANCH("%c") JOIN
     "%begin = OpPhi SIZE #0 %then #8 %else\nOpBranch %head\n%head = OpLabel\n"
     "%i = OpPhi SIZE %begin %join %i2 %next\n"
     "%v = OpPhi SIZE #0 %join %v2 %next\n%v2 = OpIAdd SIZE %v #1\n"
     "%k = OpShiftRightLogical SIZE %v #1\n"
     "%first = OpInBoundsAccessChain %p_event %events #0\n"
     "%other = OpInBoundsAccessChain %p_event %events %k\n"
     "@copy %e %no\nOpStore %first %e\n@wait %other\n"
     "OpBranch %next\n%next = OpLabel\n" COUNT_NEXT("#10") "OpReturn\n", 0, 0},
    {"iterations alike, and a wait by their number behind them", EVERY, "",
     COUNT "@copy %e2 %no dst=%to2\nOpStore %ev2 %e2\n@wait %list2\n"
     "OpBranch %next\n%next = OpLabel\n" COUNT_NEXT("%n") COPY
     "%c = OpUGreaterThan %bool %n #2\n"
     "OpBranchConditional %c %then %end\n%then = OpLabel\n@wait %list\n"
     "OpBranch %end\n%end = OpLabel\nOpReturn\n", 0, 0},

    {"alternating, the last forgotten", EVERY & ~BIT(UNTYPED), "missing-wait; ",
     COPY LOOP EACH_TIME NEXT "OpReturn\n", 0, 0},
    {"alternating", EVERY & ~BIT(UNTYPED), "", COPY LOOP EACH_TIME NEXT END, 0, 0},

    {"alternating in two blocks, the last forgotten", EVERY & ~BIT(UNTYPED),
     "missing-wait; ",
     COPY LOOP EACH_TIME_APART NEXT "OpReturn\n", 0, 0},
    {"alternating in two blocks", EVERY & ~BIT(UNTYPED), "",
     COPY LOOP EACH_TIME_APART NEXT END, 0, 0},
    {"two left in flight", EVERY, "missing-wait; missing-wait; ",
     COPY COPY2_MARKED(2) "OpReturn\n", 0, 0},
    {"left in flight at one end, waited for at the other", EVERY,
     "missing-wait; ",
     COPY "%c = OpIEqual %bool %flag %uint_0\n"
     "OpBranchConditional %c %then %else\n%then = OpLabel\n" END
     "%else = OpLabel\nOpReturn\n", 0, 0},
    {"left in flight at two ends", EVERY, "missing-wait; ",
     COPY "%c = OpIEqual %bool %flag %uint_0\n"
     "OpBranchConditional %c %then %else\n%then = OpLabel\nOpReturn\n"
     "%else = OpLabel\nOpReturn\n", 0, 0},
    {"left in flight at one end of two", EVERY, "missing-wait; ",
     "%c = OpIEqual %bool %flag %uint_0\n"
     "OpBranchConditional %c %then %else\n%then = OpLabel\n" COPY
     "OpReturn\n%else = OpLabel\n" COPY2 "@wait %list2\nOpReturn\n", 0, 0},
    {"in flight where nothing ends, the first path", EVERY, "",
     "%c = OpIEqual %bool %flag %uint_0\n"
     "OpBranchConditional %c %then %else\n%then = OpLabel\n" COPY
     "OpUnreachable\n%else = OpLabel\n" COPY2 "@wait %list2\nOpReturn\n",
     0, 0},
    {"in flight where nothing ends, the second path", EVERY, "",
     "%c = OpIEqual %bool %flag %uint_0\n"
     "OpBranchConditional %c %then %else\n%then = OpLabel\n" COPY2
     "@wait %list2\nOpReturn\n%else = OpLabel\n" COPY "OpUnreachable\n", 0,
     0},
    {"left in flight, and touched", EVERY,
     "missing-wait; use-before-wait Pointer (%e); ",
     COPY "%r = OpLoad %float %local ;2\nOpReturn\n", 0, 0},
    {"a chain that is left in flight", BIT(SET_2D) | BIT(CORE),
     "missing-wait; missing-wait; ", UPWARDS "OpReturn\n", 0, 0},

    /* released-event */
    {"waited for twice", EVERY, "released-event Events List (%e); ",
     COPY "@wait %list\n@wait %list ;1\nOpReturn\n", 0, 0},
    {"another one stored through a choice", EVERY, "",
     COPY "@wait %list\n@copy %e2 %no dst=%to2\n" CHOICE
     "OpStore %one %e2\n@wait %list\n@wait %list2\nOpReturn\n", 0, 0},
    {"another one stored through a generic choice", EVERY, "",
     COPY "@wait %list\n@copy %e2 %no dst=%to2\n" CHOICE
     "%any = OpPtrCastToGeneric %g_event %one\n"
     "OpStore %any %e2\n@wait %list\n@wait %list2\nOpReturn\n", 0, 0},
    {"passed on after the wait", EVERY, "released-event Event (%e); ",
     COPY "@wait %list\n@copy %e2 %e dst=%to2 ;1\nOpStore %ev2 %e2\n"
     "@wait %list2\nOpReturn\n", 0, 0},
    {"a new event after the wait", EVERY, "",
     COPY "@wait %list\n@copy %e2 %no\nOpStore %ev %e2\n" END, 0, 0},
    {"waited for on one path before", EVERY, "",
     COPY "%c = OpIEqual %bool %flag %uint_0\n" BRANCH("%c")
     "@wait %list\n@copy %e2 %no\nOpStore %ev %e2\n" JOIN END, 0, 0},
    {"waited for in a function, and again", EVERY,
     "released-event Events List (%e); ",
     COPY "%f = OpFunctionCall %void %finish %e\n" END_MARKED(1), 0, 0},
    {"either of two events, twice", EVERY, "released-event Events List; ",
     "%c = OpIEqual %bool %flag %uint_0\n" BRANCH("%c") COPY
     "OpBranch %join\n%else = OpLabel\n@copy %e2 %no dst=%to2\n"
     "OpStore %ev %e2\nOpBranch %join\n%join = OpLabel\n"
     "@wait %list\n@wait %list ;1\nOpReturn\n", 0, 0},
    {"either of two events, or none, twice", EVERY, "",
     "OpStore %ev %no\n%c = OpIEqual %bool %flag %uint_0\n" BRANCH("%c")
     COPY "OpBranch %join\n%else = OpLabel\nOpBranch %join\n"
     "%join = OpLabel\n@wait %list\n@wait %list\nOpReturn\n", 0, 0},
    {"a copy of the event", EVERY, "released-event Events List (%e); ",
     COPY "OpStore %ev2 %e\n@wait %list\n@wait %list2 ;1\nOpReturn\n", 0, 0},

    /* event-count */
    {"no events", BIT(SET_2D) | BIT(CORE), "event-count Num Events (0); ",
     COPY "OpGroupWaitEvents %uint_2 %uint_0 %ev ;1\n" END, 0, 0},
    {"two events of one", BIT(SET_2D) | BIT(CORE), "event-count Num Events (2 1); ",
     COPY "OpGroupWaitEvents %uint_2 %uint_2 %ev ;1\nOpReturn\n", 0, 0},
    {"two of the last", BIT(SET_2D) | BIT(CORE), "event-count Num Events (2 1); ",
     "@copy %e %no\n%c3 = OpIAdd %uint %uint_1 %uint_2\n"
     "%a3 = OpInBoundsPtrAccessChain %p_event %events %uint_0 %c3\n"
     "OpStore %a3 %e\nOpGroupWaitEvents %uint_2 %uint_2 %a3 ;1\nOpReturn\n", 0,
     0},

    /* use-before-wait */
    {"load before the wait", EVERY, "use-before-wait Pointer (%e); ",
     COPY "%r = OpLoad %float %local ;1\n" END, 0, 0},
    {"load after the wait", EVERY, "",
     COPY "@wait %list\n%r = OpLoad %float %local\nOpReturn\n", 0, 0},
    {"load before the copy", EVERY, "",
     "%r = OpLoad %float %local\n" COPY END, 0, 0},
    {"load by local id", EVERY, "use-before-wait Pointer (%e); ",
     COPY LID(0) "%at = OpInBoundsPtrAccessChain %p_local %local %id0\n"
     "%r = OpLoad %float %at ;1\n" END, 0, 0},
    {"load of another tile", EVERY, "",
     COPY "%r = OpLoad %float %local2\n" END, 0, 0},
    {"store to the destination", EVERY, "use-before-wait Pointer (%e); ",
     COPY "%zero = OpLoad %float %local2\nOpStore %local %zero ;1\n" END, 0, 0},
    {"store to the source", EVERY, "use-before-wait Pointer (%e); ",
     COPY "%zero = OpLoad %float %local2\nOpStore %buffer %zero ;1\n" END, 0, 0},
    {"load of the source", EVERY, "",
     COPY "%zero = OpLoad %float %buffer\n" END, 0, 0},
    {"load in a function", EVERY, "use-before-wait Pointer (%e); ",
     COPY "%t = OpFunctionCall %void %touch %local ;1 %tx\n" END, 0, 0},
    {"load of another tile in a function", EVERY, "",
     COPY "%t = OpFunctionCall %void %touch %local2\n" END, 0, 0},
    {"load through a variable", EVERY, "use-before-wait Pointer (%e); ",
     "OpStore %p_var %local\n" COPY "%p = OpLoad %p_local %p_var\n"
     "%r = OpLoad %float %p ;1\n" END, 0, 0},
    {"load through a cast of a variable", EVERY, "use-before-wait Pointer (%e); ",
     "OpStore %p_var %local\n" COPY "%cast = OpBitcast %p_p_uint %p_var\n"
     "%p = OpLoad %p_uint %cast\n%r = OpLoad %uint %p ;1\n" END, 0, 0},
    {"load past the copied lines", BIT(SET_2D) | BIT(CALL_2D), "",
     "@copy %e %no lines=#15\n" STORE
     "%at = OpInBoundsPtrAccessChain %p_local %local #240\n"
     "%r = OpLoad %float %at\n" END, 0, 0},
    {"load of the last line", BIT(SET_2D) | BIT(CALL_2D),
     "use-before-wait Pointer (%e); ",
     "@copy %e %no lines=#15\n" STORE
     "%at = OpInBoundsPtrAccessChain %p_local %local #239\n"
     "%r = OpLoad %float %at ;1\n" END, 0, 0},
    {"a second copy to the same bytes", EVERY, "use-before-wait Destination (%e); ",
     COPY "@copy %e2 %no ;1\nOpStore %ev2 %e2\n@wait %list\n@wait %list2\n"
     "OpReturn\n", 0, 0},
    {"a copy from the same source", EVERY, "",
     COPY COPY2 "@wait %list\n@wait %list2\nOpReturn\n", 0, 0},
    {"load in a branch", EVERY, "use-before-wait Pointer (%e); ",
     COPY "%c = OpIEqual %bool %flag %uint_0\n" BRANCH("%c")
     "%r = OpLoad %float %local ;1\n" JOIN END, 0, 0},
    {"load where the other branch has waited", EVERY, "",
     COPY "%c = OpIEqual %bool %flag %uint_0\n"
     "OpBranchConditional %c %then %else\n%then = OpLabel\n@wait %list\n"
     "%r = OpLoad %float %local\nOpBranch %join\n%else = OpLabel\n"
     "@wait %list\nOpBranch %join\n%join = OpLabel\nOpReturn\n", 0, 0},
    {"vload", EVERY, "use-before-wait p (%e); ",
     COPY "%r = OpExtInst %v3f %std vloadn #1 %local 3 ;1\n" END, 0, 0},
    {"vload of another tile", EVERY, "",
     COPY "%r = OpExtInst %v3f %std vloadn #1 %local2 3\n" END, 0, 0},
    {"vload past the copied line", BIT(SET_2D) | BIT(CORE), "",
     "@copy %e %no n=#8 lines=#1\n" STORE
     "%r = OpExtInst %v3f %std vloadn #3 %local 3\n" END, 0, 0},
    {"atomic", EVERY, "use-before-wait Pointer (%e); ",
     COPY "%at = OpBitcast %p_uint %local\n"
     "%r = OpAtomicIIncrement %uint %at %uint_2 %uint_0 ;1\n" END, 0, 0},
    {"block read of a sub-group", EVERY, "use-before-wait Ptr (%e); ",
     COPY "%r = OpSubgroupBlockReadINTEL %float %local ;1\n" END, 0, 0},
    {"block write of a sub-group", EVERY, "use-before-wait Ptr (%e); ",
     COPY "%r = OpLoad %float %local2\n"
     "OpSubgroupBlockWriteINTEL %local %r ;1\n" END, 0, 0},
    {"block read of another tile", EVERY, "",
     COPY "%r = OpSubgroupBlockReadINTEL %float %local2\n" END, 0, 0},
    {"memory copied", EVERY, "use-before-wait Source (%e); ",
     COPY "OpCopyMemorySized %scratch %local #8 ;1\n" END, 0, 0},
    {"load by every work-item of one group", EVERY, "use-before-wait Pointer (%e); ",
     COPY WGID "%c = OpIEqual %bool %w #0\n" BRANCH("%c") LID(0)
     "%at = OpInBoundsPtrAccessChain %p_local %local %id0\n"
     "%r = OpLoad %float %at ;1\n" JOIN END, 0, 0},
    {"load by other work-items than the first", BIT(SET_2D) | BIT(CORE), "",
     "@copy %e %no n=#1 lines=#1\n" STORE LID(0)
     "%c = OpUGreaterThan %bool %id0 #0\n" BRANCH("%c")
     "%at = OpInBoundsPtrAccessChain %p_local %local %id0\n"
     "%r = OpLoad %float %at\n" JOIN END, 0, 0},
    {"load of as many as there are", EVERY & ~LINES, "use-before-wait Pointer (%e); ",
     "@copy %e %no n=%n dst=%to_scratch\n" STORE
     "%r = OpLoad %float %scratch ;1\n" END, 0, 0},
    {"load of one for each work-item", EVERY & ~LINES,
     "use-before-wait Pointer (%e); ",
     "%s = OpFunctionCall SIZE %lsize_fn %uint_0\n"
     "@copy %e %no n=%s dst=%to_scratch\n" STORE
     "%r = OpLoad %float %scratch ;1\n" END, 0, 0},
    {"two halves alternating", BIT(SET_2D) | BIT(CORE), "",
     "%half_at = OpInBoundsPtrAccessChain %p_local %local #128\n"
     "@copy %e %no n=#16 lines=#8\n" STORE
     "@copy %e2 %no dst=%half_at n=#16 lines=#8\nOpStore %ev2 %e2\n"
     "@wait %list\n%r = OpLoad %float %local\n@wait %list2\n"
     "%r2 = OpLoad %float %half_at\nOpReturn\n", 0, 0},
    {"the wrong half", BIT(SET_2D) | BIT(CORE), "use-before-wait Pointer (%e2); ",
     "%half_at = OpInBoundsPtrAccessChain %p_local %local #128\n"
     "@copy %e %no n=#16 lines=#8\n" STORE
     "@copy %e2 %no dst=%half_at n=#16 lines=#8\nOpStore %ev2 %e2\n"
     "@wait %list\n%r = OpLoad %float %half_at ;1\n@wait %list2\nOpReturn\n",
     0, 0},
    {"load in the next iteration of a loop", EVERY, "use-before-wait Pointer (%e); ",
     "OpStore %ev %no\nOpStore %i_var #0\nOpBranch %head\n%head = OpLabel\n"
     "%i = OpLoad SIZE %i_var\n%c = OpULessThan %bool %i %n\n"
     "OpBranchConditional %c %body %done\n%body = OpLabel\n"
     "%r = OpLoad %float %local ;1\n%old = OpLoad %event %ev\n"
     "@copy %e %old\n" STORE
     "%i2 = OpIAdd SIZE %i #1\nOpStore %i_var %i2\nOpBranch %head\n"
     "%done = OpLabel\n" END, 0, 0},
    {"load in the next iteration, waited for", EVERY, "",
     "OpStore %i_var #0\nOpBranch %head\n%head = OpLabel\n"
     "%i = OpLoad SIZE %i_var\n%c = OpULessThan %bool %i %n\n"
     "OpBranchConditional %c %body %done\n%body = OpLabel\n"
     "%r = OpLoad %float %local\n" COPY "@wait %list\n"
     "%i2 = OpIAdd SIZE %i #1\nOpStore %i_var %i2\nOpBranch %head\n"
     "%done = OpLabel\nOpReturn\n", 0, 0},

    {"event moved by OpCopyMemory", EVERY, "",
     COPY "OpCopyMemory %ev2 %ev\n@wait %list2\nOpReturn\n", 0, 0},

    /* several in flight at a time */
    {"a chain upwards", BIT(SET_2D) | BIT(CORE), "",
     UPWARDS "@copy %e3 %e2 dst=%at2 n=#16 lines=#1\nOpStore %ev %e3\n" END, 0,
     0},
    {"a chain, the last where the first is", BIT(SET_2D) | BIT(CORE),
     "use-before-wait Destination (%e); ",
     UPWARDS "%back = OpInBoundsPtrAccessChain %p_local %local #15\n"
     "@copy %e3 %e2 dst=%back n=#16 lines=#1 ;1\nOpStore %ev %e3\n" END, 0, 0},
    {"a chain, the last between the others", BIT(SET_2D) | BIT(CORE), "",
     UPWARDS "%mid = OpInBoundsPtrAccessChain %p_local %local #16\n"
     "@copy %e3 %e2 dst=%mid n=#16 lines=#1\nOpStore %ev %e3\n" END, 0, 0},
    {"a chain, and then of its first bytes", BIT(SET_2D) | BIT(CORE), "",
     UPWARDS "OpStore %ev %e2\n@wait %list\n"
     "@copy %e3 %no n=#16 lines=#1\nOpStore %ev %e3\n" END, 0, 0},
    {"around a loop through its phi, waited for in it and behind", EVERY,
     "released-event Events List (%e); ",
     "@copy %e %no\n" AROUND("%p") "OpStore %ev2 %p\n@wait %list2 ;1\n"
     "OpReturn\n", 0, 0},
    {"around a loop through its phi, waited for in it and passed on behind",
     EVERY, "released-event Event (%e); ",
     "@copy %e %no\n" AROUND("%p") "@copy %e2 %p dst=%to2 ;1\nOpStore %ev2 %e2\n"
     "@wait %list2\nOpReturn\n", 0, 0},
    {"around a loop through its phi, waited for behind it only", EVERY, "",
     "@copy %e %no\nOpBranch %head\n%head = OpLabel\n"
     "%p = OpPhi %event %e %entry %p %head\n" AGAIN STORE_P END, 0, 0},
    {"the iteration's event, waited for in the iteration and behind", EVERY,
     "missing-wait; released-event Events List (%e); ",
     "@copy %e %no\n" AROUND_NEXT END_MARKED(2), 0, 0},
    {"the iteration's event and the one before, of one iteration or of no end", EVERY,
     "",
     "@copy %e %no\nOpBranch %head\n%head = OpLabel\n"
     "%p = OpPhi %event %e %entry %e2 %head\n@copy %e2 %no dst=%to2\n" AGAIN
     "OpStore %ev %e2\n@wait %list\nOpStore %ev %p\n" END, 0, 0},
    {"the next iteration's event, waited for in the next iteration or behind", EVERY,
     "",
     "@copy %e %no\n" AROUND_NEXT "OpStore %ev %e2\n" END, 0, 0},
    {"one of two waited for twice", EVERY,
     "missing-wait; released-event Events List (%e); ",
     COPY COPY2_MARKED(1) "@wait %list\n@wait %list ;2\nOpReturn\n", 0, 0},
    {"one of two passed on after the wait", BIT(SET_2D) | BIT(CORE),
     "released-event Event (%e); ",
     UPWARDS_APART "@wait %list\n"
     "@copy %e3 %e dst=%at2 n=#16 lines=#1 ;1\nOpStore %ev %e3\n"
     "@wait %list\n@wait %list2\nOpReturn\n", 0, 0},
    {"load of what another one writes", BIT(SET_2D) | BIT(CORE),
     "use-before-wait Pointer (%e2); ",
     UPWARDS_APART "@wait %list\n%r = OpLoad %float %at1 ;1\n"
     "@wait %list2\nOpReturn\n", 0, 0},
    {"load of what the first has written", BIT(SET_2D) | BIT(CORE), "",
     UPWARDS_APART "@wait %list\n%r = OpLoad %float %local\n"
     "@wait %list2\nOpReturn\n", 0, 0},

    {"load of an unknown location", BIT(SET_2D) | BIT(CORE),
     "use-before-wait Pointer (%e); ",
     SOMEWHERE "%r = OpLoad %float %at ;1\n" END, 0, 0},
    {"load of an unknown location, behind many stores",
     BIT(SET_2D) | BIT(CORE), "use-before-wait Pointer (%e); ",
     SOMEWHERE STORES "%r = OpLoad %float %at ;1\n" END, 0, 0},
    {"load of another unknown location, behind many stores",
     BIT(SET_2D) | BIT(CORE), "",
     SOMEWHERE STORES "%n2 = OpIAdd SIZE %n #1\n"
     "%at2 = OpInBoundsPtrAccessChain %p_local %local2 %n2\n"
     "%r = OpLoad %float %at2\n" END, 0, 0},

    {"in flight around a branch", EVERY, "",
     COPY "%c = OpIEqual %bool %flag %uint_0\n" BRANCH("%c")
     "%r = OpLoad %float %local2\n" JOIN END, 0, 0},
    {"in flight around a loop", EVERY, "",
     COPY LOOP "%r = OpLoad %float %local2\n" NEXT END, 0, 0},
    {"in flight around a loop that loads it", EVERY,
     "use-before-wait Pointer (%e); ",
     COPY LOOP "%r = OpLoad %float %local ;1\n" NEXT END, 0, 0},
    {"in flight around a loop that copies there", EVERY,
     "use-before-wait Destination (%e); ",
     COPY LOOP "@copy %e2 %no ;1\nOpStore %ev2 %e2\n@wait %list2\n" NEXT END, 0,
     0},
    {"in flight around a loop that copies elsewhere", EVERY, "",
     COPY LOOP COPY2 "@wait %list2\n" NEXT END, 0, 0},
    {"in flight on one path of two, and waited for behind", EVERY, "",
     "OpStore %ev %no\n%c = OpIEqual %bool %flag %uint_0\n" BRANCH("%c") COPY
     JOIN END, 0, 0},
    {"touched in the block behind, beside one that nothing reaches", EVERY,
     "use-before-wait Pointer (%e); ",
     UNREACHED("OpReturn\n") COPY "OpBranch %behind\n%behind = OpLabel\n"
     "%r = OpLoad %float %local ;1\n" END, 0, 0},
    {"touched in a loop behind, beside blocks that nothing reaches", EVERY,
     "use-before-wait Pointer (%e); ",
     UNREACHED("OpBranch %dead2\n%dead2 = OpLabel\nOpReturn\n") COPY LOOP
     "%r = OpLoad %float %local ;1\n" NEXT END, 0, 0},
    {"waited for on one path into a loop of two entries", EVERY, "",
     TWO_ENTRIES("%waits %back") "@wait %list\nOpReturn\n", 0, 0},
    {"waited for on one path into a loop of two entries, the second path", EVERY,
     "", TWO_ENTRIES("%back %waits") "@wait %list\nOpReturn\n", 0, 0},
    {"waited for in a loop of two entries, and behind it", EVERY,
     "released-event Events List (%e); ",
     TWO_ENTRIES("%waits %back") "@wait %list\n@wait %list ;1\nOpReturn\n",
     0, 0},
    {"waited for before a branch, and in it", EVERY,
     "released-event Events List (%e); ",
     COPY "@wait %list\n%c = OpIEqual %bool %flag %uint_0\n" BRANCH("%c")
     "@wait %list ;1\n" JOIN "OpReturn\n", 0, 0},

    /* divergence */
    {"copy of one work-item", EVERY, "divergent-copy (%c %c); divergent-wait (%c %c); ",
     LID(0) "%c = OpIEqual %bool %id0 #0\n" BRANCH("%c") COPY "@wait %list ;2\n"
     JOIN "OpReturn\n", 0, 0},
    {"copy of the first work-items", EVERY, "divergent-copy (%c %c); divergent-wait (%c %c); ",
     LID(0) "%c = OpULessThan %bool %id0 #8\n" BRANCH("%c") COPY
     "@wait %list ;2\n" JOIN "OpReturn\n", 0, 0},
    {"copy of the odd work-items", EVERY, "divergent-copy (%c %c); divergent-wait (%c %c); ",
     LID(0) "%o = OpBitwiseAnd SIZE %id0 #1\n%c = OpIEqual %bool %o #0\n"
     BRANCH("%c") COPY "@wait %list ;2\n" JOIN "OpReturn\n", 0, 0},
    {"copy behind a bound", EVERY, "divergent-copy (%c %c); divergent-wait (%c %c); ",
     GID "%c = OpULessThan %bool %g %n\n" BRANCH("%c") COPY "@wait %list ;2\n"
     JOIN "OpReturn\n", 0, 0},
    {"copy behind a return of some", EVERY, "divergent-copy (%c %c); divergent-wait (%c %c); ",
     LID(0) "%c = OpUGreaterThan %bool %id0 #4\n"
     "OpBranchConditional %c %then %else\n%then = OpLabel\nOpReturn\n"
     "%else = OpLabel\n" COPY END_MARKED(2), 0, 0},
    {"copy of one group", EVERY, "",
     WGID "%c = OpIEqual %bool %w #0\n" BRANCH("%c") COPY "@wait %list\n"
     JOIN "OpReturn\n", 0, 0},
    {"copy under an argument", EVERY, "",
     "%c = OpIEqual %bool %n #0\n" BRANCH("%c") COPY "@wait %list\n"
     JOIN "OpReturn\n", 0, 0},
    {"copy of all below the group's size", EVERY, "",
     LID(0) "%s = OpFunctionCall SIZE %lsize_fn %uint_0\n"
     "%c = OpULessThan %bool %id0 %s\n" BRANCH("%c") COPY "@wait %list\n"
     JOIN "OpReturn\n", 0, 0},
    {"copy of all ids that there are", EVERY, "",
     LID(0) "%c = OpUGreaterThanEqual %bool %id0 #0\n" BRANCH("%c") COPY
     "@wait %list\n" JOIN "OpReturn\n", 0, 0},
    {"copy of no id", EVERY, "",
     LID(0) "%c = OpSLessThan %bool %id0 #0\n" BRANCH("%c") COPY
     "@wait %list\n" JOIN "OpReturn\n", 0, 0},
    {"copy of ids below what no group has", EVERY, "",
     LID(0) "%c = OpUGreaterThan %bool #100000 %id0\n" BRANCH("%c") COPY
     "@wait %list\n" JOIN "OpReturn\n", 0, 0},
    {"copy by what is 0 of every id", EVERY, "",
     LID(0) "%q = OpUDiv SIZE %id0 #4096\n%c = OpIEqual %bool %q #0\n"
     BRANCH("%c") COPY "@wait %list\n" JOIN "OpReturn\n", 0, 0},
    {"copy by what some ids have", EVERY, "divergent-copy (%c %c); divergent-wait (%c %c); ",
     LID(0) "%q = OpUDiv SIZE %id0 #32\n%c = OpIEqual %bool %q #0\n"
     BRANCH("%c") COPY "@wait %list ;2\n" JOIN "OpReturn\n", 0, 0},
    {"copy by an id behind the first", EVERY,
     "divergent-copy (%c %c); divergent-wait (%c %c); ",
     LID(0) "%q = OpISub SIZE %id0 #1\n%c = OpSLessThan %bool %q #0\n"
     BRANCH("%c") COPY "@wait %list ;2\n" JOIN "OpReturn\n", 0, 0},
    {"copy of the ids that are not negative", EVERY, "",
     GID "%c = OpSGreaterThanEqual %bool %g #0\n" BRANCH("%c") COPY
     "@wait %list\n" JOIN "OpReturn\n", 0, 0},
    {"copy by an imported id", EVERY, "divergent-copy (%c %c); divergent-wait (%c %c); ",
     "%l = OpFunctionCall SIZE %lid_fn %uint_0\n"
     "%c = OpIEqual %bool %l #0\n" BRANCH("%c") COPY "@wait %list ;2\n"
     JOIN "OpReturn\n", 0, 0},
    {"copy of all linear ids", EVERY, "",
     "%l = OpFunctionCall SIZE %linear_fn\n"
     "%c = OpULessThan %bool %l #100000\n" BRANCH("%c") COPY "@wait %list\n"
     JOIN "OpReturn\n", 0, 0},
    {"copy of the first linear ids", EVERY, "divergent-copy (%c %c); divergent-wait (%c %c); ",
     "%l = OpFunctionCall SIZE %linear_fn\n"
     "%c = OpULessThan %bool %l #8\n" BRANCH("%c") COPY "@wait %list ;2\n"
     JOIN "OpReturn\n", 0, 0},
    {"copy by an id through a chain", EVERY,
     "divergent-copy (%c %c); divergent-wait (%c %c); ",
     "%at_id = OpInBoundsAccessChain %p_in %lid %uint_0\n"
     "%l = OpLoad SIZE %at_id\n%c = OpIEqual %bool %l #0\n" BRANCH("%c") COPY "@wait %list ;2\n"
     JOIN "OpReturn\n", 0, 0},
    {"copy by a group's id through a chain", EVERY, "",
     "%at_id = OpInBoundsAccessChain %p_in %wgid %uint_0\n"
     "%l = OpLoad SIZE %at_id\n%c = OpIEqual %bool %l #0\n" BRANCH("%c") COPY "@wait %list\n"
     JOIN "OpReturn\n", 0, 0},
    {"copy by an id through a cast", EVERY, "divergent-copy (%c %c); divergent-wait (%c %c); ",
     "%at_id = OpBitcast %p_in %lid\n"
     "%l = OpLoad SIZE %at_id\n%c = OpIEqual %bool %l #0\n" BRANCH("%c") COPY "@wait %list ;2\n"
     JOIN "OpReturn\n", 0, 0},
    {"copy by id and size", EVERY, "divergent-copy (%c %c); divergent-wait (%c %c); ",
     LID(0) "%s = OpFunctionCall SIZE %lsize_fn %uint_0\n"
     "%q = OpISub SIZE %s #1\n%c = OpIEqual %bool %id0 %q\n"
     BRANCH("%c") COPY "@wait %list ;2\n"
     JOIN "OpReturn\n", 0, 0},
    {"copy behind work of one work-item", EVERY, "",
     LID(0) "%c = OpIEqual %bool %id0 #0\n" BRANCH("%c")
     "%r = OpLoad %float %local2\n" JOIN COPY END, 0, 0},
    {"as many copies as the id", EVERY, "divergent-copy (%c %c); divergent-wait (%c %c); ",
     LID(0) "OpStore %i_var #0\nOpBranch %head\n%head = OpLabel\n"
     "%i = OpLoad SIZE %i_var\n%c = OpULessThan %bool %i %id0\n"
     "OpBranchConditional %c %body %done\n%body = OpLabel\n" COPY
     "@wait %list ;2\n%i2 = OpIAdd SIZE %i #1\nOpStore %i_var %i2\n"
     "OpBranch %head\n%done = OpLabel\nOpReturn\n", 0, 0},
    {"wait of one work-item", EVERY, "missing-wait; divergent-wait (%c %c); ",
     COPY LID(0) "%c = OpIEqual %bool %id0 #0\n" BRANCH("%c") "@wait %list ;2\n"
     JOIN "OpReturn\n", 0, 0},
    {"source by local id", EVERY & ~LINES, "divergent-operand Source; ",
     LID(0) "%o = OpInBoundsPtrAccessChain %p_global %buffer %id0\n"
     "%oc = OpBitcast FROM %o\n" SIMPLE("src=%oc n=#4"), 0, 0},
    {"source by group id", EVERY & ~LINES, "",
     WGID "%o = OpInBoundsPtrAccessChain %p_global %buffer %w\n"
     "%oc = OpBitcast FROM %o\n" SIMPLE("src=%oc n=#4"), 0, 0},
    {"offset by global id", LINES, "divergent-operand Source Offset; ",
     GID SIMPLE("so=%g"), 0, 0},
    {"offset by local id times pitch", LINES,
     "divergent-operand Source Offset; ",
     LID(0) "%o = OpIMul SIZE %id0 %n\n" SIMPLE("so=%o"), 0, 0},
    {"offset of the group by ids", LINES, "",
     LID(0) GID "%o = OpISub SIZE %g %id0\n" SIMPLE("so=%o"), 0, 0},
    {"offset by group id", LINES, "",
     WGID "%o = OpIMul SIZE %w %n\n" SIMPLE("so=%o"), 0, 0},
    {"line by local id", LINES, "divergent-operand Num Elements Per Line; ",
     LID(0) SIMPLE("n=%id0 dst=%to_scratch"), 0, 0},
    {"stride by local id", STRIDES, "divergent-operand Stride; ",
     LID(0) SIMPLE("stride=%id0"), 0, 0},
    {"offset by local id through a variable", LINES,
     "divergent-operand Source Offset; ",
     LID(0) "OpStore %i_var %id0\n%o = OpLoad SIZE %i_var\n" SIMPLE("so=%o"),
     0, 0},
};

const size_t n_flow_rows = sizeof flow_rows / sizeof *flow_rows;

/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The examples of rules, as --explain shows them.
 *
 * An example is lines of a module that is valid otherwise (tests/explain/run.sh
 * writes it): 64-bit addresses; %gac is the set; %to points to 256 floats in
 * local memory, %from to a buffer of 4096, %scratch to another 256 in local
 * memory; %i is the local id, %n is 16; %e and %f are variables for an event;
 * %size_N and %uint_N are constants. Capabilities, imports and memory models
 * replace the module's own. A %copy that is not stored is stored in %e and
 * waited for. "MODULE ..." is a command line of gac-run. */
#include <gac/explain.h>

#include "diag/diag.h"

typedef struct example {
    gac__rule_id rule;
    const char *faulty, *corrected;
} example;

#define COPY2 "%copy = OpExtInst %event %gac GroupAsyncCopy2D2D "
#define COPY3 "%copy = OpExtInst %event %gac GroupAsyncCopy3D3D "
#define SHAPE "%size_4 %size_16 %size_4 %size_16 %size_16 %no_event"
#define GOOD COPY2 "%to %size_0 %from %size_0 " SHAPE
#define STORE "\nOpStore %e %copy"
#define WAIT "\nOpGroupWaitEvents %uint_2 %uint_1 %e"
#define FIRST                                                                  \
    "%first = OpIEqual %bool %i %size_0\n"                                     \
    "OpBranchConditional %first %then %join\n%then = OpLabel\n"
#define JOIN "\nOpBranch %join\n%join = OpLabel"
#define BARRIER "\nOpControlBarrier %uint_2 %uint_2 %uint_272"
#define MINE "%mine = OpInBoundsPtrAccessChain %p_local %to %i\n"
#define KEEP                                                                   \
    "\n%kept = OpInBoundsPtrAccessChain %p_local %scratch %i\n"                \
    "OpStore %kept %x Aligned 4"
#define UNTYPED                                                                \
    "OpCapability Addresses\nOpCapability Kernel\nOpCapability Int64\n"        \
    "OpCapability Int8\nOpCapability UntypedPointersKHR\n"                     \
    "OpExtension \"SPV_KHR_untyped_pointers\"\n"                               \
    "%u_local = OpTypeUntypedPointerKHR Workgroup\n"                           \
    "%u_global = OpTypeUntypedPointerKHR CrossWorkgroup\n"                     \
    "%u_to = OpBitcast %u_local %to\n%u_from = OpBitcast %u_global %from\n"

static const example examples[] = {
#define GAC_EXAMPLE(id, faulty, corrected)                                     \
    {GAC__RULE_##id, (faulty), (corrected)},
#include "diag/rules.def"
};

const char *gac_rule_example(const char *name, bool corrected)
{
    for (size_t i = 0; name && i < GAC__COUNT_OF(examples); i++)
        if (!strcmp(gac_rule_at(examples[i].rule)->name, name))
            return corrected ? examples[i].corrected : examples[i].faulty;
    return NULL;
}

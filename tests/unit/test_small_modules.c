/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Small modules that ask for much: a module of at most 16 KB takes at most
 * 200 MB and 200 ms to be validated, and to be compiled, or is refused. Bytes
 * are the allocator's; of time ten times as much is allowed here. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../launch_helper.h"
#include "../under/under.h"

#define MOST_BYTES ((size_t)200 << 20)
#define MOST_NS (10 * (uint64_t)200000000 * under_slowness())

/* -- memory that is counted ------------------------------------------------ */

typedef struct counted {
    size_t now, peak;
} counted;

static void *resize(void *user, void *p, size_t old_size, size_t new_size)
{
    counted *c = user;
    if (!new_size) {
        free(p);
        c->now -= old_size;
        return NULL;
    }
    void *q = realloc(p, new_size);
    if (!q)
        return NULL;
    c->now += new_size - old_size;
    if (c->now > c->peak)
        c->peak = c->now;
    return q;
}

static uint64_t cpu_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* -- modules --------------------------------------------------------------- */

#define BEGIN                                                                  \
    "OpCapability Kernel\nOpCapability Addresses\nOpCapability Int64\n"        \
    "OpMemoryModel Physical64 OpenCL\nOpEntryPoint Kernel %%f0 \"k\"\n"        \
    "%%void = OpTypeVoid\n%%fn = OpTypeFunction %%void\n"                      \
    "%%uint = OpTypeInt 32 0\n%%c1 = OpConstant %%uint 1\n"

static void one_call(FILE *f, unsigned number, unsigned callee, unsigned times)
{
    fprintf(f, "%%f%u = OpFunction %%void None %%fn\n%%l%u = OpLabel\n", number,
            number);
    for (unsigned k = 0; k < times; k++)
        fprintf(f, "%%r%u_%u = OpFunctionCall %%void %%f%u\n", number, k,
                callee);
    fputs("OpReturn\nOpFunctionEnd\n", f);
}

/* Each function calls the one behind it twice. */
static void calls_down(FILE *f, unsigned n)
{
    fprintf(f, BEGIN);
    for (unsigned k = 0; k <= n; k++)
        one_call(f, k, k + 1, k < n ? 2 : 0);
}

/* Each function calls the one before it twice. */
static void calls_up(FILE *f, unsigned n)
{
    fprintf(f, BEGIN);
    for (unsigned k = n + 1; k-- > 0;)
        one_call(f, k, k + 1, k < n ? 2 : 0);
}

static void call_chain(FILE *f, unsigned n)
{
    fprintf(f, BEGIN);
    for (unsigned k = 0; k <= n; k++)
        one_call(f, k, k + 1, k < n);
}

/* -- one function many times over ------------------------------------------ */

#define HEAD                                                                   \
    "OpCapability Kernel\nOpCapability Addresses\nOpCapability Linkage\n"      \
    "OpCapability Int64\nOpCapability Int8\nOpCapability Groups\n"             \
    "OpMemoryModel Physical64 OpenCL\nOpEntryPoint Kernel %k \"k\" %id\n"      \
    "OpDecorate %id BuiltIn GlobalInvocationId\n"

#define TYPES                                                                  \
    "%void = OpTypeVoid\n%bool = OpTypeBool\n%uint = OpTypeInt 32 0\n"         \
    "%ulong = OpTypeInt 64 0\n%char = OpTypeInt 8 0\n"                         \
    "%v3 = OpTypeVector %ulong 3\n%ip = OpTypePointer Input %v3\n"             \
    "%id = OpVariable %ip Input\n%gp = OpTypePointer CrossWorkgroup %uint\n"   \
    "%u0 = OpConstant %uint 0\n%u1 = OpConstant %uint 1\n"                     \
    "%u128 = OpConstant %uint 128\n%array = OpTypeArray %char %u128\n"         \
    "%ap = OpTypePointer Function %array\n"                                    \
    "%cp = OpTypePointer Function %char\n%l33 = OpConstant %ulong 33\n"        \
    "%l32 = OpConstant %ulong 32\n%kn = OpTypeFunction %void %uint %gp\n"      \
    "%fn = OpTypeFunction %uint %uint %ulong %ap %ap %gp\n"

#define KERNEL                                                                 \
    "%k = OpFunction %void None %kn\n%x = OpFunctionParameter %uint\n"         \
    "%g = OpFunctionParameter %gp\n%entry = OpLabel\n"                         \
    "%a = OpVariable %ap Function\n%b = OpVariable %ap Function\n"             \
    "%ids = OpLoad %v3 %id\n%y = OpCompositeExtract %ulong %ids 0\n"           \
    "%w = OpUConvert %uint %y\n"                                               \
    "%pa = OpInBoundsAccessChain %cp %a %x\n%ca = OpLoad %char %pa\n"

#define RETURN "OpReturn\nOpFunctionEnd\n"

static void each(FILE *f, unsigned n, const char *format)
{
    for (unsigned k = 0; k < n; k++)
        fprintf(f, format, k, k, k);
}

static void begin_function(FILE *f, const char *name)
{
    fprintf(f,
            "%%%s = OpFunction %%uint None %%fn\n"
            "%%%sx = OpFunctionParameter %%uint\n"
            "%%%sy = OpFunctionParameter %%ulong\n"
            "%%%sa = OpFunctionParameter %%ap\n"
            "%%%sb = OpFunctionParameter %%ap\n"
            "%%%sg = OpFunctionParameter %%gp\n",
            name, name, name, name, name, name);
}

/* The kernel calls %d0, each of these the next one twice, and the last one
 * %leaf: 2^n copies of it, one behind the other. */
static void copies_of_leaf(FILE *f, unsigned n)
{
    fputs(KERNEL "%r = OpFunctionCall %uint %d0 %w %y %a %b %g\n" RETURN, f);
    for (unsigned k = 0; k <= n; k++) {
        char name[16], next[16];
        snprintf(name, sizeof name, "d%u", k);
        snprintf(next, sizeof next, k < n ? "d%u" : "leaf", k + 1);
        begin_function(f, name);
        fprintf(f,
                "%%l%u = OpLabel\n"
                "%%q%u = OpFunctionCall %%uint %%%s %%d%ux %%d%uy %%d%ua "
                "%%d%ub %%d%ug\n",
                k, k, next, k, k, k, k, k);
        if (k < n)
            fprintf(f,
                    "%%z%u = OpFunctionCall %%uint %%%s %%q%u %%d%uy %%d%ua "
                    "%%d%ub %%d%ug\n",
                    k, next, k, k, k, k, k);
        fprintf(f, "OpReturnValue %%%c%u\nOpFunctionEnd\n", k < n ? 'z' : 'q',
                k);
    }
}

#define LEAF_END "OpReturnValue %leafx\nOpFunctionEnd\n"

/* A switch whose cases all go to one place. */
static void leaf_switch(FILE *f, unsigned n)
{
    fputs(HEAD TYPES, f);
    copies_of_leaf(f, n);
    begin_function(f, "leaf");
    fputs("%ll = OpLabel\nOpSwitch %leafx %lr", f);
    each(f, 1300, " %u %%lr");
    fputs("\n%lr = OpLabel\n" LEAF_END, f);
}

/* A call with many arguments, each a structure of 64 numbers. */
static void leaf_arguments(FILE *f, unsigned n)
{
    fputs(HEAD TYPES "%s = OpTypeStruct", f);
    each(f, 64, " %%uint");
    fputs("\n%null = OpConstantNull %s\n%many = OpTypeFunction %void", f);
    each(f, 550, " %%s");
    fputs("\n", f);
    copies_of_leaf(f, n);
    begin_function(f, "leaf");
    fputs("%ll = OpLabel\n%lc = OpFunctionCall %void %f", f);
    each(f, 550, " %%null");
    fputs("\n" LEAF_END "%f = OpFunction %void None %many\n", f);
    each(f, 550, "%%fp%u = OpFunctionParameter %%s\n");
    fputs("%fl = OpLabel\n" RETURN, f);
}

/* A phi of structures that names its predecessor again and again. */
static void leaf_phi(FILE *f, unsigned n)
{
    fputs(HEAD TYPES "%s = OpTypeStruct", f);
    each(f, 64, " %%uint");
    fputs("\n%null = OpConstantNull %s\n", f);
    copies_of_leaf(f, n);
    begin_function(f, "leaf");
    fputs("%ll = OpLabel\nOpBranch %lr\n%lr = OpLabel\n%lp = OpPhi %s", f);
    each(f, 1400, " %%null %%ll");
    fputs("\n" LEAF_END, f);
}

/* Instructions that stand before the first block. */
static void leaf_lines(FILE *f, unsigned n)
{
    fputs(HEAD TYPES, f);
    copies_of_leaf(f, n);
    begin_function(f, "leaf");
    each(f, 3000, "OpNoLine\n");
    fputs("%ll = OpLabel\n" LEAF_END, f);
}

/* A copy of bytes that are accessed one by one. */
static void leaf_copy(FILE *f, unsigned n)
{
    fputs(HEAD TYPES, f);
    copies_of_leaf(f, n);
    begin_function(f, "leaf");
    fputs("%ll = OpLabel\nOpCopyMemory %leafb %leafa\n" LEAF_END, f);
}

/* Upper halves of sums of sums. */
static void leaf_halves(FILE *f, unsigned n)
{
    fputs(HEAD TYPES, f);
    copies_of_leaf(f, n);
    begin_function(f, "leaf");
    fputs("%ll = OpLabel\n%h0 = OpShiftLeftLogical %ulong %leafy %l33\n", f);
    for (unsigned k = 0; k < 4; k++)
        fprintf(f, "%%h%u = OpIAdd %%ulong %%h%u %%h%u\n", k + 1, k, k);
    each(f, 500, "%%s%u = OpShiftRightArithmetic %%ulong %%h4 %%l32\n");
    fputs(LEAF_END, f);
}

/* A branch by what the one before has chosen. */
static void leaf_branch(FILE *f, unsigned n)
{
    fputs(HEAD TYPES, f);
    copies_of_leaf(f, n);
    begin_function(f, "leaf");
    fputs("%ll = OpLabel\n%lc = OpINotEqual %bool %leafx %u0\n"
          "OpBranchConditional %lc %lt %lr\n%lt = OpLabel\n"
          "%la = OpAtomicIAdd %uint %leafg %u1 %u0 %u1\nOpBranch %lr\n"
          "%lr = OpLabel\n%lp = OpPhi %uint %u0 %ll %u1 %lt\n"
          "OpReturnValue %lp\nOpFunctionEnd\n",
          f);
}

/* A loop with as many iterations as the one before. */
static void leaf_loop(FILE *f, unsigned n)
{
    fputs(HEAD TYPES, f);
    copies_of_leaf(f, n);
    begin_function(f, "leaf");
    fputs("%ll = OpLabel\nOpBranch %lh\n%lh = OpLabel\n"
          "%li = OpPhi %uint %u0 %ll %lj %lh\n%lj = OpIAdd %uint %li %u1\n"
          "%lc = OpULessThan %bool %lj %leafx\n"
          "OpBranchConditional %lc %lh %lr\n%lr = OpLabel\n"
          "OpReturnValue %li\nOpFunctionEnd\n",
          f);
}

/* -- many edges of one block ----------------------------------------------- */

/* Phis of structures behind a switch whose cases all go to one place. */
static void switch_phis(FILE *f, unsigned n)
{
    fputs(HEAD TYPES "%s = OpTypeStruct", f);
    each(f, 64, " %%uint");
    fputs("\n%null = OpConstantNull %s\n" KERNEL "OpSwitch %x %out", f);
    each(f, 4 * n, " %u %%out");
    fputs("\n%out = OpLabel\n", f);
    each(f, n, "%%p%u = OpPhi %%s %%null %%entry\n");
    fputs(RETURN, f);
}

/* A phi of 64 bits there of which only the lower half counts. */
static void switch_low(FILE *f, unsigned n)
{
    fputs(HEAD TYPES KERNEL "OpSwitch %x %other", f);
    each(f, n, " %u %%out");
    fputs("\n%other = OpLabel\n%z = OpIMul %ulong %y %y\nOpBranch %out\n"
          "%out = OpLabel\n%p = OpPhi %ulong %y %entry %z %other\n"
          "%low = OpUConvert %uint %p\nOpStore %g %low Aligned 4\n" RETURN,
          f);
}

/* Calls in calls, all but the innermost one at their function's end; what comes
 * behind them is long. */
static void calls_before(FILE *f, unsigned n)
{
    fputs(HEAD TYPES "%vn = OpTypeFunction %void\n"
                     "%k = OpFunction %void None %kn\n"
                     "%x = OpFunctionParameter %uint\n"
                     "%g = OpFunctionParameter %gp\n%entry = OpLabel\n"
                     "%c = OpFunctionCall %void %f0\n"
                     "%d = OpFunctionCall %void %e0\n" RETURN,
          f);
    for (unsigned k = 0; k < 12; k++)
        fprintf(f,
                "%%e%u = OpFunction %%void None %%vn\n%%el%u = OpLabel\n"
                "%%ec%u = OpFunctionCall %%void %%e%u\n"
                "%%ed%u = OpFunctionCall %%void %%e%u\n" RETURN,
                k, k, k, k + 1, k, k + 1);
    fputs("%e12 = OpFunction %void None %vn\n%el12 = OpLabel\n", f);
    each(f, 8, "OpMemoryBarrier %%u1 %%u128\n");
    fputs(RETURN, f);
    for (unsigned k = 0; k < n; k++)
        fprintf(f,
                "%%f%u = OpFunction %%void None %%vn\n%%fl%u = OpLabel\n"
                "%%fc%u = OpFunctionCall %%void %%f%u\n" RETURN,
                k, k, k, k + 1);
    fprintf(f,
            "%%f%u = OpFunction %%void None %%vn\n%%ml = OpLabel\n"
            "%%mi = OpLoad %%v3 %%id\n%%my = OpCompositeExtract %%ulong %%mi "
            "0\n%%mc = OpINotEqual %%bool %%my %%l33\n"
            "OpBranchConditional %%mc %%mt %%mr\n%%mt = OpLabel\n"
            "OpMemoryBarrier %%u1 %%u128\nOpBranch %%mr\n"
            "%%mr = OpLabel\n" RETURN,
            n);
}

/* Variables that are stored in two blocks and loaded in a third: not small. */
static void variables(FILE *f, unsigned n)
{
    fputs(HEAD TYPES "%pp = OpTypePointer Function %uint\n" KERNEL, f);
    each(f, n, "%%v_%u = OpVariable %%pp Function\n");
    fputs("%c = OpINotEqual %bool %w %u0\n", f);
    each(f, n, "OpStore %%v_%u %%w\n");
    fputs("OpBranchConditional %c %t %j\n%t = OpLabel\n", f);
    each(f, n, "OpStore %%v_%u %%x\n");
    fputs("OpBranch %j\n%j = OpLabel\n", f);
    each(f, n, "%%r_%u = OpLoad %%uint %%v_%u\nOpStore %%g %%r_%u Aligned 4\n");
    fputs(RETURN, f);
}

/* Loops, each with as many iterations as the one before: not small. */
static void loops_in_a_row(FILE *f, unsigned n)
{
    fputs(HEAD TYPES KERNEL "OpBranch %o0\n%o0 = OpLabel\n"
                            "%i0 = OpCopyObject %uint %w\n",
          f);
    for (unsigned k = 1; k <= n; k++)
        fprintf(f,
                "OpBranch %%h%u\n%%h%u = OpLabel\n"
                "%%i%u = OpPhi %%uint %%u0 %%o%u %%n%u %%h%u\n"
                "%%n%u = OpIAdd %%uint %%i%u %%u1\n"
                "%%q%u = OpULessThan %%bool %%n%u %%i%u\n"
                "OpBranchConditional %%q%u %%h%u %%o%u\n%%o%u = OpLabel\n",
                k, k, k, k - 1, k, k, k, k, k, k, k - 1, k, k, k, k);
    fprintf(f, "OpStore %%g %%i%u Aligned 4\n" RETURN, n);
}

/* -- what is followed through a kernel with copies ------------------------- */

#define VALIDATED                                                              \
    "OpCapability Kernel\nOpCapability Addresses\nOpCapability Int64\n"        \
    "OpMemoryModel Physical64 OpenCL\nOpEntryPoint Kernel %k \"k\" %id\n"      \
    "OpDecorate %id BuiltIn LocalInvocationId\n%void = OpTypeVoid\n"           \
    "%bool = OpTypeBool\n%uint = OpTypeInt 32 0\n%ulong = OpTypeInt 64 0\n"    \
    "%v3 = OpTypeVector %ulong 3\n%ip = OpTypePointer Input %v3\n"             \
    "%id = OpVariable %ip Input\n%event = OpTypeEvent\n"                       \
    "%gp = OpTypePointer CrossWorkgroup %uint\n"                               \
    "%lp = OpTypePointer Workgroup %uint\n%u0 = OpConstant %uint 0\n"          \
    "%u2 = OpConstant %uint 2\n%l0 = OpConstant %ulong 0\n"                    \
    "%l1 = OpConstant %ulong 1\n%none = OpConstantNull %event\n"               \
    "%tile = OpVariable %lp Workgroup\n%st = OpVariable %lp Workgroup\n"       \
    "%kn = OpTypeFunction %void %uint %gp\n"                                   \
    "%k = OpFunction %void None %kn\n%x = OpFunctionParameter %uint\n"         \
    "%g = OpFunctionParameter %gp\n%entry = OpLabel\n"                         \
    "%ids = OpLoad %v3 %id\n%lid = OpCompositeExtract %ulong %ids 0\n"

#define COPY                                                                   \
    "%%e%u = OpGroupAsyncCopy %%event %%u2 %%tile %%g %%l1 %%l1 %%none\n"

/* Copies behind branches by what is in local memory, where much is stored. */
static void states(FILE *f, unsigned n)
{
    fputs(VALIDATED, f);
    each(f, 4 * n, "OpStore %%st %%x Aligned 4\n");
    for (unsigned k = 0; k < n; k++)
        fprintf(f,
                "%%w%u = OpLoad %%uint %%st Aligned 4\n"
                "%%c%u = OpINotEqual %%bool %%w%u %%u0\n"
                "OpBranchConditional %%c%u %%t%u %%out\n%%t%u = OpLabel\n",
                k, k, k, k, k, k);
    each(f, n, COPY);
    fputs("OpBranch %out\n%out = OpLabel\n" RETURN, f);
}

/* Copies behind branches by sums of sums of a local id. */
static void ranges(FILE *f, unsigned n)
{
    fputs(VALIDATED "%y0 = OpCopyObject %ulong %lid\n", f);
    for (unsigned k = 0; k < 15; k++)
        fprintf(f, "%%y%u = OpIAdd %%ulong %%y%u %%y%u\n", k + 1, k, k);
    for (unsigned k = 0; k < n; k++)
        fprintf(f,
                "%%c%u = OpULessThan %%bool %%y15 %%l1\n"
                "OpBranchConditional %%c%u %%t%u %%j%u\n%%t%u = OpLabel\n"
                "OpBranch %%j%u\n%%j%u = OpLabel\n",
                k, k, k, k, k, k, k);
    fputs("%d = OpIEqual %bool %lid %l0\n"
          "OpBranchConditional %d %dt %out\n%dt = OpLabel\n",
          f);
    each(f, 1, COPY);
    fputs("OpBranch %out\n%out = OpLabel\n" RETURN, f);
}

/* Loops in each other, behind one whose trip count is known. */
static void nest(FILE *f, unsigned n)
{
    const char *text = VALIDATED, *types = strstr(text, "%kn = "),
               *ids = strstr(text, "%ids = ");
    fwrite(text, 1, (size_t)(types - text), f);
    fputs("%ep = OpTypePointer Function %event\n%u1 = OpConstant %uint 1\n", f);
    fwrite(types, 1, (size_t)(ids - types), f);
    fputs("%ev = OpVariable %ep Function\nOpBranch %h\n%h = OpLabel\n"
          "%i = OpPhi %uint %u0 %entry %i1 %hb\n"
          "%hc = OpULessThan %bool %i %u2\nOpBranchConditional %hc %hb %ha\n"
          "%hb = OpLabel\n%i1 = OpIAdd %uint %i %u1\nOpBranch %h\n"
          "%ha = OpLabel\n%d = OpULessThan %bool %x %u2\nOpStore %ev %none\n"
          "OpBranchConditional %d %t %j\n%t = OpLabel\n",
          f);
    each(f, 1, COPY);
    fputs("OpStore %ev %e0\nOpBranch %j\n%j = OpLabel\n"
          "OpBranchConditional %d %t2 %n0\n%t2 = OpLabel\n"
          "OpGroupWaitEvents %u2 %u1 %ev\nOpBranch %n0\n",
          f);
    for (unsigned k = 0; k < n; k++)
        fprintf(f, "%%n%u = OpLabel\nOpBranch %%n%u\n", k, k + 1);
    fprintf(f, "%%n%u = OpLabel\nOpBranch %%b0\n", n);
    for (unsigned k = 0; k < n; k++)
        fprintf(f, "%%b%u = OpLabel\nOpBranchConditional %%d %%n%u %%b%u\n", k,
                n - k - 1, k + 1);
    fprintf(f, "%%b%u = OpLabel\n" RETURN, n);
}

/* Copies of many sizes to a variable that nothing else uses: not small. */
static void copies_alone(FILE *f, unsigned n)
{
    const char *text = VALIDATED, *types = strstr(text, "%kn = ");
    fwrite(text, 1, (size_t)(types - text), f);
    for (unsigned k = 0; k < n; k++)
        fprintf(f, "%%n%u = OpConstant %%ulong %u\n", k, k + 2);
    fputs(types, f);
    each(
        f, n,
        "%%e%u = OpGroupAsyncCopy %%event %%u2 %%tile %%g %%n%u %%l1 %%none\n");
    fputs(RETURN, f);
}

/* Branches whose ways meet at the end of a long line of blocks: not small. */
static void joins(FILE *f, unsigned n)
{
    fputs(VALIDATED, f);
    fputs("%c = OpINotEqual %bool %x %u0\n", f);
    for (unsigned k = 0; k < n; k++)
        fprintf(f,
                "OpBranchConditional %%c %%s%u %%b%u\n%%b%u = OpLabel\n"
                "OpBranchConditional %%c %%m0 %%m%u\n%%s%u = OpLabel\n",
                k, k, k, n, k);
    fputs("OpBranch %m0\n", f);
    for (unsigned k = 0; k < n; k++)
        fprintf(f, "%%m%u = OpLabel\nOpBranch %%m%u\n", k, k + 1);
    fprintf(f, "%%m%u = OpLabel\n", n);
    fputs("%d = OpIEqual %bool %lid %l0\n"
          "OpBranchConditional %d %dt %out\n%dt = OpLabel\n",
          f);
    each(f, 1, COPY);
    fputs("OpBranch %out\n%out = OpLabel\n" RETURN, f);
}

/* The same, where all of these branches follow one switch. */
static void joins_of_switch(FILE *f, unsigned n)
{
    fputs(VALIDATED, f);
    fputs("%c = OpINotEqual %bool %x %u0\nOpSwitch %x %m0", f);
    each(f, n, " %u %%s%u");
    fputs("\n", f);
    for (unsigned k = 0; k < n; k++)
        fprintf(f, "%%s%u = OpLabel\nOpBranchConditional %%c %%m0 %%m%u\n", k,
                n);
    for (unsigned k = 0; k < n; k++)
        fprintf(f, "%%m%u = OpLabel\nOpBranch %%m%u\n", k, k + 1);
    fprintf(f, "%%m%u = OpLabel\n", n);
    fputs("%d = OpIEqual %bool %lid %l0\n"
          "OpBranchConditional %d %dt %out\n%dt = OpLabel\n",
          f);
    each(f, 1, COPY);
    fputs("OpBranch %out\n%out = OpLabel\n" RETURN, f);
}

/* Faults that are told of where there is no line, but much of a set with a long
 * name: not small. */
static void long_name(FILE *f, unsigned n)
{
    const char *text = VALIDATED, *model = strstr(text, "OpMemoryModel");
    fwrite(text, 1, (size_t)(model - text), f);
    fputs("OpExtension \"SPV_KHR_non_semantic_info\"\n"
          "%set = OpExtInstImport \"NonSemantic.",
          f);
    each(f, 20000, "DebugInf..");
    fputs("\"\n%info = OpExtInstImport \"OpenCL.DebugInfo.100\"\n", f);
    fputs(model, f);
    each(f, 4000, "%%n%u = OpExtInst %%void %%set 1 %%u0\n");
    each(f, n,
         "%%e%u = OpGroupAsyncCopy %%event %%u2 %%tile %%g %%u0 %%l1 %%none\n");
    fputs(RETURN, f);
}

/* Faults that are told of with their line of a text, which is a long way behind
 * one that is longer: not small. */
static void long_line(FILE *f, unsigned n)
{
    const char *text = VALIDATED, *names = strstr(text, "OpDecorate");
    fwrite(text, 1, (size_t)(names - text), f);
    fputs("%file = OpString \"f.cl\"\nOpSource OpenCL_C 200000 %file \"", f);
    for (unsigned k = 0; k < 100; k++) {
        if (k)
            fputs("OpSourceContinued \"", f);
        each(f, 20000, "a long line");
        fputs("\"\n", f);
    }
    fputs("OpSourceContinued \"\nthe second\n\"\n", f);
    fputs(names, f);
    fputs("OpLine %file 2 1\n", f);
    each(f, n,
         "%%e%u = OpGroupAsyncCopy %%event %%u2 %%tile %%g %%u0 %%l1 %%none\n");
    fputs(RETURN, f);
}

/* -- what they take -------------------------------------------------------- */

typedef struct taken {
    size_t bytes;
    uint64_t ns;
    gac_result result;
} taken;

typedef struct made {
    counted memory;
    gac_context *context;
    gac_input *input;
    gac_module *module;
} made;

static void hear(void *user, const gac_diagnostic *d)
{
    (void)user, (void)d;
}

static void make(made *m, void (*kind)(FILE *f, unsigned n), unsigned n)
{
    char *text = NULL;
    size_t length = 0, size;
    FILE *f = open_memstream(&text, &length);
    kind(f, n);
    fclose(f);
    memset(m, 0, sizeof *m);
    assert_int_equal(
        gac_context_create(
            &(gac_context_options){.size = sizeof(gac_context_options),
                                   .diagnostic = hear,
                                   .allocator = {resize, &m->memory}},
            &m->context),
        GAC_OK);
    assert_int_equal(
        gac_input_load_memory(m->context, text, length, NULL, &m->input),
        GAC_OK);
    free(text);
    const void *data = gac_input_data(m->input, &size);
    assert_int_equal(gac_module_parse(m->context, data, size, NULL, &m->module),
                     GAC_OK);
    m->memory.peak = m->memory.now;
}

static void drop(made *m)
{
    gac_module_destroy(m->module);
    gac_input_destroy(m->input);
    gac_context_destroy(m->context);
    assert_int_equal(m->memory.now, 0);
}

static taken validate(void (*kind)(FILE *f, unsigned n), unsigned n)
{
    made m;
    make(&m, kind, n);
    uint64_t start = cpu_ns();
    gac_result result = gac_validate(m.module, NULL, NULL);
    taken t = {m.memory.peak, cpu_ns() - start, result};
    drop(&m);
    return t;
}

static taken compile(void (*kind)(FILE *f, unsigned n), unsigned n)
{
    made m;
    gac_program *program;
    gac_launch *launch = NULL;
    make(&m, kind, n);
    assert_int_equal(gac_program_create(m.module, NULL, 0, &program), GAC_OK);
    uint64_t start = cpu_ns();
    gac_result result = gac_launch_create(program, "k", &launch);
    taken t = {m.memory.peak, cpu_ns() - start, result};
    gac_launch_destroy(launch);
    gac_program_destroy(program);
    drop(&m);
    return t;
}

/* -- tests ----------------------------------------------------------------- */

static void test_calls(void **state)
{
    (void)state;
    static void (*const kinds[])(FILE *, unsigned) = {calls_down, calls_up};
    for (unsigned k = 0; k < 2; k++) {
        assert_int_equal(compile(kinds[k], 10).result, GAC_OK);
        for (unsigned n = 11; n <= 220; n = n < 60 ? n + 1 : n + 80) {
            taken t = compile(kinds[k], n);
            assert_true(t.bytes < MOST_BYTES);
            assert_true(t.ns < MOST_NS);
        }
        /* 2^64 instructions and more: the count does not wrap. */
        assert_int_equal(compile(kinds[k], 62).result, GAC_ERR_LIMIT);
        assert_int_equal(compile(kinds[k], 64).result, GAC_ERR_LIMIT);
        assert_int_equal(compile(kinds[k], 220).result, GAC_ERR_LIMIT);
        assert_true(compile(kinds[k], 30).bytes < 4 << 20);
    }
    taken chain = compile(call_chain, 8000);
    assert_int_equal(chain.result, GAC_OK);
    assert_true(chain.ns < 10 * (uint64_t)500000000);
}

/* -- what is inlined, or has many edges ------------------------------------ */

typedef struct kind {
    const char *name;
    void (*write)(FILE *f, unsigned n);
    unsigned n[3];
    bool validated; /* instead of compiled */
} kind;

static const kind kinds[] = {
    {"switches", leaf_switch, {4, 7, 13}, false},
    {"calls with many arguments", leaf_arguments, {3, 6, 10}, false},
    {"phis of structures", leaf_phi, {3, 6, 9}, false},
    {"instructions before a block", leaf_lines, {4, 8, 13}, false},
    {"copies of bytes", leaf_copy, {4, 8, 10}, false},
    {"upper halves", leaf_halves, {1, 3, 5}, false},
    {"branches by the last one", leaf_branch, {4, 10, 11}, false},
    {"loops by the last one", leaf_loop, {4, 10, 11}, false},
    {"phis behind a switch", switch_phis, {50, 100, 280}, false},
    {"lower halves behind a switch", switch_low, {100, 1000, 1900}, false},
    {"what comes behind calls", calls_before, {150, 200, 220}, false},
    {"variables of three blocks", variables, {2000, 8000, 32000}, false},
    {"loops in a row", loops_in_a_row, {1000, 4000, 8000}, false},
    {"states", states, {20, 100, 400}, true},
    {"ranges", ranges, {20, 100, 180}, true},
    {"loops in each other", nest, {100, 400, 1200}, true},
    {"copies alone", copies_alone, {100, 1000, 50000}, true},
    {"joins", joins, {300, 3000, 60000}, true},
    {"joins of a switch", joins_of_switch, {300, 3000, 32000}, true},
    {"a long line", long_line, {20, 200, 4000}, true},
    {"a long name", long_name, {20, 200, 2000}, true},
};

static void test_kinds(void **state)
{
    (void)state;
    bool ok = true;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (unsigned i = 0; i < 3; i++) {
            taken t = (kinds[k].validated ? validate : compile)(kinds[k].write,
                                                                kinds[k].n[i]);
            bool fits = t.bytes < MOST_BYTES && t.ns < MOST_NS
                        && (t.result == GAC_OK || t.result == GAC_ERR_LIMIT
                            || t.result == GAC_ERR_INVALID);
            if (getenv("GAC_TEST_FIGURES") || !fits)
                print_error("%s, %u: result %d, %zu KB, %llu ms\n",
                            kinds[k].name, kinds[k].n[i], (int)t.result,
                            t.bytes >> 10,
                            (unsigned long long)(t.ns / 1000000));
            ok &= fits;
        }
    assert_true(ok);
}

/* -- imported instructions ------------------------------------------------- */

/* Calls of functions that stand for instructions: some have too few arguments.
 */
static void few_arguments(FILE *f, unsigned n)
{
    static const char *const names[] = {
        "GroupAll", "GroupAny", "GroupNonUniformBallotBitExtract",
        "GroupBroadcast", "GroupNonUniformInverseBallot"};
    fprintf(f,
            "OpCapability Kernel\nOpCapability Addresses\n"
            "OpCapability Linkage\nOpMemoryModel Physical64 OpenCL\n"
            "OpEntryPoint Kernel %%k \"k\"\nOpDecorate %%f LinkageAttributes "
            "\"__spirv_%s\" Import\n%%void = OpTypeVoid\n"
            "%%bool = OpTypeBool\n%%uint = OpTypeInt 32 0\n"
            "%%kn = OpTypeFunction %%void\n"
            "%%fn = OpTypeFunction %%bool %%uint\n"
            "%%u2 = OpConstant %%uint 2\n%%f = OpFunction %%bool None %%fn\n"
            "%%p = OpFunctionParameter %%uint\nOpFunctionEnd\n"
            "%%k = OpFunction %%void None %%kn\n%%l = OpLabel\n"
            "%%r = OpFunctionCall %%bool %%f %%u2\n" RETURN,
            names[n]);
}

/* A group operation without its operand would read what is no register. */
static void test_few_arguments(void **state)
{
    (void)state;
    for (unsigned n = 0; n < 5; n++)
        assert_int_equal(compile(few_arguments, n).result, GAC_ERR_INVALID);
}

/* Arrays in memory where an array of larger elements is expected. */
static void small_arrays(FILE *f, unsigned n)
{
    static const char *const uses[] = {
        "%b = OpCopyObject %big %s\n",
        "%b = OpSelect %big %yes %s %s\n",
        "%b = OpSelect %small %yes %s %s\n", /* fits */
        "OpBranch %j\n%j = OpLabel\n%b = OpPhi %big %s %l\n",
        "%b = OpFunctionCall %big %f %s\n",
        "%b = OpFunctionCall %small %f %nul\n",
    };
    fprintf(f,
            "OpCapability Kernel\nOpCapability Addresses\nOpCapability Int8\n"
            "OpCapability Int64\nOpMemoryModel Physical64 OpenCL\n"
            "OpEntryPoint Kernel %%k \"k\"\n%%void = OpTypeVoid\n"
            "%%bool = OpTypeBool\n%%uchar = OpTypeInt 8 0\n"
            "%%uint = OpTypeInt 32 0\n%%ulong = OpTypeInt 64 0\n"
            "%%n = OpConstant %%uint 300\n%%yes = OpConstantTrue %%bool\n"
            "%%small = OpTypeArray %%uchar %%n\n"
            "%%big = OpTypeArray %%ulong %%n\n%%nul = OpConstantNull %%big\n"
            "%%kn = OpTypeFunction %%void %%small\n"
            "%%fn = OpTypeFunction %%small %%small\n"
            "%%k = OpFunction %%void None %%kn\n"
            "%%s = OpFunctionParameter %%small\n%%l = OpLabel\n%s" RETURN
            "%%f = OpFunction %%small None %%fn\n"
            "%%p = OpFunctionParameter %%small\n%%fl = OpLabel\n"
            "OpReturnValue %%p\nOpFunctionEnd\n",
            uses[n]);
}

/* What is behind the small one would be read. */
static void test_small_arrays(void **state)
{
    (void)state;
    for (unsigned n = 0; n < 6; n++)
        assert_int_equal(compile(small_arrays, n).result,
                         n == 2 ? GAC_OK : GAC_ERR_INVALID);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_calls),
        cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_few_arguments),
        cmocka_unit_test(test_small_arrays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

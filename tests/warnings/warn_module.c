/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Writes modules for tests of warnings. */
#include "warn_module.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Rows of module text. */
/* clang-format off */

const char *const kind_names[] = {"2D2D", "3D3D", "core", "untyped",
                                  "builtin 2D2D", "builtin 3D3D",
                                  "builtin copy", "builtin strided copy",
                                  "__spirv_GroupAsyncCopy"};
const char *const style_names[] = {"constant", "spec constant", "variable",
                                   "computed", "converted", "parameter",
                                   "vector part"};

/* -- text ------------------------------------------------------------------ */

typedef struct output {
    char *chars;
    size_t n, capacity;
} output;

static void put(output *t, const char *format, ...)
    __attribute__((__format__(__printf__, 2, 3)));

static void put(output *t, const char *format, ...)
{
    char buffer[2048];
    va_list args;
    va_start(args, format);
    int n = vsnprintf(buffer, sizeof buffer, format, args);
    va_end(args);
    if (n < 0 || (size_t)n >= sizeof buffer)
        abort();
    if (t->n + (size_t)n + 1 > t->capacity) {
        t->capacity = 2 * t->capacity + (size_t)n + 4096;
        t->chars = realloc(t->chars, t->capacity);
        if (!t->chars)
            abort();
    }
    memcpy(t->chars + t->n, buffer, (size_t)n + 1);
    t->n += (size_t)n;
}

/* -- copies ---------------------------------------------------------------- */

static const char *const keys[] = {"dst", "do", "src", "so", "bytes", "n",
                                   "lines", "planes", "sl", "sp", "dl", "dp",
                                   "stride"};
enum { DST, DO, SRC, SO, BYTES, N, NLINES, NPLANES, SL, SP, DL, DP, STRIDE,
       KEY_COUNT };

typedef struct operands {
    char id[KEY_COUNT][40];
} operands;

static bool has_lines(copy_kind kind)
{
    return BIT(kind) & LINES;
}

/* 256 elements of 4 bytes, whatever the kind. */
static operands default_operands(copy_kind kind)
{
    static const char *const two[] = {"%to", "#0", "%from", "#0", "#4", "#16",
                                      "#16", "#1", "#16", "#256", "#16",
                                      "#256", "#1"};
    operands o;
    for (int k = 0; k < KEY_COUNT; k++)
        strcpy(o.id[k], two[k]);
    if (BIT(kind) & PLANES) {
        strcpy(o.id[NLINES], "#4");
        strcpy(o.id[NPLANES], "#4");
        strcpy(o.id[SP], "#64");
        strcpy(o.id[DP], "#64");
    }
    if (!has_lines(kind))
        strcpy(o.id[N], "#256");
    return o;
}

static void read_overrides(operands *o, char *words)
{
    for (char *w = strtok(words, " "); w; w = strtok(NULL, " ")) {
        char *value = strchr(w, '=');
        if (!value)
            abort();
        *value++ = 0;
        for (int k = 0; k < KEY_COUNT; k++)
            if (!strcmp(w, keys[k]))
                snprintf(o->id[k], sizeof o->id[k], "%s", value);
    }
}

static void put_copy(output *t, copy_kind kind, const char *result,
                     const char *event, const operands *o)
{
    const char(*d)[40] = o->id;
    switch (kind) {
    case SET_2D:
    case SET_3D:
        put(t, "%s = OpExtInst %%event %%gac GroupAsyncCopy%s", result,
            kind == SET_2D ? "2D2D" : "3D3D");
        break;
    case CORE:
        put(t, "%s = OpGroupAsyncCopy %%event %%uint_2 %s %s %s %s %s\n",
            result, d[DST], d[SRC], d[N], d[STRIDE], event);
        return;
    case UNTYPED:
        put(t,
            "%s = OpUntypedGroupAsyncCopyKHR %%event %%uint_2 %s %s %s %s %s "
            "%s\n",
            result, d[DST], d[SRC], d[BYTES], d[N], d[STRIDE], event);
        return;
    case CALL_COPY:
        put(t, "%s = OpFunctionCall %%event %%copy_fn %s %s %s %s\n", result,
            d[DST], d[SRC], d[N], event);
        return;
    case CALL_STRIDED:
        put(t, "%s = OpFunctionCall %%event %%strided_fn %s %s %s %s %s\n",
            result, d[DST], d[SRC], d[N], d[STRIDE], event);
        return;
    case CALL_SPIRV:
        put(t, "%s = OpFunctionCall %%event %%spirv_fn %%uint_2 %s %s %s %s "
               "%s\n",
            result, d[DST], d[SRC], d[N], d[STRIDE], event);
        return;
    default:
        put(t, "%s = OpFunctionCall %%event %%lines_fn", result);
        break;
    }
    put(t, " %s %s %s %s %s %s %s", d[DST], d[DO], d[SRC], d[SO], d[BYTES],
        d[N], d[NLINES]);
    if (BIT(kind) & PLANES)
        put(t, " %s %s %s %s %s %s\n", d[NPLANES], d[SL], d[SP], d[DL], d[DP],
            event);
    else
        put(t, " %s %s %s\n", d[SL], d[DL], event);
}

/* -- bodies ---------------------------------------------------------------- */

static bool is_call(copy_kind kind)
{
    return kind >= CALL_2D;
}

static void put_line(output *t, copy_kind kind, char *line)
{
    char result[40], event[40], *mark = strchr(line, ';');
    int used = 0;
    if (mark)
        *mark++ = 0;
    if (sscanf(line, "@copy %39s %39s %n", result, event, &used) == 2) {
        mark = mark ? mark : "copy";
        operands o = default_operands(kind);
        read_overrides(&o, line + used);
        put_copy(t, kind, result, event, &o);
    } else if (sscanf(line, "@wait %39s", event) == 1) {
        put(t, is_call(kind)
                   ? "%s%s\n"
                   : "OpGroupWaitEvents %%uint_2 %%uint_1 %s%s\n",
            is_call(kind) ? "" : event, "");
        if (is_call(kind)) {
            t->n -= 1; /* the newline of the empty line */
            put(t, "%%w%zu = OpFunctionCall %%void %%wait_fn %s%%uint_1 %s\n",
                t->n, kind == CALL_SPIRV ? "%uint_2 " : "", event);
        }
    } else {
        put(t, "%s\n", line);
    }
    if (mark) {
        t->n -= 1; /* the newline */
        put(t, " ;%s\n", mark);
    }
}

static void put_body(output *t, copy_kind kind, const char *body)
{
    char *copy = strdup(body);
    if (!copy)
        abort();
    for (char *line = copy, *next; line; line = next) {
        next = strchr(line, '\n');
        if (next)
            *next++ = 0;
        put_line(t, kind, line);
    }
    free(copy);
}

/* "#16" becomes "%size_16"; collects the numbers. */
static void put_sizes(output *out, const char *in, unsigned long long *numbers,
                      size_t *n_numbers)
{
    for (const char *c = in; *c; c++) {
        if (*c != '#') {
            put(out, "%c", *c);
            continue;
        }
        char *end;
        unsigned long long number = strtoull(c + 1, &end, 0);
        size_t i = 0;
        while (i < *n_numbers && numbers[i] != number)
            i++;
        if (i == *n_numbers && *n_numbers < 64)
            numbers[(*n_numbers)++] = number;
        put(out, "%%size_%llu", number);
        c = end - 1;
    }
}

/* -- modules --------------------------------------------------------------- */

static void put_header(output *t, copy_kind kind)
{
    put(t, "; SPIR-V\n; Version: 1.4\nOpCapability Addresses\n"
           "OpCapability Kernel\nOpCapability Linkage\n"
           "OpCapability Int64\nOpCapability Int8\n"
           "OpCapability GenericPointer\n");
    if (kind == UNTYPED)
        put(t, "OpCapability UntypedPointersKHR\n"
               "OpExtension \"SPV_KHR_untyped_pointers\"\n");
    if (kind == SET_2D || kind == SET_3D)
        put(t, "%%gac = OpExtInstImport \"Codeplay.GroupAsyncCopies\"\n");
    put(t, "%%std = OpExtInstImport \"OpenCL.std\"\n");
}

static const char *symbol_of(copy_kind kind, unsigned bits)
{
    bool wide = bits == 64;
    switch (kind) {
    case CALL_2D:
        return wide ? "_Z26async_work_group_copy_2D2DPU3AS3vmPU3AS1Kvmmmmmm9"
                      "ocl_event"
                    : "_Z26async_work_group_copy_2D2DPU3AS3vjPU3AS1Kvjjjjjj9"
                      "ocl_event";
    case CALL_3D:
        return wide ? "_Z26async_work_group_copy_3D3DPU3AS3vmPU3AS1Kvmmmmmmmmm"
                      "9ocl_event"
                    : "_Z26async_work_group_copy_3D3DPU3AS3vjPU3AS1Kvjjjjjjjjj"
                      "9ocl_event";
    case CALL_COPY:
        return wide ? "_Z21async_work_group_copyPU3AS3fPU3AS1Kfm9ocl_event"
                    : "_Z21async_work_group_copyPU3AS3fPU3AS1Kfj9ocl_event";
    case CALL_SPIRV:
        return wide ? "_Z22__spirv_GroupAsyncCopyjPU3AS3fPU3AS1Kfmm9ocl_event"
                    : "_Z22__spirv_GroupAsyncCopyN5__spv5ScopeEPU3AS3fPU3AS1K"
                      "fjj9ocl_event";
    default:
        return wide ? "_Z29async_work_group_strided_copyPU3AS3fPU3AS1Kfmm9"
                      "ocl_event"
                    : "_Z29async_work_group_strided_copyPU3AS3fPU3AS1Kfjj9"
                      "ocl_event";
    }
}

static const char *function_of(copy_kind kind)
{
    return kind == CALL_COPY      ? "copy_fn"
           : kind == CALL_STRIDED ? "strided_fn"
           : kind == CALL_SPIRV   ? "spirv_fn"
                                  : "lines_fn";
}

static void put_names(output *t, copy_kind kind, unsigned bits)
{
    put(t, "OpMemoryModel Physical%u OpenCL\n"
           "OpEntryPoint Kernel %%main \"main\" %%lid %%gid %%wgid\n"
           "OpDecorate %%lid BuiltIn LocalInvocationId\n"
           "OpDecorate %%gid BuiltIn GlobalInvocationId\n"
           "OpDecorate %%wgid BuiltIn WorkgroupId\n"
           "OpDecorate %%spec SpecId 1\nOpDecorate %%spec_32 SpecId 2\n",
        bits);
    put(t, "OpDecorate %%lsize_fn LinkageAttributes \"_Z14get_local_sizej\" "
           "Import\n"
           "OpDecorate %%lid_fn LinkageAttributes \"_Z12get_local_idj\" "
           "Import\n"
           "OpDecorate %%linear_fn LinkageAttributes "
           "\"_Z19get_local_linear_idv\" Import\n"
           "OpDecorate %%other_fn LinkageAttributes \"other\" Import\n"
           "OpDecorate %%other_lend LinkageAttributes \"somewhere\" "
           "Import\n");
    if (is_call(kind))
        put(t, "OpDecorate %%%s LinkageAttributes \"%s\" Import\n"
               "OpDecorate %%wait_fn LinkageAttributes \"%s\" Import\n",
            function_of(kind), symbol_of(kind, bits),
            kind == CALL_SPIRV ? "_Z23__spirv_GroupWaitEventsjiPU3AS49ocl_event"
                               : "_Z17wait_group_eventsiPU3AS49ocl_event");
}

static void put_types(output *t, copy_kind kind, unsigned bits,
                      unsigned long long number)
{
    put(t, "%%void = OpTypeVoid\n%%bool = OpTypeBool\n"
           "%%uint = OpTypeInt 32 0\n%%ulong = OpTypeInt 64 0\n"
           "%%uchar = OpTypeInt 8 0\n"
           "%%float = OpTypeFloat 32\n%%event = OpTypeEvent\n");
    const char *size = bits == 64 ? "%ulong" : "%uint";
    const char *other = bits == 64 ? "%uint" : "%ulong";
    put(t, "%%uint_0 = OpConstant %%uint 0\n"
           "%%uint_1 = OpConstant %%uint 1\n%%uint_2 = OpConstant %%uint 2\n"
           "%%number = OpConstant %s %llu\n%%spec = OpSpecConstant %s %llu\n",
        size, number, size, number);
    put(t, "%%half = OpConstant %s %llu\n%%odd = OpConstant %s %llu\n", size,
        number / 2, size, number & 1);
    put(t, "%%other_number = OpConstant %s %llu\n"
           "%%spec_32 = OpSpecConstant %%uint 3\n"
           "%%true = OpConstantTrue %%bool\n",
        other, number & 0xFFFFFFFF);
    put(t, "%%v3 = OpTypeVector %s 3\n"
           "%%vector = OpConstantComposite %%v3 %%half %%number %%odd\n"
           "%%null_size = OpConstantNull %s\n"
           "%%no = OpConstantNull %%event\n",
        size, size);
    put(t, "%%tile_n = OpConstant %%uint 256\n"
           "%%tile_t = OpTypeArray %%float %%tile_n\n"
           "%%four = OpConstant %%uint 4\n"
           "%%events_t = OpTypeArray %%event %%four\n"
           "%%p_tile = OpTypePointer Workgroup %%tile_t\n"
           "%%p_local = OpTypePointer Workgroup %%float\n"
           "%%p_global = OpTypePointer CrossWorkgroup %%float\n"
           "%%p_local8 = OpTypePointer Workgroup %%uchar\n"
           "%%p_global8 = OpTypePointer CrossWorkgroup %%uchar\n"
           "%%p_event = OpTypePointer Function %%event\n"
           "%%p_events = OpTypePointer Function %%events_t\n"
           "%%g_event = OpTypePointer Generic %%event\n"
           "%%p_size = OpTypePointer Function %s\n"
           "%%p_p_local = OpTypePointer Function %%p_local\n"
           "%%p_v3 = OpTypePointer Input %%v3\n"
           "%%p_uint = OpTypePointer Workgroup %%uint\n"
           "%%p_p_uint = OpTypePointer Function %%p_uint\n"
           "%%v3f = OpTypeVector %%float 3\n",
        size);
    if (kind == UNTYPED)
        put(t, "%%u_local = OpTypeUntypedPointerKHR Workgroup\n"
               "%%u_global = OpTypeUntypedPointerKHR CrossWorkgroup\n");
    const char *to = kind == UNTYPED ? "%u_local"
                     : kind == CALL_2D || kind == CALL_3D ? "%p_local8"
                                                          : "%p_local";
    const char *from = kind == UNTYPED ? "%u_global"
                       : kind == CALL_2D || kind == CALL_3D ? "%p_global8"
                                                            : "%p_global";
    put(t, "%%kernel_t = OpTypeFunction %%void %%p_global %%p_local %s %%uint\n"
           "%%helper_t = OpTypeFunction %%event %s %s %s\n"
           "%%finish_t = OpTypeFunction %%void %%event\n"
           "%%touch_t = OpTypeFunction %%void %%p_local\n"
           "%%query_t = OpTypeFunction %s %%uint\n"
           "%%linear_t = OpTypeFunction %s\n"
           "%%other_t = OpTypeFunction %%void %%event\n"
           "%%lend_t = OpTypeFunction %%void %%p_event\n"
           "%%set_t = OpTypeFunction %%void %%p_size %s\n"
           "%%p_p_size = OpTypePointer Function %%p_size\n"
           "%%wait_t = OpTypeFunction %%void %s%%uint %%g_event\n",
        size, to, from, size, size, size, size,
        kind == CALL_SPIRV ? "%uint " : "");
    put(t, "%%tile = OpVariable %%p_tile Workgroup\n"
           "%%tile2 = OpVariable %%p_tile Workgroup\n"
           "%%p_in = OpTypePointer Input %s\n"
           "%%lid = OpVariable %%p_v3 Input\n"
           "%%gid = OpVariable %%p_v3 Input\n"
           "%%wgid = OpVariable %%p_v3 Input\n"
           "%%null_local = OpConstantNull %s\n%%null_global = OpConstantNull "
           "%s\n",
        size, to, from);
}

static void put_builtin(output *t, copy_kind kind, unsigned bits)
{
    const char *size = bits == 64 ? "%ulong" : "%uint";
    const char *to = kind == CALL_2D || kind == CALL_3D ? "%p_local8"
                                                        : "%p_local";
    const char *from = kind == CALL_2D || kind == CALL_3D ? "%p_global8"
                                                          : "%p_global";
    int sizes = kind == CALL_COPY      ? 1
                : kind == CALL_STRIDED ? 2
                : kind == CALL_SPIRV   ? 2
                : kind == CALL_2D      ? 6
                                       : 9;
    bool lines = has_lines(kind);
    const char *scope = kind == CALL_SPIRV ? "%uint " : "";
    put(t, "%%builtin_t = OpTypeFunction %%event %s%s%s%s %s%s%s", scope, to,
        lines ? " " : "", lines ? size : "", from, lines ? " " : "",
        lines ? size : "");
    for (int i = lines ? 1 : 0; i < sizes; i++)
        put(t, " %s", size);
    put(t, " %%event\n%%%s = OpFunction %%event None %%builtin_t\n",
        function_of(kind));
    int k = 0;
    if (kind == CALL_SPIRV)
        put(t, "%%bp%d = OpFunctionParameter %%uint\n", k++);
    put(t, "%%bp%d = OpFunctionParameter %s\n", k++, to);
    if (lines)
        put(t, "%%bp%d = OpFunctionParameter %s\n", k++, size);
    put(t, "%%bp%d = OpFunctionParameter %s\n", k++, from);
    for (int i = 0; i < sizes; i++)
        put(t, "%%bp%d = OpFunctionParameter %s\n", k++, size);
    put(t, "%%bp%d = OpFunctionParameter %%event\nOpFunctionEnd\n"
           "%%wait_fn = OpFunction %%void None %%wait_t\n%s"
           "%%wp0 = OpFunctionParameter %%uint\n"
           "%%wp1 = OpFunctionParameter %%g_event\nOpFunctionEnd\n",
        k, kind == CALL_SPIRV ? "%wps = OpFunctionParameter %uint\n" : "");
}

static void put_imports(output *t, copy_kind kind, unsigned bits)
{
    const char *size = bits == 64 ? "%ulong" : "%uint";
    if (is_call(kind))
        put_builtin(t, kind, bits);
    put(t, "%%lsize_fn = OpFunction %s None %%query_t\n"
           "%%lp0 = OpFunctionParameter %%uint\nOpFunctionEnd\n"
           "%%lid_fn = OpFunction %s None %%query_t\n"
           "%%lp1 = OpFunctionParameter %%uint\nOpFunctionEnd\n"
           "%%linear_fn = OpFunction %s None %%linear_t\nOpFunctionEnd\n"
           "%%other_fn = OpFunction %%void None %%other_t\n"
           "%%op0 = OpFunctionParameter %%event\nOpFunctionEnd\n"
           "%%other_lend = OpFunction %%void None %%lend_t\n"
           "%%op1 = OpFunctionParameter %%p_event\nOpFunctionEnd\n",
        size, size, size);
}

/* Functions that the body may call. */
static void put_helpers(output *t, copy_kind kind, unsigned bits)
{
    const char *list = is_call(kind) ? "%fg" : "%fv";
    char line[] = "@wait           ";
    snprintf(line, sizeof line, "@wait %s", list);
    put(t, "%%finish = OpFunction %%void None %%finish_t\n"
           "%%fe = OpFunctionParameter %%event\n%%fl = OpLabel\n"
           "%%fv = OpVariable %%p_event Function\nOpStore %%fv %%fe\n");
    if (is_call(kind))
        put(t, "%%fg = OpPtrCastToGeneric %%g_event %%fv\n");
    put_line(t, kind, line);
    put(t, "OpReturn\nOpFunctionEnd\n"
           "%%touch = OpFunction %%void None %%touch_t\n"
           "%%tp = OpFunctionParameter %%p_local\n%%tl = OpLabel\n"
           "%%tx = OpLoad %%float %%tp\nOpReturn\nOpFunctionEnd\n"
           "%%lend = OpFunction %%void None %%lend_t\n"
           "%%lp = OpFunctionParameter %%p_event\n%%ll = OpLabel\n"
           "%%lf = OpFunctionCall %%void %%other_lend %%lp\n"
           "OpReturn\nOpFunctionEnd\n"
           "%%look = OpFunction %%void None %%lend_t\n"
           "%%kp = OpFunctionParameter %%p_event\n%%kl = OpLabel\n"
           "%%kx = OpLoad %%event %%kp\nOpReturn\nOpFunctionEnd\n"
           "%%set = OpFunction %%void None %%set_t\n"
           "%%sp = OpFunctionParameter %%p_size\n"
           "%%sn = OpFunctionParameter %s\n%%sl = OpLabel\n"
           "%%sv = OpVariable %%p_p_size Function\nOpStore %%sv %%sp\n"
           "%%sq = OpLoad %%p_size %%sv\nOpStore %%sq %%sn\n"
           "OpReturn\nOpFunctionEnd\n",
        bits == 64 ? "%ulong" : "%uint");
}

static void put_number(output *t, number_style style, unsigned bits)
{
    const char *size = bits == 64 ? "%ulong" : "%uint";
    switch (style) {
    case CONSTANT:
        put(t, "%%x = OpCopyObject %s %%number\n", size);
        break;
    case SPEC_CONSTANT:
        put(t, "%%x = OpCopyObject %s %%spec\n", size);
        break;
    case VARIABLE:
        put(t, "OpStore %%x_var %%number\n%%x = OpLoad %s %%x_var\n", size);
        break;
    case COMPUTED:
        put(t, "%%x_twice = OpIMul %s %%half %%two\n"
               "%%x = OpIAdd %s %%x_twice %%odd\n", size, size);
        break;
    case CONVERTED:
        put(t, "%%x = OpUConvert %s %%other_number\n", size);
        break;
    case VECTOR_PART:
        put(t, "%%x = OpCompositeExtract %s %%vector 1\n", size);
        break;
    default:
        break;
    }
}

/* The kernel's beginning: %to and %from are what the kind copies between, %local
 * and %buffer the same as pointers to float. */
static void put_prologue(output *t, copy_kind kind, unsigned bits, number_style style)
{
    const char *size = bits == 64 ? "%ulong" : "%uint";
    put(t, "%%main = OpFunction %%void None %%kernel_t\n"
           "%%buffer = OpFunctionParameter %%p_global\n"
           "%%scratch = OpFunctionParameter %%p_local\n"
           "%%n = OpFunctionParameter %s\n%%flag = OpFunctionParameter %%uint\n"
           "%%entry = OpLabel\n%%events = OpVariable %%p_events Function\n"
           "%%ev = OpVariable %%p_event Function\n"
           "%%ev2 = OpVariable %%p_event Function\n"
           "%%x_var = OpVariable %%p_size Function\n"
           "%%i_var = OpVariable %%p_size Function\n"
           "%%p_var = OpVariable %%p_p_local Function\n",
        size);
    put(t, "%%local = OpInBoundsPtrAccessChain %%p_local %%tile %%uint_0 "
           "%%uint_0\n"
           "%%local2 = OpInBoundsPtrAccessChain %%p_local %%tile2 %%uint_0 "
           "%%uint_0\n"
           "%%list = %s %%ev\n%%list2 = %s %%ev2\n",
        is_call(kind) ? "OpPtrCastToGeneric %g_event" : "OpCopyObject %p_event",
        is_call(kind) ? "OpPtrCastToGeneric %g_event" : "OpCopyObject %p_event");
    const char *prefix = kind == UNTYPED ? "u_" : "p_";
    bool bytes = kind == CALL_2D || kind == CALL_3D;
    const char *how = kind == UNTYPED || bytes ? "OpBitcast" : "OpCopyObject";
    const char *suffix = bytes ? "8" : "";
    put(t, "%%to = %s %%%slocal%s %%local\n%%to2 = %s %%%slocal%s %%local2\n"
           "%%from = %s %%%sglobal%s %%buffer\n"
           "%%to_scratch = %s %%%slocal%s %%scratch\n",
        how, prefix, suffix, how, prefix, suffix, how, prefix, suffix, how,
        prefix, suffix);
    put_number(t, style, bits);
}

/* The first copy of the body goes into a function that takes the number. */
static void put_outlined(output *t, output *kernel, copy_kind kind, unsigned bits,
                         const char *body)
{
    const char *size = bits == 64 ? "%ulong" : "%uint";
    const char *to = kind == UNTYPED ? "%u_local"
                     : kind == CALL_2D || kind == CALL_3D ? "%p_local8"
                                                          : "%p_local";
    const char *from = kind == UNTYPED ? "%u_global"
                       : kind == CALL_2D || kind == CALL_3D ? "%p_global8"
                                                            : "%p_global";
    const char *copy = strstr(body, "@copy"), *end = strchr(copy, '\n');
    char line[400], result[40] = "", dst[40] = "%to", src[40] = "%from";
    snprintf(line, sizeof line, "%.*s", (int)(end - copy), copy);
    sscanf(line, "@copy %39s", result);
    put(t, "%%helper = OpFunction %%event None %%helper_t\n"
           "%%h_to = OpFunctionParameter %s\n%%h_from = OpFunctionParameter "
           "%s\n%%h_x = OpFunctionParameter %s\n%%h_l = OpLabel\n",
        to, from, size);
    /* The names of the kernel's values become those of the parameters. */
    char inner[400], *out = inner;
    for (const char *c = line; *c; c++) {
        if (!strncmp(c, "=%x", 3) && (c[3] == ' ' || c[3] == 0)) {
            out += sprintf(out, "=%%h_x");
            c += 2;
        } else {
            *out++ = *c;
        }
    }
    *out = 0;
    char renamed[500];
    snprintf(renamed, sizeof renamed, "@copy %%h_e%s%s", inner + 5 +
             strlen(result) + 1, strstr(inner, "dst=") ? "" : " dst=%h_to");
    if (!strstr(inner, "src="))
        strcat(renamed, " src=%h_from");
    put_line(t, kind, renamed);
    put(t, "OpReturnValue %%h_e\nOpFunctionEnd\n");
    char *rest = strdup(body);
    if (!rest)
        abort();
    rest[copy - body] = 0;
    put_body(kernel, kind, rest);
    put(kernel, "%s = OpFunctionCall %%event %%helper %s %s %%number\n", result,
        dst, src);
    put_body(kernel, kind, end + 1);
    free(rest);
}

char *write_module(copy_kind kind, unsigned bits, number_style style,
                   unsigned long long number, const char *body)
{
    output t = {0}, raw = {0}, kernel = {0}, out = {0};
    unsigned long long numbers[64] = {0};
    size_t n_numbers = 1;
    put_helpers(&raw, kind, bits);
    put_prologue(&kernel, kind, bits, style);
    if (style == PARAMETER)
        put_outlined(&raw, &kernel, kind, bits, body);
    else
        put_body(&kernel, kind, body);
    put(&kernel, "%s", "OpFunctionEnd\n");
    put_sizes(&out, raw.chars, numbers, &n_numbers);
    put_sizes(&out, kernel.chars, numbers, &n_numbers);
    put_header(&t, kind);
    put_names(&t, kind, bits);
    put_types(&t, kind, bits, number);
    const char *size = bits == 64 ? "%ulong" : "%uint";
    put(&t, "%%two = OpConstant %s 2\n", size);
    for (size_t i = 0; i < n_numbers; i++)
        put(&t, "%%size_%llu = OpConstant %s %llu\n", numbers[i], size,
            numbers[i]);
    put_imports(&t, kind, bits);
    /* Lines of functions begin in columns 1 to 3. */
    for (char *c = out.chars; *c; c++) {
        put(&t, "%c", *c);
        if (*c == '\n' && c[1])
            put(&t, "%*s", (int)(t.n % 3), "");
    }
    free(raw.chars);
    free(kernel.chars);
    free(out.chars);
    return t.chars;
}

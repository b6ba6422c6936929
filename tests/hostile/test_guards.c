/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Kernels that index an array by anything, in every kind of memory and every
 * way in which lanes may get an index, in buffers between guard pages.
 *
 * A model says where each work-item's bytes lie: index * size + member, modulo
 * the address width. If all lie in the array, the run ends well, and memory is
 * what the model says. If not, it traps, or is checked and a finding; no byte
 * is changed that the array does not have. Of private memory an unchecked run
 * may go on: another work-item's copy of the variable may be met. So it may
 * where the address is another buffer's. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <gac/gac.h>
#include <gac/text.h>

#include "../copy/copy_model.h"

#define ELEMENTS 128u
#define MOST_ITEMS 128u
#define COPIED 4u /* elements of an async copy */
#define PAGE 4096u
#define CANARY 0xA5

typedef enum memory_kind { PRIVATE, LOCAL, GLOBAL, CONSTANT, GENERIC } memory;
static const char *const memory_names[] = {"private", "local", "global",
                                           "constant", "generic"};
static const char *const classes[] = {"Function", "Workgroup", "CrossWorkgroup",
                                      "UniformConstant", "Generic"};

typedef enum access_kind {
    LOAD,
    STORE,
    ATOMIC,
    NEXT,     /* a load, and one of the element behind: their sum */
    COPY,     /* OpCopyMemorySized from the element */
    ASYNC_IN, /* GLOBAL: to local memory from there; LOCAL: to there */
    ASYNC_OUT
} access_kind;

/* How the work-items come by their indices. */
typedef enum way {
    UNIFORM, /* a parameter */
    LITERAL, /* a constant of the module */
    MOVED,   /* the work-item's id + a constant */
    FEW,     /* three have the parameter, others their own element */
    PLUS_ID, /* the parameter + the id; of async copies the group's */
    STEP,    /* the parameter * the id */
    TABLE,   /* out of memory */
    INT,     /* as PLUS_ID, in 32 bits, sign extended */
    UINT,    /* the same, zero extended */
    SUM,     /* the parameter + what is in memory, in 32 bits */
    WAYS
} way;
static const char *const way_names[] = {"uniform", "literal", "moved", "few",
                                        "plus-id", "step",    "table", "int",
                                        "uint",    "sum"};

#define COLUMNS 8u
#define COLUMN UINT32_MAX /* member: 4 bytes * (the id & 7) */

typedef struct what {
    const char *name, *element, *value; /* types */
    access_kind access;
    uint32_t size, member, bytes;
} what;

static const what whats[] = {
    {"u8 load", "%u8", "%u8", LOAD, 1, 0, 1},
    {"u8 store", "%u8", "%u8", STORE, 1, 0, 1},
    {"u32 load", "%u32", "%u32", LOAD, 4, 0, 4},
    {"u32 store", "%u32", "%u32", STORE, 4, 0, 4},
    {"u32 atomic", "%u32", "%u32", ATOMIC, 4, 0, 4},
    {"u32 next", "%u32", "%u32", NEXT, 4, 0, 8},
    {"u64 copy", "%u64", "%u64", COPY, 8, 0, 8},
    {"v4 load", "%v4", "%v4", LOAD, 16, 0, 16},
    {"v4 store", "%v4", "%v4", STORE, 16, 0, 16},
    {"struct load", "%pair", "%u32", LOAD, 8, 4, 4},
    {"struct store", "%pair", "%u32", STORE, 8, 4, 4},
    {"row load", "%row", "%u32", LOAD, 32, COLUMN, 4},
    {"row store", "%row", "%u32", STORE, 32, COLUMN, 4},
    {"d16 load", "%d16", "%d16", LOAD, 128, 0, 128},
    {"d16 store", "%d16", "%d16", STORE, 128, 0, 128},
    {"async in", "%u32", "%u32", ASYNC_IN, 4, 0, 4 * COPIED},
    {"async out", "%u32", "%u32", ASYNC_OUT, 4, 0, 4 * COPIED},
};

typedef struct kernel {
    uint32_t bits;
    memory memory;
    way way;
    const what *what;
} kernel;

static int64_t values[] = {0,
                           ELEMENTS - 8,
                           ELEMENTS - 1,
                           ELEMENTS,
                           -1,
                           1 - (int64_t)ELEMENTS,
                           INT32_MIN,
                           INT32_MAX,
                           (int64_t)1 << 32,
                           ((int64_t)1 << 60) - 1,
                           ((int64_t)1 << 61) + 3,
                           (int64_t)1 << 62,
                           INT64_MAX,
                           INT64_MIN};
#define VALUES (sizeof values / sizeof *values)

/* -- a module -------------------------------------------------------------- */

typedef struct text {
    char bytes[8192];
    size_t n;
} text;

/* Appends a format; WORD in it is the type of addresses' width. */
static void put(text *t, const kernel *k, const char *format, ...)
{
    char line[512], *word;
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    while ((word = strstr(line, "WORD")) != NULL)
        memcpy(word, k->bits == 64 ? "%u64" : "%u32", 4);
    size_t n = strlen(line);
    assert_true(t->n + n + 1 < sizeof t->bytes);
    memcpy(t->bytes + t->n, line, n);
    t->n += n;
    t->bytes[t->n++] = '\n';
}

static bool is_async(const kernel *k)
{
    return k->what->access >= ASYNC_IN;
}

/* What all modules have before their function. */
static void put_types(text *t, const kernel *k, int64_t literal)
{
    const char *class = classes[k->memory];
    uint64_t bits = k->bits == 64 ? (uint64_t)literal : (uint32_t)literal;
    static const char *const capabilities[] = {
        "Addresses", "Kernel", "GenericPointer", "Vector16",
        "Int64",     "Int8",   "Float64"};
    for (size_t n = 0; n < sizeof capabilities / sizeof *capabilities; n++)
        put(t, k, "OpCapability %s", capabilities[n]);
    put(t, k, "OpMemoryModel Physical%u OpenCL", k->bits);
    put(t, k, "OpEntryPoint Kernel %%f \"f\" %%id");
    put(t, k, "OpDecorate %%id BuiltIn %s",
        is_async(k) ? "WorkgroupId" : "GlobalInvocationId");
    put(t, k, "OpDecorate %%id Constant");
    put(t, k,
        "%%void = OpTypeVoid\n%%bool = OpTypeBool\n%%event = OpTypeEvent");
    put(t, k, "%%u8 = OpTypeInt 8 0\n%%u32 = OpTypeInt 32 0");
    put(t, k, "%%u64 = OpTypeInt 64 0\n%%f64 = OpTypeFloat 64");
    put(t, k, "%%v3 = OpTypeVector WORD 3\n%%v4 = OpTypeVector %%u32 4");
    put(t, k,
        "%%d16 = OpTypeVector %%f64 16\n%%pair = OpTypeStruct %%u32 %%u32");
    put(t, k, "%%w0 = OpConstant WORD 0\n%%w1 = OpConstant WORD 1");
    put(t, k, "%%w2 = OpConstant WORD 2\n%%w8 = OpConstant WORD 8");
    put(t, k, "%%copied = OpConstant WORD %u", COPIED);
    put(t, k, "%%mask = OpConstant WORD %u", ELEMENTS - 1);
    put(t, k, "%%length = OpConstant WORD %u", ELEMENTS);
    put(t, k, "%%literal = OpConstant WORD %llu", (unsigned long long)bits);
    put(t, k, "%%n0 = OpConstant %%u32 0\n%%n1 = OpConstant %%u32 1");
    put(t, k, "%%n2 = OpConstant %%u32 2");
    put(t, k, "%%columns = OpConstant WORD %u", COLUMNS);
    put(t, k, "%%last_column = OpConstant WORD %u", COLUMNS - 1);
    put(t, k, "%%row = OpTypeArray %%u32 %%columns");
    put(t, k, "%%array_t = OpTypeArray %s %%length", k->what->element);
    put(t, k, "%%nothing = OpConstantNull %s", k->what->value);
    put(t, k, "%%all_nothing = OpConstantNull %%array_t");
    put(t, k, "%%no_event = OpConstantNull %%event");
    put(t, k, "%%array_p = OpTypePointer %s %%array_t", class);
    put(t, k, "%%value_p = OpTypePointer %s %s", class, k->what->value);
    put(t, k, "%%bytes_p = OpTypePointer %s %%u8", class);
    put(t, k, "%%event_p = OpTypePointer Function %%event");
    put(t, k, "%%in_p = OpTypePointer %s %%array_t",
        k->memory == CONSTANT ? "UniformConstant" : "CrossWorkgroup");
    put(t, k, "%%out_p = OpTypePointer CrossWorkgroup %%u32");
    put(t, k, "%%out_bytes = OpTypePointer CrossWorkgroup %%u8");
    put(t, k, "%%words_p = OpTypePointer CrossWorkgroup WORD");
    put(t, k, "%%input_p = OpTypePointer Input %%v3");
    put(t, k, "%%tile_t = OpTypeArray %%u32 %%copied");
    put(t, k, "%%tile_p = OpTypePointer Workgroup %%tile_t");
    put(t, k, "%%tile_value = OpTypePointer Workgroup %%u32");
    put(t, k,
        "%%sig = OpTypeFunction %%void %%out_p %%in_p WORD WORD %%words_p");
    put(t, k, "%%id = OpVariable %%input_p Input");
    put(t, k, "%%tile = OpVariable %%tile_p Workgroup");
    if (k->memory == LOCAL)
        put(t, k, "%%array = OpVariable %%array_p Workgroup");
}

static void put_index(text *t, const kernel *k)
{
    put(t, k, "%%ids = OpLoad %%v3 %%id");
    put(t, k, "%%gid = OpCompositeExtract WORD %%ids 0");
    switch (k->way) {
    case UNIFORM: put(t, k, "%%index = OpCopyObject WORD %%at"); break;
    case LITERAL: put(t, k, "%%index = OpCopyObject WORD %%literal"); break;
    case MOVED: put(t, k, "%%index = OpIAdd WORD %%gid %%literal"); break;
    case INT:
    case UINT:
        put(t, k, "%%at_32 = OpUConvert %%u32 %%at");
        put(t, k, "%%gid_32 = OpUConvert %%u32 %%gid");
        put(t, k, "%%sum_32 = OpIAdd %%u32 %%at_32 %%gid_32");
        put(t, k, "%%index = %s WORD %%sum_32",
            k->way == INT ? "OpSConvert" : "OpUConvert");
        break;
    case FEW:
        put(t, k, "%%own = OpBitwiseAnd WORD %%gid %%mask");
        put(t, k, "%%is = OpULessThan %%bool %%gid %%n");
        put(t, k, "%%index = OpSelect WORD %%is %%at %%own");
        break;
    case PLUS_ID: put(t, k, "%%index = OpIAdd WORD %%at %%gid"); break;
    case STEP: put(t, k, "%%index = OpIMul WORD %%at %%gid"); break;
    default:
        put(t, k, "%%place = OpInBoundsPtrAccessChain %%words_p %%table %%gid");
        put(t, k, "%%entry_in = OpLoad WORD %%place Aligned %u", k->bits / 8);
        if (k->way == TABLE) {
            put(t, k, "%%index = OpCopyObject WORD %%entry_in");
        } else if (k->bits == 32) {
            put(t, k, "%%index = OpIAdd %%u32 %%entry_in %%at");
        } else {
            put(t, k, "%%entry_32 = OpUConvert %%u32 %%entry_in");
            put(t, k, "%%at_32 = OpUConvert %%u32 %%at");
            put(t, k, "%%sum_32 = OpIAdd %%u32 %%entry_32 %%at_32");
            put(t, k, "%%index = OpSConvert WORD %%sum_32");
        }
        break;
    }
}

static void put_async(text *t, const kernel *k)
{
    bool to_element = (k->what->access == ASYNC_IN) == (k->memory == LOCAL);
    put(t, k, "%%tile_0 = OpInBoundsAccessChain %%tile_value %%tile %%w0");
    if (k->memory == LOCAL)
        put(t, k, "%%other = OpInBoundsPtrAccessChain %%out_p %%out %%w0");
    else
        put(t, k, "%%other = OpCopyObject %%tile_value %%tile_0");
    put(t, k,
        "%%done = OpGroupAsyncCopy %%event %%n2 %s %s %%copied %%w1 %%no_event",
        to_element ? "%e" : "%other", to_element ? "%other" : "%e");
    put(t, k, "OpStore %%events %%done");
    put(t, k, "OpGroupWaitEvents %%n2 %%n1 %%events");
}

static void put_access(text *t, const kernel *k)
{
    const char *value = k->what->value;
    uint32_t align = k->what->bytes < 4 ? 1 : 4;
    bool vector = k->what->bytes == k->what->size && k->what->size > 8;
    put(t, k, "%%column = OpBitwiseAnd WORD %%gid %%last_column");
    put(t, k, "%%e = OpInBoundsAccessChain %%value_p %s %%index%s",
        k->memory == GLOBAL || k->memory == CONSTANT ? "%in" : "%array",
        k->what->member == COLUMN ? " %column"
        : k->what->member         ? " %n1"
                                  : "");
    put(t, k, "%%twice = OpIMul WORD %%gid %%w2");
    put(t, k, "%%o = OpInBoundsPtrAccessChain %%out_p %%out %%twice");
    if (is_async(k)) {
        put_async(t, k);
        return;
    }
    if (k->what->access == COPY) {
        put(t, k, "%%e8 = OpBitcast %%bytes_p %%e");
        put(t, k, "%%o8 = OpBitcast %%out_bytes %%o");
        put(t, k, "OpCopyMemorySized %%o8 %%e8 %%w8 Aligned 4");
        return;
    }
    if (k->what->access == ATOMIC) {
        put(t, k, "%%got = OpAtomicIAdd %%u32 %%e %%n1 %%n0 %%n1");
    } else {
        if (k->what->access == STORE)
            put(t, k, "OpStore %%e %%nothing Aligned %u", align);
        put(t, k, "%%%s = OpLoad %s %%e Aligned %u",
            k->what->access == NEXT ? "before" : "got", value, align);
        if (k->what->access == NEXT)
            put(t, k,
                "%%next = OpInBoundsPtrAccessChain %%value_p %%e %%w1\n"
                "%%behind = OpLoad %%u32 %%next Aligned 4\n"
                "%%got = OpIAdd %%u32 %%before %%behind");
    }
    put(t, k, "%%first = %s %s %%got%s",
        vector ? "OpCompositeExtract" : "OpCopyObject",
        vector && k->what->size == 128 ? "%f64"
        : vector                       ? "%u32"
                                       : value,
        vector ? " 0" : "");
    if (k->what->size == 128)
        put(t, k,
            "%%raw = OpBitcast %%u64 %%first\n"
            "%%shown = OpUConvert %%u32 %%raw");
    else
        put(t, k, "%%shown = %s %%u32 %%first",
            k->what->size == 1 ? "OpUConvert" : "OpCopyObject");
    put(t, k, "OpStore %%o %%shown Aligned 4");
}

static void put_module(text *t, const kernel *k, int64_t literal)
{
    t->n = 0;
    put_types(t, k, literal);
    put(t, k, "%%f = OpFunction %%void None %%sig");
    put(t, k, "%%out = OpFunctionParameter %%out_p");
    put(t, k, "%%in = OpFunctionParameter %%in_p");
    put(t, k,
        "%%n = OpFunctionParameter WORD\n%%at = OpFunctionParameter WORD");
    put(t, k, "%%table = OpFunctionParameter %%words_p\n%%entry = OpLabel");
    put(t, k, "%%events = OpVariable %%event_p Function");
    if (k->memory == PRIVATE)
        put(t, k,
            "%%array = OpVariable %%array_p Function\n"
            "OpStore %%array %%all_nothing");
    if (k->memory == GENERIC)
        put(t, k, "%%array = OpPtrCastToGeneric %%array_p %%in");
    put_index(t, k);
    put_access(t, k);
    put(t, k, "OpReturn\nOpFunctionEnd");
}

/* -- a launch -------------------------------------------------------------- */

static uint32_t n_reports;
static gac_cpu_level cpu;

static void note(void *user, const gac_diagnostic *d)
{
    (void)user;
    n_reports += strcmp(d->rule, "out-of-bounds") == 0
                 || strcmp(d->rule, "copy-out-of-bounds") == 0
                 || strcmp(d->rule, "copy-address-overflow") == 0;
}

typedef struct opened {
    gac_context *context;
    gac_assembly *assembly;
    gac_module *module;
    gac_program *program;
    gac_launch *launch;
} opened;

static opened open_text(const text *t)
{
    gac_context_options options = {
        .size = sizeof options, .diagnostic = note, .cpu_level = cpu};
    opened o;
    size_t size;
    assert_int_equal(gac_context_create(&options, &o.context), GAC_OK);
    assert_int_equal(gac_assemble(o.context, t->bytes, t->n, NULL, &o.assembly),
                     GAC_OK);
    const void *data = gac_assembly_data(o.assembly, &size);
    assert_int_equal(gac_module_parse(o.context, data, size, NULL, &o.module),
                     GAC_OK);
    assert_int_equal(gac_program_create(o.module, NULL, 0, &o.program), GAC_OK);
    assert_int_equal(gac_launch_create(o.program, "f", &o.launch), GAC_OK);
    return o;
}

static void close_text(const opened *o)
{
    gac_launch_destroy(o->launch);
    gac_program_destroy(o->program);
    gac_module_destroy(o->module);
    gac_assembly_destroy(o->assembly);
    gac_context_destroy(o->context);
}

/* -- the model ------------------------------------------------------------- */

/* Ways to run: work-items, those of a group, and lanes of a strip. */
typedef struct shape {
    uint64_t items, group;
    uint32_t strip; /* 0: chosen */
} shape;

static const shape shapes[] = {
    {96, 96, 0}, {128, 16, 0}, {128, 128, 64}, {1, 1, 0}, {70, 7, 0}};
#define SHAPES (sizeof shapes / sizeof *shapes)

static int64_t wrapped(const kernel *k, uint64_t x)
{
    return k->bits == 64 ? (int64_t)x : (int32_t)(uint32_t)x;
}

static uint64_t entry_of(uint64_t item)
{
    return item * 61 % ELEMENTS;
}

static uint64_t index_of(const kernel *k, int64_t value, uint64_t item)
{
    uint64_t v = (uint64_t)value;
    switch (k->way) {
    case FEW: return item < 3 ? v : item % ELEMENTS;
    case MOVED:
    case PLUS_ID: return v + item;
    case INT: return (uint64_t)(int64_t)(int32_t)(uint32_t)(v + item);
    case UINT: return (uint32_t)(v + item);
    case STEP: return v * item;
    case TABLE: return item % 5 == 4 ? v : entry_of(item);
    case SUM: return (uint64_t)(int64_t)(int32_t)(uint32_t)(v + entry_of(item));
    default: return v;
    }
}

/* Whether an address so far from the array's may be another buffer's: those lie
 * within 4 MiB (32 bits), or at multiples of 2^48 and their number of 64 KiB.
 */
static bool may_be_another(const kernel *k, int64_t at)
{
    if (k->bits == 32)
        return at > -(4 << 20) && at < 4 << 20 && (at < -65536 || at > 65536);
    int64_t low = (int64_t)((uint64_t)at << 16) >> 16;
    return low != at && low > -(4 << 20) && low < 4 << 20;
}

/* Whether work-items tell what they have loaded. */
static bool shows(const kernel *k)
{
    return k->what->access == LOAD || k->what->access == NEXT
           || k->what->access == COPY;
}

typedef struct model {
    bool outside, another;
    bool touched[ELEMENTS * 128];
    uint8_t now[ELEMENTS * 128];
    uint8_t out[MOST_ITEMS][8]; /* what each work-item writes there */
} model;

static void show(model *m, const kernel *k, uint64_t item, uint64_t at)
{
    uint32_t first, second;
    access_kind a = k->what->access;
    if (!shows(k))
        return;
    memcpy(m->out[item], m->now + at,
           a == COPY            ? 8
           : k->what->size == 1 ? 1
                                : 4);
    if (a != NEXT)
        return;
    memcpy(&first, m->now + at, sizeof first);
    memcpy(&second, m->now + at + 4, sizeof second);
    first += second;
    memcpy(m->out[item], &first, sizeof first);
}

static void change(model *m, const kernel *k, uint64_t at)
{
    uint32_t word;
    for (uint32_t b = 0; b < k->what->bytes; b++)
        m->touched[at + b] = true;
    if (k->what->access == STORE) {
        memset(m->now + at, 0, k->what->bytes);
    } else if (k->what->access == ATOMIC) {
        memcpy(&word, m->now + at, sizeof word);
        word++;
        memcpy(m->now + at, &word, sizeof word);
    }
}

static void make_model(model *m, const kernel *k, int64_t value, const shape *s)
{
    uint64_t length = (uint64_t)ELEMENTS * k->what->size;
    uint64_t n = is_async(k) ? s->items / s->group : s->items;
    memset(m, 0, sizeof *m);
    for (uint64_t b = 0; b < length; b++)
        m->now[b] = k->memory == PRIVATE ? 0 : (uint8_t)(b * 37 + b / 251 + 1);
    for (uint64_t item = 0; item < n; item++) {
        uint64_t index = index_of(k, value, item);
        uint64_t member =
            k->what->member == COLUMN ? item % COLUMNS * 4 : k->what->member;
        int64_t at = wrapped(k, index * k->what->size + member);
        if (at < 0 || (uint64_t)at > length - k->what->bytes) {
            m->outside = true;
            m->another |= may_be_another(k, at);
            continue;
        }
        show(m, k, item, (uint64_t)at);
        change(m, k, (uint64_t)at);
    }
}

/* -- a run ----------------------------------------------------------------- */

typedef struct buffer {
    guarded pages;
    uint8_t *data;
    size_t size;
} buffer;

/* Against the guard in front, or the one behind; the rest is canaries. */
static void place(buffer *b, size_t size, bool behind)
{
    b->size = size;
    b->data = b->pages.data + (behind ? b->pages.size - size : 0);
    memset(b->pages.data, CANARY, b->pages.size);
}

static bool canaries_live(const buffer *b)
{
    for (const uint8_t *p = b->pages.data; p < b->pages.data + b->pages.size;
         p++)
        if ((p < b->data || p >= b->data + b->size) && *p != CANARY)
            return false;
    return true;
}

static buffer out, in, table;

static void set_arguments(const opened *o, const kernel *k, int64_t value,
                          const shape *s, bool behind)
{
    uint32_t word = k->bits / 8;
    uint64_t few = 3;
    place(&out, sizeof(uint32_t) * 2 * s->items + 16, behind);
    place(&in, (size_t)ELEMENTS * k->what->size, behind);
    place(&table, (size_t)s->items * word, behind);
    memset(out.data, 0xEE, out.size);
    for (size_t b = 0; b < in.size; b++)
        in.data[b] = (uint8_t)(b * 37 + b / 251 + 1);
    for (uint64_t item = 0; item < s->items; item++) {
        uint64_t index =
            k->way == SUM ? entry_of(item) : index_of(k, value, item);
        memcpy(table.data + item * word, &index, word);
    }
    gac_launch *l = o->launch;
    assert_int_equal(gac_launch_set_buffer(l, 0, out.data, out.size, 0), 0);
    assert_int_equal(gac_launch_set_buffer(l, 1, in.data, in.size, 0), 0);
    assert_int_equal(gac_launch_set_value(l, 2, &few, word), 0);
    assert_int_equal(gac_launch_set_value(l, 3, &value, word), 0);
    assert_int_equal(gac_launch_set_buffer(l, 4, table.data, table.size, 0), 0);
}

/* NULL, or what is wrong with a run's end. */
static const char *check_end(const kernel *k, const model *m, bool checked,
                             gac_result result)
{
    if (result != GAC_OK && result != GAC_ERR_TRAP && result != GAC_ERR_INVALID)
        return "an error";
    if (!m->outside)
        return result == GAC_OK && !n_reports ? NULL : "a fault is reported";
    if (m->another || (k->memory == PRIVATE && !checked))
        return NULL;
    if (result == GAC_OK)
        return "it ends well";
    return n_reports ? NULL : "another fault is reported";
}

static const char *check_memory(const kernel *k, const model *m, const shape *s,
                                gac_result result)
{
    bool ours = k->memory != PRIVATE && k->memory != LOCAL;
    uint8_t is[8] = {0};
    if (!canaries_live(&out) || !canaries_live(&in) || !canaries_live(&table))
        return "bytes around a buffer are changed";
    for (size_t b = 0; ours && !m->another && !is_async(k) && b < in.size; b++)
        if (in.data[b] != m->now[b] && (result == GAC_OK || !m->touched[b]))
            return "the array is not as it should be";
    if (result != GAC_OK || m->outside || !shows(k) || k->memory == LOCAL)
        return NULL;
    size_t n = k->what->access == COPY ? 8 : 4;
    for (uint64_t item = 0; item < s->items; item++) {
        memcpy(is, out.data + item * 8, n);
        if (memcmp(is, m->out[item], n) != 0)
            return "a work-item loads something else";
    }
    return NULL;
}

static uint64_t n_runs, n_faults;

static void run(const opened *o, const kernel *k, int64_t value, const shape *s,
                bool behind, bool checked)
{
    static model m;
    gac_run_options options = {.size = sizeof options,
                               .global = {s->items},
                               .local = {s->group},
                               .threads = 1,
                               .strip_lanes = s->strip};
    if (checked)
        options.checks =
            "out-of-bounds,copy-out-of-bounds,copy-address-overflow";
    make_model(&m, k, value, s);
    set_arguments(o, k, value, s, behind);
    n_reports = 0;
    gac_result result = gac_launch_run(o->launch, &options, NULL);
    const char *why = check_end(k, &m, checked, result);
    if (!why)
        why = check_memory(k, &m, s, result);
    n_runs++;
    if (!why)
        return;
    n_faults++;
    print_message("%u bits, %s, %s, %s %lld, %llu work-items in groups of %llu"
                  "%s%s: %s (%s)\n",
                  k->bits, memory_names[k->memory], k->what->name,
                  way_names[k->way], (long long)value,
                  (unsigned long long)s->items, (unsigned long long)s->group,
                  behind ? ", guard behind" : ", guard in front",
                  checked ? ", checked" : "", why, gac_result_text(result));
}

/* -- all of it ------------------------------------------------------------- */

static bool is_constant(const kernel *k)
{
    return k->way == LITERAL || k->way == MOVED;
}

static bool exists(const kernel *k)
{
    access_kind a = k->what->access;
    bool writes = a == STORE || a == ATOMIC;
    if (is_async(k))
        return (k->memory == LOCAL || k->memory == GLOBAL)
               && (k->way <= LITERAL || k->way == PLUS_ID);
    if (is_constant(k) && k->what->size != 4 && k->what->size != 128)
        return false;
    if (k->bits == 32 && (k->way == INT || k->way == UINT))
        return false;
    return !(k->memory == CONSTANT && writes);
}

static void run_values(const kernel *k)
{
    static text t;
    static uint64_t turn;
    opened o = {0};
    for (size_t v = 0; v < VALUES; v++) {
        int64_t value = values[v];
        if (k->bits == 32 && (value > INT32_MAX || value < INT32_MIN))
            continue;
        if (o.launch && is_constant(k)) {
            close_text(&o);
            o.launch = NULL;
        }
        if (!o.launch) {
            put_module(&t, k, value);
            o = open_text(&t);
        }
        const shape *s = &shapes[turn++ % SHAPES];
        bool behind = turn / 7 % 2;
        run(&o, k, value, s, behind, false);
        run(&o, k, value, s, !behind, true);
        run(&o, k, value, &shapes[turn % SHAPES], !behind, false);
    }
    close_text(&o);
}

static void run_kernels(uint32_t bits)
{
    kernel k = {.bits = bits};
    for (int m = PRIVATE; m <= GENERIC; m++)
        for (size_t n = 0; n < sizeof whats / sizeof *whats; n++)
            for (int w = UNIFORM; w < WAYS; w++) {
                k.memory = (memory)m;
                k.what = &whats[n];
                k.way = (way)w;
                if (exists(&k))
                    run_values(&k);
            }
}

/* At every level that the processor has. */
static void run_all(uint32_t bits)
{
    n_runs = n_faults = 0;
    out.pages = guarded_new(sizeof(uint32_t) * 2 * MOST_ITEMS + PAGE);
    in.pages = guarded_new((size_t)ELEMENTS * 128 + PAGE);
    table.pages = guarded_new(sizeof(uint64_t) * MOST_ITEMS + PAGE);
    cpu = getenv("GAC_TEST_QUICK") ? gac_cpu_best() : GAC_CPU_BASELINE;
    for (; cpu <= gac_cpu_best(); cpu++)
        run_kernels(bits);
    guarded_free(&out.pages);
    guarded_free(&in.pages);
    guarded_free(&table.pages);
    print_message("%llu runs\n", (unsigned long long)n_runs);
    assert_int_equal(n_faults, 0);
}

static void test_addresses_of_64_bits(void **state)
{
    (void)state;
    run_all(64);
}

static void test_addresses_of_32_bits(void **state)
{
    (void)state;
    run_all(32);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_addresses_of_64_bits),
        cmocka_unit_test(test_addresses_of_32_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

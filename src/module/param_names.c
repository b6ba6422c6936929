/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Names and types of kernel parameters, as the source has them.
 *
 * They come from the first of: llvm-spirv's strings, which stand for clang's
 * metadata ("kernel_arg_type.NAME.T1,T2,", and "kernel_arg_type_qual."
 * likewise); debug information, a DebugLocalVariable for each parameter; the
 * types and decorations of the module. A module may hold anything there: texts
 * are cut, and types are followed to a limited depth.
 */
#include "module/param_names.h"

#include <stdio.h>
#include <stdlib.h>

#include "module/module_internal.h"
#include "module/types.h"

#define ARG_TYPE "kernel_arg_type."
#define ARG_TYPE_QUAL "kernel_arg_type_qual."
#define MAX_DEPTH 16
#define MAX_TEXT 256u
#define MAX_STRINGS 64u     /* strings of a kernel that are read, at most */
#define MAX_VARIABLES 4096u /* variables of a function, at most */

enum { QUALIFIER_CONST, QUALIFIER_VOLATILE, QUALIFIER_RESTRICT };

/* Word indices: an instruction's number in its set, and its operands. */
enum {
    WORD_NUMBER = GAC__DEBUG_WORD_NUMBER,
    WORD_NAME = GAC__DEBUG_WORD_FIRST,
    WORD_BASE = GAC__DEBUG_WORD_FIRST, /* of pointers, qualifiers, vectors */
    WORD_QUALIFIER = 6,
    WORD_COUNT = 6,
    WORD_TYPEDEF_BASE = 6,
    WORD_TAG = 6,
    WORD_VARIABLE_TYPE = 6,
    WORD_SCOPE = 10,
    WORD_ARGUMENT = 12
};

/* One kernel's parameters that are being read. */
typedef struct reader {
    const gac_module *m;
    const gac__name_index *index;
    const char *kernel;
    gac__arena *arena; /* holds the texts */
    gac__param_name *params;
    uint32_t n_params;
    bool is_short; /* an allocation has failed */
} reader;

/* A type's name that is being written. */
typedef struct text {
    char chars[MAX_TEXT];
    size_t n;
    bool is_lost; /* the name is not known */
} text;

static void put(text *t, const char *format, ...) GAC__PRINTF(2, 3);

static void put(text *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vsnprintf(t->chars + t->n, MAX_TEXT - t->n, format, args);
    va_end(args);
    if (n < 0 || (size_t)n >= MAX_TEXT - t->n)
        t->is_lost = true;
    else
        t->n += (size_t)n;
}

/* Returns the text of an OpString; NULL: it is none, or empty, or not UTF-8. */
static const char *string_of(const gac_module *m, uint32_t id)
{
    gac__inst inst;
    uint32_t n;
    if (!gac__module_def(m, id, &inst) || inst.opcode != SpvOpString)
        return NULL;
    const char *s = gac__module_string(&inst, 2, &n);
    return s && *s && gac__utf8_valid(s, strlen(s)) ? s : NULL;
}

static const char *copy_text(reader *r, const char *chars, size_t n)
{
    const char *copy = gac__arena_string(r->arena, chars, n);
    r->is_short |= !copy;
    return copy;
}

/* -- types of the module --------------------------------------------------- */

static void put_struct(const gac_module *m, text *t, uint32_t id)
{
    const char *name = gac__module_name(m, id);
    if (name && !strncmp(name, "struct.", 7))
        put(t, "struct %s", name + 7);
    else if (name && !strncmp(name, "union.", 6))
        put(t, "union %s", name + 6);
    else
        put(t, "%s",
            name && gac__utf8_valid(name, strlen(name)) ? name : "struct");
}

static void put_type(const gac_module *m, text *t, uint32_t id, int depth)
{
    static const char *const ints[] = {"char", "short", "int", "long"};
    gac__type type = gac__module_type(m, id);
    uint32_t log2 = type.width == 8    ? 0
                    : type.width == 16 ? 1
                    : type.width == 32 ? 2
                                       : 3;
    if (depth > MAX_DEPTH) {
        t->is_lost = true;
        return;
    }
    switch (type.kind) {
    case GAC__TYPE_VOID: put(t, "void"); break;
    case GAC__TYPE_BOOL: put(t, "bool"); break;
    case GAC__TYPE_INT:
        put(t, "%s%s", type.is_signed ? "" : "u", ints[log2]);
        break;
    case GAC__TYPE_FLOAT:
        put(t, "%s", log2 == 1 ? "half" : log2 == 2 ? "float" : "double");
        break;
    case GAC__TYPE_VECTOR:
        put_type(m, t, type.element_id, depth + 1);
        put(t, "%llu", (unsigned long long)type.count);
        break;
    case GAC__TYPE_STRUCT: put_struct(m, t, id); break;
    case GAC__TYPE_ARRAY:
    case GAC__TYPE_RUNTIME_ARRAY:
        put_type(m, t, type.element_id, depth + 1);
        put(t, "[%llu]", (unsigned long long)type.count);
        break;
    case GAC__TYPE_POINTER:
        put_type(m, t, type.element_id, depth + 1);
        put(t, "*");
        break;
    case GAC__TYPE_UNTYPED_POINTER: put(t, "void*"); break;
    case GAC__TYPE_EVENT: put(t, "event_t"); break;
    default: t->is_lost = true; break;
    }
}

/* -- debug information ----------------------------------------------------- */

/* Gets a debug instruction. False: `id` is none. */
static bool debug_inst(const gac_module *m, uint32_t id, gac__inst *out)
{
    return gac__module_def(m, id, out)
           && gac__debug_number(m, out) != UINT32_MAX;
}

static uint32_t word(const gac__inst *i, uint32_t at)
{
    return at < i->n_words ? i->words[at] : 0;
}

/* Returns an operand that is a literal in some sets, a constant in others. */
static uint32_t number(const gac_module *m, const gac__inst *i, uint32_t at)
{
    const gac__import *import = gac__module_import_of(m, i);
    uint64_t value = word(i, at);
    if (import && import->ids_only
        && !gac__module_constant(m, word(i, at), &value))
        return UINT32_MAX;
    return value <= UINT32_MAX ? (uint32_t)value : UINT32_MAX;
}

/* Returns OpenCL C's shorter name of a type of C. */
static const char *short_name(const char *name)
{
    static const char *const names[][2] = {
        {"unsigned char", "uchar"}, {"unsigned short", "ushort"},
        {"unsigned int", "uint"},   {"unsigned long", "ulong"},
        {"signed char", "char"},    {"_Bool", "bool"}};
    for (size_t n = 0; n < GAC__COUNT_OF(names); n++)
        if (!strcmp(names[n][0], name))
            return names[n][1];
    return name;
}

static void put_name(const gac_module *m, text *t, const char *prefix,
                     const gac__inst *i)
{
    const char *name = string_of(m, word(i, WORD_NAME));
    t->is_lost |= !name;
    if (name)
        put(t, "%s%s", prefix, short_name(name));
}

static void put_debug_type(const gac_module *m, text *t, uint32_t id, int depth)
{
    gac__inst i;
    if (depth > MAX_DEPTH) {
        t->is_lost = true;
        return;
    }
    if (!debug_inst(m, id, &i)) {
        t->is_lost |= gac__module_type_kind(m, id) != GAC__TYPE_VOID;
        put(t, "void");
        return;
    }
    switch (i.words[WORD_NUMBER]) {
    case GAC__DEBUG_NONE: put(t, "void"); break;
    case GAC__DEBUG_TYPE_BASIC:
    case GAC__DEBUG_TYPEDEF: put_name(m, t, "", &i); break;
    case GAC__DEBUG_TYPE_ENUM: put_name(m, t, "enum ", &i); break;
    case GAC__DEBUG_TYPE_COMPOSITE:
        put_name(m, t, number(m, &i, WORD_TAG) == 2 ? "union " : "struct ", &i);
        break;
    case GAC__DEBUG_TYPE_POINTER:
        put_debug_type(m, t, word(&i, WORD_BASE), depth + 1);
        put(t, "*");
        break;
    case GAC__DEBUG_TYPE_QUALIFIER:
        put_debug_type(m, t, word(&i, WORD_BASE), depth + 1);
        break;
    case GAC__DEBUG_TYPE_VECTOR:
        put_debug_type(m, t, word(&i, WORD_BASE), depth + 1);
        put(t, "%u", number(m, &i, WORD_COUNT));
        break;
    default: t->is_lost = true; break;
    }
}

/* Reads the qualifiers of a type. Returns what they qualify. */
static uint32_t read_qualifiers(const gac_module *m, uint32_t id,
                                gac__param_name *p, bool of_pointee)
{
    gac__inst i;
    for (int n = 0; n < MAX_DEPTH && debug_inst(m, id, &i)
                    && i.words[WORD_NUMBER] == GAC__DEBUG_TYPE_QUALIFIER;
         n++) {
        uint32_t is = number(m, &i, WORD_QUALIFIER);
        p->is_const |= of_pointee && is == QUALIFIER_CONST;
        p->is_volatile |= of_pointee && is == QUALIFIER_VOLATILE;
        p->is_restrict |= !of_pointee && is == QUALIFIER_RESTRICT;
        id = word(&i, WORD_BASE);
    }
    return id;
}

static void read_variable(reader *r, const gac__inst *i)
{
    const gac_module *m = r->m;
    uint32_t at = number(m, i, WORD_ARGUMENT) - 1;
    if (i->n_words <= WORD_ARGUMENT || at >= r->n_params)
        return;
    gac__param_name *p = &r->params[at];
    gac__param_name own = *p;
    gac__inst pointer;
    text t = {.n = 0};
    if (!own.name)
        own.name = string_of(m, word(i, WORD_NAME));
    uint32_t type =
        read_qualifiers(m, word(i, WORD_VARIABLE_TYPE), &own, false);
    if (debug_inst(m, type, &pointer)
        && pointer.words[WORD_NUMBER] == GAC__DEBUG_TYPE_POINTER)
        (void)read_qualifiers(m, word(&pointer, WORD_BASE), &own, true);
    put_debug_type(m, &t, type, 0);
    if (!t.is_lost && t.n && !own.type_name) {
        own.is_declared = true;
        own.type_name = copy_text(r, t.chars, t.n);
        *p = own;
    }
    p->name = own.name;
}

/* -- the index ------------------------------------------------------------- */

/* An OpString or a DebugFunction, with its text; or a DebugLocalVariable, with
 * its scope and an empty text. */
typedef struct index_entry {
    const char *text;
    uint32_t scope, ordinal;
} index_entry;

typedef GAC__VEC(index_entry) index_list;

/* An index of a module, for all its kernels. Lists are sorted. */
struct gac__name_index {
    bool is_filled;
    index_list strings, functions, locals;
};

static int compare_entries(const void *a, const void *b)
{
    const index_entry *x = a, *y = b;
    int order = strcmp(x->text, y->text);
    return order                     ? order
           : x->scope != y->scope    ? (x->scope < y->scope ? -1 : 1)
           : x->ordinal < y->ordinal ? -1
                                     : x->ordinal > y->ordinal;
}

/* Enters a debug instruction in the index. False: out of memory. */
static bool note_debug(const gac_allocator *a, const gac_module *m,
                       gac__name_index *index, const gac__inst *inst)
{
    gac__inst i;
    if (!debug_inst(m, inst->result_id, &i))
        return true;
    index_entry local = {"", word(&i, WORD_SCOPE), i.ordinal};
    index_entry function = {NULL, 0, i.ordinal};
    if (i.words[WORD_NUMBER] == GAC__DEBUG_FUNCTION)
        function.text = string_of(m, word(&i, WORD_NAME));
    if (i.words[WORD_NUMBER] == GAC__DEBUG_LOCAL_VARIABLE)
        return GAC__VEC_PUSH(a, &index->locals, local);
    return !function.text || GAC__VEC_PUSH(a, &index->functions, function);
}

static bool read_entries(const gac_allocator *a, const gac_module *m,
                         gac__name_index *index)
{
    bool debug = false, ok = true;
    uint32_t n_words;
    for (uint32_t n = 0; n < m->n_imports; n++)
        debug |= m->imports[n].debug_info;
    GAC__EACH_MODULE_INST(m, i, 0, ok ? m->first_function : 0) {
        index_entry string = {NULL, 0, i.ordinal};
        if (i.opcode == SpvOpString)
            string.text = gac__module_string(&i, 2, &n_words);
        if (string.text)
            ok = GAC__VEC_PUSH(a, &index->strings, string);
        else if (debug && i.opcode == SpvOpExtInst)
            ok = note_debug(a, m, index, &i);
    }
    return ok;
}

static void empty_index(const gac_allocator *a, gac__name_index *index)
{
    GAC__VEC_FREE(a, &index->strings);
    GAC__VEC_FREE(a, &index->functions);
    GAC__VEC_FREE(a, &index->locals);
}

/* Reads the module into the index, once. False: out of memory. */
static bool fill_index(const gac_module *m, gac__name_index *index)
{
    const gac_allocator *a = &m->context->allocator;
    if (index->is_filled)
        return true;
    index_list *const lists[] = {&index->strings, &index->functions,
                                 &index->locals};
    index->is_filled = read_entries(a, m, index);
    if (!index->is_filled)
        empty_index(a, index);
    for (size_t k = 0; k < GAC__COUNT_OF(lists); k++)
        if (lists[k]->n)
            qsort(lists[k]->items, lists[k]->n, sizeof(index_entry),
                  compare_entries);
    return index->is_filled;
}

gac__name_index *gac__name_index_create(const gac_allocator *a)
{
    return gac__alloc_zero(a, 1, sizeof(gac__name_index));
}

void gac__name_index_free(const gac_allocator *a, gac__name_index *index)
{
    if (index)
        empty_index(a, index);
    gac__free(a, index, index ? 1 : 0, sizeof *index);
}

/* Compares the beginning of a text with the concatenation of `parts`, a list
 * that ends with NULL. */
static int compare_start(const char *s, const char *const *parts)
{
    for (; *parts; parts++) {
        size_t n = strlen(*parts);
        int order = strncmp(s, *parts, n);
        if (order)
            return order;
        s += n;
    }
    return 0;
}

/* Returns the position of the first entry whose text begins with `parts`, from
 * this scope and ordinal on, or where it would be. */
static size_t find_entry(const index_list *list, const char *const *parts,
                         uint32_t scope, uint32_t ordinal)
{
    size_t low = 0, high = list->n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const index_entry *e = &list->items[middle];
        int order = compare_start(e->text, parts);
        if (order < 0
            || (order == 0
                && (e->scope < scope
                    || (e->scope == scope && e->ordinal < ordinal))))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* -- llvm-spirv's strings -------------------------------------------------- */

/* Returns what follows "PREFIX.KERNEL." in a string; NULL: it does not begin
 * so, or has not an item for each parameter. */
static const char *list_of(const reader *r, const char *s, const char *prefix)
{
    size_t n = strlen(prefix), length = strlen(r->kernel);
    if (strncmp(s, prefix, n) != 0 || strncmp(s + n, r->kernel, length) != 0
        || s[n + length] != '.')
        return NULL;
    s += n + length + 1;
    uint32_t items = 0;
    for (const char *c = s; *c; c++)
        items += *c == ',';
    return items == r->n_params ? s : NULL;
}

static bool has_word(const char *s, size_t length, const char *wanted)
{
    size_t n = strlen(wanted);
    for (size_t at = 0; at < length;) {
        size_t end = at;
        while (end < length && s[end] != ' ')
            end++;
        if (end - at == n && !memcmp(s + at, wanted, n))
            return true;
        at = end + 1;
    }
    return false;
}

static void read_string(reader *r, const char *s)
{
    const char *types = list_of(r, s, ARG_TYPE);
    const char *qualifiers = list_of(r, s, ARG_TYPE_QUAL);
    const char *item = types ? types : qualifiers;
    if (!item || !gac__utf8_valid(s, strlen(s)))
        return;
    for (uint32_t n = 0; n < r->n_params; n++) {
        gac__param_name *p = &r->params[n];
        size_t length = strcspn(item, ",");
        if (types && length) {
            p->type_name = copy_text(r, item, length);
            p->is_declared = true;
        } else if (qualifiers) {
            p->is_const = has_word(item, length, "const");
            p->is_restrict = has_word(item, length, "restrict");
            p->is_volatile = has_word(item, length, "volatile");
        }
        item += length + 1;
    }
}

/* Reads the last string "PREFIX.KERNEL.ITEM,ITEM,..." that has an item for each
 * parameter. */
static void read_strings(reader *r, const char *prefix)
{
    const gac__name_index *index = r->index;
    const char *const parts[] = {prefix, r->kernel, ".", NULL};
    const index_entry *texts = index->strings.items, *last = NULL;
    size_t k = find_entry(&index->strings, parts, 0, 0);
    size_t end = GAC__MIN(index->strings.n, k + MAX_STRINGS);
    for (; k < end && !compare_start(texts[k].text, parts); k++)
        if (list_of(r, texts[k].text, prefix)
            && (!last || texts[k].ordinal > last->ordinal))
            last = &texts[k];
    if (last)
        read_string(r, last->text);
}

/* Reads the variables of the first function with the kernel's name. */
static void read_debug(reader *r)
{
    const gac_module *m = r->m;
    const gac__name_index *index = r->index;
    const char *const parts[] = {r->kernel, NULL};
    size_t at = find_entry(&index->functions, parts, 0, 0);
    if (at == index->functions.n
        || strcmp(index->functions.items[at].text, r->kernel) != 0)
        return;
    uint32_t from = index->functions.items[at].ordinal;
    uint32_t function = gac__module_inst(m, from).result_id;
    const char *const none[] = {NULL};
    const index_entry *locals = index->locals.items;
    size_t low = find_entry(&index->locals, none, function, from);
    size_t end = GAC__MIN(index->locals.n, low + MAX_VARIABLES);
    for (; low < end && locals[low].scope == function; low++) {
        gac__inst i = gac__module_inst(m, locals[low].ordinal);
        read_variable(r, &i);
    }
}

/* -- parameters ------------------------------------------------------------ */

static void read_param(reader *r, uint32_t index, const gac__inst *param)
{
    const gac_module *m = r->m;
    gac__param_name *p = &r->params[index];
    uint32_t id = param->result_id, type = param->type_id;
    text t = {.n = 0};
    p->is_const |= p->is_constant;
    if (p->is_declared)
        return;
    if (p->is_value && gac__module_type_kind(m, type) == GAC__TYPE_POINTER)
        type = gac__module_type(m, type).element_id;
    put_type(m, &t, type, 0);
    if (!t.is_lost)
        p->type_name = copy_text(r, t.chars, t.n);
    p->is_const =
        p->is_constant
        || gac__module_decoration(m, id, UINT32_MAX, SpvDecorationConstant)
        || gac__module_decoration(m, id, UINT32_MAX, SpvDecorationNonWritable);
    p->is_restrict =
        gac__module_decoration(m, id, UINT32_MAX, SpvDecorationRestrict)
        || gac__module_has_decoration(m, id, SpvDecorationFuncParamAttr,
                                      SpvFunctionParameterAttributeNoAlias);
    p->is_volatile =
        gac__module_decoration(m, id, UINT32_MAX, SpvDecorationVolatile);
}

static void read_params(reader *r, uint32_t function_id)
{
    const gac_module *m = r->m;
    const gac__function *f = gac__module_function(m, function_id);
    uint32_t n = 0;
    GAC__EACH_MODULE_INST(m, i, f ? f->first : 0, f ? f->end : 0) {
        if (n == r->n_params)
            break;
        if (i.opcode == SpvOpFunctionParameter)
            read_param(r, n++, &i);
    }
}

gac_result gac__param_names_read(const gac_module *m, gac__name_index *index,
                                 const gac__entry_point *entry,
                                 gac__arena *arena, gac__param_name *params,
                                 uint32_t n_params)
{
    reader r = {.m = m,
                .index = index,
                .kernel = entry->name,
                .arena = arena,
                .params = params,
                .n_params = n_params};
    if (!fill_index(m, index))
        return GAC_ERR_MEMORY;
    read_strings(&r, ARG_TYPE);
    read_strings(&r, ARG_TYPE_QUAL);
    read_debug(&r);
    read_params(&r, entry->function_id);
    return r.is_short ? GAC_ERR_MEMORY : GAC_OK;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Lists of diagnostics: collecting, limiting, sorting. */

/* A diagnostic lasts for the call of the sink only: a list keeps a copy, with
 * all strings in one arena. Places and excerpts (the line of a text, the
 * instruction disassembled) are added by the reader of the file later. */
#include "diag/diag_internal.h"

#include <stdio.h>
#include <stdlib.h>

gac_result gac_diagnostic_list_create(const gac_allocator *allocator,
                                      gac_diagnostic_list **list_out)
{
    if (!list_out)
        return GAC_ERR_ARGUMENT;
    const gac_allocator *a =
        allocator && allocator->resize ? allocator : &gac__malloc_allocator;
    gac_diagnostic_list *list = gac__alloc_zero(a, 1, sizeof *list);
    *list_out = list;
    if (!list)
        return GAC_ERR_MEMORY;
    list->allocator = *a;
    gac__arena_init(&list->arena, &list->allocator);
    return GAC_OK;
}

void gac_diagnostic_list_destroy(gac_diagnostic_list *list)
{
    if (!list)
        return;
    gac_allocator a = list->allocator;
    gac__arena_free(&list->arena);
    GAC__VEC_FREE(&a, &list->entries);
    gac__free(&a, list, 1, sizeof *list);
}

/* -- adding ---------------------------------------------------------------- */

/* A copy of a string; of NULL, NULL. `*ok` becomes false when memory is out. */
static const char *keep(gac_diagnostic_list *list, const char *text, bool *ok)
{
    if (!text)
        return NULL;
    const char *copy = gac__arena_string(&list->arena, text, strlen(text));
    if (!copy)
        *ok = false;
    return copy;
}

void gac_diagnostic_list_set_file(gac_diagnostic_list *list, const char *file)
{
    if (!list)
        return;
    bool ok = true;
    list->file = keep(list, file, &ok);
    list->file_begin = list->entries.n;
    list->lost += !ok;
}

void gac_diagnostic_list_set_limit(gac_diagnostic_list *list, size_t max)
{
    if (list)
        list->limit = max;
}

size_t gac_diagnostic_list_left_out(const gac_diagnostic_list *list,
                                    gac_severity severity)
{
    return list && (size_t)severity < GAC__COUNT_OF(list->left_out)
               ? list->left_out[severity]
               : 0;
}

gac_result gac_diagnostic_list_set_policy(gac_diagnostic_list *list,
                                          const char *rule, gac_policy policy)
{
    uint32_t index = gac__rule_index(rule);
    if (!list || policy > GAC_POLICY_DISABLE)
        return GAC_ERR_ARGUMENT;
    if (rule && index == gac_rule_count())
        return GAC_ERR_NOT_FOUND;
    for (uint32_t i = 0; i < gac_rule_count(); i++)
        if (!rule || i == index)
            list->policies[i] = (uint8_t)policy;
    return GAC_OK;
}

static const gac_finding *keep_finding(gac_diagnostic_list *list,
                                       const gac_finding *finding, bool *ok)
{
    if (!finding)
        return NULL;
    gac_finding *f = gac__arena_alloc(&list->arena, 1, sizeof *f);
    if (!f) {
        *ok = false;
        return NULL;
    }
    *f = *finding;
    f->kernel = keep(list, f->kernel, ok);
    f->variable = keep(list, f->variable, ok);
    f->other_access = keep(list, f->other_access, ok);
    f->other_instruction = keep(list, f->other_instruction, ok);
    f->other_source.file = keep(list, f->other_source.file, ok);
    return f;
}

void gac_diagnostic_list_add(void *user, const gac_diagnostic *d)
{
    gac_diagnostic_list *list = user;
    if (!list || !d)
        return;
    uint32_t rule = gac__rule_index(d->rule);
    uint8_t policy = rule < gac_rule_count() ? list->policies[rule] : 0;
    if (policy == GAC_POLICY_DISABLE)
        return;
    bool ok = true;
    gac__entry e = {
        .diagnostic = *d, .offset = d->word_offset, .order = list->entries.n};
    if (d->belongs && list->entries.n > list->file_begin)
        e.offset = list->entries.items[list->entries.n - 1].offset;
    if (policy == GAC_POLICY_ERROR && d->severity == GAC_SEVERITY_WARNING)
        e.diagnostic.severity = GAC_SEVERITY_ERROR;
    if (list->limit && list->entries.n >= list->file_begin
        && list->entries.n - list->file_begin >= list->limit) {
        list->left_out[e.diagnostic.severity]++;
        return;
    }
    e.file = d->text_file ? keep(list, d->text_file, &ok) : list->file;
    e.diagnostic.rule = keep(list, d->rule, &ok);
    e.diagnostic.message = keep(list, d->message, &ok);
    e.diagnostic.instruction = keep(list, d->instruction, &ok);
    e.diagnostic.operand = keep(list, d->operand, &ok);
    e.diagnostic.source.file = keep(list, d->source.file, &ok);
    e.diagnostic.related_source.file = keep(list, d->related_source.file, &ok);
    e.diagnostic.hint = keep(list, d->hint, &ok);
    e.diagnostic.related_note = keep(list, d->related_note, &ok);
    e.diagnostic.text_file = e.file;
    if (d->source_text) {
        e.diagnostic.source_text = gac__arena_string(
            &list->arena, d->source_text, d->source_text_size);
        ok &= e.diagnostic.source_text != NULL;
    }
    e.diagnostic.finding = keep_finding(list, d->finding, &ok);
    if (!ok || !GAC__VEC_PUSH(&list->allocator, &list->entries, e))
        list->lost++;
}

/* -- access ---------------------------------------------------------------- */

size_t gac_diagnostic_list_count(const gac_diagnostic_list *list)
{
    return list ? list->entries.n : 0;
}

size_t gac_diagnostic_list_count_of(const gac_diagnostic_list *list,
                                    gac_severity severity)
{
    size_t n = 0;
    for (size_t i = 0; list && i < list->entries.n; i++)
        n += list->entries.items[i].diagnostic.severity == severity;
    return n;
}

size_t gac_diagnostic_list_lost(const gac_diagnostic_list *list)
{
    return list ? list->lost : 0;
}

const gac_diagnostic *gac_diagnostic_list_at(const gac_diagnostic_list *list,
                                             size_t index)
{
    return list && index < list->entries.n
               ? &list->entries.items[index].diagnostic
               : NULL;
}

/* -- order ----------------------------------------------------------------- */

static int compare(const void *a, const void *b)
{
    const gac__entry *x = a, *y = b;
    if (x->offset != y->offset)
        return x->offset < y->offset ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

void gac_diagnostic_list_sort(gac_diagnostic_list *list, size_t first)
{
    if (list && first < list->entries.n)
        qsort(list->entries.items + first, list->entries.n - first,
              sizeof *list->entries.items, compare);
}

void gac_diagnostic_list_cut(gac_diagnostic_list *list, size_t max_errors)
{
    size_t errors = 0;
    for (size_t i = 0; list && max_errors != 0 && i < list->entries.n; i++) {
        errors +=
            list->entries.items[i].diagnostic.severity == GAC_SEVERITY_ERROR;
        if (errors == max_errors)
            list->entries.n = i + 1;
    }
}

/* -- places ---------------------------------------------------------------- */

/* The text of an instruction may be a megabyte long, and have thousands of
 * faults. A text longer than LONG_TEXT is cut. */
enum { LONG_TEXT = 2048, TEXT_AROUND = 500 };

static bool is_inside_character(char c)
{
    return ((unsigned char)c & 0xc0) == 0x80;
}

/* Cuts a long text to what is around the underlined part. */
static void cut_excerpt(gac_diagnostic_list *list, gac_excerpt *e)
{
    const char *text = e->text;
    e->size = GAC__MIN(e->size, (size_t)TEXT_AROUND);
    size_t first = e->first > TEXT_AROUND ? e->first - TEXT_AROUND : 0;
    size_t end = GAC__MIN(e->first + e->size + TEXT_AROUND, e->text_size);
    while (first > 0 && is_inside_character(text[first]))
        first--;
    while (end < e->text_size && is_inside_character(text[end]))
        end++;
    const char *before = first > 0 ? "... " : "";
    const char *after = end < e->text_size ? " ..." : "";
    e->text = gac__arena_printf(&list->arena, "%s%.*s%s", before,
                                (int)(end - first), text + first, after);
    e->text_size = e->text ? strlen(e->text) : 0;
    e->first = e->first - first + strlen(before);
}

static void set_excerpt(gac_diagnostic_list *list, gac_excerpt *e,
                        const gac_excerpt *given)
{
    *e = *given;
    if (!e->text)
        return;
    if (e->first > e->text_size || e->size > e->text_size - e->first)
        e->first = e->size = 0;
    if (e->text_size > LONG_TEXT)
        cut_excerpt(list, e);
    else
        e->text = gac__arena_string(&list->arena, e->text, e->text_size);
    list->lost += !e->text;
    if (!e->text || e->first > e->text_size
        || e->size > e->text_size - e->first)
        e->size = 0;
}

void gac_diagnostic_list_set_excerpt(gac_diagnostic_list *list, size_t index,
                                     const gac_excerpt *excerpt)
{
    if (list && excerpt && index < list->entries.n)
        set_excerpt(list, &list->entries.items[index].excerpt, excerpt);
}

void gac_diagnostic_list_set_related(gac_diagnostic_list *list, size_t index,
                                     const gac_excerpt *excerpt)
{
    if (list && excerpt && index < list->entries.n)
        set_excerpt(list, &list->entries.items[index].related, excerpt);
}

void gac_diagnostic_list_set_source_text(gac_diagnostic_list *list,
                                         size_t index, const char *text,
                                         size_t size_bytes)
{
    if (!list || !text || index >= list->entries.n || size_bytes > UINT32_MAX)
        return;
    gac_diagnostic *d = &list->entries.items[index].diagnostic;
    d->source_text = gac__arena_string(&list->arena, text, size_bytes);
    d->source_text_size = d->source_text ? (uint32_t)size_bytes : 0;
    list->lost += !d->source_text;
}

uint32_t gac__entry_line(const gac__entry *e)
{
    if (e->excerpt.line)
        return e->excerpt.line;
    if (e->diagnostic.text_line)
        return e->diagnostic.text_line;
    return e->diagnostic.ordinal;
}

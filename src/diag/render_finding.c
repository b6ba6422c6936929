/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Findings of dynamic checks as JSON. */

/* A finding is an object. Unknown values are null:
 *
 *   kernel   name
 *   groups   number of work-groups with the fault
 *   items    number of work-items with it; 0: the fault is of whole groups
 *   group    the first work-group: [x, y, z]
 *   item     the first work-item: [x, y, z]
 *   memory   {kind, argument, variable, size, first, bytes}; null: none
 *   element  of a copy: {plane, line, element}
 *   other    the other access: {access, ordinal, word_offset, instruction,
 *            source, group, item} */
#include "diag/diag_internal.h"

static void write_id(const gac__writer *w, const char *before,
                     const uint64_t id[3])
{
    gac__write(w, before);
    if (id[0] == GAC_UNKNOWN)
        gac__write(w, "null");
    else
        gac__writef(w, "[%llu, %llu, %llu]", (unsigned long long)id[0],
                    (unsigned long long)id[1], (unsigned long long)id[2]);
}

static void write_memory(const gac__writer *w, const gac_finding *f)
{
    static const char *const kinds[] = {"none", "global", "constant", "local",
                                        "private"};
    if (f->memory == GAC_MEMORY_NONE) {
        gac__write(w, ", \"memory\": null");
        return;
    }
    gac__write_json_string(w, ", \"memory\": {\"kind\": ", kinds[f->memory]);
    gac__write_json_number(w, ", \"argument\": ", f->argument,
                           f->argument != UINT32_MAX);
    gac__write_json_string(w, ", \"variable\": ", f->variable);
    gac__writef(w, ", \"size\": %llu, \"first\": %lld, \"bytes\": %llu}",
                (unsigned long long)f->memory_bytes, (long long)f->first_byte,
                (unsigned long long)f->n_bytes);
}

static void write_other(const gac__writer *w, const gac_finding *f)
{
    if (!f->other_access) {
        gac__write(w, ", \"other\": null}");
        return;
    }
    gac__write_json_string(w, ", \"other\": {\"access\": ", f->other_access);
    gac__write_json_number(w, ", \"ordinal\": ", f->other_ordinal,
                           f->other_ordinal);
    gac__write_json_number(w, ", \"word_offset\": ", f->other_word_offset,
                           f->other_ordinal);
    gac__write_json_string(w, ", \"instruction\": ", f->other_instruction);
    gac__write_json_place(w, ", \"source\": ", &f->other_source);
    write_id(w, ", \"group\": ", f->other_group);
    write_id(w, ", \"item\": ", f->other_item);
    gac__write(w, "}}");
}

void gac__write_json_finding(const gac__writer *w, const gac_finding *f)
{
    gac__write_json_string(w, "{\"kernel\": ", f->kernel);
    gac__write_json_number(w, ", \"groups\": ", f->n_groups, true);
    gac__write_json_number(w, ", \"items\": ", f->n_items, true);
    write_id(w, ", \"group\": ", f->group);
    write_id(w, ", \"item\": ", f->item);
    write_memory(w, f);
    if (f->plane == GAC_UNKNOWN)
        gac__write(w, ", \"element\": null");
    else
        gac__writef(w,
                    ", \"element\": {\"plane\": %llu, \"line\": %llu, "
                    "\"element\": %llu}",
                    (unsigned long long)f->plane, (unsigned long long)f->line,
                    (unsigned long long)f->element);
    write_other(w, f);
}

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

static void write_id(const gac__writer *w, const char *name,
                     const uint64_t id[3])
{
    if (id[0] == GAC_UNKNOWN)
        gac__writef(w, "\"%s\": null", name);
    else
        gac__writef(w, "\"%s\": [%llu, %llu, %llu]", name,
                    (unsigned long long)id[0], (unsigned long long)id[1],
                    (unsigned long long)id[2]);
}

static void write_memory(const gac__writer *w, const gac_finding *f)
{
    static const char *const kinds[] = {"none", "global", "constant", "local",
                                        "private"};
    if (f->memory == GAC_MEMORY_NONE) {
        gac__write(w, ", \"memory\": null");
        return;
    }
    gac__writef(
        w, ", \"memory\": {\"kind\": \"%s\", \"argument\": ", kinds[f->memory]);
    if (f->argument == UINT32_MAX)
        gac__write(w, "null");
    else
        gac__writef(w, "%u", f->argument);
    gac__write(w, ", \"variable\": ");
    gac__write_json_string(w, f->variable);
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
    gac__write(w, ", \"other\": {\"access\": ");
    gac__write_json_string(w, f->other_access);
    if (f->other_ordinal)
        gac__writef(w, ", \"ordinal\": %u, \"word_offset\": %llu",
                    f->other_ordinal, (unsigned long long)f->other_word_offset);
    else
        gac__write(w, ", \"ordinal\": null, \"word_offset\": null");
    gac__write(w, ", \"instruction\": ");
    gac__write_json_string(w, f->other_instruction);
    gac__write(w, ", \"source\": ");
    gac__write_json_place(w, &f->other_source);
    gac__write(w, ", ");
    write_id(w, "group", f->other_group);
    gac__write(w, ", ");
    write_id(w, "item", f->other_item);
    gac__write(w, "}}");
}

void gac__write_json_finding(const gac__writer *w, const gac_finding *f)
{
    gac__write(w, "{\"kernel\": ");
    gac__write_json_string(w, f->kernel);
    gac__writef(w, ", \"groups\": %llu, \"items\": %llu, ",
                (unsigned long long)f->n_groups,
                (unsigned long long)f->n_items);
    write_id(w, "group", f->group);
    gac__write(w, ", ");
    write_id(w, "item", f->item);
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

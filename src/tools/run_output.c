/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* gac-run's output: buffers and statistics. */
#include "tools/run_tool.h"

#include <stdlib.h>
#include <string.h>

#include "support/numbers.h"

/* -- --dump ---------------------------------------------------------------- */

/* Reads digits at the front of a text; without digits the number is `missing`.
 * False: it is too large. */
static bool take_number(const char **text, uint64_t missing,
                        uint64_t *value_out)
{
    const char *digits = *text;
    size_t n = strspn(digits, "0123456789");
    *text += n;
    *value_out = missing;
    return n == 0 || gac__parse_number_of(digits, n, UINT64_MAX - 1, value_out);
}

bool gac__run_dump_parse(const char *text, size_t length,
                         gac__run_dumped *dump_out)
{
    gac__run_dumped d = {.option = text, .end = UINT64_MAX};
    const char *p = text;
    uint64_t index;
    d.n_name = strcspn(text, ",[/");
    d.is_name = d.n_name != strspn(text, "0123456789");
    if (d.n_name == 0 || !take_number(&p, 0, &index)
        || (!d.is_name && index >= GAC__RUN_MAX_ARGS))
        return false;
    d.index = (uint32_t)index;
    p = text + d.n_name;
    if (*p == '[') {
        d.sliced = true;
        p++;
        if (!take_number(&p, 0, &d.first) || *p++ != ':'
            || !take_number(&p, UINT64_MAX, &d.end) || *p++ != ']'
            || d.first > d.end)
            return false;
    }
    if (*p == '/') {
        p++;
        if (!take_number(&p, 0, &d.row) || d.row == 0)
            return false;
    }
    *dump_out = d;
    return p == text + length;
}

static void dump_head(FILE *file, const gac__run_dumped *dump,
                      const gac__run_arg *arg, const char *name)
{
    fprintf(file, "arg%u", dump->index);
    if (dump->sliced)
        fprintf(file, "[%llu:%llu]", (unsigned long long)dump->first,
                (unsigned long long)dump->end);
    if (dump->row && name != NULL)
        fprintf(file, " %s", name);
    fprintf(file, " %s[%llu]:", gac__elem_info_of(arg->elem)->name,
            (unsigned long long)arg->count);
}

/* Prints how many of `count` elements a dump leaves out behind the first
 * `most`, and the option that prints them all. */
static void say_cut(FILE *file, uint64_t count, uint64_t most, uint32_t index)
{
    fprintf(file, "... (%llu more; --dump %u[0:%llu] prints all)\n",
            (unsigned long long)(count - most), index,
            (unsigned long long)count);
}

void gac__run_dump(FILE *file, const gac__run_dumped *dump,
                   const gac__run_arg *arg, const char *name, uint64_t most)
{
    const gac__elem_info *elem = gac__elem_info_of(arg->elem);
    char text[GAC__ELEM_TEXT_MAX];
    gac__run_dumped d = *dump;
    d.end = d.end < arg->count ? d.end : arg->count;
    d.first = d.first < d.end ? d.first : d.end;
    bool cut = most && !d.sliced && d.end > most;
    d.end = cut ? most : d.end;
    dump_head(file, &d, arg, name);
    for (uint64_t i = d.first; i < d.end && !gac__run_is_late(); i++) {
        size_t n =
            gac__elem_format(arg->elem, arg->data + i * elem->bytes, text);
        if (d.row && (i - d.first) % d.row == 0)
            fprintf(file, "\n%8llu:", (unsigned long long)i);
        fputc(' ', file);
        fwrite(text, 1, n, file);
    }
    fputc(cut && !d.row ? ' ' : '\n', file);
    if (cut)
        say_cut(file, arg->count, most, d.index);
}

static void print_hex(FILE *file, const gac__run_arg *arg, uint64_t i)
{
    size_t bytes = gac__elem_info_of(arg->elem)->bytes;
    fputs("0x", file);
    for (size_t b = bytes; b-- > 0;)
        fprintf(file, "%02x", arg->data[i * bytes + b]);
}

/* Prints what oclgrind-kernel prints, which gives floating point six
 * significant digits. */
void gac__run_dump_sim(FILE *file, uint32_t index, const gac__run_arg *arg,
                       uint64_t most)
{
    const gac__elem_info *elem = gac__elem_info_of(arg->elem);
    char text[GAC__ELEM_TEXT_MAX];
    fprintf(file, "\nArgument '%s': %zu bytes\n", arg->name, arg->size_bytes);
    uint64_t end = most && most < arg->count ? most : arg->count;
    for (uint64_t i = 0; i < end && !gac__run_is_late(); i++) {
        const uint8_t *bytes = arg->data + i * elem->bytes;
        fprintf(file, "  %s[%llu] = ", arg->name, (unsigned long long)i);
        if (arg->hex) {
            print_hex(file, arg, i);
        } else if (elem->kind == 'f') {
            fprintf(file, "%g", gac__elem_to_double(arg->elem, bytes));
        } else {
            gac__elem_format(arg->elem, bytes, text);
            fputs(text, file);
        }
        fputc('\n', file);
    }
    if (end < arg->count)
        say_cut(file, arg->count, end, index);
    fputc('\n', file);
}

static int compare_u64(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

void gac__run_summarise(const gac_run_stats *stats, uint64_t *ns, uint64_t n,
                        gac__run_summary *summary)
{
    double first = (double)ns[0];
    qsort(ns, (size_t)n, sizeof *ns, compare_u64);
    uint64_t middle = (ns[(n - 1) / 2] + ns[n / 2]) / 2;
    summary->stats = *stats;
    summary->first_ms = first / 1e6;
    summary->min_ms = (double)ns[0] / 1e6;
    summary->median_ms = (double)middle / 1e6;
    summary->n = n;
}

void gac__run_print_stats(FILE *file, const gac__run_summary *summary)
{
    const gac_run_stats *stats = &summary->stats;
    fprintf(file, "groups:       %llu\n", (unsigned long long)stats->groups);
    fprintf(file, "work-items:   %llu\n",
            (unsigned long long)stats->work_items);
    fprintf(file, "work-group:   %llu,%llu,%llu\n",
            (unsigned long long)summary->local[0],
            (unsigned long long)summary->local[1],
            (unsigned long long)summary->local[2]);
    fprintf(file, "instructions: %llu\n",
            (unsigned long long)stats->instructions);
    fprintf(file, "bytes copied: %llu\n",
            (unsigned long long)stats->bytes_copied);
    fprintf(file, "load time:    %.3f ms\n", summary->load_ms);
    fprintf(file, "compile time: %.3f ms\n", summary->compile_ms);
    if (summary->n == 1) {
        fprintf(file, "wall time:    %.3f ms\n", summary->first_ms);
    } else {
        fprintf(file,
                "wall time:    first %.3f ms, min %.3f ms, median %.3f ms of "
                "%llu runs\n",
                summary->first_ms, summary->min_ms, summary->median_ms,
                (unsigned long long)summary->n);
    }
    fprintf(file, "peak memory:  %llu bytes beyond the buffers\n",
            (unsigned long long)stats->peak_bytes);
    if (stats->shadowed_bytes)
        fprintf(file, "shadow:       %llu bytes, for %llu\n",
                (unsigned long long)stats->shadow_bytes,
                (unsigned long long)stats->shadowed_bytes);
}

void gac__run_print_stats_json(FILE *file, const gac__run_summary *summary)
{
    const gac_run_stats *stats = &summary->stats;
    fprintf(file,
            "{\"groups\": %llu, \"work_items\": %llu, "
            "\"work_group\": [%llu, %llu, %llu], \"instructions\": %llu, "
            "\"bytes_copied\": %llu, ",
            (unsigned long long)stats->groups,
            (unsigned long long)stats->work_items,
            (unsigned long long)summary->local[0],
            (unsigned long long)summary->local[1],
            (unsigned long long)summary->local[2],
            (unsigned long long)stats->instructions,
            (unsigned long long)stats->bytes_copied);
    fprintf(file,
            "\"load_ms\": %.6f, \"compile_ms\": %.6f, "
            "\"first_ms\": %.6f, \"min_ms\": %.6f, \"median_ms\": %.6f, "
            "\"peak_bytes\": %llu, \"shadow_bytes\": %llu, "
            "\"shadowed_bytes\": %llu}",
            summary->load_ms, summary->compile_ms, summary->first_ms,
            summary->min_ms, summary->median_ms,
            (unsigned long long)stats->peak_bytes,
            (unsigned long long)stats->shadow_bytes,
            (unsigned long long)stats->shadowed_bytes);
}

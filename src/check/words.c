/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The messages of findings, their diagnostics, and the message why a run cannot
 * go on. */
#include <stdio.h>

#include "check/findings.h"
#include "check/checker.h"
#include "module/reports.h"

/* Takes a linear id n apart, by counts in each dimension; UINT64_MAX: unknown.
 */
static void split(uint64_t n, const uint64_t counts[3], uint64_t id_out[3])
{
    bool known = n != UINT64_MAX;
    id_out[0] = known ? n % counts[0] : GAC_UNKNOWN;
    id_out[1] = known ? n / counts[0] % counts[1] : GAC_UNKNOWN;
    id_out[2] = known ? n / counts[0] / counts[1] : GAC_UNKNOWN;
}

void gac__item_id(const gac__checker *c, uint32_t item, uint64_t id_out[3])
{
    split(item == GAC__NO_ITEM ? UINT64_MAX : item, c->local, id_out);
}

static void group_id(const gac__checker *c, uint64_t group, uint64_t id_out[3])
{
    split(group, c->config.groups, id_out);
}

static void id_text(const uint64_t id[3], char out[64])
{
    snprintf(out, 64, "(%llu,%llu,%llu)", (unsigned long long)id[0],
             (unsigned long long)id[1], (unsigned long long)id[2]);
}

/* "work-item (x,y,z) of work-group (x,y,z)", as far as they are known. */
static void who_text(const uint64_t item[3], const uint64_t group[3],
                     char out[160])
{
    char item_text[64], group_text[64];
    id_text(item, item_text);
    id_text(group, group_text);
    if (group[0] == GAC_UNKNOWN)
        snprintf(out, 160, "an earlier work-group");
    else if (item[0] == GAC_UNKNOWN)
        snprintf(out, 160, "work-group %s", group_text);
    else
        snprintf(out, 160, "work-item %s of work-group %s", item_text,
                 group_text);
}

void gac__check_item_text(const gac__checker *c, uint32_t item, char out[64])
{
    uint64_t id[3];
    gac__item_id(c, item, id);
    id_text(id, out);
}

/* "argument 1", "variable tile". */
static void buffer_text(const gac__check_buffer *b, char *out, size_t size)
{
    static const char *const kinds[] = {"memory", "global memory",
                                        "constant memory", "local memory",
                                        "a private variable"};
    if (b->argument != UINT32_MAX)
        snprintf(out, size, "argument %u", b->argument);
    else if (b->name)
        snprintf(out, size, "variable %.80s", b->name);
    else
        snprintf(out, size, "%s", kinds[b->kind]);
}

void gac__check_bytes_text(const gac__check_buffer *b, uint64_t first,
                           uint64_t n_bytes, char *out, size_t size)
{
    char memory[120];
    buffer_text(b, memory, sizeof memory);
    first -= b->in_front;
    if (n_bytes == 1)
        snprintf(out, size, "byte %lld of %s", (long long)first, memory);
    else
        snprintf(out, size, "bytes %lld to %lld of %s", (long long)first,
                 (long long)(first + n_bytes - 1), memory);
}

void gac__check_far_text(const gac__check_buffer *b, uint64_t n_bytes,
                         char *out, size_t size)
{
    char memory[120];
    buffer_text(b, memory, sizeof memory);
    snprintf(out, size, "%llu byte%s of %s", (unsigned long long)n_bytes,
             n_bytes == 1 ? "" : "s", memory);
}

/* Whether a fault is of a copy with lines and planes. */
static bool has_lines(const gac__checker *c, const gac__fault *f)
{
    uint32_t copy = f->item == GAC__NO_ITEM ? f->site : f->other_site;
    return gac__site_of(c, copy)->has_lines;
}

/* The text of a fault's bytes; of a copy with lines, also the element. */
static void bytes_text(const gac__checker *c, const gac__fault *f, char *out,
                       size_t size)
{
    char bytes[200], element[120] = "";
    gac__check_bytes_text(&c->buffers[f->bytes.buffer].info, f->bytes.first,
                          f->bytes.n, bytes, sizeof bytes);
    if (f->has_element && has_lines(c, f))
        snprintf(element, sizeof element,
                 " (plane %llu, line %llu, element %llu of the copy)",
                 (unsigned long long)f->plane, (unsigned long long)f->line,
                 (unsigned long long)f->element);
    snprintf(out, size, "%s%s", bytes, element);
}

const char *gac__fault_words(gac__checker *c, const gac__fault *f,
                             const char *format, va_list args)
{
    char who[160], bytes[320];
    uint64_t item[3], group[3];
    const char *text = gac__arena_vprintf(&c->memory, format, args);
    if (!text)
        return NULL;
    gac__item_id(c, f->item, item);
    group_id(c, c->group, group);
    who_text(item, group, who);
    if (!f->access || !f->bytes.n)
        return gac__arena_printf(&c->memory, "%s %s", who, text);
    bytes_text(c, f, bytes, sizeof bytes);
    return gac__arena_printf(&c->memory, "%s %s %s, %s", who, f->access, bytes,
                             text);
}

/* -- diagnostics ----------------------------------------------------------- */

static void describe_memory(const gac__checker *c, const gac__fault *f,
                            gac_finding *out)
{
    const gac__check_buffer *b = &c->buffers[f->bytes.buffer].info;
    out->argument = UINT32_MAX;
    out->plane = out->line = out->element = GAC_UNKNOWN;
    if (!f->bytes.buffer)
        return;
    out->memory = b->kind;
    out->variable = b->name;
    out->argument = b->argument;
    out->memory_bytes =
        b->kind == GAC_MEMORY_PRIVATE ? b->lane_bytes : b->size - b->in_front;
    out->first_byte = f->bytes.first - b->in_front;
    out->n_bytes = f->bytes.n;
    if (!f->has_element)
        return;
    out->plane = f->plane;
    out->line = f->line;
    out->element = f->element;
}

static gac_finding publish(const gac__checker *c, const gac__finding *f)
{
    const gac_module *m = c->config.ir->module;
    gac_finding out = {.kernel = c->config.kernel,
                       .n_groups = f->n_groups,
                       .n_items = f->n_items,
                       .other_access = f->fault.other_access,
                       .other_word_offset = GAC_NO_OFFSET};
    group_id(c, f->group, out.group);
    group_id(c, f->fault.other_group, out.other_group);
    memcpy(out.item, f->item, sizeof out.item);
    memcpy(out.other_item, f->other_item, sizeof out.other_item);
    describe_memory(c, &f->fault, &out);
    gac__inst other = gac__site_inst(c, f->fault.other_site);
    if (other.words) {
        out.other_ordinal = other.ordinal + 1;
        out.other_word_offset = (uint64_t)(other.words - m->words);
        out.other_instruction = gac__module_inst_name(m, &other);
        out.other_source = gac__module_place(m, other.ordinal);
    }
    return out;
}

static void note(const gac__checker *c, const gac__finding *f, uint32_t site,
                 const char *message)
{
    gac__inst inst = gac__site_inst(c, site);
    if (inst.words)
        gac__module_report(c->config.ir->module, f->fault.rule,
                           GAC_SEVERITY_NOTE, &inst, NULL, -1, "%s", message);
}

/* The notes on the other access, and on an event's copy. */
static void report_other(const gac__checker *c, const gac__finding *f,
                         const gac_finding *p)
{
    if (!p->other_access)
        return;
    char message[240], who[160];
    who_text(p->other_item, p->other_group, who);
    snprintf(message, sizeof message, "%s here by %s", p->other_access, who);
    note(c, f, f->fault.other_site, message);
    note(c, f, f->fault.copy_site, "it is the event of the copy started here");
}

typedef struct named_operand {
    const char *name;
    int32_t word; /* -1: there is none */
} named_operand;

static bool find_operand(void *user, const gac__inst *inst,
                         const gac__operand_row *row, uint32_t word, uint32_t n)
{
    named_operand *o = user;
    (void)inst;
    (void)n;
    if (row && strcmp(row->name, o->name) == 0)
        o->word = (int32_t)word;
    return o->word < 0;
}

/* The first word of the operand that a fault names; -1: it names none. */
static int32_t operand_word(const gac_module *m, const gac__inst *inst,
                            const gac__fault *f)
{
    named_operand o = {f->operand, -1};
    if (f->operand)
        (void)gac__module_visit_operands(m, inst, find_operand, &o);
    return o.word;
}

bool gac__finding_report(const gac__checker *c, const gac__finding *f,
                         bool is_note)
{
    const gac_module *m = c->config.ir->module;
    gac_finding p = publish(c, f);
    gac__arena words;
    char items[64] = "";
    if (f->n_items)
        snprintf(items, sizeof items, "%llu work-item%s of ",
                 (unsigned long long)f->n_items, f->n_items == 1 ? "" : "s");
    uint32_t ordinal = f->fault.site < c->config.ir->n_sites
                           ? c->config.ir->sites[f->fault.site]
                           : 0;
    gac__inst inst = gac__module_inst(m, ordinal);
    gac__arena_init(&words, c->config.allocator);
    char *message = gac__arena_printf(
        &words, "kernel \"%.64s\": %s (%s%llu work-group%s)", c->config.kernel,
        f->message, items, (unsigned long long)f->n_groups,
        f->n_groups == 1 ? "" : "s");
    if (!message)
        return false;
    gac__utf8_clean(message);
    gac_diagnostic d = {
        .severity = is_note ? GAC_SEVERITY_NOTE : GAC_SEVERITY_ERROR,
        .rule = gac_rule_at(f->fault.rule)->name,
        .operand = f->fault.operand,
        .operand_word = operand_word(m, &inst, &f->fault),
        .hint = is_note ? NULL : gac__rule_hint(f->fault.rule),
        .finding = &p,
        .belongs = is_note,
    };
    gac__module_emit(m, &d, &inst, message);
    report_other(c, f, &p);
    gac__arena_free(&words);
    return true;
}

/* -- why a run cannot go on ------------------------------------------------ */

/* The buffer whose cells take most memory; 0: there are no cells. */
static uint32_t largest_buffer(const gac__checker *c)
{
    uint32_t found = 0; /* no buffer, without cells */
    for (uint32_t b = 1; b < c->config.n_buffers; b++)
        if (gac__shadow_map_of(c, b)->cell_bytes
            > gac__shadow_map_of(c, found)->cell_bytes)
            found = b;
    return found;
}

/* "512 MiB", "100 bytes". */
static void size_text(uint64_t n, char out[32])
{
    if (n < 1 << 20)
        snprintf(out, 32, "%llu bytes", (unsigned long long)n);
    else
        snprintf(out, 32, "%.4g MiB", (double)n / (1 << 20));
}

static void say_largest(const gac__checker *c, char *out, size_t size)
{
    static const char *const parts[] = {"byte by byte", "by 2 bytes",
                                        "by 4 bytes"};
    uint32_t buffer = largest_buffer(c);
    char name[120], bytes[32];
    *out = '\0';
    if (!buffer)
        return;
    const gac__shadow_map *p = gac__shadow_map_of(c, buffer);
    buffer_text(&c->buffers[buffer].info, name, sizeof name);
    size_text(p->cell_bytes, bytes);
    snprintf(out, size, "; %s has %s of it, %u bytes a byte, since it is %s %s",
             name, bytes, 4 * gac__n_sides(p) / (1u << p->granule),
             p->reads ? "read and written" : "written", parts[p->granule]);
}

bool gac__checker_is_full(const gac__checker *c, char *out, size_t size)
{
    char largest[240], most[32];
    if (c->status != GAC_ERR_LIMIT)
        return false;
    if (c->lacks_epochs) {
        snprintf(out, size,
                 "memory is in use that was accessed at more times than the "
                 "checker keeps apart, %u for groups of %llu work-items",
                 c->epochs.most, (unsigned long long)c->config.max_items);
        return true;
    }
    say_largest(c, largest, sizeof largest);
    size_text(c->config.most_bytes, most);
    snprintf(out, size,
             "the checker needs more than %s for memory's state%s "
             "(check_memory_bytes, --check-memory)",
             most, largest);
    return true;
}

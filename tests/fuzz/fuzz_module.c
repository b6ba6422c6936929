/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Fuzz target: parses bytes, then asks the module everything it can say. */
#include "module/module.h"
#include "module/reports.h"
#include "module/types.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Reads what it is handed, so that a sanitizer sees a bad pointer. */
static volatile uint64_t g_sink;

static void take_text(const char *text)
{
    g_sink += text ? strlen(text) : 0;
}

static void take_diagnostic(void *user, const gac_diagnostic *d)
{
    (void)user;
    take_text(d->message);
    take_text(d->instruction);
    take_text(d->operand);
    take_text(d->source.file);
}

static bool take_operand(void *user, const gac__inst *inst,
                         const gac__operand_row *row, uint32_t word, uint32_t n)
{
    (void)user;
    for (uint32_t i = 0; i < n; i++)
        g_sink += inst->words[word + i];
    if (row)
        take_text(row->name);
    return true;
}

static void query_id(const gac_module *m, uint32_t id)
{
    uint64_t a, b;
    gac__type type = gac__module_type(m, id);
    if (type.members)
        for (uint64_t i = 0; i < type.count; i++)
            g_sink += type.members[i];
    gac__module_size_of(m, id, &a, &b);
    for (uint32_t i = 0; i < 3; i++)
        gac__module_member_offset(m, id, i, &a);
    gac__module_constant(m, id, &a);
    take_text(gac__module_name(m, id));
    const gac__decoration *d =
        gac__module_decoration(m, id, id % 2 ? UINT32_MAX : 0, id % 50);
    for (uint32_t i = 0; d && i < d->n_operands; i++)
        g_sink += d->operands[i];
    const gac__import *import = gac__module_import(m, id);
    take_text(import ? import->name : NULL);
}

static void query(const gac_module *m)
{
    for (uint32_t i = 0; i < m->n_insts; i++) {
        gac__inst inst = gac__module_inst(m, i);
        const gac__function *f = NULL;
        const gac__block *b = NULL;
        gac__module_visit_operands(m, &inst, take_operand, NULL);
        if (gac__module_block_of(m, i, &f, &b))
            g_sink += f->id + b->label_id;
        take_text(gac__module_place(m, i).file);
        take_text(gac__module_inst_name(m, &inst));
        query_id(m, inst.result_id);
        query_id(m, inst.type_id);
    }
    for (uint32_t i = 0; i < gac_module_kernel_count(m) && i < 8; i++)
        take_text(gac_module_kernel_name(m, i));
    for (uint32_t i = 0; i < m->n_extensions; i++)
        take_text(m->extensions[i]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    gac_context_options options = {.size = sizeof options,
                                   .diagnostic = take_diagnostic,
                                   .max_memory_bytes = 1 << 28};
    gac_context *context;
    if (gac_context_create(&options, &context) != GAC_OK)
        return 0;
    for (int i = 0; i < 4; i++) {
        gac_parse_options parse = {.size = sizeof parse,
                                   .tolerate_producers = (i & 1) != 0,
                                   .keep_going = (i & 2) != 0};
        gac_module *m;
        if (gac_module_parse(context, data, size, &parse, &m) == GAC_OK)
            query(m);
        gac_module_destroy(m);
    }
    gac_context_destroy(context);
    return 0;
}

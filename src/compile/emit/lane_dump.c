/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Prints lane programs, by the table of codes. */
#include "compile/emit/emit.h"

#include <inttypes.h>

static const struct {
    const char *name, *operands, *sub, *scale, *imm;
} codes[GAC__CODE_COUNT] = {
#define X(name, operands, sub, scale, imm) {#name, operands, sub, scale, imm},
    GAC__CODE_MAP(X)
#undef X
};

static const char *const flag_names[] = {
#define X(name) #name,
    GAC__CODE_FLAGS(X)
#undef X
};

static void dump_field(const char *name, int64_t value, FILE *file)
{
    if (*name && value)
        fprintf(file, " %s=%" PRId64, name, value);
}

static void dump_inst(const gac__lane_inst *i, FILE *file)
{
    const uint32_t at[4] = {i->d, i->a, i->b, i->c};
    const char *operands = codes[i->code].operands;
    bool list = operands[1] == '*';
    fprintf(file, "    %s", codes[i->code].name);
    for (uint32_t k = 0; k < (list ? 1u : 4u); k++)
        if (operands[k] == 'P')
            fprintf(file, " ->b%" PRIu32, at[k] & GAC__PC_BLOCK);
        else if (operands[k] != '-')
            fprintf(file, " %c:%" PRIu32, "dabc"[k], at[k]);
    for (uint32_t k = 0; list && k < i->n_args; k++)
        fprintf(file, " %" PRIu32, i->args[k]);
    dump_field(codes[i->code].sub, i->sub, file);
    dump_field(codes[i->code].scale, i->scale, file);
    dump_field(codes[i->code].imm, i->imm, file);
    for (uint32_t f = 0; f < GAC__COUNT_OF(flag_names); f++)
        if (i->flags >> f & 1)
            fprintf(file, " %s", flag_names[f]);
    fputc('\n', file);
}

void gac__lane_program_dump(const gac__lane_program *p, FILE *file)
{
    fprintf(file, "%" PRIu32 " lanes, frame of %zu bytes, slots to %zu\n",
            p->width, p->frame_bytes, p->scalar_bytes);
    uint32_t n = 0;
    while (n < p->n_setup)
        dump_inst(&p->insts[n++], file);
    for (uint32_t b = 0; b < p->n_blocks; b++) {
        fprintf(file, "b%" PRIu32 ":\n", b);
        for (uint32_t end = gac__lane_end(p, b); n < end; n++)
            dump_inst(&p->insts[n], file);
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The comments about the module, at the beginning and at the end of the
 * text. */
#include "text/disassemble.h"

#include <stdio.h>

/* The text begins with spirv-dis's five lines. With `exact` there are two more
 * comments, which gac_assemble() reads: "; Header:" has the header's words and,
 * if ids are over the bound, their limit; "; Ids:", at the end, has the numbers
 * of ids whose names are not their numbers. */

enum { IDS_LINE_MAX = 76 };

void gac__dis_put_header(gac_disassembly *d)
{
    const uint32_t *words = d->words.items;
    char unknown[32];
    const char *tool = gac__grammar_generator_name(words[2] >> 16);
    snprintf(unknown, sizeof unknown, "Unknown(%u)", words[2] >> 16);
    gac__dis_printf(d,
                    "; SPIR-V\n; Version: %u.%u\n; Generator: %s; %u\n"
                    "; Bound: %u\n; Schema: %u\n",
                    words[1] >> 16 & 0xFF, words[1] >> 8 & 0xFF,
                    tool ? tool : unknown, words[2] & 0xFFFF, words[3],
                    words[4]);
    if (!d->options.exact)
        return;
    gac__dis_printf(d, "; Header: 0x%08x 0x%08x 0x%08x %u %u",
                    d->swapped ? gac__swap_word(SpvMagicNumber)
                               : SpvMagicNumber,
                    words[1], words[2], words[3], words[4]);
    if (d->id_limit > words[3])
        gac__dis_printf(d, " %u", d->id_limit);
    gac__dis_put_char(d, '\n');
}

void gac__dis_put_ids(gac_disassembly *d)
{
    size_t column = IDS_LINE_MAX, n = 0;
    uint32_t id;
    for (size_t i = 0; i < d->names.names.n; i++) {
        const gac__friendly_name *name = &d->names.names.items[i];
        if (!name->shown || (gac__read_word(name->text, &id) && id == name->id))
            continue; /* the name is the id's number */
        char number[24] = {'='};
        size_t size = 1 + gac__decimal_write(name->id, number + 1);
        if (column + name->text.size + size + 1 > IDS_LINE_MAX) {
            gac__dis_put_text(d, n == 0 ? "; Ids:" : "\n; Ids:");
            column = 6;
        }
        gac__dis_put_char(d, ' ');
        gac__dis_put(d, name->text.text, name->text.size);
        gac__dis_put(d, number, size);
        column += name->text.size + size + 1;
        n++;
    }
    if (n > 0)
        gac__dis_put_char(d, '\n');
}

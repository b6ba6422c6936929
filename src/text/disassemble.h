/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What the disassembler's files share: its state, its two passes, names of
 * ids. */
#ifndef GAC_TEXT_DISASSEMBLE_H
#define GAC_TEXT_DISASSEMBLE_H

#include "text/text_internal.h"

/* -- names of ids (friendly.c) --------------------------------------------- */

typedef struct gac__friendly_name {
    uint32_t id;
    uint32_t shown : 1; /* it is in the text */
    uint32_t next : 31; /* the suffix to try next, where others want the name */
    gac__slice text;    /* in the arena, without '%' */
} gac__friendly_name;

typedef struct gac__friendly {
    gac__arena arena;
    gac__id_map of_id; /* id -> index into `names` */
    GAC__VEC(gac__friendly_name) names;
    gac__name_map taken; /* name -> index into `names` */
    size_t size, limit;  /* bytes of all names, and their limit */
    bool too_long;       /* the limit is exceeded: no name is shown */
} gac__friendly;

/* Names the id that an instruction defines or decorates, unless it has a
 * name. */
void gac__friendly_learn(gac_disassembly *d, const gac__inst *inst);

/* Gives an id without a name its number as its name. */
void gac__friendly_put_number(gac_disassembly *d, uint32_t id);

/* Returns an id's name; NULL: it has none. Valid until the next name is
 * added. */
gac__friendly_name *gac__friendly_find(const gac__friendly *f, uint32_t id);

/* -- the state (disassemble.c) --------------------------------------------- */

typedef struct gac__dis_inst {
    uint32_t word;        /* its first word in the module */
    uint32_t piece_first; /* where its pieces begin in `pieces` */
    uint32_t text_first;  /* where its text begins, without the indentation */
    uint32_t text_size;   /* bytes */
    uint32_t first_token; /* index into `tokens`, of its opcode's */
    uint16_t n_tokens;
    bool raw;      /* it is written as words */
    uint8_t level; /* the block's nesting level, + 1; 0: it does not nest */
} gac__dis_inst;

/* A token of an instruction's text, in the order of the words. */
typedef struct gac__dis_token {
    uint32_t first, size;  /* bytes, from text_first on */
    uint32_t piece_size;   /* bytes */
    uint16_t word;         /* the first word of its operand */
    uint8_t operand_class; /* gac__operand_class */
} gac__dis_token;

struct gac_disassembly {
    gac_allocator allocator;
    gac_context *context;
    gac__watch watch;
    gac_disassemble_options options;
    gac__words words; /* the module, in the host's byte order */
    bool swapped;
    GAC__VEC(gac__dis_inst) insts;
    GAC__VEC(uint32_t) order; /* of `insts` in the text; empty: the module's */
    GAC__VEC(gac__dis_token) tokens;
    gac__known known;  /* opaque: what raw instructions define */
    uint32_t id_limit; /* the highest id of the module, + 1 */
    gac__dis_inst *at; /* the present instruction */
    gac__friendly names;
    char digits[GAC__NUMBER_SIZE]; /* of the id last written */
    size_t names_shown;            /* bytes of names in the text */
    bool headed[4];                /* sections whose heading is written */
    gac__chars pieces; /* of tokens, without colours, quotes, and ids' names */
    gac__chars text;   /* in the first pass: `pieces` */
    gac_result result; /* sticky */
};

/* -- first pass (dis_tokens.c) --------------------------------------------- */

/* Makes an instruction's tokens, and records what it defines. */
void gac__dis_tokenize(gac_disassembly *d, gac__dis_inst *inst);

/* -- second pass (dis_write.c) --------------------------------------------- */

#define GAC__TEXT_MAX (UINT32_MAX / 2) /* bytes */

void gac__dis_write(gac_disassembly *d, gac__dis_inst *inst);

void gac__dis_put(gac_disassembly *d, const char *text, size_t size);

static inline void gac__dis_put_char(gac_disassembly *d, char c)
{
    if (d->text.n < d->text.capacity && d->text.n < GAC__TEXT_MAX)
        d->text.items[d->text.n++] = c;
    else
        gac__dis_put(d, &c, 1);
}

static inline void gac__dis_put_text(gac_disassembly *d, const char *text)
{
    gac__dis_put(d, text, strlen(text));
}

/* Writes a word as a decimal number. */
void gac__dis_put_word(gac_disassembly *d, uint32_t word);

/* Prints into the text; at most 255 characters. */
void gac__dis_printf(gac_disassembly *d, const char *format, ...)
    GAC__PRINTF(2, 3);

/* -- blocks (dis_layout.c) ------------------------------------------------- */

/* Finds the nesting levels of blocks, and their order if the options ask for
 * it. */
void gac__dis_lay_out(gac_disassembly *d);

/* -- comments on top and at the end (dis_header.c) ------------------------- */

void gac__dis_put_header(gac_disassembly *d);
void gac__dis_put_ids(gac_disassembly *d);

#endif

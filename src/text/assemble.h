/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What the assembler's files share: tokens, the assembler's state, and
 * the steps of a statement. */
#ifndef GAC_TEXT_ASSEMBLE_H
#define GAC_TEXT_ASSEMBLE_H

#include "text/text_internal.h"

/* A part of the text between white space: %id, mnemonic, number, "string".
 * Texts are smaller than 4 GiB, so that 32 bits suffice. */
typedef struct gac__token {
    uint32_t first, size; /* bytes of the text */
} gac__token;

/* A byte of the text, with its line and column, which count from 1. */
typedef struct gac__text_place {
    uint32_t offset, line, column;
} gac__text_place;

typedef GAC__VEC(gac__text_place) gac__places; /* of each instruction */

/* -- the assembler's state ------------------------------------------------- */

#define GAC__NO_TOKEN UINT32_MAX

/* The beginning of a mnemonic that gives opcode and word count as numbers. */
#define GAC__OP_UNKNOWN "OpUnknown("

/* What follows an operand. */
typedef enum gac__step {
    GAC__GOES_ON,
    GAC__ENDED, /* no operand: the instruction ends */
    GAC__LOOSE, /* any operands, since a "!<integer>" was read */
    GAC__FAULTY
} gac__step;

typedef struct gac__assembler {
    gac_context *context;
    const gac_allocator *allocator;
    const char *file;
    gac__watch watch;
    const char *text;
    uint32_t size; /* bytes */
    GAC__VEC(gac__token) tokens;
    bool out_of_memory;
    uint32_t n_errors;
    char shown[101]; /* the beginning of a faulty token, for messages */

    gac__words *words;      /* of the module, header included */
    size_t first_word;      /* the first word of the present instruction */
    uint32_t token;         /* the next token */
    uint32_t end;           /* the end of the present statement's tokens */
    uint32_t op;            /* the token of its mnemonic */
    const gac__op_row *row; /* the row of its mnemonic */
    uint32_t result; /* the token of its result, until the result is written */

    bool has_header; /* there is a "; Header:" note: a line that begins with "!"
                        begins a statement */
    bool swapped;    /* the note has the other byte order's magic number */
    uint32_t limit;  /* the note's limit of ids: new ids begin there */
    uint32_t newest; /* the version of the environment that was asked for: what
                        later ones bring is not there */

    bool preserve;        /* a numeric name is the number of its id */
    gac__id_map reserved; /* the numbers of numeric names */
    gac__name_map names;
    uint32_t next_id, bound;

    gac__known known;      /* opaque: ids that faulty statements define */
    size_t next_inst;      /* the word at which the next instruction begins */
    gac__text_place place; /* of the last instruction */
    gac__places *places;
} gac__assembler;

static inline gac__slice gac__token_slice(const gac__assembler *as,
                                          uint32_t token)
{
    gac__token t = as->tokens.items[token];
    return (gac__slice){as->text + t.first, t.size};
}

/* -- scanning (scan.c) ----------------------------------------------------- */

/* Splits the text into tokens. */
gac_result gac__scan_text(gac__assembler *as);

/* Whether `token` is "=". */
static inline bool gac__is_equals(const gac__assembler *as, uint32_t token)
{
    return token < as->tokens.n && as->tokens.items[token].size == 1
           && *gac__token_slice(as, token).text == '=';
}

/* Whether `token` begins with "Op" and a capital letter. */
bool gac__is_mnemonic(const gac__assembler *as, uint32_t token);

/* Finds the end of the statement that begins at the next token. */
void gac__find_end(gac__assembler *as);

/* Reads a comment as a note (header_notes.c). */
void gac__read_note(gac__assembler *as, gac__slice note);

/* -- statements (assemble.c, assemble_operands.c) -------------------------- */

/* Moves a place, initially {0, 1, 1}, forward to a later byte. */
void gac__text_move(const char *text, gac__text_place *place, uint32_t offset);

/* Reports a fault at the next token, or at the end of the text. The format may
 * use as->shown, the token's text. Returns GAC__FAULTY. */
gac__step gac__as_fault(gac__assembler *as, const char *format, ...)
    GAC__PRINTF(2, 3);

void gac__put_word(gac__assembler *as, uint32_t word);

bool gac__is_id_name(gac__slice name);

/* Finds or makes the id that a token names. False: the token is not "%" and a
 * name. */
bool gac__id_of(gac__assembler *as, uint32_t token, uint32_t *id_out);

/* Reserves the numbers of numeric names, and of the names in "; Ids:", before
 * any other name gets a number. */
void gac__reserve_ids(gac__assembler *as);

/* Writes the result's id, unless it is written already. */
gac__step gac__put_result(gac__assembler *as);

/* Each of these reads the next token, or any number of tokens. */
gac__step gac__take_immediate(gac__assembler *as);
/* Reads a token of any kind, behind a "!<integer>". */
gac__step gac__take_any(gac__assembler *as);
gac__step gac__take_rest(gac__assembler *as);
gac__step gac__take_rows(gac__assembler *as, const gac__operand_row *rows,
                         uint32_t n);

#endif

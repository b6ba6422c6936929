/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What the files of this room share: scanning, maps, walking, carriers. */
#ifndef GAC_TEXT_TEXT_INTERNAL_H
#define GAC_TEXT_TEXT_INTERNAL_H

/* That header defines a constant, which every C file that includes it would
 * define anew. */
#define kDefaultMaxIdBound __attribute__((weak)) gac__tools_max_id_bound
#include <spirv-tools/libspirv.h>
#undef kDefaultMaxIdBound

#include "diag/diag.h"
#include "grammar/grammar.h"
#include "module/spirv.h"
#include "support/maps.h"
#include "text/text.h"

typedef GAC__VEC(uint32_t) gac__words;
typedef GAC__VEC(char) gac__chars;

static inline uint32_t gac__swap_word(uint32_t w)
{
    return w >> 24 | (w >> 8 & 0xFF00) | (w << 8 & 0xFF0000) | w << 24;
}

bool gac__put(const gac_allocator *a, gac__chars *out, const char *text,
              size_t size);

/* -- scanning: text -> tokens -> statements (text_scan.c) ------------------ */

/* A token is what stands between white space: %id, mnemonic, number, "string".
 * Texts are under 4 GiB, so that 32 bits do. */
typedef struct gac__token {
    uint32_t first, size; /* bytes of the text */
} gac__token;

/* An instruction's tokens: `first` .. `end` - 1. `op` is the mnemonic's index,
 * `first` + 2 after "%id =", else `first`. */
typedef struct gac__statement {
    uint32_t first, op, end;
    bool immediate; /* has "!<integer>" tokens: may be any number of
                       instructions, or parts of them */
    bool marked;    /* a marker follows it for SPIRV-Tools (see assemble.c) */
} gac__statement;

typedef struct gac__old_scan {
    const gac_allocator *allocator;
    const char *text;
    uint32_t size;
    GAC__VEC(gac__token) tokens;
    GAC__VEC(gac__statement) statements;
    GAC__VEC(gac__token)
    notes; /* comments that start with a capital and hold
              a colon: "; Version: 1.0", without the ';' */
} gac__old_scan;

/* Splits a text; `scan` needs gac__old_scan_free() whatever the result. */
gac_result gac__old_scan_text(gac__old_scan *scan,
                              const gac_allocator *allocator, const char *text,
                              uint32_t size);
void gac__old_scan_free(gac__old_scan *scan);

static inline gac__slice gac__old_scan_slice(const gac__old_scan *scan,
                                             uint32_t token)
{
    gac__token t = scan->tokens.items[token];
    return (gac__slice){scan->text + t.first, t.size};
}

/* Line and column, both from 1, of byte `offset`. */
void gac__text_place(const char *text, uint32_t offset, uint32_t *line_out,
                     uint32_t *column_out);

/* Reads "12", "-3" or "0x1f" as a word; false if it is nothing of the kind. */
bool gac__old_parse_word(gac__slice s, uint32_t *word_out);

/* Writes what a string token means to `out`, without quotes and escapes, ended
 * by a NUL. False if it is no string. */
bool gac__old_parse_string(const gac_allocator *a, gac__slice s,
                           gac__chars *out, bool *is_string_out);

/* -- SPIRV-Tools (carriers.c) ---------------------------------------------- */

/* What SPIRV-Tools does not know travels through it in disguise. An import of
 * a name that it refuses takes this one, whose instructions go by number: */
#define GAC__CARRIER_SET "NonSemantic.gac"

/* An instruction that it does not know takes an opcode that has the same
 * leading words and any number of ids after them: */
static inline uint16_t gac__carrier_opcode(bool has_type, bool has_result,
                                           bool has_operands)
{
    if (has_type)
        return SpvOpCompositeConstruct;
    if (has_result)
        return SpvOpTypeStruct;
    return has_operands ? SpvOpGroupDecorate : SpvOpNop;
}

/* -- walking instructions by their rows (text_walk.c) ---------------------- */

typedef enum gac__piece_what {
    GAC__PIECE_ID,
    GAC__PIECE_RESULT,
    GAC__PIECE_NUMBER,
    GAC__PIECE_STRING,
    GAC__PIECE_VALUE, /* of an enumeration */
    GAC__PIECE_MASK
} gac__piece_what;

/* One operand: `n_words` words from word `word` on. In text it is one token. */
typedef struct gac__piece {
    uint16_t word, n_words;
    uint8_t what;
    uint16_t kind; /* index into gac__kind_rows, of a value or mask */
} gac__piece;

typedef GAC__VEC(gac__piece) gac__pieces;

/* What a walk needs to know about ids, learned in the module's order. */
typedef enum gac__known {
    GAC__KNOWN_OTHER = 1, /* defined: no more than that */
    GAC__KNOWN_INT,
    GAC__KNOWN_UINT,
    GAC__KNOWN_FLOAT, /* | width << 8 */
    GAC__KNOWN_IMPORT /* | gac__set_kind << 8 */
} gac__known;

typedef enum gac__set_kind {
    GAC__SET_ASYNC_COPIES,
    GAC__SET_OPENCL_STD,
    GAC__SET_TOOLS,  /* known to SPIRV-Tools only */
    GAC__SET_NUMBERS /* unknown: numbers and ids */
} gac__set_kind;

typedef struct gac__id_facts {
    const gac_allocator *allocator;
    gac__id_map known; /* id -> gac__known and what goes with it */
    gac__id_map types; /* value's id -> type's id */
} gac__id_facts;

/* Returns what is known of `id` and, above the low 8 bits, what goes with it;
 * 0 if nothing defines it. */
static inline uint32_t gac__id_known(const gac__id_facts *facts, uint32_t id)
{
    uint32_t known;
    return gac__id_map_get(&facts->known, id, &known) ? known : 0;
}

typedef enum gac__walk_result {
    GAC__WALK_OK,  /* every word is an operand that the row allows */
    GAC__WALK_BAD, /* not so; `pieces` holds what came before */
    GAC__WALK_MEMORY
} gac__walk_result;

/* Notes what an instruction defines. `opaque`: that its result exists, and no
 * more. `set`: which one an OpExtInstImport names. False: out of memory. */
bool gac__facts_learn(gac__id_facts *facts, const uint32_t *words,
                      uint32_t n_words, bool opaque, gac__set_kind set);
void gac__facts_free(gac__id_facts *facts);

/* Splits an instruction of `n_words` words (at least 1) into operands. */
gac__walk_result gac__text_walk(const gac__id_facts *facts,
                                const uint32_t *words, uint32_t n_words,
                                gac__pieces *pieces);

/* Reads the literal string in `n` words: its length in bytes, or UINT32_MAX if
 * it does not end there; `*clean_out`: the padding is zero. */
uint32_t gac__literal_string(const uint32_t *words, uint32_t n,
                             uint32_t *n_words_out, bool *clean_out);

/* -- the disassembler's state (disassemble.c, dis_screen.c, dis_compose.c) --
 */

/* How an instruction gets its text. */
typedef enum gac__dis_how {
    GAC__DIS_PLAIN,  /* SPIRV-Tools' text as it is */
    GAC__DIS_IMPORT, /* the same, but for the import's name */
    GAC__DIS_EXT,    /* the same, but for mnemonic and instruction's name */
    GAC__DIS_OWN,    /* by our grammar's rows; a carrier stands for it */
    GAC__DIS_RAW     /* its words as "!<integer>" and ids; likewise */
} gac__dis_how;

typedef struct gac__dis_inst {
    uint32_t word;          /* its first word in the module */
    uint32_t screened_word; /* the same in what SPIRV-Tools sees */
    uint16_t n_words;
    uint8_t how;
    bool forced; /* to be RAW: SPIRV-Tools or a test refused it */
    uint32_t text_first, text_size; /* in the text, without the indentation */
} gac__dis_inst;

typedef struct gac__dis_name {
    uint32_t id;
    gac__slice name; /* in `tools_text`, without '%' */
} gac__dis_name;

struct gac_disassembly {
    gac_allocator allocator;
    gac_context *context;
    spv_context tools;
    gac_disassemble_options options;
    gac__words words; /* the module, in the host's byte order */
    bool swapped;
    GAC__VEC(gac__dis_inst) insts;
    gac__id_facts facts;
    gac__pieces pieces;  /* of the instruction at hand */
    gac__words screened; /* what SPIRV-Tools sees */
    uint32_t id_limit;   /* the highest id that is used, and 1 */
    bool ask_each;       /* SPIRV-Tools has refused a module: ask it about each
                            instruction */
    bool all_raw;

    spv_text tools_text;
    gac__old_scan scan;  /* of tools_text: one statement an instruction */
    gac__id_map name_of; /* id -> index into `names`, and 1 */
    GAC__VEC(gac__dis_name) names; /* of ids that are not shown as numbers */
    gac__chars text;               /* the result */
};

/* What SPIRV-Tools make an id's name of, hashed: that of an OpName (`result`
 * 0), or of a type or constant whose result is the word numbered `result`. Not
 * 0. */
uint32_t gac__name_key(const uint32_t *words, uint32_t n_words,
                       uint32_t result);

/* Turns friendly names off if it would take too long to find them. */
gac_result gac__dis_count_names(gac_disassembly *d);

/* The same, if they would be too long. */
gac_result gac__dis_measure_names(gac_disassembly *d);

/* Decides how each instruction gets its text, and fills `screened`. */
gac_result gac__dis_screen(gac_disassembly *d);

/* Writes `text` from the screened module's text. */
gac_result gac__dis_compose(gac_disassembly *d,
                            const gac_disassemble_options *options);

/* Finds the next token of `text` from `*at` on and sets `*at` behind it. */
bool gac__next_token(const char *text, uint32_t size, uint32_t *at,
                     gac__token *token_out);

/* Finds out which set an import's name means, and whether SPIRV-Tools has to
 * be given another name for it. */
gac__set_kind gac__classify_import(spv_const_context tools, const char *name,
                                   bool *renamed_out);

#endif

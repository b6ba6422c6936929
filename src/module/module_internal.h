/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What the parser's files share. */
#ifndef GAC_MODULE_MODULE_INTERNAL_H
#define GAC_MODULE_MODULE_INTERNAL_H

#include "module/walk.h"

#define GAC__HEADER_WORDS 5

/* A parse in progress. */
typedef struct gac__parser {
    gac_module *m;
    gac_parse_options options;
    gac_result result; /* sticky; a format fault leaves it alone */
    gac__watch watch;  /* of the context */
    uint32_t n_faults;
    const char *hint; /* of the next fault; NULL: its rule's */
    bool unusable;    /* a fault that even keep_going does not pass */
    bool stopped;     /* the words end within an instruction */
    uint32_t n_insts; /* whole instructions in the words */

    /* Layout: how far the sections have come, and where we are. */
    uint8_t section;        /* gac__op_place, up to GAC__PLACE_TYPE */
    uint8_t section_before; /* the one that stood before it */
    bool section_of_one;    /* one instruction alone has begun it */
    uint8_t misplaced;      /* the section last complained about, + 1 */
    bool functions_begun;   /* an OpFunction or an OpGraphARM was seen */
    bool definitions_begun; /* a function with a body was seen */
    bool in_function, in_block;
    bool in_graph;  /* SPV_ARM_graph: what is no function, and has no blocks */
    bool outside;   /* something outside a block was reported */
    uint32_t quiet; /* a bit a gac__op_place: instructions of that place
                       change none of these */

    /* The import of the extended instruction seen last, 0: unknown, and whether
       there are rules about any of its instructions. */
    uint32_t known_import;
    bool known_rules;

    /* Ids that are not below the bound, once they have been reported. */
    GAC__VEC(uint32_t) over_bound;

    /* OpSwitches whose selector is defined further down. */
    GAC__VEC(uint32_t) switches;
    bool late; /* those are being read now */
    uint32_t n_member_offsets;
    bool texts_marked;
} gac__parser;

/* How bad a fault is: whether the module can be given out all the same. */
typedef enum gac__fault_kind {
    GAC__FAULT_SOFT,
    GAC__FAULT_HARD
} gac__fault_kind;

/* Reports a fault of `inst` under rule module-format. `operand` may be NULL;
 * `word` -1: none. */
void gac__fault(gac__parser *p, gac__fault_kind kind, const gac__inst *inst,
                const char *operand, int32_t word, const char *format, ...)
    GAC__PRINTF(6, 7);

/* Checks an instruction against its row: word count, strings, ids. False if
 * the words do not fit, so that no operand can be trusted. */
bool gac__check_operands(gac__parser *p, const gac__inst *inst,
                         const gac__op_row *row);

/* The highest of ids, each less one so that 0 becomes the largest number, tells
 * whether all are below the bound. */
static inline uint32_t gac__highest_id(const uint32_t *words, uint32_t n)
{
    uint32_t highest = 0;
    for (uint32_t i = 0; i < n; i++)
        highest = GAC__MAX(highest, words[i] - 1);
    return highest;
}

/* Whether the tail of `n` words, from `words` on, is certainly well, for tails
 * that take more than the look at ids and `n` below. */
bool gac__tail_fits(const gac_module *m, const gac__op_row *row,
                    const uint32_t *words, uint32_t n);

/* Whether the operands are certainly correct. Most are, and this is quick. */
static inline bool gac__operands_fit(const gac_module *m,
                                     const gac__op_row *row,
                                     const uint32_t *words, uint32_t n_words)
{
    const uint32_t n_fixed = row->n_fixed, tail = row->tail;
    uint32_t i = 0, highest = 0;
    if (GAC__UNLIKELY(n_words <= n_fixed))
        return false;
    const uint32_t n = n_words - 1 - n_fixed;
    if (tail <= GAC__TAIL_OPTIONAL_IDS && row->ids_only)
        highest = gac__highest_id(words + 1, n_words - 1);
    else {
        for (uint32_t ids = row->id_mask; ids != 0; i++, ids >>= 1)
            highest = GAC__MAX(highest, ids & 1 ? words[1 + i] - 1 : 0);
        if (tail <= GAC__TAIL_OPTIONAL_IDS)
            highest =
                GAC__MAX(highest, gac__highest_id(words + 1 + n_fixed, n));
    }
    if (GAC__UNLIKELY(highest >= m->bound - 1))
        return false;
    switch ((gac__op_tail)tail) {
    case GAC__TAIL_NONE: return n == 0;
    case GAC__TAIL_IDS:
    case GAC__TAIL_LITERALS: return true;
    default: return gac__tail_fits(m, row, words + 1 + n_fixed, n);
    }
}

/* The main pass over the instructions that the survey has counted (read.c). */
void gac__read_insts(gac__parser *p);

/* Sorts kernels and modes, the initializers and finalizers behind the kernels
 * (kernels.c). */
gac_result gac__sort_kernels(gac_module *m);

/* Follows sections, functions and blocks; fills those tables. Nothing happens
 * for an instruction of a body in a block. */
void gac__follow_layout(gac__parser *p, const gac__inst *inst,
                        const gac__op_row *row);
void gac__finish_layout(gac__parser *p);

/* Finds the texts of source files, up to max_texts; false when memory is out.
 */
bool gac__mark_texts(gac_module *m);

/* Marks them, if this parse has not done so. */
void gac__parser_mark_texts(gac__parser *p);

/* The name of a file, in an OpString; NULL: none, one that is no UTF-8, or
 * longer than any path. */
const char *gac__module_file_name(const gac_module *m, uint32_t id);

/* The number of DebugSource in the DebugInfo sets, and those of DebugLine and
 * DebugNoLine of NonSemantic.Shader.DebugInfo.100; whether the set is that one
 * shows later. */
enum {
    GAC__DEBUG_SOURCE = 35,
    GAC__DEBUG_LINE = 103,
    GAC__DEBUG_NO_LINE = 104
};

/* Links decorations, and lays out structs and arrays, once all is read. */
void gac__sort_decorations(gac_module *m);

/* Once decorations are sorted. False: out of memory. */
bool gac__find_specs(gac_module *m);
void gac__lay_out_types(gac_module *m);

/* Words of a literal of this type; 0 if the type is no integer or float. */
static inline uint32_t gac__literal_words(const gac_module *m, uint32_t type_id)
{
    return gac__number_words(gac__module_def_words(m, type_id));
}

#endif

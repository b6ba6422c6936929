/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What the parser's files share: the state of a parse, and its steps. */
#ifndef GAC_MODULE_MODULE_INTERNAL_H
#define GAC_MODULE_MODULE_INTERNAL_H

#include "module/walk.h"

/* A parse in progress. */
typedef struct gac__parser {
    gac_module *m;
    gac_parse_options options;
    gac_result result; /* sticky; faults of the format do not set it */
    gac__watch watch;  /* of the context */
    uint32_t n_faults;
    const char *hint; /* hint of the next fault; NULL: its rule's */
    bool unusable; /* a hard fault was found: keep_going gives out no module */
    bool stopped;  /* the words end within an instruction */
    uint32_t n_insts; /* whole instructions in the words */

    /* Layout: the state machine of layout.c. */
    uint8_t section;        /* the section reached: a gac__section up to
                               GAC__SECTION_TYPE */
    uint8_t section_before; /* the section before `section` */
    bool section_of_one;    /* one instruction alone has begun `section` */
    uint8_t misplaced;      /* the section last reported, + 1 */
    bool functions_begun;   /* an OpFunction or an OpGraphARM was seen */
    bool definitions_begun; /* a function with a body was seen */
    bool in_function, in_block;
    bool in_graph;  /* in a graph of SPV_ARM_graph, which has no blocks */
    bool outside;   /* an instruction outside a block has been reported */
    uint32_t quiet; /* a bit for each gac__section whose instructions leave
                       this state unchanged */

    /* The import of the last extended instruction, 0: unknown, and whether
     * rules are about instructions of its set. */
    uint32_t known_import;
    bool known_rules;

    /* Ids over the bound that have been reported. */
    GAC__VEC(uint32_t) over_bound;

    /* OpSwitches whose selector is defined further down. */
    GAC__VEC(uint32_t) switches;
    bool late;                 /* the pass over `switches` is running */
    uint32_t n_member_offsets; /* entries of gac_module.member_offsets in use */
    bool texts_marked;         /* gac__parser_mark_texts() has been called */
} gac__parser;

/* A fault's kind: after a soft one keep_going gives out the module. */
typedef enum gac__fault_kind {
    GAC__FAULT_SOFT,
    GAC__FAULT_HARD
} gac__fault_kind;

/* Reports a fault of `inst` under rule module-format. `operand` may be NULL;
 * `word` -1: none. */
void gac__fault(gac__parser *p, gac__fault_kind kind, const gac__inst *inst,
                const char *operand, int32_t word, const char *format, ...)
    GAC__PRINTF(6, 7);

/* Checks an instruction against its row: word count, strings, ids. False: the
 * words do not fit, so that the operands cannot be used. */
bool gac__check_operands(gac__parser *p, const gac__inst *inst,
                         const gac__op_row *row);

/* Returns the highest of `n` ids, each less 1 so that 0 becomes the largest
 * number: one comparison tells whether all are below the bound. */
static inline uint32_t gac__highest_id(const uint32_t *words, uint32_t n)
{
    uint32_t highest = 0;
    for (uint32_t i = 0; i < n; i++)
        highest = GAC__MAX(highest, words[i] - 1);
    return highest;
}

/* Whether a tail of `n` words is certainly correct: for kinds of tails that
 * gac__operands_fit() does not check itself. */
bool gac__tail_fits(const gac_module *m, const gac__op_row *row,
                    const uint32_t *words, uint32_t n);

/* Whether the operands are certainly correct: a quick test that most
 * instructions pass. */
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

/* What an opcode needs beside the check of its words, as flags: it adds to the
 * module's tables, so that the survey counts it (parse.c), or to
 * gac_module.notable. Opcodes of a high number are apart, and may do both. */
enum { GAC__TASK_ADD = 1, GAC__TASK_NOTE = 2 };
#define GAC__TASK_OPCODES ((size_t)SpvOpDecorateId + 1)
extern const uint8_t gac__tasks[GAC__TASK_OPCODES];

static inline uint32_t gac__tasks_of(uint32_t opcode)
{
    return opcode < GAC__TASK_OPCODES ? gac__tasks[opcode] : UINT32_MAX;
}

/* The main pass over the instructions that the survey has counted (read.c). */
void gac__read_insts(gac__parser *p);

/* Sorts kernels and modes; initializers and finalizers come behind the kernels
 * (kernels.c). */
gac_result gac__sort_kernels(gac_module *m);

/* Follows sections, functions and blocks, and fills their tables. An
 * instruction of a function's body inside a block changes nothing. */
void gac__follow_layout(gac__parser *p, const gac__inst *inst,
                        const gac__op_row *row);
void gac__finish_layout(gac__parser *p);

/* Finds the texts of source files, up to max_texts. False: out of memory. */
bool gac__mark_texts(gac_module *m);

/* Calls gac__mark_texts() once in a parse. */
void gac__parser_mark_texts(gac__parser *p);

/* Returns the file name in an OpString; NULL: there is none, it is not UTF-8,
 * or it is longer than any path. */
const char *gac__module_file_name(const gac_module *m, uint32_t id);

/* Numbers of debug instructions, the same in all DebugInfo sets (DebugInfo,
 * OpenCL.DebugInfo.100, NonSemantic.Shader.DebugInfo.100), but for DebugLine
 * and DebugNoLine, which the last set alone has. Words: of the number, and of
 * the first operand. */
enum {
    GAC__DEBUG_NONE = 0,
    GAC__DEBUG_TYPE_BASIC = 2,
    GAC__DEBUG_TYPE_POINTER = 3,
    GAC__DEBUG_TYPE_QUALIFIER = 4,
    GAC__DEBUG_TYPE_VECTOR = 6,
    GAC__DEBUG_TYPEDEF = 7,
    GAC__DEBUG_TYPE_ENUM = 9,
    GAC__DEBUG_TYPE_COMPOSITE = 10,
    GAC__DEBUG_FUNCTION = 20,
    GAC__DEBUG_LEXICAL_BLOCK = 21,
    GAC__DEBUG_DISCRIMINATOR = 22,
    GAC__DEBUG_SCOPE = 23,
    GAC__DEBUG_NO_SCOPE = 24,
    GAC__DEBUG_LOCAL_VARIABLE = 26,
    GAC__DEBUG_SOURCE = 35,
    GAC__DEBUG_LINE = 103,
    GAC__DEBUG_NO_LINE = 104
};
#define GAC__DEBUG_WORD_NUMBER 4u
#define GAC__DEBUG_WORD_FIRST 5u

/* Returns the number of an instruction of a DebugInfo set; UINT32_MAX: it is
 * none. */
uint32_t gac__debug_number(const gac_module *m, const gac__inst *inst);

/* Links decorations, once all instructions are read. */
void gac__sort_decorations(gac_module *m);

/* Finds the specialization constants, once decorations are linked. False: out
 * of memory. */
bool gac__find_specs(gac_module *m);
void gac__lay_out_types(gac_module *m);

/* Returns how many words the string at `words` takes; 0: it does not end within
 * `n` words. */
static inline uint32_t gac__string_words(const uint32_t *words, uint32_t n)
{
    const char *end = memchr(words, 0, n * sizeof *words);
    return end ? (uint32_t)((size_t)(end - (const char *)words) / sizeof *words)
                     + 1
               : 0;
}

/* Returns the words of a literal of this type; 0 if the type is no integer or
 * float. */
static inline uint32_t gac__literal_words(const gac_module *m, uint32_t type_id)
{
    return gac__number_words(gac__module_def_words(m, type_id));
}

#endif

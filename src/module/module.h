/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* A parsed module: instructions, ids, types, constants, functions, places. */
#ifndef GAC_MODULE_MODULE_H
#define GAC_MODULE_MODULE_H

#include <gac/module.h>

#include "diag/diag.h"
#include "grammar/grammar.h"
#include "module/spirv.h"

/* One instruction: a view into the module's words. The parser has checked its
 * word count against the grammar's row: every operand that the row requires is
 * there, every string ends inside it. */
typedef struct gac__inst {
    const uint32_t *words; /* words[0] is the word count and opcode */
    uint16_t n_words;
    uint16_t opcode;
    uint32_t ordinal;   /* index from 0; diagnostics show ordinal + 1 */
    uint32_t type_id;   /* 0: none */
    uint32_t result_id; /* 0: none */
    uint16_t first;     /* index of the first word after type and result */
} gac__inst;

typedef struct gac__block {
    uint32_t label_id;
    uint32_t first, end; /* ordinals: OpLabel, one past the terminator */
} gac__block;

typedef struct gac__function {
    uint32_t id, type_id;
    uint32_t first, end; /* ordinals: OpFunction, past OpFunctionEnd */
    uint32_t first_param, n_params; /* the first OpFunctionParameter's ordinal,
                                       and their number */
    bool params_apart;              /* OpLine stands between the parameters */
    uint32_t first_block, n_blocks; /* into gac_module.blocks; 0 blocks: a
                                       declaration */
} gac__function;

typedef struct gac__entry_point {
    uint32_t inst;  /* OpEntryPoint's ordinal */
    uint32_t model; /* SpvExecutionModel */
    uint32_t function_id;
    const char *name; /* in the arena */
} gac__entry_point;

/* An OpExecutionMode or OpExecutionModeId. */
typedef struct gac__mode {
    uint32_t function_id, ordinal;
} gac__mode;

typedef struct gac__import {
    uint32_t id;
    uint32_t inst;
    const char *name;
    const gac__ext_set *set; /* NULL: unknown */
    bool non_semantic_name;  /* of the async-copy set */
    bool ids_only;           /* all operands of its instructions are ids */
    bool debug_info;         /* "DebugInfo" is in its name */
} gac__import;

/* A decoration of an id or of a struct's member. The decorations of an id form
 * a list in the order of member and kind. Where an id has very many, they are
 * consecutive in the table as well, so that a look-up can search by halves. */
typedef struct gac__decoration {
    uint32_t target;
    uint32_t member;     /* UINT32_MAX: the id itself */
    uint32_t decoration; /* GAC__DECORATION_GROUP: all those of a group */
    uint32_t inst; /* OpDecorate, OpMemberDecorate, OpGroupDecorate, ... */
    const uint32_t *operands; /* the decoration's; or, of GAC__DECORATION_GROUP,
                                 the group's id */
    uint16_t n_operands;
    uint16_t n_behind; /* how many decorations follow in the list */
    uint32_t next;     /* index + 1 of the next one for this target; 0: none */
} gac__decoration;

#define GAC__DECORATION_GROUP UINT32_MAX

/* Size and alignment of a struct or an array, as OpenCL lays it out. */
typedef struct gac__layout {
    uint32_t inst;  /* the type's ordinal; ascending in the module */
    uint32_t align; /* 0: the type has no size */
    uint64_t size;
    uint32_t first_member; /* struct: into gac_module.member_offsets */
    bool has_pointers;
} gac__layout;

/* Where a line of a source text begins. */
typedef struct gac__line_mark {
    uint32_t piece, offset; /* the ordinal of the instruction that holds it, and
                               its offset in bytes in the string there */
} gac__line_mark;

/* The text of a source file that the module holds (source_text.c). */
typedef struct gac__source_text {
    const char *file;            /* its name */
    uint32_t n_marks;            /* at least 1 */
    const gac__line_mark *marks; /* one for every 64th line */
} gac__source_text;

/* A specialization constant that has a SpecId. */
typedef struct gac__spec {
    uint32_t id;      /* its SpecId */
    uint32_t ordinal; /* the constant's */
} gac__spec;

typedef struct gac__id {
    uint32_t decorations; /* index + 1 of the first; 0: none */
    uint32_t name;        /* ordinal + 1 of its OpName; 0: none */
} gac__id;

struct gac_module {
    gac_context *context;
    gac__arena arena;
    const uint32_t *words; /* host byte order */
    size_t n_words;
    uint32_t version, generator, bound;
    bool swapped;      /* the file had the other byte order */
    uint32_t n_faults; /* with keep_going: how many faults there are */

    uint32_t n_insts;
    uint32_t *offsets;     /* n_insts + 1: word offset of each, then n_words */
    uint32_t *definitions; /* of each id: ordinal + 1 of its definition; 0:
                              none */
    uint32_t *def_offsets; /* of each id: its definition's word offset; 0:
                              none */
    gac__id *ids;          /* facts that few ids have; `bound` of them */
    GAC__VEC(uint32_t) notable; /* ordinals: is_notable() in read.c */

    uint32_t addressing_model, memory_model; /* UINT32_MAX: not declared */
    uint32_t pointer_bits;                   /* 32, 64; 0: logical or unknown */

    gac__function *functions;
    uint32_t n_functions;
    gac__block *blocks;
    uint32_t n_blocks;
    gac__entry_point *entries;
    uint32_t n_entries;
    uint32_t *kernels; /* indexes into entries; behind the kernels stand the
                          initializers and finalizers, if the module has both */
    uint32_t n_kernels;
    uint32_t n_set_aside; /* how many initializers and finalizers stand behind
                             the kernels */
    const gac__entry_point **by_name; /* sorted by name: the kernels, then the
                                         initializers and finalizers */
    gac__mode *modes; /* sorted by function, then in the module's order */
    uint32_t n_modes;
    gac__import *imports;
    uint32_t n_imports;
    gac__decoration *decorations;
    uint32_t n_decorations;
    bool has_group_size; /* something is decorated as WorkgroupSize */
    gac__spec *specs;    /* sorted by SpecId, then in the module's order */
    uint32_t n_specs;
    uint32_t *capabilities;
    uint32_t n_capabilities;
    const char **extensions;
    uint32_t n_extensions;
    uint32_t first_function; /* ordinal of the first OpFunction or OpGraphARM;
                                n_insts: none */
    uint32_t *lines; /* ordinals of OpLine, OpNoLine, DebugLine, DebugNoLine */
    uint32_t n_lines;
    gac__layout *layouts;
    uint32_t n_layouts;
    uint64_t *member_offsets;
    gac__source_text *texts;
    uint32_t n_texts, max_texts;
};

#define GAC__HEADER_WORDS 5

/* Generators, by their numbers in the registry, whose modules are read with
 * their faults in mind: SPIRV-Tools' assembler, whose text may be any other's,
 * and LLVM's SPIR-V backend. */
#define GAC__GENERATOR_ASSEMBLER 7u
#define GAC__GENERATOR_LLVM 43u

/* Returns the number of a module's generator. */
static inline uint32_t gac__module_generator(const gac_module *m)
{
    return m->generator >> 16;
}

/* Whether the instruction is extended: it has an import and a number. */
static inline bool gac__is_ext_inst(uint32_t opcode)
{
    return opcode == SpvOpExtInst || opcode == SpvOpExtInstWithForwardRefsKHR;
}

/* Reports bytes that do not begin with the magic number, or are too few for a
 * header. `*swapped_out`: they have the other byte order. */
gac_result gac__check_magic(gac_context *context, const void *data, size_t size,
                            bool *swapped_out);

/* -- instructions and ids -------------------------------------------------- */

/* The functions below are inline since all rooms call them very often. */

/* Decodes the instruction at `words`, whose word count has been checked. */
static inline gac__inst gac__decode(const uint32_t *words, uint32_t ordinal)
{
    uint32_t n = words[0] >> 16, shape = gac__grammar_shape(words[0] & 0xFFFF);
    gac__inst inst = {.words = words,
                      .n_words = (uint16_t)n,
                      .opcode = (uint16_t)words[0],
                      .ordinal = ordinal,
                      .first = 1};
    if ((shape & 1) && n > 1)
        inst.type_id = words[inst.first++];
    if ((shape & 2) && n > inst.first)
        inst.result_id = words[inst.first++];
    return inst;
}

/* Decodes instruction `ordinal` (< n_insts). */
static inline gac__inst gac__module_inst(const gac_module *m, uint32_t ordinal)
{
    gac__inst inst = gac__decode(m->words + m->offsets[ordinal], ordinal);
    /* A padded null (read.c): its fourth word is ignored. */
    if (inst.opcode == SpvOpConstantNull && inst.n_words > 3)
        inst.n_words = 3;
    return inst;
}

/* The next instruction, if its ordinal is below `end`. */
static inline bool gac__module_next(const gac_module *m, gac__inst *inst,
                                    uint32_t end)
{
    uint32_t next = inst->ordinal + 1;
    if (next >= end)
        return false;
    *inst = gac__module_inst(m, next);
    return true;
}

/* Visits each instruction `inst` from ordinal `first` on and before `end`. */
#define GAC__EACH_MODULE_INST(m, inst, first, end)                             \
    for (gac__inst inst = {.ordinal = (first) - (uint32_t)1};                  \
         gac__module_next((m), &inst, (end));)

/* The words of the definition of `id`; NULL if the id is 0, at or over the
 * bound, or never defined. */
static inline const uint32_t *gac__module_def_words(const gac_module *m,
                                                    uint32_t id)
{
    if (id >= m->bound || m->def_offsets[id] == 0)
        return NULL;
    return m->words + m->def_offsets[id];
}

/* Decodes the definition of `id` into `*inst_out`. False, with an all-zero
 * view, if there is none. */
static inline bool gac__module_def(const gac_module *m, uint32_t id,
                                   gac__inst *inst_out)
{
    if (!gac__module_def_words(m, id)) {
        *inst_out = (gac__inst){0};
        return false;
    }
    *inst_out = gac__module_inst(m, m->definitions[id] - 1);
    return true;
}

/* Returns the opcode of an instruction's words; OpNop for NULL. */
static inline uint32_t gac__words_opcode(const uint32_t *words)
{
    return words ? words[0] & 0xFFFF : (uint32_t)SpvOpNop;
}

/* Returns the opcode that defines `id`, 0 (OpNop) if nothing does. */
static inline uint32_t gac__module_def_opcode(const gac_module *m, uint32_t id)
{
    return gac__words_opcode(gac__module_def_words(m, id));
}

/* Returns the type id of the value `id`; 0 if it is not a value. */
static inline uint32_t gac__module_type_of(const gac_module *m, uint32_t id)
{
    const uint32_t *words = gac__module_def_words(m, id);
    return words && (gac__grammar_shape(words[0] & 0xFFFF) & 1)
                   && words[0] >> 16 > 1
               ? words[1]
               : 0;
}

/* Returns whether `ordinal` stands in a block, its OpLabel and terminator
 * included; `*function_out`, `*block_out` (either may be NULL) are set then. */
bool gac__module_block_of(const gac_module *m, uint32_t ordinal,
                          const gac__function **function_out,
                          const gac__block **block_out);

/* The kernel of that name, the first one if there are several; NULL: none. */
const gac__entry_point *gac__module_kernel(const gac_module *m,
                                           const char *name);

/* Returns the execution modes of a function, in the module's order. */
const gac__mode *gac__module_modes(const gac_module *m, uint32_t function_id,
                                   uint32_t *n_out);

/* Returns the function whose id this is; NULL: none. */
const gac__function *gac__module_function(const gac_module *m, uint32_t id);

/* Returns the first of blocks [first, end) of gac_module.blocks that ends
 * behind an instruction; `end`: none does. */
static inline uint32_t gac__module_block_behind(const gac_module *m,
                                                uint32_t first, uint32_t end,
                                                uint32_t ordinal)
{
    if (first < end)
        first += GAC__FIRST_FROM(m->blocks + first, end - first, end,
                                 (uint64_t)ordinal + 1);
    return first;
}

/* Returns the index in gac_module.blocks of the block that an ordinal of
 * `function` stands in; UINT32_MAX: it stands in none. */
static inline uint32_t gac__module_block_in(const gac_module *m,
                                            const gac__function *function,
                                            uint32_t ordinal)
{
    uint32_t first = function->first_block, end = first + function->n_blocks;
    uint32_t b = gac__module_block_behind(m, first, end, ordinal);
    return b < end && m->blocks[b].first <= ordinal ? b : UINT32_MAX;
}

/* Visits an operand of an instruction: `n` words from word `word` on. `row` is
 * NULL for operands of an unknown extended instruction. A pair is visited as
 * two operands, whose rows live as long as the visit. False ends the walk. */
typedef bool gac__operand_visitor(void *user, const gac__inst *inst,
                                  const gac__operand_row *row, uint32_t word,
                                  uint32_t n);

/* Whether operands of a row are ids. An operand without a row (NULL) counts as
 * one. */
static inline bool gac__row_is_id(const gac__operand_row *row)
{
    return !row || row->operand_class == GAC__OPERAND_ID;
}

/* Calls `visit` for each operand, by the grammar's rows. Returns false if
 * `visit` has ended the walk, or if the operands do not fit the rows (in a
 * parsed module they do). */
bool gac__module_visit_operands(const gac_module *m, const gac__inst *inst,
                                gac__operand_visitor *visit, void *user);

/* Reads the literal string at word `word`; NULL if it does not end inside.
 * The string is read in place on little-endian hosts. */
const char *gac__module_string(const gac__inst *inst, uint32_t word,
                               uint32_t *n_words_out);

bool gac__module_has_capability(const gac_module *m, uint32_t capability);

/* Whether the module declares a capability: itself, or one that implies it, as
 * Vector16 implies Kernel. */
bool gac__module_declares(const gac_module *m, uint32_t capability);

bool gac__module_has_extension(const gac_module *m, const char *name);

/* Returns the import that `id` names, or NULL. */
const gac__import *gac__module_import(const gac_module *m, uint32_t id);

/* Returns the import of an extended instruction's set; NULL: it is no extended
 * instruction. */
const gac__import *gac__module_import_of(const gac_module *m,
                                         const gac__inst *inst);

/* Returns the set of an extended instruction, whose number is the word behind
 * the import; NULL: it is no extended instruction, or of an unknown set. */
const gac__ext_set *gac__module_set_of(const gac_module *m,
                                       const gac__inst *inst);

/* Whether an instruction belongs to OpenCL.DebugInfo.100. */
#define GAC__DEBUG_INFO "OpenCL.DebugInfo.100"
bool gac__module_is_debug_info(const gac_module *m, const gac__inst *inst);

/* Whether an extended instruction has no effect at run time, and may stand
 * outside of blocks: those of non-semantic sets, but for copies, and debug
 * information. */
bool gac__module_is_comment(const gac_module *m, const gac__inst *inst);

/* Returns the name of `id` by OpName; NULL if it has none or an empty one. */
const char *gac__module_name(const gac_module *m, uint32_t id);

/* -- decorations ----------------------------------------------------------- */

/* Returns the first decoration of this kind on `id`, groups resolved; NULL if
 * there is none. `member` UINT32_MAX: of the id itself. */
const gac__decoration *gac__module_decoration(const gac_module *m, uint32_t id,
                                              uint32_t member,
                                              uint32_t decoration);

/* Whether a decoration of this kind on `id`, groups resolved, has `value` as
 * its first operand: FuncParamAttr may be repeated, once for each attribute. */
bool gac__module_has_decoration(const gac_module *m, uint32_t id,
                                uint32_t decoration, uint32_t value);

#endif

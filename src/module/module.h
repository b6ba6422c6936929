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

#define GAC__NO_INST UINT32_MAX

/* Where in the module's order an instruction stands. */
typedef enum gac__section {
    GAC__SECTION_CAPABILITY,
    GAC__SECTION_EXTENSION,
    GAC__SECTION_IMPORT,
    GAC__SECTION_MEMORY_MODEL,
    GAC__SECTION_ENTRY_POINT,
    GAC__SECTION_EXECUTION_MODE,
    GAC__SECTION_DEBUG_STRING,
    GAC__SECTION_DEBUG_NAME,
    GAC__SECTION_MODULE_PROCESSED,
    GAC__SECTION_ANNOTATION,
    GAC__SECTION_TYPE,
    GAC__SECTION_FUNCTION
} gac__section;

typedef struct gac__block {
    uint32_t label_id;
    uint32_t first, end; /* ordinals: OpLabel, one past the terminator */
} gac__block;

typedef struct gac__function {
    uint32_t id, type_id;
    uint32_t first, end; /* ordinals: OpFunction, past OpFunctionEnd */
    uint32_t first_param, n_params; /* the first OpFunctionParameter; OpLine
                                       may stand between them: .. */
    bool params_apart;              /* .. something does */
    uint32_t first_block, n_blocks; /* into gac_module.blocks; 0 blocks: a
                                       declaration */
} gac__function;

typedef struct gac__entry_point {
    uint32_t inst;  /* OpEntryPoint's ordinal */
    uint32_t model; /* SpvExecutionModel */
    uint32_t function_id;
    const char *name; /* in the arena */
} gac__entry_point;

typedef struct gac__import {
    uint32_t id;
    uint32_t inst;
    const char *name;
    const gac__ext_set *set; /* NULL: a set that we do not know */
    bool non_semantic_name;  /* of the async-copy set */
    bool ids_only;           /* operands of its instructions are ids, all of
                                them, known or not */
    bool debug_info;         /* "DebugInfo" is in its name */
} gac__import;

/* A decoration of an id or of a struct's member. Those of an id are linked in
 * the order of member and kind; very many stand next to each other in it, too,
 * so that no number of them makes a look-up slow. */
typedef struct gac__decoration {
    uint32_t target;
    uint32_t member;     /* UINT32_MAX: the id itself */
    uint32_t decoration; /* GAC__DECORATION_GROUP: those of a group */
    uint32_t inst; /* OpDecorate, OpMemberDecorate, OpGroupDecorate, ... */
    const uint32_t *operands; /* after the decoration word; a group's id */
    uint16_t n_operands;
    uint16_t n_behind; /* how many follow in the list */
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

/* Where a line of a source text begins: a byte of an instruction's string. */
typedef struct gac__line_mark {
    uint32_t piece, offset; /* an ordinal; bytes */
} gac__line_mark;

/* The text of a source file that the module holds (source_text.c). */
typedef struct gac__source_text {
    const char *file;            /* its name */
    uint32_t n_marks;            /* at least 1 */
    const gac__line_mark *marks; /* of every 64th line */
} gac__source_text;

/* A specialization constant that has a SpecId. */
typedef struct gac__spec {
    uint32_t id;      /* that */
    uint32_t ordinal; /* of the constant */
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
    uint32_t n_faults; /* with keep_going: module-format errors reported */

    uint32_t n_insts;
    uint32_t *offsets;     /* n_insts + 1: word offset of each, then n_words */
    uint32_t *definitions; /* of each id: ordinal + 1 of its definition; 0 */
    uint32_t *def_offsets; /* and that one's word offset, asked for oftenest */
    gac__id *ids;          /* what few have, of each; `bound` of them */
    GAC__VEC(uint32_t)
    notable; /* ordinals of copies, waits, calls, imports and
           modes: what gac__is_notable() is true of, and
           extended instructions that there may be rules
           about */

    uint32_t addressing_model, memory_model; /* UINT32_MAX: not declared */
    uint32_t pointer_bits;                   /* 32, 64; 0: logical or unknown */

    gac__function *functions;
    uint32_t n_functions;
    gac__block *blocks;
    uint32_t n_blocks;
    gac__entry_point *entries;
    uint32_t n_entries;
    uint32_t *kernels;
    uint32_t n_kernels;   /* into entries; behind them
         the initializers and finalizers, if there are
         kernels beside these */
    uint32_t n_set_aside; /* of those behind */
    gac__import *imports;
    uint32_t n_imports;
    gac__decoration *decorations;
    uint32_t n_decorations;
    gac__spec *specs; /* by their SpecIds, then as they stand */
    uint32_t n_specs;
    uint32_t *capabilities;
    uint32_t n_capabilities;
    const char **extensions;
    uint32_t n_extensions;
    uint32_t first_function; /* ordinal of the first OpFunction or OpGraphARM;
                                n_insts: none */
    uint32_t *lines;
    uint32_t n_lines; /* ordinals of OpLine,
       OpNoLine, DebugLine, DebugNoLine */
    gac__layout *layouts;
    uint32_t n_layouts;
    uint64_t *member_offsets;
    gac__source_text *texts;
    uint32_t n_texts, max_texts;
};

/* Whether this opcode's instructions are in gac_module.notable, but for those
 * of sets that nobody has rules about. */
static inline bool gac__is_notable(uint32_t opcode)
{
    switch (opcode) {
    case SpvOpExtInstImport:
    case SpvOpExtInst:
    case SpvOpExtInstWithForwardRefsKHR:
    case SpvOpExecutionMode:
    case SpvOpExecutionModeId:
    case SpvOpFunctionCall:
    case SpvOpGroupAsyncCopy:
    case SpvOpGroupWaitEvents:
    case SpvOpUntypedGroupAsyncCopyKHR:
    case SpvOpUntypedPrefetchKHR: return true;
    default: return false;
    }
}

/* Reports bytes that do not begin like a module, or are too few for its header.
 * `*swapped_out`: they have the other byte order. */
gac_result gac__check_magic(gac_context *context, const void *data, size_t size,
                            bool *swapped_out);

/* -- instructions and ids -------------------------------------------------- */

/* These are asked for all the time, and are inline for that. */

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
    /* A padded null (parse.c): what comes fourth is not there. */
    if (inst.opcode == SpvOpConstantNull && inst.n_words > 3)
        inst.n_words = 3;
    return inst;
}

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

/* The function whose id this is; NULL: none. */
const gac__function *gac__module_function(const gac_module *m, uint32_t id);

/* The first of blocks [first, end) of gac_module.blocks that ends behind an
 * instruction; `end`: none does. */
static inline uint32_t gac__module_block_behind(const gac_module *m,
                                                uint32_t first, uint32_t end,
                                                uint32_t ordinal)
{
    while (first < end) {
        uint32_t middle = first + (end - first) / 2;
        if (m->blocks[middle].end <= ordinal)
            first = middle + 1;
        else
            end = middle;
    }
    return first;
}

/* Like it, for an ordinal of `function`: the index of the block in
 * gac_module.blocks; UINT32_MAX: it stands in none. */
static inline uint32_t gac__module_block_in(const gac_module *m,
                                            const gac__function *function,
                                            uint32_t ordinal)
{
    uint32_t first = function->first_block, end = first + function->n_blocks;
    uint32_t b = gac__module_block_behind(m, first, end, ordinal);
    return b < end && m->blocks[b].first <= ordinal ? b : UINT32_MAX;
}

/* Calls `visit` for each operand of an instruction, by the grammar's rows;
 * `row` is NULL for operands of an unknown extended instruction. `word` is the
 * operand's first word's index, `n` its words. A pair is visited as the two
 * operands that it has; their rows live as long as the visit. Stops when visit
 * returns false. */
typedef bool gac__operand_visitor(void *user, const gac__inst *inst,
                                  const gac__operand_row *row, uint32_t word,
                                  uint32_t n);

/* Whether the operands of a row are ids; NULL: one that no row is for. */
static inline bool gac__row_is_id(const gac__operand_row *row)
{
    return !row || row->operand_class == GAC__OPERAND_ID;
}

/* Returns false if it was stopped, or if the operands do not fit the rows
 * (which no instruction of a parsed module does). */
bool gac__module_visit_operands(const gac_module *m, const gac__inst *inst,
                                gac__operand_visitor *visit, void *user);

/* Reads the literal string at word `word`; NULL if it does not end inside.
 * The string is read in place on little-endian hosts. */
const char *gac__module_string(const gac__inst *inst, uint32_t word,
                               uint32_t *n_words_out);

bool gac__module_has_capability(const gac_module *m, uint32_t capability);
bool gac__module_has_extension(const gac_module *m, const char *name);

/* Returns the import that `id` names, or NULL. */
const gac__import *gac__module_import(const gac_module *m, uint32_t id);

/* The same of an extended instruction's set; NULL: it is none. */
const gac__import *gac__module_import_of(const gac_module *m,
                                         const gac__inst *inst);

/* Whether an instruction is one for debuggers, of that set. */
#define GAC__DEBUG_INFO "OpenCL.DebugInfo.100"
bool gac__module_is_debug_info(const gac_module *m, const gac__inst *inst);

/* Whether an extended instruction changes nothing that runs, and may stand
 * outside of blocks: those without semantics, but for copies, and those of
 * debug information. */
bool gac__module_is_comment(const gac_module *m, const gac__inst *inst);

/* The name of `id` by OpName; NULL if it has none or an empty one. */
const char *gac__module_name(const gac_module *m, uint32_t id);

/* -- decorations ----------------------------------------------------------- */

/* Returns the first decoration of this kind on `id`, groups resolved; NULL if
 * there is none. `member` UINT32_MAX: of the id itself. */
const gac__decoration *gac__module_decoration(const gac_module *m, uint32_t id,
                                              uint32_t member,
                                              uint32_t decoration);

/* Whether a decoration of this kind on `id`, groups resolved, has `value` as
 * its first operand: FuncParamAttr may stand there once for each attribute. */
bool gac__module_has_decoration(const gac_module *m, uint32_t id,
                                uint32_t decoration, uint32_t value);

/* -- types ----------------------------------------------------------------- */

typedef enum gac__type_kind {
    GAC__TYPE_NONE, /* not a type */
    GAC__TYPE_VOID,
    GAC__TYPE_BOOL,
    GAC__TYPE_INT,
    GAC__TYPE_FLOAT,
    GAC__TYPE_VECTOR,
    GAC__TYPE_ARRAY,
    GAC__TYPE_RUNTIME_ARRAY,
    GAC__TYPE_STRUCT,
    GAC__TYPE_POINTER,
    GAC__TYPE_UNTYPED_POINTER,
    GAC__TYPE_FUNCTION,
    GAC__TYPE_EVENT,
    GAC__TYPE_OPAQUE,
    GAC__TYPE_OTHER
} gac__type_kind;

typedef struct gac__type {
    gac__type_kind kind;
    uint32_t id;
    uint32_t width; /* int, float: bits */
    uint32_t is_signed;
    uint32_t element_id;     /* vector, array: element; pointer: pointee;
                                function: return type */
    uint64_t count;          /* vector, array (its length's default value; 0 if
                                unknown), struct and function: members */
    uint32_t storage_class;  /* pointers */
    const uint32_t *members; /* struct members' or parameters' type ids */
} gac__type;

/* Describes a type; kind NONE if `id` is not a type. O(1). */
gac__type gac__module_type(const gac_module *m, uint32_t id);

/* Its kind alone: what is asked for most. */
static inline gac__type_kind gac__module_type_kind(const gac_module *m,
                                                   uint32_t id)
{
    const uint32_t *words = gac__module_def_words(m, id);
    uint32_t opcode = gac__words_opcode(words);
    switch (opcode) {
    case SpvOpTypeInt: return GAC__TYPE_INT;
    case SpvOpTypePointer: return GAC__TYPE_POINTER;
    case SpvOpTypeUntypedPointerKHR: return GAC__TYPE_UNTYPED_POINTER;
    case SpvOpTypeEvent: return GAC__TYPE_EVENT;
    default:
        return gac__grammar_shape(opcode) == 2 ? gac__module_type(m, id).kind
                                               : GAC__TYPE_NONE;
    }
}

/* The words of the type of the value `id`; NULL: it is no value. What follows
 * here are parts of that, asked for much oftener than all of gac__type. */
static inline const uint32_t *gac__module_value_type(const gac_module *m,
                                                     uint32_t id)
{
    return gac__module_def_words(m, gac__module_type_of(m, id));
}

/* The storage class of the pointer `id`, typed or untyped; UINT32_MAX: it is
 * none. */
static inline uint32_t gac__module_storage_class(const gac_module *m,
                                                 uint32_t id)
{
    const uint32_t *type = gac__module_value_type(m, id);
    uint32_t opcode = gac__words_opcode(type);
    return opcode == SpvOpTypePointer || opcode == SpvOpTypeUntypedPointerKHR
               ? type[2]
               : UINT32_MAX;
}

/* The type that the pointer `id` points to; 0: it is no typed pointer. */
static inline uint32_t gac__module_pointee(const gac_module *m, uint32_t id)
{
    const uint32_t *type = gac__module_value_type(m, id);
    return gac__words_opcode(type) == SpvOpTypePointer ? type[3] : 0;
}

/* Whether the index of an access chain counts bytes though its base points to
 * an event: clang-22 casts a generic pointer to bytes, and back again, before
 * it steps over an event, and steps from a parameter by constants. */
bool gac__module_event_in_bytes(const gac_module *m, const gac__inst *chain);

/* Whether a parameter of the type may be passed a list of events: LLVM's SPIR-V
 * backend does not always find out that it is a pointer to events, and makes it
 * an event, an array of them, or a byte. */
bool gac__module_is_lost_list(const gac_module *m, uint32_t type_id);

/* The type of an array's elements; 0: the type is no array. */
static inline uint32_t gac__module_array_element(const gac_module *m,
                                                 uint32_t type_id)
{
    const uint32_t *type = gac__module_def_words(m, type_id);
    return gac__words_opcode(type) == SpvOpTypeArray ? type[2] : 0;
}

/* The type that arrays of arrays, a few deep, are made of; or the type itself.
 */
static inline uint32_t gac__module_innermost(const gac_module *m,
                                             uint32_t type_id)
{
    uint32_t element;
    for (int depth = 0;
         depth < 8 && (element = gac__module_array_element(m, type_id)) != 0;
         depth++)
        type_id = element;
    return type_id;
}

/* Bits of the integer `id`; 0: it is none. */
static inline uint32_t gac__module_int_width(const gac_module *m, uint32_t id)
{
    const uint32_t *type = gac__module_value_type(m, id);
    return gac__words_opcode(type) == SpvOpTypeInt ? type[2] : 0;
}

/* Size and alignment in bytes as OpenCL lays values out in memory: a vector of
 * three takes four; structs follow their members' alignment unless CPacked;
 * pointers and events take the addressing model's width. False for types that
 * have no size, or whose size overflows 64 bits. */
bool gac__module_size_of(const gac_module *m, uint32_t type_id,
                         uint64_t *size_out, uint64_t *align_out);

/* Whether a value of a type that has a size holds pointers. */
bool gac__module_has_pointers(const gac_module *m, uint32_t type_id);

/* Offset in bytes of struct member `index`. */
bool gac__module_member_offset(const gac_module *m, uint32_t type_id,
                               uint32_t index, uint64_t *offset_out);

/* -- constants ------------------------------------------------------------- */

/* Goes on to what lists the constituents that found no room in `*inst`
 * (SPV_INTEL_long_composites); false: the next instruction does not. */
bool gac__module_goes_on(const gac_module *m, gac__inst *inst);

/* Evaluates a scalar integer constant (OpConstant, OpConstantNull, booleans,
 * OpSpecConstant's default, integer OpSpecConstantOp) to its bits, zero
 * extended to 64. False if it is none. Depth is bounded. */
bool gac__module_constant(const gac_module *m, uint32_t id, uint64_t *bits_out);

/* Width of a scalar integer or boolean type; 0: it is neither. */
uint32_t gac__module_scalar_width(const gac_module *m, uint32_t type_id);

typedef struct gac__number {
    uint64_t bits; /* zero extended */
    uint32_t width;
} gac__number;

/* Computes an integer instruction of one or two operands (arithmetic, shifts,
 * comparisons, conversions) whose result has `width` bits. False: it is none of
 * these, or has no result (a division by zero). */
bool gac__module_fold(uint32_t opcode, uint32_t width, const gac__number *args,
                      uint32_t n, uint64_t *bits_out);

/* True for OpConstantNull, and for a zero constant. */
bool gac__module_is_null(const gac_module *m, uint32_t id);

/* -- places ---------------------------------------------------------------- */

/* Finds the OpLine (or the OpenCL.DebugInfo / NonSemantic.Shader.DebugInfo
 * line) in force at instruction `ordinal`. All zero when there is none. */
gac_source_place gac__module_place(const gac_module *m, uint32_t ordinal);

/* "line 10", of the source that an instruction comes from; "line 10 of a.h", if
 * another instruction, `from`, comes from another file; "instruction 44", if
 * that is all that is known. Both are ordinals, from 0. */
void gac__module_describe_place(const gac_module *m, uint32_t ordinal,
                                uint32_t from, char *out, size_t size);

/* Reports on an instruction. `operand` may be NULL; `operand_word` -1: none. */
void gac__module_report(const gac_module *m, gac__rule_id rule,
                        gac_severity severity, const gac__inst *inst,
                        const char *operand, int32_t operand_word,
                        const char *format, ...) GAC__PRINTF(7, 8);

/* Emits a diagnostic about an instruction: all that says which it is, and
 * where, is filled in. */
void gac__module_emit(const gac_module *m, gac_diagnostic *d,
                      const gac__inst *inst, const char *message);

/* Finds a line of source that the module holds itself (OpSource, DebugSource):
 * not ended; its length goes to `*size_out`. NULL: it does not hold it. */
const char *gac__module_source_line(const gac_module *m, const char *file,
                                    uint32_t line, uint32_t *size_out);

/* Like gac__module_report(), of what `d` says already: severity, rule, hint,
 * operand and its word, and another instruction that it is about; 0: that is
 * the definition of what the operand names, if that is an id. */
void gac__module_report_with(const gac_module *m, gac_diagnostic *d,
                             const gac__inst *inst, const char *format,
                             va_list args);

/* Returns the name to show for an instruction: the set's own name for an
 * OpExtInst of a set that we know, else the opcode's. "unknown" if none. */
const char *gac__module_inst_name(const gac_module *m, const gac__inst *inst);

/* The same, but of a call of an imported builtin its name in OpenCL C; written
 * to `out`. */
void gac__module_inst_title(const gac_module *m, const gac__inst *inst,
                            char out[64]);

/* The symbol that `id` is imported by; NULL: it is not. */
const char *gac__module_import_symbol(const gac_module *m, uint32_t id);

#endif

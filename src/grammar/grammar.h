/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Look-ups in the tables that the generator makes from the JSON grammars. */
#ifndef GAC_GRAMMAR_GRAMMAR_H
#define GAC_GRAMMAR_GRAMMAR_H

#include "support/support.h"

/* What an operand is, for walks. The numbers are not part of any format. */
typedef enum gac__operand_class {
    GAC__OPERAND_ID, /* any id that is used */
    GAC__OPERAND_RESULT_TYPE,
    GAC__OPERAND_RESULT,
    GAC__OPERAND_LITERAL, /* one word */
    GAC__OPERAND_STRING,
    GAC__OPERAND_TYPED_LITERAL,   /* LiteralContextDependentNumber */
    GAC__OPERAND_EXT_INST,        /* LiteralExtInstInteger */
    GAC__OPERAND_SPEC_OP,         /* LiteralSpecConstantOpInteger */
    GAC__OPERAND_VALUE_ENUM,      /* may have parameters */
    GAC__OPERAND_BIT_ENUM,        /* may have parameters, lowest bit first */
    GAC__OPERAND_PAIR_LITERAL_ID, /* OpSwitch: the literal has the selector's
                                     width */
    GAC__OPERAND_PAIR_ID_LITERAL,
    GAC__OPERAND_PAIR_ID_ID
} gac__operand_class;

typedef enum gac__quantifier {
    GAC__ONE,
    GAC__OPTIONAL,
    GAC__ANY_NUMBER
} gac__quantifier;

typedef struct gac__operand_row {
    uint8_t operand_class; /* gac__operand_class */
    uint8_t quantifier;    /* gac__quantifier */
    uint16_t kind;         /* index into gac__kind_rows */
    const char *name;      /* plain text, "Num Elements"; may be "" */
} gac__operand_row;

/* Where an instruction may stand (SPIR-V 2.4, logical layout). The first
 * eleven are the sections of a module, in their order. */
typedef enum gac__op_place {
    GAC__PLACE_CAPABILITY,
    GAC__PLACE_EXTENSION,
    GAC__PLACE_IMPORT,
    GAC__PLACE_MEMORY_MODEL,
    GAC__PLACE_ENTRY_POINT,
    GAC__PLACE_EXECUTION_MODE,
    GAC__PLACE_DEBUG_STRING,
    GAC__PLACE_DEBUG_NAME,
    GAC__PLACE_MODULE_PROCESSED,
    GAC__PLACE_ANNOTATION,
    GAC__PLACE_TYPE,         /* types, constants, module-scope declarations */
    GAC__PLACE_TYPE_OR_BODY, /* among the types, or in a block */
    GAC__PLACE_ANYWHERE,     /* OpLine, OpNoLine: from the types on; OpNop */
    GAC__PLACE_FUNCTION,
    GAC__PLACE_PARAMETER,
    GAC__PLACE_FUNCTION_END,
    GAC__PLACE_LABEL,
    GAC__PLACE_BODY,       /* in a block, or in a graph */
    GAC__PLACE_TERMINATOR, /* ends a block */
    GAC__PLACE_GRAPH,
    GAC__PLACE_GRAPH_END
} gac__op_place;

/* What may follow an instruction's leading operands of one word each, where
 * that can be told without a walk by rows. */
typedef enum gac__op_tail {
    GAC__TAIL_NONE,
    GAC__TAIL_IDS,          /* any number */
    GAC__TAIL_ID_PAIRS,     /* any number */
    GAC__TAIL_OPTIONAL_IDS, /* up to as many as there are rows */
    GAC__TAIL_LITERALS,     /* any number of words */
    GAC__TAIL_STRING,
    GAC__TAIL_STRING_IDS, /* a string, then any number of ids */
    GAC__TAIL_NUMBER,     /* of the result type's width */
    GAC__TAIL_BITS,       /* a bit enum and its parameters; may be optional */
    GAC__TAIL_VALUE,      /* a value enum and its parameters */
    GAC__TAIL_EXT_INST,   /* operands of an extended instruction */
    GAC__TAIL_OTHER
} gac__op_tail;

typedef struct gac__op_row {
    uint16_t opcode;
    uint8_t n_operands; /* rows, the result type and result included */
    bool has_type, has_result;
    uint8_t place;                 /* gac__op_place */
    uint8_t n_fixed;               /* leading rows of exactly one word each */
    uint8_t tail;                  /* gac__op_tail: what follows those */
    bool ids_only;                 /* the fixed operands are ids, all of them */
    uint32_t id_mask;              /* bit i: fixed operand i is an id */
    const char *name;              /* "OpGroupAsyncCopy" */
    const char *instruction_class; /* "Group" */
    const gac__operand_row *operands;
    const uint16_t *capabilities; /* any of these allows it */
    uint8_t n_capabilities;
} gac__op_row;

/* Tables of names are sorted by strcmp. */
typedef struct gac__name {
    const char *name;
    uint32_t value;
} gac__name;

typedef struct gac__enumerant_row {
    uint32_t value;
    const char *name;
    const gac__operand_row *parameters;
    uint8_t n_parameters;
    bool literals; /* the parameters are one word each, and none is an id */
    const uint16_t *capabilities;
    uint8_t n_capabilities;
} gac__enumerant_row;

typedef struct gac__kind_row {
    const char *name;  /* "StorageClass" */
    const char *words; /* "storage class", "loop control operand" */
    uint8_t operand_class;
    bool has_parameters;   /* of any enumerant */
    uint32_t plain_bits;   /* bit enum: those without parameters */
    uint32_t literal_bits; /* those with one literal of one word */
    uint16_t n_enumerants;
    const gac__enumerant_row *enumerants; /* by ascending value */
    const gac__name *names;               /* to values, aliases included */
    uint16_t n_names;
} gac__kind_row;

/* The operands after set and number may be of any class, with parameters, and
 * optional or any number at the end, as those of instructions. */
typedef struct gac__ext_inst_row {
    uint32_t number;
    const char *name; /* "prefetch" */
    const gac__operand_row *operands;
    uint8_t n_operands;
    bool ids_only; /* no operand is a literal */
} gac__ext_inst_row;

typedef struct gac__ext_set {
    const char *name; /* "OpenCL.std"; "NonSemantic.ClspvReflection." */
    const gac__ext_inst_row *rows; /* by ascending number */
    uint32_t n_rows;
    const uint16_t *index; /* by number: index into rows + 1; 0: none */
    uint32_t n_index;
    const gac__name *names; /* n_rows of them, to indexes into rows */
} gac__ext_set;

/* Tables of this library's own: without that, position-independent code takes
 * their addresses from a table of the linker's, at each look. */
#pragma GCC visibility push(hidden)

/* All opcodes' rows, ascending, for tools that list them. */
extern const gac__op_row gac__op_rows[];
extern const uint32_t gac__op_row_count;

/* What the generator writes for grammar.c: the row of each opcode up to the
 * highest (index + 1; 0: none), and all names, aliases included, to rows. */
extern const uint16_t gac__op_index[];
extern const uint32_t gac__op_index_count;
/* Of each opcode up to the highest: 1: it has a result type, 2: a result. */
extern const uint8_t gac__op_shapes[];
extern const gac__name gac__op_names[];
extern const uint32_t gac__op_name_count;
extern const uint16_t gac__supplement_opcodes[];
extern const uint32_t gac__supplement_opcode_count;

#pragma GCC visibility pop

/* NULL: no such opcode in the core grammar or its supplement. O(1). */
static inline const gac__op_row *gac__grammar_op(uint32_t opcode)
{
    if (opcode >= gac__op_index_count || gac__op_index[opcode] == 0)
        return NULL;
    return &gac__op_rows[gac__op_index[opcode] - 1];
}

static inline uint32_t gac__grammar_shape(uint32_t opcode)
{
    return opcode < gac__op_index_count ? gac__op_shapes[opcode] : 0;
}

/* The first operand of a pair, which is optional, or the second, which is not;
 * with the pair's name and kind. */
gac__operand_row gac__grammar_half(const gac__operand_row *pair, bool second);

/* Names are `size` bytes, which need no final NUL; those of an opcode, a value
 * or an instruction beside the one that its row has are found, too. */
const gac__op_row *gac__grammar_op_by_name(const char *name, size_t size);

/* Whether OpSpecConstantOp can have this operation: its operands must tell
 * their own types. */
bool gac__grammar_is_spec_op(const gac__op_row *row);

/* NULL: no such operation has this name, "IAdd". */
const gac__op_row *gac__grammar_spec_op_by_name(const char *name, size_t size);

/* NULL: the kind has no enumerant of this value (one bit, for a bit enum). */
const gac__enumerant_row *gac__grammar_enumerant(uint16_t kind, uint32_t value);
extern const gac__kind_row gac__kind_rows[];
extern const uint16_t gac__kind_row_count;

/* False: the kind has no enumerant of this name. */
bool gac__grammar_value_by_name(uint16_t kind, const char *name, size_t size,
                                uint32_t *value_out);

/* Returns the name of a value of the kind named, e.g. ("Capability", 6);
 * NULL if either is unknown. */
const char *gac__grammar_value_name(const char *kind, uint32_t value);

/* The sets whose instructions have rules. */
extern const gac__ext_set gac__set_async_copies; /* Codeplay.GroupAsyncCopies */
extern const gac__ext_set gac__set_opencl_std;

/* All sets whose instructions have names, by the names that modules import
 * them under; one that ends in '.' stands for all that begin so. */
typedef struct gac__ext_set_name {
    const char *name;
    const gac__ext_set *set;
} gac__ext_set_name;
extern const gac__ext_set_name gac__ext_set_names[];
extern const uint32_t gac__ext_set_name_count;

#define GAC__EXT_SET_NAME_MAX ((size_t)128) /* no name is as long */

/* NULL: a set that is not known. */
const gac__ext_set *gac__grammar_ext_set(const char *name, size_t size);

/* Whether a set's name says that its instructions change nothing that runs. */
static inline bool gac__is_non_semantic(const char *set)
{
    return !strncmp(set, "NonSemantic.", strlen("NonSemantic."));
}

/* Whether the instructions of an imported set, known or not, have ids alone for
 * operands. `set` NULL: not known. */
bool gac__grammar_has_ids_only(const gac__ext_set *set, const char *name);

/* NULL: the set has no instruction of this number, or name. */
static inline const gac__ext_inst_row *gac__grammar_ext_inst(
    const gac__ext_set *set, uint32_t number)
{
    if (number >= set->n_index || set->index[number] == 0)
        return NULL;
    return &set->rows[set->index[number] - 1];
}

const gac__ext_inst_row *gac__grammar_ext_inst_by_name(const gac__ext_set *set,
                                                       const char *name,
                                                       size_t size);

/* Extensions that bring something which the core grammar or its supplement
 * lists; their values mean nothing. */
extern const gac__name gac__extension_names[];
extern const uint32_t gac__extension_count;
bool gac__grammar_knows_extension(const char *name);

/* A name of the tool that makes a module, as in the header's third word. */
typedef struct gac__generator {
    const char *name;
    uint16_t tool;
    bool shown; /* else it is another that texts may have */
} gac__generator;
extern const gac__generator gac__generators[];
extern const uint32_t gac__generator_count;

/* NULL: a tool whose name is not known. */
const char *gac__grammar_generator_name(uint32_t tool);

/* False: no tool has this name. */
bool gac__grammar_generator(const char *name, size_t size, uint32_t *tool_out);

/* Target environments of SPIRV-Tools, as they list them: names, and the version
 * that modules have, as a header's word. */
extern const gac__name gac__environments[];
extern const uint32_t gac__environment_count;

/* What SPIRV-Tools call the ids of types, constants and, with OpDecorate as the
 * opcode, built-in values: patterns that friendly.c reads. The first row that
 * fits counts. */
typedef struct gac__id_name {
    uint16_t opcode;
    bool any;       /* value */
    uint32_t value; /* of the word behind the result, or built in */
    const char *pattern;
} gac__id_name;
extern const gac__id_name gac__id_names[];
extern const uint32_t gac__id_name_count;

/* NULL: there is no environment of this name, or no name. */
const gac__name *gac__grammar_environment(const char *name);

/* NULL: there is no pattern. */
const char *gac__grammar_id_name(uint32_t opcode, uint32_t value);

/* True if the opcode came from our supplement, not from SPIRV-Headers. */
bool gac__grammar_is_supplement(uint32_t opcode);

#define GAC__SET_PLAIN_NAME "Codeplay.GroupAsyncCopies"
#define GAC__SET_NONSEMANTIC_NAME "NonSemantic.Codeplay.GroupAsyncCopies"

#endif

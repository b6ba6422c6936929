/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Look-ups in the tables that the generator makes from the JSON grammars. */
#ifndef GAC_GRAMMAR_GRAMMAR_H
#define GAC_GRAMMAR_GRAMMAR_H

#include "support/support.h"

/* The class of an operand, which decides how it is read. */
typedef enum gac__operand_class {
    GAC__OPERAND_ID, /* any id that is used */
    GAC__OPERAND_RESULT_TYPE,
    GAC__OPERAND_RESULT,
    GAC__OPERAND_LITERAL,       /* one word */
    GAC__OPERAND_FLOAT_LITERAL, /* one word, of 32 bits in IEEE 754 */
    GAC__OPERAND_STRING,
    GAC__OPERAND_TYPED_LITERAL, /* LiteralContextDependentNumber */
    GAC__OPERAND_EXT_INST,      /* LiteralExtInstInteger */
    GAC__OPERAND_SPEC_OP,       /* LiteralSpecConstantOpInteger */
    GAC__OPERAND_VALUE_ENUM,    /* its enumerant may bring parameters */
    GAC__OPERAND_BIT_ENUM, /* each bit may bring parameters, those of the lowest
                              bit first */
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

/* The section of a module that an instruction stands in (SPIR-V, 2.4, "Logical
 * Layout of a Module"): the first eleven in their order, then the parts of
 * functions. */
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
    GAC__SECTION_TYPE,         /* types, constants, module-scope declarations */
    GAC__SECTION_TYPE_OR_BODY, /* among the types, or in a block */
    GAC__SECTION_ANYWHERE,     /* OpLine, OpNoLine: from the types on; OpNop */
    GAC__SECTION_FUNCTION,
    GAC__SECTION_PARAMETER,
    GAC__SECTION_FUNCTION_END,
    GAC__SECTION_LABEL,
    GAC__SECTION_BODY,       /* in a block, or in a graph */
    GAC__SECTION_TERMINATOR, /* ends a block */
    GAC__SECTION_GRAPH,
    GAC__SECTION_GRAPH_END
} gac__section;

/* The tail of an instruction: the operands behind its fixed ones, which are the
 * leading operands of one word each. A tail but OTHER is checked without a walk
 * by rows. */
typedef enum gac__op_tail {
    GAC__TAIL_NONE,
    GAC__TAIL_IDS,          /* any number of ids */
    GAC__TAIL_ID_PAIRS,     /* any number of pairs of ids */
    GAC__TAIL_OPTIONAL_IDS, /* as many optional ids as there are rows */
    GAC__TAIL_LITERALS,     /* any number of words */
    GAC__TAIL_STRING,
    GAC__TAIL_STRING_IDS, /* a string, then any number of ids */
    GAC__TAIL_NUMBER,     /* a number of the result type's width */
    GAC__TAIL_BITS,       /* a mask and its parameters; may be optional */
    GAC__TAIL_VALUE,      /* an enumerant and its parameters */
    GAC__TAIL_EXT_INST,   /* operands of an extended instruction */
    GAC__TAIL_OTHER
} gac__op_tail;

typedef struct gac__op_row {
    uint16_t opcode;
    uint8_t n_operands; /* rows, the result type and result included */
    bool has_type, has_result;
    uint8_t section;  /* gac__section */
    uint8_t n_fixed;  /* leading rows of exactly one word each */
    uint8_t tail;     /* gac__op_tail: what follows the fixed operands */
    bool ids_only;    /* all fixed operands are ids */
    bool is_type;     /* it defines a type, by SPIRV-Tools' rule */
    uint32_t id_mask; /* bit i: fixed operand i is an id */
    const char *name; /* "OpGroupAsyncCopy" */
    const char *instruction_class; /* "Group" */
    const gac__operand_row *operands;
    const uint16_t *capabilities; /* a module must declare one of these */
    uint8_t n_capabilities;
    uint32_t version; /* of SPIR-V that brings it, as in a module's header; 0:
                         a capability or an extension brings it, too */
} gac__op_row;

/* A name and its value. Tables that are looked up by name are sorted by
 * strcmp. */
typedef struct gac__name {
    const char *name;
    uint32_t value;
} gac__name;

typedef struct gac__enumerant_row {
    uint32_t value;
    const char *name;
    const gac__operand_row *parameters;
    uint8_t n_parameters;
    bool literals; /* all parameters are literals of one word */
    const uint16_t *capabilities;
    uint8_t n_capabilities;
    uint32_t version; /* as an instruction's */
} gac__enumerant_row;

typedef struct gac__kind_row {
    const char *name;  /* "StorageClass" */
    const char *words; /* "storage class", "loop control operand" */
    uint8_t operand_class;
    bool has_parameters;   /* an enumerant of the kind has parameters */
    uint32_t plain_bits;   /* of masks: the bits without parameters */
    uint32_t literal_bits; /* of masks: the bits with one literal of one word */
    uint16_t n_enumerants;
    const gac__enumerant_row *enumerants; /* by ascending value */
    const gac__name *names; /* sorted names of values, aliases included */
    uint16_t n_names;
} gac__kind_row;

/* An extended instruction. The operands behind set and number are as general as
 * an instruction's: of any class, with parameters, and optional or repeated at
 * the end. */
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
    const uint16_t *index; /* index into rows + 1, by number; 0: none */
    uint32_t n_index;
    const gac__name *names; /* n_rows names, to indexes into rows */
} gac__ext_set;

/* The tables are hidden: otherwise position-independent code loads their
 * addresses from the global offset table at each use. */
#pragma GCC visibility push(hidden)

/* The rows of all opcodes, ascending, for tools that list them. */
extern const gac__op_row gac__op_rows[];
extern const uint32_t gac__op_row_count;

/* By opcode, up to the highest: the row's index + 1; 0: there is none. */
extern const uint16_t gac__op_index[];
extern const uint32_t gac__op_index_count;

/* By opcode, up to the highest. Bit 0: the instruction has a result type; bit
 * 1: it has a result. */
extern const uint8_t gac__op_shapes[];

/* Names of opcodes, aliases included, sorted; the values are rows' indexes. */
extern const gac__name gac__op_names[];
extern const uint32_t gac__op_name_count;

/* The opcodes that gac's supplement adds or corrects, ascending. */
extern const uint16_t gac__supplement_opcodes[];
extern const uint32_t gac__supplement_opcode_count;

#pragma GCC visibility pop

/* Returns the row of an opcode in constant time; NULL: neither the core grammar
 * nor its supplement has it. */
static inline const gac__op_row *gac__grammar_op(uint32_t opcode)
{
    if (opcode >= gac__op_index_count || gac__op_index[opcode] == 0)
        return NULL;
    return &gac__op_rows[gac__op_index[opcode] - 1];
}

/* Whether an opcode is in the specification's section of atomic instructions.
 */
static inline bool gac__grammar_is_atomic(uint32_t opcode)
{
    const gac__op_row *row = gac__grammar_op(opcode);
    return row && strcmp(row->instruction_class, "Atomic") == 0;
}

/* Returns an opcode's bits of gac__op_shapes; 0: it is unknown. */
static inline uint32_t gac__grammar_shape(uint32_t opcode)
{
    return opcode < gac__op_index_count ? gac__op_shapes[opcode] : 0;
}

/* Returns the first operand of a pair, which is optional, or the second, which
 * is required; both have the pair's name and kind. */
gac__operand_row gac__grammar_half(const gac__operand_row *pair, bool second);

/* Returns the row of an opcode by any of its names, which has `size` bytes and
 * needs no final NUL; NULL: there is none. */
const gac__op_row *gac__grammar_op_by_name(const char *name, size_t size);

/* Whether OpSpecConstantOp may have this operation: it is one that the
 * specification lists for it, or an extension that gac knows. */
bool gac__grammar_is_spec_op(const gac__op_row *row);

/* Returns the operation of this name, "IAdd"; NULL: there is none. */
const gac__op_row *gac__grammar_spec_op_by_name(const char *name, size_t size);

/* Returns the enumerant of this value, or of this one bit; NULL: there is
 * none. */
const gac__enumerant_row *gac__grammar_enumerant(uint16_t kind, uint32_t value);
extern const gac__kind_row gac__kind_rows[];
extern const uint16_t gac__kind_row_count;

/* Finds the value of an enumerant by any of its names; false: there is none. */
bool gac__grammar_value_by_name(uint16_t kind, const char *name, size_t size,
                                uint32_t *value_out);

/* Returns the name of a value of a kind, e.g. ("Capability", 6); NULL: the kind
 * or the value is unknown. */
const char *gac__grammar_value_name(const char *kind, uint32_t value);

/* The sets that code refers to; gac__ext_set_names lists all. */
extern const gac__ext_set gac__set_async_copies; /* Codeplay.GroupAsyncCopies */
extern const gac__ext_set gac__set_opencl_std;

/* A name by which modules import a set; one that ends in '.' is a prefix. */
typedef struct gac__ext_set_name {
    const char *name;
    const gac__ext_set *set;
} gac__ext_set_name;
extern const gac__ext_set_name gac__ext_set_names[];
extern const uint32_t gac__ext_set_name_count;

#define GAC__EXT_SET_NAME_MAX ((size_t)128) /* longer than any set's name */

/* Returns the set that a name imports; NULL: it is unknown. */
const gac__ext_set *gac__grammar_ext_set(const char *name, size_t size);

/* Whether a set's name says that its instructions have no effect at run
 * time. */
static inline bool gac__is_non_semantic(const char *set)
{
    return !strncmp(set, "NonSemantic.", strlen("NonSemantic."));
}

/* Whether all operands of an imported set's instructions are ids. `set` NULL:
 * the set is unknown. */
bool gac__grammar_has_ids_only(const gac__ext_set *set, const char *name);

/* Returns an extended instruction by number, or by name; NULL: there is none.
 * `set` NULL: the set is unknown. */
static inline const gac__ext_inst_row *gac__grammar_ext_inst(
    const gac__ext_set *set, uint32_t number)
{
    if (!set || number >= set->n_index || set->index[number] == 0)
        return NULL;
    return &set->rows[set->index[number] - 1];
}

const gac__ext_inst_row *gac__grammar_ext_inst_by_name(const gac__ext_set *set,
                                                       const char *name,
                                                       size_t size);

/* The extensions that an entry of the core grammar or its supplement requires;
 * their values have no meaning. */
extern const gac__name gac__extension_names[];
extern const uint32_t gac__extension_count;
bool gac__grammar_knows_extension(const char *name);

/* A name of a tool that makes modules, whose number is in the header's third
 * word. */
typedef struct gac__generator {
    const char *name;
    uint16_t tool;
    bool shown; /* the name that is shown; false: an alias */
} gac__generator;
extern const gac__generator gac__generators[];
extern const uint32_t gac__generator_count;

/* Returns the name of a tool; NULL: it is unknown. */
const char *gac__grammar_generator_name(uint32_t tool);

/* Finds the number of a tool; false: no tool has this name. */
bool gac__grammar_generator(const char *name, size_t size, uint32_t *tool_out);

/* SPIRV-Tools' target environments, in their order: names, and the version of
 * their modules as the header's word. */
extern const gac__name gac__environments[];
extern const uint32_t gac__environment_count;

/* A pattern of SPIRV-Tools' friendly names (friendly.c) for types, constants
 * and, with OpDecorate as the opcode, built-in values. The first row that
 * matches decides. */
typedef struct gac__id_name {
    uint16_t opcode;
    bool any;       /* any value matches */
    uint32_t value; /* the word behind the result, or the built-in value */
    const char *pattern;
} gac__id_name;
extern const gac__id_name gac__id_names[];
extern const uint32_t gac__id_name_count;

/* Returns a target environment; NULL: there is none of this name, or `name` is
 * NULL. */
const gac__name *gac__grammar_environment(const char *name);

/* Returns the pattern of an id's name; NULL: there is none. */
const char *gac__grammar_id_name(uint32_t opcode, uint32_t value);

/* Whether gac's supplement adds or corrects an opcode. */
bool gac__grammar_is_supplement(uint32_t opcode);

#define GAC__SET_PLAIN_NAME "Codeplay.GroupAsyncCopies"
#define GAC__SET_NONSEMANTIC_NAME "NonSemantic.Codeplay.GroupAsyncCopies"

#endif

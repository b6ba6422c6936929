/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The state of a validation, reports, and the checks of operands. */
#ifndef GAC_VALIDATE_VALIDATE_INTERNAL_H
#define GAC_VALIDATE_VALIDATE_INTERNAL_H

#include <gac/validate.h>

#include "module/module.h"
#include "module/reports.h"
#include "module/types.h"

/* One run of gac_validate() over one module. */
typedef struct gac__validation {
    const gac_module *m;
    const gac_allocator *allocator; /* of the gac__tracker of its memory */
    gac__watch watch;               /* of the context; all zero: no limit */
    bool set_only;       /* only errors about the set's instructions */
    bool tolerate;       /* known producers' faults are warnings */
    uint32_t max_errors; /* 0: no limit */
    gac_validate_counts counts;
    bool quiet; /* diagnostics are counted, but not reported */
    struct gac__warnings *warnings; /* of whole programs; NULL: none */
    uint8_t *clean; /* one bit an instruction: gac__is_faulty() has found no
                       diagnostic; NULL: not computed. Owned by `warnings` */
    uint32_t next_warning; /* ordinal of the first instruction with a warning
                              that is not reported; UINT32_MAX: none */
    size_t ruled;      /* index in gac_module.notable of the next instruction
                          that rules are about */
    bool imported;     /* an import of the set was checked */
    bool non_semantic; /* one with the NonSemantic prefix was */
    const char *hint;  /* hint of the next diagnostic; NULL: its rule's hint */
} gac__validation;

/* -- reports (report.c) ------------------------------------------------ */

/* Whether the limit of errors is reached: the validation ends. */
bool gac__validation_full(const gac__validation *v);

/* Reports and counts a diagnostic under `rule`, with the rule's severity.
 * `operand` may be NULL; `word` is the operand's word in the instruction, -1:
 * none. `related` is the ordinal + 1 of another instruction that the diagnostic
 * is about, or 0; `note` says what that instruction is. */
void gac__found_with(gac__validation *v, gac__rule_id rule,
                     const gac__inst *inst, const char *operand, int32_t word,
                     uint32_t related, const char *note, const char *format,
                     ...) GAC__PRINTF(8, 9);

/* Like gac__found_with(), without another instruction. */
#define gac__found(v, rule, inst, operand, word, ...)                          \
    gac__found_with(v, rule, inst, operand, word, 0, NULL, __VA_ARGS__)

/* -- words for messages (describe.c) --------------------------------------- */

/* A description. Long names are cut. */
typedef struct gac__phrase {
    char text[192];
} gac__phrase;

/* "%name", or "%12" if the id has no name. */
gac__phrase gac__describe_id(const gac__validation *v, uint32_t id);

/* The text of gac__module_describe_place(). */
gac__phrase gac__describe_place(const gac__validation *v, uint32_t ordinal,
                                uint32_t from);

/* "a 32-bit int scalar", "a pointer with storage class Function". */
gac__phrase gac__describe_type(const gac__validation *v, uint32_t type_id);

/* "%n, a 32-bit int scalar", "%main, a function", "%9, which is never
 * defined": what stands where a value is expected. */
gac__phrase gac__describe_value(const gac__validation *v, uint32_t id);

/* "CrossWorkgroup"; "77" if the grammar lacks it. */
gac__phrase gac__describe_storage(uint32_t storage_class);

/* -- operands (check_operands.c) ------------------------------------------- */

/* The value that an operand has to be. */
typedef enum gac__expect {
    GAC__EXPECT_NOTHING,
    GAC__EXPECT_SCOPE,       /* a 32-bit int, Workgroup if it is constant */
    GAC__EXPECT_DESTINATION, /* pointer to Workgroup or CrossWorkgroup */
    GAC__EXPECT_SOURCE, /* pointer to that of these two which the destination is
                           not in */
    GAC__EXPECT_GLOBAL, /* pointer to CrossWorkgroup */
    GAC__EXPECT_COUNT,  /* int scalar of the addressing model's width */
    GAC__EXPECT_STRIDE, /* like COUNT; a known producer gets the width wrong */
    GAC__EXPECT_INT32,
    GAC__EXPECT_ELEMENT_BYTES, /* constant int, at least 1 */
    GAC__EXPECT_EVENT,
    GAC__EXPECT_EVENTS_LIST /* pointer to events or to an array of them */
} gac__expect;

/* A family of instructions. */
typedef struct gac__family {
    gac__rule_id rule; /* that every fault breaks; GAC__RULE_COUNT: each kind of
                          fault has its own, as the set's */
    bool untyped;      /* pointers are OpTypeUntypedPointerKHR */
    bool typed_elements; /* both pointees are the same integer or float type, or
                            a vector of it */
} gac__family;

/* Checks that Result Type is OpTypeEvent. */
void gac__check_result_event(gac__validation *v, const gac__inst *inst,
                             gac__rule_id rule);

/* Checks operands from word `first` on, as far as they are there, with the
 * names that their rows have. `expect` ends with GAC__EXPECT_NOTHING; the
 * destination comes before the source. */
void gac__check_values(gac__validation *v, const gac__inst *inst,
                       const gac__family *family, const gac__operand_row *rows,
                       uint32_t first, const gac__expect *expect);

/* Checks that the operand is a value; returns whether it is. */
bool gac__check_defined(gac__validation *v, const gac__inst *inst,
                        gac__rule_id rule, const char *name, uint32_t word);

/* -- families -------------------------------------------------------------- */

/* An OpExtInstImport (check_import.c). */
void gac__check_import(gac__validation *v, const gac__inst *inst);

/* An OpExtInst or OpExtInstWithForwardRefsKHR of the set (check_set.c). */
void gac__check_set_inst(gac__validation *v, const gac__inst *inst);

/* The core's async copies, waits and prefetches, OpenCL.std's prefetch
 * included (check_core.c). */
void gac__check_core_inst(gac__validation *v, const gac__inst *inst);

/* Checks an instruction of any family (check_instruction.c). */
void gac__check_inst(gac__validation *v, const gac__inst *inst);

/* Whether an instruction in a block has an error. */
bool gac__is_faulty(const gac__validation *v, const gac__inst *inst);

/* -- warnings -------------------------------------------------------------- */

/* The warnings of whole programs (warnings.c): found before any instruction is
 * checked, reported at each instruction, and freed in the end. `faulty`: the
 * instruction has an error. */
void gac__warnings_find(gac__validation *v);
void gac__warnings_report(gac__validation *v, const gac__inst *inst,
                          bool faulty);
void gac__warnings_free(gac__validation *v);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What the files of this room share: the state of a validation, reporting,
 * and the checks of operands. */
#ifndef GAC_VALIDATE_VALIDATE_INTERNAL_H
#define GAC_VALIDATE_VALIDATE_INTERNAL_H

#include <gac/validate.h>

#include "module/module.h"
#include "module/reports.h"
#include "module/types.h"

/* One run of gac_validate() over one module. */
typedef struct gac__validation {
    const gac_module *m;
    const gac_allocator *allocator; /* a tracker's; of the warnings */
    gac__watch watch;               /* of the context; zeroed: goes on */
    bool set_only;                  /* the set's own errors, and nothing else */
    bool tolerate;                  /* known producers' faults are warnings */
    uint32_t max_errors;            /* 0: no limit */
    gac_validate_counts counts;
    bool quiet;             /* count only */
    struct gac__flow *flow; /* warnings that wait; NULL: none */
    uint8_t *clean;         /* a bit an instruction: gac__is_faulty() has found
                               nothing; NULL: not known. In the flow's arena */
    uint32_t next_warning;  /* ordinal that the first of them is about;
                               UINT32_MAX: none */
    size_t ruled;           /* notable instructions that were come by */
    const gac__import *set; /* the set's first import, or NULL */
    const char *hint;       /* of the next report; NULL: its rule's */
} gac__validation;

/* True when the limit of errors is reached: the walk ends. */
bool gac__validation_full(const gac__validation *v);

/* Reports under `rule`, with its own severity, and counts. `operand` may be
 * NULL; `word` is the operand's word in the instruction, -1: none. `related` is
 * the ordinal + 1 of another instruction that it is about, or 0; `note` says
 * what that is. */
void gac__found_with(gac__validation *v, gac__rule_id rule,
                     const gac__inst *inst, const char *operand, int32_t word,
                     uint32_t related, const char *note, const char *format,
                     ...) GAC__PRINTF(8, 9);

/* The same, about no other instruction. */
#define gac__found(v, rule, inst, operand, word, ...)                          \
    gac__found_with(v, rule, inst, operand, word, 0, NULL, __VA_ARGS__)

/* -- words for messages (describe.c) --------------------------------------- */

/* They are empty without a sink. */

/* Long enough for every description; longer names are cut. */
typedef struct gac__phrase {
    char text[192];
} gac__phrase;

/* "%name", or "%12" if the id has no name. */
gac__phrase gac__describe_id(const gac__validation *v, uint32_t id);

/* gac__module_describe_place(). */
gac__phrase gac__describe_place(const gac__validation *v, uint32_t ordinal,
                                uint32_t from);

/* "a 32-bit int scalar", "a pointer with storage class Function". */
gac__phrase gac__describe_type(const gac__validation *v, uint32_t type_id);

/* "%n, a 32-bit int scalar", "%main, a function", "%9, which is never
 * defined": what stands where a value is expected. */
gac__phrase gac__describe_value(const gac__validation *v, uint32_t id);

/* "CrossWorkgroup"; "storage class 77" if the grammar lacks it. */
gac__phrase gac__describe_storage(uint32_t storage_class);

/* -- operands (check_operands.c) ------------------------------------------- */

/* What an operand has to be. */
typedef enum gac__expect {
    GAC__EXPECT_SCOPE,       /* a 32-bit int, Workgroup if it is constant */
    GAC__EXPECT_DESTINATION, /* pointer to Workgroup or CrossWorkgroup */
    GAC__EXPECT_SOURCE,      /* pointer to the other one of these */
    GAC__EXPECT_GLOBAL,      /* pointer to CrossWorkgroup */
    GAC__EXPECT_COUNT,       /* int scalar of the addressing model's width */
    GAC__EXPECT_STRIDE,      /* the same; a known producer gets it wrong */
    GAC__EXPECT_INT32,
    GAC__EXPECT_ELEMENT_BYTES, /* constant int, at least 1 */
    GAC__EXPECT_EVENT,
    GAC__EXPECT_EVENTS_LIST /* pointer to events or to an array of them */
} gac__expect;

/* The rules that a family of instructions answers to, by the kind of fault,
 * and how it takes pointers. */
typedef struct gac__family {
    gac__rule_id undefined, result_type, destination_pointer, destination_class,
        source_pointer, source_class, type, width, event;
    bool untyped;        /* pointers are OpTypeUntypedPointerKHR */
    bool typed_elements; /* pointees are equal, of integer or float */
} gac__family;

/* An instruction under check: what is known of its destination decides what
 * the source has to be. */
typedef struct gac__subject {
    const gac__inst *inst;
    const gac__family *family;
    /* The operand at hand, and the type of its value. */
    const char *name;
    int32_t word;
    uint32_t id;
    gac__type type;
    const char *destination_name; /* NULL: not seen yet */
    uint32_t destination_class;   /* UINT32_MAX: not known, either one */
    uint32_t destination_pointee; /* type id; 0: not known */
    bool pointee_faulty;          /* and that has been reported */
} gac__subject;

gac__subject gac__subject_of(const gac__inst *inst, const gac__family *family);

/* Checks that Result Type is OpTypeEvent. */
void gac__check_result_event(gac__validation *v, const gac__inst *inst,
                             gac__rule_id rule);

/* Checks the operand at `word`, named `name`. Operands are checked in their
 * order: the destination before the source. */
void gac__check_operand(gac__validation *v, gac__subject *subject,
                        const char *name, uint32_t word, gac__expect expect);

/* Checks only that the operand is a value; true if it is. */
bool gac__check_defined(gac__validation *v, const gac__inst *inst,
                        gac__rule_id rule, const char *name, uint32_t word);

/* -- families -------------------------------------------------------------- */

/* An OpExtInstImport of the set (check_import.c). */
void gac__check_import(gac__validation *v, const gac__inst *inst,
                       const gac__import *import);

/* An OpExtInst or OpExtInstWithForwardRefsKHR of the set (check_set.c). */
void gac__check_set_inst(gac__validation *v, const gac__inst *inst);

/* The core's async copies, waits and prefetches, OpenCL.std's prefetch
 * included (check_core.c). */
void gac__check_core_inst(gac__validation *v, const gac__inst *inst);

/* Checks an instruction of whatever family (check_instruction.c). */
void gac__check_inst(gac__validation *v, const gac__inst *inst);

/* Whether an instruction in a block has an error of its own. */
bool gac__is_faulty(const gac__validation *v, const gac__inst *inst);

/* -- warnings -------------------------------------------------------------- */

/* What follows from values and control flow (warnings.c): found before the
 * walk, given out at each instruction, and freed at the end. */
void gac__flow_run(gac__validation *v);
void gac__flow_report(gac__validation *v, const gac__inst *inst, bool faulty);
void gac__flow_free(gac__validation *v);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Diagnostics: what was found, where, under which rule. */
#ifndef GAC_DIAG_H
#define GAC_DIAG_H

#include <stdbool.h>

#include <gac/base.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum gac_severity {
    GAC_SEVERITY_NOTE,
    GAC_SEVERITY_WARNING,
    GAC_SEVERITY_ERROR
} gac_severity;

#define GAC_NO_OFFSET UINT64_MAX

/* A place in the kernel's own source, from OpLine or debug information. */
typedef struct gac_source_place {
    const char *file; /* UTF-8; NULL: unknown */
    uint32_t line;    /* from 1; 0: unknown */
    uint32_t column;  /* from 1; 0: unknown */
} gac_source_place;

typedef enum gac_memory_kind {
    GAC_MEMORY_NONE,
    GAC_MEMORY_GLOBAL,
    GAC_MEMORY_CONSTANT,
    GAC_MEMORY_LOCAL,
    GAC_MEMORY_PRIVATE
} gac_memory_kind;

/* Stands for an unknown work-group or local id: no launch has as many. */
#define GAC_UNKNOWN UINT64_MAX

/* What a dynamic check found, in addition to the diagnostic's message: faults
 * of one check, instruction and kernel are one finding. Strings are as in
 * gac_diagnostic. */
typedef struct gac_finding {
    const char *kernel;
    uint64_t n_groups; /* work-groups with the fault */
    uint64_t n_items;  /* work-items with it, in all of them; 0: the fault
                          is the group's as a whole */
    /* The first occurrence: work-group, work-item, memory. */
    uint64_t group[3];
    uint64_t item[3];       /* local id; [0] GAC_UNKNOWN: the whole group */
    gac_memory_kind memory; /* NONE: no memory is involved */
    const char *variable;   /* its name; NULL: none, or unknown */
    uint32_t argument; /* the buffer's parameter, from 0; UINT32_MAX: none */
    uint64_t memory_bytes;         /* size of that memory */
    uint64_t first_byte, n_bytes;  /* accessed bytes; `first_byte` is an offset
                                      in that memory, negative as an int64_t
                                      in front of it */
    uint64_t plane, line, element; /* in a copy, from 0; plane GAC_UNKNOWN: it
                                      is no copy */
    /* The other access of a race, or the copy in flight. */
    const char *other_access;      /* "written", ...; NULL: there is none */
    uint32_t other_ordinal;        /* its instruction, from 1; 0: unknown */
    uint64_t other_word_offset;    /* GAC_NO_OFFSET: unknown */
    const char *other_instruction; /* NULL: unknown */
    gac_source_place other_source;
    uint64_t other_group[3], other_item[3]; /* [0] GAC_UNKNOWN: unknown */
} gac_finding;

/* One diagnostic. Strings are UTF-8; those whose comment allows it may be
 * NULL. */
typedef struct gac_diagnostic {
    gac_severity severity;
    const char *rule;        /* a name of gac_rule_at(), or a dynamic check's */
    const char *message;     /* one sentence, no newline */
    uint64_t word_offset;    /* from the module's start; GAC_NO_OFFSET: none */
    uint32_t ordinal;        /* the instruction's index, from 1; 0: none */
    const char *instruction; /* e.g. "OpGroupAsyncCopy", the set's own names
                                for its instructions; NULL: none */
    const char *operand;     /* the operand's name in the grammar; NULL: none */
    int32_t operand_word;    /* the operand's first word, counted from the
                                instruction's first; -1: none */
    uint32_t id;             /* the id that the message is about; 0: none */
    gac_source_place source;
    const char *hint;      /* how to mend it; NULL: none */
    const char *text_file; /* of a fault in assembly text; NULL: unknown */
    uint32_t text_line, text_column; /* its place there, from 1; 0: none */
    uint32_t related; /* ordinal, from 1, of another instruction that it is
                         about: the definition of the operand, a branch, a copy
                         in flight; 0: none */
    const char *related_note;  /* what the related instruction is; NULL: none */
    const char *source_text;   /* the line at `source`, if the module holds it;
                                  not ended by a NUL; NULL: it does not */
    uint32_t source_text_size; /* in bytes */
    const gac_finding *finding; /* of a dynamic check; NULL: none */
    bool belongs; /* it is a note on the last diagnostic before it for which
                     this is false: such as on the other access of a finding,
                     or on a finding that follows from that one */
    gac_source_place related_source; /* of the instruction `related` */
} gac_diagnostic;

/* One rule or dynamic check. */
typedef struct gac_rule {
    const char *name;      /* "operand-width" */
    gac_severity severity; /* its default severity */
    bool dynamic;          /* found by running, not by validating */
    const char *summary;   /* one line: broken when ... */
    const char *sentence;  /* the specification's sentence that it enforces */
    const char *section;   /* where that sentence stands */
} gac_rule;

/* Returns how many rules and checks there are. Thread-safe. */
GAC_API uint32_t gac_rule_count(void);

/* Returns rule `index` (0 .. gac_rule_count() - 1), static; NULL if out of
 * range. Thread-safe. */
GAC_API const gac_rule *gac_rule_at(uint32_t index);

/* Returns the rule of this name, static, or NULL. Thread-safe. */
GAC_API const gac_rule *gac_rule_find(const char *name);

/* Returns whether runs can check the rule of this name: whether
 * gac_run_options.checks may name it. Those that gac_validate() warns of, too,
 * such as zero-stride, are not `dynamic`. False if there is no such rule.
 * Thread-safe. */
GAC_API bool gac_rule_is_check(const char *name);

/* Returns how a breach of the rule of this name is mostly mended, static; NULL
 * if that depends, or there is no such rule. Thread-safe. */
GAC_API const char *gac_rule_hint(const char *name);

#ifdef __cplusplus
}
#endif
#endif

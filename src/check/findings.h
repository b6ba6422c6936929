/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Findings: findings.c merges faults into them, words.c says them. */
#ifndef GAC_CHECK_FINDINGS_H
#define GAC_CHECK_FINDINGS_H

#include "check/check.h"

typedef struct gac__finding {
    gac__fault fault; /* the first */
    uint64_t group;   /* its group */
    uint64_t item[3], other_item[3];
    const char *message;
    uint64_t n_groups, n_items, n_times;
    uint64_t last_group; /* counted */
    uint64_t *items;     /* of that group: a bit each */
    uint64_t meeting;    /* behind which it was found first */
    bool dropped;        /* it followed from another */
    uint32_t next;       /* 1 + the next one of its site; 0: none */
    uint32_t cause;      /* 1 + an earlier one that its first fault follows
                            from; 0: none */
} gac__finding;

/* What faults of the present group may follow from. */
typedef struct gac__causes {
    uint32_t n;
    struct gac__told {
        uint64_t flight; /* as a fault's */
        uint32_t finding;
    } told[32]; /* of copies that nothing has waited for: 1 + the first finding
                   about each */
    uint32_t wait; /* 1 + the finding of a wait for what is no event; 0: none */
    uint64_t flight; /* the last copy that had been started at that wait */
    struct gac__released {
        uint64_t event;
        uint32_t copy, wait; /* sites */
    } released[64];          /* the last ones */
    uint32_t n_released;     /* of all */
} gac__causes;

/* A site's epochs and findings, and what a load found undefined first in the
 * last group in which it did. */
typedef struct gac__site_state {
    uint32_t row;       /* its last epoch; older than the tick: none in it */
    uint32_t copy;      /* its number among copies, from 1 on; 0: it is none */
    uint32_t merged;    /* its last row; scratch */
    bool has_lines;     /* a copy of lines: 2D2D, 3D3D */
    uint32_t found;     /* 1 + one of them; 0: none yet */
    uint64_t undefined; /* 1 + that group; 0: none */
    gac__bytes bytes;
    uint32_t item;
    uint64_t copies_raced;   /* 1 + the last group in which a copy raced */
    uint32_t n_copies_raced; /* with so many others in that group */
    uint64_t raced;          /* 1 + the last group in which others came to race
                                with it; 0: none */
    uint32_t finding; /* from 1: that of an instruction that this one is a
                         copy of; 0: none is known */
} gac__site_state;

void gac__findings_begin_group(gac__checker *c);

/* A wait has released the event of a copy. */
void gac__note_released(gac__checker *c, uint64_t event, uint32_t copy_site,
                        uint32_t wait_site);

/* -- words.c --------------------------------------------------------------- */

/* A work-item's id in the present group; GAC_UNKNOWN of GAC__NO_ITEM. */
void gac__item_id(const gac__checker *c, uint32_t item, uint64_t id_out[3]);

/* "argument 1", "variable tile". */
void gac__buffer_text(const gac__check_buffer *b, char *out, size_t size);

/* Says a fault of the present group, whose own words follow who had it and
 * where; NULL when memory is out. */
const char *gac__fault_words(gac__checker *c, const gac__fault *f,
                             const char *format, va_list args);

/* Emits a finding, as a note on another if it is a consequence, and the note on
 * its other access; false when memory is out. */
bool gac__finding_report(const gac__checker *c, const gac__finding *f,
                         bool is_note);

#endif

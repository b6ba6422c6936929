/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Findings: findings.c merges faults into them, words.c says them. */
#ifndef GAC_CHECK_FINDINGS_H
#define GAC_CHECK_FINDINGS_H

#include "check/check.h"

typedef struct gac__finding {
    gac__fault fault; /* the first one */
    uint64_t group;   /* of the first fault */
    uint64_t item[3], other_item[3];
    const char *message;
    uint64_t n_groups, n_items, n_times;
    uint64_t last_group; /* the last group that is counted */
    uint64_t *items; /* a bit for each item of that group that had the fault */
    uint64_t arrivals; /* the checker's n_arrivals at the first fault */
    bool dropped;      /* it follows from another one, and is not reported */
    uint32_t next;     /* 1 + the next finding of its site; 0: none */
    uint32_t cause;    /* 1 + the earlier finding that its first fault follows
                          from; 0: none */
} gac__finding;

/* What faults of the present group may follow from. */
typedef struct gac__causes {
    uint32_t n;
    struct gac__told {
        uint64_t flight; /* 1 + a copy in flight, as in a fault */
        uint32_t finding;
    } told[32]; /* copies that nothing has waited for, and 1 + the first finding
                   about each */
    uint32_t wait; /* 1 + the finding of a wait for what is no event; 0: none */
    uint64_t flight; /* the last copy that had started before that wait */
    struct gac__released {
        uint64_t event;
        uint32_t copy, wait; /* sites */
    } released[64];          /* the last released events */
    uint32_t n_released;     /* events ever */
} gac__causes;

/* A site's epochs and findings; of a load, the undefined bytes that it found
 * first in the last group in which it found some. */
typedef struct gac__site_state {
    uint32_t row;  /* its last epoch; older than the tick: none in this tick */
    uint32_t copy; /* its number among copies, from 1 on; 0: it is none */
    uint32_t merged; /* scratch: its last row */
    bool has_lines;  /* it is a copy of lines: 2D2D, 3D3D */
    uint32_t found;  /* 1 + one of its findings; 0: none yet */
    uint64_t
        undefined; /* 1 + the group in which it loaded undefined bytes; 0: none
                    */
    gac__bytes bytes;
    uint32_t item;
    uint64_t copies_raced;   /* 1 + the last group in which a copy raced */
    uint32_t n_copies_raced; /* copies that it raced with in that group */
    uint64_t raced;   /* 1 + the last group in which other copies raced with
                         it; 0: none */
    uint32_t finding; /* 1 + the finding of an instruction that this one is a
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

/* The text of a fault of the present group: the work-item, the fault's own
 * words, the bytes; NULL when memory is out. */
const char *gac__fault_words(gac__checker *c, const gac__fault *f,
                             const char *format, va_list args);

/* Reports a finding with a note on its other access, or as a note on the
 * finding that it follows from; false when memory is out. */
bool gac__finding_report(const gac__checker *c, const gac__finding *f,
                         bool is_note);

#endif

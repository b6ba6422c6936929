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
    uint64_t n_groups, n_items;
    uint64_t last_group; /* the last group that is counted in `n_groups` */
    uint64_t *items;     /* a bit for each item that had it in `last_group` */
    uint64_t arrivals;   /* the checker's n_arrivals at the first fault */
    bool dropped;        /* it follows from another one, and is not reported */
    uint32_t next;       /* 1 + the next finding of its site; 0: none */
    uint32_t cause;      /* 1 + the earlier finding that its first fault follows
                            from; 0: none */
} gac__finding;

/* What faults of the present group may follow from. */
typedef struct gac__causes {
    uint32_t n;
    struct gac__told {
        uint64_t flight;  /* 1 + the number of a copy in flight */
        uint32_t finding; /* 1 + the first finding about it */
    } told[32];           /* copies that nothing has waited for */
    uint32_t wait; /* 1 + the finding of a wait for what is no event; 0: none */
    uint64_t flight; /* copies that had started before the last such wait */
    struct gac__released {
        uint64_t event;
        uint32_t copy, wait; /* sites */
    } released[64];          /* a ring of the last released events */
    uint32_t n_released;     /* events that this group has released */
} gac__causes;

/* What is known of a site: its epoch, its findings, the undefined bytes that it
 * has loaded, and races of copies. */
typedef struct gac__site_state {
    uint32_t row;  /* its last epoch; older than the tick: none in this tick */
    uint32_t copy; /* its number among copies, from 1 on; 0: it is none */
    uint32_t merged; /* scratch of a numbering: its last row */
    bool has_lines;  /* it is a copy of lines: 2D2D, 3D3D */
    uint32_t found;  /* 1 + one of its findings; 0: none yet */
    /* 1 + the last group in which it loaded undefined bytes; 0: none. */
    uint64_t undefined;
    gac__bytes bytes;        /* the undefined bytes that it loaded first in that
                                group */
    uint32_t item;           /* the work-item that loaded `bytes` */
    uint64_t copies_raced;   /* 1 + the last group in which its copies raced */
    uint32_t n_copies_raced; /* copies in flight that those raced with in that
                                group */
    uint64_t raced;   /* 1 + the last group in which it was the other access of
                         a data race; 0: none */
    uint32_t finding; /* 1 + the finding of an instruction that a compiler has
                         made this one a duplicate of; 0: none is known */
} gac__site_state;

void gac__findings_begin_group(gac__checker *c);

/* A wait has released the event of a copy. */
void gac__note_released(gac__checker *c, uint64_t event, uint32_t copy_site,
                        uint32_t wait_site);

/* -- words.c --------------------------------------------------------------- */

/* A work-item's id in the present group; GAC_UNKNOWN of GAC__NO_ITEM. */
void gac__item_id(const gac__checker *c, uint32_t item, uint64_t id_out[3]);

/* The text of a fault of the present group: the work-item, the fault's own
 * words, the bytes; NULL when memory is out. */
const char *gac__fault_words(gac__checker *c, const gac__fault *f,
                             const char *format, va_list args);

/* Reports a finding with a note on its other access, or as a note on the
 * finding that it follows from; false when memory is out. */
bool gac__finding_report(const gac__checker *c, const gac__finding *f,
                         bool is_note);

#endif

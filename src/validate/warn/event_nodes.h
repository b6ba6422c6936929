/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The nodes of a program that do something with events, and how ways lead from
 * one to the next. */
#ifndef GAC_VALIDATE_EVENT_NODES_H
#define GAC_VALIDATE_EVENT_NODES_H

#include "validate/program/program.h"

/* A way on, past nodes that do nothing with events. */
typedef struct gac__event_hop {
    uint32_t from; /* the node before .. */
    uint32_t to;   /* .. the one that it leads to */
} gac__event_hop;

/* Nodes that count: those with operations on events, those where ways from
 * different ones meet, and the first. */
typedef struct gac__event_nodes {
    uint32_t n;
    uint32_t *nodes;      /* in the order of the sequence */
    uint32_t *place;      /* of each node: its index there; UINT32_MAX */
    gac__event_hop *hops; /* by index .. */
    uint32_t *first_hop;  /* .. from here; the next one's is the end */
} gac__event_nodes;

/* Finds them, in the program's arena; false when memory is out. */
bool gac__event_nodes_find(gac__event_nodes *e, const gac__program *p,
                           gac__arena *arena);

#endif

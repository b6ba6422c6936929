/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Which bytes nothing has written. */
#ifndef GAC_CHECK_UNDEFINED_H
#define GAC_CHECK_UNDEFINED_H

#include "check/checker.h"

/* A bit for each of `size` bytes (at most 8) at `offset` that is undefined. */
uint8_t gac__undefined_at(const gac__shadow_map *p, uint64_t offset,
                          uint32_t size);

void gac__set_undefined(gac__shadow_map *p, uint64_t offset, uint32_t size,
                        uint32_t bits);

/* The same as of bytes at another place; NULL: of such as are all defined. */
void gac__copy_undefined(gac__shadow_map *to, uint64_t offset,
                         const gac__shadow_map *from, uint64_t from_offset,
                         uint64_t n_bytes);

/* What lanes load, and what they store. */
void gac__load_shadow(gac__checker *c, const gac__check_lanes *l, uint8_t *out,
                      bool whole);

/* Which of eight undefined bytes of a buffer may lie between a structure's
 * members, or behind the last: the end of a number's place, of at most `align`
 * bytes, whose beginning has been written. Only where the layout is not known:
 * compilers that have no pointers to types make an argument one to bytes. */
uint32_t gac__may_be_padding(const gac__checker *c, uint32_t buffer,
                             uint32_t undefined, uint32_t align);

/* Tells that a lane writes undefined bytes, `bits` of its value. */
void gac__output_undefined(gac__checker *c, const gac__check_lanes *l,
                           uint32_t lane, uint8_t bits, uint32_t value);

void gac__store_shadow(gac__checker *c, const gac__check_lanes *l,
                       const uint8_t *shadow, bool uniform, uint32_t value);

/* Lane by lane, as atomics follow each other. */
void gac__atomic_shadow(gac__checker *c, const gac__check_lanes *l,
                        const gac__check_atomic_use *use, uint8_t *shadow_out);

#endif

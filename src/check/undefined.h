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

/* Makes bytes as undefined as others are; NULL: all defined. */
void gac__copy_undefined(gac__shadow_map *to, uint64_t offset,
                         const gac__shadow_map *from, uint64_t from_offset,
                         uint64_t n_bytes);

/* Shadows of the values that lanes load, and store. */
void gac__load_shadow(gac__checker *c, const gac__check_lanes *l, uint8_t *out,
                      bool whole);

/* Returns which of eight bytes, of which `undefined` are, may be padding: those
 * at the end of 2 to `align` aligned bytes whose first one is defined. 0 if the
 * buffer's layout is known, or if it is no argument: compilers without typed
 * pointers declare an argument as a pointer to bytes. */
uint32_t gac__may_be_padding(const gac__checker *c, uint32_t buffer,
                             uint32_t undefined, uint32_t align);

/* Reports that a lane writes undefined bytes, `bits` of its value. */
void gac__output_undefined(gac__checker *c, const gac__check_lanes *l,
                           uint32_t lane, uint8_t bits, uint32_t value);

void gac__store_shadow(gac__checker *c, const gac__check_lanes *l,
                       const uint8_t *shadow, bool uniform, uint32_t value);

/* Shadows of atomics, lane by lane, in order. */
void gac__atomic_shadow(gac__checker *c, const gac__check_lanes *l,
                        const gac__check_atomic_use *use, uint8_t *shadow_out);

#endif

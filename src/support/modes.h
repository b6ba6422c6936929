/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Names of modes in command lines and environment variables. */
#ifndef GAC_SUPPORT_MODES_H
#define GAC_SUPPORT_MODES_H

#include <gac/render.h>
#include <gac/run.h>

/* These parse all of a text. False: it is anything else, and the
 * default is set. */

/* "eager", "late", "thread" or "random:SEED", which sets the seed, too. */
bool gac__parse_async(const char *text, gac_async_mode *mode_out,
                      uint64_t *seed_out);
/* "event" or "barrier". */
bool gac__parse_wait(const char *text, bool *is_barrier_out);
/* "text", "json" or "sarif". */
bool gac__parse_format(const char *text, gac_format *format_out);

#endif

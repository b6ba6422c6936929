/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Half floats (IEEE 754 binary16), in every mode of rounding. */
#ifndef GAC_SUPPORT_HALF_H
#define GAC_SUPPORT_HALF_H

#include <stdint.h>

typedef enum gac__rounding {
    GAC__ROUND_RTE,
    GAC__ROUND_RTZ,
    GAC__ROUND_RTP,
    GAC__ROUND_RTN
} gac__rounding;

float gac__half_to_float(uint16_t half);
uint16_t gac__half_from_double(double value, gac__rounding rounding);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* How many bits each byte of a vector has, for chains of every width. */
#ifndef GAC_LANES_BITS_H
#define GAC_LANES_BITS_H

#include <immintrin.h>

/* Of half a byte. */
#define BITS_OF_HALVES                                                         \
    _mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4)

#if defined(__AVX512BW__)
static inline __m512i bits_of_bytes(__m512i x)
{
    const __m512i half = _mm512_set1_epi8(15);
    const __m512i counts = _mm512_broadcast_i32x4(BITS_OF_HALVES);
    __m512i high = _mm512_and_si512(_mm512_srli_epi16(x, 4), half);
    return _mm512_add_epi8(
        _mm512_shuffle_epi8(counts, _mm512_and_si512(x, half)),
        _mm512_shuffle_epi8(counts, high));
}
#else
static inline __m256i bits_of_bytes(__m256i x)
{
    const __m256i half = _mm256_set1_epi8(15);
    const __m256i counts = _mm256_broadcastsi128_si256(BITS_OF_HALVES);
    __m256i high = _mm256_and_si256(_mm256_srli_epi16(x, 4), half);
    return _mm256_add_epi8(
        _mm256_shuffle_epi8(counts, _mm256_and_si256(x, half)),
        _mm256_shuffle_epi8(counts, high));
}
#endif

#endif

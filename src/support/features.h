/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Features: parts of compiling and running that may be left out without
 * changing a kernel's result. `make bench-ablation` turns one off at a time and
 * measures what it gains, in a build with -DGAC_ABLATION; in other builds all
 * are on. */
#ifndef GAC_SUPPORT_FEATURES_H
#define GAC_SUPPORT_FEATURES_H

#include <stdbool.h>
#include <stdint.h>

/* clang-format off */
#define GAC__FEATURES(X)                                                       \
    /* passes */                                                               \
    X(COPIES, "structures' copies become scalars")                             \
    X(MEM2REG, "private variables become values")                              \
    X(IFCONVERT, "small arms become selections, branches one")                 \
    X(SIMPLIFY, "folding and common subexpressions")                           \
    X(SIMPLIFY_AGAIN, "the same once more")                                    \
    X(CAS_LOOPS, "compare-and-exchange loops become one atomic")                \
    X(SOA, "private arrays lie lane by lane")                                  \
    X(DEMAND, "32-bit arithmetic where no more is looked at")                  \
    X(LICM, "what a loop does not change is hoisted")                          \
    X(FLATTEN, "lanes of loops that sum up are iterations")                    \
    X(POINTERS, "pointers that move are an index")                             \
    X(ADDRESS, "accesses have index operands")                                 \
    X(SETUP, "what is the same in every group is computed once")              \
    X(ORDER, "instructions in an order that fused sequences like")                      \
    /* lane programs */                                                        \
    X(FUSED, "instructions done vector by vector")                            \
    X(MEMORY_OPERANDS, "loads are operands where they lie")                    \
    X(SKIPS, "arms behind which no lanes wait")                                \
    X(INTERLEAVED, "interleaved groups are moved at once")                            \
    X(ROW_BUFFERS, "rows of lanes are brought in for several iterations")      \
    X(COMPACTION, "active lanes get the first numbers")                                         \
    X(COUNTED, "lanes of counted loops are sorted")                            \
    X(FIXED, "what is known of an index for a whole run")                      \
    X(KNOWN, "what is known of an index from the access before")               \
    X(COPY_LOOPS, "loops of copies are passed at once")                        \
    /* running */                                                              \
    X(COPY_LINES, "copies of lines become copies of tiles")                    \
    X(GATHERS, "gathers that check their indices")                             \
    X(PERMUTATIONS, "permutations within steps")                               \
    X(CLAMPED, "consecutive elements but at the edges")                        \
    X(WIDEN, "larger groups")                                                  \
    X(ROW_TILES, "groups of one row")                                          \
    X(SQUARES, "square groups where accesses lie apart")                       \
    X(INTERCHANGE, "another dimension comes first")                            \
    X(COALESCE, "groups side by side")
/* clang-format on */

typedef enum gac__feature {
#define X(name, text) GAC__FEATURE_##name,
    GAC__FEATURES(X)
#undef X
        GAC__FEATURE_COUNT,
    GAC__FEATURE_ALWAYS /* stands for what cannot be left out */
} gac__feature;

#ifdef GAC_ABLATION
/* For programs with one thread. Bit f of gac__features_off turns feature f off.
 * Bit f of gac__features_asked is set when something has asked for it. */
extern uint64_t gac__features_off, gac__features_asked;

static inline bool gac__feature_is_on(gac__feature f)
{
    if (f == GAC__FEATURE_ALWAYS)
        return true;
    gac__features_asked |= (uint64_t)1 << f;
    return !(gac__features_off >> f & 1);
}
#else
static inline bool gac__feature_is_on(gac__feature f)
{
    (void)f;
    return true;
}
#endif

#define GAC__ON(name) gac__feature_is_on(GAC__FEATURE_##name)

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Which features are off, in builds where some may be. */
#include "support/features.h"

#ifdef GAC_ABLATION
uint64_t gac__features_off, gac__features_asked;
#endif

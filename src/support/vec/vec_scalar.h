/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The level of templates for single values, with the baseline's vectors. */
#include "support/vec/vec_base.h"

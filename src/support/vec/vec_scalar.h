/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Templates for one value have the vectors of any machine. */
#include "support/vec/vec_base.h"

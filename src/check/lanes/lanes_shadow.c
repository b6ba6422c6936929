/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Runs of cells, for any machine. */
#define NAME(x) x##_baseline
#include "check/lanes/lanes_shadow.h"

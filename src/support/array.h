/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* How many items an array has. */
#ifndef GAC_SUPPORT_ARRAY_H
#define GAC_SUPPORT_ARRAY_H

#define GAC__COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

#endif

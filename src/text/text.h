/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The room's header for others: the public interface alone. */
#ifndef GAC_TEXT_TEXT_H
#define GAC_TEXT_TEXT_H

#include <gac/text.h>

#endif

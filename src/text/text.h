/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The assembler and the disassembler: nothing but the public interface. */
#ifndef GAC_TEXT_TEXT_H
#define GAC_TEXT_TEXT_H

#include <gac/text.h>

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Creation of programs. */
#ifndef GAC_OPENCL_PROGRAM_H
#define GAC_OPENCL_PROGRAM_H

#include "opencl/opencl_internal.h"

/* Creates a program of the context; NULL: out of memory. */
cl_program gac__cl_program_create(cl_context context,
                                  enum gac__cl_origin origin);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Where instructions come from, what they are called, and reports on them. */
#ifndef GAC_MODULE_REPORTS_H
#define GAC_MODULE_REPORTS_H

#include "module/module.h"

/* -- places ---------------------------------------------------------------- */

/* Finds the OpLine (or the OpenCL.DebugInfo / NonSemantic.Shader.DebugInfo
 * line) in force at instruction `ordinal`. All zero when there is none. */
gac_source_place gac__module_place(const gac_module *m, uint32_t ordinal);

/* "line 10", of the source that an instruction comes from; "line 10 of a.h", if
 * another instruction, `from`, comes from another file; "instruction 44", if
 * that is all that is known. Both are ordinals, from 0. */
void gac__module_describe_place(const gac_module *m, uint32_t ordinal,
                                uint32_t from, char *out, size_t size);

/* Reports on an instruction. `operand` may be NULL; `operand_word` -1: none. */
void gac__module_report(const gac_module *m, gac__rule_id rule,
                        gac_severity severity, const gac__inst *inst,
                        const char *operand, int32_t operand_word,
                        const char *format, ...) GAC__PRINTF(7, 8);

/* Emits a diagnostic about an instruction: all that says which it is, and
 * where, is filled in. */
void gac__module_emit(const gac_module *m, gac_diagnostic *d,
                      const gac__inst *inst, const char *message);

/* Finds a line of source that the module holds itself (OpSource, DebugSource):
 * not ended; its length goes to `*size_out`. NULL: it does not hold it. */
const char *gac__module_source_line(const gac_module *m, const char *file,
                                    uint32_t line, uint32_t *size_out);

/* Like gac__module_report(), of what `d` says already: severity, rule, hint,
 * operand and its word, and another instruction that it is about; 0: that is
 * the definition of what the operand names, if that is an id. */
void gac__module_report_with(const gac_module *m, gac_diagnostic *d,
                             const gac__inst *inst, const char *format,
                             va_list args);

/* Returns the name to show for an instruction: the set's own name for an
 * OpExtInst of a set that we know, else the opcode's. "unknown" if none. */
const char *gac__module_inst_name(const gac_module *m, const gac__inst *inst);

/* The same, but of a call of an imported builtin its name in OpenCL C; written
 * to `out`. */
void gac__module_inst_title(const gac_module *m, const gac__inst *inst,
                            char out[64]);

/* The symbol of an OpDecorate with LinkageAttributes, and its linkage type;
 * NULL: the instruction is none. */
const char *gac__module_linkage(const gac__inst *inst, uint32_t *type_out);

/* The symbol that `id` is imported by; NULL: it is not. */
const char *gac__module_import_symbol(const gac_module *m, uint32_t id);

#endif

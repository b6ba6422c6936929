/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Places of instructions in the source, their names, and reports about them. */
#ifndef GAC_MODULE_REPORTS_H
#define GAC_MODULE_REPORTS_H

#include "module/module.h"

/* -- places ---------------------------------------------------------------- */

/* Returns the line in force at instruction `ordinal`, of OpLine or of a
 * DebugInfo set. All zero: there is none. */
gac_source_place gac__module_place(const gac_module *m, uint32_t ordinal);

/* Writes where an instruction comes from, as seen from instruction `from`:
 * "line 10"; "line 10 of a.h", where the two come from different files;
 * "instruction 44", where no line is known. Both are ordinals, from 0. */
void gac__module_describe_place(const gac_module *m, uint32_t ordinal,
                                uint32_t from, char *out, size_t size);

/* How messages name a value of a kind of the grammar, e.g. ("Scope", 5): by its
 * name, or its number if it has none. */
typedef struct gac__value_words {
    char text[48];
} gac__value_words;
gac__value_words gac__value_in_words(const char *kind, uint64_t value);

/* Reports a fault of an instruction. `operand` may be NULL; `operand_word` -1:
 * none. */
void gac__module_report(const gac_module *m, gac__rule_id rule,
                        gac_severity severity, const gac__inst *inst,
                        const char *operand, int32_t operand_word,
                        const char *format, ...) GAC__PRINTF(7, 8);

/* Emits a diagnostic about an instruction, whose fields about the instruction
 * and its place are filled in here. */
void gac__module_emit(const gac_module *m, gac_diagnostic *d,
                      const gac__inst *inst, const char *message);

/* Finds a line of source in the module itself (OpSource, DebugSource). It does
 * not end with a NUL; its length goes to `*size_out`. NULL: the module does not
 * hold it. */
const char *gac__module_source_line(const gac_module *m, const char *file,
                                    uint32_t line, uint32_t *size_out);

/* Like gac__module_report(), with the severity, rule, hint, operand and related
 * instruction that `d` has. Related instruction 0: the definition of the id in
 * the operand, if it is one. */
void gac__module_report_with(const gac_module *m, gac_diagnostic *d,
                             const gac__inst *inst, const char *format,
                             va_list args);

/* Returns the name to show for an instruction: for an OpExtInst of a known set
 * the set's own name, else the opcode's; "unknown" if there is none. */
const char *gac__module_inst_name(const gac_module *m, const gac__inst *inst);

/* Writes the name to show for an instruction to `out`; for a call of an
 * imported builtin, the builtin's name in OpenCL C. */
void gac__module_inst_title(const gac_module *m, uint32_t ordinal,
                            char out[64]);

/* Returns the symbol of an OpDecorate with LinkageAttributes, and its linkage
 * type; NULL: it is no such instruction. */
const char *gac__module_linkage(const gac__inst *inst, uint32_t *type_out);

/* Returns the symbol by which `id` is imported; NULL: it is not imported. */
const char *gac__module_import_symbol(const gac_module *m, uint32_t id);

#endif

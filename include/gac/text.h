/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Assembly text: reading modules in any form, assembling, disassembling. */
#ifndef GAC_TEXT_H
#define GAC_TEXT_H

#include <stdbool.h>

#include <gac/base.h>

/* The text is SPIRV-Tools' assembly language and, beyond it:
 * - OpExtInstImport takes any name; the instructions of
 *   Codeplay.GroupAsyncCopies, under both its names, go by name or by number;
 * - the instructions and capabilities newer than SPIRV-Tools that the grammar's
 *   supplement lists (OpUntypedGroupAsyncCopyKHR, OpExtInstWithForwardRefsKHR)
 *   go by name;
 * - the comment lines "; Version:" and "; Generator:" are read, and so are
 *   "; Header:" and "; Ids:", which gac_disassemble() writes if it is to be
 *   exact: such a text assembles to the same words, header and ids included.
 *
 * Faults in a text are diagnostics of rule `module-format` whose text_line and
 * text_column say where. "Ordinal" is an instruction's index in its module
 * from 1, as in gac_diagnostic. */

#ifdef __cplusplus
extern "C" {
#endif

/* -- assembling ------------------------------------------------------------ */

typedef struct gac_assembly gac_assembly;

/* Options of an assembly; zero means the default. */
typedef struct gac_assemble_options {
    size_t size;            /* sizeof(gac_assemble_options) */
    const char *target_env; /* a name that spirv-as --target-env takes; it sets
                               the module's version, and what only later ones
                               have is unknown. NULL: what the text's
                               "; Version:" comment says, else spv1.6 */
    bool preserve_numeric_ids; /* %12 is id 12, as spirv-as's option. A text
                                with an "; Ids:" or "; Header:" comment is
                                always read so */
    const char *file;  /* the text's name, for diagnostics; NULL: none */
    bool comment_wins; /* a "; Version:" comment goes before target_env, and
                          all versions' names are known */
} gac_assemble_options;

/* Assembles a text.
 * `text`: `size_bytes` bytes, which need no final NUL. `options` NULL: the
 * defaults. On GAC_OK `*assembly_out` is owned by the caller and needs neither
 * text nor options any more; on failure it is NULL, and the faults went to the
 * context's sink. Errors: FORMAT (the text is faulty), ARGUMENT (also for an
 * unknown target_env), LIMIT (over 1 GiB), MEMORY, TIMEOUT, CANCELLED.
 * Thread-safe. */
GAC_API gac_result gac_assemble(gac_context *context, const char *text,
                                size_t size_bytes,
                                const gac_assemble_options *options,
                                gac_assembly **assembly_out);

/* Like gac_assemble(), but from the file `path`, "-" being standard input;
 * `options->file` NULL means `path`. Errors: IO (errno says more), too. */
GAC_API gac_result gac_assemble_file(gac_context *context, const char *path,
                                     const gac_assemble_options *options,
                                     gac_assembly **assembly_out);

/* Frees an assembly; NULL is accepted. */
GAC_API void gac_assembly_destroy(gac_assembly *assembly);

/* Returns the words, header included, in the host's byte order, and their
 * number in `*n_words_out`. They live as long as the assembly. Thread-safe. */
GAC_API const uint32_t *gac_assembly_words(const gac_assembly *assembly,
                                           size_t *n_words_out);

/* Returns the module as a file's content, and its size in bytes: the words in
 * the host's byte order, or in the other one if the text's "; Header:" comment
 * says that its module had that. It lives as long as the assembly.
 * Thread-safe. */
GAC_API const void *gac_assembly_data(const gac_assembly *assembly,
                                      size_t *size_bytes_out);

/* Finds where instruction `ordinal` (from 1) stands in the text: its first
 * character's line and column, both from 1; either may be NULL. Returns false
 * and sets both to 0 if there is no such instruction. Thread-safe. */
GAC_API bool gac_assembly_place(const gac_assembly *assembly, uint32_t ordinal,
                                uint32_t *line_out, uint32_t *column_out);

/* Returns whether `name` is, exactly, a target environment that spirv-as and
 * spirv-val know: "opencl2.2embedded". Thread-safe. */
GAC_API bool gac_target_env_known(const char *name);

/* Returns the names of target environments one by one, NULL past the last. */
GAC_API const char *gac_target_env_name(uint32_t index);

/* -- modules in any form --------------------------------------------------- */

typedef enum gac_input_kind {
    GAC_INPUT_BINARY, /* SPIR-V of either byte order, or no known form */
    GAC_INPUT_HEX,    /* the same, its words or bytes written as hex numbers */
    GAC_INPUT_TEXT    /* assembly text */
} gac_input_kind;

typedef struct gac_input gac_input;

/* Reads a module from a file, "-" being standard input, and finds out its form
 * from its first bytes; text is assembled.
 * `options` are for text, `options->file` NULL meaning `path`; NULL: the
 * defaults. On GAC_OK `*input_out` is owned by the caller; on failure it is
 * NULL, and what is wrong went to the context's sink under `module-format`.
 * A binary is not looked into: that is gac_module_parse()'s work.
 * Errors: IO (errno says more), those of gac_assemble(). Thread-safe. */
GAC_API gac_result gac_input_load(gac_context *context, const char *path,
                                  const gac_assemble_options *options,
                                  gac_input **input_out);

/* Like gac_input_load(), but from `size_bytes` bytes of memory, which may go
 * as soon as the function returns. */
GAC_API gac_result gac_input_load_memory(gac_context *context, const void *data,
                                         size_t size_bytes,
                                         const gac_assemble_options *options,
                                         gac_input **input_out);

/* Frees an input; NULL is accepted. */
GAC_API void gac_input_destroy(gac_input *input);

/* Returns which form the input had. Thread-safe. */
GAC_API gac_input_kind gac_input_kind_of(const gac_input *input);

/* Returns the SPIR-V binary for gac_module_parse() or gac_disassemble(), 8-byte
 * aligned, and its size in bytes in `*size_bytes_out`. A binary input's bytes
 * are given as they are: their byte order may be either one, their number
 * anything. They live as long as the input. Thread-safe. */
GAC_API const void *gac_input_data(const gac_input *input,
                                   size_t *size_bytes_out);

/* Like gac_assembly_place(), but false also if the input was not text. */
GAC_API bool gac_input_place(const gac_input *input, uint32_t ordinal,
                             uint32_t *line_out, uint32_t *column_out);

/* -- disassembling --------------------------------------------------------- */

typedef struct gac_disassembly gac_disassembly;

/* Options of a disassembly; zero means the default, which is spirv-dis's. */
typedef struct gac_disassemble_options {
    size_t size;    /* sizeof(gac_disassemble_options) */
    bool raw_ids;   /* write %12 instead of friendly names; this is done in any
                       case where names would make the text many times larger
                       than the module */
    bool no_header; /* leave out every comment line about the module */
    bool no_indent; /* instructions start in column 1 */
    bool offsets;   /* end each instruction with its byte offset */
    bool comments;  /* head the sections and functions */
    bool color;     /* ANSI colours, as spirv-dis */
    bool trusting;  /* write the instructions in front of a fault in the word
                       counts, in place of an error */
    bool exact;     /* gac_assemble() makes the same words of the text, header
                       and ids included, whatever they are: comments "; Header:"
                       and "; Ids:" (but for no_header) have what the text
                       lacks, and instructions whose text would not suffice are
                       written as words */
    bool nested_indent;  /* indent blocks by the control flow, as the newest
                            spirv-dis; 60 levels at most */
    bool reorder_blocks; /* write a function's blocks in the order of the
                            control flow: the text is another module's */
    bool handle_unknown_opcodes; /* words as "OpUnknown(65534, 3) 42 99", as
                                    the newest spirv-dis, but for `exact` */
} gac_disassemble_options;

/* Disassembles a SPIR-V binary of either byte order.
 * `data`: `size_bytes` bytes, no alignment needed. `options` NULL: the
 * defaults. The module need not be valid, nor known to SPIRV-Tools: an
 * instruction that has no other text is written as words ("!0x0004002e !2 !3
 * !2"). It must have a header, and instructions that fill it to the last word.
 * On GAC_OK `*disassembly_out` is owned by the caller and does not need `data`;
 * on failure it is NULL, and what is wrong went to the context's sink.
 * Errors: FORMAT, LIMIT, MEMORY, ARGUMENT, TIMEOUT, CANCELLED. Thread-safe. */
GAC_API gac_result gac_disassemble(gac_context *context, const void *data,
                                   size_t size_bytes,
                                   const gac_disassemble_options *options,
                                   gac_disassembly **disassembly_out);

/* Frees a disassembly; NULL is accepted. */
GAC_API void gac_disassembly_destroy(gac_disassembly *disassembly);

/* Returns the text, ended by a NUL, and its length in bytes in `*size_out`,
 * which may be NULL. It lives as long as the disassembly. Thread-safe. */
GAC_API const char *gac_disassembly_text(const gac_disassembly *disassembly,
                                         size_t *size_out);

/* Returns instruction `ordinal` (from 1) alone: a part of the text, not ended
 * by a NUL, without indentation, comment and newline (strings may hold some);
 * its length in bytes in `*size_out`. NULL, and 0, if there is no such
 * instruction. It lives as long as the disassembly. Thread-safe. */
GAC_API const char *gac_disassembly_instruction(
    const gac_disassembly *disassembly, uint32_t ordinal, size_t *size_out);

/* Finds the characters, in the text that gac_disassembly_instruction() returns,
 * of the operand that holds word `word` of instruction `ordinal`; word 0 is the
 * opcode's. Sets `*first_out` to the first byte's index and `*size_out` to
 * their number, neither NULL. Returns false, with both 0, if instruction or
 * word do not exist. Thread-safe. */
GAC_API bool gac_disassembly_operand(const gac_disassembly *disassembly,
                                     uint32_t ordinal, uint32_t word,
                                     size_t *first_out, size_t *size_out);

#ifdef __cplusplus
}
#endif
#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Turns the JSON grammars into C tables and headers; runs at build time. */

/* usage: generate CORE OPENCL_STD SET SUPPLEMENT OUTDIR
 *
 * Reads SPIRV-Headers' core grammar, the OpenCL.std grammar, the grammar of
 * the async-copy set and our supplement to the core grammar, and writes
 *
 *   grammar_tables.c            the tables that grammar.h declares
 *   supplement.h                SpvOp... for what the core grammar lacks
 *   async_operands.h            the roles of the set's operands
 *   CodeplayGroupAsyncCopies.h  the set's header in SPIRV-Headers' form
 *
 * All of it is made in memory first: a fault in a grammar ends the program
 * with a message and leaves no file behind that make would take for done.
 * The supplement only adds. Once SPIRV-Headers lists an opcode or an
 * enumerant itself, ours gives way; an instruction that has more operands in
 * the supplement than in the core grammar has gained them since, and one with
 * the key "corrects" was wrong there. */
#include "grammar/generate.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { CORE, OPENCL_STD, SET, SUPPLEMENT, GRAMMAR_COUNT };

/* -- output ---------------------------------------------------------------- */

enum { TABLES, SUPPLEMENT_H, ROLES_H, SET_H, OUTPUT_COUNT };

typedef struct output {
    const char *name;
    FILE *stream;
    char *text;
    size_t size;
} output;

static void store(const char *folder, output *out)
{
    char *path = format_text("%s/%s", folder, out->name);
    char *partial = format_text("%s.partial", path);
    fclose(out->stream);
    set_subject(partial);
    FILE *file = fopen(partial, "w");
    bool ok = file && fwrite(out->text, 1, out->size, file) == out->size;
    ok = file && fclose(file) == 0 && ok;
    if (!ok || rename(partial, path) != 0) {
        int reason = errno;
        remove(partial);
        fail("%s", strerror(reason));
    }
    free(out->text);
    free(partial);
    free(path);
}

static grammar merge(char **paths, json_t **root, FILE *fresh)
{
    grammar g = {0};
    fprintf(fresh,
            "/* Made by generate.c: what the core grammar at hand lacks. */\n"
            "#ifndef GAC_GEN_SUPPLEMENT_H\n#define GAC_GEN_SUPPLEMENT_H\n\n"
            "enum {\n");
    set_subject(paths[CORE]);
    add_grammar(&g, root[CORE], NULL);
    set_subject(paths[SUPPLEMENT]);
    add_grammar(&g, root[SUPPLEMENT], fresh);
    fprintf(fresh, "    gac__supplement_end\n};\n\n#endif\n");
    return g;
}

static void write_tables(FILE *out, const grammar *g, char **paths,
                         json_t **root)
{
    fprintf(out, "/* Made by generate.c from the JSON grammars; do not edit. "
                 "*/\n#include \"grammar/grammar.h\"\n\n"
                 "#include \"gen/async_operands.h\"\n\n");
    set_subject("core grammar and supplement");
    write_core_tables(out, g);
    set_subject(paths[OPENCL_STD]);
    write_set_tables(out, g, root[OPENCL_STD], "opencl_std", "\"OpenCL.std\"");
    set_subject(paths[SET]);
    write_set_tables(out, g, root[SET], "async_copies", "GAC__SET_PLAIN_NAME");
    write_role_tables(out, root[SET]);
}

int main(int argc, char **argv)
{
    output out[OUTPUT_COUNT] = {{.name = "grammar_tables.c"},
                                {.name = "supplement.h"},
                                {.name = "async_operands.h"},
                                {.name = "CodeplayGroupAsyncCopies.h"}};
    json_t *root[GRAMMAR_COUNT];
    grammar g;
    set_subject("arguments");
    if (argc != GRAMMAR_COUNT + 2)
        fail("usage: generate CORE OPENCL_STD SET SUPPLEMENT OUTDIR");
    for (int i = 0; i < GRAMMAR_COUNT; i++)
        root[i] = load_grammar(argv[1 + i]);
    for (int i = 0; i < OUTPUT_COUNT; i++)
        out[i].stream = text_stream(&out[i].text, &out[i].size);

    g = merge(argv + 1, root, out[SUPPLEMENT_H].stream);
    write_tables(out[TABLES].stream, &g, argv + 1, root);
    write_role_header(out[ROLES_H].stream, root[SET]);
    write_set_header(out[SET_H].stream, root[SET], "CodeplayGroupAsyncCopies");

    for (int i = 0; i < OUTPUT_COUNT; i++)
        store(argv[1 + GRAMMAR_COUNT], &out[i]);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Turns the JSON grammars into C tables and headers; runs at build time. */

/* usage: generate CORE SUPPLEMENT REGISTRY SET OUTDIR NAME=GRAMMAR...
 *
 * Reads SPIRV-Headers' core grammar, gac's supplement to it, SPIRV-Headers'
 * registry of tools (spir-v.xml), the grammar of the async-copy set, and
 * grammars of other sets, each with the name by which modules import it (a name
 * that ends in '.' is a prefix). It writes
 *
 *   grammar_tables.c            what grammar.h and async_roles.h declare
 *   supplement.h                SpvOp... that the core grammar lacks
 *   CodeplayGroupAsyncCopies.h  the set's header in SPIRV-Headers' form
 *
 * All output is made in memory first: a fault in a grammar ends the program
 * with a message, before it has written a file that make would consider
 * complete. The supplement only adds to the core grammar. Where SPIRV-Headers
 * lists an opcode or an enumerant itself, the supplement's entry is ignored. An
 * instruction that has more operands in the supplement replaces the core
 * grammar's, as does one with the key "corrects". The key "prefer" selects
 * which of an opcode's names is shown, as SPIRV-Tools show it. */
#include "grammar/generate.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { CORE = 1, SUPPLEMENT, REGISTRY, SET, OUTDIR, SETS }; /* arguments */

/* -- output ---------------------------------------------------------------- */

enum { TABLES, SUPPLEMENT_H, SET_H, OUTPUT_COUNT };

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

static grammar merge(char **argv, const json_t *supplement, FILE *fresh)
{
    grammar g = {0};
    const json_t *core = load_grammar(argv[CORE]);
    fprintf(fresh,
            "/* Made by generate.c: what the core grammar at hand lacks. */\n"
            "#ifndef GAC_GEN_SUPPLEMENT_H\n#define GAC_GEN_SUPPLEMENT_H\n\n"
            "enum {\n");
    set_subject(argv[CORE]);
    add_grammar(&g, core, NULL);
    set_subject(argv[SUPPLEMENT]);
    add_grammar(&g, supplement, fresh);
    fprintf(fresh, "    gac__supplement_end\n};\n\n#endif\n");
    return g;
}

/* Loads the set that an argument such as "OpenCL.std=FILE" names. */
static ext_set load_set(const char *argument)
{
    const char *path = strchr(argument, '=');
    set_subject(argument);
    if (!path || path == argument)
        fail("is not NAME=GRAMMAR");
    int size = (int)(path++ - argument);
    char *symbol = format_text("%.*s", size, argument);
    for (char *c = symbol; *c; c++)
        *c =
            isalnum((unsigned char)*c) ? (char)tolower((unsigned char)*c) : '_';
    return (ext_set){path, format_text("%.*s", size, argument), symbol,
                     load_grammar(path)};
}

static void write_tables(FILE *out, grammar *g, const ext_set *sets, size_t n)
{
    fprintf(out, "/* Made by generate.c from the JSON grammars; do not edit. "
                 "*/\n#include \"grammar/grammar.h\"\n\n");
    for (size_t i = 0; i < n; i++) {
        set_subject(sets[i].path);
        add_set_kinds(g, &sets[i]);
    }
    set_subject("core grammar and supplement");
    write_core_tables(out, g);
    for (size_t i = 0; i < n; i++) {
        set_subject(sets[i].path);
        g->set = i + 1;
        write_set_tables(out, g, &sets[i]);
    }
    fprintf(out, "const gac__ext_set_name gac__ext_set_names[] = {\n"
                 "    {GAC__SET_NONSEMANTIC_NAME, &gac__set_async_copies},\n");
    for (size_t i = 0; i < n; i++)
        fprintf(out, "    {\"%s\", &gac__set_%s},\n", sets[i].name,
                sets[i].symbol);
    fprintf(out, "};\nconst uint32_t gac__ext_set_name_count = %zu;\n", n + 1);
    write_role_tables(out, sets[0].root);
}

int main(int argc, char **argv)
{
    output out[OUTPUT_COUNT] = {{.name = "grammar_tables.c"},
                                {.name = "supplement.h"},
                                {.name = "CodeplayGroupAsyncCopies.h"}};
    set_subject("arguments");
    if (argc < SETS)
        fail("usage: generate CORE SUPPLEMENT REGISTRY SET OUTDIR "
             "NAME=GRAMMAR...");
    for (int i = 0; i < OUTPUT_COUNT; i++)
        out[i].stream = text_stream(&out[i].text, &out[i].size);

    const json_t *supplement = load_grammar(argv[SUPPLEMENT]);
    grammar g = merge(argv, supplement, out[SUPPLEMENT_H].stream);
    size_t n = 0;
    ext_set *sets = grow(NULL, (size_t)argc * sizeof *sets);
    sets[n++] = (ext_set){argv[SET], "Codeplay.GroupAsyncCopies",
                          "async_copies", load_grammar(argv[SET])};
    for (int i = SETS; i < argc; i++)
        sets[n++] = load_set(argv[i]);
    write_tables(out[TABLES].stream, &g, sets, n);
    write_generators(out[TABLES].stream, argv[REGISTRY], supplement);
    write_environments(out[TABLES].stream, supplement);
    write_id_names(out[TABLES].stream, &g, supplement);
    write_set_header(out[SET_H].stream, sets[0].root,
                     "CodeplayGroupAsyncCopies");

    for (int i = 0; i < OUTPUT_COUNT; i++)
        store(argv[OUTDIR], &out[i]);
    return 0;
}

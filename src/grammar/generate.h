/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What the files of the generator share. It is a program of the build. */
#ifndef GAC_GRAMMAR_GENERATE_H
#define GAC_GRAMMAR_GENERATE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <jansson.h>

/* -- the core grammar and its supplement, merged --------------------------- */

typedef struct kind {
    const char *name, *category;
    const char *symbol;        /* the kind in C names; unique */
    size_t set;                /* the set that defines it, as grammar.set */
    const json_t **enumerants; /* sorted by value, one for each value */
    size_t n_enumerants;
    const json_t **names; /* in the grammars' order, aliases included */
    size_t n_names;
} kind;

typedef struct instruction {
    const json_t *json;
    const char *name;
    uint32_t opcode;
    bool supplement;
} instruction;

typedef struct grammar {
    kind *kinds; /* the core grammar's kinds, then the sets' */
    size_t n_kinds;
    size_t set; /* the set whose kinds are found before the core grammar's, from
                   1; 0: none */
    instruction *ops; /* sorted by opcode; aliases follow the first name */
    size_t n_ops;
} grammar;

#define MAX_OPCODE 0xFFFF

/* Adds a grammar's operand kinds and instructions. `fresh` NULL: it is the core
 * grammar. Otherwise entries that the grammar has already are ignored, and the
 * new ones are written to `fresh` as enumerators. */
void add_grammar(grammar *g, const json_t *root, FILE *fresh);

/* A grammar of extended instructions. */
typedef struct ext_set {
    const char *path;
    const char *name;   /* of the import; one that ends in '.' is a prefix */
    const char *symbol; /* "opencl_std" */
    const json_t *root;
} ext_set;

/* Selects a set, and adds its own operand kinds. */
void add_set_kinds(grammar *g, const ext_set *set);

/* Returns the kind of this name; ends the program if there is none. */
const kind *kind_named(const grammar *g, const char *name);

/* Returns a kind's enumerant by any of its names; NULL: there is none. */
const json_t *find_enumerant(const kind *k, const char *name);

/* -- faults: each ends the program ----------------------------------------- */

/* Sets the grammar's name in messages. */
void set_subject(const char *subject);
void fail(const char *format, ...)
    __attribute__((format(printf, 1, 2), noreturn));

/* -- memory, most of which is not freed before the program ends ------------ */

void *grow(void *old, size_t size);
char *format_text(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

/* Opens a stream into `*text`, which is complete once the stream is closed. */
FILE *text_stream(char **text, size_t *size);

/* -- checked access to the JSON -------------------------------------------- */

json_t *load_grammar(const char *path);
const char *text_of(const json_t *object, const char *key);
uint32_t number_of(const json_t *object, const char *key);

/* Returns a member that is an array; NULL: there is none. */
const json_t *list_of(const json_t *object, const char *key);
size_t operand_count(const json_t *inst);

/* A walk of a member that is an array, or is not there:
 * for (each e = {.list = list_of(object, key)}; next_item(&e);) ... e.item; */
typedef struct each {
    const json_t *list, *item;
    size_t n; /* items up to this one */
} each;
bool next_item(each *e);

/* Returns a kind's name as plain text, "floating-point rounding mode". */
char *spoken_name(const kind *k);

/* Returns an operand's name as plain text, "Num Bytes". */
char *plain_name(const json_t *operand);

/* -- what is written ------------------------------------------------------- */

void write_core_tables(FILE *out, const grammar *g);
void write_set_tables(FILE *out, const grammar *g, const ext_set *set);

/* Writes names of generators, from the registry and the supplement. */
void write_generators(FILE *out, const char *path, const json_t *supplement);

/* Writes the target environments, from the supplement. */
void write_environments(FILE *out, const json_t *supplement);

/* Writes the patterns of friendly names, from the supplement. */
void write_id_names(FILE *out, const grammar *g, const json_t *supplement);

/* Writes the roles of the set's operands. */
void write_role_tables(FILE *out, const json_t *set);

/* Writes the set's header as SPIRV-Headers would have it. */
void write_set_header(FILE *out, const json_t *set, const char *name);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Lists what gac-val's own rules say of every module below the tree's folders
 * that are named, and of what the fixtures' archive has there: a module's name,
 * then a line for each diagnostic. Modules of which nothing is said are left
 * out. `~` begins what is said under tolerate_producers alone, `-` what is not
 * said then.
 *
 * usage: tool_oracle FOLDER... */
#include <ftw.h>
#include <gac/gac.h>
#include <gac/render.h>
#include <gac/text.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../fixtures.h"

/* -- which modules --------------------------------------------------------- */

static char **paths;
static size_t n_paths;

static int note_path(const char *path, const struct stat *info, int type,
                     struct FTW *at)
{
    const char *ending = strrchr(path + at->base, '.');
    (void)info;
    if (type != FTW_F || !ending
        || (strcmp(ending, ".spv") != 0 && strcmp(ending, ".spvasm") != 0))
        return 0;
    char **more = realloc(paths, (n_paths + 1) * sizeof *paths);
    if (!more)
        return 1;
    paths = more;
    paths[n_paths] = strdup(path);
    return paths[n_paths++] == NULL;
}

static bool find_modules(const char *folder)
{
    char archived[4096];
    struct stat info;
    snprintf(archived, sizeof archived, "%s/%s", GAC_FIXTURES, folder);
    return nftw(folder, note_path, 16, FTW_PHYS) == 0
           && (stat(archived, &info) != 0
               || nftw(archived, note_path, 16, FTW_PHYS) == 0);
}

/* -- what is said of one --------------------------------------------------- */

static gac_diagnostic_list *validated(const char *path, bool tolerate)
{
    gac_diagnostic_list *list = NULL;
    gac_context *context = NULL;
    gac_input *input = NULL;
    gac_module *module = NULL;
    size_t n_bytes = 0;
    gac_diagnostic_list_create(NULL, &list);
    gac_context_create(
        &(gac_context_options){.size = sizeof(gac_context_options),
                               .diagnostic = gac_diagnostic_list_add,
                               .diagnostic_user = list},
        &context);
    if (gac_input_load(
            context, path,
            &(gac_assemble_options){.size = sizeof(gac_assemble_options),
                                    .file = fixture_name(path),
                                    .comment_wins = true},
            &input)
        == GAC_OK) {
        const void *data = gac_input_data(input, &n_bytes);
        gac_module_parse(context, data, n_bytes,
                         &(gac_parse_options){.size = sizeof(gac_parse_options),
                                              .tolerate_producers = tolerate,
                                              .keep_going = true},
                         &module);
    }
    if (module)
        gac_validate(
            module,
            &(gac_validate_options){.size = sizeof(gac_validate_options),
                                    .tolerate_producers = tolerate},
            NULL);
    gac_diagnostic_list_sort(list, 0);
    gac_module_destroy(module);
    gac_input_destroy(input);
    gac_context_destroy(context);
    return list;
}

/* Writes all of a diagnostic that a user sees. */
static void describe(const gac_diagnostic *d, char *line, size_t size)
{
    static const char *const severities[] = {"note", "warning", "error"};
    char related[400] = "", place[40] = "", related_place[40] = "";
    if (d->related_source.line)
        snprintf(related_place, sizeof related_place, " %u:%u",
                 d->related_source.line, d->related_source.column);
    if (d->related)
        snprintf(related, sizeof related, " | #%u%s %s", d->related,
                 related_place, d->related_note ? d->related_note : "");
    if (d->source.line)
        snprintf(place, sizeof place, " %u:%u", d->source.line,
                 d->source.column);
    snprintf(line, size, "%s %s #%u%s %s%s%s%s%d: %s%s%s\n",
             severities[d->severity], d->rule, d->ordinal, place,
             d->instruction ? d->instruction : "", d->operand ? ", " : "",
             d->operand ? d->operand : "", d->operand_word < 0 ? " " : " @",
             d->operand_word, d->message, related,
             d->belongs ? " (again)" : "");
}

/* Finds the first diagnostic from `from` on that is described by `line`. */
static bool has_line(const gac_diagnostic_list *list, size_t from,
                     const char *line, size_t *at_out)
{
    char other[4096];
    for (size_t i = from; i < gac_diagnostic_list_count(list); i++) {
        describe(gac_diagnostic_list_at(list, i), other, sizeof other);
        if (strcmp(line, other) == 0) {
            *at_out = i;
            return true;
        }
    }
    return false;
}

static void list_module(const char *path)
{
    char line[4096];
    gac_diagnostic_list *usual = validated(path, false);
    gac_diagnostic_list *tolerant = validated(path, true);
    const size_t n = gac_diagnostic_list_count(usual),
                 n_tolerant = gac_diagnostic_list_count(tolerant);
    size_t next = 0, found;
    if (n + n_tolerant > 0)
        printf("%s\n", fixture_name(path));
    for (size_t i = 0; i < n; i++) {
        describe(gac_diagnostic_list_at(usual, i), line, sizeof line);
        const bool both = has_line(tolerant, next, line, &found);
        char own[4096];
        for (; both && next < found; next++) {
            describe(gac_diagnostic_list_at(tolerant, next), own, sizeof own);
            printf("~ %s", own);
        }
        next += both;
        printf("%c %s", both ? ' ' : '-', line);
    }
    for (; next < n_tolerant; next++) {
        describe(gac_diagnostic_list_at(tolerant, next), line, sizeof line);
        printf("~ %s", line);
    }
    gac_diagnostic_list_destroy(usual);
    gac_diagnostic_list_destroy(tolerant);
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (!find_modules(argv[i]))
            return 1;
    qsort(paths, n_paths, sizeof *paths, fixture_order);
    for (size_t i = 0; i < n_paths; i++)
        list_module(paths[i]);
    for (size_t i = 0; i < n_paths; i++)
        free(paths[i]);
    free(paths);
    return n_paths == 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Checks SARIF logs of gac-val against what SARIF 2.1.0 says of their objects.
 */

/* The tables below are written from the OASIS specification: for each object
 * the properties that it may have, with the kind of their values, and those
 * that it must have. No object may have others. Beside the form, what the
 * specification demands of values: lines and columns from 1, levels, rule
 * indices that name the rule, URI references without forbidden characters. */
#include <ctype.h>
#include <dirent.h>
#include <jansson.h>

#include "../worker/worker.h"
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum kind {
    STRING,
    URI,
    LEVEL,
    FROM_1,
    FROM_0,
    VERSION,
    COLUMN_KIND,
    ANYTHING,
    OBJECT,
    ARRAY /* of objects */
} kind;

typedef struct object_type object_type;

typedef struct property {
    const char *name;
    kind kind;
    const object_type *type; /* of objects */
    bool required;
} property;

struct object_type {
    const char *name;
    property properties[12];
};

static const object_type message = {
    "message",
    {{"text", STRING, NULL, true}, {"markdown", STRING, NULL, false}}};
static const object_type multiformat = {
    "multiformatMessageString",
    {{"text", STRING, NULL, true}, {"markdown", STRING, NULL, false}}};
static const object_type configuration = {"reportingConfiguration",
                                          {{"level", LEVEL, NULL, false}}};
static const object_type descriptor = {
    "reportingDescriptor",
    {{"id", STRING, NULL, true},
     {"name", STRING, NULL, false},
     {"shortDescription", OBJECT, &multiformat, false},
     {"fullDescription", OBJECT, &multiformat, false},
     {"help", OBJECT, &multiformat, false},
     {"helpUri", URI, NULL, false},
     {"defaultConfiguration", OBJECT, &configuration, false}}};
static const object_type component = {"toolComponent",
                                      {{"name", STRING, NULL, true},
                                       {"version", STRING, NULL, false},
                                       {"informationUri", URI, NULL, false},
                                       {"rules", ARRAY, &descriptor, false}}};
static const object_type tool = {"tool",
                                 {{"driver", OBJECT, &component, true}}};
static const object_type artifact_location = {"artifactLocation",
                                              {{"uri", URI, NULL, false}}};
static const object_type region = {"region",
                                   {{"startLine", FROM_1, NULL, false},
                                    {"startColumn", FROM_1, NULL, false},
                                    {"endLine", FROM_1, NULL, false},
                                    {"endColumn", FROM_1, NULL, false},
                                    {"byteOffset", FROM_0, NULL, false},
                                    {"byteLength", FROM_0, NULL, false}}};
static const object_type physical_location = {
    "physicalLocation",
    {{"artifactLocation", OBJECT, &artifact_location, true},
     {"region", OBJECT, &region, false}}};
static const object_type logical_location = {"logicalLocation",
                                             {{"name", STRING, NULL, false}}};
static const object_type location = {
    "location",
    {{"physicalLocation", OBJECT, &physical_location, false},
     {"logicalLocations", ARRAY, &logical_location, false},
     {"message", OBJECT, &message, false}}};
static const object_type result = {
    "result",
    {{"ruleId", STRING, NULL, false},
     {"ruleIndex", FROM_0, NULL, false},
     {"level", LEVEL, NULL, false},
     {"message", OBJECT, &message, true},
     {"locations", ARRAY, &location, false},
     {"relatedLocations", ARRAY, &location, false},
     {"properties", ANYTHING, NULL, false}}};
static const object_type run = {"run",
                                {{"tool", OBJECT, &tool, true},
                                 {"columnKind", COLUMN_KIND, NULL, false},
                                 {"results", ARRAY, &result, false}}};
static const object_type log_type = {"sarifLog",
                                     {{"$schema", URI, NULL, false},
                                      {"version", VERSION, NULL, true},
                                      {"runs", ARRAY, &run, true}}};

static unsigned passed, failed;
static const char *current; /* what is checked */

static bool complain(const char *object, const char *member)
{
    printf("FAIL: %s: %s.%s\n", current, object, member);
    return false;
}

/* RFC 3986: letters, digits, -._~ :/?#[]@ !$&'()*+,;= and %XX. */
static bool is_uri(const char *text)
{
    for (const char *c = text; *c; c++) {
        if (*c == '%') {
            if (!isxdigit((unsigned char)c[1])
                || !isxdigit((unsigned char)c[2]))
                return false;
        } else if (!isalnum((unsigned char)*c)
                   && !strchr("-._~:/?#[]@!$&'()*+,;=", *c)) {
            return false;
        }
    }
    return *text != 0;
}

static bool is_one_of(const char *text, const char *const *names)
{
    for (; *names; names++)
        if (!strcmp(text, *names))
            return true;
    return false;
}

static bool fits(const json_t *value, kind wanted)
{
    static const char *const levels[] = {"none", "note", "warning", "error",
                                         NULL};
    static const char *const columns[] = {"utf16CodeUnits", "unicodeCodePoints",
                                          NULL};
    const char *text = json_string_value(value);
    json_int_t number = json_integer_value(value);
    switch (wanted) {
    case STRING: return text != NULL;
    case URI: return text && is_uri(text);
    case LEVEL: return text && is_one_of(text, levels);
    case VERSION: return text && !strcmp(text, "2.1.0");
    case COLUMN_KIND: return text && is_one_of(text, columns);
    case FROM_1: return json_is_integer(value) && number >= 1;
    case FROM_0: return json_is_integer(value) && number >= 0;
    case OBJECT: return json_is_object(value);
    case ARRAY: return json_is_array(value);
    default: return json_is_object(value);
    }
}

static const property *find(const object_type *type, const char *name)
{
    for (const property *p = type->properties; p->name; p++)
        if (!strcmp(p->name, name))
            return p;
    return NULL;
}

static bool check_object(const json_t *object, const object_type *type)
{
    const char *name;
    json_t *value;
    bool ok = true;
    json_object_foreach((json_t *)object, name, value)
    {
        const property *p = find(type, name);
        if (!p || !fits(value, p->kind)) {
            ok = complain(type->name, name);
            continue;
        }
        if (p->kind == OBJECT)
            ok &= check_object(value, p->type);
        for (size_t i = 0; p->kind == ARRAY && i < json_array_size(value); i++)
            ok &= json_is_object(json_array_get(value, i))
                      ? check_object(json_array_get(value, i), p->type)
                      : complain(type->name, name);
    }
    for (const property *p = type->properties; p->name; p++)
        if (p->required && !json_object_get(object, p->name))
            ok = complain(type->name, p->name);
    return ok;
}

/* Each result names its rule twice: by id and by its place in the list. */
static bool check_indices(const json_t *one_run)
{
    const json_t *rules = json_object_get(
        json_object_get(json_object_get(one_run, "tool"), "driver"), "rules");
    const json_t *results = json_object_get(one_run, "results");
    bool ok = true;
    for (size_t i = 0; i < json_array_size(results); i++) {
        const json_t *r = json_array_get(results, i);
        const json_t *index = json_object_get(r, "ruleIndex");
        const json_t *rule =
            json_array_get(rules, (size_t)json_integer_value(index));
        const char *id = json_string_value(json_object_get(rule, "id"));
        const char *name = json_string_value(json_object_get(r, "ruleId"));
        bool none = !index && !name; /* a file that cannot be read */
        if (!none && (!index || !id || !name || strcmp(id, name) != 0))
            ok = complain("result", "ruleIndex");
    }
    return ok;
}

/* What a tool prints, checked. */
static json_t *read_log(char **words)
{
    worker_request request = {words, NULL, -1};
    json_error_t error;
    int code = 0;
    char *text = worker_run(&request, &code);
    json_t *root = json_loads(text, JSON_REJECT_DUPLICATES, &error);
    free(text);
    bool ok = json_is_object(root) ? check_object(root, &log_type)
                                   : complain("log", "is no JSON");
    const json_t *runs = json_object_get(root, "runs");
    for (size_t i = 0; i < json_array_size(runs); i++)
        ok &= check_indices(json_array_get(runs, i));
    passed += ok;
    failed += !ok;
    return root;
}

static void check_log(char *path, char *option)
{
    char *words[] = {"gac-val", "--format=sarif", path, option, NULL};
    current = path;
    json_decref(read_log(words));
}

/* Whether a location is in the file, on the line, and says the message. */
static bool is_at(const json_t *place, const char *file, int line,
                  const char *says)
{
    const char *uri = "", *text = "";
    int at = 0;
    json_unpack((json_t *)place, "{s:{s:{s:s}, s?:{s?:i}}}", "physicalLocation",
                "artifactLocation", "uri", &uri, "region", "startLine", &at);
    json_unpack((json_t *)place, "{s:{s:s}}", "message", "text", &text);
    return strcmp(uri, file) == 0 && at == line && strcmp(text, says) == 0;
}

/* A race is one result: where it was found, and where the other access is. */
static void check_race(char *module, char *kernel)
{
    char *words[] = {
        "gac-run", "--format=sarif", "--check", "-k",         kernel,
        "-g16",    "-l16",           module,    "buf:i32:16", NULL};
    const char *path = "./tests/check/explained.cl";
    current = kernel;
    json_t *root = read_log(words), *runs = json_object_get(root, "runs");
    const json_t *results = json_object_get(json_array_get(runs, 0), "results");
    const json_t *one = json_array_get(results, 0);
    const json_t *related = json_object_get(one, "relatedLocations");
    bool ok =
        json_array_size(results) == 1 && json_array_size(related) == 2
        && is_at(json_array_get(json_object_get(one, "locations"), 0), path,
                 400, "")
        && is_at(json_array_get(related, 0), module, 2954, "in the module")
        && is_at(json_array_get(related, 1), path, 399,
                 "written here by work-item (15,0,0) of work-group (0,0,0)");
    if (!ok)
        complain("results", "the two accesses of a race");
    passed += ok;
    failed += !ok;
    json_decref(root);
}

/* The copy that a use is too early for, on its line of the source, too. */
static void check_other_source(void)
{
    char module[] = "examples/byte_count.spvasm";
    char *words[] = {"gac-val", "--format=sarif", module, NULL};
    current = module;
    bool ok = false;
    json_t *root = read_log(words), *runs = json_object_get(root, "runs");
    const json_t *results = json_object_get(json_array_get(runs, 0), "results");
    for (size_t i = 0; i < json_array_size(results); i++) {
        const json_t *one = json_array_get(results, i);
        const json_t *rule = json_object_get(one, "ruleId");
        const json_t *related = json_object_get(one, "relatedLocations");
        if (strcmp(json_string_value(rule), "use-before-wait") == 0)
            ok = is_at(json_array_get(related, 1), "examples/byte_count.cl", 10,
                       "the copy is started here");
    }
    if (!ok)
        complain("relatedLocations", "the copy's line of source");
    passed += ok;
    failed += !ok;
    json_decref(root);
}

int main(int argc, char **argv)
{
    char path[1500];
    struct dirent **entries;
    if (argc < 1)
        return 1;
    int n = scandir("tests/invalid", &entries, NULL, alphasort);
    for (int i = 0; i < n; i++) {
        snprintf(path, sizeof path, "tests/invalid/%s", entries[i]->d_name);
        if (strstr(entries[i]->d_name, ".spvasm"))
            check_log(path, NULL);
        free(entries[i]);
    }
    if (n > 0)
        free(entries);
    check_log("examples/byte_count.spvasm", NULL);
    check_log("examples/byte_count.spvasm", "--Werror");
    check_log("tests/cli/copy_too_narrow.spvasm", NULL);
    check_other_source();
    check_race("tests/check/explained.clang14.O0.64.set.spvasm", "data_race");
    check_log("tests/no such file\t\"%.spv", NULL);
    check_log(argv[0], NULL); /* no module at all */
    printf("%u passed, %u failed, 0 skipped\n", passed, failed);
    return failed != 0 || passed == 0;
}

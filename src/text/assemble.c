/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Assembles text: around SPIRV-Tools' assembler. */
#include "text/text_internal.h"

#include <stdio.h>

/* SPIRV-Tools does the work: it knows every instruction's syntax, numbers and
 * all. What it does not know is written in a way that it does before it sees
 * the text (assemble_rewrite.c), and mended in the words that it returns. If it
 * refuses an enumerant that our grammar has, the text is rewritten once more.
 * Three things go beside it:
 *
 * - Places. Its diagnostics count lines of the rewritten text; a table leads
 *   from each token of it to the token of the original. The words of a
 *   statement are found by walking text and words side by side: one statement,
 *   one instruction. A statement with "!<integer>" tokens may be anything, so
 *   that it stands between markers: OpSourceExtension "gac <hash> <statement>".
 * - Ids. "; Ids: float=6 main=4" gives names their numbers.
 * - The header. "; Version: 1.4" sets the version, "; Generator: Unknown(43);
 * 22" who made the module and which release of it, "; Header: <magic> <version>
 *   <generator> <bound> <schema>" the whole, and a sixth number says how far
 *   ids go, if they go beyond the bound. */

/* Each costs an assembly, and teaches one name; see gac__assembler_refused().
 */
#define TRIES_MAX 64

typedef struct text_header {
    bool has_version, has_generator, has_header;
    uint32_t version, generator;
    uint32_t words[5];
    uint32_t limit; /* ids up to here are the module's own */
} text_header;

struct gac_assembly {
    gac_allocator allocator;
    gac__words words;
    gac__words swapped; /* the same in the other byte order, or none */
    GAC__VEC(uint32_t) lines, columns; /* of each instruction */
};

/* -- comments that say something ------------------------------------------- */

/* Splits off the first blank-separated word of `*rest`. */
static bool next_word(gac__slice *rest, gac__slice *word_out)
{
    while (rest->size > 0 && *rest->text == ' ') {
        rest->text++;
        rest->size--;
    }
    uint32_t size = 0;
    while (size < rest->size && rest->text[size] != ' ')
        size++;
    *word_out = (gac__slice){rest->text, size};
    rest->text += size;
    rest->size -= size;
    return size > 0;
}

static void read_version(gac__slice rest, text_header *header)
{
    uint32_t major, minor;
    const char *dot = memchr(rest.text, '.', rest.size);
    if (!dot)
        return;
    uint32_t size = (uint32_t)(dot - rest.text);
    if (gac__parse_word((gac__slice){rest.text, size}, &major)
        && gac__parse_word((gac__slice){dot + 1, rest.size - size - 1}, &minor)
        && major == 1 && minor <= 6) {
        header->has_version = true;
        header->version = major << 16 | minor << 8;
    }
}

/* The number of a generator that disassemblers write by its name: of those that
 * something depends on. UINT32_MAX: another one. */
static uint32_t generator_of(gac__slice name)
{
    static const struct {
        const char *name;
        uint32_t number;
    } known[] = {{"Khronos LLVM/SPIR-V Translator", 6},
                 {"LLVM LLVM SPIR-V Backend", 43},
                 {"LLVM SPIR-V Backend", 43}};
    uint32_t number;
    if (gac__slice_starts(name, "Unknown(") && name.text[name.size - 1] == ')'
        && gac__parse_word((gac__slice){name.text + 8, name.size - 9}, &number))
        return number;
    for (size_t i = 0; i < GAC__COUNT_OF(known); i++)
        if (name.size == strlen(known[i].name)
            && gac__slice_starts(name, known[i].name))
            return known[i].number;
    return UINT32_MAX;
}

/* "<name>; <version>" */
static void read_generator(gac__slice rest, text_header *header)
{
    const char *end = memchr(rest.text, ';', rest.size);
    gac__slice version, number;
    uint32_t value;
    if (!end)
        return;
    gac__slice name = {rest.text, (uint32_t)(end - rest.text)};
    version = (gac__slice){end + 1, rest.size - name.size - 1};
    uint32_t generator = generator_of(name);
    if (generator <= 0xFFFF && next_word(&version, &number)
        && gac__parse_word(number, &value) && value <= 0xFFFF) {
        header->has_generator = true;
        header->generator = generator << 16 | value;
    }
}

static void read_header(gac__slice rest, text_header *header)
{
    gac__slice word;
    uint32_t n = 0, value, words[6] = {0};
    while (n < 6 && next_word(&rest, &word) && gac__parse_word(word, &value))
        words[n++] = value;
    if (n < 5 || (words[0] != SpvMagicNumber && words[0] != 0x03022307u))
        return;
    memcpy(header->words, words, sizeof header->words);
    header->limit = GAC__MAX(words[3], n == 6 ? words[5] : 0);
    header->has_header = true;
}

static void read_ids(gac__assembler *as, gac__slice rest)
{
    gac__slice word;
    uint32_t id;
    while (next_word(&rest, &word)) {
        const char *equals = memchr(word.text, '=', word.size);
        uint32_t size = equals ? (uint32_t)(equals - word.text) : 0;
        gac__slice name = {word.text, size};
        if (size == 0
            || !gac__parse_word((gac__slice){equals + 1, word.size - size - 1},
                                &id))
            return;
        if (!gac__name_map_put(as->allocator, &as->names, name, id))
            as->out_of_memory = true;
        as->keep_ids = true;
    }
}

static gac__slice after_key(gac__slice note, const char *key)
{
    uint32_t size = (uint32_t)strlen(key);
    if (!gac__slice_starts(note, key))
        return (gac__slice){NULL, 0};
    gac__slice rest = {note.text + size, note.size - size};
    while (rest.size > 0 && *rest.text == ' ') {
        rest.text++;
        rest.size--;
    }
    return rest;
}

/* The header's comments stand before the first instruction. */
static void read_notes(gac__assembler *as, text_header *header)
{
    uint32_t first =
        as->scan.tokens.n ? as->scan.tokens.items[0].first : as->scan.size;
    for (uint32_t i = 0; i < as->scan.notes.n; i++) {
        gac__token note = as->scan.notes.items[i];
        gac__slice text = {as->scan.text + note.first, note.size}, rest;
        if ((rest = after_key(text, "Ids:")).size > 0)
            read_ids(as, rest);
        else if (note.first > first)
            continue;
        else if ((rest = after_key(text, "Version:")).size > 0)
            read_version(rest, header);
        else if ((rest = after_key(text, "Generator:")).size > 0)
            read_generator(rest, header);
        else if ((rest = after_key(text, "Header:")).size > 0)
            read_header(rest, header);
    }
}

/* -- SPIRV-Tools ----------------------------------------------------------- */

/* The token that a position in the rewritten text belongs to. */
static uint32_t token_at(const gac__assembler *as, size_t index)
{
    uint32_t low = 0, high = (uint32_t)as->out_first.n;
    if (index >= as->out.n || high == 0)
        return UINT32_MAX;
    while (high - low > 1) { /* the last token that starts at or before */
        uint32_t middle = low + (high - low) / 2;
        if (as->out_first.items[middle] <= index)
            low = middle;
        else
            high = middle;
    }
    return as->out_token.items[low];
}

static void report_tools(gac__assembler *as, spv_diagnostic diagnostic,
                         uint32_t token)
{
    const char *text = diagnostic ? diagnostic->error : "Cannot be assembled.";
    int size = (int)strcspn(text, "\n");
    gac__assembler_error(as, token, "%.*s", size, text);
}

/* Rewrites the text and has it assembled. If `*again` is true and the text is
 * refused for a reason that another rewriting removes, it stays true. */
static gac_result run_tools(gac__assembler *as, bool preserve,
                            spv_binary *binary_out, bool *again)
{
    spv_diagnostic diagnostic = NULL;
    uint32_t options = preserve ? SPV_TEXT_TO_BINARY_OPTION_PRESERVE_NUMERIC_IDS
                                : SPV_TEXT_TO_BINARY_OPTION_NONE;
    gac__assembler_rewrite(as);
    /* A NUL ends it, in place of the last blank: SPIRV-Tools looks one byte
     * ahead. */
    as->out.n -= as->out.n > 0;
    bool ok = GAC__VEC_PUSH(as->allocator, &as->out, '\0');
    if (!ok || as->out_of_memory || as->n_errors > 0) {
        *again = false;
        return ok && !as->out_of_memory ? GAC_ERR_FORMAT : GAC_ERR_MEMORY;
    }
    as->out.n--;
    spv_result_t result = spvTextToBinaryWithOptions(
        as->tools, as->out.n ? as->out.items : " ", as->out.n ? as->out.n : 1,
        options, binary_out, &diagnostic);
    if (result != SPV_SUCCESS) {
        uint32_t token =
            token_at(as, diagnostic ? diagnostic->position.index : SIZE_MAX);
        *again = *again && gac__assembler_refused(as, token);
        if (as->out_of_memory)
            result = SPV_ERROR_OUT_OF_MEMORY;
        else if (!*again)
            report_tools(as, diagnostic, token);
    } else {
        *again = false;
    }
    spvDiagnosticDestroy(diagnostic);
    if (result == SPV_SUCCESS)
        return GAC_OK;
    return result == SPV_ERROR_OUT_OF_MEMORY ? GAC_ERR_MEMORY : GAC_ERR_FORMAT;
}

/* -- from SPIRV-Tools' words to the text's --------------------------------- */

/* Where a statement's words begin in the final module. */
typedef struct span {
    uint32_t first_word, statement;
} span;

typedef struct mender {
    gac__assembler *as;
    const uint32_t *words; /* SPIRV-Tools' */
    size_t n_words;
    gac_assembly *assembly;
    GAC__VEC(span) spans;
} mender;

static uint32_t put_string_words(uint32_t *words, const char *text)
{
    uint32_t n = (uint32_t)(strlen(text) / 4 + 1);
    if (words) {
        memset(words, 0, n * sizeof *words);
        for (uint32_t i = 0; text[i]; i++)
            words[i / 4] |= (uint32_t)(unsigned char)text[i] << (i % 4 * 8);
    }
    return n;
}

/* Appends an OpExtInstImport with the name that the text has. */
static gac_result mend_import(mender *m, size_t at, const gac__statement *s)
{
    gac__chars name = {0};
    bool is_string;
    gac_result result = GAC_ERR_MEMORY;
    gac__words *out = &m->assembly->words;
    gac__slice token = gac__scan_slice(&m->as->scan, s->op + 1);
    if (gac__parse_string(m->as->allocator, token, &name, &is_string)) {
        uint32_t n = 2 + put_string_words(NULL, name.items);
        result = n > UINT16_MAX ? GAC_ERR_FORMAT : GAC_ERR_MEMORY;
        if (n <= UINT16_MAX && GAC__VEC_RESERVE(m->as->allocator, out, n)) {
            out->items[out->n] = n << 16 | SpvOpExtInstImport;
            out->items[out->n + 1] = m->words[at + 1];
            put_string_words(out->items + out->n + 2, name.items);
            out->n += n;
            result = GAC_OK;
        }
    }
    GAC__VEC_FREE(m->as->allocator, &name);
    return result;
}

/* Finds the marker after a statement: the end of its words. */
static size_t find_marker(const mender *m, size_t at, uint32_t statement,
                          uint32_t *n_marker_out)
{
    char text[64];
    uint32_t marker[20];
    snprintf(text, sizeof text, "gac %016llx %u",
             (unsigned long long)m->as->marker, statement);
    uint32_t n = 1 + put_string_words(marker + 1, text);
    marker[0] = n << 16 | SpvOpSourceExtension;
    *n_marker_out = n;
    for (; at + n <= m->n_words; at++)
        if (memcmp(m->words + at, marker, n * sizeof *marker) == 0)
            return at;
    return SIZE_MAX;
}

/* Copies the words of one statement from `*at` on, mended. */
static gac_result mend_statement(mender *m, uint32_t statement, size_t *at)
{
    const gac__statement *s = &m->as->scan.statements.items[statement];
    gac__patch patch = m->as->patches.items[statement];
    gac__words *out = &m->assembly->words;
    uint32_t n_marker = 0;
    if (*at >= m->n_words)
        return GAC_ERR_FORMAT;
    size_t end = *at + (m->words[*at] >> 16);
    if (s->marked)
        end = find_marker(m, *at, statement, &n_marker);
    if (end > m->n_words || end < *at)
        return GAC_ERR_FORMAT;

    span here = {(uint32_t)out->n, statement};
    if (!GAC__VEC_PUSH(m->as->allocator, &m->spans, here))
        return GAC_ERR_MEMORY;
    if (patch.import && !s->immediate) {
        GAC__TRY(mend_import(m, *at, s));
    } else if (end > *at) {
        size_t n = end - *at;
        if (!GAC__VEC_RESERVE(m->as->allocator, out, n))
            return GAC_ERR_MEMORY;
        memcpy(out->items + out->n, m->words + *at, n * sizeof *out->items);
        if (patch.opcode != 0)
            out->items[out->n] =
                (out->items[out->n] & 0xFFFF0000u) | patch.opcode;
        out->n += n;
    }
    *at = end + n_marker;
    return GAC_OK;
}

/* -- places ---------------------------------------------------------------- */

/* How many tokens at a statement's end make a word each: "!<integer>"s and ids.
 */
static uint32_t count_plain(const gac__scan *scan, const gac__statement *s)
{
    uint32_t token = s->end;
    for (; s->immediate && token > s->first; token--) {
        char c = gac__scan_slice(scan, token - 1).text[0];
        if (c != '!' && c != '%')
            break;
    }
    return s->end - token;
}

/* Fills the assembly's lines and columns: one walk over words and text. */
static gac_result find_places(mender *m)
{
    const gac__scan *scan = &m->as->scan;
    gac_assembly *assembly = m->assembly;
    const gac_allocator *a = m->as->allocator;
    uint32_t offset = 0, line = 1, line_first = 0;
    size_t span_index = 0, counted = SIZE_MAX;
    uint32_t n_plain = 0; /* of the statement that was counted */
    for (size_t at = 5; at < assembly->words.n;) {
        while (span_index + 1 < m->spans.n
               && m->spans.items[span_index + 1].first_word <= at)
            span_index++;
        size_t end = span_index + 1 < m->spans.n
                         ? m->spans.items[span_index + 1].first_word
                         : assembly->words.n;
        const gac__statement *s =
            &scan->statements.items[m->spans.items[span_index].statement];
        if (counted != span_index)
            n_plain = count_plain(scan, s);
        counted = span_index;
        uint32_t token =
            end - at <= n_plain ? s->end - (uint32_t)(end - at) : s->first;
        uint32_t to = scan->tokens.items[token].first;
        for (; offset < to; offset++) {
            if (scan->text[offset] == '\n') {
                line++;
                line_first = offset + 1;
            }
        }
        if (!GAC__VEC_PUSH(a, &assembly->lines, line)
            || !GAC__VEC_PUSH(a, &assembly->columns, to - line_first + 1))
            return GAC_ERR_MEMORY;
        if (assembly->words.items[at] >> 16 == 0)
            break; /* not well-formed: the parser's business */
        at += assembly->words.items[at] >> 16;
    }
    return GAC_OK;
}

/* -- all of it ------------------------------------------------------------- */

static gac_result put_swapped(gac_assembly *assembly)
{
    if (!GAC__VEC_RESERVE(&assembly->allocator, &assembly->swapped,
                          assembly->words.n))
        return GAC_ERR_MEMORY;
    for (size_t i = 0; i < assembly->words.n; i++)
        assembly->swapped.items[i] = gac__swap_word(assembly->words.items[i]);
    assembly->swapped.n = assembly->words.n;
    return GAC_OK;
}

static gac_result mend_header(gac_assembly *assembly, const text_header *header,
                              bool version_given)
{
    uint32_t *words = assembly->words.items;
    if (header->has_version && !version_given)
        words[1] = header->version;
    if (header->has_generator)
        words[2] = header->generator;
    if (!header->has_header)
        return GAC_OK;
    if (!version_given)
        words[1] = header->words[1];
    words[2] = header->words[2];
    /* SPIRV-Tools' bound is 1 if there is no id, 0 if the highest is 2^32 - 1.
     */
    if (words[3] <= GAC__MAX(header->limit, 1u))
        words[3] = header->words[3];
    words[4] = header->words[4];
    return header->words[0] != SpvMagicNumber ? put_swapped(assembly) : GAC_OK;
}

static gac_result mend(gac__assembler *as, const spv_binary binary,
                       gac_assembly *assembly)
{
    mender m = {as, binary->code, binary->wordCount, assembly, {0}};
    gac_result result = GAC_OK;
    size_t at = 5;
    if (binary->wordCount < 5
        || !GAC__VEC_RESERVE(as->allocator, &assembly->words,
                             binary->wordCount))
        return GAC_ERR_MEMORY;
    memcpy(assembly->words.items, binary->code, 5 * sizeof(uint32_t));
    assembly->words.n = 5;
    for (uint32_t i = 0; i < as->scan.statements.n && result == GAC_OK; i++)
        result = mend_statement(&m, i, &at);
    if (result == GAC_OK && at != m.n_words)
        result = GAC_ERR_FORMAT;
    if (result == GAC_ERR_FORMAT)
        gac__assembler_error(as, 0,
                             "The text cannot be told apart from its "
                             "own markers.");
    if (result == GAC_OK)
        result = find_places(&m);
    GAC__VEC_FREE(as->allocator, &m.spans);
    return result;
}

/* What makes a text none; NULL: nothing does. */
static const char *find_fault(const char *text, uint32_t size)
{
    if (size == 0)
        return "Missing assembly text.";
    if (size >= 4
        && (memcmp(text, "\x03\x02\x23\x07", 4) == 0
            || memcmp(text, "\x07\x23\x02\x03", 4) == 0))
        return "This is a SPIR-V binary, no text.";
    return memchr(text, 0, size) ? "The text holds a NUL byte." : NULL;
}

static gac_result assemble(gac__assembler *as, const char *text, uint32_t size,
                           const gac_assemble_options *options,
                           gac_assembly *assembly)
{
    text_header header = {0};
    spv_binary binary = NULL;
    GAC__TRY(gac__scan_text(&as->scan, as->allocator, text, size));
    const char *fault = find_fault(text, size);
    if (fault) {
        gac__assembler_error(as, 0, "%s", fault);
        return GAC_ERR_FORMAT;
    }
    read_notes(as, &header);
    if (header.has_header) {
        as->keep_ids = true;
        as->next_id = GAC__MAX(header.limit, 1);
    }
    as->marker = gac__hash_bytes(text, size, 0x67616373u);
    gac_result result = GAC_OK;
    bool again = false;
    for (int tries = 0; tries == 0 || again; tries++) {
        again = tries < TRIES_MAX; /* whether it may ask for another try */
        result = run_tools(as, options->preserve_numeric_ids || as->keep_ids,
                           &binary, &again);
    }
    if (result == GAC_OK)
        result = mend(as, binary, assembly);
    if (result == GAC_OK)
        result = mend_header(assembly, &header,
                             options->target_env && !options->comment_wins);
    spvBinaryDestroy(binary);
    return result;
}

gac_result gac_assemble(gac_context *context, const char *text,
                        size_t size_bytes, const gac_assemble_options *options,
                        gac_assembly **assembly_out)
{
    gac_assemble_options o = {0};
    spv_target_env env = SPV_ENV_UNIVERSAL_1_6;
    if (assembly_out)
        *assembly_out = NULL;
    if (!context || !assembly_out || (!text && size_bytes > 0)
        || !gac__read_options(&o, sizeof o, options))
        return GAC_ERR_ARGUMENT;
    if (o.target_env && !gac__target_env_find(o.target_env, &env))
        return GAC_ERR_ARGUMENT;
    if (size_bytes > (size_t)1 << 30)
        return GAC_ERR_LIMIT;
    if (size_bytes >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) {
        text += 3; /* a byte order mark */
        size_bytes -= 3;
    }

    gac__assembler as = {.context = context,
                         .allocator = &context->allocator,
                         .file = o.file,
                         .scan = {.allocator = &context->allocator},
                         .tools = spvContextCreate(env)};
    gac_assembly *assembly =
        gac__alloc_zero(&context->allocator, 1, sizeof *assembly);
    gac_result result = GAC_ERR_MEMORY;
    if (assembly && as.tools) {
        assembly->allocator = context->allocator;
        result =
            assemble(&as, text ? text : "", (uint32_t)size_bytes, &o, assembly);
    }
    gac__scan_free(&as.scan);
    GAC__VEC_FREE(as.allocator, &as.out);
    GAC__VEC_FREE(as.allocator, &as.out_first);
    GAC__VEC_FREE(as.allocator, &as.out_token);
    GAC__VEC_FREE(as.allocator, &as.patches);
    GAC__VEC_FREE(as.allocator, &as.imports);
    gac__name_map_free(as.allocator, &as.names);
    gac__name_map_free(as.allocator, &as.import_ids);
    gac__name_map_free(as.allocator, &as.foreign);
    if (as.tools)
        spvContextDestroy(as.tools);
    if (result == GAC_OK)
        *assembly_out = assembly;
    else
        gac_assembly_destroy(assembly);
    return result;
}

void gac_assembly_destroy(gac_assembly *assembly)
{
    if (!assembly)
        return;
    gac_allocator allocator = assembly->allocator;
    GAC__VEC_FREE(&allocator, &assembly->words);
    GAC__VEC_FREE(&allocator, &assembly->swapped);
    GAC__VEC_FREE(&allocator, &assembly->lines);
    GAC__VEC_FREE(&allocator, &assembly->columns);
    gac__free(&allocator, assembly, 1, sizeof *assembly);
}

const uint32_t *gac_assembly_words(const gac_assembly *assembly,
                                   size_t *n_words_out)
{
    if (n_words_out)
        *n_words_out = assembly ? assembly->words.n : 0;
    return assembly ? assembly->words.items : NULL;
}

const void *gac_assembly_data(const gac_assembly *assembly,
                              size_t *size_bytes_out)
{
    if (size_bytes_out)
        *size_bytes_out =
            assembly ? assembly->words.n * sizeof *assembly->words.items : 0;
    if (!assembly)
        return NULL;
    return assembly->swapped.n ? assembly->swapped.items
                               : assembly->words.items;
}

bool gac_assembly_place(const gac_assembly *assembly, uint32_t ordinal,
                        uint32_t *line_out, uint32_t *column_out)
{
    bool found = assembly && ordinal > 0 && ordinal <= assembly->lines.n;
    if (line_out)
        *line_out = found ? assembly->lines.items[ordinal - 1] : 0;
    if (column_out)
        *column_out = found ? assembly->columns.items[ordinal - 1] : 0;
    return found;
}

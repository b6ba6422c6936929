/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Writes the disassembly's text. */
#include "text/text_internal.h"

#include <stdio.h>

/* Instruction by instruction, from SPIRV-Tools' text of the screened module:
 * taken over, taken over with tokens exchanged, or written here with the ids'
 * names from a carrier's text. The layout is spirv-dis's. */

enum { INDENT = 15, IDS_LINE_MAX = 76 };

typedef enum color { PLAIN, BLUE, YELLOW, RED, GREEN, GREY } color;

typedef struct composer {
    gac_disassembly *d;
    const gac_disassemble_options *options;
    bool failed; /* out of memory; sticky */
} composer;

static void put(composer *c, const char *text, size_t size)
{
    if (c->d->text.n + size > UINT32_MAX / 2
        || !gac__put(&c->d->allocator, &c->d->text, text, size))
        c->failed = true;
}

static void put_text(composer *c, const char *text)
{
    put(c, text, strlen(text));
}

static void put_color(composer *c, color tint)
{
    static const char *const codes[] = {
        [PLAIN] = "\x1b[0m", [BLUE] = "\x1b[34m",  [YELLOW] = "\x1b[33m",
        [RED] = "\x1b[31m",  [GREEN] = "\x1b[32m", [GREY] = "\x1b[1;30m"};
    if (c->options->color)
        put_text(c, codes[tint]);
}

static void put_spaces(composer *c, uint32_t n)
{
    for (; n > 0 && !c->options->no_indent; n--)
        put(c, " ", 1);
}

/* -- tokens ---------------------------------------------------------------- */

/* The result's token is written by begin(); this is every other one. */
static void put_token(composer *c, gac__slice s, color tint)
{
    put(c, " ", 1);
    if (tint == PLAIN) {
        put(c, s.text, s.size);
    } else if (tint == GREEN && s.size >= 2) {
        put(c, "\"", 1);
        put_color(c, GREEN);
        put(c, s.text + 1, s.size - 2);
        put_color(c, PLAIN);
        put(c, "\"", 1);
    } else {
        put_color(c, tint);
        put(c, s.text, s.size);
        put_color(c, PLAIN);
    }
}

static color color_of(gac__slice s)
{
    char first = s.size > 0 ? s.text[0] : 0;
    if (first == '%')
        return YELLOW;
    if (first == '"')
        return GREEN;
    return (first >= '0' && first <= '9') || first == '-' || first == '!'
               ? RED
               : PLAIN;
}

static void put_number(composer *c, const char *format, uint32_t number)
{
    char text[16];
    int size = snprintf(text, sizeof text, format, number);
    put_token(c, (gac__slice){text, (uint32_t)size}, RED);
}

/* "%name" of an id, as SPIRV-Tools has called it. */
static gac__slice id_token(const gac_disassembly *d, uint32_t id, char *buffer,
                           size_t size)
{
    uint32_t index;
    if (gac__id_map_get(&d->name_of, id, &index)) {
        gac__slice name = d->names.items[index - 1].name;
        return (gac__slice){name.text - 1, name.size + 1};
    }
    return (gac__slice){buffer, (uint32_t)snprintf(buffer, size, "%%%u", id)};
}

static void put_id(composer *c, uint32_t id)
{
    char buffer[16];
    put_token(c, id_token(c->d, id, buffer, sizeof buffer), YELLOW);
}

/* Begins an instruction's line: indentation, result, mnemonic. */
static void begin(composer *c, gac__dis_inst *inst, const gac__slice *result,
                  const char *mnemonic, size_t mnemonic_size)
{
    if (result)
        put_color(c, BLUE);
    put_spaces(c, result ? (uint32_t)GAC__MAX(0, INDENT - 3 - (int)result->size)
                         : INDENT);
    inst->text_first = (uint32_t)c->d->text.n;
    if (result) {
        put(c, result->text, result->size);
        put_color(c, PLAIN);
        put(c, " = ", 3);
    }
    put(c, mnemonic, mnemonic_size);
}

/* -- instructions of our own ----------------------------------------------- */

/* A string's token, quoted. */
static void put_string(composer *c, const uint32_t *words, uint32_t n)
{
    uint32_t n_words;
    bool clean;
    uint32_t length = gac__literal_string(words, n, &n_words, &clean);
    gac__chars name = {0};
    bool ok = GAC__VEC_PUSH(&c->d->allocator, &name, '"');
    for (uint32_t i = 0; ok && length != UINT32_MAX && i < length; i++) {
        char byte = (char)(words[i / 4] >> (i % 4 * 8) & 0xFF);
        if (byte == '"' || byte == '\\')
            ok = GAC__VEC_PUSH(&c->d->allocator, &name, '\\');
        ok = ok && GAC__VEC_PUSH(&c->d->allocator, &name, byte);
    }
    ok = ok && GAC__VEC_PUSH(&c->d->allocator, &name, '"');
    if (ok)
        put_token(c, (gac__slice){name.items, (uint32_t)name.n}, GREEN);
    c->failed |= !ok;
    GAC__VEC_FREE(&c->d->allocator, &name);
}

static void put_mask(composer *c, const gac__piece *piece, uint32_t value)
{
    char text[1024];
    size_t n = 0;
    text[0] = 0;
    for (uint32_t bit = 0; bit < 32; bit++) {
        const gac__enumerant_row *row =
            value >> bit & 1 ? gac__grammar_enumerant(piece->kind, 1u << bit)
                             : NULL;
        if (row && n < sizeof text)
            n += (size_t)snprintf(text + n, sizeof text - n, "%s%s",
                                  n ? "|" : "", row->name);
    }
    const gac__enumerant_row *none = gac__grammar_enumerant(piece->kind, 0);
    if (value == 0)
        snprintf(text, sizeof text, "%s", none ? none->name : "None");
    put_token(c, (gac__slice){text, (uint32_t)strlen(text)}, PLAIN);
}

static void put_value(composer *c, const uint32_t *words,
                      const gac__piece *piece)
{
    uint32_t value = words[piece->word];
    const char *name;
    if ((words[0] & 0xFFFF) == SpvOpSpecConstantOp && piece->word == 3) {
        const gac__op_row *row = gac__grammar_op(value);
        name = row ? row->name + 2 : "?";
    } else {
        const gac__enumerant_row *row =
            gac__grammar_enumerant(piece->kind, value);
        name = row ? row->name : "?";
    }
    put_token(c, (gac__slice){name, (uint32_t)strlen(name)}, PLAIN);
}

static void put_pieces(composer *c, const uint32_t *words)
{
    for (size_t i = 0; i < c->d->pieces.n; i++) {
        const gac__piece *piece = &c->d->pieces.items[i];
        switch ((gac__piece_what)piece->what) {
        case GAC__PIECE_RESULT: break;
        case GAC__PIECE_STRING:
            put_string(c, words + piece->word, piece->n_words);
            break;
        case GAC__PIECE_ID: put_id(c, words[piece->word]); break;
        case GAC__PIECE_NUMBER: put_number(c, "%u", words[piece->word]); break;
        case GAC__PIECE_VALUE: put_value(c, words, piece); break;
        case GAC__PIECE_MASK: put_mask(c, piece, words[piece->word]); break;
        }
    }
}

static void compose_own(composer *c, gac__dis_inst *inst)
{
    const uint32_t *words = c->d->words.items + inst->word;
    const gac__op_row *row = gac__grammar_op(words[0] & 0xFFFF);
    char buffer[16];
    gac__slice result = {NULL, 0};
    if (row->has_result)
        result =
            id_token(c->d, words[row->has_type ? 2 : 1], buffer, sizeof buffer);
    begin(c, inst, row->has_result ? &result : NULL, row->name,
          strlen(row->name));
    put_pieces(c, words);
}

/* Each word by itself: ids by name, so that they are numbered like the rest,
 * unless nothing has a name. */
static void compose_raw(composer *c, gac__dis_inst *inst)
{
    const uint32_t *words = c->d->words.items + inst->word;
    char text[16];
    int size = snprintf(text, sizeof text, "!0x%08x", words[0]);
    begin(c, inst, NULL, text, (size_t)size);
    size_t piece = 0;
    for (uint32_t i = 1; i < inst->n_words; i++) {
        while (piece < c->d->pieces.n && c->d->pieces.items[piece].word < i)
            piece++;
        if (!c->d->all_raw && piece < c->d->pieces.n
            && c->d->pieces.items[piece].word == i
            && c->d->pieces.items[piece].what <= GAC__PIECE_RESULT)
            put_id(c, words[i]);
        else
            put_number(c, "!%u", words[i]);
    }
}

/* -- instructions of SPIRV-Tools ------------------------------------------- */

/* The name of an OpExtInst's instruction if the set is ours; else NULL. */
static const char *own_ext_name(const gac_disassembly *d, const uint32_t *words)
{
    uint32_t known = gac__id_known(&d->facts, words[3]);
    if (known != (GAC__KNOWN_IMPORT | GAC__SET_ASYNC_COPIES << 8))
        return NULL;
    const gac__ext_inst_row *row =
        gac__grammar_ext_inst(&gac__set_async_copies, words[4]);
    return row ? row->name : NULL;
}

static void compose_tools(composer *c, gac__dis_inst *inst,
                          const gac__statement *s)
{
    const gac__old_scan *scan = &c->d->scan;
    const uint32_t *words = c->d->words.items + inst->word;
    bool has_result = s->op != s->first;
    gac__slice result = gac__old_scan_slice(scan, s->first);
    gac__slice op = gac__old_scan_slice(scan, s->op);
    uint32_t opcode = words[0] & 0xFFFF;
    const char *ext_name = NULL;
    if (inst->how == GAC__DIS_EXT) {
        const char *name = gac__grammar_op(opcode)->name;
        op = (gac__slice){name, (uint32_t)strlen(name)};
        ext_name = own_ext_name(c->d, words);
    }
    begin(c, inst, has_result ? &result : NULL, op.text, op.size);
    for (uint32_t i = s->op + 1; i < s->end; i++) {
        gac__slice token = gac__old_scan_slice(scan, i);
        bool named = i - s->op == 3
                     && (opcode == SpvOpExtInst || inst->how == GAC__DIS_EXT);
        if (inst->how == GAC__DIS_IMPORT)
            put_string(c, words + 2, inst->n_words - 2u);
        else if (named && ext_name)
            put_token(c, (gac__slice){ext_name, (uint32_t)strlen(ext_name)},
                      RED);
        else if (named || (i - s->op == 2 && opcode == SpvOpSpecConstantOp))
            put_token(c, token, RED);
        else
            put_token(c, token, color_of(token));
    }
}

/* -- comments -------------------------------------------------------------- */

/* Copies the comment lines before a statement, and returns where its last line
 * ends. Only --comment makes SPIRV-Tools write any. */
static void put_comments_before(composer *c, uint32_t from, uint32_t to)
{
    const char *text = c->d->scan.text;
    while (to > from && text[to - 1] != '\n')
        to--;
    if (to > from)
        put(c, text + from, to - from);
}

static uint32_t put_comment_after(composer *c, const gac__statement *s)
{
    const gac__old_scan *scan = &c->d->scan;
    gac__token last = scan->tokens.items[s->end - 1];
    uint32_t from = last.first + last.size, to = from;
    while (to < scan->size && scan->text[to] != '\n')
        to++;
    put(c, scan->text + from, to - from);
    return GAC__MIN(to + 1, scan->size);
}

/* -- the whole ------------------------------------------------------------- */

/* SPIRV-Tools knows the generators' names: it is shown the header alone. */
static void put_generator(composer *c)
{
    const uint32_t header[5] = {SpvMagicNumber, 0x00010600,
                                c->d->words.items[2], 1, 0};
    spv_text text = NULL;
    if (spvBinaryToText(c->d->tools, header, 5, SPV_BINARY_TO_TEXT_OPTION_NONE,
                        &text, NULL)
            == SPV_SUCCESS
        && text) {
        const char *line = strstr(text->str, "; Generator:");
        if (line)
            put(c, line, strcspn(line, "\n") + (strchr(line, '\n') != NULL));
    }
    spvTextDestroy(text);
}

static void put_header(composer *c)
{
    const gac_disassembly *d = c->d;
    const uint32_t *words = d->words.items;
    char text[256];
    snprintf(text, sizeof text, "; SPIR-V\n; Version: %u.%u\n",
             words[1] >> 16 & 0xFF, words[1] >> 8 & 0xFF);
    put_text(c, text);
    put_generator(c);
    snprintf(text, sizeof text, "; Bound: %u\n; Schema: %u\n", words[3],
             words[4]);
    put_text(c, text);
    snprintf(text, sizeof text, "; Header: 0x%08x 0x%08x 0x%08x %u %u",
             d->swapped ? 0x03022307u : SpvMagicNumber, words[1], words[2],
             words[3], words[4]);
    put_text(c, text);
    if (d->id_limit > words[3]) {
        snprintf(text, sizeof text, " %u", d->id_limit);
        put_text(c, text);
    }
    put(c, "\n", 1);
}

/* The numbers of the ids that have names, at the end, where they are in no
 * reader's way. */
static void put_ids(composer *c)
{
    uint32_t column = IDS_LINE_MAX;
    for (size_t i = 0; i < c->d->names.n; i++) {
        const gac__dis_name *name = &c->d->names.items[i];
        char number[16];
        int n = snprintf(number, sizeof number, "=%u", name->id);
        uint32_t size = name->name.size + (uint32_t)n + 1;
        if (column + size > IDS_LINE_MAX) {
            put_text(c, i == 0 ? "; Ids:" : "\n; Ids:");
            column = 6;
        }
        put(c, " ", 1);
        put(c, name->name.text, name->name.size);
        put(c, number, (size_t)n);
        column += size;
    }
    if (c->d->names.n > 0)
        put(c, "\n", 1);
}

/* Reads ids' names off the text of the instructions that use them. */
static bool gather_names(gac_disassembly *d)
{
    for (size_t i = 0; i < d->insts.n; i++) {
        const gac__statement *s = &d->scan.statements.items[i];
        const uint32_t *words =
            d->screened.items + d->insts.items[i].screened_word;
        if (gac__text_walk(&d->facts, words, words[0] >> 16, &d->pieces)
            == GAC__WALK_MEMORY)
            return false;
        uint32_t token = s->op + 1;
        for (size_t p = 0; p < d->pieces.n; p++) {
            bool result = d->pieces.items[p].what == GAC__PIECE_RESULT;
            uint32_t at = result ? s->first : token++, index;
            if (at >= s->end
                || d->scan.text[d->scan.tokens.items[at].first] != '%')
                continue;
            gac__slice name = gac__old_scan_slice(&d->scan, at);
            uint32_t id = words[d->pieces.items[p].word], number;
            gac__dis_name entry = {id, {name.text + 1, name.size - 1}};
            if (gac__id_map_get(&d->name_of, id, &index)
                || (gac__old_parse_word(entry.name, &number) && number == id))
                continue;
            if (!GAC__VEC_PUSH(&d->allocator, &d->names, entry)
                || !gac__id_map_put(&d->allocator, &d->name_of, id,
                                    (uint32_t)d->names.n))
                return false;
        }
    }
    return true;
}

static void compose_inst(composer *c, gac__dis_inst *inst,
                         const gac__statement *s, uint32_t *after)
{
    gac_disassembly *d = c->d;
    if (c->options->comments)
        put_comments_before(c, *after, d->scan.tokens.items[s->first].first);
    bool own = inst->how == GAC__DIS_OWN || inst->how == GAC__DIS_RAW;
    const uint32_t *words = d->words.items + inst->word;
    if (own
        && gac__text_walk(&d->facts, words, inst->n_words, &d->pieces)
               == GAC__WALK_MEMORY)
        c->failed = true;
    if (inst->how == GAC__DIS_OWN)
        compose_own(c, inst);
    else if (inst->how == GAC__DIS_RAW)
        compose_raw(c, inst);
    else
        compose_tools(c, inst, s);
    inst->text_size = (uint32_t)d->text.n - inst->text_first;

    const gac__op_row *row = gac__grammar_op(words[0] & 0xFFFF);
    if (inst->how == GAC__DIS_RAW && row) {
        put_text(c, " ; ");
        put_text(c, row->name);
    }
    if (c->options->comments) {
        uint32_t end = put_comment_after(c, s);
        *after = end;
    }
    if (c->options->offsets) {
        char text[32];
        put_color(c, GREY);
        snprintf(text, sizeof text, " ; 0x%08x", 4 * inst->word);
        put_text(c, text);
        put_color(c, PLAIN);
    }
    put(c, "\n", 1);
}

gac_result gac__dis_compose(gac_disassembly *d,
                            const gac_disassemble_options *options)
{
    composer c = {d, options, false};
    uint32_t after = 0;
    d->text.n = 0;
    d->names.n = 0;
    gac__id_map_free(&d->allocator, &d->name_of);
    if (!options->raw_ids && !gather_names(d))
        return GAC_ERR_MEMORY;
    if (!options->no_header)
        put_header(&c);
    for (size_t i = 0; i < d->insts.n && !c.failed; i++)
        compose_inst(&c, &d->insts.items[i], &d->scan.statements.items[i],
                     &after);
    if (!options->no_header && !options->raw_ids)
        put_ids(&c);
    put(&c, "", 1);
    if (c.failed)
        return GAC_ERR_MEMORY;
    d->text.n--;
    return GAC_OK;
}

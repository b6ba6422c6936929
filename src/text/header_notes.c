/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Reads the comments in which a disassembler says what a module's header is. */
#include "text/assemble.h"

/* "; Version: 1.4" sets the version, "; Generator: Unknown(43); 22" who made
 * the module and which release of it, "; Header: <magic> <version> <generator>
 * <bound> <schema>" the whole, and a sixth number says how far ids go, if they
 * go beyond the bound. "; Ids: float=6 main=4" gives names their numbers. */

/* Splits off the first blank-separated word of `*rest`. */
static bool next_word(gac__slice *rest, gac__slice *word_out)
{
    *rest = gac__slice_without_blanks(*rest);
    if (!gac__slice_split(rest, ' ', word_out)) {
        *word_out = *rest;
        *rest = gac__slice_from(*rest, rest->size);
    }
    return word_out->size > 0;
}

static void read_version(gac__assembler *as, gac__slice rest)
{
    uint32_t major, minor;
    gac__slice number;
    if (gac__slice_split(&rest, '.', &number) && gac__read_word(number, &major)
        && gac__read_word(rest, &minor) && major == 1 && minor <= 6)
        as->words.items[1] = major << 16 | minor << 8;
}

/* The tool that disassemblers write as its name, or as "Unknown(43)". */
static bool find_generator(gac__slice name, uint32_t *tool_out)
{
    if (gac__slice_starts(name, "Unknown(") && name.text[name.size - 1] == ')')
        return gac__read_word((gac__slice){name.text + 8, name.size - 9},
                              tool_out);
    return gac__grammar_generator(name.text, name.size, tool_out);
}

/* "<name>; <version>" */
static void read_generator(gac__assembler *as, gac__slice rest)
{
    gac__slice name, number;
    uint32_t tool, version;
    if (gac__slice_split(&rest, ';', &name) && find_generator(name, &tool)
        && tool <= 0xFFFF && next_word(&rest, &number)
        && gac__read_word(number, &version) && version <= 0xFFFF)
        as->words.items[2] = tool << 16 | version;
}

static void read_header(gac__assembler *as, gac__slice rest)
{
    gac__slice word;
    uint32_t n = 0, value, words[6] = {0};
    while (n < 6 && next_word(&rest, &word) && gac__read_word(word, &value))
        words[n++] = value;
    if (n < 5
        || (words[0] != SpvMagicNumber
            && words[0] != gac__swap_word(SpvMagicNumber)))
        return;
    memcpy(as->words.items, words, 5 * sizeof *words);
    as->words.items[0] = SpvMagicNumber;
    as->swapped = words[0] != SpvMagicNumber;
    as->limit = GAC__MAX(words[3], n == 6 ? words[5] : 0);
    as->has_header = as->preserve = true;
}

static bool read_ids(gac__assembler *as, gac__slice rest)
{
    gac__slice word, name;
    uint32_t id;
    while (next_word(&rest, &word)) {
        if (!gac__slice_split(&word, '=', &name) || name.size == 0
            || !gac__read_word(word, &id))
            return true;
        if (!gac__name_map_put(as->allocator, &as->names, name, id))
            return false;
        as->preserve = true;
    }
    return true;
}

static gac__slice after_key(gac__slice note, const char *key)
{
    uint32_t size = (uint32_t)strlen(key);
    if (!gac__slice_starts(note, key))
        return (gac__slice){NULL, 0};
    return gac__slice_without_blanks(gac__slice_from(note, size));
}

/* The header's notes stand before the first instruction. */
bool gac__read_notes(gac__assembler *as)
{
    uint32_t first = as->tokens.n ? as->tokens.items[0].first : as->size;
    for (uint32_t i = 0; i < as->notes.n; i++) {
        gac__token note = as->notes.items[i];
        gac__slice text = {as->text + note.first, note.size}, rest;
        if ((rest = after_key(text, "Ids:")).size > 0) {
            if (!read_ids(as, rest))
                return false;
        } else if (note.first > first || as->has_header) {
            continue; /* it says all */
        } else if ((rest = after_key(text, "Version:")).size > 0) {
            read_version(as, rest);
        } else if ((rest = after_key(text, "Generator:")).size > 0) {
            read_generator(as, rest);
        } else if ((rest = after_key(text, "Header:")).size > 0) {
            read_header(as, rest);
        }
    }
    return true;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Reads notes: comments from which the assembler learns the module's header and
 * ids. */
#include "text/assemble.h"

/* "; Version: 1.4" sets the version; "; Generator: Unknown(43); 22" the tool
 * that made the module, and its version; "; Header: <magic> <version>
 * <generator> <bound> <schema>" the whole header, with the limit of ids as an
 * optional sixth number; "; Ids: float=6 main=4" the ids of names. */

/* Splits off the first blank-separated word of `*rest`. */
static bool next_word(gac__slice *rest, gac__slice *word_out)
{
    *rest = gac__slice_without_blanks(*rest);
    if (!gac__slice_split(rest, ' ', word_out)) {
        *word_out = *rest;
        rest->size = 0;
    }
    return word_out->size > 0;
}

static void read_version(gac__assembler *as, gac__slice rest)
{
    uint32_t major, minor;
    gac__slice number;
    if (gac__slice_split(&rest, '.', &number) && gac__read_word(number, &major)
        && gac__read_word(rest, &minor) && major == 1 && minor <= 6)
        as->words->items[1] = major << 16 | minor << 8;
}

/* Finds the tool of a name, or of "Unknown(43)". */
static bool find_generator(gac__slice name, uint32_t *tool_out)
{
    if (gac__slice_starts(name, "Unknown(") && name.text[name.size - 1] == ')')
        return gac__read_word((gac__slice){name.text + 8, name.size - 9},
                              tool_out);
    return gac__grammar_generator(name.text, name.size, tool_out);
}

/* Reads "<name>; <version>". */
static void read_generator(gac__assembler *as, gac__slice rest)
{
    gac__slice name;
    uint32_t tool, version;
    if (gac__slice_split(&rest, ';', &name) && find_generator(name, &tool)
        && tool <= 0xFFFF
        && gac__read_word(gac__slice_without_blanks(rest), &version)
        && version <= 0xFFFF)
        as->words->items[2] = tool << 16 | version;
}

static void read_header(gac__assembler *as, gac__slice rest)
{
    gac__slice word;
    uint32_t n = 0, words[6] = {0};
    while (n < 6 && next_word(&rest, &word) && gac__read_word(word, &words[n]))
        n++;
    bool swapped = words[0] == gac__swap_word(SpvMagicNumber);
    if (n < GAC__HEADER_WORDS || (words[0] != SpvMagicNumber && !swapped))
        return;
    memcpy(as->words->items + 1, words + 1,
           (GAC__HEADER_WORDS - 1) * sizeof *words);
    as->swapped = swapped;
    as->limit = GAC__MAX(words[3], words[5]);
    as->has_header = as->preserve = true;
}

static void read_ids(gac__assembler *as, gac__slice rest)
{
    gac__slice word, name;
    uint32_t id;
    while (next_word(&rest, &word) && gac__slice_split(&word, '=', &name)
           && gac__is_id_name(name) && gac__read_word(word, &id)) {
        as->out_of_memory |=
            !gac__name_map_put(as->allocator, &as->names, name, id);
        as->preserve = true;
    }
}

/* Notes about the header count before the first instruction; "Header" replaces
 * the others. */
void gac__read_note(gac__assembler *as, gac__slice note)
{
    gac__slice key;
    if (!gac__slice_split(&note, ':', &key))
        return;
    note = gac__slice_without_blanks(note);
    if (gac__slice_is(key, "Ids"))
        read_ids(as, note);
    else if (as->tokens.n > 0 || as->has_header)
        return;
    else if (gac__slice_is(key, "Version"))
        read_version(as, note);
    else if (gac__slice_is(key, "Generator"))
        read_generator(as, note);
    else if (gac__slice_is(key, "Header"))
        read_header(as, note);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* LLVM's freeze, which optimizers write around divisions and which llvm-spirv
 * (14, 15) does not know. For values that are defined it does nothing; SPIR-V
 * has nothing like it, and later translators leave it out. Here a text of
 * LLVM's language gets an instruction of the same type in its place, which
 * changes nothing either. What follows "= freeze" becomes
 *
 *     i32 %b, !dbg !7     add i32 %b, 0, !dbg !7
 *     <4 x i16> %b        add <4 x i16> %b, zeroinitializer
 *     float %b            bitcast float %b to float
 */
#include <string.h>

#include "source/source_internal.h"

static const char word[] = " = freeze ";

/* Whether a type's name is that of an integer, "i32", or of a vector of them.
 */
static bool is_integer(const char *type, size_t n)
{
    return n > 1 && type[0] == 'i' && strspn(type + 1, "0123456789") >= n - 1;
}

static bool is_integers(const char *type, size_t n)
{
    const char *last = memchr(type, 'x', n);
    return n > 4 && type[0] == '<' && type[n - 1] == '>' && last
           && last + 2 < type + n
           && is_integer(last + 2, (size_t)(type + n - 1 - (last + 2)));
}

/* Writes the instruction of one line: `operand` is what follows the word, up to
 * the line's end. */
static void rewrite(gac__bytes *out, const char *operand, size_t n)
{
    const char *more = memchr(operand, '!', n); /* ", !dbg !7" */
    size_t length =
        more && more - operand > 2 ? (size_t)(more - operand) - 2 : n;
    size_t value = length;
    while (value > 0 && operand[value - 1] != ' ')
        value--;
    size_t type = value ? value - 1 : 0;
    const char *word_for = "bitcast ", *end = " to ";
    if (is_integer(operand, type) || is_integers(operand, type)) {
        word_for = "add ";
        end = operand[0] == '<' ? ", zeroinitializer" : ", 0";
    }
    gac__bytes_text(out, word_for);
    gac__bytes_add(out, operand, length);
    gac__bytes_text(out, end);
    if (word_for[0] == 'b')
        gac__bytes_add(out, operand, type);
    gac__bytes_add(out, operand + length, n - length);
}

bool gac__without_freeze(const gac__bytes *text, gac__bytes *out)
{
    const char *at = text->data, *found;
    bool any = false;
    while (at && (found = strstr(at, word)) != NULL) {
        const char *operand = found + sizeof word - 1;
        size_t n = strcspn(operand, "\n");
        gac__bytes_add(out, at, (size_t)(found + 3 - at));
        rewrite(out, operand, n);
        at = operand + n;
        any = true;
    }
    if (at)
        gac__bytes_text(out, at);
    return any && !out->failed;
}

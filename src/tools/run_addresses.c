/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* gac-run's &N[+OFFSET]: a buffer's address among the values of an argument, or
 * another argument's buffer as an argument. */
#include "tools/run_tool.h"

#include <stdlib.h>
#include <string.h>

#include "support/numbers.h"

#define WIDE_BYTES 8u /* an address's bytes in untyped values as parsed */

bool gac__run_address_parse(uint32_t index, const char *text, size_t length,
                            uint64_t at, gac__run_arg *arg)
{
    gac__run_address address = {.at = at};
    uint64_t target = 0;
    const char *plus = memchr(text, '+', length);
    size_t n = plus != NULL ? (size_t)(plus - text) : length;
    if (!gac__parse_number_of(text + 1, n - 1, GAC__RUN_MAX_ARGS - 1, &target)
        || (plus != NULL
            && !gac__parse_number_of(plus + 1, length - n - 1, UINT32_MAX,
                                     &address.offset)))
        return gac__run_error("argument %u: `%.*s` is not an address (&N or "
                              "&N+OFFSET: an argument's number, and bytes)",
                              index, (int)length, text);
    address.target = (uint32_t)target;
    gac__run_address *more =
        realloc(arg->addresses, ((size_t)arg->n_addresses + 1) * sizeof *more);
    if (more == NULL)
        return gac__run_error("argument %u: out of memory", index);
    arg->addresses = more;
    arg->addresses[arg->n_addresses++] = address;
    return true;
}

/* Narrows the addresses in untyped values, parsed with 64 bits, to 32 bits. */
static void narrow(gac__run_arg *arg)
{
    uint64_t half = WIDE_BYTES / 2;
    for (uint32_t i = 0; i < arg->n_addresses; i++) {
        arg->addresses[i].at -= i * half;
        uint64_t from = arg->addresses[i].at + WIDE_BYTES;
        memmove(arg->data + from - half, arg->data + from,
                arg->size_bytes - from);
        arg->size_bytes -= half;
    }
    arg->count = arg->size_bytes;
}

static bool is_buffer(const gac__run_arg *args, uint32_t n_args, uint32_t index,
                      uint32_t target)
{
    return (target < n_args && args[target].kind == GAC__RUN_BUFFER)
           || gac__run_error("argument %u `%s`: argument %u is no buffer",
                             index, args[index].text, target);
}

/* Checks that the buffer of a SAME exists, and that the offset is not behind
 * its end. */
static bool same_fits(const gac__run_arg *args, uint32_t n_args, uint32_t index)
{
    const gac__run_address *a = args[index].addresses;
    if (!is_buffer(args, n_args, index, a->target))
        return false;
    return a->offset <= args[a->target].size_bytes
           || gac__run_error("argument %u `%s`: argument %u has %zu bytes",
                             index, args[index].text, a->target,
                             args[a->target].size_bytes);
}

bool gac__run_addresses_fit(const gac_launch *launch, gac__run_arg *args,
                            uint32_t n_args, uint32_t index)
{
    uint32_t bits = gac_launch_address_bits(launch);
    gac__run_arg *arg = &args[index];
    if (arg->n_addresses == 0)
        return true;
    if (arg->kind == GAC__RUN_SAME)
        return same_fits(args, n_args, index);
    if (!arg->typed && bits == 32)
        narrow(arg);
    if (arg->typed
        && (gac__elem_info_of(arg->elem)->bytes * 8 != bits
            || gac__elem_info_of(arg->elem)->kind == 'f'))
        return gac__run_error(
            "argument %u `%s`: kernel %s has addresses of type "
            "u%u",
            index, arg->text, gac_launch_kernel_name(launch), bits);
    return true;
}

bool gac__run_addresses_set(gac_launch *launch, const gac__run_arg *args,
                            uint32_t n_args)
{
    for (uint32_t i = 0; i < n_args; i++) {
        if (args[i].kind == GAC__RUN_SAME)
            continue;
        for (uint32_t k = 0; k < args[i].n_addresses; k++) {
            const gac__run_address *a = &args[i].addresses[k];
            if (!is_buffer(args, n_args, i, a->target))
                return false;
            gac_result result =
                gac_launch_set_address(launch, i, a->at, a->target, a->offset);
            if (result != GAC_OK)
                return gac__run_error("argument %u `%s`: %s", i, args[i].text,
                                      gac_result_text(result));
        }
    }
    return true;
}

bool gac__run_is_reached(const gac__run_arg *args, uint32_t n_args,
                         uint32_t index)
{
    for (uint32_t i = 0; i < n_args; i++) {
        for (uint32_t k = 0; k < args[i].n_addresses; k++) {
            if (args[i].addresses[k].target == index)
                return args[index].kind == GAC__RUN_BUFFER;
        }
    }
    return false;
}

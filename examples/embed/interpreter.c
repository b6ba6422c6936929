/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* A foreign SPIR-V interpreter that leaves the set's copies to gac: it has its
 * own values of ids and its own memory, and no gac_module. */
#include <stdio.h>

#include <gac/interop.h>

/* -- the interpreter: ids, their values, memory ---------------------------- */

enum { SET = 1, EVENT_TYPE, RESULT, TILE, ZERO, IMAGE, FIRST, FOUR, WIDTH, N };
enum { TILE_ADDRESS = 0x1000, IMAGE_ADDRESS = 0x100000 };

static int32_t image[8 * 8], tile[4 * 4];
static const struct piece {
    uint64_t first, size_bytes;
    void *host;
} memory_pieces[] = {{TILE_ADDRESS, sizeof tile, tile},
                     {IMAGE_ADDRESS, sizeof image, image}};

/* What the interpreter has computed of each id. Line 2, column 1 of an image
 * of 8 x 8 is element 17. */
static uint64_t value_of[N] = {[TILE] = TILE_ADDRESS,
                               [IMAGE] = IMAGE_ADDRESS,
                               [FIRST] = 17,
                               [FOUR] = 4,
                               [WIDTH] = 8};

/* %RESULT = OpExtInst %EVENT_TYPE %SET GroupAsyncCopy2D2D %TILE %ZERO %IMAGE
 * %FIRST %FOUR %FOUR %FOUR %WIDTH %FOUR %ZERO: to, offset, from, offset, bytes
 * an element, elements, lines, line lengths, event. */
static const uint32_t words[] = {
    15u << 16 | 12, EVENT_TYPE, RESULT, SET,  1,     TILE, ZERO, IMAGE,
    FIRST,          FOUR,       FOUR,   FOUR, WIDTH, FOUR, ZERO};

/* Finds the piece of memory that an address belongs to. */
static bool find_memory(void *user, uint64_t address, uint64_t *first_out,
                        uint64_t *size_bytes_out, void **host_out)
{
    (void)user;
    for (int i = 0; i < 2; i++) {
        const struct piece *piece = &memory_pieces[i];
        if (address - piece->first < piece->size_bytes) {
            *first_out = piece->first;
            *size_bytes_out = piece->size_bytes;
            *host_out = piece->host;
            return true;
        }
    }
    return false;
}

/* -- what gac adds --------------------------------------------------------- */

/* Carries out one instruction, and stores the event that is its result. */
static gac_result execute(gac_copy_queue *queue, const gac_async_inst *inst)
{
    uint64_t values[GAC_ASYNC_ROLE_COUNT] = {0};
    for (int role = 0; role < GAC_ASYNC_ROLE_COUNT; role++)
        if (inst->operand_id[role])
            values[role] = value_of[inst->operand_id[role]];
    gac_async_memory memory = {
        .size = sizeof memory, .address_bits = 64, .map = find_memory};
    gac_async_event event;
    gac_result result = gac_async_start(queue, inst, values, &memory, &event);
    if (result == GAC_OK)
        value_of[inst->result_id] = event;
    return result;
}

int main(void)
{
    for (int32_t i = 0; i < 8 * 8; i++)
        image[i] = i;

    /* Once a module: is this import the set? Once an instruction: decode it.
     * Once a work-group: a queue. */
    gac_async_inst inst;
    gac_copy_queue *queue;
    if (!gac_async_import("Codeplay.GroupAsyncCopies")
        || gac_async_decode(words, sizeof words / sizeof words[0], SET, &inst)
               != GAC_OK
        || gac_copy_queue_create(NULL, &queue) != GAC_OK)
        return 1;

    gac_result result = execute(queue, &inst);
    printf("%s: %s\n", inst.name, gac_result_text(result));

    /* OpGroupWaitEvents. */
    if (result == GAC_OK)
        result = gac_async_wait(queue, &value_of[RESULT], 1);
    for (int line = 0; line < 4; line++)
        printf("%d %d %d %d\n", tile[4 * line], tile[4 * line + 1],
               tile[4 * line + 2], tile[4 * line + 3]);

    /* Lines 6 to 9 of 8: refused, and nothing is copied. */
    value_of[FIRST] = 6 * 8;
    gac_result refused = execute(queue, &inst);
    printf("%s: %s\n", inst.name, gac_result_text(refused));

    gac_copy_queue_destroy(queue);
    return result != GAC_OK || refused != GAC_ERR_BOUNDS;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The copy engine alone, without SPIR-V: tiles of an image by a plan, now and
 * on events, and a copy that would leave its memory. */
#include <stdio.h>
#include <string.h>

#include <gac/copy.h>

enum { WIDTH = 640, HEIGHT = 480, TILE = 16 };

static float image[HEIGHT][WIDTH];
static float tiles[2][TILE][TILE];

/* Returns whether `tile` holds the pixels from (x, y) on. */
static int is_tile(float tile[TILE][TILE], size_t x, size_t y)
{
    for (size_t line = 0; line < TILE; line++)
        if (memcmp(tile[line], &image[y + line][x], sizeof tile[line]) != 0)
            return 0;
    return 1;
}

/* Copies tiles of a row one behind the other: while one is used, the next one
 * is on its way. Returns how many were right. */
static int pipeline(gac_copy_queue *queue, const gac_copy_plan *plan)
{
    int right = 0;
    gac_copy_event events[2] = {0, 0};
    if (gac_copy_queue_start(queue, plan, tiles[0], &image[0][0], &events[0]))
        return 0;
    for (size_t i = 0; i < WIDTH / TILE; i++) {
        size_t x = i * TILE, next = x + TILE;
        if (next < WIDTH) {
            events[(i + 1) % 2] = 0; /* 0: a new event */
            if (gac_copy_queue_start(queue, plan, tiles[(i + 1) % 2],
                                     &image[0][next], &events[(i + 1) % 2]))
                return right;
        }
        if (gac_copy_queue_wait(queue, &events[i % 2], 1))
            return right;
        right += is_tile(tiles[i % 2], x, 0);
    }
    return right;
}

int main(void)
{
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            image[y][x] = (float)(y * WIDTH + x);

    /* The shape of a copy: TILE lines of TILE floats, from lines that are WIDTH
     * floats apart to lines that lie side by side. */
    gac_copy_desc tile = {.shape = {.element_bytes = sizeof(float),
                                    .elements_per_line = TILE,
                                    .lines = TILE,
                                    .planes = 1,
                                    .src_line_length = WIDTH,
                                    .dst_line_length = TILE}};

    /* A plan chooses the kernel once; it may be run with any two pointers. */
    gac_copy_plan plan;
    gac_result result = gac_copy_plan_make(&plan, &tile.shape, GAC_COPY_IN);
    if (result != GAC_OK)
        return 1;
    gac_copy_plan_run(&plan, tiles[0], &image[100][200]);
    printf("a tile of %zu bytes: %s\n", gac_copy_plan_bytes(&plan),
           is_tile(tiles[0], 200, 100) ? "right" : "wrong");

    /* Copies on events, which land when they are waited for. */
    gac_copy_queue_options options = {.size = sizeof options,
                                      .mode = GAC_COPY_LATE};
    gac_copy_queue *queue;
    if (gac_copy_queue_create(&options, &queue) != GAC_OK)
        return 1;
    printf("a pipeline of %d tiles: %d right\n", WIDTH / TILE,
           pipeline(queue, &plan));
    gac_copy_queue_destroy(queue);

    /* Lines 470 to 485 of an image of 480. */
    gac_copy_memory dst = {.memory_bytes = sizeof tiles[0]};
    gac_copy_memory src = {.memory_bytes = sizeof image};
    tile.src_offset = 470 * WIDTH;
    result = gac_copy_check(&tile, 64, &dst, &src);
    printf("a tile at the image's end: %s\n", gac_result_text(result));
    return result != GAC_ERR_BOUNDS;
}

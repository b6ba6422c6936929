/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Runs a fuzz target over its corpus, as part of the tests. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* An allocation of exactly the file's size, so that a sanitizer sees a read
 * past the end. */
static int replay_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0)
        return 0;
    long size = ftell(file);
    rewind(file);
    uint8_t *data = malloc(size > 0 ? (size_t)size : 1);
    if (!data || size < 0 || fread(data, 1, (size_t)size, file) != (size_t)size)
        abort();
    fclose(file);
    LLVMFuzzerTestOneInput(data, (size_t)size);
    free(data);
    return 1;
}

/* The corpus is tests/fuzz/corpus/NAME for the program replay_NAME. */
int main(int argc, char **argv)
{
    char folder[4096];
    const char *name = strstr(argv[0], "replay_");
    if (argc > 1)
        snprintf(folder, sizeof folder, "%s", argv[1]);
    else
        snprintf(folder, sizeof folder, "tests/fuzz/corpus/%s",
                 name ? name + strlen("replay_") : "");
    DIR *dir = opendir(folder);
    int n = 0;
    for (struct dirent *entry; dir && (entry = readdir(dir)) != NULL;) {
        char path[8192];
        if (entry->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        n += replay_file(path);
    }
    if (dir)
        closedir(dir);
    printf("%d passed, %d failed, 0 skipped\n", n, n == 0);
    return n == 0;
}

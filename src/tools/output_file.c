/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Writes a tool's output completely or not at all. */
#include "tools/output_file.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool gac__output_write_all(int fd, const void *data, size_t size_bytes)
{
    for (const char *next = data; size_bytes > 0;) {
        ssize_t n = write(fd, next, size_bytes);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        next += n;
        size_bytes -= (size_t)n;
    }
    return true;
}

/* Writes to a device or a pipe, which cannot be replaced by a rename. */
static bool write_in_place(const char *path, const void *data, size_t size)
{
    FILE *file = fopen(path, "wb");
    if (!file)
        return false;
    bool ok = fwrite(data, 1, size, file) == size;
    return (fclose(file) == 0) && ok;
}

/* Returns the mode that open() would give a new file. */
static mode_t new_file_mode(void)
{
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

bool gac__output_write(const char *path, const void *data, size_t size_bytes)
{
    char target[PATH_MAX], temporary[PATH_MAX + 16];
    struct stat status;
    if (strcmp(path, "-") == 0)
        return fflush(stdout) == 0
               && gac__output_write_all(STDOUT_FILENO, data, size_bytes);
    bool exists = stat(path, &status) == 0;
    if (exists && !S_ISREG(status.st_mode))
        return write_in_place(path, data, size_bytes);
    /* A symbolic link is kept; the file that it names is replaced. */
    if (!exists || !realpath(path, target)) {
        if (strlen(path) >= sizeof target) {
            errno = ENAMETOOLONG;
            return false;
        }
        memcpy(target, path, strlen(path) + 1);
    }
    snprintf(temporary, sizeof temporary, "%s.XXXXXX", target);
    int fd = mkstemp(temporary);
    if (fd < 0)
        return false;
    bool ok =
        gac__output_write_all(fd, data, size_bytes)
        && fchmod(fd, exists ? status.st_mode & 07777 : new_file_mode()) == 0;
    ok = close(fd) == 0 && ok;
    ok = ok && rename(temporary, target) == 0;
    if (!ok) {
        int error = errno;
        unlink(temporary);
        errno = error;
    }
    return ok;
}

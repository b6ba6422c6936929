/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Opens files whose names come from input. */
#include "tools/regular_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

int gac__regular_open(const char *path, size_t *size_out)
{
    struct stat status;
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    if (fd < 0)
        return -1;
    if (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode)) {
        close(fd);
        return -1;
    }
    *size_out = (size_t)status.st_size;
    return fd;
}

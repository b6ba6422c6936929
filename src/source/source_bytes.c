/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Files read whole. */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "source/source_internal.h"

#define MOST_FILE_BYTES ((off_t)1 << 28)

bool gac__bytes_read(gac__bytes *bytes, const char *path)
{
    char piece[1 << 14];
    ssize_t n;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    struct stat s;
    if (fd < 0)
        return false;
    bool ok = fstat(fd, &s) == 0 && S_ISREG(s.st_mode)
              && s.st_size <= MOST_FILE_BYTES;
    while (ok && (n = read(fd, piece, sizeof piece)) != 0) {
        ok = n > 0 || errno == EINTR;
        if (n > 0)
            gac__bytes_add(bytes, piece, (size_t)n);
    }
    close(fd);
    return ok && !bytes->failed;
}

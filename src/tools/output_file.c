/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Writes a tool's output completely or not at all. */
#include "tools/output_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/bytes.h"

/* Returns the mode that open() would give a new file. */
static mode_t new_file_mode(void)
{
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

static bool is_link(const char *path)
{
    struct stat status;
    return lstat(path, &status) == 0 && S_ISLNK(status.st_mode);
}

/* A symbolic link is kept; the file that it names is replaced. One that names
 * no file is written through, as a device is. */
static bool find_target(gac__output *output, const char *path, bool exists)
{
    if (exists && realpath(path, output->target))
        return true;
    if (strlen(path) >= sizeof output->target) {
        errno = ENAMETOOLONG;
        return false;
    }
    memcpy(output->target, path, strlen(path) + 1);
    return true;
}

bool gac__output_open(gac__output *output_out, const char *path)
{
    struct stat status;
    bool exists = stat(path, &status) == 0;
    *output_out = (gac__output){0};
    if (exists ? !S_ISREG(status.st_mode) : is_link(path)) {
        output_out->file = fopen(path, "wb");
        return output_out->file != NULL;
    }
    if (!find_target(output_out, path, exists))
        return false;
    snprintf(output_out->temporary, sizeof output_out->temporary, "%s.XXXXXX",
             output_out->target);
    int fd = mkstemp(output_out->temporary);
    if (fd < 0)
        return false;
    output_out->is_renamed = true;
    if (fchmod(fd, exists ? status.st_mode & 07777 : new_file_mode()) == 0)
        output_out->file = fdopen(fd, "wb");
    if (output_out->file == NULL) {
        close(fd);
        unlink(output_out->temporary);
    }
    return output_out->file != NULL;
}

bool gac__output_close(gac__output *output, bool is_complete)
{
    bool ok = fclose(output->file) == 0 && is_complete;
    if (!output->is_renamed)
        return ok;
    ok = ok && rename(output->temporary, output->target) == 0;
    if (!ok) {
        int error = errno;
        unlink(output->temporary);
        errno = error;
    }
    return ok;
}

bool gac__output_write(const char *path, const void *data, size_t size_bytes)
{
    gac__output output;
    if (strcmp(path, "-") == 0)
        return fflush(stdout) == 0
               && gac__write_all(STDOUT_FILENO, data, size_bytes);
    return gac__output_open(&output, path)
           && gac__output_close(
               &output, fwrite(data, 1, size_bytes, output.file) == size_bytes);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Fuzz target: a compiler's output, read as LLVM's text, as bitcode and as a
 * module. */
#include <spirv/unified1/spirv.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "source/source_internal.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_text(const uint8_t *data, size_t size)
{
    gac__bytes text = {0}, known = {0};
    gac__bytes_add(&text, data, size);
    gac__known_text(&text, &known);
    gac__bytes_free(&known);
    gac__bytes_free(&text);
}

static void read_files(const gac__build_files *files)
{
    gac__source_request request = {.text = "kernel void k() {}",
                                   .length = 18,
                                   .name = "./program.cl",
                                   .keep_text = true};
    gac__source_output out = {0};
    gac__bitcode_odd_vectors(files->bitcode);
    gac__written_module_lost(files);
    if (gac__written_module_read(&request, files, &out) == GAC_OK
        && (out.n_words < 5 || out.words[0] != SpvMagicNumber))
        abort();
    gac__source_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    gac__build_files files = {.module = "/tmp/gac-fuzz-source-XXXXXX"};
    read_text(data, size);
    int fd = mkstemp(files.module);
    if (fd < 0)
        return 0;
    memcpy(files.bitcode, files.module, sizeof files.bitcode);
    if (write(fd, data, size) == (ssize_t)size)
        read_files(&files);
    close(fd);
    unlink(files.module);
    return 0;
}

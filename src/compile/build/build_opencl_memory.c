/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* OpenCL.std: vector loads and stores, halves in memory, shuffles, printf. */
#include "compile/build/build_families.h"
#include "module/types.h"

/* Vectors in memory: `n` components of `bytes` bytes; a vector begins `stride`
 * bytes behind the one before. */
typedef struct layout {
    uint32_t n, bytes;
    uint64_t stride, align;
} layout;

/* Packed vectors follow each other without padding; aligned ones of three
 * components take the space of four. */
static layout layout_of(uint32_t n, uint32_t bytes, bool aligned)
{
    uint32_t n_stored = aligned && n == 3 ? 4 : n;
    return (layout){.n = n,
                    .bytes = bytes,
                    .stride = (uint64_t)n_stored * bytes,
                    .align = aligned ? (uint64_t)n_stored * bytes : bytes};
}

static uint32_t address_of(gac__builder *b, const layout *l, uint32_t offset_id,
                           uint32_t pointer_id)
{
    uint32_t offset = gac__build_scalar(b, offset_id);
    uint32_t pointer = gac__build_scalar(b, pointer_id);
    gac__build_as_int(b, offset, gac__build_ty(b, offset), "its offset");
    return gac__build_address(b, pointer, offset, l->stride, 0);
}

static void build_vload(gac__builder *b, const gac__inst *i, bool half,
                        bool aligned, const uint32_t *ids)
{
    const gac__shape *shape = gac__build_result_shape(b, i);
    uint32_t c[16] = {0};
    gac__ty ty = gac__build_ok(b) ? (gac__ty)shape->ty[0] : GAC__TY_I8;
    gac__ty stored = half ? GAC__TY_F16 : ty;
    layout l = layout_of(shape->n, gac__ty_bytes(stored), aligned);
    uint32_t pointer = address_of(b, &l, ids[0], ids[1]);
    for (uint32_t k = 0; k < l.n && gac__build_ok(b); k++) {
        c[k] = gac__build_load(b, pointer, (int64_t)k * l.bytes, stored,
                               l.align, false);
        if (stored != ty)
            c[k] = gac__build_op(b, GAC__IR_FTOF, ty, stored, 0, 1, &c[k]);
    }
    gac__build_bind(b, i, c);
}

static void build_vstore(gac__builder *b, bool half, bool aligned,
                         uint64_t rounding, const uint32_t *ids)
{
    gac__val v = gac__build_value(b, ids[0]);
    if (!gac__shape_is_vector(v.shape) || rounding > GAC__ROUND_RTN) {
        gac__build_invalid(b, "its data or its rounding mode do not fit.");
        return;
    }
    gac__ty ty = (gac__ty)v.shape->ty[0];
    gac__ty stored = half ? GAC__TY_F16 : ty;
    layout l = layout_of(v.shape->n, gac__ty_bytes(stored), aligned);
    uint32_t pointer = address_of(b, &l, ids[1], ids[2]);
    for (uint32_t k = 0; k < l.n && gac__build_ok(b); k++) {
        uint32_t x = v.c[k];
        if (stored != ty)
            x = gac__build_op(b, GAC__IR_FTOF, stored, ty, rounding, 1, &x);
        gac__build_store(b, pointer, (int64_t)k * l.bytes, x, l.align, false);
    }
}

/* -- shuffles -------------------------------------------------------------- */

/* Lists a vector's components, filled up to a power of two. */
static uint32_t list_components(gac__builder *b, uint32_t id, uint32_t *out)
{
    gac__val v = gac__build_value(b, id);
    if (v.shape->type.kind != GAC__TYPE_VECTOR)
        return gac__build_invalid(b, "its operand is not a vector.");
    memcpy(out, v.c, v.shape->n * sizeof *out);
    if (v.shape->n != 3)
        return v.shape->n;
    out[3] = gac__build_undef(b, (gac__ty)v.shape->ty[0]);
    return 4;
}

static void build_shuffle(gac__builder *b, const gac__inst *i,
                          const uint32_t *ids, uint32_t n_vectors)
{
    const gac__shape *shape = gac__build_result_shape(b, i);
    uint32_t from[32] = {0}, c[16] = {0};
    uint32_t n = list_components(b, ids[0], from);
    if (n_vectors == 2 && gac__build_ok(b)) {
        uint32_t more = list_components(b, ids[1], from + n);
        if (more != n)
            gac__build_invalid(b, "its vectors are not of one type.");
        n += more;
    }
    const uint32_t *mask = gac__build_components(b, ids[n_vectors], shape->n);
    for (uint32_t k = 0; k < shape->n && gac__build_ok(b); k++) {
        uint32_t index = /* the number of components is a power of two */
            gac__build_2_const(b, GAC__IR_AND, gac__build_ty(b, mask[k]),
                               mask[k], n - 1);
        c[k] = gac__build_choose(b, index, from[0], 1, n, from);
    }
    gac__build_bind(b, i, c);
}

/* -- printf ---------------------------------------------------------------- */

uint32_t gac__build_printf(gac__builder *b, const uint32_t *ids, uint32_t n)
{
    uint32_t n_values = 1;
    if (n == 0)
        return gac__build_invalid(b, "it has no format.");
    uint32_t *values = gac__build_alloc(b, (size_t)n * 16, sizeof *values);
    gac__printf_arg *list = gac__build_keep(b, n, sizeof *list);
    if (!values || !list)
        return 0;
    values[0] = gac__build_scalar(b, ids[0]);
    if (gac__build_ty(b, values[0]) != b->ir->ptr_ty)
        gac__build_invalid(b, "its format is not a pointer.");
    for (uint32_t k = 1; k < n && gac__build_ok(b); k++) {
        gac__val v = gac__build_value(b, ids[k]);
        if (!gac__shape_is_vector(v.shape))
            return gac__build_invalid(
                b, "it prints neither a scalar nor a vector.");
        list[k - 1] =
            (gac__printf_arg){.ty = v.shape->ty[0], .n = (uint8_t)v.shape->n};
        for (uint32_t p = 0; p < v.shape->n; p++)
            values[n_values++] = v.c[p];
    }
    gac__ty ty = GAC__TY_I32;
    gac__ir_inst *inst =
        gac__build_inst(b, GAC__IR_PRINTF, ty, ty, n_values, values);
    inst->list = list;
    inst->n_list = n - 1;
    return inst->result;
}

/* -- dispatch -------------------------------------------------------------- */

/* Accesses of vectors. */
static const struct access_row {
    uint16_t number;
    bool loads, half, aligned;
    uint8_t rounding_at; /* operand; 0: to nearest even */
} access_rows[] = {
    {OpenCLstd_Vloadn, true, false, false, 0},
    {OpenCLstd_Vload_half, true, true, false, 0},
    {OpenCLstd_Vload_halfn, true, true, false, 0},
    {OpenCLstd_Vloada_halfn, true, true, true, 0},
    {OpenCLstd_Vstoren, false, false, false, 0},
    {OpenCLstd_Vstore_half, false, true, false, 0},
    {OpenCLstd_Vstore_half_r, false, true, false, 3},
    {OpenCLstd_Vstore_halfn, false, true, false, 0},
    {OpenCLstd_Vstore_halfn_r, false, true, false, 3},
    {OpenCLstd_Vstorea_halfn, false, true, true, 0},
    {OpenCLstd_Vstorea_halfn_r, false, true, true, 3},
};

bool gac__build_opencl_memory(gac__builder *b, const gac__inst *i,
                              uint32_t number, const uint32_t *ids)
{
    switch (number) {
    case OpenCLstd_Shuffle: build_shuffle(b, i, ids, 1); return true;
    case OpenCLstd_Shuffle2: build_shuffle(b, i, ids, 2); return true;
    case OpenCLstd_Prefetch: return true; /* it has no effect */
    default: break;
    }
    for (size_t k = 0; k < GAC__COUNT_OF(access_rows); k++) {
        const struct access_row *row = &access_rows[k];
        if (row->number != number)
            continue;
        if (row->loads)
            build_vload(b, i, row->half, row->aligned, ids);
        else
            build_vstore(
                b, row->half, row->aligned,
                row->rounding_at ? ids[row->rounding_at] : GAC__ROUND_RTE, ids);
        return true;
    }
    return false;
}

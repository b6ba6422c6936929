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
    if (gac__build_ok(b) && !gac__ty_is_int(gac__build_ty(b, offset)))
        gac__build_invalid(b, "its offset is not an integer.");
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
    if (!gac__build_ok(b))
        return;
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

/* The component that the low bits of `mask` select of `n`, a power of two. */
static uint32_t pick(gac__builder *b, uint32_t mask, const uint32_t *from,
                     uint32_t n)
{
    gac__ty ty = gac__build_ty(b, mask);
    uint32_t index =
        gac__build_2(b, GAC__IR_AND, ty, mask, gac__build_const(b, ty, n - 1));
    uint32_t chosen = from[0];
    for (uint32_t k = 1; k < n && gac__build_ok(b); k++) {
        uint32_t is_k =
            gac__build_2(b, GAC__IR_IEQ, ty, index, gac__build_const(b, ty, k));
        chosen = gac__build_select(b, is_k, from[k], chosen);
    }
    return chosen;
}

/* Lists a vector's components, filled up to a power of two. */
static uint32_t list_components(gac__builder *b, uint32_t id, uint32_t *out)
{
    gac__val v = gac__build_value(b, id);
    if (!gac__build_ok(b))
        return 0;
    if (v.shape->type.kind != GAC__TYPE_VECTOR) {
        gac__build_invalid(b, "its operand is not a vector.");
        return 0;
    }
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
    for (uint32_t k = 0; k < shape->n && gac__build_ok(b); k++)
        c[k] = pick(b, mask[k], from, n);
    gac__build_bind(b, i, c);
}

/* -- printf ---------------------------------------------------------------- */

void gac__build_printf(gac__builder *b, const gac__inst *i, const uint32_t *ids,
                       uint32_t n)
{
    uint32_t n_values = 1;
    if (n == 0) {
        gac__build_invalid(b, "it has no format.");
        return;
    }
    uint32_t *values = gac__build_alloc(b, (size_t)n * 16, sizeof *values);
    gac__printf_arg *list = gac__arena_alloc(b->ir->arena, n, sizeof *list);
    if (!values || !list) {
        gac__build_no_memory(b);
        return;
    }
    values[0] = gac__build_scalar(b, ids[0]);
    if (gac__build_ok(b) && gac__build_ty(b, values[0]) != b->ir->ptr_ty)
        gac__build_invalid(b, "its format is not a pointer.");
    for (uint32_t k = 1; k < n && gac__build_ok(b); k++) {
        gac__val v = gac__build_value(b, ids[k]);
        if (!gac__shape_is_vector(v.shape)) {
            gac__build_invalid(b, "it prints neither a scalar nor a vector.");
            return;
        }
        list[k - 1] =
            (gac__printf_arg){.ty = v.shape->ty[0], .n = (uint8_t)v.shape->n};
        for (uint32_t p = 0; p < v.shape->n; p++)
            values[n_values++] = v.c[p];
    }
    gac__ir_inst *inst =
        gac__build_inst(b, GAC__IR_PRINTF, GAC__TY_I32, true, n_values, values);
    if (!inst)
        return;
    inst->list = list;
    inst->n_list = n - 1;
    gac__build_bind_scalar(b, i, inst->result);
}

/* -- dispatch -------------------------------------------------------------- */

/* The number of operands; 0: the function is not of this file. */
static uint32_t operand_count(uint32_t number)
{
    switch (number) {
    case OpenCLstd_Vload_half:
    case OpenCLstd_Shuffle:
    case OpenCLstd_Prefetch: return 2;
    case OpenCLstd_Vloadn:
    case OpenCLstd_Vload_halfn:
    case OpenCLstd_Vloada_halfn:
    case OpenCLstd_Vstoren:
    case OpenCLstd_Vstore_half:
    case OpenCLstd_Vstore_halfn:
    case OpenCLstd_Vstorea_halfn:
    case OpenCLstd_Shuffle2: return 3;
    case OpenCLstd_Vstore_half_r:
    case OpenCLstd_Vstore_halfn_r:
    case OpenCLstd_Vstorea_halfn_r: return 4;
    default: return 0;
    }
}

bool gac__build_opencl_memory(gac__builder *b, const gac__inst *i,
                              uint32_t number, const uint32_t *ids, uint32_t n)
{
    uint32_t count = operand_count(number);
    if (number == OpenCLstd_Printf) {
        gac__build_printf(b, i, ids, n);
        return true;
    }
    if (count == 0)
        return false;
    if (n != count) {
        gac__build_invalid(b, "it does not have %u operands.", count);
        return true;
    }
    switch (number) {
    case OpenCLstd_Vloadn: build_vload(b, i, false, false, ids); return true;
    case OpenCLstd_Vload_half:
    case OpenCLstd_Vload_halfn:
        build_vload(b, i, true, false, ids);
        return true;
    case OpenCLstd_Vloada_halfn:
        build_vload(b, i, true, true, ids);
        return true;
    case OpenCLstd_Vstoren:
        build_vstore(b, false, false, GAC__ROUND_RTE, ids);
        return true;
    case OpenCLstd_Vstore_half:
    case OpenCLstd_Vstore_halfn:
        build_vstore(b, true, false, GAC__ROUND_RTE, ids);
        return true;
    case OpenCLstd_Vstore_half_r:
    case OpenCLstd_Vstore_halfn_r:
        build_vstore(b, true, false, ids[3], ids);
        return true;
    case OpenCLstd_Vstorea_halfn:
        build_vstore(b, true, true, GAC__ROUND_RTE, ids);
        return true;
    case OpenCLstd_Vstorea_halfn_r:
        build_vstore(b, true, true, ids[3], ids);
        return true;
    case OpenCLstd_Shuffle: build_shuffle(b, i, ids, 1); return true;
    case OpenCLstd_Shuffle2: build_shuffle(b, i, ids, 2); return true;
    default: /* a prefetch has no effect */ return true;
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Kept variables: those of program scope that a program keeps between runs.
 *
 * A new launch enters those of its kernel in the program's list. Each run gets
 * the whole list, also variables of other kernels, since kernels may hand
 * addresses over in memory. The list only grows: a variable's memory and
 * address stay until the program ends. Constants are kept, too, since variables
 * may hold their addresses.
 */
#include "exec/launch.h"

/* The alignment of each variable's address, and the least number of free
 * addresses before it. */
#define APART ((uint64_t)1 << GAC__PAGE_SHIFT)

typedef struct kept_variable {
    uint32_t id;
    bool is_constant;
    uint64_t size, address;
    uint8_t *host;
} kept_variable;

struct gac__kept {
    bool keeps;
    atomic_bool has_launches;
    pthread_mutex_t lock; /* guards the list, and the names of parameters */
    GAC__VEC(kept_variable) list;
    gac__id_map of; /* id -> 1 + position */
    uint64_t next;  /* the next free address */
    uint64_t total; /* bytes of all variables */
    pthread_mutex_t initializing;
    bool is_initialized;
};

gac__kept *gac__kept_create(const gac_allocator *allocator)
{
    gac__kept *k = gac__alloc_zero(allocator, 1, sizeof *k);
    if (!k)
        return NULL;
    pthread_mutex_init(&k->lock, NULL);
    pthread_mutex_init(&k->initializing, NULL);
    k->next = GAC__KEPT_FIRST + APART;
    return k;
}

void gac__program_lock(const gac_program *program)
{
    pthread_mutex_lock(&program->kept->lock);
}

void gac__program_unlock(const gac_program *program)
{
    pthread_mutex_unlock(&program->kept->lock);
}

void gac__kept_destroy(const gac_allocator *allocator, gac__kept *kept)
{
    if (!kept)
        return;
    for (size_t n = 0; n < kept->list.n; n++)
        gac__free(allocator, kept->list.items[n].host,
                  GAC__MAX(kept->list.items[n].size, 1), 1);
    GAC__VEC_FREE(allocator, &kept->list);
    gac__id_map_free(allocator, &kept->of);
    pthread_mutex_destroy(&kept->lock);
    pthread_mutex_destroy(&kept->initializing);
    gac__free(allocator, kept, 1, sizeof *kept);
}

gac_result gac_program_keep_variables(gac_program *program)
{
    if (!program || atomic_load(&program->kept->has_launches))
        return GAC_ERR_ARGUMENT;
    if (gac_module_address_bits(program->module) != 64)
        return GAC_ERR_UNSUPPORTED;
    program->kept->keeps = true;
    return GAC_OK;
}

bool gac__keeps(const gac_program *program)
{
    return program->kept->keeps;
}

bool gac__is_kept(const gac_launch *l, uint32_t var)
{
    return l->program->kept->keeps
           && l->ir->vars[var].storage_class != SpvStorageClassWorkgroup;
}

/* Returns a variable of the list; NULL: it is not there. */
static kept_variable *find(const gac__kept *kept, uint32_t id)
{
    uint32_t at;
    return gac__id_map_get(&kept->of, id, &at) ? &kept->list.items[at - 1]
                                               : NULL;
}

static gac_result add_variable(const gac_launch *l, const gac__ir_var *var)
{
    gac__kept *kept = l->program->kept;
    const gac_allocator *a = &l->program->context->allocator;
    uint64_t most = l->program->context->max_memory_bytes;
    kept_variable v = {.id = var->id,
                       .size = var->size_bytes,
                       .address = kept->next,
                       .is_constant = var->storage_class
                                      == SpvStorageClassUniformConstant};
    if (v.size > most || kept->total > most - v.size)
        return gac__launch_refuse(l, GAC_ERR_LIMIT,
                                  "the program's variables have more than the "
                                  "%llu bytes that they may have",
                                  (unsigned long long)most);
    v.host = gac__alloc_zero(a, GAC__MAX(v.size, 1), 1);
    if (!v.host || !GAC__VEC_RESERVE(a, &kept->list, 1)
        || !gac__id_map_put(a, &kept->of, v.id, (uint32_t)kept->list.n + 1)) {
        gac__free(a, v.host, GAC__MAX(v.size, 1), 1);
        return GAC_ERR_MEMORY;
    }
    if (var->init)
        memcpy(v.host, var->init, v.size);
    kept->list.items[kept->list.n++] = v;
    kept->total += v.size;
    kept->next += (v.size + 2 * APART - 1) / APART * APART;
    return GAC_OK;
}

/* Writes the addresses in the initializer of a new variable. */
static void relocate(const gac_launch *l, const gac__ir_var *var)
{
    const kept_variable *v = find(l->program->kept, var->id);
    for (uint32_t r = 0; r < var->n_relocs; r++) {
        const struct gac__ir_reloc *reloc = &var->relocs[r];
        if (reloc->var >= l->ir->n_vars
            || reloc->offset + sizeof(uint64_t) > v->size)
            continue;
        const kept_variable *to =
            find(l->program->kept, l->ir->vars[reloc->var].id);
        uint64_t address = to ? to->address + (uint64_t)reloc->addend : 0;
        memcpy(v->host + reloc->offset, &address, sizeof address);
    }
}

static gac_result add_variables(const gac_launch *l)
{
    const gac__kept *kept = l->program->kept;
    size_t before = kept->list.n;
    gac_result result = GAC_OK;
    for (uint32_t n = 0; n < l->ir->n_vars && result == GAC_OK; n++)
        if (gac__is_kept(l, n) && !find(kept, l->ir->vars[n].id))
            result = add_variable(l, &l->ir->vars[n]);
    for (uint32_t n = 0; n < l->ir->n_vars; n++) {
        uint32_t at;
        if (gac__id_map_get(&kept->of, l->ir->vars[n].id, &at) && at > before)
            relocate(l, &l->ir->vars[n]);
    }
    return result;
}

gac_result gac__kept_add(gac_launch *l)
{
    gac__kept *kept = l->program->kept;
    atomic_store(&kept->has_launches, true);
    if (!kept->keeps)
        return GAC_OK;
    pthread_mutex_lock(&kept->lock);
    gac_result result = add_variables(l);
    pthread_mutex_unlock(&kept->lock);
    return result;
}

static gac_result add_all(gac__run *run)
{
    const gac_launch *l = run->launch;
    const gac__kept *kept = l->program->kept;
    uint32_t number, at;
    run->first_kept = run->space.n_buffers;
    for (size_t n = 0; n < kept->list.n; n++) {
        const kept_variable *v = &kept->list.items[n];
        gac__buffer b = {.host = v->host,
                         .base = v->address,
                         .size = v->size,
                         .kind = v->is_constant ? GAC_MEMORY_CONSTANT
                                                : GAC_MEMORY_GLOBAL,
                         .read_only = v->is_constant,
                         .index = GAC__FOREIGN,
                         .by_address = true};
        GAC__TRY(gac__run_add_buffer(run, &b, &number));
    }
    for (uint32_t n = 0; n < l->ir->n_vars; n++) {
        if (!gac__is_kept(l, n)
            || !gac__id_map_get(&kept->of, l->ir->vars[n].id, &at))
            continue;
        run->var_buffer[n] = run->first_kept + at - 1;
        run->space.buffers[run->var_buffer[n]].index = n;
        run->space.buffers[run->var_buffer[n]].by_address = false;
    }
    return GAC_OK;
}

gac_result gac__run_add_kept(gac__run *run)
{
    gac__kept *kept = run->launch->program->kept;
    if (!kept->keeps)
        return GAC_OK;
    pthread_mutex_lock(&kept->lock);
    gac_result result = add_all(run);
    pthread_mutex_unlock(&kept->lock);
    return result;
}

const char *gac__run_kept_name(const gac__run *run, uint32_t number)
{
    gac__kept *kept = run->launch->program->kept;
    pthread_mutex_lock(&kept->lock);
    uint32_t id = kept->list.items[number - run->first_kept].id;
    pthread_mutex_unlock(&kept->lock);
    return gac__module_name(run->launch->program->module, id);
}

gac_result gac__kept_initialize(
    gac_launch *l, const gac_run_options *options,
    gac_result (*initialize)(gac_launch *l, const gac_run_options *options))
{
    gac__kept *kept = l->program->kept;
    gac_result result = GAC_OK;
    pthread_mutex_lock(&kept->initializing);
    if (!kept->is_initialized)
        result = initialize(l, options);
    kept->is_initialized = result == GAC_OK;
    pthread_mutex_unlock(&kept->initializing);
    return result;
}

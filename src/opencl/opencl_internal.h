/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The OpenCL driver: what its files share.
 *
 *     cl_objects        handles, references, uses
 *     cl_info           queries, answered from tables
 *     cl_icd            the dispatch table
 *     cl_unsupported    functions for what the device lacks
 *     cl_platform, cl_device, cl_context
 *     cl_memory         buffers
 *     cl_shared_memory  SVM and USM
 *     cl_schedule       the order of commands, and threads for them
 *     cl_queue, cl_event
 *     cl_copies, cl_fills, cl_maps
 *                       commands over memory
 *     cl_program        programs from source, IL and binaries
 *     cl_build          builds
 *     cl_code           the results of builds
 *     cl_kernel         kernels and their arguments
 *     cl_kernel_info    queries of kernels
 *     cl_launches       commands that run kernels
 *     cl_findings       findings of checks
 *     cl_record         launches as files
 *     cl_settings       the environment
 *
 * An object holds a use of each object that it needs (cl_objects.h). The
 * scheduler's lock is never held while user code runs (callbacks, native
 * kernels), nor while another lock is taken. */
#ifndef GAC_OPENCL_OPENCL_INTERNAL_H
#define GAC_OPENCL_OPENCL_INTERNAL_H

#include <pthread.h>
#include <stddef.h>

#include <gac/gac.h>
#include <gac/render.h>

#include "opencl/cl_objects.h"
/* Extensions that older headers lack. */
#ifndef CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT
#define CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT 0x5000
#define CL_MEM_DEVICE_ADDRESS_EXT 0x5001
#define CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT 0x5002
typedef cl_ulong cl_mem_device_address_ext;
cl_int CL_API_CALL clSetKernelArgDevicePointerEXT(
    cl_kernel kernel, cl_uint index, cl_mem_device_address_ext value);
#endif
#ifndef CL_DEVICE_SPIRV_EXTENDED_INSTRUCTION_SETS_KHR
#define CL_DEVICE_SPIRV_EXTENDED_INSTRUCTION_SETS_KHR 0x12B9
#define CL_DEVICE_SPIRV_EXTENSIONS_KHR 0x12BA
#define CL_DEVICE_SPIRV_CAPABILITIES_KHR 0x12BB
#endif
#ifndef CL_DEVICE_SINGLE_FP_ATOMIC_CAPABILITIES_EXT
#define CL_DEVICE_SINGLE_FP_ATOMIC_CAPABILITIES_EXT 0x4231
#define CL_DEVICE_DOUBLE_FP_ATOMIC_CAPABILITIES_EXT 0x4232
#define CL_DEVICE_HALF_FP_ATOMIC_CAPABILITIES_EXT 0x4233
#define CL_DEVICE_GLOBAL_FP_ATOMIC_LOAD_STORE_EXT (1 << 0)
#define CL_DEVICE_GLOBAL_FP_ATOMIC_ADD_EXT (1 << 1)
#define CL_DEVICE_GLOBAL_FP_ATOMIC_MIN_MAX_EXT (1 << 2)
#define CL_DEVICE_LOCAL_FP_ATOMIC_LOAD_STORE_EXT (1 << 16)
#define CL_DEVICE_LOCAL_FP_ATOMIC_ADD_EXT (1 << 17)
#define CL_DEVICE_LOCAL_FP_ATOMIC_MIN_MAX_EXT (1 << 18)
#endif

/* The device's limits; memory is in bytes. */
#define GAC__CL_MAX_GROUP_ITEMS 1024u
#define GAC__CL_PREFERRED_MULTIPLE 64 /* of work-groups' sizes */
#define GAC__CL_LOCAL_BYTES ((size_t)256 << 10)
#define GAC__CL_PRINTF_BYTES ((size_t)4 << 20)
#define GAC__CL_MAX_PARAMETER_BYTES ((size_t)4096)
#define GAC__CL_BASE_ALIGNMENT ((size_t)128)    /* of buffers: a double16's */
#define GAC__CL_SHARED_ALIGNMENT ((size_t)4096) /* of shared memory: pages' */
#define GAC__CL_MAX_VARIABLE_BYTES ((size_t)64 << 20)

struct _cl_platform_id {
    gac__cl_object object;
};

struct _cl_device_id {
    gac__cl_object object;
    uint32_t n_processors;
    uint64_t memory_bytes; /* the most memory that may be allocated in all */
    uint64_t cache_bytes;
    uint32_t mhz;
};

/* Returns the only platform and its only device, created at the first call;
 * NULL: out of memory. */
cl_platform_id gac__cl_platform(void);
cl_device_id gac__cl_device(void);

/* Returns the highest size of a buffer. */
uint64_t gac__cl_most_of_one(const struct _cl_device_id *device);

/* Checks a list of devices as clBuildProgram and others take it: 0 and NULL
 * mean all. */
cl_int gac__cl_check_devices(cl_uint n, const cl_device_id *devices);

/* -- contexts -------------------------------------------------------------- */

/* Memory that the host and kernels share at one address. When the program frees
 * it, new commands do not find it; commands and buffers with a use keep it. */
typedef struct gac__cl_shared {
    unsigned char *data;
    size_t size;
    cl_uint usm_type; /* CL_MEM_TYPE_*_INTEL; 0: made by clSVMAlloc */
    cl_ulong flags;
    atomic_bool written; /* a command may have written it: its contents count as
                            defined */
    atomic_size_t uses; /* of commands and buffers, and one until it is freed */
} gac__cl_shared;

/* A callback of the program at an object's end. */
typedef struct gac__cl_destructor {
    struct gac__cl_destructor *next;
    union {
        void(CL_CALLBACK *context)(cl_context, void *);
        void(CL_CALLBACK *memory)(cl_mem, void *);
    } call;
    void *user;
} gac__cl_destructor;

/* Adds a callback in front of a list that `lock` protects. Returns CL_SUCCESS
 * or CL_OUT_OF_HOST_MEMORY. */
cl_int gac__cl_destructor_add(pthread_mutex_t *lock, gac__cl_destructor **list,
                              gac__cl_destructor added);
/* Calls and frees the callbacks of a context or, if `context` is NULL, of a
 * buffer, until there are none. */
void gac__cl_destructors_call(gac__cl_destructor **list, cl_context context,
                              cl_mem memory);

struct _cl_context {
    gac__cl_object object;
    gac__bytes properties; /* with the final 0; empty: none */
    void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *);
    void *notify_user;
    pthread_mutex_t lock;    /* of the fields up to `destructors` */
    gac__cl_shared **shared; /* sorted by address */
    size_t n_shared, capacity;
    gac__cl_destructor *destructors; /* the last one registered comes first */
    size_t n_commands; /* incomplete commands; under the scheduler's lock */
};

/* Calls the program's callback of the context, if there is one. */
void gac__cl_notify(cl_context context, const char *text);

/* Finds the allocation that contains `bytes` bytes from `data` on, and takes a
 * use of it; NULL: there is none. */
gac__cl_shared *gac__cl_shared_use(cl_context context, const void *data,
                                   size_t bytes);

/* Ends a use. NULL is accepted. */
void gac__cl_shared_unuse(gac__cl_shared *shared);

/* Whether `bytes` bytes from `data` on can exist: they do not wrap around the
 * address space, nor leave an allocation in which they begin. The program's own
 * memory is not known. */
bool gac__cl_shared_fits(cl_context context, const void *data, size_t bytes);

/* -- memory ---------------------------------------------------------------- */

struct _cl_mem {
    gac__cl_object object;
    cl_context context;
    cl_mem_flags flags;
    unsigned char *data;
    size_t size;
    void *host_ptr;         /* as the program gave it */
    cl_mem parent;          /* of a sub-buffer; else NULL */
    size_t origin;          /* in the parent */
    uint64_t address;       /* of its first byte in kernels' memory */
    bool owned;             /* `data` was allocated by the driver */
    gac__cl_shared *shared; /* the allocation that contains `data`, with a use;
                               a sub-buffer has its parent's; NULL: none */
    bool has_address;       /* CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT */
    atomic_bool written;    /* it may be written: see gac__cl_written() */
    gac__bytes properties;  /* with the final 0; empty: none */
    pthread_mutex_t lock;   /* of the fields below */
    gac__cl_destructor *destructors;
    struct gac__cl_map { /* of this object; a sub-buffer has its own */
        void *data;
        size_t n; /* how often it is mapped */
    } * maps;
    size_t n_maps;
};

static inline bool gac__cl_is_one_at_most(cl_bitfield flags)
{
    return !(flags & (flags - 1));
}

/* Allocates zeroed memory for a buffer, or `apart` for a shared allocation: the
 * pages around it are inaccessible. NULL: out of memory. */
void *gac__cl_allocate(size_t size, bool apart);
void gac__cl_free(void *data, size_t size, bool apart);

/* Returns the live buffer that contains a device address, with a use; NULL:
 * none. */
cl_mem gac__cl_memory_at(cl_context context, uint64_t address);

/* Returns a sub-buffer's parent, or the buffer itself. */
static inline cl_mem gac__cl_whole(cl_mem memory)
{
    return memory->parent ? memory->parent : memory;
}

/* Returns the flag that tells whether a buffer's memory is written: shared
 * memory has its own. */
static inline atomic_bool *gac__cl_written(cl_mem memory)
{
    return memory->shared ? &memory->shared->written
                          : &gac__cl_whole(memory)->written;
}

static inline bool gac__cl_is_written(cl_mem memory)
{
    return atomic_load(gac__cl_written(memory));
}

static inline void gac__cl_write(cl_mem memory)
{
    atomic_store(gac__cl_written(memory), true);
}

/* -- commands (cl_schedule.c) --------------------------------------------- */

/* The work of a command. A kind of command begins with it. */
typedef struct gac__cl_command {
    cl_command_type type;
    /* Runs the command. Returns CL_COMPLETE, or a negative status. */
    cl_int (*run)(struct gac__cl_command *command);
    /* Ends the command's uses, whether or not it has run; its memory is freed
     * afterwards. NULL: there are none. */
    void (*drop)(struct gac__cl_command *command);
} gac__cl_command;

typedef struct gac__cl_callback {
    struct gac__cl_callback *next;
    void(CL_CALLBACK *call)(cl_event, cl_int, void *);
    void *user;
    cl_int status; /* the status at which it is called */
} gac__cl_callback;

struct _cl_event {
    gac__cl_object object;
    cl_context context;
    cl_command_queue queue; /* NULL: a user event */
    cl_command_type type;
    gac__cl_command *command; /* NULL: none, or it is complete */
    atomic_int status;
    cl_ulong queued, submitted, started, ended; /* ns */
    /* Under the scheduler's lock: */
    uint32_t n_waits; /* events that have to complete first */
    bool failed;      /* an event of its wait list failed */
    struct gac__cl_dependent {
        cl_event event; /* a use is held */
        bool listed;    /* this event is in its wait list */
    } * dependents;
    size_t n_dependents, capacity;
    gac__cl_callback *callbacks;
    cl_event next_ready;
    cl_event before, after; /* in the queue's list of incomplete events */
};

struct _cl_command_queue {
    gac__cl_object object;
    cl_context context;
    cl_command_queue_properties flags;
    gac__bytes properties; /* with the final 0; empty: none */
    /* Under the scheduler's lock: the incomplete events, in order; and the last
     * barrier of an out-of-order queue, with a use. */
    cl_event first, last, barrier;
};

/* The wait list that clEnqueue* take. */
typedef struct gac__cl_waits {
    cl_uint n;
    const cl_event *events;
} gac__cl_waits;

/* Checks whether a command may be enqueued: INVALID_COMMAND_QUEUE,
 * INVALID_EVENT_WAIT_LIST, INVALID_CONTEXT. */
cl_int gac__cl_check_enqueue(cl_command_queue queue, gac__cl_waits waits);

/* Returns a zeroed command; NULL: out of memory. */
void *gac__cl_command_create(size_t size, cl_command_type type,
                             cl_int (*run)(gac__cl_command *),
                             void (*drop)(gac__cl_command *));
void gac__cl_command_destroy(gac__cl_command *command);

/* The order of a command among the earlier ones of its queue. */
typedef enum gac__cl_order {
    GAC__CL_ORDER_QUEUE, /* as the queue's properties say */
    GAC__CL_ORDER_AFTER, /* it waits for all, if its wait list is empty */
    GAC__CL_ORDER_FENCE  /* it waits as AFTER does, and later commands wait for
                            it */
} gac__cl_order;

/* Enqueues a command, which the scheduler owns from now on, even on failure.
 * `blocking`: waits until it is complete, and returns its status. Its event
 * goes to `*event_out`, if that is not NULL. */
cl_int gac__cl_enqueue(cl_command_queue queue, gac__cl_command *command,
                       gac__cl_order order, gac__cl_waits waits, bool blocking,
                       cl_event *event_out);

/* A command without work of the device's: it has a position in the order of
 * commands, and may call a native kernel of the program's. */
typedef struct gac__cl_point {
    cl_command_type type;
    gac__cl_order order;
    cl_uint n;
    const cl_mem *memories; /* `n` buffers that it uses; NULL ones are none */
    bool writes;            /* they may be written */
    void(CL_CALLBACK *call)(void *); /* NULL: nothing is called */
    void *arguments; /* the call's, which free() frees, even on failure */
} gac__cl_point;

/* Enqueues a point (cl_queue.c), as gac__cl_enqueue() does. */
cl_int gac__cl_enqueue_point(cl_command_queue queue, gac__cl_point point,
                             gac__cl_waits waits, bool blocking,
                             cl_event *event_out);

/* Waits until an event is complete, and runs commands of its queue meanwhile;
 * returns its status. */
cl_int gac__cl_wait(cl_event event);
/* Waits until all commands that a queue has at the call are complete, and runs
 * commands of the queue meanwhile. An out-of-order queue is waited for until it
 * is empty. */
void gac__cl_wait_for_queue(cl_command_queue queue);
/* Waits until all queues of a context are empty. */
void gac__cl_wait_for_context(cl_context context);

/* Completes a user event. False: it is complete already. */
bool gac__cl_complete_user(cl_event event, cl_int status);

/* Registers a callback for a status of the event; it is called at once if the
 * event has that status. The scheduler owns the callback. */
void gac__cl_add_callback(cl_event event, gac__cl_callback *callback);

/* Frees an event's resources. */
gac__cl_destroyer gac__cl_event_destroy;

/* -- programs -------------------------------------------------------------- */

/* A kernel of a built program, and its idle launches, which are kept because to
 * create one compiles the kernel. */
typedef struct gac__cl_entry {
    const char *name; /* owned by the module */
    gac_launch **idle;
    size_t n_idle, capacity;
} gac__cl_entry;

/* The result of a build, which lives while a program or a kernel has a use of
 * it. */
typedef struct gac__cl_code {
    atomic_uint uses;
    void *words; /* the module's, owned */
    gac_context *context;
    gac_module *module;
    gac_program *program;
    gac_spec_value *specs; /* owned */
    uint32_t n_specs;
    bool uniform; /* work-groups must divide the range: OpenCL C before 2.0 */
    gac__cl_entry *entries;
    uint32_t n_entries;
    pthread_mutex_t lock; /* of the entries' lists */
} gac__cl_code;

struct _cl_program {
    gac__cl_object object;
    cl_context context;
    enum gac__cl_origin {
        GAC__CL_FROM_SOURCE,
        GAC__CL_FROM_IL,
        GAC__CL_FROM_BINARY,
        GAC__CL_LINKED
    } origin;
    gac__bytes source;
    gac__bytes il;        /* as the program gave it */
    pthread_mutex_t lock; /* of the fields below */
    gac_spec_value *specs;
    uint32_t n_specs;
    cl_build_status status;
    char *options; /* of the last build; NULL: none */
    gac__bytes log;
    cl_program_binary_type binary_type;
    gac__bytes words;   /* the built SPIR-V; empty: none */
    gac__cl_code *code; /* NULL: the program is not executable */
    uint32_t n_kernels; /* kernels that exist of it */
};

/* Parses a program's module: known producers' faults are tolerated. */
gac_result gac__cl_parse(gac_context *context, const void *data, size_t size,
                         gac_module **module_out);

/* Makes code of a module, which is parsed and validated; findings are added to
 * the log. NULL: the module cannot run. The words are copied. */
gac__cl_code *gac__cl_code_create(const gac__bytes *words,
                                  const gac_spec_value *specs, uint32_t n_specs,
                                  gac__bytes *log);
void gac__cl_code_use(gac__cl_code *code);
void gac__cl_code_unuse(gac__cl_code *code);

/* Takes an idle launch of a kernel, or makes one; NULL: it cannot be compiled,
 * and the log, unless NULL, says why. */
gac_launch *gac__cl_take_launch(gac__cl_code *code, uint32_t entry,
                                gac__bytes *log);
void gac__cl_give_back(gac__cl_code *code, uint32_t entry, gac_launch *launch);

/* -- kernels --------------------------------------------------------------- */

typedef struct gac__cl_argument {
    enum {
        GAC__CL_UNSET,
        GAC__CL_VALUE,
        GAC__CL_LOCAL,
        GAC__CL_BUFFER, /* a null pointer if its memory is NULL */
        GAC__CL_POINTER /* to shared memory or by a device address */
    } kind;
    size_t size;     /* of a value, or of local memory */
    void *value;     /* its bytes, owned */
    cl_mem memory;   /* launches hold a use; the kernel does not */
    uint64_t serial; /* the serial number of `memory`, which tells it from a
                        later object at its address */
    uint64_t pointer;
} gac__cl_argument;

/* A parameter, for queries; strings are owned, and NULL where unknown. */
typedef struct gac__cl_parameter {
    gac_param_info info;
    char *name, *type_name;
} gac__cl_parameter;

/* What the program has set of a kernel, of which a launch has a copy. */
typedef struct gac__cl_inputs {
    gac__cl_argument *arguments; /* of each parameter */
    uint32_t n;
    bool indirect[3];   /* may reach USM of host, device, shared memory */
    uint64_t *pointers; /* the list of clSetKernelExecInfo */
    size_t n_pointers;
} gac__cl_inputs;

/* Copies inputs, with their values. False: out of memory; the copy is to be
 * freed in any case. */
bool gac__cl_inputs_copy(gac__cl_inputs *to, const gac__cl_inputs *from);
void gac__cl_inputs_free(gac__cl_inputs *inputs);

struct _cl_kernel {
    gac__cl_object object;
    cl_program program; /* a use is held */
    gac__cl_code *code; /* a use is held */
    uint32_t entry;
    gac__cl_parameter *parameters;
    gac__cl_inputs inputs;
    gac_kernel_info info;
    char *attributes;
};

/* Return the most work-items of a work-group of the kernel, and the local
 * memory of a work-group with the present arguments. */
size_t gac__cl_most_items(const struct _cl_kernel *kernel);
uint64_t gac__cl_local_bytes(const struct _cl_kernel *kernel);

/* Completes options as a launch of the kernel does; MEMORY: there is none. */
gac_result gac__cl_complete_options(const struct _cl_kernel *kernel,
                                    gac_run_options *options);

/* -- settings and findings ------------------------------------------------- */

/* The settings from the environment, read once. */
typedef struct gac__cl_settings {
    const char *checks; /* NULL: none; as in gac_run_options */
    bool wait_is_barrier;
    gac_async_mode async_mode;
    uint64_t async_seed;
    uint64_t timeout_ns;
    const char *only;   /* the only kernel to check; NULL: all */
    const char *log;    /* the file of the report; NULL: standard error */
    const char *record; /* the folder for records; NULL: none */
    const char *tally; /* the file that gac-cl counts findings by; NULL: none */
    gac_format format;
} gac__cl_settings;

const gac__cl_settings *gac__cl_settings_read(void);

/* A sink for gac_context_options: diagnostics are gathered while this thread
 * listens, or are dropped. */
void gac__cl_sink(void *user, const gac_diagnostic *diagnostic);

/* Lets this thread listen, until one of the next two functions. Returns OK or
 * MEMORY. */
gac_result gac__cl_listen(void);

/* Adds what was gathered as text, or, if `text` is NULL, drops it. Nothing is
 * gathered if the thread does not listen. */
void gac__cl_listen_end(gac__bytes *text);

/* Ends listening to a run: keeps its findings until the process ends, each
 * once; prints all other diagnostics (a trap, a limit) at once. */
void gac__cl_tell_run(void);

#endif

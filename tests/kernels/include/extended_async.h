/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* cl_khr_extended_async_copies for the kernels here: declarations, which leave
 * imported builtins in a module, or under REFERENCE a plain implementation of
 * what the OpenCL C specification says, for devices that lack the extension. */

#define COPY_3D_PARAMETERS(to, from)                                           \
    to void *dst, size_t dst_offset, const from void *src, size_t src_offset,  \
        size_t num_bytes_per_element, size_t num_elements_per_line,            \
        size_t num_lines, size_t num_planes, size_t src_total_line_length,     \
        size_t src_total_plane_area, size_t dst_total_line_length,             \
        size_t dst_total_plane_area, event_t event
#define COPY_2D_PARAMETERS(to, from)                                           \
    to void *dst, size_t dst_offset, const from void *src, size_t src_offset,  \
        size_t num_bytes_per_element, size_t num_elements_per_line,            \
        size_t num_lines, size_t src_total_line_length,                        \
        size_t dst_total_line_length, event_t event

#ifdef REFERENCE
/* One work-item copies byte by byte between two barriers. */
#define COPY_3D_BODY(to, from)                                                 \
    {                                                                          \
        to char *d = (to char *)dst + dst_offset * num_bytes_per_element;      \
        const from char *s =                                                   \
            (const from char *)src + src_offset * num_bytes_per_element;       \
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);                   \
        if (get_local_id(0) == 0 && get_local_id(1) == 0                       \
            && get_local_id(2) == 0)                                           \
            for (size_t p = 0; p < num_planes; p++)                            \
                for (size_t l = 0; l < num_lines; l++)                         \
                    for (size_t b = 0;                                         \
                         b < num_elements_per_line * num_bytes_per_element;    \
                         b++)                                                  \
                        d[(p * dst_total_plane_area                            \
                           + l * dst_total_line_length)                        \
                              * num_bytes_per_element                          \
                          + b] = s[(p * src_total_plane_area                   \
                                    + l * src_total_line_length)               \
                                       * num_bytes_per_element                 \
                                   + b];                                       \
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);                   \
        return event;                                                          \
    }
#define COPY_2D_BODY                                                           \
    {                                                                          \
        return async_work_group_copy_3D3D(                                     \
            dst, dst_offset, src, src_offset, num_bytes_per_element,           \
            num_elements_per_line, num_lines, 1, src_total_line_length, 0,     \
            dst_total_line_length, 0, event);                                  \
    }
#else
#define COPY_3D_BODY(to, from) ;
#define COPY_2D_BODY ;
#endif

__attribute__((overloadable)) event_t async_work_group_copy_3D3D(
    COPY_3D_PARAMETERS(local, global)) COPY_3D_BODY(local, global)
    __attribute__((overloadable)) event_t
    async_work_group_copy_3D3D(COPY_3D_PARAMETERS(global, local))
        COPY_3D_BODY(global, local) __attribute__((overloadable)) event_t
    async_work_group_copy_2D2D(COPY_2D_PARAMETERS(local, global)) COPY_2D_BODY
    __attribute__((overloadable)) event_t
    async_work_group_copy_2D2D(COPY_2D_PARAMETERS(global, local)) COPY_2D_BODY

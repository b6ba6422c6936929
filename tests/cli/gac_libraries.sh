# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# Which tools and libraries need SPIRV-Tools and C++, and programs that are linked to
# the libraries; sourced by run.sh.
holds() { # NAME COMMAND...: it succeeds
    name=$1
    "${@:2}" >"$work/out" 2>"$work/err"
    verdict $? "exit code $? ($(head -c 300 "$work/err"))"
}
lacks() { ! grep -qE "$1" "$2"; } # PATTERN FILE

lib=${bin%/bin}/lib
for tool in gac-as gac-dis gac-run; do
    ldd "$bin/$tool" >"$work/ldd"
    # Sanitizers bring C++'s library with them.
    sanitized || holds "$tool-libraries" lacks 'SPIRV|stdc\+\+' "$work/ldd"
    nm -a "$bin/$tool" >"$work/nm"
    holds "$tool-symbols" lacks ' (_Z|spv[A-Z])' "$work/nm"
done
nm -D --defined-only "$lib/libgac-core-rules.so" >"$work/nm"
holds core-rules-exports lacks ' T (_Z|spv|gac__)' "$work/nm"
name=core-rules-symbol
grep -q ' T gac_check_core_rules@@' "$work/nm"
verdict $? 'it is not exported'

cat >"$work/text.c" <<'EOF'
#include <gac/gac.h>
#include <string.h>
#ifdef CORE
#include <gac/core_rules.h>
#endif
int main(void)
{
    const char *text = "OpCapability Kernel OpCapability Addresses "
                       "OpMemoryModel Physical64 OpenCL";
    gac_context *context;
    gac_assembly *assembly;
    gac_disassembly *back;
    gac_module *module;
    size_t size;
    if (gac_context_create(NULL, &context)
        || gac_assemble(context, text, strlen(text), NULL, &assembly))
        return 1;
    const void *data = gac_assembly_data(assembly, &size);
    if (gac_disassemble(context, data, size, NULL, &back)
        || gac_module_parse(context, data, size, NULL, &module))
        return 2;
    int code = 0;
#ifdef CORE
    code = gac_check_core_rules(module, NULL, NULL); /* Linkage is missing */
    code = code == GAC_OK || code == GAC_ERR_INVALID ? 0 : 3;
#endif
    gac_module_destroy(module);
    gac_disassembly_destroy(back);
    gac_assembly_destroy(assembly);
    gac_context_destroy(context);
    return code;
}
EOF
if ! sanitized; then
    # shellcheck disable=SC2086  # "ccache gcc" is two words
    holds text-builds ${CC:-cc} -Iinclude "$work/text.c" -o "$work/text" \
        -L"$lib" -lgac
    cp "$lib/libgac.so" "$work/libgac.so.0"
    cp "$lib/libgac-core-rules.so" "$work/libgac-core-rules.so.0"
    holds text-runs env LD_LIBRARY_PATH="$work" "$work/text"
    # shellcheck disable=SC2086
    holds core-builds ${CC:-cc} -DCORE -Iinclude "$work/text.c" -o "$work/core" \
        -L"$lib" -lgac-core-rules -lgac
    holds core-runs env LD_LIBRARY_PATH="$work" "$work/core"
fi

# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# Writes the module around an example of --explain: each line goes where its
# instruction belongs, and takes the place of what stands there otherwise.
/^; outside any function:/ { outside = 1; next }
outside { types = types $0 "\n"; outside = 0; next }
/^OpCapability/ { capabilities = capabilities $0 "\n"; next }
/^OpExtension/ { extensions = extensions $0 "\n"; next }
/= OpExtInstImport/ { import = $0; next }
/^OpMemoryModel/ { model = $0; next }
/= Op(Type|Constant)/ { types = types $0 "\n"; next }
{
    body = body $0 "\n"
    if (/^%copy =/) copy = 1
    if (/^OpStore %e/) stored = 1
    if (/^OpReturn/) returned = 1
}
END {
    print "; SPIR-V\n; Version: 1.4"
    if (body ~ /%abort/ && capabilities == "")
        abort = 1
    if (capabilities == "")
        capabilities = "OpCapability Addresses\nOpCapability Kernel\n" \
            "OpCapability Linkage\nOpCapability Int64\nOpCapability Int8\n"
    if (import == "")
        import = "%gac = OpExtInstImport \"Codeplay.GroupAsyncCopies\""
    printf "%s%s%s\n", capabilities, extensions, import
    print "%std = OpExtInstImport \"OpenCL.std\""
    print model != "" ? model : "OpMemoryModel Physical64 OpenCL"
    print "OpEntryPoint Kernel %main \"main\" %local_id %global_id %tile"
    print "OpDecorate %local_id BuiltIn LocalInvocationId"
    print "OpDecorate %global_id BuiltIn GlobalInvocationId"
    if (abort)
        print "OpDecorate %abort LinkageAttributes \"abort\" Import"
    print "%void = OpTypeVoid\n%bool = OpTypeBool\n%uchar = OpTypeInt 8 0"
    print "%uint = OpTypeInt 32 0\n%ulong = OpTypeInt 64 0"
    print "%float = OpTypeFloat 32\n%event = OpTypeEvent"
    print "%v3ulong = OpTypeVector %ulong 3"
    split("0 1 2 4 7 272", uints, " ")
    for (i = 1; i in uints; i++)
        print "%uint_" uints[i] " = OpConstant %uint " uints[i]
    split("0 1 4 8 15 16 64 256 4096", sizes, " ")
    for (i = 1; i in sizes; i++)
        print "%size_" sizes[i] " = OpConstant %ulong " sizes[i]
    print "%float_4 = OpConstant %float 4"
    print "%no_event = OpConstantNull %event"
    print "%tile_t = OpTypeArray %float %size_256"
    print "%p_tile = OpTypePointer Workgroup %tile_t"
    print "%p_local = OpTypePointer Workgroup %float"
    print "%p_global = OpTypePointer CrossWorkgroup %float"
    print "%p_global8 = OpTypePointer CrossWorkgroup %uchar"
    print "%p_private = OpTypePointer Function %float"
    print "%p_event = OpTypePointer Function %event"
    print "%p_input = OpTypePointer Input %v3ulong"
    print "%none = OpConstantNull %p_local"
    print "%none_global = OpConstantNull %p_global"
    print "%kernel_t = OpTypeFunction %void %p_global %p_local %ulong %uint"
    print "%abort_t = OpTypeFunction %void"
    print "%tile = OpVariable %p_tile Workgroup"
    print "%local_id = OpVariable %p_input Input"
    print "%global_id = OpVariable %p_input Input"
    printf "%s", types
    if (abort)
        print "%abort = OpFunction %void None %abort_t\nOpFunctionEnd"
    print "%main = OpFunction %void None %kernel_t"
    print "%from = OpFunctionParameter %p_global"
    print "%scratch = OpFunctionParameter %p_local"
    print "%n = OpFunctionParameter %ulong\n%n32 = OpFunctionParameter %uint"
    print "%entry = OpLabel"
    print "%e = OpVariable %p_event Function\n%f = OpVariable %p_event Function"
    print "%private = OpVariable %p_private Function"
    print "%to = OpInBoundsPtrAccessChain %p_local %tile %size_0 %size_0"
    print "%ids = OpLoad %v3ulong %local_id Aligned 32"
    print "%i = OpCompositeExtract %ulong %ids 0"
    print "%gids = OpLoad %v3ulong %global_id Aligned 32"
    print "%g = OpCompositeExtract %ulong %gids 0"
    printf "%s", body
    if (copy && !stored)
        print "OpStore %e %copy\nOpGroupWaitEvents %uint_2 %uint_1 %e"
    if (!returned)
        print "OpReturn"
    print "OpFunctionEnd"
}

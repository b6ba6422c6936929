# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# Builds, tests and installs gac. `make help` lists the targets.

BUILD ?= build
# By one name in all calls: that of an object is in its .d file, too.
override BUILD := $(patsubst $(CURDIR)/%,%,$(BUILD))
CC ?= cc
HOSTCC ?= $(CC)
PREFIX ?= /usr/local
DESTDIR ?=
OPT ?= -O2 -g
# WERROR=1: a warning ends the build, as in lint.
WARN = -Wall -Wextra -Wpedantic -Wshadow -Wconversion $(if $(WERROR),-Werror)
EXTRA ?=
SPIRV_HEADERS ?= /usr/include/spirv/unified1

CPPFLAGS_ALL := -D_GNU_SOURCE -Iinclude -Isrc -I$(BUILD) $(CPPFLAGS)
CFLAGS_ALL = -std=c11 $(OPT) $(WARN) -fvisibility=hidden -fPIC -ffp-contract=off \
    -fno-math-errno -pthread $(EXTRA) $(CFLAGS)
LDLIBS_LIB := -lsleef -lm -lpthread
# SPIRV-Tools are behind the core rules alone. C++'s library goes into gac-val where
# it can: to load it takes a third of the time of a short run. Sanitizers want it
# shared.
STATIC_CXX := $(if $(EXTRA),,$(filter /%,$(shell $(CC) -print-file-name=libstdc++.a)))
LDLIBS_CORE := -lSPIRV-Tools $(or $(STATIC_CXX),-lstdc++)
LDLIBS_TOOLS := $(LDLIBS_CORE) -ljansson $(LDLIBS_LIB)

# -- what is built ------------------------------------------------------------
LIB_ROOMS := support flow diag grammar module text validate rewrite link compile exec copy check interop
LIB_SRC := $(filter-out src/grammar/generate%,$(wildcard $(foreach d,* */* */*/*,$(LIB_ROOMS:%=src/%/$d.c))))
CORE_SRC := $(wildcard src/core_rules/*.c)
TOOL_SRC := $(wildcard src/tools/gac_*.c)
TOOL_COMMON_SRC := $(filter-out $(TOOL_SRC),$(wildcard src/tools/*.c)) $(wildcard src/source/*.c)
OPENCL_SRC := $(wildcard src/opencl/*.c)
TOOLS := $(patsubst src/tools/gac_%.c,$(BUILD)/bin/gac-%,$(TOOL_SRC))

GEN := $(BUILD)/gen/grammar_tables.c $(BUILD)/gen/supplement.h \
    $(BUILD)/gen/CodeplayGroupAsyncCopies.h
GRAMMARS := $(SPIRV_HEADERS)/spirv.core.grammar.json \
    grammar/spirv.core.supplement.grammar.json $(SPIRV_HEADERS)/../spir-v.xml \
    grammar/extinst.codeplay.group-async-copies.grammar.json
# Further sets of extended instructions: the name that modules import, or its
# beginning up to a dot, and the grammar.
ext_grammar = $(SPIRV_HEADERS)/extinst.$(strip $1).grammar.json
EXT_SETS := OpenCL.std=$(call ext_grammar, opencl.std.100) \
    OpenCL.DebugInfo.100=$(call ext_grammar, opencl.debuginfo.100) \
    DebugInfo=$(call ext_grammar, debuginfo) \
    GLSL.std.450=$(call ext_grammar, glsl.std.450) \
    NonSemantic.Shader.DebugInfo.100=$(call ext_grammar, nonsemantic.shader.debuginfo.100) \
    NonSemantic.ClspvReflection.=$(call ext_grammar, nonsemantic.clspvreflection) \
    NonSemantic.DebugPrintf=$(call ext_grammar, nonsemantic.debugprintf) \
    SPV_AMD_gcn_shader=$(call ext_grammar, spv-amd-gcn-shader) \
    SPV_AMD_shader_ballot=$(call ext_grammar, spv-amd-shader-ballot) \
    SPV_AMD_shader_explicit_vertex_parameter=$(call ext_grammar, spv-amd-shader-explicit-vertex-parameter) \
    SPV_AMD_shader_trinary_minmax=$(call ext_grammar, spv-amd-shader-trinary-minmax)

# families/ and vectors/ hold templates over lanes, which are compiled once for
# each level of instruction sets, as NAME.LEVEL.o, and so are the kernels of copies;
# families/ for one value, too.
X86 := $(findstring x86_64,$(shell $(CC) -dumpmachine))
LEVELS := base $(if $(X86),avx2 avx512)
LEVEL_FLAGS_scalar := -DLANES_SCALAR
LEVEL_FLAGS_avx2 := -march=x86-64-v3
LEVEL_FLAGS_avx512 := -march=x86-64-v4 -mavx512vbmi -mprefer-vector-width=512
of_folder = $(foreach f,$(LIB_SRC),$(if $(findstring /lanes/$1/,$f),$f))
FAMILIES := $(call of_folder,families)
VECTORS := $(call of_folder,vectors) $(filter src/copy/kernels/%,$(LIB_SRC))

LIB_OBJ := $(patsubst %.c,$(BUILD)/obj/%.o,$(filter-out $(FAMILIES) $(VECTORS),$(LIB_SRC)) \
    $(foreach l,$(LEVELS),$(VECTORS:%.c=%.$l.c)) $(foreach l,scalar $(LEVELS),$(FAMILIES:%.c=%.$l.c))) \
    $(BUILD)/obj/gen/grammar_tables.o
CORE_OBJ := $(CORE_SRC:%.c=$(BUILD)/obj/%.o)
TOOL_COMMON_OBJ := $(TOOL_COMMON_SRC:%.c=$(BUILD)/obj/%.o)
OPENCL_OBJ := $(OPENCL_SRC:%.c=$(BUILD)/obj/%.o)

.PHONY: all deps run test check install clean asan ubsan tsan lint bench fuzz help
LIBRARIES := $(foreach l,libgac libgac-core-rules,$(BUILD)/lib/$l.a $(BUILD)/lib/$l.so)
DRIVER := $(BUILD)/lib/libgac-opencl.so $(BUILD)/etc/gac.icd
all: $(LIBRARIES) $(TOOLS) $(DRIVER)

# The first of these makes packages available; the rest builds with them.
deps:
	@scripts/deps.sh

# -- generated sources --------------------------------------------------------
GENERATE_SRC := $(wildcard src/grammar/generate*.c)
$(BUILD)/gen/generate: $(GENERATE_SRC) src/grammar/generate.h
	@mkdir -p $(@D)
	$(HOSTCC) -std=c11 -D_GNU_SOURCE -O1 $(WARN) -Isrc -o $@ $(GENERATE_SRC) -ljansson

$(BUILD)/gen/.stamp: $(BUILD)/gen/generate $(GRAMMARS) $(foreach s,$(EXT_SETS),$(lastword $(subst =, ,$s)))
	$(BUILD)/gen/generate $(GRAMMARS) $(BUILD)/gen $(EXT_SETS)
	@echo '$(EXT_SETS)' >$@
$(GEN): $(BUILD)/gen/.stamp ;

# -- objects --------------------------------------------------------------------
# Folders say what is special about their files: avx2/ and avx512/ are compiled for
# that instruction set, lanes/ holds kernels over lanes, copy/kernels/ of copies.
in = $(findstring /$(strip $1)/,$<)
ISA_FLAGS = $(if $(X86),$(foreach l,avx2 avx512,$(if $(call in,$l),$(LEVEL_FLAGS_$l))))
# A loop of a few instructions takes up to 1.5 times as long if it straddles.
# Without optimization, or with sanitizers, they are compiled at -O0: at -O1 that
# takes three times as long, and a third of the whole build. gcc's intrinsics are
# macros then, with conversions of their own.
OPTIMIZED := $(filter -O2,$(OPT))
LANE_FLAGS = $(if $(call in,lanes),-fno-trapping-math $(if $(OPTIMIZED),-O3 -falign-loops=64,-O0 -Wno-sign-conversion))
# Rules are many small functions: inlined, they take a twentieth less. Their loops
# go round a few times only. They clear and copy structures of 100 to 500 bytes:
# tuned for a processor of AVX-512's time, gcc does that by stores, and validating
# takes 1.4 % fewer instructions than with its usual habits.
TUNE := $(if $(X86),-mtune=skylake-avx512)
RULE_FLAGS = $(if $(OPTIMIZED),$(if \
    $(filter-out src/compile/lanes/%,$(filter src/module/% src/validate/% src/compile/% src/support/% src/flow/%,$<)),-O3 -fno-tree-vectorize $(TUNE)))
COPY_FLAGS = $(if $(call in,copy/kernels),-falign-loops=64)

# All but the kernels is hardened. Sanitizers have checks of their own.
HARDENED := $(if $(EXTRA),,$(if $(filter -O0,$(OPT)),,-D_FORTIFY_SOURCE=2) -fstack-protector-strong)
HARD_FLAGS = $(if $(call in,lanes)$(call in,copy/kernels),,$(HARDENED))
HARD_LINK := $(if $(EXTRA),,-Wl,-z,relro,-z,now)

$(BUILD)/obj/gen/grammar_tables.o: $(BUILD)/gen/grammar_tables.c
	@mkdir -p $(@D)
	@echo '  CC   $@'
	@$(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) -MMD -MP -c -o $@ $<

define compile
	@mkdir -p $(@D)
	@echo '  CC   $@'
	@$(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) $(HARD_FLAGS) $(LANE_FLAGS) $(RULE_FLAGS) \
	    $(COPY_FLAGS) $(ISA_FLAGS) $1 -MMD -MP -c -o $@ $<
endef
$(BUILD)/obj/%.o: %.c | $(BUILD)/gen/.stamp
	$(call compile)
define level_rule
$(BUILD)/obj/%.$1.o: %.c | $(BUILD)/gen/.stamp
	$$(call compile,-DLANES_LEVEL=$1 $(LEVEL_FLAGS_$1))
endef
$(foreach l,scalar $(LEVELS),$(eval $(call level_rule,$l)))

# -- libraries and tools ----------------------------------------------------------
$(BUILD)/lib/libgac.a: $(LIB_OBJ)
	@mkdir -p $(@D)
	@rm -f $@
	@echo "  AR   $@"
	@$(AR) rcs $@ $^

# What a shared library exports, and in which version, is in its .map.
ABI := 0
define link_shared
	@mkdir -p $(@D)
	@echo '  LD   $@'
	@$(CC) -shared -Wl,-soname,$(@F).$(ABI) -Wl,--no-undefined -Wl,--version-script,$(filter %.map,$^) \
	    $(HARD_LINK) $(EXTRA) $(LDFLAGS) -o $@ $(filter-out %.map,$^)
endef

$(BUILD)/lib/libgac.so: $(LIB_OBJ) packaging/libgac.map
	$(link_shared) $(LDLIBS_LIB)

$(BUILD)/lib/libgac-core-rules.a: $(CORE_OBJ)
	@mkdir -p $(@D)
	@rm -f $@
	@echo "  AR   $@"
	@$(AR) rcs $@ $^

# It has what it needs of libgac's inside for its own: those functions keep no state,
# and both libraries are of one version.
$(BUILD)/lib/libgac-core-rules.so: $(CORE_OBJ) $(BUILD)/lib/libgac.a packaging/libgac-core-rules.map
	$(link_shared) -lSPIRV-Tools -lstdc++ $(LDLIBS_LIB)

# The OpenCL driver. It is loaded into other people's programs: it brings all that it
# needs, and shows three names, which the loader has, too: its own come first.
$(BUILD)/lib/libgac-opencl.so: $(OPENCL_OBJ) $(BUILD)/lib/libgac-tools.a $(BUILD)/lib/libgac.a packaging/libgac-opencl.map
	$(link_shared) -Wl,-Bsymbolic $(LDLIBS_LIB)

# What OpenCL's loader reads: with OCL_ICD_VENDORS this file, or its folder, it finds
# the driver where it was built.
$(BUILD)/etc/gac.icd: $(BUILD)/lib/libgac-opencl.so
	@mkdir -p $(@D)
	@echo '$(abspath $<)' >$@

# What the tools share; nothing else needs it.
$(BUILD)/lib/libgac-tools.a: $(TOOL_COMMON_OBJ)
	@mkdir -p $(@D)
	@rm -f $@
	@echo "  AR   $@"
	@$(AR) rcs $@ $^

$(BUILD)/bin/gac-val: $(BUILD)/lib/libgac-core-rules.a
$(BUILD)/bin/gac-val: LDLIBS_MORE := $(LDLIBS_CORE)
$(BUILD)/bin/gac-run: LDLIBS_MORE := -ljansson
$(BUILD)/bin/gac-%: $(BUILD)/obj/src/tools/gac_%.o $(BUILD)/lib/libgac-tools.a $(BUILD)/lib/libgac.a
	@mkdir -p $(@D)
	@echo '  LD   $@'
	@$(CC) -pie $(HARD_LINK) $(EXTRA) $(LDFLAGS) -o $@ $(filter %.o,$^) \
	    $(foreach l,tools core-rules,$(filter %/libgac-$l.a,$^)) $(BUILD)/lib/libgac.a $(LDLIBS_MORE) $(LDLIBS_LIB)

# -- what users do --------------------------------------------------------------
# A host of OpenCL, over the loader: an example.
$(BUILD)/examples/%: examples/opencl/%.c
	@mkdir -p $(@D)
	@echo '  LD   $@'
	@$(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) $(LDFLAGS) -o $@ $< -lOpenCL

# Validates and runs the examples.
run: deps
	@$(MAKE) --no-print-directory -j$(shell nproc) all $(BUILD)/examples/transpose
	@scripts/run-examples.sh $(BUILD)

# Programs of others, from Debian's packages: docs/clients.md is what it prints.
.PHONY: test-clients
test-clients: deps
	@$(MAKE) --no-print-directory -j$(shell nproc) all
	@scripts/test-clients.sh $(BUILD)

lint: WERROR := 1
lint: all
	@scripts/lint.sh $(BUILD)

help:
	@echo 'all      tools in $(BUILD)/bin, libraries in $(BUILD)/lib'
	@echo 'deps     installs what is missing (as root), or says what is'
	@echo 'run      builds, validates and runs the examples'
	@echo 'test     builds and runs every test; check: the quick part'
	@echo 'asan, ubsan, tsan    the tests under a sanitizer; asan-ubsan-check:'
	@echo '         the quick part under two'
	@echo 'check-qemu, check-valgrind    the quick part on emulated processors'
	@echo '         without AVX-512 and AVX2 (qemu-user), and under memcheck'
	@echo 'oom      each allocation of the library fails in turn, on many modules'
	@echo 'fuzz TARGET=module SECONDS=60'
	@echo 'bench    against PoCL, Oclgrind, spirv-val and memcpy: bench-copy,'
	@echo '         bench-exec, bench-val, bench-check and bench-text'
	@echo 'bench-paired BEFORE=DIR    two builds by turns on many kernels'
	@echo 'bench-ablation    what each feature of the executor gains'
	@echo 'test-clients    runs OpenCL programs of others on gac'
	@echo 'bench-opencl    OpenCL programs on gac and on PoCL'
	@echo 'install PREFIX=$(PREFIX) DESTDIR=$(DESTDIR), uninstall: packaging/install.mk'
	@echo '         has the folders'
	@echo 'lint, clean'

clean:
	rm -rf $(BUILD)

-include $(shell find $(BUILD)/obj -name '*.d' 2>/dev/null)
include packaging/install.mk
include tests/tests.mk
-include bench/bench.mk

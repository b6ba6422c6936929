# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# Benchmarks; included by the Makefile.
bench:
	@scripts/deps.sh bench
	@$(MAKE) --no-print-directory bench-copy
	@$(MAKE) --no-print-directory bench-exec BENCH_ARGS="--cold --oclgrind"
	@$(MAKE) --no-print-directory bench-val
	@$(MAKE) --no-print-directory bench-check

# Those that need no packages of their own are built with the tests: that they still can be.
tests-built: $(patsubst %,$(BUILD)/bench/%,bench_val bench_check bench_load exec_once_gac)

# -- the copy engine: make bench-copy -----------------------------------------
BENCH_COPY_SRC := bench/bench_copy.c bench/bench_measure.c bench/bench_sweeps.c \
    bench/bench_opencl.c
BENCH_COPY_OBJ := $(BENCH_COPY_SRC:%.c=$(BUILD)/obj/%.o)
LIBYUV := $(wildcard /usr/include/libyuv.h)
OPENCL := $(and $(wildcard /usr/include/CL/cl.h),$(wildcard /usr/lib/*/libOpenCL.so))

# The peers get all that a level has, as a JIT would give them; the highest one all
# that this machine has.
BENCH_PEERS := $(patsubst %,$(BUILD)/obj/bench/bench_peers_%.o,baseline avx2 avx512)
PEER_FLAGS_avx2 := $(if $(X86),-march=x86-64-v3)
PEER_FLAGS_avx512 := -march=native

$(BENCH_PEERS): $(BUILD)/obj/bench/bench_peers_%.o: bench/bench_peers.c | $(BUILD)/gen/.stamp
	@mkdir -p $(@D)
	@echo '  CC   $@'
	@$(CC) $(CPPFLAGS_ALL) $(if $(LIBYUV),-DHAVE_LIBYUV) -DPEER_FIND=peer_find_$* \
	    $(CFLAGS_ALL) -O3 $(PEER_FLAGS_$*) -MMD -MP -c -o $@ $<

$(BUILD)/obj/bench/bench_opencl.o: CPPFLAGS_ALL += $(if $(OPENCL),-DHAVE_OPENCL)

$(BUILD)/bench/bench_copy: $(BENCH_COPY_OBJ) $(BENCH_PEERS) $(BUILD)/lib/libgac.a
	@mkdir -p $(@D)
	@echo '  LD   $@'
	@$(CC) $(EXTRA) $(LDFLAGS) -o $@ $^ $(if $(LIBYUV),-lyuv) \
	    $(if $(OPENCL),-lOpenCL) $(LDLIBS_LIB)

$(BUILD)/obj/bench/bench_tiles.o: CPPFLAGS_ALL += $(if $(OPENCL),-DHAVE_OPENCL)

$(BUILD)/bench/bench_tiles: $(BUILD)/obj/bench/bench_tiles.o $(BUILD)/lib/libgac-core-rules.a $(BUILD)/lib/libgac.a
	@mkdir -p $(@D)
	@echo '  LD   $@'
	@$(CC) $(EXTRA) $(LDFLAGS) -o $@ $^ $(if $(OPENCL),-lOpenCL) $(LDLIBS_TOOLS)

.PHONY: bench-copy
bench-copy: $(BUILD)/bench/bench_copy $(BUILD)/bench/bench_tiles
	$(BUILD)/bench/bench_copy $(BENCH_ARGS)
	$(BUILD)/bench/bench_tiles

# -- the executor: make bench-exec, with BENCH_ARGS="--cold --oclgrind" -------------
# Cases are command lines of gac-run's in comments of bench/kernels/*.cl.
EXEC_KERNELS := $(wildcard bench/kernels/*.cl)
EXEC_LIBS := $(BUILD)/lib/libgac-tools.a $(BUILD)/lib/libgac.a
exec_obj = $(patsubst %,$(BUILD)/obj/bench/%.o,$1)

$(BUILD)/bench/exec_once_gac: $(call exec_obj,exec_once_gac exec_gac exec_case) $(EXEC_LIBS)
	@mkdir -p $(@D)
	@echo '  LD   $@'
	@$(CC) $(EXTRA) $(LDFLAGS) -o $@ $^ -ljansson $(LDLIBS_LIB)

$(BUILD)/bench/exec_once_ocl: $(call exec_obj,exec_once_ocl exec_ocl exec_case) $(EXEC_LIBS)
	@mkdir -p $(@D)
	@echo '  LD   $@'
	@$(CC) $(EXTRA) $(LDFLAGS) -o $@ $^ -lOpenCL -ljansson $(LDLIBS_LIB)

$(BUILD)/bench/bench_exec $(BUILD)/bench/bench_paired: $(BUILD)/bench/%: $(BUILD)/obj/bench/%.o \
    $(call exec_obj,exec_measure exec_gac exec_ocl exec_case) $(EXEC_LIBS)
	@mkdir -p $(@D)
	@echo '  LD   $@'
	@$(CC) $(EXTRA) $(LDFLAGS) -o $@ $^ -lOpenCL -ljansson $(LDLIBS_LIB)

# What each feature gains, both levels: a build in which they can be turned off.
.PHONY: bench-ablation
bench-ablation:
	@scripts/deps.sh bench
	@bench/compile.sh $(BUILD)/bench/kernels $(EXEC_KERNELS) $(wildcard bench/paired/*.cl)
	@$(MAKE) --no-print-directory BUILD=$(BUILD)/ablation CPPFLAGS=-DGAC_ABLATION \
	    $(BUILD)/ablation/bench/bench_ablation
	for level in avx512 avx2; do GAC_CPU=$$level $(BUILD)/ablation/bench/bench_ablation \
	    $(BENCH_ARGS) $(BUILD)/bench/kernels $(sort $(EXEC_KERNELS) $(wildcard bench/paired/*.cl)); done

$(BUILD)/bench/bench_ablation: $(call exec_obj,bench_ablation exec_measure exec_gac exec_case) $(EXEC_LIBS)
	@mkdir -p $(@D)
	@echo '  LD   $@'
	@$(CC) $(EXTRA) $(LDFLAGS) -o $@ $^ -ljansson $(LDLIBS_LIB)

# What compilers optimized, and what they left as it was, of about 20 KB.
BENCH_LOAD_MODULES ?= $(patsubst %,tests/kernels/*/%.64.spvasm,private_sort.clang22.O2 \
    private_spread.clang22.O2 walked_rows.clang22.O2 few_lanes.clang22.O2 strides.clang22.O0 \
    line_sets.clang22.O0 line_wraps.clang14.O0 line_loops.clang22.O0)

$(BUILD)/bench/bench_load: $(call exec_obj,bench_load exec_measure exec_case) $(EXEC_LIBS)
	@mkdir -p $(@D)
	@echo '  LD   $@'
	@$(CC) $(EXTRA) $(LDFLAGS) -o $@ $^ $(LDLIBS_TOOLS)

.PHONY: bench-exec bench-load
bench-exec: $(patsubst %,$(BUILD)/bench/%,bench_exec exec_once_gac exec_once_ocl) bench-load
	$(BUILD)/bench/bench_exec $(BENCH_ARGS) $(BUILD)/bench $(EXEC_KERNELS)

# Two builds by turns on many kernels: make bench-paired BEFORE=DIR, the other
# build's folder, with BENCH_ARGS=--pocl for PoCL beside them.
.PHONY: bench-paired
bench-paired: $(BUILD)/bench/bench_paired $(BUILD)/lib/libgac.so
	@scripts/deps.sh bench
	@bench/compile.sh $(BUILD)/bench/kernels $(EXEC_KERNELS) $(wildcard bench/paired/*.cl)
	$(BUILD)/bench/bench_paired --now $(BUILD)/lib/libgac.so \
	    $(if $(BEFORE),--before $(BEFORE)/lib/libgac.so) $(BENCH_ARGS) $(BUILD)/bench/kernels \
	    $(sort $(EXEC_KERNELS) $(wildcard bench/paired/*.cl))

bench-load: $(BUILD)/bench/bench_load $(FIXTURES)/.stamp
	$(BUILD)/bench/bench_load $$(tests/fixtures.sh find $(FIXTURES) $(BENCH_LOAD_MODULES:%='%'))

# -- the validator: make bench-val, with BENCH_ARGS="--rounds 9 --processes" --------
# Modules that SPIRV-Tools have no fault with: calls of the builtins, core copies.
BENCH_VAL_MODULES ?= examples/tutorial.spvasm \
    tests/kernels/async/transpose.clang14.O2.64.spvasm \
    tests/kernels/async/filter3d.clang14.O0.64.spvasm \
    tests/kernels/algorithms/bitonic.clang14.O2.64.spvasm bench/tiles.spvasm

$(BUILD)/bench/bench_val: $(BUILD)/obj/bench/bench_val.o $(BUILD)/lib/libgac-core-rules.a $(BUILD)/lib/libgac.a
	@mkdir -p $(@D)
	@echo '  LD   $@'
	@$(CC) $(EXTRA) $(LDFLAGS) -o $@ $^ $(LDLIBS_TOOLS)

.PHONY: bench-val
bench-val: $(BUILD)/bench/bench_val $(BUILD)/bin/gac-val $(FIXTURES)/.stamp
	$(BUILD)/bench/bench_val $(BENCH_ARGS) $(BUILD) \
	    $$(tests/fixtures.sh find $(FIXTURES) $(BENCH_VAL_MODULES:%='%'))
# -- the text room: make bench-text --------------------------------------------------
BENCH_TEXT_MODULES ?= tests/kernels/groups/sg_all_types.clang22.O2.32.spvasm
.PHONY: bench-text
bench-text: all $(FIXTURES)/.stamp
	bench/text.py $(BUILD) 21 $$(tests/fixtures.sh find $(FIXTURES) $(BENCH_TEXT_MODULES:%='%'))

# -- the dynamic checker: make bench-check, with BENCH_ARGS="--oclgrind" -----------
$(BUILD)/bench/bench_check: $(call exec_obj,bench_check exec_measure exec_gac exec_case) $(EXEC_LIBS)
	@mkdir -p $(@D)
	@echo '  LD   $@'
	@$(CC) $(EXTRA) $(LDFLAGS) -o $@ $^ $(LDLIBS_TOOLS)

.PHONY: bench-check
bench-check: $(patsubst %,$(BUILD)/bench/%,bench_check exec_once_ocl)
	$(BUILD)/bench/bench_check $(BENCH_ARGS) $(BUILD)/bench $(EXEC_KERNELS)

# -- limits: how late commands end, and what small modules take -------------------
.PHONY: bench-limits
bench-limits: all
	@mkdir -p $(BUILD)/survey
	python3 tests/survey/shapes.py $(BUILD)/survey
	python3 tests/survey/survey.py $(BUILD)/bin $(BUILD)/survey --bench
	python3 bench/limits.py $(BUILD)/bin $(BENCH_ARGS)

# -- OpenCL programs on gac and on PoCL: make bench-opencl ------------------------
CLBLAST := $(wildcard /usr/include/clblast_c.h)
$(BUILD)/bench/bench_blas: bench/bench_blas.c
	@mkdir -p $(@D)
	@echo '  LD   $@'
	@$(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) $(LDFLAGS) -o $@ $< -lclblast -lOpenCL

.PHONY: bench-opencl
bench-opencl: all $(BUILD)/examples/transpose $(BUILD)/bench/exec_once_ocl \
    $(if $(CLBLAST),$(BUILD)/bench/bench_blas)
	bench/opencl.py $(BUILD) $(BENCH_ARGS)

# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# How tests are built and run; included by the Makefile.
#
# tests/unit/test_*.c     cmocka programs, linked with libgac and libgac-core-rules
# tests/*/test_*.c        the same, in the other folders
# tests/*/run.sh          scripts: $1 is the build folder; they close with the
#                         line "N passed, N failed, N skipped"; tests/script.sh is
#                         what they share
# tests/fixtures.tar.xz   modules of kernels: tests/fixtures.sh unpacks them
# tests/matrix            with GAC_TEST_FULL=1 all ways to run a kernel, not a few
# tests/api             each public function, with NULL, wrong sizes, wrong order
# tests/oom             each allocation fails in turn, of few modules; of many with
#                         GAC_TEST_FULL=1 (make oom)
# tests/oracle          what gac-val's own rules say of every module, to the letter
# tests/docs            what the documents show and name, examples/embed among them
# tests/install         what make install brings, and programs of others with it
# tests/manual          manual pages and completions: every option and its values
# tests/runner          what scripts/run-tests.sh counts
# tests/fuzz/fuzz_*.c     fuzz targets; here they replay tests/fuzz/corpus/NAME

TEST_SRC := $(wildcard tests/*/test_*.c)
TEST_BIN := $(TEST_SRC:%.c=$(BUILD)/%)
FUZZ_SRC := $(wildcard tests/fuzz/fuzz_*.c)
REPLAY_BIN := $(FUZZ_SRC:tests/fuzz/fuzz_%.c=$(BUILD)/tests/fuzz/replay_%)
TEST_SCRIPTS := $(wildcard tests/*/run.sh)
# Programs that scripts use.
TEST_TOOL_SRC := $(wildcard tests/*/tool_*.c)
TEST_TOOL_BIN := $(TEST_TOOL_SRC:%.c=$(BUILD)/%)
TEST_TOOL_BIN += $(patsubst tests/opencl/tool_%.c,$(BUILD)/tests/opencl/khronos_%,$(wildcard tests/opencl/tool_*.c))

TEST_LIBS = $(foreach l,gac-tools gac-core-rules gac,$(BUILD)/lib/lib$l.a)
TEST_LDLIBS = -lcmocka -ljansson $(LDLIBS_TOOLS) -lmpfr -lgmp

.SECONDARY:
$(BUILD)/tests/fuzz/replay_%: $(BUILD)/obj/tests/fuzz/fuzz_%.o $(BUILD)/obj/tests/fuzz/replay.o $(TEST_LIBS)
	@mkdir -p $(@D)
	@echo '  LD   $@'
	@$(CC) $(EXTRA) $(LDFLAGS) -o $@ $(filter %.o,$^) $(filter %.a,$^) $(TEST_LDLIBS)
# The driver itself, without a loader.
$(BUILD)/tests/fuzz/replay_opencl: $(OPENCL_OBJ)

$(BUILD)/tests/%: $(BUILD)/obj/tests/%.o $(TEST_LIBS)
	@mkdir -p $(@D)
	@echo '  LD   $@'
	@$(CC) $(EXTRA) $(LDFLAGS) -o $@ $(filter %.o,$^) $(filter %.a,$^) $(TEST_LDLIBS)

# Those that call the tools; these then have names for their mains.
$(patsubst %,$(BUILD)/tests/%,check/test_check cli/tool_session invalid/test_expectations kernels/test_kernels \
    matrix/test_matrix oom/test_oom sarif/test_sarif worker/test_worker): \
    $(patsubst %,$(BUILD)/obj/tests/worker/%.o,worker tool_as tool_dis tool_val)
$(BUILD)/obj/tests/worker/tool_%.o: $(BUILD)/obj/src/tools/gac_%.o
	@mkdir -p $(@D)
	@objcopy --redefine-sym main=gac__$*_main $< $@

# Tests of several files.
$(BUILD)/tests/oom/test_oom: $(patsubst %,$(BUILD)/obj/tests/oom/%.o,oom_trial oom_steps oom_copies)

$(BUILD)/tests/warnings/test_warnings: $(patsubst %,$(BUILD)/obj/tests/%.o,warnings/test_warnings warnings/flow_rows warnings/warn_module invalid/module_text) $(TEST_LIBS)
	@mkdir -p $(@D)
	@echo '  LD   $@'
	@$(CC) $(EXTRA) $(LDFLAGS) -o $@ $^ $(TEST_LDLIBS)

# What it counts goes through functions of its own.
$(BUILD)/tests/unit/test_run_options: LDFLAGS += -Wl,--wrap=gac__strip_compact,--wrap=gac_copy_queue_start
$(BUILD)/tests/copy/test_copy_queue: LDFLAGS += $(addprefix -Xlinker --wrap=pthread_,mutex_lock mutex_unlock cond_wait)
$(BUILD)/tests/unit/test_check_limits $(BUILD)/tests/unit/test_run_limits: LDFLAGS += -Wl,--wrap=gac__watch_look
$(BUILD)/tests/unit/test_run_limits: LDFLAGS += -Wl,--wrap=gac__now_ns

# Calls of all public functions, from their declarations.
$(BUILD)/obj/tests/api/test_api.o: $(BUILD)/gen/api_calls.h
$(BUILD)/gen/api_calls.h: tests/api/declarations.awk $(wildcard include/gac/*.h)
	@mkdir -p $(@D)
	@awk -f $< $(filter %.h,$^) >$@

# OpenCL hosts: over the loader, without the library; and over one that takes of a
# driver what Khronos' does, whose functions are visible as that one's are. One
# calls every function of the dispatch table.
$(BUILD)/tests/opencl/khronos_%: $(BUILD)/obj/tests/opencl/tool_%.o $(BUILD)/obj/tests/opencl/loader.o
	@mkdir -p $(@D)
	@echo '  LD   $@'
	@$(CC) $(EXTRA) $(LDFLAGS) -rdynamic -o $@ $^ -ldl -lpthread
$(BUILD)/tests/opencl/%: $(BUILD)/obj/tests/opencl/%.o
	@mkdir -p $(@D)
	@echo '  LD   $@'
	@$(CC) $(EXTRA) $(LDFLAGS) -o $@ $< -lOpenCL -ldl -lpthread
$(BUILD)/obj/tests/opencl/tool_dispatch.o: $(BUILD)/gen/opencl_calls.h
$(BUILD)/obj/tests/opencl/loader.o: $(BUILD)/gen/opencl_forwards.h
$(BUILD)/gen/opencl_forwards.h: OPENCL_CALLS := -v forwards=1
$(BUILD)/gen/opencl_calls.h $(BUILD)/gen/opencl_forwards.h: tests/opencl/calls.awk
	@mkdir -p $(@D)
	@echo '#include <CL/cl_icd.h>' | $(CC) -H -E -x c - -o /dev/null 2>&1 | \
	    sed -n 's/^\. //p' | xargs awk $(OPENCL_CALLS) -f $< >$@

# The modules that are not in the tree.
FIXTURES := $(BUILD)/fixtures
$(BUILD)/obj/tests/%.o: CPPFLAGS_ALL += -DGAC_FIXTURES='"$(FIXTURES)"'
$(FIXTURES)/.stamp: tests/fixtures.tar.xz tests/fixtures.sha256
	@tests/fixtures.sh unpack $(FIXTURES)

.PHONY: tests-built test-run
tests-built: all $(BUILD)/examples/transpose $(TEST_BIN) $(REPLAY_BIN) $(TEST_TOOL_BIN) $(FIXTURES)/.stamp

# What asks the processor runs as on lesser ones, too: these here; others choose
# the levels themselves (test_lanes, test_copy_kernels, test_check, test_guards,
# matrix).
LESSER_BIN := $(foreach t,interleaved memory offsets schedule,$(addsuffix :$(BUILD)/tests/unit/test_lanes_$t,baseline avx2))
# What takes longest begins first, so that both processors are busy to the end.
LONG_TESTS := $(patsubst %,tests/%/run.sh,shadow cli hostile) $(BUILD)/tests/check/test_check \
    $(patsubst %,tests/%/run.sh,runner explain instructions check) $(BUILD)/tests/unit/test_text_corpus
ALL_TESTS = $(LONG_TESTS) $(filter-out $(LONG_TESTS),$(TEST_BIN) $(LESSER_BIN) $(REPLAY_BIN) $(TEST_SCRIPTS))

test-run: tests-built
	@scripts/run-tests.sh $(BUILD) $(ALL_TESTS)

# The compilers of OpenCL C are for tests that are skipped without them.
test: deps
	@scripts/deps.sh test || true
	@$(MAKE) --no-print-directory -j$(shell nproc) test-run

# Each allocation of the library fails in turn: some minutes.
.PHONY: oom
oom: export GAC_TEST_FULL := 1
oom: export GAC_TEST_TIMEOUT ?= 7200
oom: $(BUILD)/tests/oom/test_oom $(FIXTURES)/.stamp
	@scripts/run-tests.sh $(BUILD) $<

# The quick part: everything but what takes long.
check: tests-built
	@GAC_TEST_QUICK=1 scripts/run-tests.sh $(BUILD) $(ALL_TESTS)

# The quick part on emulated processors that have a level at most, and under
# memcheck.
UNDER := check-qemu-avx2 check-qemu-baseline check-valgrind
.PHONY: check-qemu $(UNDER)
check-qemu: check-qemu-avx2 check-qemu-baseline
$(UNDER): tests-built
	@scripts/check-under.sh $(BUILD) $(@:check-%=%) \
	    $(patsubst $(BUILD)/%,$(abspath $(BUILD))/%,$(TEST_BIN) $(REPLAY_BIN) $(TEST_SCRIPTS))

# Where accesses are looked at, copies touch the described bytes only, no gaps;
# the undefined-behaviour sanitizer alone sees the kernels as they are.
SAN = -fno-omit-frame-pointer -fno-sanitize-recover=all -DGAC_SANITIZED
EXACT = $(SAN) -DGAC_COPY_EXACT
# A sanitizer makes programs ten times slower: the limit of a test rises, too.
asan ubsan tsan: export GAC_TEST_TIMEOUT ?= 3600
asan:
	@$(MAKE) --no-print-directory BUILD=$(BUILD)/asan OPT="-O1 -g" EXTRA="-fsanitize=address $(EXACT)" test-run
ubsan:
	@$(MAKE) --no-print-directory BUILD=$(BUILD)/ubsan OPT="-O1 -g" EXTRA="-fsanitize=undefined $(SAN)" test-run
# The quick part under both.
.PHONY: asan-ubsan-check
asan-ubsan-check: export GAC_TEST_TIMEOUT ?= 3600
asan-ubsan-check:
	@$(MAKE) --no-print-directory -j$(shell nproc) BUILD=$(BUILD)/asan-ubsan OPT="-O1 -g" \
	    EXTRA="-fsanitize=address,undefined $(EXACT)" check
tsan: export TSAN_OPTIONS ?= suppressions=$(CURDIR)/tests/tsan.supp
# gcc warns of fences, which it does not follow; nothing depends on one here.
tsan:
	@$(MAKE) --no-print-directory BUILD=$(BUILD)/tsan OPT="-O1 -g" \
	    EXTRA="-fsanitize=thread $(if $(findstring clang,$(CC)),,-Wno-tsan) $(EXACT)" test-run

# -- fuzzing with libFuzzer: make fuzz TARGET=module SECONDS=60 -------------------
TARGET ?= module
SECONDS ?= 60
fuzz:
	@$(MAKE) --no-print-directory CC=clang HOSTCC=cc BUILD=$(BUILD)/fuzz OPT="-O1 -g" \
	    EXTRA="-fsanitize=fuzzer-no-link,address,undefined $(EXACT)" fuzz-one
.PHONY: fuzz-one
fuzz-one: $(BUILD)/obj/tests/fuzz/fuzz_$(TARGET).o $(if $(filter opencl,$(TARGET)),$(OPENCL_OBJ)) $(TEST_LIBS)
	@mkdir -p $(BUILD)/corpus/$(TARGET)
	$(CC) -fsanitize=fuzzer,address,undefined -o $(BUILD)/fuzz_$(TARGET) $^ $(TEST_LDLIBS)
	$(BUILD)/fuzz_$(TARGET) -max_total_time=$(SECONDS) -timeout=10 -rss_limit_mb=4096 \
	    $(BUILD)/corpus/$(TARGET) tests/fuzz/corpus/$(TARGET)

$(BUILD)/tests/check/test_check: $(BUILD)/obj/tests/check/check_case.o
$(BUILD)/tests/invalid/test_expectations $(BUILD)/tests/invalid/test_operands: \
    $(BUILD)/obj/tests/invalid/expectation.o
$(BUILD)/tests/invalid/test_operands $(BUILD)/tests/warnings/test_compiled \
    $(BUILD)/tests/check/test_check: $(BUILD)/obj/tests/invalid/module_text.o

include tests/random/random.mk
include tests/coverage/coverage.mk

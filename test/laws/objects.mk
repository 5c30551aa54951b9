# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Compiles the program of examples/firmware, its runtime and some kernels for one target:
#
#     make -f objects.mk SET=x86_64-gcc BUILD=folder        makes archives of kernels and runtime
#     make -f objects.mk SET=x86_64-gcc BUILD=folder all    also makes the objects of the program
#     make -f objects.mk SET=x86_64-gcc link                prints the link command
#     make -f objects.mk SET=x86_64-gcc OUT=folder folder/x.o FROM=x.S "DEFINES=-DA=1"
#                                                           compiles x.S or x.c to x.o
#
# BUILD is et-prune's build folder. By default, OUT is test/prune/targets/SET in BUILD. laws.py
# calls this file; most other tests use %archives=SET of lit.cfg.py.

ROOT := ../..
FIRMWARE := $(ROOT)/examples/firmware
OUT := $(BUILD)/test/prune/targets/$(SET)

include compilers.mk
CXXFLAGS := -std=c++17 -fno-exceptions -fno-rtti -fno-threadsafe-statics -I $(ROOT)/runtime/include

OPERATORS := _softmax add addmm permute_copy relu view_copy
SHARED_KERNELS := add matrix_product mixed mixed_map
SHARED_COMMON := alpha copy copy_memory dims element elementwise lines matrix promotion scalar_argument \
  to_float typed_arguments walk
KERNELS := $(OPERATORS:%=kernels/portable/op_%.cpp) $(SHARED_KERNELS:%=kernels/portable/%.cpp)
RUNTIME := $(patsubst $(ROOT)/%,%,$(wildcard $(ROOT)/runtime/src/*.cpp)) \
  $(SHARED_COMMON:%=kernels/common/%.cpp)
APP_hosted := main.o elements.o console.o hosted.o main_shared.o
APP_xtensa := main.o elements.o console.o xtensa.o
APP_firmware := main.o elements.o console.o startup.o semihosting.o

archives: $(OUT)/libet_kernels_portable.a $(OUT)/libet_runtime.a
application: $(addprefix $(OUT)/,$(APP_$(SYSTEM)))
all: archives application
.PHONY: all application archives link
link:
	@echo '$(LINK) -Wl,--gc-sections'

$(OUT)/libet_kernels_portable.a: $(KERNELS:%.cpp=$(OUT)/%.o)
$(OUT)/libet_runtime.a: $(RUNTIME:%.cpp=$(OUT)/%.o)
$(OUT)/%.a:
	rm -f $@
	ar rcs $@ $^

$(OUT)/%.o: $(FIRMWARE)/%.c
	@mkdir -p $(@D)
	$(C) -c $< -o $@
$(OUT)/hosted.o: hosted.c
	@mkdir -p $(@D)
	$(C) -I $(FIRMWARE) -c $< -o $@
$(OUT)/xtensa.o: xtensa.cpp
	@mkdir -p $(@D)
	$(COMPILE) -I $(FIRMWARE) -c $< -o $@
$(OUT)/%.o: $(FIRMWARE)/%.cpp
	@mkdir -p $(@D)
	$(COMPILE) $(CXXFLAGS) -c $< -o $@
$(OUT)/main_shared.o: $(FIRMWARE)/main.cpp
	@mkdir -p $(@D)
	$(COMPILE) $(CXXFLAGS) -Dmain=run_example -c $< -o $@
$(OUT)/kernels/portable/%.o: $(ROOT)/kernels/portable/%.cpp
	@mkdir -p $(@D)
	$(COMPILE) $(CXXFLAGS) -DET_KERNEL_LIBRARY=portable \
	  -DET_KERNEL_LIBRARY_PRIORITY=0 -ffp-contract=off -c $< -o $@
$(OUT)/kernels/common/%.o: $(ROOT)/kernels/common/%.cpp
	@mkdir -p $(@D)
	$(COMPILE) $(CXXFLAGS) -c $< -o $@
$(OUT)/runtime/src/%.o: $(ROOT)/runtime/src/%.cpp
	@mkdir -p $(@D)
	$(COMPILE) $(CXXFLAGS) -isystem $(BUILD)/runtime/schema-include -c $< -o $@

$(OUT)/%.o: $(FROM)
	$(C) $(DEFINES) -c $< -o $@

-include $(shell find $(OUT) -name '*.d' 2>/dev/null)

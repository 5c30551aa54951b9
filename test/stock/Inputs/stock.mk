# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Compiles a small program whose objects look to a linker like an ExecuTorch program's objects.
# fixture.py calls this file and describes its variables.
#
#     make -f stock.mk SET=x86_64-gcc OUT=folder                objects and archives
#     make -f stock.mk SET=x86_64-gcc OUT=folder folder/on_stack.o
#     make -f stock.mk SET=x86_64-gcc OUT=folder link           prints the link command

TARGETS := ../../laws
FIRMWARE := ../../../examples/firmware
RUNTIME := $(abspath ../../../runtime)
include $(TARGETS)/compilers.mk

STOCK := executorch
LISTS ?= $(STOCK)/lists
REGISTRY ?= $(STOCK)/runtime/kernel/operator_registry.cpp
KERNELS_FROM ?= $(OUT)
OPS ?= *

FORM_pic := -fPIC
FORM_pie := -fPIE
FORM_static := -fno-pic -fno-pie
FORM_FLAGS := $(if $(filter x86_64-% aarch64-%,$(SET)),$(FORM_$(or $(FORM),pie)))
CXX := $(COMPILE) -std=c++17 -fno-exceptions -fno-rtti -fno-threadsafe-statics -I $(CURDIR) \
  -I $(abspath $(FIRMWARE)) -Wno-unused-variable $(FORM_FLAGS) $(FLAGS)
CC := $(C) -I $(FIRMWARE) $(FORM_FLAGS)
# effect_device.o stores to this address, where a store does no harm. On Arm, the store sets a
# board's LEDs. On RISC-V, the store sets a UART's scratch register. On Linux, effect_helper.cpp
# maps memory at the address.
ADDRESS_arm-gcc := 0x40028000
ADDRESS_arm-clang := 0x40028000
ADDRESS_riscv64-gcc := 0x10000007
ADDRESS := $(or $(ADDRESS_$(SET)),0x10000000)

APP_hosted := main ops console hosted
APP_firmware := main ops console startup semihosting bare
APP_riscv64-gcc := main ops console hosted bare
APP := $(or $(APP_$(SET)),$(APP_$(SYSTEM)))
LIBRARIES := libportable_ops_lib.a libcustom_ops_lib.a libexecutorch.a libtwice_backend.a \
  libexecutorch_core.a
# A recompiled program links the kernels of the folder KERNELS_FROM, so it builds no kernels.
KERNELS := $(if $(filter $(OUT),$(KERNELS_FROM)),libportable_kernels.a libcustom_kernels.a)

# `keep` writes a file only if the contents change. Targets that depend on the file are then built
# again.
keep = $(shell mkdir -p $(OUT) && echo '$(2)' | cmp -s - $(OUT)/$(1) || echo '$(2)' >$(OUT)/$(1))
$(call keep,ops.list,$(OPS))
$(call keep,slots.list,$(MAX_KERNEL_NUM) $(REGISTRY))
$(call keep,flags.list,$(FLAGS) $(FORM))
HOW := $(OUT)/flags.list

all: $(addprefix $(OUT)/,$(APP:=.o) $(LIBRARIES) $(KERNELS))
.PHONY: all link
link:
	@echo '$(LINK) -Wl,--gc-sections'

archive = rm -f $@ && $(AR) rcs $@
# One run of the compiler for all files is faster than one run for each file.
kernels = rm -rf $(OUT)/$(1) && split-file $(STOCK)/kernels/$(1)/$(1).cpp $(OUT)/$(1) && \
  cd $(OUT)/$(1) && $(CXX) -I $(OUT)/portable -include $(1).h -c *.cpp && $(archive) *.o
$(OUT)/librecords.a: records/records.cpp records/fixture.h $(HOW)
	rm -rf $(OUT)/records && split-file records/records.cpp $(OUT)/records && cd $(OUT)/records && \
	  $(CXX) -I $(CURDIR)/records -I $(RUNTIME)/include \
	  -DET_KERNEL_LIBRARY=records -DET_KERNEL_LIBRARY_PRIORITY=0 -include fixture.h -c *.cpp && \
	  $(archive) *.o
HEADERS := $(wildcard $(STOCK)/runtime/*/*.h)
$(OUT)/libportable_kernels.a: $(STOCK)/kernels/portable/portable.cpp $(HEADERS) $(HOW)
	$(call kernels,portable)
$(OUT)/libcustom_kernels.a: $(STOCK)/kernels/custom/custom.cpp $(OUT)/libportable_kernels.a
	$(call kernels,custom)

# If the list has no kernels, the library gets no object with registrations.
registration = $(if $(shell grep '^[A-Z]' $(LISTS)/$(1).def),$(OUT)/$(2).o)
REGISTER := RegisterCodegenUnboxedKernelsEverything
$(OUT)/libportable_ops_lib.a: $(call registration,portable,portable_ops_lib/$(REGISTER)) \
  $(LISTS)/portable.def
$(OUT)/libcustom_ops_lib.a: $(call registration,custom,custom_ops_lib/$(REGISTER)) \
  $(LISTS)/custom.def
$(OUT)/libexecutorch.a: $(call registration,prim_ops,register_prim_ops) $(OUT)/functions.o \
  $(LISTS)/prim_ops.def
$(OUT)/libexecutorch_core.a: $(addprefix $(OUT)/,operator_registry.o interface.o platform.o abort.o)
$(OUT)/libtwice_backend.a: $(OUT)/twice_backend.o
$(OUT)/libduplicate_ops_lib.a: $(OUT)/duplicate.o
$(OUT)/%.a:
	@mkdir -p $(@D)
	$(archive) $(filter %.o,$^)

compile = @mkdir -p $(@D) && $(CXX) $(1) -c $< -o $@
list = -DKERNELS='"$(abspath $(LISTS)/$(1).def)"'
$(OUT)/portable_ops_lib/%.o: $(STOCK)/kernels/portable/%.cpp $(LISTS)/portable.def $(HOW)
	$(call compile,$(call list,portable))
$(OUT)/custom_ops_lib/%.o: $(STOCK)/kernels/custom/%.cpp $(LISTS)/custom.def $(HOW)
	$(call compile,$(call list,custom))
$(OUT)/register_prim_ops.o: $(STOCK)/kernels/prim_ops/register_prim_ops.cpp $(LISTS)/prim_ops.def $(HOW)
	$(call compile,$(call list,prim_ops))
$(OUT)/operator_registry.o: $(REGISTRY) $(OUT)/slots.list $(HOW)
	$(call compile,$(if $(MAX_KERNEL_NUM),-DMAX_KERNEL_NUM=$(MAX_KERNEL_NUM)))
$(OUT)/ops.o: app/ops.cpp $(OUT)/ops.list $(HOW)
	$(call compile,-DOPS='"$(OPS)"')
$(OUT)/main_shared.o: app/main.cpp $(HOW)
	$(call compile,-Dmain=run_example)
$(OUT)/effect_store.o: variants/effect.cpp $(HOW)
	$(call compile,-DEFFECT=1)
$(OUT)/effect_call.o: variants/effect.cpp $(HOW)
	$(call compile,-DEFFECT=2)
$(OUT)/effect_device.o: variants/effect.cpp $(HOW)
	$(call compile,-DEFFECT=3 -DADDRESS=$(ADDRESS))
$(OUT)/effect_helper.o: variants/effect_helper.cpp $(HOW)
	$(call compile,-DADDRESS=$(ADDRESS))
$(OUT)/plugin.o: variants/plugin.cpp $(HOW)
	$(call compile,-fPIC)

vpath %.cpp $(STOCK)/kernels/prim_ops $(STOCK)/runtime/backend $(STOCK)/runtime/platform \
  $(STOCK)/backends app variants $(FIRMWARE)
$(OUT)/%.o: %.cpp $(HOW)
	$(call compile,)
vpath %.c $(TARGETS) $(FIRMWARE)
$(OUT)/%.o: %.c $(HOW)
	@mkdir -p $(@D) && $(CC) -c $< -o $@

-include $(wildcard $(OUT)/*.d $(OUT)/*/*.d)

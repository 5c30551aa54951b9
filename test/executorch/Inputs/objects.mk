# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Compiles kernel libraries for our own runtime and writes them to the current folder.
# test/benchmark/operators.py uses this makefile:
#
#     make -f objects.mk [CXX=compiler] libportable.a libcortex_m.a liboptimized.a libcommon.a libruntime.a
#
# libcommon.a has the code that the kernel libraries share. libruntime.a has the part of the runtime
# that the kernels need. libquantized.a and libprim_ops.a are also possible.

ROOT := $(abspath $(dir $(lastword $(MAKEFILE_LIST)))/../../..)
CXX := g++
AR := $(if $(findstring arm-,$(CXX)),arm-none-eabi-ar,ar)
FLAGS := -Os -std=c++17 -ffunction-sections -fdata-sections -ffp-contract=off -DNDEBUG -fno-exceptions \
  -fno-rtti -Wall -Wextra -Werror -I $(ROOT)/runtime/include

PRIORITY_cortex_m := 20
PRIORITY_optimized := 10
KISSFFT := $(dir $(wildcard /usr/include/kissfft/kissfft.hh))
FLAGS_optimized := $(if $(KISSFFT),-DET_OPTIMIZED_WITH_FFT -isystem $(KISSFFT))

define rules
FLAGS_$(1) += -DET_KERNEL_LIBRARY=$(1) -DET_KERNEL_LIBRARY_PRIORITY=$(or $(PRIORITY_$(1)),0)
lib$(1).a: $(patsubst $(ROOT)/kernels/%.cpp,objects/%.o,$(wildcard $(ROOT)/kernels/$(1)/*.cpp))
endef
$(foreach library,portable cortex_m quantized optimized prim_ops common,$(eval $(call rules,$(library))))
objects/%.o: $(ROOT)/kernels/%.cpp
	@mkdir -p $(@D) && $(CXX) $(FLAGS) $(FLAGS_$(firstword $(subst /, ,$*))) -c $< -o $@

libruntime.a: $(patsubst %,objects/runtime/%.o,registry kernel_lookup tensor log_line)
objects/runtime/%.o: $(ROOT)/runtime/src/%.cpp
	@mkdir -p $(@D) && $(CXX) $(FLAGS) -c $< -o $@
%.a:
	@rm -f $@ && $(AR) rcs $@ $^

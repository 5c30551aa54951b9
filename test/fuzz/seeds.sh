#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# seeds.sh <build folder> <folder> [links] [texts] [operators]: makes the first inputs of the fuzz
# targets. Each target has its own folder in <folder>. "links" makes the files that belong to a
# link, such as objects, archives, images, maps, bundles and linker scripts. "texts" makes models
# and selections. "operators" makes a program for each operator. This part needs PyTorch and takes
# longest. The default is links and texts.
set -euo pipefail
readonly Source=$(realpath "$(dirname "${BASH_SOURCE[0]}")/../..")
readonly Build=$(realpath "$1") Seeds=$(realpath -m "$2")
shift 2
mkdir -p "$Seeds"

put() { # put <target> <name> [<file>]: adds a seed from the file, or else from stdin
  mkdir -p "$Seeds/$1"
  cat "${3:--}" > "$Seeds/$1/$2"
}
has() { command -v "$1" > /dev/null; }

# The link bundles record the path of this folder. A constant path gives equal seeds in each run.
readonly Work=$Seeds/work
rm -rf "$Work" && mkdir "$Work"
trap 'rm -rf "$Work"' EXIT
cd "$Work"

links() {
  if has arm-none-eabi-g++; then
    bash "$Source/test/errors/Inputs/firmware.sh" "$Source" -B"$Build/libexec/et-prune" \
      -Wl,--gc-sections -Wl,-Map=app.map -Wl,--dependency-file=app.d > /dev/null
    for File in main add mul; do
      put object arm-$File.o $File.o
    done
    arm-none-eabi-ar rcs with-main.a main.o add.o mul.o
    put archive arm.a with-main.a
    put bundle arm.etl app.elf.etl
    put image arm.elf app.elf
    put map arm.map app.map
    put dependency-file arm.d app.d
    /usr/bin/python3 - app.elf.etl "$Source/test/errors/Inputs" > manifest.json <<'PYTHON'
import sys
sys.path.insert(0, sys.argv[2])
import bundle
sys.stdout.write(bundle.unpack(sys.argv[1])["manifest.json"].decode())
PYTHON
    put manifest arm.json manifest.json
  fi

  for Compiler in g++ clang++-19 aarch64-linux-gnu-g++ riscv64-unknown-elf-g++; do
    has $Compiler || continue
    $Compiler -std=c++17 -Os -fno-exceptions -ffunction-sections -fdata-sections \
      -DET_KERNEL_LIBRARY=toy -I "$Source/runtime/include" \
      -c "$Source/test/errors/Inputs/firmware/add.cpp" -o host.o 2> /dev/null || continue
    put object $Compiler.o host.o
    rm -f host.a
    ar rcs host.a host.o
    put archive $Compiler.a host.a
  done
  # Objects that register kernels or a backend as in ExecuTorch, each alone and all in an archive.
  for Target in x86_64-gcc-bfd-pie x86_64-clang-lld-pie arm-gcc-bfd aarch64-gcc-bfd-pie \
    riscv64-gcc-bfd; do
    /usr/bin/python3 "$Source/test/stock/Inputs/fixture.py" build $Target stock register_prim_ops.o \
      operator_registry.o twice_backend.o > /dev/null 2>&1 || continue
    rm -f stock.a
    ar rcs stock.a stock/*.o
    put archive stock-$Target.a stock.a
    for Object in register_prim_ops operator_registry twice_backend; do
      put object stock-$Target-$Object.o stock/$Object.o
    done
    rm -rf stock
  done
  printf 'int _start(void) { return 0; }\nvoid *address = _start;\n' > start.c
  for Kind in pie no-pie; do
    gcc -Os -nostdlib -$Kind start.c -Wl,-Map=host.map -o host.elf 2> /dev/null
    put image host-$Kind.elf host.elf
    put map host-$Kind.map host.map
  done

  for Script in "$Source"/linker-scripts/*.ld "$Source"/test/errors/Inputs/firmware/*.ld; do
    put script "$(basename "$Script")" "$Script"
  done
  put script words << 'END'
SEARCH_DIR("=/lib") INPUT(-lc a.o) GROUP(x.a AS_NEEDED("b c.so")) /* x */ INCLUDE y
END
  tr ' ' '\n' <<'ARGUMENTS' | put command gcc.txt
--sysroot=/opt/arm -plugin /usr/lib/liblto_plugin.so -plugin-opt=-pass-through=-lc -X -o app.elf
-L/usr/lib -T vendor.ld --start-group main.o -lc --end-group --push-state --whole-archive libk.a
--pop-state -Map=app.map --dependency-file=app.d --out-implib=x.o --defsym=a=b+1 -u f
--wrap=malloc --gc-sections
ARGUMENTS
}

bundled() { # bundled <program>: prints a .bpte that has the program but no test cases
  local Size
  Size=$(stat -c %s "$1")
  printf '\x14\0\0\0BP08\x0a\0\x08\0\0\0\0\0\x04\0\0\0\x0c\0\0\0\x04\0\0\0'
  printf "$(printf '\\x%02x' $((Size & 255)) $((Size >> 8 & 255)) $((Size >> 16 & 255)) 0)"
  cat "$1"
}

texts() {
  for Model in add mlp cnn loop rows; do
    "$Build/bin/et-make-pte" -o $Model.pte "$Source/test/models/$Model.json"
    "$Build/bin/et-make-pte" --segments -o $Model-segments.pte "$Source/test/models/$Model.json"
    put model $Model.pte $Model.pte
    put model $Model-segments.pte $Model-segments.pte
    bundled $Model-segments.pte | put bundled-model $Model.bpte
  done
  # This model has two methods, tensor lists, many dtypes, a delegate, and each kind of instruction.
  "$Build/bin/et-make-pte" -o lists.pte "$Source/test/selection/Inputs/lists.json"
  put model lists.pte lists.pte
  put executor lists.pte lists.pte
  /usr/bin/python3 "$Source/examples/keyword_spotting/make_model.py" keyword_spotting
  for Json in "$Source"/test/models/*.json keyword_spotting/model.json; do
    for Option in "" --segments; do
      "$Build/bin/et-make-pte" $Option -o made.pte "$Json"
      put executor "$(basename "$Json" .json)$Option.pte" made.pte
    done
  done
  for Model in "$Source"/../shared/data/models/*.pte; do
    [[ ! -e $Model ]] || put executor "real-$(basename "$Model")" "$Model"
  done
  bundled lists.pte | put bundled-model lists.bpte
  put selection list <<< $'aten::add.out # a comment\nmul.out\naten::sub'
  put selection operators.txt "$Source/test/selection/Inputs/operators.txt"
  put selection operators.yaml "$Source/test/selection/Inputs/selected_operators.yaml"
  put selection all.yaml << 'END'
include_all_operators: true
operators:
  aten::add: {include_all_overloads: true}
END
  for File in functions specialized; do
    put schema $File.yaml "$Source/test/selection/Inputs/$File.yaml"
  done
  for File in dictionary.json dictionary.yaml; do
    put dictionary $File "$Source/test/selection/Inputs/$File"
  done
}

operators() {
  if /usr/bin/python3 -c 'import torch' 2> /dev/null; then
    for Library in . cortex_m quantized; do
      /usr/bin/python3 "$Source/test/kernels/make_cases.py" --library=$Library --every=100 cases
      /usr/bin/python3 "$Source/test/fuzz/operator_seeds.py" cases "$Build/bin/et-make-pte" \
        "$Seeds/executor"
    done
  fi
}

(($#)) || set -- links texts
for Part; do
  "$Part"
done

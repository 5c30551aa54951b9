# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""parts.py ROOT: tests the modules of try-executorch on small inputs, without an ExecuTorch build.

The current folder has objects that several compilers made from registration.cpp, such as
x86-64-gcc.o. It also has two images of a program, small and large, and the maps of the images.
"""

import io
import os
import struct
import sys

ROOT = sys.argv[1]
sys.dont_write_bytecode = True
sys.path.insert(0, f"{ROOT}/tools/executorch")
import alone
import differences
import model_files
import models
import registration
from page import Page

COMPILERS = ("x86-64-gcc", "x86-64-clang", "cortex-m4-gcc", "cortex-m4-gcc-pic")


def entries_of(path):
    obj = registration.Object(path)
    return obj, list(registration.entries(obj, obj.find("kernels_to_registerE")))


def undefined_names(obj, binding):
    return {symbol.name for symbol in obj.symbols()
            if symbol.section == 0 and symbol.info >> 4 == binding}


def test_models_of_tests():
    folders = model_files.Models("", "", "work").split_tests()
    made = {folder: any(model_files.IS_MODEL in model_files.read(path)
                        for path in model_files.below(folder, "*.json")) for folder in folders}
    assert {os.path.basename(folder) for folder in made} >= {"data.test", "run.test"}
    assert all(made.values()), made


def test_cut_registration():
    assert registration.operators("filled.o") is None
    for compiler in COMPILERS:
        assert registration.operators(f"{compiler}.o") == [
            "aten::first.out", "aten::second.out", "aten::third.out"], compiler
        for chosen in (["aten::second.out"], ["aten::first.out", "aten::third.out"]):
            count = registration.cut(f"{compiler}.o", set(chosen), "cut.o")
            obj, entries = entries_of("cut.o")
            assert count == len(chosen) and [name for name, _, _ in entries] == chosen, compiler
            # References to dropped kernels are weak, so the linker loads no members for them.
            names = {b"aten::first.out", b"aten::second.out", b"aten::third.out"}
            assert {name for name in names if name in bytes(obj.bytes)} == {
                name.encode() for name in chosen}, compiler
            kernels = {name for name in undefined_names(obj, registration.STB_WEAK)
                       if "_kernelv" in name}
            assert len(kernels) == 3 - len(chosen), (compiler, kernels)
            # The initialiser passes the new number of entries to register_kernels().
            code = bytes(obj.contents(registration.initialiser(obj)))
            assert struct.pack("<I", count) in code if obj.word_size == 8 else list(
                registration.thumb_counts(code, count)), compiler


def test_key_stays_with_its_entry():
    registration.cut("x86-64-gcc.o", {"aten::second.out"}, "cut.o")
    obj, ((_, _, words),) = entries_of("cut.o")
    assert obj.string(registration.string_at(obj, *words[1][1:])) == "v1/6;"


def test_larger_section_is_found():
    assert alone.compare("small", "small") == []
    assert alone.compare("small", "large") == []
    larger = alone.compare("large", "small")
    assert any(".text.grows" in line for line in larger), larger
    assert any(line.startswith("flash has") for line in larger), larger


def test_differences():
    last = "2 cases passed, 0 failed; 2 calls compared, 1 differ; outputs 1f\n"
    known = "aten::mm.out Float_x: rounded otherwise there\n"
    unknown = "aten::mm.out Float_x: other values there\n"
    text, problems = differences.explain_lines([known, last], "cortex-m4")
    assert problems == [] and "2 calls compared" in text and "1 known reasons" in text, problems
    assert differences.explain_lines([unknown, last], "cortex-m4")[1] == [unknown.rstrip()]
    # explain_lines() also reports a program that ends early, and known differences without a line.
    assert "ended before its summary" in differences.explain_lines([known], "cortex-m4")[1][-1]
    assert len(differences.explain_lines([last], "x86-64")[1]) > 50


def test_outputs_of_models():
    real = models.real_outputs(["output 0: dtype 6: 0000803f00000040", "output 2: int -7"])
    assert real == {0: ("Float", struct.pack("<2f", 1, 2)), 2: -7}
    near = {0: ("Float", struct.pack("<f", 1) + struct.pack("<I", 0x40000002)), 2: -7}
    assert models.distance(real, real) == 0
    assert models.distance(real, near) == 2
    assert models.distance(real, {0: real[0]}) == float("inf")
    assert models.input_bytes("Int", [2, 3], [1, 0]) == struct.pack("<6i", 0, 2, 4, 1, 3, 0)


def test_page():
    out = io.StringIO()
    page = Page(out)
    page.heading("Checks")
    page.check("3 operators alone: 0 wrong")
    page.check("3 models: 1 wrong", ["add: before\nafter"])
    page.skipped("dtypes", "there is no bitcode")
    page.table(["image", "bytes"], [["everything", 1200], ["add", 7]])
    assert page.failures == 1
    assert out.getvalue().splitlines()[3:] == [
        "ok     3 operators alone: 0 wrong", "WRONG  3 models: 1 wrong", "       add: before",
        "       after", "-      dtypes: not tried, because there is no bitcode",
        "image       bytes", "everything   1200", "add             7"], out.getvalue()
    page.write("page.md")
    with open("page.md", encoding="utf-8") as file:
        text = file.read()
    assert "- **wrong**: 3 models: 1 wrong\n\n```\nadd: before\nafter\n```" in text
    assert "| image | bytes |\n| --- | ---: |\n| everything | 1200 |" in text, text


for name, test in list(globals().items()):
    if name.startswith("test_"):
        test()
        print(name)

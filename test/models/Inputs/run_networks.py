# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the networks that networks.py wrote to FOLDER, and compares the outputs with PyTorch's:

    run_networks.py BUILD FOLDER ARCHIVES

et-run runs each network on this machine. QEMU runs two firmwares for a Cortex-M4: one with all
kernels, one pruned to the network. The two firmwares must print the same text. BUILD is et-prune's
build folder. ARCHIVES is the folder with the runtime and the kernel libraries for the Cortex-M4.
"""

import os
import re
import shutil
import subprocess
import sys

import numpy
import yaml

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
TOLERANCE = {"rtol": 2e-5, "atol": 2e-5}


def run(*command, **options):
    result = subprocess.run(command, capture_output=True, text=True, **options)
    if result.returncode:
        sys.exit(f"{' '.join(command)}\n{result.stdout}{result.stderr}")
    return result.stdout


def expected(name):
    files = sorted(os.listdir(f"{name}.expected"))
    return [numpy.load(f"{name}.expected/{file}") for file in files]


def compare(where, name, outputs):
    wanted = expected(name)
    if len(outputs) != len(wanted):
        sys.exit(f"{name} {where}: {len(outputs)} outputs, not {len(wanted)}")
    for number, (have, want) in enumerate(zip(outputs, wanted)):
        if not numpy.allclose(have, want.reshape(have.shape), **TOLERANCE):
            sys.exit(f"{name} {where}: output {number} is\n{have}\nbut PyTorch's is\n{want}")


def run_on_host(build, name):
    run(f"{build}/bin/et-make-pte", "--segments", "-o", f"{name}.pte", f"{name}.json")
    inputs = [file for file in sorted(os.listdir()) if re.fullmatch(rf"{name}\.\d+\.bin", file)]
    text = run(f"{build}/bin/et-run", "--all", *(f"--input={file}" for file in inputs),
               f"{name}.pte")
    outputs = re.split(r"^output \d+: .*\n", text, flags=re.MULTILINE)[1:]
    compare("on this machine", name, [
        numpy.array([float(value) for value in re.sub(r"[][,]", " ", output).split()])
        for output in outputs])


def read_outputs(text):
    outputs = re.split(r"^output \d+: .*\n", text, flags=re.MULTILINE)[1:]
    return [numpy.array([float(value) for value in re.findall(r"^\[\d+\] (\S+)", output,
                                                              re.MULTILINE)]) for output in outputs]


def check_kernels(build, image, program):
    """Checks that the image has kernels of exactly the program's operators. An operator may have at
    most one kernel for each kernel key that et-oplist prints for the operator."""
    listed = re.findall(r"^(\S+::\S+) ", run(f"{build}/bin/et-prune", "--list", image), re.M)
    metadata = yaml.safe_load(run(f"{build}/bin/et-oplist", f"--model={program}", "-o", "-"))
    calls = metadata["et_kernel_metadata"]
    for operator in calls.keys() | set(listed):
        if not 0 < listed.count(operator) <= len(calls.get(operator, [])):
            sys.exit(f"{image}: {listed.count(operator)} kernels of {operator}: too few or many")


def run_on_cortex_m4(build, archives, name):
    baked = os.path.abspath(f"{name}-baked.pte")
    run(f"{build}/bin/et-make-pte", "--segments", "-o", baked, f"{name}-baked.json")
    folder = os.path.abspath("firmware")
    os.makedirs(folder, exist_ok=True)
    made = []
    libraries = "portable quantized" if name.startswith("quantized") else "portable"
    for archive in ("libet_runtime.a",
                    *(f"libet_kernels_{library}.a" for library in libraries.split())):
        shutil.copy(f"{archives}/{archive}", folder)
        made += ["-o", f"{folder}/{archive}"]
    run("make", "-s", "-C", f"{ROOT}/examples/firmware", f"ET={build}", f"BUILD={folder}",
        f"MODEL={baked}", f"LIBRARIES={libraries}", *made, "full", "prune")
    texts = [run("qemu-system-arm", "-M", "mps2-an386", "-nographic", "-semihosting", "-kernel",
                 f"{folder}/firmware-{kind}.elf", stdin=subprocess.DEVNULL)
             for kind in ("full", "pruned")]
    compare("on a Cortex-M4", name, read_outputs(texts[0]))
    check_kernels(build, f"{folder}/firmware-pruned.elf", baked)
    if texts[0] != texts[1]:
        sys.exit(f"{name}: the pruned firmware prints\n{texts[1]}\n"
                 f"but the full firmware prints\n{texts[0]}")


def main():
    build, folder, archives = sys.argv[1:]
    os.chdir(folder)
    files = sorted(os.listdir(), key=os.path.getmtime)
    for name in (file.removesuffix(".expected") for file in files if file.endswith(".expected")):
        run_on_host(build, name)
        run_on_cortex_m4(build, archives, name)
        print(f"{name}: same as PyTorch")


main()

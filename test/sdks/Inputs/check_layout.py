# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check_layout.py SOURCE ARCHIVE...: checks archives that tools/layout.py made from SOURCE.

SOURCE is the repository. The rules come from the specifications of Arduino's library.properties,
PlatformIO's library.json, ESP-IDF's idf_component.yml, Zephyr's module.yml and CMSIS-Pack's .pdsc
file. Rules for features that the archives do not use are not checked.
"""

import json
import pathlib
import posixpath
import re
import sys
import xml.etree.ElementTree as xml
import zipfile

import yaml

VERSION = r"\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?"
problems = []


def check(holds, problem):
    if not holds:
        problems.append(problem)


def check_sources(files, source):
    kernels = [path for path in source.glob("kernels/*/*.cpp") if path.parent.name != "optimized"]
    runtime = [*source.glob("runtime/src/*.cpp"), *source.glob("runtime/include/et/*.h")]
    for path in kernels + runtime:
        name = str(path.relative_to(source))
        name = "src/" + name.replace("runtime/include/", "").replace("runtime/src/", "runtime/")
        check(name in files, f"has no {name}")
    for name, text in files.items():
        library = re.match(r"src/kernels/(\w+)/\w+\.cpp$", name)
        if library and library[1] != "common":
            check(re.match(rf"#define ET_KERNEL_LIBRARY {library[1]}\n"
                           r"#define ET_KERNEL_LIBRARY_PRIORITY \d+\n", text),
                  f"{name}: does not start with the name and priority of its library")
        if name.startswith("src/flatbuffers/"):
            continue
        if name.endswith((".h", ".cpp", ".ino")):
            for header in re.findall(r'^ *#include "(.+)"', text, re.M):
                here = posixpath.normpath(posixpath.join(posixpath.dirname(name), header))
                check(here in files or f"src/{header}" in files,
                      f"{name}: includes '{header}', which is missing")
    for name in ("LICENSE", "README.md"):
        check(files.get(name), f"has no {name}")
    for name, text in files.items():
        check(re.fullmatch(r"[\w./-]+", name), f"{name}: a character that is not allowed")
        check(not re.search(r"@[A-Z_]+@", text), f"{name}: a placeholder @WORD@ was not replaced")
    for folder in {posixpath.dirname(name) for name in files if name.endswith("/model.h")}:
        check(f"{folder}/model.pte" in files and f"{folder}/run_model.h" in files,
              f"{folder}: the example has no model.pte or no run_model.h")


def check_arduino(files):
    rows = [row.split("=", 1) for row in files["library.properties"].splitlines() if row]
    fields = dict(rows)
    check(len(rows) == len(fields), "library.properties: a field is there twice")
    for field in ("name", "version", "author", "maintainer", "sentence", "paragraph", "category",
                  "url", "architectures"):
        check(fields.get(field), f"library.properties: no {field}")
    check(re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9 _.-]{,62}", fields["name"]) and
          not fields["name"].lower().startswith("arduino"), "library.properties: bad name")
    check(re.fullmatch(VERSION, fields["version"]), "library.properties: bad version")
    check(fields["category"] in ("Display", "Communication", "Signal Input/Output", "Sensors",
                                 "Device Control", "Timing", "Data Storage", "Data Processing",
                                 "Other"), "library.properties: unknown category")
    check(re.match("https?://", fields["url"]), "library.properties: bad url")
    for header in fields["includes"].split(","):
        check(f"src/{header}" in files, f"library.properties: no {header} in src/")
    sketches = [pathlib.PurePath(name) for name in files if name.endswith(".ino")]
    check(sketches, "no example")
    for sketch in sketches:
        check(sketch.parts[0] == "examples" and sketch.stem == sketch.parent.name,
              f"{sketch}: a sketch must have its folder's name")


def check_platformio(files):
    fields = json.loads(files["library.json"])
    check(re.fullmatch("[^:;/,@<>]{1,100}", fields["name"]), "library.json: bad name")
    check(re.fullmatch(VERSION, fields["version"]), "library.json: bad version")
    check(len(fields["description"]) <= 1000, "library.json: description is too long")
    # PlatformIO takes only a license's SPDX name, without "WITH LLVM-exception".
    check(fields["license"] == "Apache-2.0", "library.json: wrong license")
    for word in fields["keywords"].split(","):
        check(re.fullmatch(r"[a-z\d\-_+. ]{1,50}", word.strip()),
              f"library.json: bad keyword '{word}'")
    check(f"src/{fields['headers']}" in files, "library.json: header is missing")
    script = fields["build"]["extraScript"]
    compile(files[script], script, "exec")
    for example in fields["examples"]:
        check(re.fullmatch(r"[A-Za-z\d_/. -]+", example["name"]),
              "library.json: bad name of example")
        for name in example["files"]:
            check(f"{example['base']}/{name}" in files, f"library.json: no {name} in the example")


def check_esp_idf(files):
    fields = yaml.safe_load(files["idf_component.yml"])
    known = {"version", "description", "url", "license", "targets", "dependencies", "maintainers",
             "tags", "repository", "documentation", "issues", "discussion", "files", "examples"}
    check(set(fields) <= known, f"idf_component.yml: unknown {set(fields) - known}")
    check(re.fullmatch(VERSION, fields["version"]), "idf_component.yml: bad version")
    targets = fields["targets"]
    check(len(set(targets)) == len(targets), "idf_component.yml: a target is there twice")
    for target in targets:
        check(re.fullmatch(r"esp32[chp]\d+", target), f"idf_component.yml: {target} is not RISC-V")
    check("idf" in fields["dependencies"], "idf_component.yml: no version of ESP-IDF")
    folders = re.search(r"SRC_DIRS ([^)]*) INCLUDE_DIRS", files["CMakeLists.txt"])[1].split()
    sources = {posixpath.dirname(name) for name in files
               if name.startswith("src/") and name.endswith(".cpp")}
    check(set(folders) == sources, "CMakeLists.txt: SRC_DIRS are not the folders of the sources")


def check_zephyr(files):
    fields = yaml.safe_load(files["zephyr/module.yml"])
    check(set(fields) <= {"name", "build", "samples", "tests", "boards", "blobs"} and
          set(fields["build"]) <= {"cmake", "kconfig", "depends", "settings"},
          "module.yml: unknown key")
    check(f"{fields['build']['cmake']}/CMakeLists.txt" in files,
          "module.yml: cmake: no CMakeLists.txt")
    check(fields["build"]["kconfig"] in files, "module.yml: kconfig: no such file")
    options = set(re.findall(r"^config (\w+)$", files["zephyr/Kconfig"], re.M))
    for folder in fields["samples"]:
        samples = [posixpath.dirname(name) for name in files
                   if name.startswith(f"{folder}/") and name.endswith("/sample.yaml")]
        check(samples, f"module.yml: no sample in {folder}")
        for sample in samples:
            check(f"{sample}/CMakeLists.txt" in files, f"{sample}: no CMakeLists.txt")
            used = re.findall(r"^CONFIG_(ET_\w+)=", files[f"{sample}/prj.conf"], re.M)
            check(used and set(used) <= options,
                  f"{sample}: prj.conf sets {used}, Kconfig has {options}")
    check(options == set(re.findall(r"CONFIG_(ET_\w+)", files["zephyr/CMakeLists.txt"])),
          "Kconfig and CMakeLists.txt have different options")


def check_cmsis_pack(files, archive):
    name = next(path for path in files if path.endswith(".pdsc"))
    package = xml.fromstring(files[name])
    vendor, own, url = (package.findtext(tag) for tag in ("vendor", "name", "url"))
    release = package.find("releases/release")
    check(name == f"{vendor}.{own}.pdsc", f"{name}: file is not VENDOR.NAME.pdsc")
    check(archive.name == f"{vendor}.{own}.{release.get('version')}.pack",
          f"{archive.name}: bad name")
    check(re.fullmatch(r"[\w-]+ [\w-]+", f"{vendor} {own}"), f"{name}: bad vendor or name")
    check(re.fullmatch(VERSION, release.get("version")), f"{name}: bad version")
    check(re.fullmatch(r"\d{4}-\d\d-\d\d", release.get("date")), f"{name}: bad date")
    check(re.match("https?://.*/$", url), f"{name}: bad url")
    conditions = {condition.get("id") for condition in package.iter("condition")}
    sources = []
    components = set()
    for component in package.iter("component"):
        identity = tuple(component.get(key) for key in ("Cclass", "Cgroup", "Csub"))
        check(all(identity) and identity not in components,
              f"{name}: component {identity} is incomplete or there twice")
        components.add(identity)
        check(component.get("condition") in conditions, f"{name}: unknown condition of {identity}")
        for file in component.iter("file"):
            path, category = file.get("name"), file.get("category")
            check(category in ("include", "sourceCpp", "doc"),
                  f"{name}: unknown category {category}")
            check(any(entry.startswith(path) for entry in files), f"{name}: no {path}")
            sources += [path] * (category == "sourceCpp")
    for require in package.iter("require"):
        if require.get("Cclass"):
            check(tuple(require.get(key) for key in ("Cclass", "Cgroup", "Csub")) in components,
                  f"{name}: no component is {require.attrib}, as a condition requires")
    check(sorted(sources) == sorted(path for path in files if re.match(r"src/.*\.cpp$", path)),
          f"{name}: each source must be in one component")


def main():
    for archive in map(pathlib.Path, sys.argv[2:]):
        with zipfile.ZipFile(archive) as opened:
            files = {name: opened.read(name).decode(errors="replace") for name in opened.namelist()}
        if archive.suffix != ".pack":
            check({name.split("/")[0] for name in files} == {"et_prune"},
                  "a file is outside et_prune/")
            files = {name.split("/", 1)[1]: text for name, text in files.items()}
        check_sources(files, pathlib.Path(sys.argv[1]))
        if "library.properties" in files:
            check_arduino(files)
        elif "library.json" in files:
            check_platformio(files)
        elif "idf_component.yml" in files:
            check_esp_idf(files)
        elif "zephyr/module.yml" in files:
            check_zephyr(files)
        else:
            check_cmsis_pack(files, archive)
        for problem in problems:
            print(f"{archive.name}: {problem}")
        if problems:
            sys.exit(1)
        print(f"{archive.name}: {len(files)} files")


main()

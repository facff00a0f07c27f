#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the two generated files of Sources/EmberTokenizers/Unicode.

Needs Python's unicodedata (decompositions) and fontTools (scripts), for example
    python3 -m venv /tmp/v && /tmp/v/bin/pip install fonttools && /tmp/v/bin/python Tests/Conformance/unicode_tables.py
"""
import os
import unicodedata
from fontTools.unicodedata import Scripts
from fontTools.unicodedata import script_name

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../Sources/EmberTokenizers/Unicode")


def wrap(items):
    lines, line = [], ""
    for item in items:
        if len(line) + len(item) + 1 > 112:
            lines.append(line + " ")
            line = ""
        line = item if not line else line + " " + item
    lines.append(line)
    # A backslash at the end of a line joins it with the next one.
    return "\\\n".join("        " + l for l in lines)


def decompositions():
    canonical, compatible = [], []
    for c in range(0x110000):
        d = unicodedata.decomposition(chr(c))
        if not d:
            continue
        if d.startswith("<"):
            parts = d.split()[1:]
            compatible.append("%X=%s" % (c, ",".join("%X" % int(p, 16) for p in parts)))
        else:
            excluded = unicodedata.normalize("NFC", chr(c)) != chr(c)
            canonical.append("%X%s%s" % (c, "!" if excluded else "=", ",".join("%X" % int(p, 16) for p in d.split())))
    with open(HERE + "/UnicodeDecompositions.swift", "w") as f:
        f.write(f"""// SPDX-License-Identifier: Apache-2.0

/// Decompositions of Unicode {unicodedata.unidata_version} (Hangul is computed), written by
/// Tests/Conformance/unicode_tables.py.
enum UnicodeDecompositions {{
    /// `scalar=parts`, or `scalar!parts` where NFC does not put the parts together again; hexadecimal.
    static let canonical: StaticString = \"\"\"
{wrap(canonical)}
        \"\"\"

    /// Decompositions for compatibility, of NFKC and NFKD alone.
    static let compatible: StaticString = \"\"\"
{wrap(compatible)}
        \"\"\"
}}
""")


def scripts():
    by_script = {}
    starts = Scripts.RANGES + [0x110000]
    for i, value in enumerate(Scripts.VALUES):
        first, last = starts[i], starts[i + 1] - 1
        if value == "Zzzz":
            continue
        by_script.setdefault(value, []).append("%X" % first if first == last else "%X-%X" % (first, last))
    items = []
    for value in sorted(by_script):
        items.append("%s:%s:%s" % (value, script_name(value).replace(" ", "_"), ",".join(by_script[value])))
    pieces = []
    for item in items:
        # Long entries are cut after a comma, so that every line stays short.
        while len(item) > 110:
            cut = item.rfind(",", 0, 110) + 1
            pieces.append(item[:cut])
            item = item[cut:]
        pieces.append(item + ";")
    text = "\\\n".join("        " + p for p in pieces)
    with open(HERE + "/UnicodeScripts.swift", "w") as f:
        f.write(f"""// SPDX-License-Identifier: Apache-2.0

/// The script of every scalar (Unicode's Scripts.txt, as packaged by fontTools), written by
/// Tests/Conformance/unicode_tables.py.
enum UnicodeScripts {{
    /// `short name:long name:ranges;` for each script; hexadecimal. What is not listed has no script ("Unknown").
    static let table: StaticString = \"\"\"
{text}
        \"\"\"
}}
""")


decompositions()
scripts()

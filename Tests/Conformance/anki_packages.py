#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lets Anki check what HearthAnki writes, and times reading beside Anki's own import: anki_packages.py TOOL FIXTURES [--rounds N]

TOOL is the built program AnkiTool, FIXTURES the folder Tests/Fixtures/anki. Needs the package `anki` from PyPI.
"""
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

from anki.collection import Collection, ExportAnkiPackageOptions, ImportAnkiPackageOptions, ImportAnkiPackageRequest

tool, fixtures = sys.argv[1:3]
rounds = int(sys.argv[sys.argv.index("--rounds") + 1]) if "--rounds" in sys.argv else 7
work = tempfile.mkdtemp()


def run(*arguments):
    done = subprocess.run([tool, *arguments], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"AnkiTool {arguments}: {done.stdout}")
    return json.loads(done.stdout)


def empty(name):
    folder = os.path.join(work, name)
    os.makedirs(folder)
    return Collection(os.path.join(folder, "collection.anki2"))


def bring(collection, package):
    options = ImportAnkiPackageOptions(merge_notetypes=True, with_scheduling=True, with_deck_configs=True)
    return collection.import_anki_package(ImportAnkiPackageRequest(package_path=package, options=options))


def state(collection):
    """Schedule and log by guid and template, with due days counted from today."""
    cards = {}
    for row in collection.db.all("""select n.guid, c.ord, c.type, c.queue, c.due, c.ivl, c.reps, c.lapses, c.left % 1000, c.flags,
                                    c.data, c.id from cards c join notes n on n.id = c.nid"""):
        guid, order, kind, queue, due, *rest, data, card = row
        data = json.loads(data or "{}")
        due = due - collection.sched.today if kind == 2 else due if kind == 1 else None
        log = collection.db.all("select id, ease, ivl, time, type, factor = 0 and type = 3 from revlog where cid = ? order by id", card)
        if kind not in (1, 3):
            rest[3] = 0  # Steps that are left mean nothing to other cards, and some have them all the same.
        # Burying belongs to a day of the collection.
        queue = 0 if queue == -3 else queue
        cards[guid, order] = (kind, queue, due, *rest, data.get("s"), data.get("d"), log)
    return cards


failures = 0
for name in sorted(os.listdir(fixtures)):
    if not name.endswith("pkg"):
        continue
    if name.endswith(".colpkg"):
        continue
    before, after = empty(f"{name}-before"), empty(f"{name}-after")
    bring(before, os.path.join(fixtures, name))
    written = os.path.join(work, f"{name}-written.apkg")
    run("rewrite", os.path.join(fixtures, name), written)
    bring(after, written)
    problems, fine = after.fix_integrity()
    expected, found = state(before), state(after)
    different = [key for key in expected if expected[key] != found.get(key)]
    media = set(os.listdir(before.media.dir())) == set(os.listdir(after.media.dir()))
    good = fine and not different and len(expected) == len(found) and media
    failures += not good
    print(f"{name}: {len(found)} of {len(expected)} cards, {len(different)} differ, media {'same' if media else 'differ'}, "
          f"database {'fine' if fine else problems}: {'ok' if good else 'FAILED'}")
    for key in different[:3]:
        print("   ", key, expected[key][:-1], found.get(key, ())[:-1])
    before.close()
    after.close()

if rounds == 0:
    sys.exit(failures > 0)

# Time: 20,000 notes in Anki's two kinds of package and as text, read alternately.
source = empty("source")
notetype, deck = source.models.by_name("Basic"), source.decks.id("Twenty thousand")
for number in range(20_000):
    note = source.new_note(notetype)
    note.fields = [f"word number {number}", f"the meaning of word number {number}, <b>at length</b>"]
    note.tags = ["tag", f"group{number % 50}"]
    source.add_note(note, deck)
files = {}
for legacy, label in ((False, "modern"), (True, "legacy")):
    files[label] = os.path.join(work, f"{label}.apkg")
    source.export_anki_package(out_path=files[label], limit=None, options=ExportAnkiPackageOptions(
        with_scheduling=True, with_deck_configs=False, with_media=True, legacy=legacy))
files["text"] = os.path.join(work, "notes.txt")
with open(files["text"], "w") as file:
    file.write("".join(f"word number {n}\tthe meaning of word number {n}, at length\n" for n in range(20_000)))
source.close()
for label, path in files.items():
    ours, theirs = [], []
    for turn in range(rounds):
        result = run("read", path)
        assert result["notes"] == 20_000, result
        ours.append(result["seconds"])
        target = empty(f"time-{label}-{turn}")
        start = time.perf_counter()
        if label == "text":
            request = target.get_csv_metadata(path=path, delimiter=None)
            from anki.collection import ImportCsvRequest
            target.import_csv(ImportCsvRequest(path=path, metadata=request))
        else:
            bring(target, path)
        theirs.append(time.perf_counter() - start)
        target.close()
    a, b = statistics.median(ours), statistics.median(theirs)
    print(f"{label}: reading {a * 1000:.0f} ms, Anki's import {b * 1000:.0f} ms, ratio {a / b:.2f}")
sys.exit(failures > 0)

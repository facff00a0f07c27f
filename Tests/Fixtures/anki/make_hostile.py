#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes packages that a stranger could send to do harm, and verdicts.json, which says what has to become of each.

    make_hostile.py FOLDER [--large]

A verdict is a code of AnkiError, or what is imported: "notes" and the reasons in the report. Verdicts were written with the files, not
taken from Hearth. Without --large, only files that are small enough for the repository are written. Needs the commands `zstd` and
Python's sqlite3.
"""
import json
import os
import random
import struct
import sys

from packages import *

out, large = sys.argv[1], "--large" in sys.argv
os.makedirs(out, exist_ok=True)
verdicts = {}


def add(name, data, **verdict):
    with open(os.path.join(out, name), "wb") as file:
        file.write(data)
    verdicts[name] = verdict


def refused(name, code, data):
    add(name, data, refused=code)


def imported(name, data, notes, skipped=None, media=0):
    add(name, data, notes=notes, skipped=skipped or {}, media=media)


base, base18 = database(), database(new=True)
imported("sound-11.apkg", old(base), 3)
imported("sound-18.apkg", new(base18), 3)

# --- the archive ------------------------------------------------------------------------------------------------------
collection = entry("collection.anki21", base)
media = entry("media", b"{}")
whole = pack([collection, media])
refused("zip-empty-file.apkg", "notAPackage", b"")
refused("zip-noise.apkg", "notAPackage", random.Random(1).randbytes(5000))
refused("zip-half.apkg", "notAPackage", whole[:len(whole) // 2])
refused("zip-no-files.apkg", "notAPackage", pack([]))
refused("zip-no-collection.apkg", "notAPackage", pack([media, entry("notes.txt", b"hello")]))
refused("zip-text-file.apkg", "notAPackage", b"front,back\nword,meaning\n")
imported("zip-traversal-names.apkg", pack([collection, media, entry("../../../../tmp/hearth-was-here", b"x"),
         entry("/etc/hearth-was-here", b"x"), entry("..\\..\\hearth-was-here", b"x"), entry("C:\\hearth", b"x")]), 3)
refused("zip-collection-twice.apkg", "damaged", pack([collection, collection, media]))
refused("zip-media-twice.apkg", "damaged", pack([collection, media, entry("0", b"a"), entry("0", b"b")]))
refused("zip-name-zero-byte.apkg", "damaged", pack([collection, media, entry(b"0\x00.png", b"x")]))
refused("zip-name-empty.apkg", "damaged", pack([collection, media, entry(b"", b"x")]))
refused("zip-encrypted.apkg", "encrypted", pack([entry("collection.anki21", base, flags=1), media]))
refused("zip-encrypted-strongly.apkg", "encrypted", pack([entry("collection.anki21", base, flags=0x41), media]))
refused("zip-encrypted-directory.apkg", "encrypted", pack([entry("collection.anki21", base, flags=0x2000), media]))
refused("zip-link-collection.apkg", "unsupported",
        pack([entry("collection.anki21", b"/etc/passwd", attributes=0o120777 << 16), media]))
refused("zip-link-media.apkg", "unsupported",
        pack([collection, entry("media", b'{"0":"a.png"}'), entry("0", b"/etc/passwd", attributes=0o120777 << 16)]))
refused("zip-method-lzma.apkg", "unsupported", pack([entry("collection.anki21", base, method=14, body=base), media]))
refused("zip-method-99.apkg", "unsupported", pack([entry("collection.anki21", base, method=99, body=base), media]))
refused("zip-wrong-crc.apkg", "damaged", pack([entry("collection.anki21", base, crc=1), media]))
refused("zip-says-smaller.apkg", "damaged", pack([entry("collection.anki21", base, unpacked=100), media]))
refused("zip-says-larger.apkg", "damaged", pack([entry("collection.anki21", base, unpacked=len(base) + 9), media]))
refused("zip-packed-too-long.apkg", "damaged", pack([entry("collection.anki21", base, packed=1 << 30), media]))
refused("zip-stored-two-sizes.apkg", "damaged", pack([entry("collection.anki21", base, method=0, unpacked=1 << 31), media]))
refused("zip-offset-behind-end.apkg", "damaged", pack([entry("collection.anki21", base, offset=1 << 30), media]))
refused("zip-offset-in-directory.apkg", "damaged", pack([media, entry("collection.anki21", base, offset=60)]))
refused("zip-count-too-high.apkg", "damaged", pack([collection, media], count=60000))
refused("zip-count-too-low.apkg", "damaged", pack([collection, media], count=1))
refused("zip-directory-elsewhere.apkg", "damaged", pack([collection, media], directory_offset=5))
refused("zip-directory-size.apkg", "damaged", pack([collection, media], directory_size=1 << 31))
refused("zip-several-disks.apkg", "unsupported", pack([collection, media], disk=3))
refused("zip-prefix.apkg", "damaged", b"MZ" * 100 + whole)
refused("zip-suffix.apkg", "notAPackage", whole + b"x" * 70000)
refused("zip-gap-before-directory.apkg", "damaged",
        pack([collection, media], between=b"x" * 50, directory_offset=len(whole) - 200))
refused("zip-local-name-differs.apkg", "damaged", pack([entry("collection.anki21", base, local_name=b"collection.anki2x"), media]))
refused("zip-deflate-noise.apkg", "damaged",
        pack([entry("collection.anki21", base, body=random.Random(2).randbytes(4000)), media]))
refused("zip-deflate-cut.apkg", "damaged", pack([entry("collection.anki21", base, body=collection["body"][:-40]), media]))
refused("zip-deflate-more.apkg", "damaged", pack([entry("collection.anki21", base, body=collection["body"] + b"more"), media]))


def wide(sizes=None, count=2, start=None, record=True):
    def tail(at, size, n):
        begin = start if start is not None else at + size
        data = struct.pack("<IQHHIIQQQQ", 0x06064B50, 44, 45, 45, 0, 0, count, count, *(sizes or (size, at))) if record else b""
        data += struct.pack("<IIQI", 0x07064B50, 0, begin, 1)
        return data + struct.pack("<IHHHHIIH", 0x06054B50, 0, 0, 0xFFFF, 0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0)
    return tail


imported("zip64-sound.apkg", pack([collection, media], tail=wide()), 3)
refused("zip64-count.apkg", "damaged", pack([collection, media], tail=wide(count=1 << 62)))
refused("zip64-many.apkg", "tooLarge", pack([collection, media], tail=wide(count=1 << 40)))
refused("zip64-sizes.apkg", "damaged", pack([collection, media], tail=wide(sizes=((1 << 64) - 1, (1 << 64) - 1))))
refused("zip64-record-elsewhere.apkg", "damaged", pack([collection, media], tail=wide(start=1 << 60)))
refused("zip64-no-record.apkg", "damaged", pack([collection, media], tail=wide(record=False)))
refused("zip64-no-locator.apkg", "damaged", whole[:-22] + struct.pack("<IHHHHIIH", 0x06054B50, 0, 0, 0xFFFF, 0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0))
huge = struct.pack("<HHQQ", 1, 16, 1 << 45, 1 << 45)
refused("zip64-entry-sizes.apkg", "damaged",
        pack([entry("collection.anki21", base, packed=0xFFFFFFFF, unpacked=0xFFFFFFFF, extra=huge), media]))
refused("zip64-entry-short.apkg", "damaged",
        pack([entry("collection.anki21", base, packed=0xFFFFFFFF, unpacked=0xFFFFFFFF, extra=struct.pack("<HHI", 1, 4, 9)), media]))

# Many files that share one body: each is small, all together are not.
kernel = entry("0", b"\0" * 1_000_000)
shared = [collection, entry("media", json.dumps({str(i): f"{i}.png" for i in range(100)}).encode()), kernel]
first = len(pack([collection, shared[1]], tail=lambda *_: b"")) - sum(46 + len(e["name"]) for e in shared[:2])
shared += [entry(str(i), b"\0" * 1_000_000, offset=first) for i in range(1, 100)]
refused("zip-overlapping.apkg", "damaged", pack(shared))
names = json.dumps({"0" * i + "0": f"{i}.bin" for i in range(200)}).encode()
imported("media-one-file-many-names.apkg", old(base, json.dumps({"0": "a.bin"}).encode()[:-1] + b',"0":"b.bin","0":"c.bin"}',
         [entry("0", b"x" * 1000)]), 3, {"repeatedName": 2}, media=1)
imported("media-names-of-other-parts.apkg", old(base, b'{"collection.anki21":"a.png","media":"b.png","0":"c.png"}',
         [entry("0", b"x")]), 3, {"missingFile": 2}, media=1)

# --- meta ---------------------------------------------------------------------------------------------------------------
refused("meta-from-the-future.apkg", "unsupported", new(base18, meta=b"\x08\x63"))
refused("meta-noise.apkg", "damaged", new(base18, meta=b"\xff" * 40))
refused("meta-without-collection.apkg", "damaged", pack([entry("meta", b"\x08\x03", method=0), entry("collection.anki2", base)]))
refused("meta-long.apkg", "tooLarge", new(base18, meta=b"\x08\x03" * 5000))
refused("meta-field-too-long.apkg", "damaged", new(base18, meta=b"\x0a\xff\xff\xff\xff\xff\xff\xff\xff\x7f"))
refused("meta-long-number.apkg", "damaged", new(base18, meta=b"\x08" + b"\xff" * 11 + b"\x01"))
refused("meta-group.apkg", "damaged", new(base18, meta=b"\x0b\x0b\x0b\x0c"))

# --- Zstandard ------------------------------------------------------------------------------------------------------------
packed = zstd(base18)
refused("zstd-not.apkg", "damaged", new(base18, packed=base18))
refused("zstd-cut.apkg", "damaged", new(base18, packed=packed[:-50]))
refused("zstd-empty.apkg", "damaged", new(base18, packed=b" "))
flipped = bytearray(packed)
for i in range(60, 160):
    flipped[i] ^= 0x5A
refused("zstd-flipped.apkg", "damaged", new(base18, packed=bytes(flipped)))
refused("zstd-checksum.apkg", "damaged", new(base18, packed=zstd(base18, "--check")[:-4] + b"\1\2\3\4"))
refused("zstd-says-huge.apkg", "damaged", new(base18, packed=b"\x28\xb5\x2f\xfd\xc0\x88" + b"\xff" * 8 + packed[9:]))
refused("zstd-window.apkg", "damaged", new(base18, packed=b"\x28\xb5\x2f\xfd\x00\xb0\x02\x00\x00A"))
refused("zstd-dictionary.apkg", "damaged", new(base18, packed=b"\x28\xb5\x2f\xfd\x23\x78\x56\x34\x12\x10" + packed[6:]))
refused("zstd-skippable-only.apkg", "notAPackage", new(base18, packed=b"\x50\x2a\x4d\x18\x04\0\0\0abcd"))
refused("zstd-noise-behind.apkg", "damaged", new(base18, packed=packed + b"noise"))
imported("zstd-many-empty-frames.apkg", new(base18, packed=zstd(b"") * 20000 + packed), 3)
refused("zstd-bomb.apkg", "tooLarge", new(base18, packed=zstd(base18 + b"\0" * (1 << 30), "-19", "--long=27")))

# --- the database -----------------------------------------------------------------------------------------------------------
refused("db-noise.apkg", "damaged", old(random.Random(3).randbytes(20000)))
refused("db-empty.apkg", "notAPackage", old(b""))
refused("db-text.apkg", "damaged", old(b"SQLite format 3\0" + b"A" * 5000))
refused("db-cut.apkg", "damaged", old(base[:len(base) // 2]))
endless = "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r)"
for table, view in (("notes", f"{endless} SELECT n AS id, 'g' AS guid, 1 AS mid, 1 AS mod, '' AS tags, 'a' AS flds FROM r"),
                    ("cards", f"{endless} SELECT n AS id FROM r"), ("revlog", f"{endless} SELECT n AS id FROM r"),
                    ("col", f"{endless} SELECT 1 AS crt, 11 AS ver, hex(zeroblob(100000000)) AS models FROM r")):
    refused(f"db-endless-view-{table}.apkg", "damaged", old(database(f"CREATE VIEW {table} AS {view};", skip=(table,))))
imported("db-triggers.apkg", old(database("""
    CREATE TRIGGER a AFTER INSERT ON notes BEGIN DELETE FROM notes; END;
    CREATE TRIGGER b AFTER UPDATE ON cards BEGIN INSERT INTO cards SELECT id + 1000, nid, did, ord, mod, usn, type, queue, due,
    ivl, factor, reps, lapses, left, odue, odid, flags, data FROM cards; END;""")), 3)
refused("db-virtual-table.apkg", "damaged", old(database(
    "CREATE VIRTUAL TABLE notes USING fts5(id, guid, mid, mod, usn, tags, flds);", skip=("notes",))))
refused("db-computed-column.apkg", "damaged", old(database(
    "CREATE TABLE notes (id integer PRIMARY KEY, guid text, mid integer, mod integer, usn integer, tags text, raw text, "
    "flds text GENERATED ALWAYS AS (hex(zeroblob(50000000))) VIRTUAL);", skip=("notes",))))
imported("db-default-values.apkg", old(database(
    "CREATE INDEX i ON notes (length(hex(randomblob(length(flds) * 1)))) WHERE id > 5;"
    .replace("randomblob", "zeroblob"))), 3)
imported("db-check-constraints.apkg", old(database(
    "CREATE TABLE extra (a CHECK (length(hex(zeroblob(100000000))) > 0));")), 3)
refused("db-column-missing.apkg", "damaged", old(database("ALTER TABLE notes DROP COLUMN flds;")))
for table in TABLES:
    refused(f"db-no-{table}.apkg", "notAPackage", old(database(skip=(table,))))
refused("db-no-notetypes.apkg", "damaged", new(database(new=True, skip=("notetypes",))))
refused("db-no-col-row.apkg", "damaged", old(database("DELETE FROM col;")))
for label, value, code in (("99", 99, "unsupported"), ("0", 0, "unsupported"), ("negative", -11, "unsupported"),
                           ("text", "'eleven'", "damaged"), ("null", "NULL", "damaged"), ("infinite", "9e999", "damaged")):
    refused(f"db-version-{label}.apkg", code, old(database(f"UPDATE col SET ver = {value};")))
refused("db-created-never.apkg", "damaged", old(database(f"UPDATE col SET crt = {-(1 << 62)};")))
refused("db-created-late.apkg", "damaged", old(database(f"UPDATE col SET crt = {(1 << 62)};")))
refused("db-models-no-json.apkg", "damaged", old(database("UPDATE col SET models = 'models';")))
refused("db-models-list.apkg", "damaged", old(database("UPDATE col SET models = '[1,2]';")))
refused("db-models-null.apkg", "damaged", old(database("UPDATE col SET models = NULL;")))
refused("db-models-deep.apkg", "damaged", old(database(lambda db: db.execute("UPDATE col SET models = ?", ("[" * 200000,)))))
refused("db-decks-deep.apkg", "damaged", old(database(lambda db: db.execute(
    "UPDATE col SET decks = ?", ('{"a":' * 100000 + "1" + "}" * 100000,)))))
imported("db-models-other-types.apkg", old(database(lambda db: db.execute("UPDATE col SET models = ?", (json.dumps(
    {"1": {"name": 5, "flds": "none", "tmpls": {"a": 1}, "type": [], "css": None}, "x": 7}),)))), 0,
    {"noNotetype": 3, "noNote": 3, "noCard": 3})
imported("db-numbers-infinite.apkg", old(database(
    """UPDATE cards SET data = '{"s":1e999,"d":-1e999,"dr":1e400}', ivl = 9e999, due = -9e999""")), 3, {"badRow": 3, "noCard": 3})
refused("db-options-infinite.apkg", "damaged", old(database(lambda db: db.execute(
    "UPDATE col SET dconf = ?", (json.dumps(DCONF).replace("[1, 10]", "[1e999, -1e999, 1e308]"),)))))
imported("db-numbers-nan.apkg", old(database("""UPDATE cards SET data = '{"s":NaN,"d":Infinity}';""")), 3)
imported("db-ids-extreme.apkg", old(database(f"""UPDATE notes SET id = {-(1 << 63)} WHERE id = 1; UPDATE cards SET nid = {-(1 << 63)},
    id = {(1 << 63) - 1} WHERE id = 11; UPDATE revlog SET cid = {(1 << 63) - 1} WHERE cid = 11;
    UPDATE revlog SET id = -5 WHERE cid = 12; UPDATE revlog SET id = {(1 << 63) - 1} WHERE cid = 13;""")), 3, {"badRow": 2})
imported("db-dates-extreme.apkg", old(database(
    f"UPDATE notes SET mod = {(1 << 63) - 1}; UPDATE cards SET due = {(1 << 63) - 1}, ivl = {-(1 << 63)}, mod = {-(1 << 63)}, "
    f"factor = {1 << 62}, reps = {1 << 40}, lapses = -{1 << 40}, left = {1 << 50}, odue = {-(1 << 63)}, flags = {(1 << 63) - 1};")), 3)
imported("db-types-swapped.apkg", old(database(
    "UPDATE notes SET flds = x'00ff1f00', tags = 5 WHERE id = 1; UPDATE notes SET mid = 'one' WHERE id = 2; "
    "UPDATE cards SET type = 'two', queue = x'02' WHERE nid = 3; UPDATE revlog SET ease = 'good';")), 1,
    {"badRow": 6, "noNote": 2})
imported("db-types-out-of-range.apkg", old(database(
    "UPDATE cards SET type = 77 WHERE id = 11; UPDATE cards SET queue = -99 WHERE id = 12; UPDATE cards SET ord = -1 WHERE id = 13;")),
    3, {"badRow": 3, "noCard": 3})
imported("db-nulls.apkg", old(database("UPDATE notes SET guid = NULL; UPDATE cards SET due = NULL;")), 0,
         {"badRow": 6, "noCard": 3})
imported("db-orphans.apkg", old(database(
    "UPDATE cards SET nid = 77 WHERE id = 11; UPDATE cards SET did = 88 WHERE id = 12; UPDATE revlog SET cid = 99 WHERE cid = 13;")),
    3, {"noNote": 1, "noDeck": 1, "noCard": 2})
imported("db-text-no-unicode.apkg", old(database(lambda db: db.execute(
    "UPDATE notes SET flds = CAST(x'ff00fe1fc328' AS TEXT), tags = CAST(x'20ff20c0af20' AS TEXT)"))), 3)
imported("db-zero-bytes.apkg", old(database(lambda db: db.execute("UPDATE notes SET flds = 'a' || char(0) || 'b' || char(31) || 'c', guid = char(0)"))), 3)
imported("db-utf16.apkg", old(database(before="PRAGMA encoding = 'UTF-16le';")), 3)
imported("db-fields-many.apkg", old(database(lambda db: db.execute("UPDATE notes SET flds = ?", ("\x1f" * 300000,)))), 3, {"extraFields": 3})
imported("db-tags-many.apkg", old(database(lambda db: db.execute("UPDATE notes SET tags = ?", ("a " * 300000,)))), 3)
imported("db-deck-deep.apkg", old(database(lambda db: db.execute("UPDATE col SET decks = ?", (json.dumps(
    dict(DECKS, **{"5": {"name": "::".join(["a"] * 20000)}})),)))), 3)
imported("db-deck-names-odd.apkg", old(database(lambda db: db.execute("UPDATE col SET decks = ?", (json.dumps(
    dict(DECKS, **{"5": {"name": "::::../..\0\u202e<script>alert(1)</script>::"}})),)))), 3)
imported("db-html.apkg", old(database(lambda db: db.execute("UPDATE notes SET flds = ?", (
    '<script>alert(1)</script><img src=x onerror=alert(2)><a href="javascript:alert(3)">a</a>\x1f<svg/onload=alert(4)>',)))), 3)
refused("db-text-over-limit.apkg", "tooLarge", old(database(lambda db: db.execute(
    "UPDATE notes SET flds = CAST(zeroblob(70000000) AS TEXT) WHERE id = 1"))))


def schema(sql):
    def change(db):
        db.execute("PRAGMA writable_schema = ON")
        db.execute(sql)
    return change


refused("db-schema-noise.apkg", "damaged", old(database(schema("UPDATE sqlite_schema SET sql = 'CREATE TABLE notes (((' WHERE name = 'notes'"))))
refused("db-schema-view-as-table.apkg", "damaged", old(database(schema(
    f"UPDATE sqlite_schema SET sql = 'CREATE VIEW notes AS {endless} SELECT n AS id FROM r' WHERE name = 'notes'"))))
refused("db-schema-root-page.apkg", "damaged", old(database(schema("UPDATE sqlite_schema SET rootpage = 4000000 WHERE name = 'notes'"))))
add("db-schema-same-page.apkg", old(database(schema(
    "UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'col') WHERE name = 'notes'"))), either=["damaged"])
refused("db-schema-long.apkg", "damaged", old(database(
    "CREATE TABLE long (a" + "".join(f", c{i} text DEFAULT '{'x' * 200}'" for i in range(1900)) + ");")))


def cycle(data):
    """The first inner page of the table notes refers to itself."""
    size = struct.unpack(">H", data[16:18])[0]
    for start in range(size, len(data), size):
        if data[start] == 5:
            page = start // size + 1
            cells = struct.unpack(">H", data[start + 3:start + 5])[0]
            for i in range(cells):
                at = start + struct.unpack(">H", data[start + 12 + 2 * i:start + 14 + 2 * i])[0]
                data[at:at + 4] = struct.pack(">I", page)
            data[start + 8:start + 12] = struct.pack(">I", page)
    return bytes(data)


def dag(data):
    """All children of the inner pages are one and the same page."""
    size = struct.unpack(">H", data[16:18])[0]
    for start in range(size, len(data), size):
        if data[start] == 5:
            cells = struct.unpack(">H", data[start + 3:start + 5])[0]
            at = [start + struct.unpack(">H", data[start + 12 + 2 * i:start + 14 + 2 * i])[0] for i in range(cells)]
            for place in at:
                data[place:place + 4] = data[at[0]:at[0] + 4]
    return bytes(data)


many = [(i, f"g{i}", 1, 0, 0, "", f"word {i} {'x' * 400}\x1fmeaning", 0, 0, 0, "") for i in range(1, 2000)]
refused("db-page-cycle.apkg", "damaged", old(database(notes=many, cards=[], reviews=[], bytes_=cycle)))
add("db-page-shared.apkg", old(database(notes=many, cards=[], reviews=[], bytes_=dag)), either=["damaged"])


def noise(seed, first=1):
    def change(data):
        rng = random.Random(seed)
        for _ in range(len(data) // 40):
            data[rng.randrange(first * 4096, len(data))] = rng.randrange(256)
        return bytes(data)
    return change


for seed in range(6):
    add(f"db-noise-in-pages-{seed}.apkg", old(database(notes=many[:300], bytes_=noise(seed))), either=["damaged", "notAPackage", "unsupported", "tooLarge"])
for seed in range(4):
    add(f"db-noise-in-header-{seed}.apkg", old(database(bytes_=noise(seed, 0))), either=["damaged", "notAPackage", "unsupported", "tooLarge"])
refused("db-page-count.apkg", "damaged", old(database(bytes_=lambda d: bytes(d[:28] + b"\x7f\xff\xff\xff" + d[32:16384]))))
imported("db-wal-mode.apkg", old(database(bytes_=lambda d: bytes(d[:18] + b"\2\2" + d[20:]))), 3)
refused("db-future-format.apkg", "damaged", old(database(bytes_=lambda d: bytes(d[:18] + b"\x09\x09" + d[20:]))))

# --- Protocol Buffers in the database ---------------------------------------------------------------------------------------------
for label, value in (("noise", b"\xff" * 50), ("cut", b"\x0a\x50abc"), ("length", b"\x1a\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"),
                     ("group", b"\x0b\x0b\x0b"), ("field-zero", b"\x02\x00")):
    for table, column in (("notetypes", "config"), ("templates", "config"), ("decks", "kind"), ("deck_config", "config")):
        if label in ("noise", "length") or table == "decks":
            refused(f"protobuf-{label}-{table}.apkg", "damaged", new(database(
                lambda db: db.execute(f"UPDATE {table} SET {column} = ?", (value,)), new=True)))
infinite = field(1, struct.pack("<fff", float("inf"), float("nan"), -1)) + field(2, b"\1\2\3") + b"\xad\x02" + struct.pack("<f", float("nan"))
imported("protobuf-infinite.apkg", new(database(lambda db: db.execute("UPDATE deck_config SET config = ?", (
    infinite + field(6, struct.pack("<21f", *[float("inf")] * 21)),)), new=True)), 3)
imported("protobuf-nested.apkg", new(database(lambda db: db.execute("UPDATE decks SET kind = ?", (
    field(1, field(1, field(1, field(1, b"")))),)), new=True)), 3)
imported("protobuf-types-swapped.apkg", new(database(lambda db: db.execute("UPDATE notetypes SET config = 5, name = x'ff'"), new=True)), 3)

# --- media -----------------------------------------------------------------------------------------------------------------------
image = b"\x89PNG\r\n\x1a\n" + b"x" * 200
names = ["../../etc/cron.d/x", "/etc/passwd", "..\\..\\x.png", "C:\\x.png", "a\0.png", "..", ".", "", "a/b.png", "x" * 300, "a\nb.png", "sound.png"]
imported("media-names-unsafe-old.apkg", old(base, json.dumps({str(i): n for i, n in enumerate(names)}).encode(),
         [entry(str(i), image) for i in range(len(names))]), 3, {"unsafeName": 11}, media=1)
imported("media-names-unsafe-new.apkg", new(base18, b"".join(media_entry(n, image) for n in names),
         [entry(str(i), zstd(image), method=0) for i in range(len(names))]), 3, {"unsafeName": 11}, media=1)
imported("media-name-twice.apkg", old(base, b'{"0":"a.png","1":"a.png"}', [entry("0", image), entry("1", image)]), 3, {"repeatedName": 1}, media=1)
imported("media-name-twice-forms.apkg", old(base, '{"0":"é.png","1":"é.png"}'.encode(), [entry("0", image), entry("1", image)]), 3,
         {"repeatedName": 1}, media=1)
imported("media-missing.apkg", old(base, b'{"0":"a.png","7":"b.png"}', [entry("0", image)]), 3, {"missingFile": 1}, media=1)
imported("media-wrong-hash.apkg", new(base18, media_entry("a.png", image, sha1=b"x" * 20), [entry("0", zstd(image), method=0)]), 3, {"damagedFile": 1})
imported("media-wrong-size.apkg", new(base18, media_entry("a.png", image, size=5), [entry("0", zstd(image), method=0)]), 3, {"damagedFile": 1})
imported("media-size-huge.apkg", new(base18, media_entry("a.png", image, size=(1 << 64) - 1), [entry("0", zstd(image), method=0)]), 3, {"damagedFile": 1})
imported("media-size-large.apkg", new(base18, media_entry("a.png", image, size=1 << 40), [entry("0", zstd(image), method=0)]), 3, {"tooLarge": 1})
imported("media-not-zstd.apkg", new(base18, media_entry("a.png", image), [entry("0", image, method=0)]), 3, {"damagedFile": 1})
imported("media-zstd-cut.apkg", new(base18, media_entry("a.png", image), [entry("0", zstd(image)[:-9], method=0)]), 3, {"damagedFile": 1})
imported("media-crc.apkg", old(base, b'{"0":"a.png"}', [entry("0", image, crc=5)]), 3, {"damagedFile": 1})
imported("media-zstd-bomb-small.apkg", new(base18, media_entry("a.png", image), [entry("0", zstd(b"\0" * (1 << 26)), method=0)]), 3, {"damagedFile": 1})
for label, value in (("noise", b"\xff\xfe\x00"), ("list", b"[1]"), ("numbers", b'{"0":5}'), ("deep", b'{"0":' * 5000), ("cut", b'{"0":"a')):
    refused(f"media-list-{label}.apkg", "damaged", old(base, value))
refused("media-list-protobuf-noise.apkg", "damaged", new(base18, b"\xff" * 90))
refused("media-list-protobuf-length.apkg", "damaged", new(base18, b"\x0a\xff\xff\xff\x7f"))
imported("media-list-protobuf-empty-entries.apkg", new(base18, b"\x0a\x00" * 1000), 3, {"unsafeName": 1000})
imported("no-media-list.apkg", pack([collection]), 3)

# --- large ones, which are not kept in the repository ------------------------------------------------------------------------------
if large:
    refused("zip-bomb.apkg", "tooLarge", pack([entry("collection.anki21", base + b"\0" * (1 << 30)), media]))
    bomb = entry("0", b"\0" * (300 << 20))
    imported("media-bomb.apkg", pack([collection, entry("media", json.dumps({str(i): f"{i}.png" for i in range(20)}).encode()),
            *[dict(bomb, name=str(i).encode(), local_name=str(i).encode()) for i in range(20)]]), 3, {"tooLarge": 20})
    refused("media-zstd-bomb.apkg", "tooLarge", new(base18, b"".join(media_entry(f"{i}.png", b"", size=50 << 20) for i in range(40)),
            [entry(str(i), zstd(b"\0" * (50 << 20)), method=0) for i in range(40)]))
    imported("zip-many-files.apkg", pack([collection, media, *[entry(f"f{i}", b"") for i in range(60000)]]), 3)
    def rows(db):
        db.executemany("INSERT INTO notes VALUES (?, 'g', 1, 0, 0, '', ?, 0, 0, 0, '')", ((i, "a\x1fb") for i in range(10, 3_000_000)))
    refused("db-three-million-notes.apkg", "tooLarge", old(database(rows)))
    def logs(db):
        db.executemany("INSERT INTO revlog VALUES (?, 11, 0, 3, 1, 1, 0, 0, 1)", ((i,) for i in range(1, 9_000_000)))
    refused("db-nine-million-reviews.apkg", "tooLarge", old(database(logs)))
    def tables(db):
        db.execute("BEGIN")
        db.execute("PRAGMA writable_schema = ON")
        db.executemany("INSERT INTO sqlite_schema VALUES ('table', ?, ?, 2, ?)",
                       ((f"t{i}", f"t{i}", f"CREATE TABLE t{i} (a, b, c, d, e)") for i in range(300_000)))
    add("db-many-tables.apkg", old(database(tables)), either=["tooLarge", "tooSlow"])
    def models(db):
        db.execute("UPDATE col SET models = ?", ("{" + ",".join(f'"{i}":[]' for i in range(1_900_000)) + "}",))
    refused("db-models-long.apkg", "tooLarge", old(database(models)))
    def wide_models(db):
        db.execute("UPDATE col SET models = ?", ("{" + ",".join(f'"{i}":0' for i in range(1_400_000)) + "}",))
    imported("db-models-wide.apkg", old(database(wide_models)), 0, {"noNotetype": 3, "noNote": 3, "noCard": 3})

with open(os.path.join(out, "verdicts.json"), "w") as file:
    json.dump(verdicts, file, indent=1, sort_keys=True)
print(len(verdicts), "files")

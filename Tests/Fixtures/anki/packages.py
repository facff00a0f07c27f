# SPDX-License-Identifier: Apache-2.0
"""Parts of packages as Anki writes them, made by hand so that every number can be a lie. For the scripts that make hostile files."""
import hashlib
import json
import os
import sqlite3
import struct
import subprocess
import tempfile
import zlib


# --- ZIP, written by hand so that every number can be a lie ---------------------------------------------------------

def entry(name, data=b"", method=8, flags=0, crc=None, packed=None, unpacked=None, attributes=0, system=3, body=None,
          local_name=None, offset=None, extra=b"", local_flags=None, local_extra=b""):
    name = name if isinstance(name, bytes) else name.encode()
    if body is None:
        body = data
        if method == 8:
            deflate = zlib.compressobj(9 if len(data) < 1 << 24 else 1, zlib.DEFLATED, -15)
            body = deflate.compress(data) + deflate.flush()
    return dict(name=name, body=body, method=method, flags=flags, crc=zlib.crc32(data) if crc is None else crc,
                packed=len(body) if packed is None else packed, unpacked=len(data) if unpacked is None else unpacked,
                attributes=attributes, system=system, local_name=name if local_name is None else local_name,
                offset=offset, extra=extra, local_flags=flags if local_flags is None else local_flags,
                local_extra=local_extra)


def pack(entries, count=None, comment=b"", directory_offset=None, directory_size=None, disk=0, prefix=b"", tail=None,
         between=b""):
    data, directory, last = prefix, b"", 0
    for e in entries:
        start = len(data) if e["offset"] is None else e["offset"]
        if e["offset"] is None:
            data += struct.pack("<IHHHHHIIIHH", 0x04034B50, 20, e["local_flags"], e["method"], 0, 0, e["crc"],
                                e["packed"] & 0xFFFFFFFF, e["unpacked"] & 0xFFFFFFFF, len(e["local_name"]),
                                len(e["local_extra"])) + e["local_name"] + e["local_extra"] + e["body"]
        directory += struct.pack("<IHHHHHHIIIHHHHHII", 0x02014B50, e["system"] << 8 | 20, 20, e["flags"], e["method"],
                                 0, 0, e["crc"], e["packed"] & 0xFFFFFFFF, e["unpacked"] & 0xFFFFFFFF, len(e["name"]),
                                 len(e["extra"]), 0, 0, 0, e["attributes"], start & 0xFFFFFFFF) + e["name"] + e["extra"]
    data += between
    at = len(data) if directory_offset is None else directory_offset
    data += directory
    if tail is not None:
        return data + tail(at, len(directory), len(entries))
    n = len(entries) if count is None else count
    size = len(directory) if directory_size is None else directory_size
    return data + struct.pack("<IHHHHIIH", 0x06054B50, disk, disk, n, n, size & 0xFFFFFFFF, at & 0xFFFFFFFF,
                              len(comment)) + comment


# --- collections ----------------------------------------------------------------------------------------------------

MODELS = {"1": {"id": 1, "name": "Basic", "type": 0, "css": "", "flds": [{"name": "Front", "ord": 0},
          {"name": "Back", "ord": 1}], "tmpls": [{"name": "Card 1", "ord": 0, "qfmt": "{{Front}}", "afmt": "{{Back}}"}]}}
DECKS = {"1": {"id": 1, "name": "Default", "dyn": 0, "conf": 1}, "5": {"id": 5, "name": "Words", "dyn": 0, "conf": 1}}
DCONF = {"1": {"id": 1, "name": "Default", "new": {"delays": [1, 10], "perDay": 20},
               "rev": {"perDay": 200, "maxIvl": 36500}, "lapse": {"delays": [10], "leechFails": 8, "leechAction": 0}}}
TABLES = {
    "col": "id integer PRIMARY KEY, crt integer, mod integer, scm integer, ver integer, dty integer, usn integer, "
           "ls integer, conf text, models text, decks text, dconf text, tags text",
    "notes": "id integer PRIMARY KEY, guid text, mid integer, mod integer, usn integer, tags text, flds text, "
             "sfld integer, csum integer, flags integer, data text",
    "cards": "id integer PRIMARY KEY, nid integer, did integer, ord integer, mod integer, usn integer, type integer, "
             "queue integer, due integer, ivl integer, factor integer, reps integer, lapses integer, left integer, "
             "odue integer, odid integer, flags integer, data text",
    "revlog": "id integer PRIMARY KEY, cid integer, usn integer, ease integer, ivl integer, lastIvl integer, "
              "factor integer, time integer, type integer",
}
NEW_TABLES = {
    "notetypes": "id integer NOT NULL PRIMARY KEY, name text NOT NULL COLLATE unicase, mtime_secs integer, "
                 "usn integer, config blob",
    "fields": "ntid integer, ord integer, name text COLLATE unicase, config blob, PRIMARY KEY (ntid, ord)",
    "templates": "ntid integer, ord integer, name text COLLATE unicase, mtime_secs integer, usn integer, config blob, "
                 "PRIMARY KEY (ntid, ord)",
    "decks": "id integer PRIMARY KEY NOT NULL, name text COLLATE unicase, mtime_secs integer, usn integer, "
             "common blob, kind blob",
    "deck_config": "id integer PRIMARY KEY, name text COLLATE unicase, mtime_secs integer, usn integer, config blob",
    "config": "KEY text NOT NULL PRIMARY KEY, usn integer, mtime_secs integer, val blob",
}
NOTES = [(i, f"guid{i}", 1, 1700000000, 0, " tag ", f"word {i}\x1fmeaning {i}", 0, 0, 0, "") for i in range(1, 4)]
CARDS = [(i + 10, i, 5, 0, 1700000000, 0, 2, 2, 100, 30, 2500, 5, 0, 0, 0, 0, 0, '{"s":30.5,"d":5.1}') for i in range(1, 4)]
REVIEWS = [(1700000000000 + i, i + 10, 0, 3, 30, 10, 2500, 4000, 1) for i in range(1, 4)]
COL = [1, 1700000000, 0, 0, 11, 0, 0, 0, "{}", json.dumps(MODELS), json.dumps(DECKS), json.dumps(DCONF), "{}"]


def database(change=None, skip=(), col=None, notes=NOTES, cards=CARDS, reviews=REVIEWS, new=False, before="", bytes_=None):
    """A collection of three notes, changed by SQL or by a function of the connection."""
    path = tempfile.mktemp()
    db = sqlite3.connect(path)
    db.create_collation("unicase", lambda a, b: (a.lower() > b.lower()) - (a.lower() < b.lower()))
    db.executescript("PRAGMA synchronous = OFF;" + before)
    tables = dict(TABLES, **(NEW_TABLES if new else {}))
    for name, columns in tables.items():
        if name not in skip:
            db.execute(f"CREATE TABLE {name} ({columns})")
    row = list(col or COL)
    if new:
        row[4:5], row[8:13] = [18], ["", "", "", "", ""]
        if "notetypes" not in skip:
            db.execute("INSERT INTO notetypes VALUES (1, 'Basic', 0, 0, x'')")
        db.execute("INSERT INTO fields VALUES (1, 0, 'Front', x''), (1, 1, 'Back', x'')")
        db.execute("INSERT INTO templates VALUES (1, 0, 'Card 1', 0, 0, ?)", (b"\x0a\x09{{Front}}\x12\x08{{Back}}",))
        db.execute("INSERT INTO decks VALUES (1, 'Default', 0, 0, x'', x'0a020801'), (5, 'Words', 0, 0, x'', x'0a020801')")
        db.execute("INSERT INTO deck_config VALUES (1, 'Default', 0, 0, x'')")
    for name, rows in (("col", [row]), ("notes", notes), ("cards", cards), ("revlog", reviews)):
        if name not in skip:
            for values in rows:
                db.execute(f"INSERT INTO {name} VALUES ({','.join('?' * len(values))})", values)
    db.commit()
    if callable(change):
        change(db)
    elif change:
        db.executescript(change)
    db.commit()
    db.close()
    data = open(path, "rb").read()
    os.remove(path)
    return bytes_(bytearray(data)) if bytes_ else data


def zstd(data, *options):
    return subprocess.run(["zstd", "-q", "-c", *options], input=data, stdout=subprocess.PIPE, check=True).stdout


def old(data, media=b"{}", files=()):
    return pack([entry("collection.anki21", data), entry("media", media), *files])


def varint(n):
    result = b""
    while n > 127:
        result, n = result + bytes([n & 127 | 128]), n >> 7
    return result + bytes([n])


def field(number, data):
    return varint(number << 3 | 2) + varint(len(data)) + data


def media_entry(name, data, size=None, sha1=None):
    name = name if isinstance(name, bytes) else name.encode()
    return field(1, field(1, name) + b"\x10" + varint(len(data) if size is None else size)
                 + field(3, hashlib.sha1(data).digest() if sha1 is None else sha1))


def new(data, media=b"", files=(), packed=None, meta=b"\x08\x03"):
    return pack([entry("meta", meta, method=0), entry("collection.anki21b", packed or zstd(data), method=0),
                 entry("media", zstd(media), method=0), *files])

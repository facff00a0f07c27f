# SPDX-License-Identifier: Apache-2.0
"""Some months of an invented life, for pictures: a journal, what Hearth knows, and a deck that has been studied."""

import json
import random
import sqlite3
import tempfile
import time
import zipfile
from datetime import date, timedelta
from pathlib import Path

from known import fact

DECK = Path(__file__).resolve().parents[2] / "Sources/HearthWeb/SampleDeck/french.tsv"

# Days ago, mood, what was written.
ENTRIES = [
    (0, 5, "Half a violin\n\nLise carried the case home herself, both arms round it, and would not let me take it on the stairs. She has "
           "learned to hold it and nothing more. She says that is half of it.\n\nThe landlord wrote: somebody comes on Monday."),
    (2, 2, "The long corridor\n\nTwo admissions at four in the morning. Madame Riou held my wrist and asked whether it was Tuesday. I slept "
           "until two and the day was gone."),
    (4, 3, "Cold flat, warm soup\n\nStill no heating. We ate in the kitchen with the oven door open. Yann brought the small heater from the "
           "boat, and stayed."),
    (5, 4, "North wall\n\nCleared the bed along the north wall. My mother’s ferns will go at the back."),
    (7, 4, "Saturday market\n\nYann knew everyone. Lise chose a pumpkin larger than she is."),
    (9, 1, "Night nine\n\nNine nights of fourteen. I cried in the car, and then I was all right."),
    (10, 3, "Letters\n\nWrote to the landlord. Wrote it again without the angry half."),
    (12, 4, "Alto\n\nThe choir did the Fauré without stopping once. I had forgotten how low it goes."),
    (14, 5, "Sea\n\nFirst calm day. Lise slept on the nets all the way back."),
    (17, 3, "Ordinary\n\nShift, school, soup, bed."),
    (19, 2, "Tired\n\nToo many nights. I snapped at Yann about nothing."),
    (23, 4, "The case\n\nThe shop has a quarter-size violin to rent. Lise has not stopped humming."),
    (28, 4, "Ferns\n\nMy mother gave me three ferns in a bucket, and advice in a larger one."),
    (365, 4, "First frost\n\nFirst frost. Lise wrote her name on the car window and was late for school, and so was I."),
]

FACTS = [
    fact("a", "I sing alto in a choir", "preferences", date="2026-11-14T19:00:00Z", pinned=True),
    fact("b", "I live in Rennes", "places", date="2026-03-02T17:00:00Z", valid_until="2026-09-01T10:00:00Z", superseded_by="c"),
    fact("c", "I live in Concarneau", "places", date="2026-09-01T10:00:00Z"),
    fact("d", "My daughter Lise is seven", "people", date="2026-10-03T18:00:00Z"),
    fact("e", "Yann keeps a boat", "people", date="2026-10-21T18:00:00Z"),
    fact("f", "I work nights at the hospital", "work", date="2026-10-05T06:00:00Z"),
    fact("g", "I am afraid of wasps", "preferences", date="2026-11-20T17:00:00Z"),
    fact("h", "I want to see Iceland", "plans", date="2026-11-08T21:00:00Z"),
    fact("i", "I drink my coffee black", date="2026-11-19T07:00:00Z"),
]
WAITING = [
    fact("w1", "I would take a day job", "work", quote="I would take a day job if there were one", waits=True, date="2026-11-22T06:00:00Z"),
    fact("w2", "I play the piano", "preferences", quote="I play the piano, badly", waits=True, date="2026-11-18T20:00:00Z"),
]


def journal(folder):
    """A zip of Markdown, as a folder of notes has it."""
    path = Path(folder) / "journal.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for ago, mood, text in ENTRIES:
            day = date.today() - timedelta(days=ago)
            title, _, body = text.partition("\n\n")
            archive.writestr(f"{day}.md", f"---\ntitle: {title}\ndate: {day} 19:40\nmood: {mood}\n---\n\n{body}\n")
    return path


def package(folder):
    """A package of Anki (schema 11): a deck that somebody has studied every evening for four months, with good days and bad."""
    chance = random.Random(7)
    words = [line.split("\t") for line in DECK.read_text().splitlines()]
    today, created = int(time.time()) // 86400, int(time.time()) // 86400 - 130
    base = Path(folder) / "collection.anki2"
    database = sqlite3.connect(base)
    database.executescript("""
        CREATE TABLE col (id, crt, mod, scm, ver, dty, usn, ls, conf, models, decks, dconf, tags);
        CREATE TABLE notes (id INTEGER PRIMARY KEY, guid, mid, mod, usn, tags, flds, sfld, csum, flags, data);
        CREATE TABLE cards (id INTEGER PRIMARY KEY, nid, did, ord, mod, usn, type, queue, due, ivl, factor, reps, lapses, left, odue, odid,
                            flags, data);
        CREATE TABLE revlog (id INTEGER PRIMARY KEY, cid, usn, ease, ivl, lastIvl, factor, time, type);
        CREATE TABLE graves (usn, oid, type);""")
    fields = [{"name": name, "ord": place} for place, name in enumerate(("Word", "IPA", "Translation", "Example"))]
    kind = {"id": 11, "name": "Word", "type": 0, "flds": fields, "css": "",
            "tmpls": [{"name": "Card", "ord": 0, "qfmt": "{{Word}}", "afmt": "{{IPA}} {{Translation}} {{Example}}"}]}
    decks = {"12": {"id": 12, "name": "French", "conf": 1, "dyn": 0, "desc": ""}}
    options = {"1": {"id": 1, "name": "Default", "new": {"perDay": 10}, "rev": {"perDay": 200}}}
    database.execute("INSERT INTO col VALUES (1, ?, 0, 0, 11, 0, 0, 0, '{}', ?, ?, ?, '{}')",
                     (created * 86400, json.dumps({"11": kind}), json.dumps(decks), json.dumps(options)))
    for number, word in enumerate(words):
        note, card, begun = 1_700_000_000_000 + number, 1_700_000_100_000 + number, created + 2 + number * 2 // 3
        database.execute("INSERT INTO notes VALUES (?, ?, 11, 0, 0, '', ?, ?, 0, 0, '')", (note, f"g{number}", "\x1f".join(word), word[0]))
        day, interval, last, reviews, lapses = begun, 0, 0, 0, 0
        while day < today and number < 170:
            # An evening away from home now and then.
            known = reviews == 0 or chance.random() < (0.82 if number % 9 == 0 else 0.92)
            grade = 3 if known and chance.random() < 0.8 else 4 if known and reviews else 3 if known else 1
            last, interval = interval, max(1, round((interval or 1.3) * (2.4 if grade > 2 else 0.3) * chance.uniform(0.85, 1.15)))
            moment = (day * 86400 + 67_000 + chance.randrange(3_000)) * 1000 + number
            database.execute("INSERT OR IGNORE INTO revlog VALUES (?, ?, 0, ?, ?, ?, 2500, ?, ?)",
                             (moment, card, grade, interval, last, chance.randrange(2_000, 9_000), 0 if reviews == 0 else 1))
            reviews, lapses, day = reviews + 1, lapses + (grade == 1), day + interval
        state = 2 if reviews else 0
        database.execute("INSERT INTO cards VALUES (?, ?, 12, 0, 0, 0, ?, ?, ?, ?, 2500, ?, ?, 0, 0, 0, 0, '')",
                         (card, note, state, state, day - created if reviews else number, interval, reviews, lapses))
    database.commit()
    database.close()
    path = Path(folder) / "French.apkg"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(base, "collection.anki2")
        archive.writestr("media", "{}")
    return path

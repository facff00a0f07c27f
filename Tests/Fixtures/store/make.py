#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes version-1.sqlite and version-7.sqlite: what the first migrations make, filled with Python's own sqlite3.

A file that is there stays as it is."""

import pathlib
import re
import sqlite3
import struct
import textwrap

here = pathlib.Path(__file__).parent
sources = "\n".join(
    (here / "../../../Sources/HearthStore" / path).read_text()
    for path in ("Conversations/ConversationSchema.swift", "Settings/SettingsArea.swift"))


def migrations():
    """Number, name and SQL of each migration of conversations and settings, oldest first."""
    for number, name, function in sorted(
            (int(n), name, function) for n, name, function in re.findall(r'Migration\((\d+), "([^"]*)", (\w+)\)', sources)):
        body = re.search(rf"func {function}\(.*?sql:(.*?)\n}}", sources, re.S).group(1)
        sql = re.search(r'"""\n(.*?)\n *"""|"([^"]*)"', body, re.S)
        yield number, name, textwrap.dedent(sql.group(1) or sql.group(2))


def write(version):
    file = here / f"version-{version}.sqlite"
    if file.exists():
        return
    database = sqlite3.connect(file)
    database.execute("CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
    for number, name, sql in migrations():
        if number <= version:
            database.executescript(sql)
            database.execute("INSERT INTO grdb_migrations VALUES (?)", (name,))
    database.execute(f"PRAGMA application_id = {struct.unpack('>i', b'Hrth')[0]}")
    database.execute(f"PRAGMA user_version = {version}")
    fill(database)
    database.commit()
    database.close()


def fill(database):
    day = 816_969_600.25
    columns = "(id, createdAt, lastMessageAt, title, leaf)"
    database.execute(f"INSERT INTO sessions {columns} VALUES (?, ?, ?, ?, ?)",
                     ("one", day, day + 60, "Kettles and cafés", "m3"))
    columns = "(id, session, parent, role, content, createdAt, state, model, tokens)"
    for row in [
        ("m1", "one", None, "user", "When does water boil?", day, "complete", None, None),
        ("m2", "one", "m1", "assistant", "At 100 degrees.", day + 1, "complete", "owner/name", 5),
        ("m3", "one", "m1", "assistant", "That depends on the", day + 60, "stopped", "owner/name", 4),
    ]:
        database.execute(f"INSERT INTO messages {columns} VALUES ({', '.join('?' * len(row))})", row)
    database.execute("INSERT INTO drafts VALUES ('one', 'And at altitude')")


for version in (1, 7):
    write(version)

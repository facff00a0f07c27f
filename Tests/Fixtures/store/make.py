#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes version-1.sqlite: what the first migration makes, filled with Python's own sqlite3."""

import pathlib
import re
import sqlite3
import struct
import textwrap

here = pathlib.Path(__file__).parent
source = (here / "../../../Sources/HearthStore/Conversations/ConversationSchema.swift").read_text()
schema = textwrap.dedent(re.search(r'func createConversations.*?sql: """\n(.*?)\n *"""\)', source, re.S).group(1))
name = re.search(r'"([^"]*)", createConversations\)', source).group(1)

file = here / "version-1.sqlite"
file.unlink(missing_ok=True)
database = sqlite3.connect(file)
database.executescript(schema)
database.execute("CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
database.execute("INSERT INTO grdb_migrations VALUES (?)", (name,))
database.execute(f"PRAGMA application_id = {struct.unpack('>i', b'Hrth')[0]}")
database.execute("PRAGMA user_version = 1")

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
database.commit()
database.close()

// SPDX-License-Identifier: Apache-2.0

import GRDB

let conversationMigrations = [
    Migration(1, "2026-11 conversations", createConversations),
    Migration(3, "2026-11 thinking of a session", addThinking),
    Migration(4, "2026-11 faults as codes", addFaultCodes),
    Migration(5, "2026-11 tokens of instructions", addInstructionTokens),
    Migration(6, "2026-11 where a model begins to read", addReadsFrom),
    Migration(11, "2026-11 modes and memory of sessions", addCompanion),
    Migration(25, "2026-11 imported sessions", createImportedSessions),
    Migration(26, "2026-11 models of sessions", addModels),
]

/// Sessions, their messages and drafts, and the search index of titles and texts.
///
/// Dates are `Timestamp`s. `number` is the order of writing; it is never given
/// out twice, and the search index knows rows by it. An answer that is still arriving is not in the index: it changes
/// several times a second, and the index would have to take each state of it in and out again.
private func createConversations(_ database: Database) throws {
    try database.execute(
        sql: """
            CREATE TABLE sessions (
                number INTEGER PRIMARY KEY AUTOINCREMENT,
                id TEXT NOT NULL UNIQUE,
                createdAt REAL NOT NULL,
                lastMessageAt REAL NOT NULL,
                title TEXT NOT NULL,
                instructions TEXT,
                leaf TEXT,
                frozenAt REAL,
                continues TEXT,
                deletedAt REAL
            ) STRICT;
            CREATE INDEX sessions_shown ON sessions (lastMessageAt) WHERE deletedAt IS NULL;
            CREATE INDEX sessions_deleted ON sessions (deletedAt) WHERE deletedAt IS NOT NULL;
            CREATE INDEX sessions_open ON sessions (number) WHERE frozenAt IS NULL;

            CREATE TABLE messages (
                number INTEGER PRIMARY KEY AUTOINCREMENT,
                id TEXT NOT NULL UNIQUE,
                session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
                parent TEXT REFERENCES messages (id) DEFERRABLE INITIALLY DEFERRED,
                role TEXT NOT NULL CHECK (role IN ('user', 'assistant')),
                content TEXT NOT NULL,
                createdAt REAL NOT NULL,
                state TEXT NOT NULL
                    CHECK (state IN ('arriving', 'complete', 'stopped', 'interrupted', 'failed', 'cutOff')),
                thoughts TEXT,
                thinkingSeconds REAL,
                fault TEXT,
                model TEXT,
                remoteHost TEXT,
                tokens INTEGER,
                tokensPerSecond REAL,
                contextTokens INTEGER,
                contextLength INTEGER
            ) STRICT;
            CREATE INDEX messages_of_session ON messages (session);
            CREATE INDEX messages_of_parent ON messages (parent) WHERE parent IS NOT NULL;
            CREATE INDEX messages_arriving ON messages (number) WHERE state = 'arriving';

            CREATE TABLE drafts (
                session TEXT PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
                content TEXT NOT NULL
            ) STRICT;
            """)
    try createConversationIndexes(database)
}

/// The full-text indexes of titles and texts, and the triggers that keep them.
private func createConversationIndexes(_ database: Database) throws {
    try database.execute(
        sql: """
            CREATE VIRTUAL TABLE session_title USING fts5(
                title, content='sessions', content_rowid='number',
                tokenize='unicode61 remove_diacritics 2', prefix='2 3');
            CREATE TRIGGER sessions_inserted AFTER INSERT ON sessions BEGIN
                INSERT INTO session_title (rowid, title) VALUES (new.number, new.title);
            END;
            CREATE TRIGGER sessions_updated AFTER UPDATE OF title ON sessions WHEN old.title <> new.title BEGIN
                INSERT INTO session_title (session_title, rowid, title) VALUES ('delete', old.number, old.title);
                INSERT INTO session_title (rowid, title) VALUES (new.number, new.title);
            END;
            CREATE TRIGGER sessions_removed AFTER DELETE ON sessions BEGIN
                INSERT INTO session_title (session_title, rowid, title) VALUES ('delete', old.number, old.title);
            END;

            CREATE VIEW searchable_messages AS SELECT number, content FROM messages WHERE state <> 'arriving';
            CREATE VIRTUAL TABLE message_text USING fts5(
                content, content='searchable_messages', content_rowid='number',
                tokenize='unicode61 remove_diacritics 2', prefix='2 3');
            CREATE TRIGGER messages_inserted AFTER INSERT ON messages WHEN new.state <> 'arriving' BEGIN
                INSERT INTO message_text (rowid, content) VALUES (new.number, new.content);
            END;
            CREATE TRIGGER messages_updated AFTER UPDATE OF content, state ON messages
            WHEN old.content <> new.content OR (old.state = 'arriving') <> (new.state = 'arriving') BEGIN
                INSERT INTO message_text (message_text, rowid, content)
                    SELECT 'delete', old.number, old.content WHERE old.state <> 'arriving';
                INSERT INTO message_text (rowid, content)
                    SELECT new.number, new.content WHERE new.state <> 'arriving';
            END;
            CREATE TRIGGER messages_removed AFTER DELETE ON messages WHEN old.state <> 'arriving' BEGIN
                INSERT INTO message_text (message_text, rowid, content) VALUES ('delete', old.number, old.content);
            END;
            """)
}

/// Whether models think first in a session; NULL for what the settings say.
private func addThinking(_ database: Database) throws {
    try database.execute(sql: "ALTER TABLE sessions ADD COLUMN thinks INTEGER CHECK (thinks IN (0, 1))")
}

/// Why an answer failed, as a code beside the sentence.
private func addFaultCodes(_ database: Database) throws {
    try database.execute(sql: "ALTER TABLE messages ADD COLUMN faultCode TEXT")
}

/// How much of an answer's context the instructions took.
private func addInstructionTokens(_ database: Database) throws {
    try database.execute(sql: "ALTER TABLE messages ADD COLUMN instructionTokens INTEGER")
}

/// The first message that the model read for an answer; NULL where it read all.
private func addReadsFrom(_ database: Database) throws {
    try database.execute(sql: "ALTER TABLE messages ADD COLUMN readsFrom TEXT")
}

/// A session's mode, and whether the memory is off in it; of a message, whether it was said then, and of an answer,
/// whether the model was told of the memory, what the app did at the user's word, and whether the app wrote it for
/// somebody who may harm themselves.
private func addCompanion(_ database: Database) throws {
    try database.execute(
        sql: """
            ALTER TABLE sessions ADD COLUMN mode TEXT;
            ALTER TABLE sessions ADD COLUMN memoryIsOff INTEGER CHECK (memoryIsOff IN (0, 1));
            ALTER TABLE messages ADD COLUMN isUnremembered INTEGER CHECK (isUnremembered IN (0, 1));
            ALTER TABLE messages ADD COLUMN usesMemory INTEGER CHECK (usesMemory IN (0, 1));
            ALTER TABLE messages ADD COLUMN deed TEXT;
            ALTER TABLE messages ADD COLUMN care TEXT;
            """)
}

/// Makes the table of sessions that come from another program, with that program's identifiers.
private func createImportedSessions(_ database: Database) throws {
    try database.execute(
        sql: """
            CREATE TABLE imported_sessions (
                session TEXT PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
                origin TEXT NOT NULL,
                importedAt REAL NOT NULL
            ) STRICT;
            CREATE INDEX imported_sessions_of_origin ON imported_sessions (origin);
            """)
}

/// The model that answers in a session; NULL for the chosen one.
private func addModels(_ database: Database) throws {
    try database.execute(sql: "ALTER TABLE sessions ADD COLUMN model TEXT")
}

// SPDX-License-Identifier: Apache-2.0
// SQLite, from the system's packages, for databases of other programs. Hearth's own database is opened through GRDB.

#include <sqlite3.h>

/// `sqlite3_db_config` for the settings that are on or off. Swift cannot call C functions with variable arguments.
static inline int hearth_sqlite_switch(sqlite3 *database, int setting, int on) {
    return sqlite3_db_config(database, setting, on, (int *)0);
}

#pragma once

#include <sqlite3.h>

// A cast macro, which Swift does not import: the value is copied before the call returns.
static inline sqlite3_destructor_type csqlite_transient(void) { return SQLITE_TRANSIENT; }

// Closing a connection leaves the write-ahead log as it is: no file that was set aside changes, and none is removed that
// another process may own by then.
static inline void csqlite_keep_log(sqlite3 *database) {
  sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

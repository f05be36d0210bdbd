#pragma once

#include <sqlite3.h>
#include <sys/vfs.h>

// A cast macro, which Swift does not import: the value is copied before the call returns.
static inline sqlite3_destructor_type csqlite_transient(void) { return SQLITE_TRANSIENT; }

// Closing a connection leaves the write-ahead log as it is: no file that was set aside changes, and none is removed that
// another process may own by then.
static inline void csqlite_keep_log(sqlite3 *database) {
  sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

// Whether `path` is on a file system of another machine, where the shared memory of a write-ahead log does not work
// (https://www.sqlite.org/wal.html, "All processes using a database must be on the same host computer"). The numbers
// are statfs(2)'s: NFS, SMB, SMB2, CIFS, FUSE (sshfs), 9P, AFS, Coda, Ceph, GFS2, Lustre.
static inline int csqlite_is_remote(const char *path) {
  struct statfs status;
  if (statfs(path, &status) != 0) return 0;
  switch ((unsigned int)status.f_type) {
  case 0x6969: case 0x517b: case 0xfe534d42: case 0xff534d42: case 0x65735546: case 0x01021997:
  case 0x5346414f: case 0x73757245: case 0x00c36400: case 0x01161970: case 0x0bd00bd0:
    return 1;
  default:
    return 0;
  }
}

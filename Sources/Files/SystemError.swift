import Glibc
package import Wording

/// What an `errno` says.
package enum SystemError {
  /// Those that a user may meet while the window is open are in the language of the user.
  package static func phrase(of code: Int32) -> Phrase {
    switch code {
    // TRANSLATORS: Errors of files, as the C library of your language has them.
    case ENOENT: mark("No such file or directory")
    case EIO: mark("Input/output error")
    case EACCES: mark("Permission denied")
    case EPERM: mark("Operation not permitted")
    case ENOSPC: mark("No space left on device")
    case EROFS: mark("Read-only file system")
    case EDQUOT: mark("Disk quota exceeded")
    case EMFILE: mark("Too many open files")
    default: Phrase(verbatim: String(cString: strerror(code)))
    }
  }
}

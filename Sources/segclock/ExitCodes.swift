import ArgumentParser

/// How the program can end; the numbers are those of sysexits.h where it has one.
extension ExitCode {
  /// No window runs that could be driven.
  static let noWindow = ExitCode(3)
  /// The window refused what it was asked for.
  static let refused = ExitCode(4)
  /// The window did not answer in time.
  static let noAnswer = ExitCode(5)
  /// What was to be read has mistakes (EX_DATAERR).
  static let wrongData = ExitCode(65)
  /// What was to be read cannot be (EX_NOINPUT).
  static let noInput = ExitCode(66)
  /// No display could be opened (EX_UNAVAILABLE).
  static let noDisplay = ExitCode(69)
  /// A file could not be written (EX_CANTCREAT).
  static let cannotWrite = ExitCode(73)
  /// The X server went away (EX_IOERR).
  static let serverGone = ExitCode(74)
}

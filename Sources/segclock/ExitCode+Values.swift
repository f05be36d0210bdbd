import ArgumentParser

/// Exit codes; the numbers are those of sysexits.h where it has one.
extension ExitCode {
  static let noWindow = ExitCode(3)
  static let refused = ExitCode(4)
  static let noAnswer = ExitCode(5)
  static let wrongData = ExitCode(65)
  static let noInput = ExitCode(66)
  static let noDisplay = ExitCode(69)
  static let cannotWrite = ExitCode(73)
  static let serverGone = ExitCode(74)
  static let notSavedYet = ExitCode(75)
}

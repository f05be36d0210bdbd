import Files
import Settings
import Wording

/// A file of values, one a line, for more than the command line takes.
struct ListFile {
  let option: String
  /// A path; a hyphen is standard input.
  let path: String

  /// Calls `take` with every value. Errors of the file and of its lines name the option.
  func read(_ take: (String) throws -> Void) throws {
    do {
      let reader = try LineReader(path: path)
      while let text = try reader.next() {
        do {
          try take(text)
        } catch let error as ArgumentProblem {
          throw reader.error(error.description)
        }
      }
    } catch let error as FileError {
      throw ArgumentProblem(description: "\(option) \(error)")
    }
  }
}

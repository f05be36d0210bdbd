import Files
import Settings
import Wording

/// Values that are read from a file, one a line, where there are too many for the command line.
struct ListFile {
  /// The option that named the file.
  let option: String
  /// A path; a hyphen is standard input.
  let path: String

  /// Calls `take` with every value.
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

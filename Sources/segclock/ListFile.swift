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
    let reader = try named { () throws(FileError) in try LineReader(path: path) }
    while let text = try named({ () throws(FileError) in try reader.next() }) {
      do {
        try take(text)
      } catch let error as ArgumentProblem {
        throw problem(reader.error(error.description))
      }
    }
  }

  private func named<Value>(
    _ body: () throws(FileError) -> Value
  ) throws(ArgumentProblem) -> Value {
    do {
      return try body()
    } catch {
      throw problem(error)
    }
  }

  private func problem(_ error: FileError) -> ArgumentProblem {
    ArgumentProblem(description: "\(option) \(error)")
  }
}

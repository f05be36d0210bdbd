import Files
import Settings
import Wording

/// Values that are read from a file, one a line, where there are too many for the command line.
struct ListFile {
  /// The option that named the file.
  let option: String
  /// Where it is; a hyphen is standard input.
  let path: String

  /// Calls `take` with every value. What it refuses is told with the option, the file and the line.
  func read(_ take: (String) throws -> Void) throws {
    let reader: LineReader
    do throws(FileError) {
      reader = try LineReader(path: path)
    } catch {
      throw problem(with: error)
    }
    while let text = try next(from: reader) {
      do {
        try take(text)
      } catch let error as ArgumentProblem {
        throw problem(error.description, line: reader.number)
      }
    }
  }

  private func next(from reader: LineReader) throws(ArgumentProblem) -> String? {
    do throws(LineReader.Problem) {
      return try reader.next()
    } catch {
      switch error {
      case .file(let error): throw problem(with: error)
      case .longLine(let line):
        throw problem("longer than \(LineReader.longestLine) bytes, which are allowed", line: line)
      case .large: throw problem("more than \(LineReader.mostBytes >> 20) MiB, which are allowed")
      }
    }
  }

  private func problem(with error: FileError) -> ArgumentProblem {
    ArgumentProblem(description: "\(option) \(error.description)")
  }

  private func problem(_ text: String, line: Int? = nil) -> ArgumentProblem {
    let name = path == "-" ? "standard input" : path.escaped.elided(to: FileError.longestPath)
    return ArgumentProblem(
      description: "\(option) \(name)\(line.map { ", line \($0)" } ?? ""): \(text)")
  }
}

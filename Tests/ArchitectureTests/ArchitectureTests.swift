import Foundation
import Testing

/// The rules that the compiler does not hold.
///
/// Which target may import which is Package.swift's business, and SwiftPM's own check
/// (`--explicit-target-dependency-import-check error`, used by packaging/test) holds the sources to it.
struct ArchitectureTests {
  /// Pure values: no C library, no clock, no files. Glibc is there for its mathematics alone.
  private static let pureModules = [
    "Geometry": ["Glibc"], "Scene": ["Glibc"], "Wording": [],
    "Timekeeping": ["Glibc"],
    "DisplayLists": [], "Keys": [], "Session": [], "Settings": [],
  ]

  private struct SourceFile {
    /// The path below the project's root.
    let path: String
    let lines: [Substring]

    var module: String { String(path.split(separator: "/")[1]) }
  }

  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static func swiftFiles(under folder: String) throws -> [SourceFile] {
    try FileManager.default.subpathsOfDirectory(atPath: root.appendingPathComponent(folder).path)
      .filter { $0.hasSuffix(".swift") }
      .map { name in
        let path = "\(folder)/\(name)"
        let text = try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
        return SourceFile(
          path: path, lines: text.split(separator: "\n", omittingEmptySubsequences: false))
      }
  }

  /// The module that `line` imports, if it is an import.
  private static func importedModule(_ line: Substring) -> String? {
    let words = line.split(separator: " ")
    guard let keyword = words.prefix(3).firstIndex(of: "import"), keyword + 1 < words.count else {
      return nil
    }
    return words.last.map(String.init)
  }

  @Test func theProgramImportsNoFoundation() throws {
    let files = try Self.swiftFiles(under: "Sources")
    #expect(files.count > 100)
    for file in files {
      let modules = file.lines.compactMap(Self.importedModule)
      #expect(!modules.contains { $0.hasPrefix("Foundation") }, "\(file.path)")
    }
  }

  @Test(arguments: Self.pureModules.keys.sorted())
  func aPureModuleImportsNothingOfTheSystem(module: String) throws {
    let allowed = Self.pureModules[module] ?? []
    for file in try Self.swiftFiles(under: "Sources/\(module)") {
      for imported in file.lines.compactMap(Self.importedModule)
      where ["Glibc", "Synchronization", "Dispatch"].contains(imported) {
        #expect(allowed.contains(imported), "\(file.path) imports \(imported)")
      }
    }
  }

  @Test func nothingInTheProgramCrashesOnPurpose() throws {
    for file in try Self.swiftFiles(under: "Sources") {
      for (index, line) in file.lines.enumerated() {
        let code = line.prefix { $0 != "/" }
        #expect(
          !code.contains("fatalError(") && !code.contains("try!") && !code.contains(" as! "),
          "\(file.path):\(index + 1)")
      }
    }
  }
}

import Foundation
import Testing

/// The rules that the compiler does not hold.
struct ArchitectureTests {
  /// Pure values: no C library, no clock, no files. Glibc is there for its mathematics alone.
  private static let pureModules = [
    "Animation": [], "Geometry": ["Glibc"], "Scene": ["Glibc"], "Wording": [],
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

  /// The package as SwiftPM reads it.
  private struct Manifest: Decodable {
    struct Target: Decodable {
      let name: String
      let type: String
      let path: String?
      let dependencies: [[String: [Name?]]]

      var sources: String { path ?? (type == "test" ? "Tests/\(name)" : "Sources/\(name)") }
      /// The first member of each is the target's or the product's name.
      var declared: [String] { dependencies.compactMap { $0.values.first?.first??.text } }
    }

    /// A name, or a condition in its place.
    struct Name: Decodable {
      let text: String?

      init(from decoder: any Decoder) throws {
        text = try? decoder.singleValueContainer().decode(String.self)
      }
    }

    let targets: [Target]

    static func read() throws -> Manifest {
      let (process, pipe) = (Process(), Pipe())
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = ["swift", "package", "--package-path", root.path, "dump-package"]
      process.standardOutput = pipe
      process.standardError = FileHandle.nullDevice
      try process.run()
      let output = pipe.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return try JSONDecoder().decode(Manifest.self, from: output)
    }
  }

  /// SwiftPM's own check (`--explicit-target-dependency-import-check`) misses a module that another dependency built.
  @Test func eachTargetDeclaresWhatItImportsAndNothingElse() throws {
    let targets = try Manifest.read().targets
    #expect(targets.count > 40)
    let modules = Set(targets.map(\.name) + ["ArgumentParser"])
    let executables = Set(targets.filter { $0.type == "executable" }.map(\.name))
    for target in targets where target.type != "system" {
      let files = try Self.swiftFiles(under: target.sources)
      let imported = Set(files.flatMap { $0.lines.compactMap(Self.importedModule) })
      let declared = Set(target.declared)
      #expect(
        imported.intersection(modules).subtracting(declared) == [], "\(target.name) imports these")
      // A program is started and not imported.
      #expect(
        declared.subtracting(imported).subtracting(executables) == [],
        "\(target.name) does not import these")
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

  @Test func noModuleOfOursImportsFoundation() throws {
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

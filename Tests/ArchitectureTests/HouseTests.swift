import Testing

@Suite("The house")
struct HouseTests {
  @Test("the sources and the manifest keep the rules")
  func kept() throws {
    let tree = Tree()
    let files = try tree.swiftFiles(under: "Sources")
    let manifest = try tree.file("Package.swift").text
    #expect(House.complaints(files: files, manifest: manifest) == [])
    // The rules were held against something.
    #expect(Set(files.map(\.room)).isSuperset(of: ["Geometry", "Scene", "Drawing", "Windowing", "segclock"]))
    #expect(Set(House.dependencies(in: manifest).keys) == Set(files.map(\.room)))
  }

  @Test("no file is longer than 300 lines, and no type than 400 in all its files")
  func sizes() throws {
    let files = try Tree().swiftFiles(under: "Sources") + Tree().swiftFiles(under: "Tests")
    #expect(Sizes.complaints(files: files) == [])
    let line = "  let x = 1\n"
    func file(_ name: String, _ start: String, _ count: Int) -> SourceFile {
      SourceFile(
        path: "Sources/Scene/\(name).swift",
        text: start + " {\n" + String(repeating: line, count: count) + "}\n\nlet y = 2\n")
    }
    var parts = [
      file("A", "package final class Tool: Equatable", 198), file("B", "extension Tool.Part", 198),
    ]
    #expect(Sizes.complaints(files: parts) == [])
    parts += [file("C", "extension Tool", 0), file("D", "struct Tools", 298)]
    #expect(
      Sizes.complaints(files: parts) == [
        "Sources/Scene/D.swift: 302 lines", "Scene.Tool: 402 lines in all files",
      ])
  }

  @Test("no test imports Foundation either")
  func tests() throws {
    let files = try Tree().swiftFiles(under: "Tests")
    #expect(files.count > 10)
    for file in files {
      #expect(
        !House.imports(in: tokens(of: file.text)).contains { $0.hasPrefix("Foundation") }, "\(file.path)")
    }
  }

  @Test("no test has a closure among its arguments: the compiler of Swift 6.0.3 crashes on it")
  func arguments() throws {
    for file in try Tree().swiftFiles(under: "Tests") {
      let tokens = tokens(of: file.text)
      for index in tokens.indices
      where tokens[index...].starts(with: [.mark("@"), .word("Test"), .mark("(")]) {
        var depth = 0
        for token in tokens[(index + 2)...] {
          depth += token == .mark("(") ? 1 : token == .mark(")") ? -1 : 0
          if depth == 0 { break }
          #expect(token != .mark("{"), "\(file.path)")
        }
      }
    }
  }

  private static let manifest = """
    func room(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target { .target(name: name) }
    let package = Package(
      targets: [
        room("Geometry"),
        room("Scene", ["Geometry"]), // room("Ghost", ["CX11"])
        room("Drawing", ["CCairo", "Geometry"]),
        room("Windowing", ["CX11", "Geometry"]),
        .executableTarget(
          name: "segclock",
          dependencies: ["Scene", .product(name: "ArgumentParser", package: "swift-argument-parser")],
          exclude: ["README.md"]),
      ])
    """

  @Test("the manifest's arrows are read as they stand")
  func readsManifest() {
    #expect(
      House.dependencies(in: Self.manifest) == [
        "Geometry": [], "Scene": ["Geometry"], "Drawing": ["CCairo", "Geometry"],
        "Windowing": ["CX11", "Geometry"], "segclock": ["Scene", "ArgumentParser"],
      ])
  }

  @Test(
    "what keeps the rules is left in peace",
    arguments: [
      ("Geometry", "import Glibc"), ("Scene", "public import Geometry"),
      ("Windowing", "import CX11\nimport Geometry"),
      ("Drawing", "import CCairo"), ("Scene", "// import CX11\n/* try! /* as! */ fatalError */ let a = 1"),
      (
        "Scene",
        "let text = \"import CX11 try! \\\" as!\"\nlet more = \"\"\"\n import Foundation \"as!\"\n\"\"\""
      ),
      ("Scene", "public struct GeometryReader {}\nstruct Geometry {}\nlet a = try? b as? C"),
      ("segclock", "import ArgumentParser\nimport Scene"),
    ])
  func accepts(room: String, text: String) {
    let file = SourceFile(path: "Sources/\(room)/Sample.swift", text: text)
    #expect(House.complaints(files: [file], manifest: Self.manifest) == [])
  }

  @Test(
    "what breaks a rule is found",
    arguments: [
      ("Scene", "import CX11", "CX11 is imported outside Windowing"),
      ("Windowing", "import CCairo", "CCairo is imported outside Drawing"),
      ("segclock", "@preconcurrency import CX11", "CX11 is imported outside Windowing"),
      ("Geometry", "public import Scene", "Geometry may not import Scene"),
      ("Geometry", "import struct Scene.Theme", "Geometry may not import Scene"),
      ("Drawing", "import Scene", "Drawing may not import Scene"),
      ("Timekeeping", "import Glibc", "Timekeeping may not import Glibc"),
      ("Session", "let a = 1; import Glibc", "Session may not import Glibc"),
      ("Scene", "import Foundation", "Foundation is imported"),
      ("segclock", "import FoundationEssentials", "FoundationEssentials is imported"),
      ("Scene", "func a() { fatalError(\"no\") }", "fatalError"),
      ("Scene", "let a = \"\"; let b = try! c()", "try!"),
      ("Scene", "let a = b as! C", "as!"),
      ("Scene", "public struct Geometry {}", "the type Geometry has the name of a module"),
      ("Scene", "public final class Drawing {}", "the type Drawing has the name of a module"),
      ("Scene", "public indirect enum segclock {}", "the type segclock has the name of a module"),
    ])
  func finds(room: String, text: String, complaint: String) {
    let path = "Sources/\(room)/Folder/Sample.swift"
    let complaints = House.complaints(files: [SourceFile(path: path, text: text)], manifest: Self.manifest)
    #expect(complaints == [path + ": " + complaint])
  }

  @Test(
    "an arrow that runs up, or to a room that nobody knows, is found in the manifest",
    arguments: [
      ("room(\"Geometry\", [\"Scene\"])", "Package.swift: Geometry may not depend on Scene"),
      ("room(\"Session\", [\"CX11\"])", "Package.swift: Session may not depend on CX11"),
      ("room(\"Attic\")", "Package.swift: the room Attic is not in the table of the house"),
      (
        ".executableTarget(name: \"segclock\", dependencies: [\"Scene\", \"CX11\"])",
        "Package.swift: segclock may not depend on CX11"
      ),
    ])
  func findsArrows(manifest: String, complaint: String) {
    #expect(House.complaints(files: [], manifest: manifest) == [complaint])
  }
}

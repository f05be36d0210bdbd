/// The rules of the house: which room may see which, and what no room may do.
///
/// A room may depend on rooms above it in this table only as the table says; the manifest may ask for less. A new
/// room is entered here first.
struct House {
  struct Room {
    var name: String
    /// The rooms and packages that it may depend on.
    var below: Set<String> = []
    /// The modules of the system that it may import.
    var system: Set<String> = []
  }

  static let rooms: [Room] = [
    // Pure values: no C library, no clock, no files.
    Room(name: "Geometry", system: ["Glibc"]),
    Room(name: "Animation", system: ["Glibc"]),
    Room(name: "Wording"),
    Room(name: "Timekeeping", below: ["Wording"]),
    Room(name: "DisplayLists", below: ["Geometry"]),
    Room(name: "RenderSteps", below: ["Geometry"]),
    Room(name: "Keys"),
    Room(name: "Bytes"),
    Room(name: "Session", below: ["Bytes", "Keys", "Timekeeping", "Wording"]),
    Room(
      name: "Scene", below: ["Geometry", "Animation", "Timekeeping", "DisplayLists", "Keys", "Session"],
      system: ["Glibc"]),
    // The edges: each holds one thing of the world outside.
    Room(name: "Files", below: ["CFiles", "Wording"], system: ["Glibc"]),
    Room(
      name: "Drawing",
      below: ["CCairo", "CPango", "Files", "Geometry", "DisplayLists", "RenderSteps", "Wording"],
      system: ["Glibc", "Synchronization"]),
    Room(name: "Platform", below: ["CPlatform"], system: ["Glibc", "Synchronization"]),
    Room(
      name: "Windowing", below: ["CX11", "Geometry", "Keys", "RenderSteps", "Platform", "Wording"],
      system: ["Glibc", "Synchronization"]),
    Room(
      name: "Storage", below: ["Bytes", "Files", "Platform", "Session", "Timekeeping", "Wording"],
      system: ["Glibc", "Synchronization"]),
    Room(name: "Control", below: ["CControl", "Files", "Platform"], system: ["Glibc"]),
    Room(name: "Desktop", below: ["CSystemd", "Platform"], system: ["Glibc"]),
    Room(
      name: "Settings", below: ["CTOML", "Geometry", "Keys", "Timekeeping", "Session", "Scene", "Wording"]),
    // The root ties them together.
    Room(
      name: "segclock",
      below: [
        "Geometry", "Animation", "Timekeeping", "DisplayLists", "Session", "Scene", "Files", "Drawing",
        "Platform", "Windowing", "Wording", "Storage", "Control", "Desktop", "Settings",
        "ArgumentParser",
      ], system: ["Glibc", "Synchronization"]),
    // Beside the program: what it costs. It drives the built program as the tests do, by their support.
    Room(name: "Measuring"),
    Room(
      name: "Benchmark",
      below: [
        "CProbe", "Measuring", "Geometry", "Timekeeping", "DisplayLists", "Session", "Scene", "Drawing",
        "Platform", "Windowing", "ProgramSupport", "ArgumentParser",
      ], system: ["Glibc"]),
  ]

  /// The one room for each C library.
  static let homes = [
    "CX11": "Windowing", "CPlatform": "Platform", "CCairo": "Drawing", "CPango": "Drawing", "CFiles": "Files",
    "CSystemd": "Desktop", "CControl": "Control", "CTOML": "Settings", "CProbe": "Benchmark",
  ]

  /// What `files` (under Sources) and `manifest` (Package.swift) do against the rules, one line each.
  static func complaints(files: [SourceFile], manifest: String) -> [String] {
    let dependencies = dependencies(in: manifest)
    let modules = Set(rooms.map(\.name)).union(homes.keys).union(dependencies.keys)
    return complaints(dependencies: dependencies)
      + files.flatMap { file in
        let tokens = tokens(of: file.text)
        return complaints(imports: imports(in: tokens), of: file, dependencies: dependencies)
          + complaints(tokens: tokens, of: file, modules: modules)
      }
  }

  /// The modules that a file imports, in order.
  static func imports(in tokens: [Token]) -> [String] {
    let kinds: Set<String> = ["struct", "class", "enum", "protocol", "typealias", "func", "let", "var"]
    return tokens.indices.compactMap { index in
      guard tokens[index] == .word("import"), index + 1 < tokens.count else { return nil }
      guard case .word(let next) = tokens[index + 1] else { return nil }
      guard kinds.contains(next) else { return next }
      guard index + 2 < tokens.count, case .word(let module) = tokens[index + 2] else { return nil }
      return module
    }
  }

  /// The targets of the program that a manifest declares, with what each depends on.
  static func dependencies(in manifest: String) -> [String: Set<String>] {
    let tokens = tokens(of: manifest)
    var result: [String: Set<String>] = [:]
    for index in tokens.indices where index + 1 < tokens.count && tokens[index + 1] == .mark("(") {
      guard tokens[index] == .word("room") || tokens[index] == .word("executableTarget") else { continue }
      if index > 0, tokens[index - 1] == .word("func") { continue }
      // The strings of the call: its name, then what it depends on; of a product, not the package it comes from.
      var strings: [String] = []
      var depth = 0
      // What lies elsewhere than under Sources belongs to the tests.
      var isRoom = true
      for position in (index + 1)..<tokens.count {
        switch tokens[position] {
        case .mark("("): depth += 1
        case .mark(")"): depth -= 1
        case .string(let text):
          let isPackage = position > 2 && tokens[position - 2] == .word("package")
          if !isPackage { strings.append(text) }
        case .word("path"): isRoom = false
        default: break
        }
        // After the dependencies come files, if any.
        if depth == 0 || tokens[position] == .word("exclude") { break }
      }
      if isRoom, let name = strings.first { result[name] = Set(strings.dropFirst()) }
    }
    return result
  }

  private static func complaints(dependencies: [String: Set<String>]) -> [String] {
    var result: [String] = []
    var seen: Set<String> = []
    for room in rooms {
      for other in room.below where rooms.contains(where: { $0.name == other }) && !seen.contains(other) {
        result.append("the table lets \(room.name) depend on \(other), which does not lie below it")
      }
      seen.insert(room.name)
    }
    for (name, below) in dependencies.sorted(by: { $0.key < $1.key }) {
      guard let room = rooms.first(where: { $0.name == name }) else {
        result.append("Package.swift: the room \(name) is not in the table of the house")
        continue
      }
      for other in below.subtracting(room.below).sorted() {
        result.append("Package.swift: \(name) may not depend on \(other)")
      }
    }
    return result
  }

  private static func complaints(
    imports: [String], of file: SourceFile, dependencies: [String: Set<String>]
  ) -> [String] {
    let system = rooms.first { $0.name == file.room }?.system ?? []
    return imports.compactMap { module in
      if module.hasPrefix("Foundation") { return "\(file.path): \(module) is imported" }
      if let home = homes[module], home != file.room {
        return "\(file.path): \(module) is imported outside \(home)"
      }
      if system.contains(module) || dependencies[file.room, default: []].contains(module) { return nil }
      return "\(file.path): \(file.room) may not import \(module)"
    }
  }

  private static func complaints(tokens: [Token], of file: SourceFile, modules: Set<String>) -> [String] {
    let types: Set<String> = ["struct", "class", "enum", "protocol", "actor", "typealias"]
    var result: [String] = []
    var isPublic = false
    for index in tokens.indices {
      guard case .word(let word) = tokens[index] else {
        isPublic = false
        continue
      }
      let next = index + 1 < tokens.count ? tokens[index + 1] : .mark(" ")
      if word == "fatalError" { result.append("\(file.path): fatalError") }
      if word == "try" || word == "as", next == .mark("!") { result.append("\(file.path): \(word)!") }
      if isPublic, types.contains(word), case .word(let name) = next, modules.contains(name) {
        result.append("\(file.path): the type \(name) has the name of a module")
      }
      // Modifiers such as `final` and `indirect` may stand between.
      isPublic =
        word == "public" || word == "open" || word == "package"
        || (isPublic && ["final", "indirect", "distributed"].contains(word))
    }
    return result
  }
}

import Foundation
import ProgramSupport
import Testing

/// Whether catalogues can be made.
private let hasGettext = isExpected("xgettext")

/// The window in another language, by catalogues that are made for the test.
struct Translations {
  let home = TestFolder()

  private static let script = "../../packaging/dev/translations"
  private static let looks = [
    ["--at", "12.3", "--lap", "5", "--lap", "7"], ["--mode", "timer", "--timer", "10m"],
    ["--mode", "timer", "--timer", "1m", "--at", "90"], ["--mode", "plan", "--at", "3"],
    ["--mode", "clock"], ["--mode", "counter"],
  ]

  private func script(_ arguments: String...) throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let process = try ChildProcess(
      folder.appendingPathComponent(Self.script).standardized.path, arguments, environment: nil)
    let ending = try process.wait(Deadline(seconds: 60))
    #expect(ending == .exited(0), "\(process.standardError)")
  }

  /// What `render --describe` says of a window in the user's language.
  private func description(_ options: [String], _ variables: [String: String]) throws -> String {
    let result = try Program.run(
      ["render", "--describe", "-", "--no-config"] + options, home: home,
      variables: ["LC_ALL": "C.UTF-8", "SEGCLOCK_LOCALEDIR": home.path].merging(variables) { $1 })
    #expect(result.ending == .exited(0) && result.errors.isEmpty, "\(result.errors)")
    return result.output
  }

  /// Where the catalogue of a language is.
  private func catalogue(_ language: String) throws -> String {
    let folder = "\(home.path)/\(language)/LC_MESSAGES"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return "\(folder)/segclock.mo"
  }

  @Test("the template is current, and each catalogue is valid", .enabled(if: hasGettext))
  func template() throws {
    try script("--check")
  }

  @Test(
    "no English word is left in a window, and all texts of a change have a catalogue's",
    .enabled(if: hasGettext), arguments: ["360x220", "700x500"])
  func pseudo(size: String) throws {
    try script("--pseudo", try catalogue("xx"))
    for look in Self.looks {
      let text = try description(look + ["--size", size], ["LANGUAGE": "xx"])
      let lines = text.split(separator: "\n").filter { !$0.contains(" glyph ") }
      #expect(lines.contains { $0.contains("[") }, "\(look)")
      for line in lines {
        let quoted = line.split(separator: "\"", omittingEmptySubsequences: false)
        for index in stride(from: 1, to: quoted.count, by: 2) {
          let isText = quoted[index].contains { $0.isASCII && $0.isLetter }
          #expect(!isText || quoted[index].hasPrefix("["), "\(look): \(line)")
        }
      }
    }
  }

  @Test("a catalogue that is damaged, or is none, leaves the window in English")
  func damaged() throws {
    let look = ["--size", "700x500", "--at", "12.3"]
    let english = try description(look, ["LANGUAGE": "en"])
    let file = try catalogue("xx")
    func expectEnglish(_ what: String, _ languages: String = "xx") throws {
      #expect(try description(look, ["LANGUAGE": languages]) == english, "\(what)")
    }
    for (what, bytes) in [
      ("empty", []), ("text", Array("msgid \"Start\"".utf8)),
      ("a beginning", [0xDE, 0x12, 0x04, 0x95]),
      ("numbers", [0xDE, 0x12, 0x04, 0x95] + [UInt8](repeating: 0xFF, count: 64)),
      ("too large", [UInt8](repeating: 0, count: 2 << 20)),
    ] {
      try Data(bytes).write(to: URL(fileURLWithPath: file))
      try expectEnglish(what)
    }
    unlink(file)
    symlink("/dev/zero", file)
    try expectEnglish("a device")
    unlink(file)
    mkfifo(file, 0o600)
    try expectEnglish("a pipe")
    unlink(file)
    mkdir(file, 0o700)
    try expectEnglish("a folder")
    for languages in ["xx:../..:", "../../etc", String(repeating: "xx:", count: 9000), ":@x"] {
      try expectEnglish(String(languages.prefix(20)), languages)
    }
  }

  @Test("a user who wants English opens no catalogue, and another opens one")
  func cost() throws {
    for language in ["en", "en_US", "xx"] {
      try Data().write(to: URL(fileURLWithPath: try catalogue(language)))
    }
    for (languages, count) in [("en_US:xx", 0), ("C", 0), ("xx", 1)] {
      let desk = try Desk(
        variables: [
          "LC_ALL": "en_US.UTF-8", "LANGUAGE": languages, "SEGCLOCK_LOCALEDIR": home.path,
        ], isOpen: false)
      desk.faults.now.opened_files = 0
      try desk.open()
      let names = desk.faults.openedFiles.names
      #expect(!names.isEmpty && names.count { $0.hasSuffix("segclock.mo") } == count, "\(names)")
      try desk.quit()
    }
  }
}

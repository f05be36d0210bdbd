import Glibc
import ProgramSupport
import Testing

/// The entry by which the desktop opens the window.
struct AutostartTests {
  private let home = TestFolder()

  private var folder: String { "\(home.path)/config/autostart" }

  private func run(_ arguments: String..., variables: [String: String] = [:]) throws -> (
    Ending, String
  ) {
    let result = try Program.run(["autostart"] + arguments, home: home, variables: variables)
    return (result.ending, result.errors)
  }

  private func status(_ arguments: String...) -> String? {
    try? Program.run(["autostart", "status"] + arguments, home: home).output
  }

  private func entry(_ name: String) -> String? { home.text(of: "config/autostart/\(name)") }

  @Test func isSwitchedOnAndOff() throws {
    for _ in 0..<2 {
      #expect(try run("on") == (.exited(0), ""))
      #expect(entry("segclock.desktop")?.contains("\nExec=\(Program.command) --restore\n") == true)
    }
    #expect(try run("on", "--name", "b") == (.exited(0), ""))
    #expect(
      entry("segclock-b.desktop")?.contains("\nExec=\(Program.command) --name b --restore\n")
        == true)
    let named = [entry("segclock.desktop"), entry("segclock-b.desktop")].map { text in
      text?.split(separator: "\n").first { $0.hasPrefix("Name=") }
    }
    #expect(named == ["Name=Segclock", "Name=Segclock (b)"])
    #expect(
      status() == "on\n" && status("--name", "b") == "on\n" && status("--name", "c") == "off\n")
    try write("", to: "\(home.path)/c.toml")
    #expect(try run("on", "--name", "c", "--config", "\(home.path)/./c.toml") == (.exited(0), ""))
    #expect(
      entry("segclock-c.desktop")?.contains(
        "\nExec=\(Program.command) --name c --config \(home.path)/./c.toml --restore\n") == true)
    #expect(try run("off", "--name", "c") == (.exited(0), ""))
    for _ in 0..<2 { #expect(try run("off") == (.exited(0), "")) }
    #expect(names(in: folder) == ["segclock-b.desktop"])
  }

  @Test func whatTheEntrySaysRuns() throws {
    // A path that means something to a shell and to an entry.
    let path = "\(home.path)/a b$\"%\\`c"
    mkdir(path, 0o700)
    let copy = try ChildProcess("/bin/cp", [Program.command, path], environment: [:])
    #expect(try copy.wait() == .exited(0), "\(copy.standardError)")
    let made = try ChildProcess(
      "\(path)/segclock", ["autostart", "on"], environment: environment(home: home, display: nil))
    #expect(try made.wait() == .exited(0), "\(made.standardError)")
    let line = try #require(
      entry("segclock.desktop")?.split(separator: "\n").first { $0.hasPrefix("Exec=") })
    // What a desktop makes of it: first the text's own escapes, then quotes, then fields.
    #expect(line.hasSuffix("\" --restore"))
    let word = line.dropFirst(6).dropLast(" --restore".count + 1).replacing("\\\\", with: "\\")
    #expect(
      word.replacing("\\\"", with: "\"").replacing("\\$", with: "$").replacing("\\`", with: "`")
        .replacing("\\\\", with: "\\").replacing("%%", with: "%") == "\(path)/segclock")
  }

  @Test func whatIsWrongIsSaid() throws {
    #expect(try run("maybe").0 == .exited(64))
    #expect(try run("on", "--start").1 == "segclock: --start is not an option of autostart\n")
    let nowhere = try run("on", variables: ["HOME": "", "XDG_CONFIG_HOME": ""])
    #expect(
      nowhere == (.exited(73), "segclock: $XDG_CONFIG_HOME, $HOME: No such file or directory\n"))
    try write("x", to: "\(home.path)/config")
    #expect(try run("on").0 == .exited(73))
  }

  @Test(arguments: ["a\nExec=false", "b\tc", "d\re", "f\\n\"g", "h%f$(i)`j`"])
  func aConfigurationOfAnyNameIsOneLine(name: String) throws {
    let path = "\(home.path)/\(name).toml"
    try write("", to: path)
    #expect(try run("on", "--config", path) == (.exited(0), ""))
    let lines = try #require(entry("segclock.desktop")).split(separator: "\n")
    #expect(lines.count == 6 && lines.count { $0.hasPrefix("Exec=") } == 1)
    let line = try #require(lines.first { $0.hasPrefix("Exec=") })
    // First the escapes of the entry, then those within quotes, then fields.
    func resolved(_ text: String, _ escapes: [Character: Character]) -> String {
      var (result, isEscaped) = ("", false)
      for character in text {
        if !isEscaped, character == "\\" {
          isEscaped = true
        } else {
          result.append(isEscaped ? escapes[character] ?? character : character)
          isEscaped = false
        }
      }
      return result
    }
    let text = resolved(String(line.dropFirst(5)), ["n": "\n", "t": "\t", "r": "\r", "s": " "])
    let quoted = try #require(text.firstRange(of: "--config \""))
    let word = text[quoted.upperBound...].dropLast("\" --restore".count)
    #expect(resolved(String(word), [:]).replacing("%%", with: "%") == path)
  }
}

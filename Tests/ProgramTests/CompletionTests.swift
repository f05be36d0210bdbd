import Glibc
import ProgramSupport
import Session
import Testing

extension Displays.Control {
  /// What the shells complete, each of them itself.
  struct Completions {
    private let desk: Desk
    private let home: String

    /// The name of a ring that a shell must not carry out.
    private static let trap = "a'$(>pwned)`>pwned`;>pwned"

    init() throws {
      desk = try Desk(isOpen: false)
      home = desk.home.path
      for folder in ["bin", "config", "config/segclock", "functions"] {
        mkdir("\(home)/\(folder)", 0o700)
      }
      symlink(Program.command, "\(home)/bin/segclock")
      try write("[themes.dusk]\nbased-on = \"neon\"\n", to: "\(home)/config/segclock/config.toml")
      try write("[themes.dawn]\nbased-on = \"neon\"\n", to: "\(home)/other.toml")
    }

    private func run(_ shell: String, _ options: [String], _ script: String, _ words: [String] = [])
      throws
      -> String
    {
      var variables = environment(home: desk.home, display: nil)
      variables["PATH"] = "\(home)/bin:\(variables["PATH"] ?? "/usr/bin:/bin")"
      variables["TERM"] = "dumb"
      let process = try ChildProcess(
        try installed(shell), options + ["-c", "cd \"$HOME\"\n" + script] + words,
        environment: variables)
      #expect(try process.wait(Deadline(seconds: 30)) == .exited(0), "\(process.standardError)")
      return process.standardOutput
    }

    private func bash(_ words: String...) throws -> [String] { try bash(words) }

    private func bash(_ words: [String]) throws -> [String] {
      let script = """
        source <(segclock --generate-completion-script bash)
        COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}; COMP_TYPE=9
        _segclock segclock "${@: -1}" "${@: -2:1}"; printf '%s\\n' "${COMPREPLY[@]}"
        """
      return try run("bash", ["--norc"], script, ["bash", "segclock"] + words).split(
        separator: "\n"
      )
      .map { $0.last == " " ? String($0.dropLast()) : String($0) }
    }

    /// The shells, each with what has it complete our command by a tab, and how it is started with a terminal.
    enum Shell: String, CaseIterable {
      case bash, zsh, fish

      static let expected = allCases.filter { isExpected($0.rawValue) }

      var command: String {
        switch self {
        case .bash: "bash --norc --noprofile -i"
        case .zsh: "zsh -f -i"
        case .fish: "fish --no-config"
        }
      }

      var preparation: String {
        switch self {
        case .bash: "source ./script"
        case .zsh:
          "fpath=(~/functions $fpath); autoload -Uz compinit; compinit -D -u; bindkey \"^I\" complete-word"
        case .fish: "source ./script"
        }
      }
    }

    /// Types `lines` into a shell with a terminal (which zsh makes), where a tab completes; what is on it then.
    private func type(_ lines: [String], into shell: Shell) throws -> String {
      func typed(_ line: String) -> String {
        "zpty -w -n t '\(line.replacing("'", with: "'\\''"))'$'\\r'".replacing(
          "\t", with: "'$'\\t''")
      }
      let script = """
        segclock --generate-completion-script \(shell) > script; cp script functions/_segclock
        zmodload zsh/zpty
        zpty t \(shell.command)
        \(([shell.preparation] + lines + ["exit"]).map(typed).joined(separator: "\n"))
        while zpty -r t; do :; done
        """
      return try run("zsh", ["-f"], script)
    }

    @Test func bashKnowsTheNamesOfRingsLooksModesAndWidgets() throws {
      try desk.open([
        "--ring", "Goal=0", "--ring", "My ring=1", "--ring", "\(Self.trap)=0", "--ring", "été=0",
      ])
      // Those that are one word, and that no shell expands.
      #expect(try bash("ctl", "ring", "").count == 2)
      #expect(try bash("ctl", "ring", "G") == ["Goal"])
      #expect(try bash("ctl", "ring", "é") == ["été"])
      #expect(try bash("ctl", "mode", "st") == ["stopwatch"])
      #expect(try bash("--mode", "c") == ["clock", "counter"])
      #expect(try bash("ctl", "theme", "du") == ["dusk"])
      #expect(try bash("ctl", "theme", "ne") == ["neumorphic-light", "neumorphic-dark", "neon"])
      #expect(try bash("ctl", "status", "--name", "") == ["default"])
      #expect(try bash("ctl", "s").contains("status"))
      #expect(access("\(home)/pwned", F_OK) != 0)
    }

    @Test func withoutAWindowTheConfigurationKnowsTheLooks() throws {
      #expect(try bash("--theme", "d") == ["dusk"])
      #expect(try bash("render", "--theme", "d") == ["dusk"])
      #expect(try bash("config", "theme", "d") == ["dusk"])
      #expect(try bash("ctl", "theme", "d") == ["dusk"])
      #expect(try bash("--config", "other.toml", "--theme", "d") == ["dawn"])
      #expect(try bash("--no-config", "--theme", "").count == ThemeName.choices().count)
      // One that cannot be read has none.
      #expect(try bash("--config", "none.toml", "--theme", "").count == ThemeName.choices().count)
    }

    @Test func valuesAreCompleted() throws {
      let table: [([String], [String])] = [
        (["--hours", ""], ["12", "24", "auto"]), (["--show", "d"], ["digits", "dial"]),
        (["--ghost", ""], ["best", "target", "off"]), (["--seconds", "o"], ["on", "off"]),
        (["export", "--format", ""], ["csv", "tsv", "json"]),
        (["render", "--shape", "ro"], ["rounded", "round"]),
      ]
      for (words, values) in table { #expect(try bash(words) == values, "\(words)") }
      #expect(try bash("--zone", "Europe/Berl") == ["Europe/Berlin"])
      #expect(try bash("--zone", "Asia/Tok") == ["Asia/Tokyo"])
    }

    /// What lies in the folder of the sockets is no name because it is there.
    @Test func aFileIsNoWidget() throws {
      mkdir("\(home)/segclock", 0o700)
      for name in ["good", "$(touch pwned)", "a b", ".hidden", "é"] {
        try write("", to: "\(home)/segclock/\(name).sock")
      }
      #expect(try bash("ctl", "status", "--name", "") == ["good"])
      #expect(access("\(home)/pwned", F_OK) != 0)
    }

    /// Whether a shell can have a terminal, or has to: a chroot may have no /dev/pts.
    private static let terminalIsExpected: Bool = {
      // It opens only where /dev/pts is mounted.
      let descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
      defer { close(descriptor) }
      return descriptor >= 0 || getenv("CI") != nil
    }()

    /// What is typed with a tab in it is done to the window.
    @Test(
      .enabled(if: isExpected("zsh"), "zsh is not installed"),
      .enabled(if: terminalIsExpected, "there are no terminals: is /dev/pts mounted?"),
      arguments: Shell.expected)
    func whatIsCompletedIsDone(shell: Shell) throws {
      try desk.open(["--ring", "Mine=0", "--ring", "Goal=0", "--ring", "\(Self.trap)=0"])
      let other = try desk.openAnother(["--name", "other", "--no-animation"])
      _ = try desk.connection.window(ofProcess: other.identifier)
      let screen = try type(
        [
          "segclock ctl theme du\t", "segclock ctl mode co\t", "segclock ctl ring Mi\t 40%",
          "segclock ctl ring Go\t 30%", "segclock ctl count 7 --name oth\t",
          "segclock config theme du\t > theme",
        ], into: shell)
      let status = try desk.status()
      #expect(status["theme"].string == "dusk" && status["mode"].string == "counter", "\(screen)")
      #expect((0..<3).map { status["rings"][$0]["value"].double } == [0.4, 0.3, 0], "\(screen)")
      #expect(try desk.status("--name", "other")["counter"].int == 7)
      #expect(contents(of: "\(home)/theme")?.isEmpty == false)
      #expect(access("\(home)/pwned", F_OK) != 0)
      withExtendedLifetime(other) {}
    }
  }
}

import Glibc
import Platform
import Wording

package enum SoundChoice: Hashable, Sendable {
  /// The desktop's alarm sound, or else the display's bell.
  case automatic
  case none
  /// This file, or else the display's bell.
  case file(String)
  case command(String)

  /// The choice that a setting names. A relative path starts in `folder`, that of the configuration, or else in the
  /// working directory.
  package init(_ text: String?, from folder: String? = nil) {
    switch text {
    case nil, "auto"?, "on"?, "true"?, "yes"?: self = .automatic
    case "none"?, "off"?, "false"?, "no"?: self = .none
    case let text?: self.init(word: text, from: folder)
    }
  }

  private init(word given: String, from folder: String?) {
    let text = SoundChoice.unquoted(given)
    let path = SoundChoice.withHome(text)
    let isAbsolute = path.hasPrefix("/")
    let paths = (isAbsolute ? [] : [folder.map { "\($0)/\(path)" }].compactMap { $0 }) + [path]
    if let found = paths.first(where: { SoundChoice.kind(of: $0) != nil }) {
      let isProgram = access(found, X_OK) == 0 && !SoundChoice.isSound(found)
      if SoundChoice.kind(of: found) == S_IFREG {
        self = isProgram ? .command(found.shellWord) : .file(found)
        return
      }
      // A word may be both a folder here and a command.
      if isAbsolute || text.contains("/") {
        self = .file(found)
        return
      }
    }
    self = SoundChoice.isPath(path) ? .file(paths[0]) : .command(given)
  }

  /// Why nothing will be heard but the display's bell, as far as can be seen before the alarm.
  package var problem: String? {
    switch self {
    case .automatic, .none: return nil
    case .file(let path):
      let advice = "write a sound file, a shell command, none or auto"
      guard let kind = SoundChoice.kind(of: path) else {
        return errno == EACCES
          ? "cannot look for \(path.quoted): \(String(cString: strerror(EACCES)))"
          : "there is no file \(path.quoted); \(advice)"
      }
      guard kind == S_IFREG else {
        return "\(path.quoted) is \(kind == S_IFDIR ? "a folder" : "not a plain file"); \(advice)"
      }
      guard access(path, R_OK) == 0 else {
        return "cannot read \(path.quoted): \(String(cString: strerror(errno)))"
      }
      guard SoundChoice.isSound(path) else { return "\(path.quoted) is not a sound; \(advice)" }
      return AlarmSound.hasPlayer
        ? nil : "no player for \(path.quoted); install pw-play or paplay"
    case .command(let text):
      return SoundChoice.missingCommand(of: text).map {
        "there is no command \($0.quoted); write a sound file, a shell command, none or auto"
      }
    }
  }

  // MARK: Files

  private static let endings = [
    ".oga", ".ogg", ".opus", ".wav", ".mp3", ".flac", ".aif", ".aiff", ".au", ".m4a", ".aac",
  ]

  /// Whether a text is meant as the path of a file, even if there is none.
  private static func isPath(_ text: String) -> Bool {
    if text.contains(where: { "$*?|&;<>()`\n".contains($0) }) { return false }
    // One word that ends so is no command.
    let isWord = !text.contains(where: \.isWhitespace)
    if text.contains(where: { "'\"\\".contains($0) }) {
      return isWord && endings.contains { text.lowercased().hasSuffix($0) }
    }
    let hasEnding = endings.contains { text.lowercased().hasSuffix($0) }
    let isRooted = ["/", "~", "./", "../"].contains { text.hasPrefix($0) }
    guard let word = text.split(separator: " ", maxSplits: 1).first, word.count < text.count else {
      return isRooted || hasEnding
    }
    // As in "/usr/bin/play bell.oga", or in "/home/me/My sounds/bell.oga".
    return isRooted && hasEnding && access(withHome(String(word)), X_OK) != 0
  }

  /// The path in a URL, or between quotes that enclose all of the text.
  private static func unquoted(_ text: String) -> String {
    var text = text
    if let mark = text.first, mark == "'" || mark == "\"", text.count > 2, text.last == mark,
      !text.dropFirst().dropLast().contains(mark)
    {
      text = String(text.dropFirst().dropLast())
    }
    return text.hasPrefix("file:///") ? String(text.dropFirst("file://".count)) : text
  }

  /// `~/bell.oga`, `~name/bell.oga` and `$HOME/bell.oga` with the home directory.
  private static func withHome(_ text: String) -> String {
    for name in ["$HOME/", "${HOME}/"] where text.hasPrefix(name) {
      return UserEnvironment.variable("HOME").map { "\($0)/\(text.dropFirst(name.count))" } ?? text
    }
    guard text.hasPrefix("~") else { return text }
    let name = text.dropFirst().prefix { $0 != "/" }
    let home =
      name.isEmpty
      ? UserEnvironment.variable("HOME")
      : getpwnam(String(name)).map { String(cString: $0.pointee.pw_dir) }
    return home.map { $0 + text.dropFirst(name.count + 1) } ?? text
  }

  /// The type of a file, as in `st_mode`; nil if there is none.
  private static func kind(of path: String) -> mode_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
  }

  /// Whether a plain file begins as those do that players read.
  private static func isSound(_ path: String) -> Bool {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return false }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 12)
    guard pread(file, &bytes, bytes.count, 0) == bytes.count else { return false }
    func has(_ text: String, at offset: Int = 0) -> Bool {
      bytes[offset...].starts(with: text.utf8)
    }
    let isMPEG = bytes[0] == 0xFF && bytes[1] & 0xE0 == 0xE0
    return isMPEG || ["OggS", "fLaC", "ID3", ".snd", "caff", "riff", "RF64"].contains { has($0) }
      || (has("RIFF") || has("RIFX")) && has("WAVE", at: 8) || has("FORM") && has("AIF", at: 8)
      || has("ftyp", at: 4)
  }

  // MARK: Commands

  /// What sh(1) itself has and no folder of PATH.
  private static let builtIn: Set<String> = [
    ".", ":", "[", "alias", "bg", "break", "case", "cd", "command", "continue", "do", "echo",
    "eval", "exec", "exit", "export", "false", "fg", "for", "getopts", "hash", "if", "jobs",
    "kill", "local", "printf", "pwd", "read", "readonly", "return", "set", "shift", "test",
    "times", "trap", "true", "type", "ulimit", "umask", "unalias", "unset", "until", "wait",
    "while", "!", "{",
  ]

  /// The first word of a command, if it is a plain one that names no program.
  private static func missingCommand(of text: String) -> String? {
    let word = text.split(whereSeparator: { " \t\n;&|<>".contains($0) }).first.map(String.init)
    guard let word, text.hasPrefix(word), word.isPlain(besides: "/._-+~"), !builtIn.contains(word)
    else { return nil }
    if word.contains("/") { return access(withHome(word), X_OK) == 0 ? nil : word }
    return UserEnvironment.hasProgram(word) ? nil : word
  }
}

extension String {
  /// The text as one word of sh(1).
  fileprivate var shellWord: String {
    isPlain(besides: "/._-") ? self : "'\(replacing("'", with: "'\\''"))'"
  }
}

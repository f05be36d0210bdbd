import Desktop
import Glibc
import TestSupport
import Testing

@Suite struct SoundChoiceTests {
  private let folder: String

  init() throws {
    var template = Array("/tmp/segclock-sound-XXXXXX".utf8CString)
    folder = try #require(mkdtemp(&template).map { String(cString: $0) })
    try make("bell.wav", "RIFF\u{1}\u{1}\u{1}\u{1}WAVEfmt ")
    try make("bell.oga", "OggS\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}")
    try make("no sound.wav", "Not a sound at all.")
    try make("empty.wav", "")
    try make("script", "#!/bin/sh\n", mode: 0o700)
    try make("loud.wav", "RIFF\u{1}\u{1}\u{1}\u{1}WAVEfmt ", mode: 0o700)
    mkdir("\(folder)/sounds", 0o700)
  }

  private func make(_ name: String, _ text: String, mode: mode_t = 0o600) throws {
    let file = open("\(folder)/\(name)", O_WRONLY | O_CREAT, mode)
    try #require(file >= 0)
    _ = write(file, text, text.utf8.count)
    close(file)
  }

  @Test("words choose nothing and the desktop's sound")
  func words() {
    for text in ["none", "off", "false", "no"] { #expect(SoundChoice(text) == .none) }
    for text in [nil, "auto", "on", "true", "yes"] { #expect(SoundChoice(text) == .automatic) }
    #expect(SoundChoice("off").problem == nil && SoundChoice("true").problem == nil)
  }

  @Test(
    "a path may be relative to the configuration's folder or begin with ~; else it is a command")
  func paths() {
    #expect(SoundChoice("bell.wav", from: folder) == .file("\(folder)/bell.wav"))
    #expect(SoundChoice("./bell.wav", from: folder) == .file("\(folder)/./bell.wav"))
    #expect(SoundChoice("\(folder)/bell.oga") == .file("\(folder)/bell.oga"))
    // On some file systems every file can be executed.
    #expect(SoundChoice("\(folder)/loud.wav") == .file("\(folder)/loud.wav"))
    #expect(SoundChoice("\(folder)/script") == .command("\(folder)/script"))
    let home = String(cString: getenv("HOME"))
    for place in ["~", "$HOME", "${HOME}"] {
      #expect(SoundChoice("\(place)/no such bell.oga") == .file("\(home)/no such bell.oga"))
    }
    #expect(SoundChoice("file://\(folder)/bell.oga") == .file("\(folder)/bell.oga"))
    #expect(SoundChoice("\"\(folder)/bell.oga\"") == .file("\(folder)/bell.oga"))
    for text in [
      "paplay bell.wav", "echo >>\"$HOME/x\"", "sounds", "play -q $HOME/bell.wav", "a; b.wav",
      "/bin/cat /tmp/bell.oga",
    ] {
      #expect(SoundChoice(text, from: folder) == .command(text))
    }
  }

  @Test("what cannot be played is named before the alarm")
  func problems() throws {
    for (text, problem) in [
      ("missing.oga", "there is no file"), ("~/missing.oga", "there is no file"),
      ("/no/such file.mp3", "there is no file"), ("./sounds", "is a folder"),
      ("no sound.wav", "is not a sound"), ("empty.wav", "is not a sound"),
      ("/dev/null", "is not a plain file"), ("no-such-player x.wav", "there is no command"),
      ("/no/player --loud", "there is no command"), ("$HOME/no bell.oga", "there is no file"),
      ("${HOME}/no.oga", "there is no file"), ("file:///etc/passwd", "is not a sound"),
      ("\"/tmp/no such bell.oga\"", "there is no file"), ("'no.wav'", "there is no file"),
      (#"C:\no.wav"#, "there is no file"),
    ] {
      let said = try #require(SoundChoice(text, from: folder).problem, "\(text)")
      #expect(said.contains(problem), "\(text): \(said)")
    }
    for text in ["exec true", "true", "x=1; true", "{ true; }", "$PLAYER x", "(true)", "none"] {
      #expect(SoundChoice(text, from: folder).problem == nil, "\(text)")
    }
    for text in ["bell.wav", "bell.oga"] {
      #expect(SoundChoice(text, from: folder).problem?.contains("no player") ?? true)
    }
  }
}

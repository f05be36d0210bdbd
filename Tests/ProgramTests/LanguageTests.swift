import Glibc
import ProgramSupport
import Testing

/// Whether locales can be made.
private let hasSourcesOfLocales =
  executable("localedef") != nil && access("/usr/share/i18n/locales/ar_EG", R_OK) == 0

/// The clock in the user's language. The locales are made for the test, of the C library's own sources of them.
@Suite(.enabled(if: hasSourcesOfLocales || getenv("CI") != nil))
struct Languages {
  let home = TestFolder()

  private var folder: String { "\(home.path)/locales" }

  /// Makes the locale of a source.
  private func make(_ source: String, _ encoding: String = "UTF-8", as name: String) throws {
    mkdir(folder, 0o700)
    let process = try ChildProcess(
      installed("localedef"),
      ["--no-archive", "-c", "-i", source, "-f", encoding, "\(folder)/\(name)"],
      environment: nil)
    // It fails where it warns of something that the source leaves out.
    _ = try process.wait(Deadline(seconds: 60))
    guard access("\(folder)/\(name)/LC_TIME", R_OK) == 0 else {
      throw Failure(process.standardError)
    }
  }

  /// A locale of exactly these words, on a clock of 24 hours.
  private func make(words: Words, numbers: String = "%d", as name: String) throws {
    func list(_ words: [String]) -> String { words.map { "\"\($0)\"" }.joined(separator: ";") }
    let letters = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"]
    try write(
      """
      comment_char %
      escape_char /
      LC_TIME
      abday \(list(words.days))
      day \(list(Array(letters.prefix(7))))
      abmon \(list(words.months))
      mon \(list(letters))
      am_pm \(list(words.halves))
      d_t_fmt "%a"
      d_fmt "\(numbers)"
      date_fmt "\(words.date)"
      t_fmt "%T"
      t_fmt_ampm "%r"
      END LC_TIME

      """, to: "\(home.path)/source")
    try make("\(home.path)/source", as: name)
  }

  struct Words {
    var days: [String]
    var months: [String]
    var halves: [String]
    /// The format of date(1), of which the order is taken; that of C says nothing.
    var date = "%a %b %e %H:%M:%S %Z %Y"
  }

  static let german = Words(
    days: ["So", "Mo", "Di", "Mi", "Do", "Fr", "Sa"],
    months: ["Jan", "Feb", "Mär", "Apr", "Mai", "Jun", "Jul", "Aug", "Sep", "Okt", "Nov", "Dez"],
    halves: ["", ""], date: "%a %-d. %b")
  static let arabic = Words(
    days: ["ح", "ن", "ث", "ر", "خ", "ج", "س"],
    months: ["ينا", "فبر", "مار", "أبر", "ماي", "يون", "يول", "أغس", "سبت", "أكت", "نوف", "ديس"],
    halves: ["ص", "م"], date: "%d %b")
  static let english = Words(
    days: ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"],
    months: ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"],
    halves: ["AM", "PM"])

  private static let look = [
    "--mode", "clock", "--show", "dial,digits", "--seconds", "off", "--size", "400x600",
  ]

  /// The pictures of a clock of twelve hours under these locales, all in the same minute.
  private func pictures(_ names: [String]) throws -> [Picture] {
    while true {
      let minute = time(nil) / 60
      let pictures = try names.map {
        try Program.renderAnew(
          Self.look + ["--hours", "12"], home: home, variables: ["LC_ALL": $0, "LOCPATH": folder])
      }
      if time(nil) / 60 == minute { return pictures }
    }
  }

  @Test("days, months and halves of the day are the language's", arguments: ["de_DE", "ar_EG"])
  func words(language: String) throws {
    try make(language, as: "\(language).UTF-8")
    try make(words: language == "de_DE" ? Self.german : Self.arabic, as: "own.UTF-8")
    let pictures = try pictures(["\(language).UTF-8", "own.UTF-8", "C"])
    #expect(pictures[0] == pictures[1])
    #expect(pictures[0] != pictures[2])
  }

  @Test("the date is in the language's order", arguments: ["en_US"])
  func order(language: String) throws {
    try make(language, as: "\(language).UTF-8")
    var words = Self.english
    words.date = "%a %b %e"
    try make(words: words, as: "own.UTF-8")
    let pictures = try pictures(["\(language).UTF-8", "own.UTF-8", "C"])
    #expect(pictures[0] == pictures[1])
    #expect(pictures[0] != pictures[2])
  }

  @Test("they are English in C, where a locale is missing, and where it has another encoding")
  func english() throws {
    try make("de_DE", "ISO-8859-1", as: "de_DE.ISO-8859-1")
    try make(words: Self.english, as: "own.UTF-8")
    let names = [
      "own.UTF-8", "C", "C.UTF-8", "POSIX", "xx_YY.UTF-8", "de_DE.ISO-8859-1", "../../etc",
    ]
    let pictures = try pictures(names)
    for (name, picture) in zip(names, pictures) { #expect(picture == pictures[0], "\(name)") }
  }

  @Test(
    "the hours are twelve or twenty-four as the language has them, unless an option says otherwise")
  func hours() throws {
    for language in ["de_DE", "en_US", "ar_EG"] { try make(language, as: "\(language).UTF-8") }
    let table: [([String: String], [String], Bool)] = [
      (["LC_ALL": "de_DE.UTF-8"], [], false), (["LC_ALL": "en_US.UTF-8"], [], true),
      (["LC_ALL": "ar_EG.UTF-8"], [], true), (["LC_ALL": "C"], [], false),
      (["LC_ALL": "xx_YY"], [], false),
      (["LC_ALL": "", "LC_TIME": "en_US.UTF-8", "LANG": "de_DE.UTF-8"], [], true),
      (["LC_ALL": "", "LC_TIME": "de_DE.UTF-8", "LANG": "en_US.UTF-8"], [], false),
      (["LC_ALL": "", "LANG": "en_US.UTF-8", "LC_NUMERIC": "de_DE.UTF-8"], [], true),
      (["LC_ALL": "en_US.UTF-8"], ["--hours", "24"], false),
      (["LC_ALL": "de_DE.UTF-8"], ["--hours", "12"], true),
    ]
    for (variables, options, isTwelve) in table {
      let panel = try Program.describe(
        Self.look + options, home: home, variables: variables.merging(["LOCPATH": folder]) { $1 })
      #expect(panel.names.contains("half.0") == isTwelve, "\(variables) \(options)")
    }
  }

  @Test("numbers of arguments and of pictures are the same in every language")
  func numbers() throws {
    try make("de_DE", as: "de_DE.UTF-8")
    let arguments = [
      "render", "--at", "1.5", "--ring", "A=50%", "--scale", "1.5", "--theme", "flat-light",
    ]
    var files: [[UInt8]?] = []
    for locale in ["C", "de_DE.UTF-8"] {
      let file = "\(home.path)/out.svg"
      let result = try Program.run(
        arguments + [file], home: home, variables: ["LC_ALL": locale, "LOCPATH": folder])
      #expect(result.ending == .exited(0))
      files.append(contents(of: file))
    }
    #expect(files[0] != nil && files[0] == files[1])
  }
}

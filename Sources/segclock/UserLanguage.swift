import Files
import Glibc
import Platform
import Timekeeping
import Wording

/// The language of the window, of notifications and of what a screen reader reads.
enum UserLanguage {
  private static let file = "LC_MESSAGES/segclock.mo"

  /// Chooses the first language of the user's that there is a catalogue of; without one, the window speaks English.
  ///
  /// Opens no file for a user who wants English.
  static func choose() {
    let languages = Translation.languages(UserEnvironment.variable)
    guard !languages.isEmpty, let folder else { return }
    for language in languages {
      let path = "\(folder)/\(language)/\(file)"
      guard let bytes = try? InputFile.bytes(of: path, maxBytes: Catalogue.maxBytes) else {
        continue
      }
      // A damaged one is no reason to speak the user's second language.
      return Translation.use(Catalogue(bytes), language)
    }
  }

  /// Where `packaging/install` puts the catalogues, from the program's own place; the variable is for development.
  private static var folder: String? {
    if let folder = UserEnvironment.variable("SEGCLOCK_LOCALEDIR") { return folder }
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlink("/proc/self/exe", &path, path.count)
    guard length > 0 else { return nil }
    let program = String(decoding: path.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return "\(Descriptor.folder(of: Descriptor.folder(of: program)))/share/locale"
  }

  /// The clock as the user's locale has it (LC_TIME), with the order of a date as it is in the language of the window.
  ///
  /// As in the catalogue, if the locale is not installed or has no language.
  static var clock: ClockStyle {
    let own = ClockStyle.translated
    let names = ["LC_ALL", "LC_TIME", "LANG"].compactMap(UserEnvironment.variable)
    let name = names.first?.prefix { $0 != "." && $0 != "@" } ?? "C"
    guard !["C", "POSIX"].contains(name), let locale = ClockStyle(ofLocale: "") else { return own }
    guard let language = Translation.language, language.prefix(2) == name.prefix(2) else {
      return locale
    }
    let words = locale.words
    return ClockStyle(
      hours: locale.hours,
      words: CalendarWords(
        weekdays: words.weekdays, months: words.months, am: words.am, pm: words.pm,
        order: .translated))
  }
}

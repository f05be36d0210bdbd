import Files
import Platform
import Timekeeping
import Wording

/// The system's time zone database.
enum ZoneDatabase {
  /// The names of the time zone database, except folders of variants.
  static var names: [String] {
    var names = ["UTC"]
    // Zones are "Z NAME ...", links "L TARGET NAME".
    for (_, line) in (try? InputFile.lines(of: "\(LocalZone.database)/tzdata.zi")) ?? [] {
      let words = line.split(separator: " ")
      guard words.count > 2, let column = ["Z": 1, "L": 2][words[0]] else { continue }
      names.append(String(words[column]))
    }
    return names
  }

  /// The name in the time zone database of a zone, or of a city that has one, however it is written.
  static func zone(named text: String) throws(TextError) -> String {
    let name = ZoneName.underscored(text)
    guard let problem = problem(of: name) else { return name }
    guard let name = ZoneName.match(text, among: names),
      self.problem(of: name) == nil
    else { throw problem }
    return name
  }

  private static func problem(of text: String) -> TextError? {
    let database = LocalZone.database
    // The C library accepts any text, blocks on a pipe, and shows UTC if the file is damaged.
    if ZoneName.isValid(text),
      let bytes = try? InputFile.bytes(of: "\(database)/\(text)", maxBytes: 1 << 18),
      bytes.starts(with: "TZif".utf8), bytes.last == UInt8(ascii: "\n")
    {
      return nil
    }
    return TextError(
      text, isNot: "a time zone in \(database.escaped.elided(to: FileError.maxPathLength))",
      write: "a name like Europe/Berlin, Tokyo or UTC")
  }
}

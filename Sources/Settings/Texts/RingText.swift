package import Session

/// How texts become rings.
package enum RingText {
  /// `NAME=VALUE`: a per cent, with or without its sign, a fraction, or a source.
  package static func ring(_ text: String) throws -> RingModel {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, isName(String(parts[0])), let source = source(parts[1]) else {
      throw ArgumentProblem(
        description:
          """
          a ring is NAME=VALUE with a name of up to \(longestName) characters (\(RingModel.maxNameBytes) bytes) and \
          \(valueWords)
          """)
    }
    return RingModel(name: String(parts[0]), source: source)
  }

  /// Rings with commas between.
  package static func rings(_ text: String) throws -> [RingSetting] {
    let rings = try text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      RingSetting(try ring(String(part.drop { $0 == " " })))
    }
    guard rings.count <= RingModel.maximumCount else {
      throw ArgumentProblem(description: "allowed are up to \(RingModel.maximumCount) rings")
    }
    return rings
  }

  /// The most characters of a ring's name.
  static let longestName = 32

  /// Whether a ring can be called `text`: a character may be of any number of bytes.
  static func isName(_ text: String) -> Bool {
    (1...longestName).contains(text.count) && text.utf8.count <= RingModel.maxNameBytes
  }

  /// What a ring can show.
  static let valueWords = """
    a value like 50%, 50 (per cent) or 3/7, up to \(Int(RingModel.maximum * 100))%, or one of \(sources)
    """

  /// The names of what a ring can follow.
  package static let sources = RingSource.named.map(\.key).joined(separator: ", ")

  /// What a ring shows; a bare number is out of `whole`.
  package static func source(_ text: String, of whole: Double = 100) throws -> RingSource {
    guard let source = source(text[...], of: whole) else { throw valueProblem }
    return source
  }

  /// What is wrong with a ring's value.
  package static let valueProblem = ArgumentProblem(description: "a ring takes \(valueWords)")

  /// What a bare number is out of: a number above 0.
  package static func whole(_ text: String) throws -> Double {
    guard let whole = ArgumentText.number(text[...]), whole > 0 else {
      throw ArgumentProblem(
        description: "--of takes a number above 0, as in --of 1 for values like 0.42")
    }
    return whole
  }

  /// What a ring shows: a source by its name, or a value set by hand; a bare number is out of `whole`.
  static func source(_ text: Substring, of whole: Double = 100) -> RingSource? {
    if let named = RingSource.named.first(where: { $0.key == text }) { return named.value }
    let value: Double?
    if text.last == "%" {
      value = ArgumentText.number(text.dropLast()).map { $0 / 100 }
    } else if let slash = text.firstIndex(of: "/") {
      let over = ArgumentText.number(text[text.index(after: slash)...])
      value = ArgumentText.number(text[..<slash]).flatMap { top in
        over.flatMap { $0 > 0 ? top / $0 : nil }
      }
    } else {
      value = ArgumentText.number(text).map { $0 / whole }
    }
    guard let value, (0...RingModel.maximum).contains(value) else { return nil }
    return .manual(value)
  }
}

/// A sentence or a label that the user reads: a key of the catalogues, and what is filled into its places.
///
/// Neither the model nor a file depends on a language: a phrase is translated where it is shown, by `text`.
public struct Phrase: Hashable, Sendable {
  public enum Argument: Hashable, Sendable {
    case text(String)
    case number(Int)
    case phrase(Phrase)
  }

  /// The English text, with the places {0}, {1} and so on for the arguments.
  private let key: String
  /// Tells apart two meanings of one English text.
  private let context: String?
  /// The English text for any number but one, and the number.
  private let plural: (key: String, count: Int)?
  private let arguments: [Argument]

  fileprivate init(
    _ key: String, context: String? = nil, plural: (key: String, count: Int)? = nil,
    _ arguments: [Argument]
  ) {
    (self.key, self.context, self.plural, self.arguments) = (key, context, plural, arguments)
  }

  /// Creates a phrase that is the same in all languages: a name, or a message of another program.
  public init(verbatim text: String) { self.init("{0}", [.text(text)]) }

  /// In the language of the user.
  public var text: String { text(by: Translation.catalogue) }

  /// In English without a translation, or where its places are not those of the English text.
  func text(by catalogue: Catalogue?) -> String {
    guard let catalogue, let found = catalogue.text(for: id, plural?.count),
      let text = filled(found, { $0.text(by: catalogue) })
    else { return english }
    return text
  }

  /// For standard error, files and `segclock ctl`.
  public var english: String {
    filled(plural.map { $0.count == 1 ? key : $0.key } ?? key, \.english) ?? key
  }

  private var id: String { context.map { "\($0)\u{04}\(key)" } ?? key }

  /// Nil if a place has no argument, or an argument no place. A plural form may leave out its number, as in "one lap".
  private func filled(_ template: String, _ form: (Phrase) -> String) -> String? {
    guard !arguments.isEmpty else { return template }
    var (text, rest, used) = ("", template[...], Set<Int>())
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      guard let place = Int(rest[open..<close].dropFirst()), arguments.indices.contains(place)
      else { return nil }
      used.insert(place)
      text += rest[..<open]
      switch arguments[place] {
      case .text(let argument): text += argument
      case .number(let number): text += String(number)
      case .phrase(let phrase): text += form(phrase)
      }
      rest = rest[close...].dropFirst()
    }
    let mayDiffer = plural != nil
    return mayDiffer || used.count == arguments.count ? text + rest : nil
  }

  public static func == (left: Phrase, right: Phrase) -> Bool {
    left.key == right.key && left.context == right.context
      && left.plural?.key == right.plural?.key && left.plural?.count == right.plural?.count
      && left.arguments == right.arguments
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(key)
    hasher.combine(plural?.count)
    hasher.combine(arguments)
  }
}

/// What can be filled into a place of a phrase.
public protocol PhraseArgument: Sendable {
  var argument: Phrase.Argument { get }
}

extension String: PhraseArgument { public var argument: Phrase.Argument { .text(self) } }
extension Int: PhraseArgument { public var argument: Phrase.Argument { .number(self) } }
extension Phrase: PhraseArgument { public var argument: Phrase.Argument { .phrase(self) } }

// A key is a `StaticString`, so that an interpolation does not compile: `packaging/dev/translations` reads all keys from
// the sources. It does not see a call within an interpolation, nor a key of several lines.

/// Returns a phrase that is translated where it is shown.
public func mark(_ key: StaticString, _ arguments: any PhraseArgument...) -> Phrase {
  Phrase(key.description, arguments.map(\.argument))
}

/// As `mark`, of an English text that has another meaning elsewhere.
public func markc(
  _ context: StaticString, _ key: StaticString, _ arguments: any PhraseArgument...
) -> Phrase {
  Phrase(key.description, context: context.description, arguments.map(\.argument))
}

/// As `mark`, in the form for `count`, which is {0}. The others follow.
public func markn(
  _ one: StaticString, _ other: StaticString, _ count: Int, _ arguments: any PhraseArgument...
) -> Phrase {
  Phrase(
    one.description, plural: (other.description, count),
    [.number(count)] + arguments.map(\.argument))
}

/// Returns the text in the language of the user.
public func tr(_ key: StaticString, _ arguments: any PhraseArgument...) -> String {
  Phrase(key.description, arguments.map(\.argument)).text
}

public func trc(
  _ context: StaticString, _ key: StaticString, _ arguments: any PhraseArgument...
) -> String {
  Phrase(key.description, context: context.description, arguments.map(\.argument)).text
}

public func trn(
  _ one: StaticString, _ other: StaticString, _ count: Int, _ arguments: any PhraseArgument...
) -> String {
  Phrase(
    one.description, plural: (other.description, count),
    [.number(count)] + arguments.map(\.argument)
  ).text
}

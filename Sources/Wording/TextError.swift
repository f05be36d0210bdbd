/// A value from outside that is not valid: what is wrong with it, and what to use.
public struct TextError: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String
  /// The same in a few words, for the window.
  public let brief: Phrase
  /// Where the mistake ends in the text, in characters, if that is known.
  public let offset: Int?

  public init(_ description: String, brief: Phrase? = nil, offset: Int? = nil) {
    self.brief = brief ?? Phrase(verbatim: description)
    (self.description, self.offset) = (description, offset)
  }

  /// Creates an error that reads the same everywhere.
  public init(_ phrase: Phrase, offset: Int? = nil) {
    self.init(phrase.english, brief: phrase, offset: offset)
  }
}

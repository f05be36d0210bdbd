/// A value from outside that is not valid: what is wrong with it, and what to use.
public struct TextError: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String
  /// The same in a few words, beside the text.
  public let brief: String
  /// Where the mistake ends in the text, in characters, if that is known.
  public let offset: Int?

  public init(_ description: String, brief: String? = nil, offset: Int? = nil) {
    (self.description, self.brief, self.offset) = (description, brief ?? description, offset)
  }
}

/// A number with its unit, whose translation is looked up once: a label may change with every frame.
public struct NumberLabel: Hashable, Sendable {
  private let before: String
  private let after: String

  /// Stands for the number in a phrase.
  public static let number = "\u{1}"

  public init(_ phrase: Phrase) {
    let parts = phrase.text.split(
      separator: NumberLabel.number, maxSplits: 1, omittingEmptySubsequences: false)
    (before, after) = (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
  }

  public func text(of number: Int) -> String {
    before.isEmpty ? "\(number)\(after)" : "\(before)\(number)\(after)"
  }
}

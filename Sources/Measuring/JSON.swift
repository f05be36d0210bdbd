/// A value of JSON (RFC 8259), to be written down.
public indirect enum JSON: Equatable, Sendable {
  /// A text.
  case text(String)
  /// A number, whole or with three digits after the point; one that is not finite is null.
  case number(Double)
  /// True or false.
  case flag(Bool)
  /// Nothing.
  case null
  /// Values one after another.
  case list([JSON])
  /// Values by name, in this order.
  case object([(name: String, value: JSON)])

  /// The value on one line.
  public var line: String {
    switch self {
    case .text(let text): JSON.quoted(text)
    case .number(let value):
      if let whole = Int(exactly: value) {
        String(whole)
      } else if value.isFinite {
        Decimal.text(value, digits: 3)
      } else {
        "null"
      }
    case .flag(let flag): flag ? "true" : "false"
    case .null: "null"
    case .list(let values): "[" + values.map(\.line).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { "\(JSON.quoted($0.name)):\($0.value.line)" }.joined(separator: ",") + "}"
    }
  }

  /// Named figures as an object.
  public static func figures(_ figures: [Figure]) -> JSON {
    .object(figures.map { ($0.name, .number($0.value)) })
  }

  /// Compares what would be written.
  public static func == (left: JSON, right: JSON) -> Bool { left.line == right.line }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

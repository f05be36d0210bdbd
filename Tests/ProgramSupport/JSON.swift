import Foundation

/// A value of JSON, for tests that read what the program writes.
package struct JSON {
  private let value: Any?

  package init(_ text: String) throws {
    value = try JSONSerialization.jsonObject(with: Data(text.utf8), options: [.fragmentsAllowed])
  }

  private init(value: Any?) { self.value = value }

  package subscript(name: String) -> JSON { JSON(value: (value as? [String: Any])?[name]) }

  package subscript(index: Int) -> JSON {
    guard let elements = value as? [Any], elements.indices.contains(index) else {
      return JSON(value: nil)
    }
    return JSON(value: elements[index])
  }

  package var int: Int64? { (value as? NSNumber)?.int64Value }
  package var double: Double? { (value as? NSNumber)?.doubleValue }
  package var bool: Bool? { value as? Bool }
  package var string: String? { value as? String }
  package var names: Set<String> { Set((value as? [String: Any] ?? [:]).keys) }
  package var count: Int? { (value as? [Any])?.count }
}

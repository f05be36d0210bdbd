/// The settings that one source gives: a value for each key, and the text that it was parsed from, if any.
@dynamicMemberLookup
package struct SettingLayer: Equatable, Sendable {
  /// Equal if the values are: several texts have the same one.
  private struct Entry: Equatable, Sendable {
    let value: any Equatable & Sendable
    let text: String?

    static func == (left: Entry, right: Entry) -> Bool { left.value.isEqual(to: right.value) }
  }

  private var entries: [String: Entry] = [:]

  package init() {}

  package func isGiven(_ key: String) -> Bool { entries[key] != nil }

  package func text(_ key: String) -> String? { entries[key]?.text }

  package func value<Value>(_ key: String, as _: Value.Type) -> Value? {
    // Not in one expression: a missing entry could be cast to an optional value.
    guard let entry = entries[key] else { return nil }
    return entry.value as? Value
  }

  package mutating func set(
    _ key: String, _ value: any Equatable & Sendable, text: String? = nil
  ) {
    entries[key] = Entry(value: value, text: text)
  }

  package mutating func remove(_ key: String) { entries[key] = nil }

  /// Takes the value of `other`, or none if `other` has none.
  mutating func take(_ key: String, from other: SettingLayer) { entries[key] = other.entries[key] }

  /// The keys whose values, or lack of one, differ from those of `other`.
  func differences(from other: SettingLayer) -> Set<String> {
    Set(entries.keys).union(other.entries.keys).filter { entries[$0] != other.entries[$0] }
  }

  /// These settings, with missing ones taken from `others`.
  package func filled(by others: SettingLayer) -> SettingLayer {
    var layer = self
    layer.entries.merge(others.entries) { own, _ in own }
    return layer
  }
}

extension [SettingLayer] {
  /// These layers by decreasing priority, as one.
  var combined: SettingLayer { reduce(SettingLayer()) { $0.filled(by: $1) } }
}

extension Equatable {
  fileprivate func isEqual(to other: any Equatable) -> Bool { self == other as? Self }
}

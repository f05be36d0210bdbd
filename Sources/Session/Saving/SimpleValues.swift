import Timekeeping

// How numbers, texts, lists and identifiers are saved.

extension Saveable where Self: BinaryInteger {
  func coded(by coder: inout StateCoder) -> Self {
    Self(truncatingIfNeeded: coder.number(Int64(truncatingIfNeeded: self)))
  }
}

extension Int64: Saveable {}
extension UInt32: Saveable {}
extension Int: Listable { static var blank: Int { 0 } }

extension Bool: Listable {
  static var blank: Bool { false }
  func coded(by coder: inout StateCoder) -> Bool { coder.number(self ? 1 : 0) != 0 }
}

extension Double: Saveable {
  func coded(by coder: inout StateCoder) -> Double {
    Double(bitPattern: UInt64(bitPattern: coder.number(Int64(bitPattern: bitPattern))))
  }
}

extension String: Listable {
  static var blank: String { "" }
  func coded(by coder: inout StateCoder) -> String { coder.text(self) }
}

extension Instant: Listable {
  static var blank: Instant { .zero }
  func coded(by coder: inout StateCoder) -> Instant { coder.instant(self) }
}

extension Duration: Listable {
  static var blank: Duration { .zero }
  func coded(by coder: inout StateCoder) -> Duration {
    Duration.nanoseconds(coder.number(nanosecondsClamped))
  }
}

extension Saveable where Self: RawRepresentable, RawValue == String {
  func coded(by coder: inout StateCoder) -> Self {
    if let value = Self(rawValue: coder.text(rawValue)) { return value }
    coder.isMalformed = true
    return self
  }
}

extension RunState: Saveable {}
extension AlarmSource: Saveable {}
extension HourCycle: Listable { static var blank: HourCycle { .twentyFour } }
extension Mode: Listable { static var blank: Mode { .stopwatch } }
extension ThemeName: Listable { static var blank: ThemeName { .neumorphicLight } }

extension Array: Saveable, Listable where Element: Listable {
  static var blank: [Element] { [] }

  func coded(by coder: inout StateCoder) -> [Element] {
    let count = coder.code(count)
    guard coder.isReading else { return map { coder.code($0) } }
    var list: [Element] = []
    if count < 0 { coder.isMalformed = true }
    while !coder.isMalformed, list.count < count { list.append(coder.code(Element.blank)) }
    return list
  }
}

extension Optional: Saveable, Listable where Wrapped: Listable {
  static var blank: Wrapped? { nil }

  func coded(by coder: inout StateCoder) -> Wrapped? {
    coder.code(self != nil) ? coder.code(self ?? Wrapped.blank) : nil
  }
}

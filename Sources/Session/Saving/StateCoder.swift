package import Timekeeping

/// Encodes or decodes values: one function of a type serves both directions.
///
/// An integer is 8 bytes, little-endian; a string or a list follows its length. After malformed bytes every number
/// reads as zero, and `isComplete` is false.
package struct StateCoder {
  private(set) var bytes: [UInt8] = []
  private var offset = 0
  private(set) var isReading = false
  var isMalformed = false
  /// Added to each decoded instant, since the origin of the time axis may have moved.
  private var shift: Int64 = 0
  private var laps: (_ session: Int64, _ count: Int) -> Laps? = { _, _ in nil }
  /// The format of `bytes`. Format 1 names rings by their names alone; up to format 2, an alarm has an English sentence;
  /// formats before 4 have no log of days.
  private(set) var format = StateCoder.newestFormat

  /// The format that is written, and the newest that can be read.
  package static let newestFormat: Int64 = 4

  /// Creates an encoder. Tests write older formats, too.
  package init(format: Int64 = StateCoder.newestFormat) { self.format = format }

  /// Creates a decoder. `laps` returns the laps of a session, or nil if their number differs.
  package init(
    reading bytes: [UInt8], format: Int64 = StateCoder.newestFormat,
    shiftingInstantsBy shift: Int64 = 0,
    laps: @escaping (_ session: Int64, _ count: Int) -> Laps?
  ) {
    (self.bytes, isReading, self.shift, self.laps) = (bytes, true, shift, laps)
    self.format = format
  }

  /// Whether all bytes were decoded, and are valid.
  var isComplete: Bool { !isMalformed && offset == bytes.count }

  /// When reading, returns the decoded values instead.
  mutating func code<each Value: Saveable>(_ values: repeat each Value) -> (repeat each Value) {
    (repeat (each values).coded(by: &self))
  }

  /// As `code(_:)`, but returns what `make` creates of the values.
  mutating func code<each Value: Saveable, Whole>(
    _ values: repeat each Value, as make: (repeat each Value) -> Whole
  ) -> Whole {
    make(repeat (each values).coded(by: &self))
  }

  mutating func number(_ number: Int64) -> Int64 {
    if isReading { return take(8).reversed().reduce(0) { $0 << 8 | Int64($1) } }
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    return number
  }

  mutating func text(_ text: String) -> String {
    let count = code(text.utf8.count)
    guard isReading else {
      bytes.append(contentsOf: text.utf8)
      return text
    }
    let part = take(count)
    let read = String(decoding: part, as: UTF8.self)
    if !read.utf8.elementsEqual(part) { isMalformed = true }
    return read
  }

  mutating func instant(_ instant: Instant) -> Instant {
    let read = number(instant.nanoseconds)
    // The ends of the range are not shifted.
    let isFixed = !isReading || read == .min || read == .max
    return Instant(nanoseconds: isFixed ? read : read.addingClamped(shift))
  }

  mutating func stopwatch(_ stopwatch: Stopwatch, of session: Int64) -> Stopwatch {
    let (state, anchor, elapsed, count) = code(
      stopwatch.state, stopwatch.anchor, stopwatch.elapsedAtAnchor, stopwatch.laps.count)
    guard isReading else { return stopwatch }
    let laps = count == 0 ? Laps() : isMalformed ? nil : laps(session, count)
    if laps == nil { isMalformed = true }
    return Stopwatch(
      state: state, anchor: anchor, elapsedAtAnchor: elapsed, laps: laps ?? Laps())
  }

  private mutating func take(_ count: Int) -> ArraySlice<UInt8> {
    guard !isMalformed, (0...bytes.count - offset).contains(count) else {
      isMalformed = true
      return []
    }
    defer { offset += count }
    return bytes[offset..<offset + count]
  }
}

/// A value that can be saved. Decoding any bytes returns a valid value, or fails.
protocol Saveable {
  func coded(by coder: inout StateCoder) -> Self
}

/// A value that can be optional or in a list.
protocol Listable: Saveable {
  static var blank: Self { get }
}

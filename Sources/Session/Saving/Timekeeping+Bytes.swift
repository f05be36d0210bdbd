package import Bytes
package import Timekeeping

// How the values of Timekeeping are written down. Reading accepts what makes a valid value of any kind: each of them has
// an initializer that holds its parts within what is allowed.

extension Duration: ByteCodable {
  package func write(to writer: inout ByteWriter) { writer.write(nanosecondsClamped) }

  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    self = Duration(nanoseconds: try reader.read())
  }
}

extension Instant: ByteCodable {
  package func write(to writer: inout ByteWriter) { writer.write(nanoseconds) }

  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    self = Instant(nanoseconds: try reader.readMoment())
  }
}

extension Stopwatch: ByteCodable {
  /// All but its laps, of which there may be any number.
  package func write(to writer: inout ByteWriter) {
    writer.write(state.rawValue)
    writer.write(anchor)
    writer.write(elapsedAtAnchor)
  }

  /// A stopwatch without laps; `with` gives it some.
  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    guard let state = State(rawValue: try reader.readText()) else { throw MalformedBytes() }
    self = Stopwatch(
      state: state, anchor: try reader.read(), elapsedAtAnchor: try reader.read(), laps: Laps())
  }

  /// The same with these laps.
  func with(_ laps: Laps) -> Stopwatch {
    Stopwatch(state: state, anchor: anchor, elapsedAtAnchor: elapsedAtAnchor, laps: laps)
  }
}

extension Countdown: ByteCodable {
  package func write(to writer: inout ByteWriter) {
    writer.write(state.rawValue)
    writer.write(length)
    writer.write(anchor)
    writer.write(remainingAtAnchor)
  }

  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    guard let state = State(rawValue: try reader.readText()) else { throw MalformedBytes() }
    self = Countdown(
      state: state, length: try reader.read(), anchor: try reader.read(),
      remainingAtAnchor: try reader.read())
  }
}

extension PlanStep: ByteCodable {
  package func write(to writer: inout ByteWriter) {
    writer.write(name)
    writer.write(length)
    writer.write(UInt8(waits ? 1 : 0))
  }

  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    self = PlanStep(
      try reader.readText(), try reader.read(Duration.self), waits: try reader.read(UInt8.self) != 0
    )
  }
}

extension Plan: ByteCodable {
  package func write(to writer: inout ByteWriter) {
    writer.write(steps)
    writer.write(UInt16(rounds))
  }

  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    self = Plan(steps: try reader.readList(), rounds: Int(try reader.read(UInt16.self)))
  }
}

extension PlanRun: ByteCodable {
  package func write(to writer: inout ByteWriter) {
    writer.write(plan)
    writer.write(state.rawValue)
    writer.write(Int32(place))
    writer.write(anchor)
    writer.write(spentAtAnchor)
  }

  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    let plan: Plan = try reader.read()
    guard let state = State(rawValue: try reader.readText()) else { throw MalformedBytes() }
    self = PlanRun(
      plan, state: state, place: Int(try reader.read(Int32.self)), anchor: try reader.read(),
      spentAtAnchor: try reader.read())
  }
}

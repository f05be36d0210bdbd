package import Bytes
package import Timekeeping

/// The settings that the window and `ctl` can change, too; nil is one that is not mentioned.
package struct AdjustableSettings: Equatable, Sendable {
  package var mode: Mode?
  package var theme: ThemeName?
  package var rings: [RingModel]?
  /// The timer's length.
  package var timer: Duration?
  package var plan: Plan?
  /// The counter's value.
  package var count: Int?

  package init() {}

  static let builtIn: AdjustableSettings = {
    var settings = AdjustableSettings()
    settings.mode = .stopwatch
    settings.theme = .neumorphicLight
    settings.rings = RingSet.usual
    settings.timer = Countdown.defaultLength
    settings.plan = Plan()
    settings.count = 0
    return settings
  }()

  /// One property: how it is compared, copied and saved.
  struct Field: Sendable {
    let isEqual: @Sendable (AdjustableSettings, AdjustableSettings) -> Bool
    let fill: @Sendable (inout AdjustableSettings, AdjustableSettings) -> Void
    let copy: @Sendable (AdjustableSettings, inout AdjustableSettings) -> Void
    let clear: @Sendable (inout AdjustableSettings) -> Void
    let write: @Sendable (AdjustableSettings, inout ByteWriter) -> Void
    let read: @Sendable (inout AdjustableSettings, inout ByteReader) throws(MalformedBytes) -> Void

    init<Value: Equatable>(
      _ property: any WritableKeyPath<AdjustableSettings, Value?> & Sendable,
      write: @escaping @Sendable (Value, inout ByteWriter) -> Void,
      read: @escaping @Sendable (inout ByteReader) throws(MalformedBytes) -> Value
    ) {
      isEqual = { $0[keyPath: property] == $1[keyPath: property] }
      fill = { $0[keyPath: property] = $0[keyPath: property] ?? $1[keyPath: property] }
      copy = { $1[keyPath: property] = $0[keyPath: property] }
      clear = { $0[keyPath: property] = nil }
      self.write = { settings, writer in
        let value = settings[keyPath: property]
        writer.write(UInt8(value == nil ? 0 : 1))
        if let value { write(value, &writer) }
      }
      self.read = {
        (settings: inout AdjustableSettings, reader: inout ByteReader) throws(MalformedBytes) in
        let hasValue = try reader.read(UInt8.self) != 0
        settings[keyPath: property] = hasValue ? try read(&reader) : nil
      }
    }

    init<Value: Equatable & ByteCodable>(
      _ property: any WritableKeyPath<AdjustableSettings, Value?> & Sendable
    ) {
      self.init(
        property, write: { $0.write(to: &$1) },
        read: { (reader: inout ByteReader) throws(MalformedBytes) in try Value(from: &reader) })
    }
  }

  static let fields: [Field] = [
    Field(\.mode), Field(\.theme), Field(\.timer), Field(\.plan),
    Field(
      \.rings, write: { $1.write($0) },
      read: { (reader: inout ByteReader) throws(MalformedBytes) in try reader.readList() }),
    Field(
      \.count, write: { $1.write(Int64($0)) },
      read: { (reader: inout ByteReader) throws(MalformedBytes) in Int(try reader.read(Int64.self))
      }),
  ]

  /// These, with the values of `others` where these have none.
  package func filled(by others: AdjustableSettings) -> AdjustableSettings {
    var settings = self
    for field in AdjustableSettings.fields { field.fill(&settings, others) }
    return settings
  }

  /// A hash of each field, by which a later start sees what has changed.
  var marks: [UInt64] {
    AdjustableSettings.fields.map { field in
      var writer = ByteWriter()
      field.write(self, &writer)
      // FNV-1a.
      return writer.bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
  }
}

extension AdjustableSettings: ByteCodable {
  package func write(to writer: inout ByteWriter) {
    for field in AdjustableSettings.fields { field.write(self, &writer) }
  }

  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    self.init()
    for field in AdjustableSettings.fields { try field.read(&self, &reader) }
  }
}

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
    let copy: @Sendable (AdjustableSettings, inout AdjustableSettings) -> Void
    let code: @Sendable (inout AdjustableSettings, inout StateCoder) -> Void

    init<Value: Equatable & Listable>(
      _ property: any WritableKeyPath<AdjustableSettings, Value?> & Sendable
    ) {
      isEqual = { $0[keyPath: property] == $1[keyPath: property] }
      copy = { $1[keyPath: property] = $0[keyPath: property] }
      code = { $1.code(&$0[keyPath: property]) }
    }

    func clear(_ settings: inout AdjustableSettings) { copy(AdjustableSettings(), &settings) }

    func isMissing(in settings: AdjustableSettings) -> Bool {
      isEqual(settings, AdjustableSettings())
    }
  }

  static let fields: [Field] = [
    Field(\.mode), Field(\.theme), Field(\.timer), Field(\.plan), Field(\.rings), Field(\.count),
  ]

  /// These, with the values of `others` where these have none.
  package func filled(by others: AdjustableSettings) -> AdjustableSettings {
    var settings = self
    for field in AdjustableSettings.fields where field.isMissing(in: self) {
      field.copy(others, &settings)
    }
    return settings
  }

  /// A hash of each field, by which a later start sees what has changed.
  var marks: [UInt64] {
    AdjustableSettings.fields.map { field in
      var (copy, coder, hash) = (self, StateCoder(), FNV1a())
      field.code(&copy, &coder)
      hash.add(coder.bytes)
      return hash.value
    }
  }
}

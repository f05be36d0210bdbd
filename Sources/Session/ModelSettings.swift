package import Timekeeping

/// Settings that the window and `ctl` cannot change.
package struct ModelSettings: Equatable, Sendable {
  /// Above zero.
  package var targetLap: Duration?
  package var ghost = Ghost.off
  package var themes: [ThemeName] = []
  /// The locale's; `Model.clock` is the one that is shown.
  package var clock = ClockStyle()
  package var digits = Counter().digits
  /// The first day of a week, 0 (Sunday) to 6.
  package var firstWeekday = 1
  package var bindings = KeyRow.standard

  package init() {}
}

/// Settings of the clock; nil for one that is not given.
package struct ClockSettings: Hashable, Sendable {
  /// The inner nil means the locale's.
  package var hours: HourCycle??
  package var showsSeconds: Bool?
  /// The inner nil means the user's zone.
  package var zone: String??

  package init(hours: HourCycle?? = nil, showsSeconds: Bool? = nil, zone: String?? = nil) {
    (self.hours, self.showsSeconds, self.zone) = (hours, showsSeconds, zone)
  }

  func filled(by others: ClockSettings) -> ClockSettings {
    ClockSettings(
      hours: hours ?? others.hours, showsSeconds: showsSeconds ?? others.showsSeconds,
      zone: zone ?? others.zone)
  }
}

extension Model {
  /// Applies the configuration. Priority, from low to high: built-in values, the file, remembered changes, this run's
  /// options.
  ///
  /// A remembered change is dropped when its setting in the file changes. A running timer or plan stays.
  package mutating func configure(
    _ new: ModelSettings, file: SettingLayer, options: SettingLayer? = nil
  ) {
    settings = new
    for key in file.differences(from: configured) { remembered.remove(key) }
    let earlierNames = RingModel.earlierNames(from: configured.rings ?? [], to: file.rings ?? [])
    configured = file
    self.options = options ?? self.options
    let layer = [self.options, remembered, file, .builtIn].combined
    // Before the rows, as they do not know that a ring of the file was renamed.
    if let new = layer.rings { rings.replace(by: new, earlierNames: earlierNames) }
    adjust(to: layer)
  }

  /// The present values of the adjustable settings.
  package var adjusted: SettingLayer {
    AdjustableTable.all.reduce(into: SettingLayer()) { $1.read(self, into: &$0) }
  }

  /// Remembers the differences from `before`; they override this run's options.
  mutating func remember(changesFrom before: SettingLayer) {
    let now = adjusted
    for key in now.differences(from: before) {
      remembered.take(key, from: now)
      options.remove(key)
    }
  }

  /// Shows `mode` at the next start, since it is running.
  mutating func rememberMode(_ mode: Mode) {
    remembered.mode = mode
    options.mode = nil
  }

  mutating func adjust(to layer: SettingLayer) {
    for row in AdjustableTable.all { row.apply(layer, to: &self) }
    releaseMissingRings()
  }
}

import Session

/// How a setting that the window can change, too, is passed to the model and back.
struct Adjustment<Value: Equatable & Sendable>: Sendable {
  let give: @Sendable (ProgramSettings, inout SettingLayer) -> Void
  let adopt: @Sendable (SettingLayer, inout ProgramSettings) -> Void

  /// `text` is the value in the configuration; nil if it has tables of its own there, or none.
  init<Adjusted>(
    _ path: KeyPath<AdjustableTable, AdjustableSetting<Adjusted>>,
    given: @escaping @Sendable (ProgramSettings) -> Adjusted?,
    value: @escaping @Sendable (Adjusted) -> Value, text: @escaping @Sendable (Adjusted) -> String?
  ) {
    let row = AdjustableTable.rows[keyPath: path]
    give = { settings, layer in
      if let given = given(settings) { layer[row] = given }
    }
    adopt = { layer, settings in
      guard let adjusted = layer[row] else { return }
      settings.set(row.name, value(adjusted), text: text(adjusted))
    }
  }

  /// For a setting with the same value in the model.
  init(
    _ path: KeyPath<AdjustableTable, AdjustableSetting<Value>>,
    text: @escaping @Sendable (Value) -> String? = { _ in nil }
  ) {
    let name = AdjustableTable.rows[keyPath: path].name
    self.init(path, given: { $0.value(name, Value.self) }, value: { $0 }, text: text)
  }
}

/// A setting that the window and `ctl` can change, too: how the model has it.
package struct AdjustableSetting<Value: Equatable & Sendable>: Sendable {
  /// As in the configuration.
  package let name: String
  let builtIn: Value
  let read: @Sendable (Model) -> Value
  let apply: @Sendable (Value, inout Model) -> Void

  init(
    _ name: String, _ builtIn: Value, read: @escaping @Sendable (Model) -> Value,
    apply: @escaping @Sendable (Value, inout Model) -> Void
  ) where Value: Listable {
    (self.name, self.builtIn, self.read, self.apply) = (name, builtIn, read, apply)
  }

  init(
    _ name: String, _ property: any WritableKeyPath<Model, Value> & Sendable, _ builtIn: Value
  ) where Value: Listable {
    self.init(name, builtIn) {
      $0[keyPath: property]
    } apply: {
      $1[keyPath: property] = $0
    }
  }

  /// A property that is always set.
  init(
    _ name: String, _ property: any WritableKeyPath<Model, Value?> & Sendable, _ builtIn: Value
  ) where Value: Listable {
    self.init(name, builtIn) {
      $0[keyPath: property] ?? builtIn
    } apply: {
      $1[keyPath: property] = .some($0)
    }
  }
}

/// The rows of `AdjustableTable` without their types.
protocol AnyAdjustableSetting: Sendable {
  var name: String { get }
  func setBuiltIn(in layer: inout SettingLayer)
  func read(_ model: Model, into layer: inout SettingLayer)
  func apply(_ layer: SettingLayer, to model: inout Model)
  /// Encodes or decodes the value, if one is given.
  func code(_ layer: inout SettingLayer, by coder: inout StateCoder)
}

extension AdjustableSetting: AnyAdjustableSetting where Value: Listable {
  func setBuiltIn(in layer: inout SettingLayer) { layer[self] = builtIn }

  func read(_ model: Model, into layer: inout SettingLayer) { layer[self] = read(model) }

  func apply(_ layer: SettingLayer, to model: inout Model) {
    if let value = layer[self] { apply(value, &model) }
  }

  func code(_ layer: inout SettingLayer, by coder: inout StateCoder) {
    layer[self] = coder.code(layer[self])
  }
}

import Desktop
import Wording

// What a reader asks about an object, by interface and member.

extension AccessibilityConnection {
  private static let prefix = "org.a11y.atspi."

  /// Returns the values of the reply; nil if there is no such object or method.
  func answer(_ call: BusMessage) -> [BusValue]? {
    guard let path = call.objectPath, let tree else { return nil }
    if path == Self.path + "/cache" { return call.member == "GetItems" ? items(of: tree) : nil }
    guard path.hasPrefix(Self.objects),
      let place = tree.places[String(path.dropFirst(Self.objects.count))]
    else { return nil }
    let node = place.node
    switch call.interface {
    case "org.freedesktop.DBus.Properties": return answerProperty(call, place, in: tree)
    case "org.a11y.atspi.Accessible": return answerAccessible(call, place)
    case "org.a11y.atspi.Application" where place.parent == nil:
      switch call.member {
      case "GetLocale": return [.text(Translation.language ?? "en")]
      case "RegisterEventListener", "DeregisterEventListener": return []
      default: return nil
      }
    case "org.a11y.atspi.Component" where place.parent != nil:
      return answerComponent(call, place, in: tree)
    case "org.a11y.atspi.Action" where !node.actions.isEmpty: return answerAction(call, node)
    case "org.a11y.atspi.Text": return node.text.flatMap { answerText(call, $0, of: node.id) }
    case "org.a11y.atspi.EditableText":
      return node.text.flatMap { answerEditable(call, $0, of: node.id) }
    default: return nil
    }
  }

  private func interfaces(of node: AccessibleNode) -> [String] {
    var names = ["Accessible"]
    names.append(node.id == AccessibleTree.root ? "Application" : "Component")
    if !node.actions.isEmpty { names.append("Action") }
    if node.range != nil { names.append("Value") }
    if node.text != nil { names += ["Text", "EditableText"] }
    return names.map { Self.prefix + $0 }
  }

  private func states(of node: AccessibleNode) -> BusValue {
    .array("u", node.states.words.map { .number($0) })
  }

  private func parent(of place: AccessibleTree.Place) -> BusValue {
    if let id = place.parent { return reference(to: id) }
    return parent.map { .structure([.text($0.name), .path($0.path)]) } ?? reference(to: nil)
  }

  private func items(of tree: AccessibleTree) -> [BusValue] {
    let items = tree.order.compactMap { tree.places[$0] }.map { place in
      let node = place.node
      return BusValue.structure([
        reference(to: node.id), reference(to: AccessibleTree.root), parent(of: place),
        .integer(Int32(clamping: place.index)), .integer(Int32(clamping: node.children.count)),
        .array("s", interfaces(of: node).map { .text($0) }), .text(node.name),
        .number(node.role.rawValue), .text(node.details), states(of: node),
      ])
    }
    return [.array("((so)(so)(so)iiassusau)", items)]
  }

  private func answerAccessible(
    _ call: BusMessage, _ place: AccessibleTree.Place
  ) -> [BusValue]? {
    let node = place.node
    switch call.member {
    case "GetChildAtIndex":
      guard let index = call.integer() else { return nil }
      return [reference(to: node.children.at(index)?.id)]
    case "GetChildren": return [.array("(so)", node.children.map { reference(to: $0.id) })]
    case "GetIndexInParent": return [.integer(Int32(clamping: place.index))]
    case "GetRelationSet": return [.array("(ua(so))", [])]
    case "GetRole": return [.number(node.role.rawValue)]
    case "GetRoleName": return [.text(node.role.name)]
    case "GetLocalizedRoleName": return [.text(node.role.label.text)]
    case "GetState": return [states(of: node)]
    case "GetAttributes":
      return [
        .array(
          "{ss}",
          [.entry(.text("id"), .text(node.id)), .entry(.text("toolkit"), .text(program.name))])
      ]
    case "GetApplication": return [reference(to: AccessibleTree.root)]
    case "GetInterfaces": return [.array("s", interfaces(of: node).map { .text($0) })]
    default: return nil
    }
  }

  // MARK: Places

  /// Where coordinates of this type begin, from the window's corner.
  private func origin(
    _ type: UInt32?, _ place: AccessibleTree.Place, in tree: AccessibleTree
  ) -> (x: Int32, y: Int32)? {
    switch type {
    // The screen, the window, the parent.
    case 0:
      guard let corner = window?.accessibleOrigin else { return nil }
      return (0 &- corner.x, 0 &- corner.y)
    case 1: return (0, 0)
    case 2: return place.parent.flatMap { tree[$0] }.map { ($0.box.x, $0.box.y) }
    default: return nil
    }
  }

  private func answerComponent(
    _ call: BusMessage, _ place: AccessibleTree.Place, in tree: AccessibleTree
  ) -> [BusValue]? {
    let (node, box) = (place.node, place.node.box)
    switch call.member {
    case "Contains", "GetAccessibleAtPoint":
      guard let x = call.integer(), let y = call.integer(),
        let origin = origin(call.number(), place, in: tree)
      else { return nil }
      let (pointX, pointY) = (x &+ origin.x, y &+ origin.y)
      if call.member == "Contains" { return [.truth(box.contains(pointX, pointY))] }
      return [reference(to: tree.node(at: pointX, pointY, below: node.id))]
    case "GetExtents", "GetPosition":
      guard let origin = origin(call.number(), place, in: tree) else { return nil }
      let corner: [BusValue] = [.integer(box.x &- origin.x), .integer(box.y &- origin.y)]
      if call.member == "GetPosition" { return corner }
      return [.structure(corner + [.integer(box.width), .integer(box.height)])]
    case "GetSize": return [.integer(box.width), .integer(box.height)]
    // ATSPI_LAYER_WINDOW and ATSPI_LAYER_WIDGET.
    case "GetLayer": return [.number(node.role == .frame ? 7 : 3)]
    case "GetMDIZOrder": return [.short(-1)]
    case "GetAlpha": return [.fraction(1)]
    case "GrabFocus": return [.truth(window?.focus(node.id) ?? false)]
    case "ScrollTo", "ScrollToPoint", "SetExtents", "SetPosition", "SetSize":
      return [.truth(false)]
    default: return nil
    }
  }

  // MARK: Actions

  private func answerAction(_ call: BusMessage, _ node: AccessibleNode) -> [BusValue]? {
    if call.member == "GetActions" {
      return [
        .array(
          "(sss)",
          node.actions.map { .structure([.text($0.title), .text($0.title), .text($0.keys)]) })
      ]
    }
    guard let index = call.integer(), let action = node.actions.at(index) else { return nil }
    switch call.member {
    case "GetName": return [.text(action.name)]
    case "GetLocalizedName", "GetDescription": return [.text(action.title)]
    case "GetKeyBinding": return [.text(action.keys)]
    case "DoAction":
      return [.truth(window?.perform(action: Int(index), of: node.id) ?? false)]
    default: return nil
    }
  }

  // MARK: Properties

  private func properties(
    _ interface: String, _ place: AccessibleTree.Place
  ) -> [(name: String, value: BusValue)] {
    let node = place.node
    guard interface.hasPrefix(Self.prefix) else { return [] }
    switch interface.dropFirst(Self.prefix.count) {
    case "Accessible":
      return [
        ("version", .number(1)), ("Name", .text(node.name)), ("Description", .text(node.details)),
        ("Parent", parent(of: place)),
        ("ChildCount", .integer(Int32(clamping: node.children.count))),
        ("Locale", .text(Translation.language ?? "en")), ("AccessibleId", .text(node.id)),
        ("HelpText", .text("")),
      ]
    case "Application" where place.parent == nil:
      return [
        ("version", .number(1)), ("ToolkitName", .text(program.name)),
        ("Version", .text(program.version)), ("ToolkitVersion", .text(program.version)),
        ("AtspiVersion", .text("2.1")), ("InterfaceVersion", .number(1)), ("Id", .integer(number)),
      ]
    case "Action":
      return [("version", .number(1)), ("NActions", .integer(Int32(clamping: node.actions.count)))]
    case "Value":
      guard let range = node.range else { return [] }
      return [
        ("version", .number(1)), ("MinimumValue", .fraction(range.minimum)),
        ("MaximumValue", .fraction(range.maximum)), ("MinimumIncrement", .fraction(1)),
        ("CurrentValue", .fraction(range.value)), ("Text", .text(range.text)),
      ]
    case "Text":
      guard let text = node.text else { return [] }
      return [
        ("version", .number(1)),
        ("CharacterCount", .integer(Int32(clamping: text.content.unicodeScalars.count))),
        ("CaretOffset", .integer(Int32(clamping: text.caret))),
      ]
    case "Component", "EditableText": return [("version", .number(1))]
    default: return []
    }
  }

  private func answerProperty(
    _ call: BusMessage, _ place: AccessibleTree.Place, in tree: AccessibleTree
  ) -> [BusValue]? {
    guard let interface = call.text() else { return nil }
    let all = properties(interface, place)
    if call.member == "GetAll" {
      return [.array("{sv}", all.map { .entry(.text($0.name), .variant($0.value)) })]
    }
    guard let name = call.text() else { return nil }
    switch (call.member, name) {
    case ("Get", _): return all.first { $0.name == name }.map { [.variant($0.value)] }
    case ("Set", "CurrentValue"):
      guard let value = call.fractionInVariant(), value.isFinite, let range = place.node.range,
        range.isSettable,
        window?.setValue(min(max(value, range.minimum), range.maximum), of: place.node.id) == true
      else { return nil }
      return []
    case ("Set", "Id") where place.parent == nil:
      guard let number = call.integerInVariant() else { return nil }
      self.number = number
      return []
    default: return nil
    }
  }
}

extension Array {
  /// nil outside of the array.
  fileprivate func at(_ index: Int32) -> Element? {
    indices.contains(Int(index)) ? self[Int(index)] : nil
  }
}

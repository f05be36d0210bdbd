/// How a tree differs from an earlier one, as far as a reader hears of it. What time alone changes is left out.
enum AccessibleChange: Equatable {
  case state(String, Bool, AccessibleNode)
  case name(AccessibleNode)
  case value(AccessibleNode, Double)
  case child(String, isAdded: Bool, index: Int, of: String)
  case text(AccessibleNode, isInserted: Bool, offset: Int, String)
  case caret(AccessibleNode, Int)

  static func all(from old: AccessibleTree?, to new: AccessibleTree) -> [AccessibleChange] {
    guard let old else { return [] }
    var changes: [AccessibleChange] = []
    for before in old.nodes {
      guard let after = new[before.id] else { continue }
      for (index, child) in before.children.enumerated().reversed()
      where new.places[child.id]?.parent != before.id {
        changes.append(.child(child.id, isAdded: false, index: index, of: before.id))
      }
      for (index, child) in after.children.enumerated()
      where old.places[child.id]?.parent != before.id {
        changes.append(.child(child.id, isAdded: true, index: index, of: before.id))
      }
      if before.name != after.name, !(before.changesWithTime && after.changesWithTime) {
        changes.append(.name(after))
      }
      if let range = after.range, range.isSettable, !after.changesWithTime,
        range.value != before.range?.value
      {
        changes.append(.value(after, range.value))
      }
    }
    for node in new.nodes {
      changes += textChanges(from: old[node.id]?.text, to: node)
      let before = old[node.id]?.states ?? []
      for (name, state) in AccessibleStates.reported
      where old[node.id] != nil || state == .focused {
        let isOn = node.states.contains(state)
        if isOn != before.contains(state) { changes.append(.state(name, isOn, node)) }
      }
    }
    return changes
  }

  private static func textChanges(
    from old: AccessibleText?, to node: AccessibleNode
  ) -> [AccessibleChange] {
    guard let old, let new = node.text, old != new else { return [] }
    let (before, after) = (Array(old.content.unicodeScalars), Array(new.content.unicodeScalars))
    let start = zip(before, after).prefix { $0 == $1 }.count
    let end = zip(before[start...].reversed(), after[start...].reversed())
      .prefix { $0 == $1 }.count
    func part(_ scalars: [Unicode.Scalar]) -> String {
      var text = String.UnicodeScalarView()
      text.append(contentsOf: scalars[start..<scalars.count - end])
      return String(text)
    }
    var changes: [AccessibleChange] = []
    let (removed, inserted) = (part(before), part(after))
    if !removed.isEmpty {
      changes.append(.text(node, isInserted: false, offset: start, removed))
    }
    if !inserted.isEmpty {
      changes.append(.text(node, isInserted: true, offset: start, inserted))
    }
    return old.caret == new.caret ? changes : changes + [.caret(node, new.caret)]
  }
}

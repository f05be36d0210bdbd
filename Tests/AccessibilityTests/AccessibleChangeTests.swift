import Testing

@testable import Accessibility

@Suite("What a reader hears of a change")
struct AccessibleChangeTests {
  private func tree(_ nodes: AccessibleNode...) -> AccessibleTree {
    var window = AccessibleNode("window", .frame, "stopwatch")
    window.children = nodes
    return AccessibleTree(window, program: "segclock")
  }

  private func button(_ name: String, _ states: AccessibleStates = .usual) -> AccessibleNode {
    AccessibleNode("button", .pushButton, name, states: states)
  }

  private func entry(_ text: String, caret: Int) -> AccessibleNode {
    var node = AccessibleNode("entry", .entry, "Name")
    node.text = AccessibleText(text, caret: caret, selection: caret..<caret)
    return node
  }

  @Test func nothingAtFirstNorWithoutAChange() {
    let now = tree(button("Start"))
    #expect(AccessibleChange.all(from: nil, to: now).isEmpty)
    #expect(AccessibleChange.all(from: now, to: now).isEmpty)
  }

  @Test func namesAndStates() {
    let (before, after) = (button("Start"), button("Stop", [.usual, .focused]))
    #expect(
      AccessibleChange.all(from: tree(before), to: tree(after))
        == [.name(after), .state("focused", true, after)])
  }

  @Test func whatTimeAloneChangesIsNotReported() {
    func timer(_ name: String, changesWithTime: Bool) -> AccessibleNode {
      var node = AccessibleNode("time", .timer, name)
      node.changesWithTime = changesWithTime
      return node
    }
    let (before, after) = (
      timer("1 second", changesWithTime: true), timer("2 seconds", changesWithTime: true)
    )
    #expect(AccessibleChange.all(from: tree(before), to: tree(after)).isEmpty)
    let typed = timer("2 minutes", changesWithTime: false)
    #expect(AccessibleChange.all(from: tree(before), to: tree(typed)) == [.name(typed)])
  }

  @Test func valuesThatAreSetAndNoOthers() {
    func ring(_ value: Double, isSettable: Bool) -> AccessibleNode {
      var node = AccessibleNode("ring", .slider, "A")
      node.range = AccessibleRange(value, in: 0...100, isSettable: isSettable, text: "")
      return node
    }
    for isSettable in [true, false] {
      let after = ring(2, isSettable: isSettable)
      #expect(
        AccessibleChange.all(from: tree(ring(1, isSettable: isSettable)), to: tree(after))
          == (isSettable ? [.value(after, 2)] : []))
    }
  }

  @Test(arguments: [("a", "b"), ("abc", "b"), ("abcd", "xbyd"), ("", "abc"), ("abc", "")])
  func childrenComeAndGoOneAfterTheOther(old: String, new: String) {
    func tree(_ letters: String) -> AccessibleTree {
      var window = AccessibleNode("window", .frame, "stopwatch")
      window.children = letters.map { AccessibleNode(String($0), .label, "A letter") }
      return AccessibleTree(window, program: "segclock")
    }
    var ids = old.map(String.init)
    for change in AccessibleChange.all(from: tree(old), to: tree(new)) {
      guard case .child(let id, let isAdded, let index, "window") = change else {
        Issue.record("\(change)")
        continue
      }
      if isAdded { ids.insert(id, at: min(index, ids.count)) }
      if !isAdded, ids.indices.contains(index) { #expect(ids.remove(at: index) == id) }
    }
    #expect(ids == new.map(String.init))
  }

  @Test(arguments: [
    ("", "a", 0, "", "a"), ("ab", "b", 0, "a", ""), ("abc", "axc", 1, "b", "x"),
    ("aa", "aaa", 2, "", "a"), ("été", "étié", 2, "", "i"),
  ])
  func typedText(old: String, new: String, offset: Int, removed: String, inserted: String) {
    let after = entry(new, caret: new.count)
    var expected: [AccessibleChange] = []
    if !removed.isEmpty {
      expected.append(.text(after, isInserted: false, offset: offset, removed))
    }
    if !inserted.isEmpty {
      expected.append(.text(after, isInserted: true, offset: offset, inserted))
    }
    if old.count != new.count { expected.append(.caret(after, new.count)) }
    #expect(
      AccessibleChange.all(from: tree(entry(old, caret: old.count)), to: tree(after)) == expected)
  }

  @Test func theSecondOfTwoWithOneIDIsLeftOut() {
    let tree = tree(button("Start"), button("Stop"))
    #expect(tree.nodes.map(\.name) == ["segclock", "stopwatch", "Start"])
  }
}

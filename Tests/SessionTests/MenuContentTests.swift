import Keys
import Testing
import Timekeeping

@testable import Session

@Suite("What the menu lists")
struct MenuContentTests {
  private func entry(_ command: Command, in content: MenuContent) throws -> MenuContent.Entry {
    try #require(content.entries.first { $0.command == command })
  }

  @Test("every function that a key has is there once, with its first key")
  func complete() {
    let content = MenuContent(Model())
    #expect(Set(content.entries.map(\.command)) == Set(Action.all.compactMap(\.command)))
    #expect(content.entries.count == Action.all.count)
    for entry in content.entries {
      let first = Action.all.first { $0.command == entry.command }?.keys.first?.description
      #expect(entry.key == first && !entry.title.isEmpty, "\(entry.title)")
    }
    #expect(content.groups.allSatisfy { !$0.isEmpty })
  }

  @Test("other keys are named, and a function without any is still there")
  func rebound() throws {
    let rows = KeyRow.standard(with: ["lap": [Chord(.function(5), .control)], "reset": []])
    let content = MenuContent(Model(), bindings: KeyBindings(rows))
    #expect(try entry(.lap, in: content).key == "Ctrl+F5")
    #expect(try entry(.reset, in: content).key.isEmpty)
    #expect(content.entries.count == MenuContent(Model()).entries.count)
  }

  @Test("what is not allowed now is not enabled, by the model or by the window")
  func enabled() throws {
    let fresh = MenuContent(Model()) { $0 != .quit && Model().allows($0) }
    for command in [Command.lap, .reset, .undo, .editName(.begin), .skip, .back, .leave, .quit] {
      #expect(try !entry(command, in: fresh).isEnabled, "\(command)")
    }
    #expect(try entry(.toggle, in: fresh).isEnabled)
    var model = Model()
    _ = model.apply(.start, at: .zero)
    let running = MenuContent(model)
    #expect(try entry(.lap, in: running).isEnabled && !entry(.reset, in: running).isEnabled)
    _ = model.apply(.toggle, at: .zero + .seconds(1))
    let stopped = MenuContent(model)
    #expect(try entry(.reset, in: stopped).isEnabled && entry(.undo, in: stopped).isEnabled)
  }

  @Test("a switch says whether it is on, and words say what would be done")
  func switches() throws {
    var model = Model(mode: .counter)
    let before = MenuContent(model)
    for command in [Command.toggleAbove, .setClickThrough(nil), .toggleFullScreen, .toggleHelp] {
      #expect(try entry(command, in: before).isOn == false)
    }
    #expect(try entry(.lap, in: before).isOn == nil)
    #expect(try entry(.step(-1), in: before).title == "Count − 1")
    for command in [Command.aboveChanged(true), .fullScreenChanged(true), .setClickThrough(true)] {
      _ = model.apply(command, at: .zero)
    }
    let after = MenuContent(model)
    for command in [Command.toggleAbove, .setClickThrough(nil), .toggleFullScreen] {
      #expect(try entry(command, in: after).isOn == true)
    }
    #expect(try entry(.leave, in: after).title == "Leave full screen")
    let timer = MenuContent(Model(mode: .timer))
    #expect(try entry(.step(10), in: timer).title == "Timer + 10 min")
    #expect(try entry(.cycleMode(.forward), in: timer).title == "Next mode: plan")
    var running = Model()
    #expect(try entry(.toggle, in: MenuContent(running)).title == "Start")
    _ = running.apply(.start, at: .zero)
    #expect(try entry(.toggle, in: MenuContent(running)).title == "Stop")
  }
}

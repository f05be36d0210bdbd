import DisplayLists
import Geometry
import Session
import Testing
import Timekeeping
import Wording

@testable import Scene

@Suite("What is on screen")
struct ElementTests {
  private func composer(
    _ model: Model, in environment: Environment = .usual, _ pointer: Pointer = Pointer()
  ) -> FrameComposer {
    var composer = FrameComposer()
    _ = composer.frame(model, in: environment.still, pointer: pointer, at: reading(10))
    return composer
  }

  private func words(_ composer: FrameComposer) -> [String] {
    composer.elements.description(at: reading(10)).map {
      String($0.prefix { $0 != " " })
    }
  }

  @Test("each element has a name, an id of its own, and a place in the window")
  func sound() {
    let lapped = Model().after([(0, .start), (3, .lap), (5, .lap), (6, .selectRing(2))])
    let models =
      Mode.allCases.map { Model(mode: $0) } + [
        lapped, lapped.after([(9, .toggleHelp)]),
        lapped.after([(9, .announce(Phrase(verbatim: "Copied")))]),
        lapped.after([(9, .edit(.begin(.lapName(1))))]),
        lapped.after([(9, .edit(.begin(.ringName(1)))), (9, .edit(.clear))]),
        Model(mode: .timer).after([(9, .digit(1))]),
        Model(mode: .plan).after([(9, .edit(.begin(.plan)))]),
      ]
    for model in models {
      for (width, height) in PanelTests.windows {
        let environment = Environment(width: width, height: height)
        let elements = composer(model, in: environment).elements
        #expect(Set(elements.map(\.id)).count == elements.count, "\(model.mode) \(width)x\(height)")
        let window = Rect(origin: .zero, size: environment.size).inset(by: -1)
        for element in elements {
          let box = element.area.box
          #expect(
            !element.name.isEmpty && box.width > 0 && box.height > 0,
            "\(element) \(model.mode) \(width)x\(height)")
          // The help is larger than a window that shows it in a popup.
          guard elements[.help] == nil else { continue }
          #expect(window.contains(box), "\(element.id) \(width)x\(height)")
        }
      }
    }
  }

  @Test("what is not drawn is not listed")
  func hidden() {
    let running = Model().after([(0, .start), (5, .lap)])
    #expect(words(composer(running)).contains("minidial"))
    // So small a dial has no second one, and no text.
    let small = composer(running, in: Environment(width: 80, height: 80, parts: [.dial]))
    #expect(words(small) == ["dial"])
    #expect(!words(composer(Model())).contains("laps"))
    #expect(!words(composer(running)).contains { $0.hasPrefix("mode.") })
    var pointer = Pointer()
    for x in [1.0, 2] { pointer.move(to: Point(x: x, y: 1)) }
    #expect(words(composer(running, pointer)).filter { $0.hasPrefix("mode.") }.count == 5)
    let help = words(composer(running.after([(9, .toggleHelp)]), pointer))
    #expect(help.first == "help" && help.dropFirst().allSatisfy { $0.hasPrefix("key.") })
  }

  @Test("what is listed moves with the picture")
  func drift() throws {
    var environment = Environment.usual
    let rings = [RingModel(name: "A", source: .manual(0.5))]
    let model = Model(mode: .timer, rings: rings).after([
      (1, .announce(Phrase(verbatim: "Copied"), for: .seconds(60)))
    ])
    let rest = composer(model, in: environment).elements
    environment.drift = Drift(dx: 3, dy: -2)
    let moved = composer(model, in: environment).elements
    #expect(moved.map(\.area.box) == rest.map { $0.area.box.offset(dx: 3, dy: -2) })
    #expect(moved.description(at: reading(10)) != rest.description(at: reading(10)))
    for id in [Element.ID.rim, .ring(model.rings.ids[0])] {
      let element = try #require(moved[id])
      switch element.action {
      case .rim(let rim): #expect(rim.center == element.area.box.center)
      case .ring(let ring): #expect(ring.center == element.area.box.center)
      default: Issue.record("\(element)")
      }
    }
  }

  @Test("an element keeps its id when it moves, is renamed or means something else")
  func identity() throws {
    // A row is counted from the end: a new lap comes in at the top.
    let laps = Model().after([(0, .start), (3, .lap), (5, .lap)])
    let (before, after) = (composer(laps).elements, composer(laps.after([(8, .lap)])).elements)
    for row in 1...2 { #expect(before[.row(row)]?.value == after[.row(row)]?.value) }
    #expect(before[.row(4)] == nil && after[.row(4)]?.name == "4")
    // So does a ring, under another name and in another place.
    let rings = [("Goal", 0.5), ("Focus", 0.2)].map { RingModel(name: $0, source: .manual($1)) }
    let model = Model(rings: rings)
    let turned = model.after([(1, .moveRing(1, to: 1)), (1, .nameRing(1, "Read"))])
    let (first, second) = (composer(model).elements[.ring(1)], composer(turned).elements[.ring(1)])
    #expect(first?.value == second?.value && first?.area != second?.area)
    #expect(first?.name == "Goal" && second?.name == "Read")
    let twins = Model(rings: [rings[0], rings[0]])
    #expect(Set(twins.rings.ids).count == 2)
    // Lap is Reset while the stopwatch is stopped.
    let button = Element.ID.button(.lapOrReset)
    #expect(composer(laps).elements[button]?.name == "Lap")
    #expect(composer(laps.after([(8, .stop)])).elements[button]?.name == "Reset")
    // The last digit is the last one, however many hours there are.
    let hours = Model(mode: .timer).after([(1, .setTimer(Countdown(length: .seconds(36_000))))])
    let (few, many) = (composer(Model(mode: .timer)), composer(hours))
    #expect(few.elements[.glyph(0)]?.unit == .seconds(1))
    #expect(many.elements[.glyph(0)]?.unit == .seconds(1))
  }

  @Test("the keyboard focus stays on a ring that is renamed or moved, and leaves one that is gone")
  func renamed() {
    let model = Model().after([(0, .selectRing(2, isHeld: true))])
    var pointer = Pointer()
    pointer.focus = .ring(2)
    let renamed = model.after([(1, .nameRing(2, "Work"))])
    for (other, name) in [
      (model, "Focus"), (renamed, "Work"), (renamed.after([(2, .moveRing(2, to: 0))]), "Work"),
    ] {
      pointer.settle(on: other.shownRings)
      let focused = composer(other, pointer).elements.first { $0.states.contains(.focused) }
      #expect(pointer.focusedRing == 2 && focused?.name == name)
    }
    // The clock's own rings are other ones.
    pointer.settle(on: model.after([(3, .mode(.clock))]).shownRings)
    #expect(pointer.focus == nil)
  }

  @Test("what is typed is an entry of its own name, with the text as its value")
  func entries() {
    let lapped = Model().after([(0, .start), (3, .lap)])
    let table: [(Model, Entry.Field, String, String)] = [
      (lapped, .lapName(1), "Name of lap 1", "x"),
      (Model(), .ringName(2), "Name of Focus", "x"),
      (Model(mode: .plan), .plan, "Plan", "x"), (Model(mode: .clock), .zone, "Time zone", "x"),
    ]
    for (model, field, name, text) in table {
      let typed = model.after([
        (9, .edit(.begin(field))), (9, .edit(.clear)), (9, .edit(.type("x"))),
      ])
      let entries = composer(typed).elements.filter { $0.role == .entry }
      #expect(entries.map(\.name) == [name] && entries.map(\.value) == [.text(text)])
    }
    #expect(composer(Model()).elements.allSatisfy { $0.role != .entry })
  }

  @Test("the frontmost element that does something is hit; what does nothing is not in the way")
  func hits() throws {
    let alone = Environment(width: 480, height: 480, parts: [.dial])
    let composer = composer(Model(mode: .timer), in: alone)
    let rim = try #require(composer.elements[.rim])
    let readout = try #require(composer.elements[.readout])
    #expect(composer.element(at: readout.area.box.center)?.id != .readout)
    let edge = rim.area.box.center.polar(
      angle: Angle(turns: 0.3), distance: rim.area.box.width * 0.45)
    #expect(composer.element(at: edge)?.id == .rim)
    let front = Element.ID.button(.reset)
    var behind = Element(.rim, .button, "Behind", in: .box(Rect(x: 0, y: 0, width: 9, height: 9)))
    behind.action = .swallow
    var other = behind
    (other.action, other.states) = (.swallow, .hidden)
    var last = Element(front, .button, "Front", in: .box(Rect(x: 0, y: 0, width: 5, height: 5)))
    last.action = .swallow
    let all = [behind, last, other]
    #expect(all.hit(at: Point(x: 2, y: 2))?.id == front)
    #expect(all.hit(at: Point(x: 7, y: 7))?.id == .rim && all.hit(at: Point(x: 9, y: 9)) == nil)
  }

  @Test("a menu lists its rows with their keys, and which is on, off or selected")
  func menu() throws {
    let space = MenuSpace(on: PixelRect(x: 0, y: 0, width: 2000, height: 1000), scale: 1) {
      Double($0.count) * 0.6
    }
    var menu = Menu(
      MenuContent(Model().asOf(at(0))), in: space, at: Point(x: 500, y: 500), byKey: true)
    let (root, entries) = (menu.elements, menu.entries)
    #expect(root[.menu]?.area.box.size == menu.layout.size && root.count == entries.count + 1)
    for (item, entry) in zip(root.dropFirst(), entries) {
      #expect(item.name == entry.title && item.isEnabled == entry.isEnabled)
      #expect(item.value == (entry.key.isEmpty ? .none : .text(entry.key)))
    }
    #expect(root.filter { $0.states.contains(.focused) }.map(\.name) == ["Start"])
    let mode = try #require(entries.firstIndex { $0.title == "Mode" })
    let place = try #require(root[.menuItem([mode])]?.area.box.center)
    menu.move(to: place.offset(dx: 0, dy: 40))
    let answer = menu.release(at: place)
    #expect(answer == .stay && menu.elements[.menu]?.name == "Mode")
    let checked = menu.elements.filter { $0.states.contains(.checked) }
    #expect(checked.map(\.name) == ["Stopwatch"] && checked.map(\.id) == [.menuItem([mode, 1])])
  }
}

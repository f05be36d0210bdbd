import DisplayLists
import Geometry
import Session
import TestSupport
import Testing

@testable import Scene

@Suite("The icons of the modes")
struct ModeBarTests {
  private let modes = Mode.allCases.map { ButtonContent.Role.mode($0) }

  /// A pointer that has moved to `point` in the window.
  private func pointer(at point: Point) -> Pointer {
    var pointer = Pointer()
    pointer.move(to: point.offset(dx: 1, dy: 1))
    pointer.move(to: point)
    return pointer
  }

  private func icons(_ environment: Environment, _ model: Model = Model()) -> [Button] {
    var composer = FrameComposer()
    _ = composer.frame(model, in: environment.still, at: reading(10))
    return composer.buttons.filter { modes.contains($0.content.role) }
  }

  @Test("they are shown while the pointer is used in the window, or keys have the focus there")
  func presence() {
    let rest = stillFrame(Model(), at: reading(10))
    func isShown(_ pointer: Pointer) -> Bool {
      stillFrame(Model(), pointer: pointer, at: reading(10)) != rest
    }
    var pointer = Pointer()
    #expect(!isShown(pointer))
    // The window may have opened under it.
    pointer.move(to: Point(x: 420, y: 470))
    #expect(!isShown(pointer))
    pointer.move(to: Point(x: 421, y: 470))
    #expect(isShown(pointer))
    pointer.move(to: nil)
    #expect(!isShown(pointer))
    pointer.focus = .button(.mode(.clock))
    #expect(isShown(pointer))
    let help = Model().after([(0, .toggleHelp)])
    #expect(
      stillFrame(help, pointer: pointer, at: reading(10)) == stillFrame(help, at: reading(10)))
  }

  @Test("each is a target of its own that shows its mode", arguments: Mode.allCases)
  func click(mode: Mode) throws {
    let icon = try #require(icons(.usual).first { $0.content.role == .mode(mode) })
    var pointer = pointer(at: icon.frame.center)
    var composer = FrameComposer()
    let hovered = composer.frame(Model(), in: .usual.still, pointer: pointer, at: reading(10))
    let title = try #require(hovered.pictures.last?.texts.map(\.string))
    #expect(title.map { $0.lowercased() } == [mode.rawValue])
    let isTaken = pointer.press(at: icon.frame.center, on: composer)
    let command = pointer.release(at: icon.frame.center, on: composer)
    #expect(isTaken && command == .mode(mode))
  }

  @Test(
    "a name covers nothing of the time, and no other icon",
    arguments: [(840, 480, 1.0), (480, 840, 1), (340, 340, 1), (1680, 960, 2)])
  func name(width: Int, height: Int, scale: Double) throws {
    let environment = Environment(width: width, height: height, scale: scale)
    for (index, icon) in icons(environment).enumerated() {
      let list = stillFrame(
        Model(), in: environment, pointer: pointer(at: icon.frame.center), at: reading(10))
      let name = try #require(list.pictures.last?.texts.first).frame
      #expect(Rect(origin: .zero, size: environment.size).contains(name))
      for group in list.lights { #expect(Double(group.y) >= name.maxY, "\(index)") }
      for other in icons(environment) { #expect(!other.frame.intersects(name), "\(index)") }
    }
  }

  @Test("one that is hidden is no target")
  func hidden() throws {
    var composer = FrameComposer()
    _ = composer.frame(Model(), at: reading(10))
    for icon in icons(.usual) { #expect(composer.button(at: icon.frame.center) == nil) }
  }

  @Test("they take no room, and are left out where the margin cannot hold them")
  func room() {
    let table: [(Int, Int, Double, WindowShape, Bool)] = [
      (840, 480, 1, .rectangle, true), (1680, 960, 2, .rounded, true),
      (480, 840, 1, .rectangle, true), (840, 480, 1, .round, false),
      (340, 340, 1, .rectangle, true), (338, 338, 1, .rectangle, false),
      (160, 160, 1, .rectangle, false), (320, 100, 1, .rectangle, false),
      (840, 480, 2, .rectangle, false),
    ]
    for (width, height, scale, shape, isShown) in table {
      var environment = Environment(width: width, height: height, scale: scale)
      environment.shape = shape
      for mode in Mode.allCases {
        var composer = FrameComposer()
        _ = composer.frame(Model(mode: mode), in: environment.still, at: reading(10))
        let all = composer.buttons
        let icons = all.filter { modes.contains($0.content.role) }
        #expect(icons.count == (isShown ? 5 : 0), "\(width)x\(height) \(mode)")
        for icon in icons {
          #expect(min(icon.frame.width, icon.frame.height) >= 24 * scale)
          #expect(all.filter { $0.frame.intersects(icon.frame) }.count == 1)
        }
      }
    }
  }
}

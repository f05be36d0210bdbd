import DisplayLists
import Geometry
import Testing

@Suite("Display lists")
struct DisplayListTests {
  private static let style = SegmentStyle(unlit: .white, lit: .black, shadows: [])

  private static func light(x: Int, levels: UInt64 = 0) -> DisplayItem {
    .segments(
      SegmentGroup(
        SegmentShape(
          parts: [.rect(Rect(x: 0, y: 0, width: 10, height: 10))], style: style,
          cell: PixelRect(x: -2, y: -2, width: 14, height: 14), backdrop: nil), x: x, y: 20,
        levels: levels))
  }

  private static func text(_ string: String, x: Double) -> DisplayItem {
    .text(
      TextRun(string, frame: Rect(x: x, y: 100.5, width: 60, height: 12), size: 11, color: .black))
  }

  private static func ring(_ progress: Double) -> DisplayItem {
    .ring(
      Ring(
        center: Point(x: 150, y: 150), radius: 40, thickness: 10, progress: progress,
        startColor: .black,
        endColor: .white, trackColor: .black))
  }

  private static let picture = DisplayItem.picture(
    Picture(
      marks: [.fill(.circle(center: Point(x: 30, y: 30), radius: 9), .black)],
      extent: PixelRect(x: 20, y: 20, width: 20, height: 20)))

  private func list(_ items: [DisplayItem], background: Color = .white) -> DisplayList {
    DisplayList(width: 300, height: 260, background: background, items: items)
  }

  private func damage(from old: DisplayList, to new: DisplayList) -> Damage {
    new.damage(since: old)
  }

  @Test("equal lists differ nowhere")
  func equal() {
    let items: [DisplayItem] = [
      .none, Self.picture, Self.light(x: 40), Self.text("00:01", x: 3.5), Self.ring(0.2),
      .hand(HandTests.hand(turns: 0.3)),
    ]
    #expect(damage(from: list(items), to: list(items)).isEmpty)
  }

  @Test("another background or another size damages the whole frame")
  func whole() {
    let plain = list([Self.picture])
    #expect(
      damage(from: plain, to: list([Self.picture], background: .black)).rects == [plain.bounds])
    var wide = plain
    wide.width = 301
    #expect(damage(from: plain, to: wide).rects == [wide.bounds])
  }

  @Test("one light that changes damages its own cell and nothing else")
  func small() {
    let old = list([Self.picture, Self.light(x: 40), Self.ring(0.5)])
    var new = old
    new.items[1] = Self.light(x: 40, levels: 7)
    #expect(damage(from: old, to: new).rects == [PixelRect(x: 38, y: 18, width: 14, height: 14)])
  }

  @Test("every item knows its extent; nothing has none")
  func extents() {
    #expect(DisplayItem.none.extent.isEmpty)
    #expect(Self.picture.extent == PixelRect(x: 20, y: 20, width: 20, height: 20))
    #expect(Self.text("x", x: 3.5).extent == PixelRect(x: 3, y: 100, width: 61, height: 13))
    #expect(Self.ring(3).extent == PixelRect(x: 109, y: 109, width: 82, height: 82))
  }

  @Test("a light's levels are one byte a part")
  func levels() {
    guard case .segments(let group) = Self.light(x: 0, levels: 0x20_00_00_00_00_00_05_1F) else {
      return
    }
    #expect((0..<8).map { group.level($0) } == [31, 5, 0, 0, 0, 0, 0, 32])
  }

  @Test(
    "a ring's progress is finite and bounded, whatever it is given",
    arguments: [
      (0.5, 0.5), (-1, 0), (.nan, 0), (.infinity, 1000), (-.infinity, 0), (1e308, 1000), (2.5, 2.5),
    ] as [(Double, Double)])
  func progress(given: Double, held: Double) {
    guard case .ring(let ring) = Self.ring(given) else { return }
    #expect(ring.progress == held && ring.thickness <= ring.radius)
  }

  @Test("a shadow reaches three deviations and its offset")
  func reach() {
    let shadow = Shadow(color: .black, radius: 4, dx: -6, dy: 2)
    #expect(shadow.reach == 18)
    #expect(
      SegmentStyle(unlit: .white, lit: .black, shadows: [shadow], outlineWidth: 4).reach == 18)
    #expect(SegmentStyle(unlit: .white, lit: .black, shadows: [], outlineWidth: 4).reach == 2)
  }
}

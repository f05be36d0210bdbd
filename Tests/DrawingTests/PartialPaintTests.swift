import DisplayLists
import Geometry
import Glibc
import PictureSupport
import TestSupport
import Testing

@testable import Drawing

@Suite("Partial painting") struct PartialPaintTests {
  private let turn = DrawingTurn()

  @Test("a window painted in pieces is the window painted at once", arguments: 0..<40)
  func pieces(seed: Int) throws {
    var scenery = Scenery(seed: UInt64(seed))
    scenery.isCut = seed % 2 == 1
    let compositor = Compositor()
    for _ in 0..<5 {
      let list = scenery.list()
      let whole = try Raster(painting: list)
      let pieces = try Raster(painting: list)
      for _ in 0..<10 {
        let rect = scenery.rect()
        // What is not painted again would show.
        for y in rect.y..<rect.maxY { for x in rect.x..<rect.maxX { pieces[x, y] = 0x1234_5678 } }
        pieces.repaint(rect, of: list, with: compositor)
      }
      let difference = pieces.firstDifference(from: whole)
      #expect(difference == nil, "at \(String(describing: difference)) of \(list)")
    }
  }

  @Test("painting the damage brings the window up to date", arguments: 0..<240)
  func damage(seed: Int) throws {
    var scenery = Scenery(seed: 1000 + UInt64(seed))
    scenery.isCut = seed % 2 == 1
    let compositor = Compositor()
    var list = scenery.list()
    let window = try Raster(painting: list)
    for _ in 0..<25 {
      let next = scenery.next(after: list)
      for rect in next.damage(since: list).rects {
        window.repaint(rect, of: next, with: compositor)
      }
      let difference = window.firstDifference(from: try Raster(painting: next))
      #expect(difference == nil, "at \(String(describing: difference)) from \(list) to \(next)")
      if difference != nil { return }
      list = next
    }
  }

  @Test(
    "a fading frame that is painted in pieces of any width is that painted at once",
    arguments: 1...9)
  func fadingPieces(width: Int) throws {
    let bounds = PixelRect(x: 0, y: 0, width: 40, height: 8)
    var list = DisplayList(width: 40, height: 8, background: .white)
    var snapshot = Snapshot(
      DisplayList(
        width: 40, height: 8, background: .black,
        items: [.picture(Picture(marks: [], extent: bounds))]), extent: bounds)
    snapshot.weight = 100
    list.items = [.snapshot(snapshot)]
    let whole = try Raster(painting: list)
    let pieces = try Raster(painting: list)
    let compositor = Compositor()
    pieces.repaint(PixelRect(x: 3, y: 2, width: width, height: 5), of: list, with: compositor)
    #expect(pieces.firstDifference(from: whole) == nil)
  }

  @Test(
    "a picture that is neither moved nor scaled has the pixels of the picture", arguments: 0..<3)
  func unscaled(number: Int) throws {
    let picture = Scenery(seed: 4).pictures[number]
    func painted(_ item: DisplayItem) throws -> Raster {
      try Raster(
        painting: DisplayList(width: 96, height: 72, background: .white, items: [item]))
    }
    let place = Point(x: 48.5, y: 36)
    let scaled = ScaledPicture(picture, anchor: place, at: place, scale: 1)
    let difference = try painted(.scaled(scaled)).firstDifference(
      from: painted(.picture(picture)))
    #expect(difference == nil)
  }

  @Test("nothing is read beyond the last pixel of a window, however narrow", arguments: 1...5)
  func lastPixels(width: Int) throws {
    let page = sysconf(Int32(_SC_PAGESIZE))
    let protection = PROT_READ | PROT_WRITE
    let map = mmap(nil, 2 * page, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    let memory = try #require(map)
    defer { munmap(memory, 2 * page) }
    // Reading the second page would end the program.
    try #require(mprotect(memory + page, page, PROT_NONE) == 0)
    let end = (memory + page).assumingMemoryBound(to: UInt32.self)
    var scenery = Scenery(seed: 81, width: width, height: 2)
    for _ in 0..<40 {
      var list = scenery.list()
      var snapshot = Snapshot(scenery.list(), extent: list.bounds)
      snapshot.weight = 100
      list.items.append(.snapshot(snapshot))
      let buffer = PixelBuffer(base: end - 2 * width, stride: width, rect: list.bounds)
      Compositor().paint(list, into: buffer)
    }
  }

  @Test("a hand that is painted in strips and tiles is the hand painted at once", arguments: 0..<96)
  func hand(step: Int) throws {
    // Two in three lie nearly along the rows or the columns, some exactly.
    let quarter = Double(step / 24) / 4
    let isAnywhere = step % 3 == 0
    let offset: Double = isAnywhere ? Double(step % 24) / 96 : Double(step % 24 - 12) * 0.003
    let turns = quarter + offset
    let hand = Hand(
      center: Point(x: 61.3, y: 58.5), angle: Angle(turns: turns), length: 47, tail: 14,
      width: step % 2 == 0 ? 2.4 : 0.8, hubRadius: 0, hubFill: .white, color: Color(hex: 0xFF9500),
      shadow: Shadow(color: Color(hex: 0x000000, alpha: 0.4), radius: 2.5, dx: 2, dy: 3))
    let list = DisplayList(width: 120, height: 120, background: .white, items: [.hand(hand)])
    let whole = try Raster(painting: list)
    let compositor = Compositor()
    for (width, height) in [(120, 1), (1, 120), (3, 5), (37, 11)] {
      let pieces = try Raster(width: 120, height: 120)
      for y in stride(from: 0, to: 120, by: height) {
        for x in stride(from: 0, to: 120, by: width) {
          let rect = PixelRect(x: x, y: y, width: min(width, 120 - x), height: min(height, 120 - y))
          pieces.repaint(rect, of: list, with: compositor)
        }
      }
      let difference = pieces.firstDifference(from: whole)
      #expect(
        difference == nil, "\(width) x \(height) at \(turns): \(String(describing: difference))")
    }
  }

  @Test("a thick hand that is nearly flat is the same wherever its end is cut", arguments: 0..<6)
  func thickHand(step: Int) throws {
    // As far as can be from the angle for which its rows are kept.
    let hand = Hand(
      center: Point(x: 500.852, y: 400.34), angle: Angle(turns: 0.270_021_8 + Double(step) * 1e-5),
      length: 460,
      tail: 93.2, width: 60, hubRadius: 0, hubFill: .white, color: Color(hex: 0xFF9500),
      shadow: Shadow(color: Color(hex: 0x000000, alpha: 0.4), radius: 5))
    let list = DisplayList(width: 1000, height: 500, background: .white, items: [.hand(hand)])
    let whole = try Raster(painting: list)
    let pieces = try Raster(painting: list)
    let compositor = Compositor()
    for x in 900..<1000 {
      pieces.repaint(
        PixelRect(x: x, y: 400, width: 1000 - x, height: 100), of: list, with: compositor)
      let difference = pieces.firstDifference(from: whole)
      #expect(difference == nil, "from \(x) on: \(String(describing: difference))")
    }
  }

  @Test("a flat hand whose shadow is far away is painted, and reads nothing that is not its own")
  func farShadow() throws {
    for distance in [-900_000, -4_000, 4_000, 900_000] as [Double] {
      let hand = Hand(
        center: Point(x: 60, y: 60), angle: Angle(turns: 0.25 + 0.4 / 1024), length: 50, tail: 10,
        width: 3,
        hubRadius: 0, hubFill: .white, color: Color(hex: 0xFF9500),
        shadow: Shadow(color: Color(hex: 0x000000, alpha: 0.4), radius: 2.5, dx: distance, dy: 0))
      let list = DisplayList(width: 120, height: 120, background: .white, items: [.hand(hand)])
      let raster = try Raster(painting: list)
      #expect(raster[90, 60] == 0xFFFF_9500)
      #expect(raster[90, 20] == 0xFFFF_FFFF)
    }
  }

  @Test("nothing is painted outside of an outline, and all of it inside as without one")
  func cut() throws {
    var scenery = Scenery(seed: 91)
    scenery.isCut = true
    for _ in 0..<20 {
      let list = scenery.list()
      var bare = list
      bare.outline = .rectangle
      let (cut, whole) = (try Raster(painting: list), try Raster(painting: bare))
      for y in 0..<list.height {
        for x in 0..<list.width {
          let coverage = list.outline.coverage(x: x, y: y, width: list.width, height: list.height)
          let (alpha, full) = (Int(cut[x, y] >> 24), Int(whole[x, y] >> 24))
          #expect(abs(alpha * 255 - full * coverage) <= 128)
          if coverage == 255 { #expect(cut[x, y] == whole[x, y]) }
          if coverage == 0 { #expect(cut[x, y] == 0) }
        }
      }
    }
  }

  @Test("what is moved by whole pixels is painted from what is kept")
  func moved() throws {
    let ring = Ring(
      center: Point(x: 60.25, y: 40.5), radius: 22, thickness: 7, progress: 0.6,
      startColor: .black, endColor: .white, trackColor: Color(hex: 0x808080))
    let text = TextRun(
      "Lap 12", frame: Rect(x: 10.5, y: 80, width: 80, height: 20), size: 14, color: .black)
    let mark = Mark.fill(.circle(center: Point(x: 20, y: 20), radius: 8.3), .black)
    let picture = Picture(marks: [mark], extent: PixelRect(x: 8, y: 8, width: 30, height: 30))
    let compositor = Compositor()
    var kept: Int?
    for offset in [(dx: 0, dy: 0), (dx: 1, dy: 0), (dx: -3, dy: 2)] {
      var frame = Frame()
      frame.setCanvas(DisplayList(width: 120, height: 120, background: .white))
      frame.beginSlice(at: 0, count: 0)
      for item in [DisplayItem.ring(ring), .text(text), .picture(picture)] {
        frame.append(item.offset(dx: offset.dx, dy: offset.dy))
      }
      let raster = try Raster(width: 120, height: 120)
      compositor.paint(frame.list, into: raster.buffer)
      #expect(raster.firstDifference(from: try Raster(painting: frame.list)) == nil)
      #expect(compositor.cache.bytes == kept ?? compositor.cache.bytes, "\(offset)")
      kept = compositor.cache.bytes
    }
  }

  @Test("a small cache shows the same as a large one")
  func smallCache() throws {
    var scenery = Scenery(seed: 77)
    let small = Compositor()
    for _ in 0..<60 {
      let list = scenery.list()
      let window = try Raster(width: list.width, height: list.height)
      small.paint(list, into: window.buffer)
      small.cache.limit = 20_000
      #expect(window.firstDifference(from: try Raster(painting: list)) == nil)
    }
  }

  @Test("what is shown once is not kept")
  func transient() throws {
    let compositor = Compositor()
    let window = try Raster(width: 120, height: 120)
    let shape = SegmentShape(
      parts: (0..<7).map { .rect(Rect(x: Double(10 * $0), y: 5, width: 8, height: 40)) },
      style: SegmentStyle(unlit: .white, lit: .black, shadows: []),
      cell: PixelRect(x: 0, y: 0, width: 80, height: 50), backdrop: .white)
    var kept: Int?
    for level in 1..<60 as Range<UInt64> {
      // As in a flip, each row is at another level.
      let group = SegmentGroup(
        shape, x: 0, y: 0, levels: level | (level / 2) << 8 | (level / 3) << 16)
      let mark = Mark.fill(.circle(center: Point(x: 60, y: 80), radius: Double(level) / 3), .black)
      let picture = Picture(
        marks: [mark], extent: PixelRect(x: 20, y: 50, width: 80, height: 60), isTransient: true)
      let list = DisplayList(
        width: 120, height: 120, background: .white, items: [.segments(group), .picture(picture)])
      compositor.paint(list, into: window.buffer)
      #expect(window.firstDifference(from: try Raster(painting: list)) == nil)
      // Two of these frames are cross-fades of finished pictures.
      if level >= 6 {
        #expect(compositor.cache.bytes <= kept ?? .max, "\(level)")
        kept = compositor.cache.bytes
      }
    }
  }

  @Test("the cache stays near its limit")
  func bounded() throws {
    var scenery = Scenery(seed: 78)
    let limit = 500_000
    let compositor = Compositor()
    let window = try Raster(width: scenery.width, height: scenery.height)
    compositor.paint(scenery.list(), into: window.buffer)
    compositor.cache.limit = limit
    for _ in 0..<500 {
      compositor.paint(scenery.list(), into: window.buffer)
      #expect(compositor.cache.bytes <= limit + 100_000)
    }
    #expect(compositor.cache.bytes > limit / 2)
    compositor.removeAll()
    #expect(compositor.cache.bytes == 0)
  }

  @Test(
    "windows from one pixel up, and empty lists",
    arguments: [(1, 1), (1, 40), (40, 1), (3, 2), (7, 9)])
  func tiny(width: Int, height: Int) throws {
    var scenery = Scenery(seed: 80, width: width, height: height)
    for _ in 0..<40 {
      let list = scenery.list()
      let raster = try Raster(painting: list)
      let alpha = list.background.premultiplied >> 24
      #expect((0..<width * height).allSatisfy { raster.base[$0] >> 24 >= alpha })
    }
    let empty = DisplayList(width: width, height: height, background: Color(hex: 0x123456))
    let raster = try Raster(painting: empty)
    #expect((0..<width * height).allSatisfy { raster.base[$0] == 0xFF12_3456 })
    #expect(throws: ImageError.unsupportedSize(width: 0, height: height)) {
      try Raster(painting: DisplayList(width: 0, height: height, background: .white))
    }
  }
}

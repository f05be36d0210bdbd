import DisplayLists
import Drawing
import Geometry
import Glibc
import PictureSupport
import TestSupport
import Testing

private func list(_ sector: Sector) -> DisplayList {
  DisplayList(
    width: Int(sector.outer * 2) + 5, height: Int(sector.outer * 2) + 5,
    background: Color(hex: 0xF0F0F3), items: [.sector(sector)])
}

private func sector(_ turns: Double, outer: Double, inner: Double) -> Sector {
  Sector(
    center: Point(x: outer + 2.3, y: outer + 1.8), outer: outer, inner: inner, turns: turns,
    color: Color(hex: 0xFA114F, alpha: 0.6))
}

@Suite("Sectors") struct SectorTests {
  private let turn = DrawingTurn()

  @Test(
    "a sector is as geometry has it",
    arguments: [0, 0.004, 0.1, 0.25, 0.43, 0.5, 0.61, 0.75, 0.997, 1],
    [(12.0, 0.0), (60, 2), (60, 55)])
  func truth(turns: Double, edges: (outer: Double, inner: Double)) throws {
    let sector = sector(turns, outer: edges.outer, inner: edges.inner)
    let list = list(sector)
    let paper = TrueColor(list.background)
    let color = paper.mixed(TrueColor(Color(hex: 0xFA114F)), 0.6)
    let expected = Supersampled(width: list.width, height: list.height, side: 16) { x, y in
      let (dx, dy) = (x - sector.center.x, y - sector.center.y)
      var turn = atan2(dx, -dy) / (2 * .pi)
      if turn < 0 { turn += 1 }
      let distance = hypot(dx, dy)
      return distance < sector.outer && distance >= sector.inner && turn < turns ? color : paper
    }
    let ratio = expected.ratio(to: try Raster(painting: list))
    #expect(ratio >= 50, "\(ratio) dB")
  }

  @Test(
    "of a small change only what lies along the end is damaged, and that is all that changes",
    arguments: [0.003, 0.12, 0.25, 0.4, 0.5, 0.502, 0.74, 0.998])
  func change(turns: Double) throws {
    for step in [0.002, 0.015, 0.3] {
      let (before, after) = (
        list(sector(turns - step, outer: 90, inner: 3)), list(sector(turns, outer: 90, inner: 3))
      )
      let (old, new) = (try Raster(painting: before), try Raster(painting: after))
      let damage = after.damage(since: before)
      #expect(damage.area < 90 * 90 || step > 0.02)
      for y in 0..<after.height {
        for x in 0..<after.width where old[x, y] != new[x, y] {
          let pixel = PixelRect(x: x, y: y, width: 1, height: 1)
          try #require(damage.rects.contains { $0.contains(pixel) }, "(\(x), \(y))")
        }
      }
    }
  }
}

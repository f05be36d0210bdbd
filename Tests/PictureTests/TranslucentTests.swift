import DisplayLists
import Geometry
import Scene
import Session
import TestSupport
import Testing

@Suite("Digits and texts on a translucent background")
struct TranslucentTests {
  private let turn = DrawingTurn()

  @Test(
    "the legend and the laps have a panel of the background's colour, and the numerals a halo",
    arguments: ThemeName.builtIn)
  func halos(theme: ThemeName) throws {
    for (part, count) in [(Part.rings, 6), (.laps, 4), (.dial, 12)] {
      for opacity in [1, 0.3] {
        var scenes = Scenes(width: 420, height: 260, parts: [part])
        scenes.environment.backgroundOpacity = opacity
        _ = try scenes.picture(of: Scenes.model(theme: theme))
        let runs = scenes.composer.frame.list.items.flatMap { item -> [TextRun] in
          switch item {
          // On the dial, these have it on any background, and so have numerals over a hand.
          case .text(let run): part == .dial ? [] : [run]
          case .picture(let picture):
            if case .shadow(_, _, .everywhere)? = picture.marks.first {
              []
            } else {
              picture.marks.compactMap { if case .text(let run) = $0 { run } else { nil } }
            }
          default: []
          }
        }
        let paper = Theme.named(theme).background
        let panels = scenes.composer.frame.list.items.flatMap { item -> [Color] in
          guard case .picture(let picture) = item else { return [] }
          return picture.marks.compactMap {
            if case .fill(_, let color) = $0 { color } else { nil }
          }
        }
        let plate = Theme.named(theme).plate
        let around = plate.alpha > 0 ? plate : paper
        #expect(runs.count >= count)
        #expect(runs.allSatisfy { $0.halo == (part == .dial && opacity < 1 ? around : nil) })
        let own = panels.filter { $0.opacity(0) == paper.opacity(0) }
        guard part != .dial else { continue }
        #expect(own.map { ($0.alpha * 100).rounded() } == (opacity == 1 ? [] : [86]))
      }
    }
  }

  @Test("one round panel is behind the legend and the laps", arguments: ThemeName.builtIn)
  func onePanel(theme: ThemeName) throws {
    var scenes = Scenes(width: 840, height: 480, parts: [.digits, .rings, .laps])
    scenes.environment.backgroundOpacity = 0.3
    _ = try scenes.picture(of: Scenes.model(theme: theme))
    let paper = Theme.named(theme).background
    let panels = scenes.composer.frame.list.items.flatMap { item -> [Path] in
      guard case .picture(let picture) = item else { return [] }
      return picture.marks.compactMap { mark -> Path? in
        guard case .fill(let path, let color) = mark, color.alpha < 1 else { return nil }
        return color == paper.opacity(color.alpha) ? path : nil
      }
    }
    #expect(panels.count == 1)
    let box = try #require(panels.first?.bounds)
    let texts = scenes.description.filter { $0.hasPrefix("l") }.map { line in
      line.split(separator: " ").dropFirst().compactMap { Double($0) }
    }
    #expect(texts.count > 1)
    for text in texts {
      #expect(box.minX <= text[0] - 8 && box.maxX >= text[0] + text[2] + 7)
      #expect(box.minY <= text[1] - 7)
    }
  }

  @Test(
    "segments that are off fade with the background, and those that are on do not",
    arguments: ThemeName.builtIn)
  func unlitSegments(theme: ThemeName) throws {
    for opacity in [1, 0.3, 0] {
      var scenes = Scenes(width: 420, height: 150, parts: [.digits])
      scenes.environment.backgroundOpacity = opacity
      let picture = try scenes.picture(of: Scenes.model(theme: theme))
      /// The red, green and blue of a pixel over a grey of the middle.
      func color(x: Double, y: Double) -> [Double] {
        let word = picture.base[Int(y) * picture.width + Int(x)]
        let part = { (shift: UInt32) in Double(word >> shift & 255) }
        return [16, 8, 0].map { part($0) + 128 * (1 - part(24) / 255) }
      }
      func difference(_ one: [Double], _ other: [Double]) -> Double {
        zip(one, other).map { abs($0 - $1) }.max() ?? 0
      }
      // The 0 of 07:38.37: its middle segment is off, its upper one is on.
      let line = try #require(scenes.description.first { $0.hasPrefix("digit.0 ") })
      let box = line.split(separator: " ").dropFirst().compactMap { Double($0) }
      let background = color(x: 2, y: 2)
      let off = (1..<20).map {
        color(x: box[0] + 0.5 * box[2], y: box[1] + (0.8 + 0.01 * Double($0)) * box[2])
      }
      let on = color(x: box[0] + 0.5 * box[2], y: box[1] + 0.1 * box[2])
      // Off, a segment differs from an opaque background by up to 32.
      for off in off { #expect(difference(off, background) <= 32 * opacity + 3, "\(opacity)") }
      #expect(difference(on, background) > 30, "\(opacity)")
      // Above the upper segment is the halo; in neon, the bloom lies over it.
      guard opacity < 1, theme != .neon else { continue }
      let paper = Theme.named(theme).background
      let halo = color(x: box[0] + 0.5 * box[2], y: box[1] - 1)
      let wanted = [paper.red, paper.green, paper.blue].map { Double($0) * 255 }
      #expect(difference(halo, wanted) <= 40, "\(opacity)")
    }
  }
}

import ArgumentParser
import DisplayLists
import Geometry
import Measuring

/// Which items of the display list the damage of a frame comes from.
struct DamageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "damage",
    abstract: "Print how many pixels and rectangles of damage each item causes a frame.")

  @OptionGroup var options: FilmOptions

  /// What one item, or all together, has caused.
  private struct Sum {
    var pixels = 0
    var rects = 0
    var worst = 0

    mutating func add(_ damage: Damage) {
      pixels += damage.area
      rects += damage.rects.count
      worst = max(worst, damage.rects.count)
    }
  }

  func run() throws {
    var film = Film(options.scenario)
    film.advance()
    film.passOver()
    var items = [Sum](repeating: Sum(), count: film.shown.items.count)
    var all = Sum()
    for _ in 0..<options.frames {
      let before = film.shown
      film.advance()
      all.add(film.damage)
      film.passOver()
      for index in items.indices where index < min(before.items.count, film.shown.items.count) {
        items[index].add(film.shown.only(index).changes(since: before.only(index)).damage)
      }
    }
    var table = Table(["item"], [("pixels", 1), ("rects", 2), ("at most", 0)])
    func add(_ name: String, _ sum: Sum) {
      let frames = Double(options.frames)
      table.add(
        [name], [Double(sum.pixels) / frames, Double(sum.rects) / frames, Double(sum.worst)])
    }
    for (index, sum) in items.enumerated() where sum.pixels > 0 {
      add("\(index) \(film.shown.items[index].kind)", sum)
    }
    add("all together", all)
    print(table.text, terminator: "")
  }
}

extension DisplayList {
  /// The same frame with the item at `index` alone.
  fileprivate func only(_ index: Int) -> DisplayList {
    DisplayList(width: width, height: height, background: background, items: [items[index]])
  }
}

extension DisplayItem {
  /// What it is, in a word or two.
  fileprivate var kind: String {
    switch self {
    case .none: "nothing"
    case .picture: "picture"
    case .segments: "segments"
    case .text(let run): "text \"\(run.string)\" in \(run.frame.width) x \(run.frame.height)"
    case .hand(let hand): "hand of \(hand.length)"
    case .snapshot: "snapshot"
    case .ring(let ring): "ring of \(ring.radius)"
    }
  }
}

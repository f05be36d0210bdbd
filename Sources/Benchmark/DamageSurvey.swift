import ArgumentParser
import DisplayLists
import Geometry
import Measuring

/// Which items of the display list the damage of a frame comes from.
struct DamageSurvey: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "damage",
    abstract: "Print how many pixels and rectangles of damage each item causes a frame.")

  @Option(help: "How many frames.")
  var frames: Int = 3600

  @Option(help: "A workload: running, rings or clock.")
  var workload: Workload = .running

  @Option(help: ArgumentHelp("The width in pixels; 7 to 4 of the height.", valueName: "pixels"))
  var width: Int = 840

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

  mutating func run() throws {
    var film = Film(workload, width: width, height: width * 4 / 7)
    film.advance()
    film.passOver()
    var items = [Sum](repeating: Sum(), count: film.shown.items.count)
    var all = Sum()
    for _ in 0..<frames {
      let before = film.shown
      film.advance()
      all.add(film.damage)
      film.passOver()
      for index in items.indices where index < min(before.items.count, film.shown.items.count) {
        items[index].add(film.shown.only(index).changes(since: before.only(index)).damage)
      }
    }
    for (index, sum) in items.enumerated() where sum.pixels > 0 {
      print(line(sum), "\(index) \(film.shown.items[index].kind)")
    }
    print(line(all), "all together, at most \(all.worst) rectangles")
  }

  private func line(_ sum: Sum) -> String {
    let pixels = Decimal.text(Double(sum.pixels) / Double(frames), digits: 1)
    let rects = Decimal.text(Double(sum.rects) / Double(frames), digits: 2)
    return "\(pixels) pixels, \(rects) rectangles:"
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
    case .ring(let ring): "ring of \(ring.radius)"
    }
  }
}

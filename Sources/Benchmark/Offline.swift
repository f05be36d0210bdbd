import CProbe
import DisplayLists
import Drawing
import Geometry
import Measuring

/// Work without a display: for `micro`, and for callgrind, which counts instructions and needs no quiet machine.
enum Offline {
  /// Composes frames of `film` and finds out what differs.
  static func compose(_ film: inout Film, frames: Int) {
    for _ in 0..<frames {
      film.advance()
      film.passOver()
    }
  }

  /// Composes and paints frames of `film` into `memory`, which holds a window.
  static func draw(
    _ film: inout Film, frames: Int, with compositor: Compositor, into memory: UnsafeMutablePointer<UInt32>
  ) {
    for _ in 0..<frames {
      film.advance()
      paint(film.shown, film.changes, with: compositor, into: memory)
      film.markPainted()
    }
  }

  /// Paints what differs in `frame` into `memory`, which holds a window, one rectangle behind the other.
  static func paint(
    _ frame: DisplayList, _ changes: Changes, with compositor: Compositor,
    into memory: UnsafeMutablePointer<UInt32>
  ) {
    guard !changes.damage.isEmpty else { return }
    compositor.begin(frame, changes: changes)
    var used = 0
    for rect in changes.damage.rects {
      compositor.paint(into: PixelBuffer(base: memory + used, stride: rect.width, rect: rect))
      used += rect.area
    }
    compositor.end()
  }

  /// Runs `body` where callgrind can be told to count.
  static func measured(_ body: () -> Void) {
    withoutActuallyEscaping(body) { body in
      var box = body
      withUnsafeMutablePointer(to: &box) { pointer in
        probe_measured(
          { context in
            guard let context else { return }
            context.assumingMemoryBound(to: (() -> Void).self).pointee()
          }, pointer)
      }
    }
  }
}

/// The parts of the work, each alone: CPU time of one, in microseconds, the median of several runs.
struct Micro {
  let width: Int
  let height: Int

  func run() -> [Figure] {
    var film = Film(.running, width: width, height: height)
    var rings = Film(.rings, width: width, height: height)
    Offline.compose(&film, frames: 120)
    Offline.compose(&rings, frames: 120)
    let memory = UnsafeMutablePointer<UInt32>.allocate(capacity: width * height)
    defer { memory.deallocate() }
    memory.initialize(repeating: 0, count: width * height)
    let compositor = Compositor()
    Offline.draw(&film, frames: 3600, with: compositor, into: memory)
    Offline.draw(&rings, frames: 120, with: compositor, into: memory)
    return [
      Figure("compose and compare, running", time(of: 600) { Offline.compose(&film, frames: 600) }),
      Figure("compose and compare, rings", time(of: 600) { Offline.compose(&rings, frames: 600) }),
      Figure(
        "compose, compare and paint, running",
        time(of: 120) { Offline.draw(&film, frames: 120, with: compositor, into: memory) }
      ),
      Figure(
        "compose, compare and paint, rings",
        time(of: 120) { Offline.draw(&rings, frames: 120, with: compositor, into: memory) }
      ),
      Figure("the whole window, everything made anew", time(of: 1) { paintAnew(film.shown, into: memory) }),
      Figure("a ring's update", ringUpdate(into: memory)),
      Figure(
        "a shadow of 100 x 100, sigma 2", time(of: 10) { for _ in 0..<10 { shadow(sigma: 2, into: memory) } }),
      Figure(
        "a shadow of 100 x 100, sigma 12",
        time(of: 10) { for _ in 0..<10 { shadow(sigma: 12, into: memory) } }
      ),
    ]
  }

  private func paintAnew(_ list: DisplayList, into memory: UnsafeMutablePointer<UInt32>) {
    Compositor().paint(list, into: PixelBuffer(base: memory, stride: list.width, rect: list.bounds))
  }

  private func ringUpdate(into memory: UnsafeMutablePointer<UInt32>) -> Double {
    var list = DisplayList(width: width, height: height, background: .white)
    let radius = Double(min(width, height)) * 0.22
    func ring(_ progress: Double) -> Ring {
      Ring(
        center: Point(x: Double(width) / 2, y: Double(height) / 2), radius: radius, thickness: radius * 0.2,
        progress: progress, startColor: Color(hex: 0xFA114F), endColor: Color(hex: 0xFF588C),
        trackColor: Color(hex: 0xEEE0E4))
    }
    let compositor = Compositor()
    var progress = 0.1
    return time(of: 40) {
      for _ in 0..<40 {
        progress += 0.02
        list.items = [.ring(ring(progress))]
        let rect = ring(progress).extent.intersection(list.bounds)
        compositor.paint(list, into: PixelBuffer(base: memory, stride: rect.width, rect: rect))
      }
    }
  }

  /// A picture of nothing but a blurred square, never seen before.
  private func shadow(sigma: Double, into memory: UnsafeMutablePointer<UInt32>) {
    let square = Path.roundedRect(Rect(x: 80, y: 80, width: 100, height: 100), radius: 8)
    let extent = PixelRect(x: 0, y: 0, width: 260, height: 260)
    var list = DisplayList(width: 260, height: 260, background: .white)
    list.items = [
      .picture(
        Picture(
          marks: [.shadow(square, Shadow(color: Color(hex: 0), radius: sigma), knockout: false)],
          extent: extent))
    ]
    Compositor().paint(list, into: PixelBuffer(base: memory, stride: 260, rect: extent))
  }

  /// The CPU time of `body`, the median of nine, for one of its `count` steps, in microseconds.
  private func time(of count: Int, _ body: () -> Void) -> Double {
    let runs = (0..<9).map { _ in
      let start = Kernel.ownTime
      body()
      return Double(Kernel.ownTime - start)
    }
    return runs.median / Double(count) / 1000
  }
}

import DisplayLists
import Session
import Testing
import Timekeeping

@testable import Scene

@Suite("Cross-fades of digits")
struct FadeTests {
  /// One group of lights in every frame, and what the digit there was meant to show.
  private struct Track {
    var times: [Double] = []
    var glyphs: [UInt8] = []
    var levels: [UInt64] = []
  }

  /// Records the digit at `index` of "mm:ss.cc" through a run of the stopwatch.
  private func track(_ index: Int, rate: Double, seconds: Double) -> Track {
    var composer = FrameComposer()
    let model = Model().after([(0, .start)])
    var track = Track()
    // A start some time before leaves the fade from dark behind.
    for frame in 0...Int((seconds + 1) * rate) {
      let now = Double(frame) / rate
      let list = composer.frame(model, at: reading(now))
      guard now >= 1, list.lights.indices.contains(index) else { continue }
      let text = Array(TimeFormat.elapsed(model.stopwatch.elapsed(at: at(now))).utf8)
      track.times.append(now)
      track.glyphs.append(text[index])
      track.levels.append(list.lights[index].levels)
    }
    return track
  }

  private func full(_ glyph: UInt8) -> UInt64 {
    SegmentLevels(mask: SevenSegment.segments(for: glyph) ?? 0).packed
  }

  @Test("hundredths are at full contrast in every frame", arguments: [10.0, 30, 60, 144, 240])
  func hundredths(rate: Double) {
    let track = track(7, rate: rate, seconds: 2)
    #expect(!track.levels.isEmpty)
    for (glyph, levels) in zip(track.glyphs, track.levels) { #expect(levels == full(glyph)) }
  }

  @Test(
    "tenths fade, and stand at full contrast for the other half of their time", arguments: [60.0, 144, 240])
  func tenths(rate: Double) {
    let track = track(6, rate: rate, seconds: 3)
    var changed = 0.0
    var fading = 0
    for index in 1..<track.times.count {
      if track.glyphs[index] != track.glyphs[index - 1] { changed = track.times[index] }
      guard changed > 0 else { continue }
      let age = track.times[index] - changed
      if age >= 0.05 + 0.5 / rate { #expect(track.levels[index] == full(track.glyphs[index])) }
      if age > 0, age < 0.03, track.levels[index] != full(track.glyphs[index]) { fading += 1 }
    }
    #expect(fading > 10)
  }

  @Test("seconds fade in 0.35 s; every segment goes its way without turning back", arguments: [60.0, 240])
  func seconds(rate: Double) {
    let track = track(4, rate: rate, seconds: 4)
    var changed: Double?
    for index in 1..<track.times.count {
      let isNew = track.glyphs[index] != track.glyphs[index - 1]
      if isNew { changed = track.times[index] }
      guard let changed else { continue }
      let age = track.times[index] - changed
      if age >= 0.3501 { #expect(track.levels[index] == full(track.glyphs[index])) }
      if age > 0.02, age < 0.3 { #expect(track.levels[index] != full(track.glyphs[index])) }
      guard !isNew else { continue }
      let target = full(track.glyphs[index])
      for part in 0..<7 {
        let level = { (packed: UInt64) in Int((packed >> UInt64(part * 8)) & 0xFF) }
        let (old, new) = (level(track.levels[index - 1]), level(track.levels[index]))
        #expect(level(target) > 0 ? new >= old : new <= old)
      }
    }
  }

  private var darkLights: FadingSegments {
    let style = SegmentStyle(unlit: .black, lit: .white, shadows: [])
    let shape = SegmentShape(parts: [], style: style, cell: .zero, backdrop: nil)
    return FadingSegments(group: SegmentGroup(shape, x: 0, y: 0, levels: 0))
  }

  @Test("a fade is over as soon as its last level is reached, and then nothing changes any more")
  func endsWithItsLastLevel() {
    var lights = darkLights
    let full = UInt64(SegmentGroup.fullLevel)
    lights.show(UInt8(ascii: "0"), mask: 0b11, period: .infinity, isAnimated: true, at: 1)
    var end: Double?
    for step in 0...400 {
      let now = 1 + Double(step) / 1000
      let isMoving = lights.advance(to: now)
      #expect(isMoving == (end == nil && lights.group.levels != full | full << 8))
      if !isMoving {
        #expect(lights.group.levels == full | full << 8)
        end = end ?? now
      }
    }
    // The last of the 63 levels takes the last twentieth of the time.
    #expect((end ?? 2) > 1.3 && (end ?? 2) < 1.35)
    // Turned round on its way, it ends no sooner than both its motions.
    lights.show(UInt8(ascii: "1"), mask: 0b01, period: .infinity, isAnimated: true, at: 3)
    _ = lights.advance(to: 3.2)
    lights.show(UInt8(ascii: "0"), mask: 0b11, period: .infinity, isAnimated: true, at: 3.2)
    #expect(lights.advance(to: 3.3) && !lights.advance(to: 3.6))
    #expect(lights.group.levels == full | full << 8)
  }

  @Test("levels stay between unlit and lit however often a glyph changes in flight")
  func bounded() {
    var lights = darkLights
    var now = 0.0
    for step in 0..<500 {
      let glyph = UInt8(ascii: "0") + UInt8(step * 7 % 10)
      let period = [0.01, 0.1, 1, .infinity][step % 4]
      lights.show(
        glyph, mask: SevenSegment.segments(for: glyph) ?? 0, period: period, isAnimated: true, at: now)
      now += [0.003, 0.02, 0.09, 0.3][step % 3]
      _ = lights.advance(to: now)
      for part in 0..<8 { #expect((0...SegmentGroup.fullLevel).contains(lights.group.level(part))) }
    }
    let isMoving = lights.advance(to: now + 1)
    #expect(!isMoving)
  }

  @Test("digits stay lit when the first hour puts one more before them; those of another mode rise anew")
  func moreDigits() {
    var composer = FrameComposer()
    let model = Model().after([(0, .start)])
    for frame in 0...60 { _ = composer.frame(model, at: reading(3599 + Double(frame) / 60)) }
    let list = composer.frame(model, at: reading(3600.01))
    // "1:00:00.01": all but the new digit and its colon show something.
    #expect(list.lights.count == 10)
    #expect(list.lights.map { $0.levels != 0 } == [false, false] + Array(repeating: true, count: 8))
    let clock = composer.frame(model.after([(3600.02, .mode(.clock))]), at: reading(3600.02))
    let levels = clock.lights.map(\.levels)
    #expect(Set(levels) == [0])
  }

  @Test("without motion every digit is there at once")
  func still() {
    var composer = FrameComposer()
    let model = Model().after([(0, .start)])
    for frame in 0..<50 {
      let now = Double(frame) * 0.173
      let list = composer.frame(model, in: Environment.usual.still, at: reading(now))
      let text = Array(TimeFormat.elapsed(model.stopwatch.elapsed(at: at(now))).utf8)
      for (byte, group) in zip(text, list.lights) where byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
      {
        #expect(group.levels == full(byte))
      }
      #expect(list.lights == stillFrame(model, at: reading(now)).lights)
    }
  }

  @Test("the reset hand flies back by the shorter way, without a jump")
  func handFliesBack() throws {
    for elapsed in [10.0, 50] {
      var composer = FrameComposer()
      let stopped = Model().after([(0, .start), (elapsed, .stop)])
      let start = composer.frame(stopped, at: reading(elapsed)).hands.last?.angle.turns ?? .nan
      let reset = stopped.after([(elapsed, .reset)])
      var turns: [Double] = []
      for millisecond in 0...400 {
        let list = composer.frame(reset, at: reading(elapsed + Double(millisecond) / 1000))
        turns.append(list.hands.last?.angle.turns ?? .nan)
      }
      #expect(isClose(start, elapsed / 60))
      let offset = elapsed > 30 ? -1.0 : 0
      #expect(isClose(turns[0], elapsed / 60 + offset) && turns.last == 0)
      let steps = zip(turns, turns.dropFirst()).map { $1 - $0 }
      #expect(steps.allSatisfy { abs($0) < 0.002 })
      #expect(steps.allSatisfy { elapsed > 30 ? $0 >= -1e-12 : $0 <= 1e-12 })
      #expect(composer.nextChange != .nextFrame)
    }
  }
}

import Geometry

/// A run of one row of a ring, and where its pixels go; all pointers are meant to be moved by the absolute column.
struct RingRun {
  let y: Int
  let pixels: UnsafeMutablePointer<UInt32>
  /// From the top in the direction of the arc, in 65536ths of a turn.
  let angles: UnsafePointer<UInt16>
  /// In 255ths.
  let coverage: UnsafePointer<UInt8>
  /// The first column of the pixels that are covered wholly, and the column after the last of them.
  let solidStart: Int
  let solidEnd: Int

  /// The columns of `start`..<`end` that are covered wholly.
  func solid(from start: Int, to end: Int) -> (start: Int, end: Int) {
    let first = min(max(solidStart, start), end)
    return (first, min(max(solidEnd, first), end))
  }
}

extension RingTable {
  /// The step of colour at `angle`; `count` far beyond the arc.
  @inline(__always)
  func step(_ angle: UInt16) -> Int {
    min(Int(UInt32(angle) &>> shift), RingTable.count)
  }

  /// The colour at a pixel of a run.
  @inline(__always)
  func color(_ run: RingRun, _ x: Int) -> UInt32 { colors[step(run.angles[x])] }

  /// Paints columns of a run by their angles alone.
  func paint(_ run: RingRun, from start: Int, to end: Int) {
    guard start < end else { return }
    let solid = run.solid(from: start, to: end)
    guard isArcOpaque else {
      for x in start..<solid.start { paintEdge(run, x) }
      for x in solid.start..<solid.end { Blend.lay(color(run, x), on: run.pixels + x) }
      for x in solid.end..<end { paintEdge(run, x) }
      return
    }
    for x in start..<solid.start { paintOpaqueEdge(run, x) }
    if isTrackClear {
      paintArc(run, from: solid.start, to: solid.end)
    } else {
      paintOpaque(run, from: solid.start, to: solid.end)
    }
    for x in solid.end..<end { paintOpaqueEdge(run, x) }
  }

  /// Paints a pixel by its angle, as far as the ring covers it.
  @inline(__always)
  func paintEdge(_ run: RingRun, _ x: Int) {
    run.pixels[x] = Blend.mix(color(run, x), into: run.pixels[x], cover: UInt32(run.coverage[x]))
  }

  /// The same, where each colour lets nothing shine through, or everything.
  @inline(__always)
  private func paintOpaqueEdge(_ run: RingRun, _ x: Int) {
    let color = color(run, x)
    guard color != 0 else { return }
    run.pixels[x] = Blend.mix(opaque: color, into: run.pixels[x], cover: UInt32(run.coverage[x]))
  }

  /// Paints pixels that are covered wholly by colours without transparency.
  private func paintOpaque(_ run: RingRun, from start: Int, to end: Int) {
    var x = start
    while x &+ 8 <= end {
      store(held(steps(run, x)), run.pixels + x)
      x = x &+ 8
    }
    while x < end {
      run.pixels[x] = color(run, x)
      x = x &+ 1
    }
  }

  /// The same, and leaves the track as it is.
  private func paintArc(_ run: RingRun, from start: Int, to end: Int) {
    var x = start
    let track = SIMD8(repeating: UInt16(truncatingIfNeeded: trackStep))
    while x &+ 8 <= end {
      let steps = steps(run, x)
      let beyond = unsafeBitCast(steps .>= track, to: SIMD2<UInt64>.self)
      if beyond[0] | beyond[1] == 0 {
        store(steps, run.pixels + x)
      } else if beyond[0] & beyond[1] != .max {
        for x in x..<x &+ 8 { Blend.lay(color(run, x), on: run.pixels + x) }
      }
      x = x &+ 8
    }
    while x < end {
      Blend.lay(color(run, x), on: run.pixels + x)
      x = x &+ 1
    }
  }

  /// The steps of eight pixels; beyond `count` far beyond the arc.
  @inline(__always)
  private func steps(_ run: RingRun, _ x: Int) -> SIMD8<UInt16> {
    UnsafeRawPointer(run.angles + x).loadUnaligned(as: SIMD8<UInt16>.self)
      &>> UInt16(truncatingIfNeeded: shift)
  }

  @inline(__always)
  private func held(_ steps: SIMD8<UInt16>) -> SIMD8<UInt16> {
    let most = SIMD8(repeating: UInt16(RingTable.count))
    return steps.replacing(with: most, where: steps .> most)
  }

  /// Sets eight pixels to the colours at steps of 0...`count`.
  @inline(__always)
  private func store(_ steps: SIMD8<UInt16>, _ pixels: UnsafeMutablePointer<UInt32>) {
    pixels[0] = colors[Int(steps[0])]
    pixels[1] = colors[Int(steps[1])]
    pixels[2] = colors[Int(steps[2])]
    pixels[3] = colors[Int(steps[3])]
    pixels[4] = colors[Int(steps[4])]
    pixels[5] = colors[Int(steps[5])]
    pixels[6] = colors[Int(steps[6])]
    pixels[7] = colors[Int(steps[7])]
  }
}

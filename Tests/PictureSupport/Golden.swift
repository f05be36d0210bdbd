package import Drawing
import Glibc
package import Testing

/// Expects `raster` to look like the golden `name`, kept as Goldens/NAME.png beside the calling file.
///
/// Where there is none, or with SEGCLOCK_RECORD=1 in the environment, the picture becomes the golden, and the run
/// fails to say so. On a difference, the picture and the difference (times eight) are put under
/// .build/golden-failures.
package func expectMatches(
  _ raster: Raster, golden name: String, file: String = #filePath,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let folder = parent(of: file) + "/Goldens"
  let path = "\(folder)/\(name).png"
  do {
    let isRecording = getenv("SEGCLOCK_RECORD").map { String(cString: $0) == "1" } ?? false
    if isRecording || access(path, F_OK) != 0 {
      makeFolder(folder)
      try raster.write(png: path)
      Issue.record("recorded \(path): look at it, and run again", sourceLocation: sourceLocation)
      return
    }
    let golden = try Raster(png: path)
    guard golden.width == raster.width, golden.height == raster.height else {
      let actual = try keep(raster, as: name + "-actual", near: file)
      Issue.record(
        "\(name): \(raster.width) x \(raster.height), not \(golden.width) x \(golden.height): \(actual)",
        sourceLocation: sourceLocation)
      return
    }
    let unlike = GoldenTile.all(of: golden).filter { !$0.allows(raster, beside: golden) }
    guard let first = unlike.first else { return }
    let actual = try keep(raster, as: name + "-actual", near: file)
    let difference = try keep(
      Difference(raster, golden).picture(of: raster, golden), as: name + "-difference", near: file)
    Issue.record(
      """
      \(name): \(unlike.count) tiles differ, the first at \(first.x), \(first.y): \(actual), \(difference)
      """, sourceLocation: sourceLocation)
  } catch {
    Issue.record(error, sourceLocation: sourceLocation)
  }
}

/// A part of a golden that has its own limit, so that a small thing cannot disappear from a large picture.
///
/// Versions of FreeType and cairo smooth edges differently. So a tile may differ the more, the more it has in it, but
/// not by so much that all of it is missing.
package struct GoldenTile {
  /// Of the top left pixel.
  package let x: Int
  package let y: Int

  private static let side = 16
  /// The mean difference that any tile may have, in steps of a byte.
  private static let base = 0.5
  /// The share of a tile's contrast by which it may differ. What a tile shows has a mean difference from its background
  /// of at least half the tile's contrast, so a quarter is less than any of it can be erased by.
  private static let share = 0.25
  /// A pixel that differs by more steps than smoothing explains, and how many of them a tile may have.
  private static let strong = 48
  private static let maxStrongCount = 3

  package static func all(of golden: Raster) -> [GoldenTile] {
    stride(from: 0, to: golden.height, by: side).flatMap { y in
      stride(from: 0, to: golden.width, by: side).map { GoldenTile(x: $0, y: y) }
    }
  }

  /// Whether `raster` looks like `golden` here.
  package func allows(_ raster: Raster, beside golden: Raster) -> Bool {
    let columns = x..<min(x + GoldenTile.side, golden.width)
    let rows = y..<min(y + GoldenTile.side, golden.height)
    let count = Double(columns.count * rows.count)
    for shift in [0, 8, 16, 24] as [UInt32] {
      func step(_ picture: Raster, _ x: Int, _ y: Int) -> Int {
        Int((picture.base[y * picture.width + x] >> shift) & 0xFF)
      }
      var (sum, difference, strongCount) = (0, 0, 0)
      for y in rows {
        for x in columns {
          let off = abs(step(raster, x, y) - step(golden, x, y))
          sum += step(golden, x, y)
          difference += off
          if off > GoldenTile.strong { strongCount += 1 }
        }
      }
      let mean = Double(sum) / count
      var contrast = 0.0
      for y in rows { for x in columns { contrast += abs(Double(step(golden, x, y)) - mean) } }
      let limit = GoldenTile.base + GoldenTile.share * contrast / count
      if Double(difference) / count > limit || strongCount > GoldenTile.maxStrongCount {
        return false
      }
    }
    return true
  }
}

/// How two pictures of one size differ.
package struct Difference {
  /// The largest difference of a channel, in steps of a byte.
  package private(set) var most = 0

  package init(_ first: Raster, _ second: Raster) {
    precondition(
      first.width == second.width && first.height == second.height, "pictures of two sizes")
    for index in 0..<first.width * first.height {
      for shift in [0, 8, 16, 24] as [UInt32] {
        let one = Int((first.base[index] >> shift) & 0xFF)
        let other = Int((second.base[index] >> shift) & 0xFF)
        most = max(most, abs(one - other))
      }
    }
  }

  /// A picture of the differences, eight times as large as they are.
  package func picture(of first: Raster, _ second: Raster) throws -> Raster {
    let result = try Raster(width: first.width, height: first.height)
    for index in 0..<first.width * first.height {
      var word: UInt32 = 0xFF00_0000
      for shift in [0, 8, 16] as [UInt32] {
        let one = Int((first.base[index] >> shift) & 0xFF)
        let other = Int((second.base[index] >> shift) & 0xFF)
        word |= UInt32(min(abs(one - other) * 8, 255)) << shift
      }
      result.base[index] = word
    }
    return result
  }
}

/// Writes `raster` under .build/golden-failures of the package that `file` belongs to; returns the path.
private func keep(_ raster: Raster, as name: String, near file: String) throws -> String {
  var root = parent(of: file)
  while root.count > 1, access(root + "/Package.swift", F_OK) != 0 { root = parent(of: root) }
  makeFolder(root + "/.build")
  makeFolder(root + "/.build/golden-failures")
  let path = "\(root)/.build/golden-failures/\(name).png"
  try raster.write(png: path)
  return path
}

private func makeFolder(_ path: String) {
  // A failure shows at once, when the picture is written.
  _ = mkdir(path, 0o777)
}

private func parent(of path: String) -> String {
  guard let slash = path.lastIndex(of: "/") else { return "." }
  return String(path[..<slash])
}

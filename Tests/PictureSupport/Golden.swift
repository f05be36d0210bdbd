package import Drawing
import Glibc
package import Testing

/// How far a picture may be from its golden; FreeType's and cairo's versions differ a little.
package struct GoldenTolerance: Sendable {
  /// The largest difference of a channel, in steps of a byte, for 999 of 1000 pixels.
  package var most: Int
  /// The mean difference over all channels of all pixels, in steps of a byte.
  package var mean: Double

  package init(most: Int = 12, mean: Double = 0.25) {
    self.most = most
    self.mean = mean
  }
}

/// Expects `raster` to look like the golden `name`, kept as Goldens/NAME.png beside the calling file.
///
/// Where there is none, or with SEGCLOCK_RECORD=1 in the environment, the picture becomes the golden, and the run
/// fails to say so. On a difference, the picture and the difference (times eight) are put under
/// .build/golden-failures.
package func expectMatches(
  _ raster: Raster, golden name: String, tolerance: GoldenTolerance = GoldenTolerance(),
  file: String = #filePath, sourceLocation: SourceLocation = #_sourceLocation
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
    let found = Difference(raster, golden)
    guard found.usual > tolerance.most || found.mean > tolerance.mean else { return }
    let actual = try keep(raster, as: name + "-actual", near: file)
    let difference = try keep(
      found.picture(of: raster, golden), as: name + "-difference", near: file)
    Issue.record(
      """
      \(name): 99.9 % of the pixels differ by up to \(found.usual) (allowed \(tolerance.most)), all by \
      \(found.mean) in the mean (allowed \(tolerance.mean)): \(actual), \(difference)
      """, sourceLocation: sourceLocation)
  } catch {
    Issue.record(error, sourceLocation: sourceLocation)
  }
}

/// How two pictures of one size differ.
package struct Difference {
  package private(set) var most = 0
  /// The largest difference of a channel among 999 of 1000 pixels.
  package private(set) var usual = 0
  package private(set) var mean = 0.0

  package init(_ first: Raster, _ second: Raster) {
    precondition(
      first.width == second.width && first.height == second.height, "pictures of two sizes")
    var counts = [Int](repeating: 0, count: 256)
    var sum = 0
    let count = first.width * first.height
    for index in 0..<count {
      var largest = 0
      for shift in [0, 8, 16, 24] as [UInt32] {
        let one = Int((first.base[index] >> shift) & 0xFF)
        let other = Int((second.base[index] >> shift) & 0xFF)
        largest = max(largest, abs(one - other))
        sum += abs(one - other)
      }
      counts[largest] += 1
    }
    most = counts.lastIndex { $0 > 0 } ?? 0
    mean = Double(sum) / Double(count * 4)
    var rest = count / 1000
    usual = most
    while usual > 0, counts[usual] <= rest {
      rest -= counts[usual]
      usual -= 1
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

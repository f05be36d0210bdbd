import CCairo
package import DisplayLists
import Files

/// Writes one frame after the other as PNG, and keeps what they have in common.
package final class FilmFile {
  private let raster: Raster
  private let compositor = Compositor()

  /// A film of pictures of `width` x `height` pixels.
  package init(width: Int, height: Int) throws(ImageError) {
    raster = try Raster(width: width, height: height)
  }

  /// Writes `list`, which is as large as the film, to `path`, which holds all of it or, after an error, what it held
  /// before; to `-`, standard output, behind what was written before.
  package func write(_ list: DisplayList, to path: String) throws(ImageError) {
    let file = try ImageError.file { () throws(FileError) in try OutputFile(path: path) }
    let refusals = MemoryBudget.refusals
    compositor.paint(list, into: raster.buffer)
    try ImageError.check(
      CAIRO_STATUS_SUCCESS, width: raster.width, height: raster.height, since: refusals)
    let bytes = try raster.png()
    try ImageError.file { () throws(FileError) in try file.write(bytes.parts) }
  }
}

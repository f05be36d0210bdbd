import Files
import Geometry
import Settings
import Windowing

/// Where the window was, kept with its time: on each set of monitors another place.
struct KeptPlace {
  private var book: PlaceBook
  /// The monitors at the start, should nobody tell of others at the end.
  private var monitors: [PixelRect] = []
  /// How long the server may take to tell of the monitors, in nanoseconds.
  private static let patience: Int64 = 100_000_000
  /// The file; nil where nothing is kept.
  private let path: String?

  /// What was kept in `folder`, if it is to be kept there; what makes no sense is as if it were not there.
  init(in folder: String?) {
    path = folder.map { "\($0)/place" }
    book = PlaceBook("")
    guard let path else { return }
    var file = WatchedFile(path: path, mostBytes: PlaceBook.mostBytes)
    if case .bytes(let bytes)? = file.news() { book = PlaceBook(String(decoding: bytes, as: UTF8.self)) }
  }

  /// Makes `options` those of a window where it was, as far as `settings` say nothing of its place and size.
  ///
  /// On monitors that it has never been on the window manager chooses the place, and it is as large as it was last. One that
  /// `isRestored` stands among the others as it stood, too.
  mutating func apply(
    to options: inout WindowOptions, _ given: ProgramSettings, scale: Double, on connection: Connection,
    _ isRestored: Bool
  ) {
    if isRestored { restore(&options, given) }
    guard let last = book.last else { return }
    monitors = connection.monitors(within: KeptPlace.patience)
    let known = book.place(on: monitors)
    let place = (known ?? last).scaled(to: scale)
    if given.size == nil {
      (options.width, options.height) = connection.fitted(width: place.rect.width, height: place.rect.height)
    }
    if known != nil, options.position == nil { options.position = (place.rect.x, place.rect.y) }
  }

  /// Makes `options` those of a window as it stood among the others, as far as `settings` say nothing of that.
  private func restore(_ options: inout WindowOptions, _ given: ProgramSettings) {
    guard var standing = book.standing else { return }
    if given.above != nil || given.below != nil { standing.states.subtract([.above, .below]) }
    if given.sticky != nil { standing.states.remove(.sticky) }
    options.states.formUnion(standing.states)
    options.desktop = options.states.contains(.sticky) ? nil : standing.desktop
    options.isIconic = standing.isIconic
  }

  /// Keeps where `window` is, and how it stands; what stands in the way of that is told.
  mutating func keep(_ window: Window, scale: Double) {
    guard let path, let (rect, standing) = window.standing() else { return }
    let before = book
    book.standing = standing
    let now = window.connection.monitors(within: KeptPlace.patience)
    book.set(PlaceBook.Place(rect: rect, scale: scale), on: now.isEmpty ? monitors : now)
    guard book != before else { return }
    // Anything else than a file, such as a pipe without a reader, would hold the end up.
    guard WatchedFile.isFileOrNone(path) else {
      return StandardError.print("segclock: where the window was is not kept: \(path) is no file")
    }
    do throws(FileError) {
      try OutputFile(path: path).write(book.text)
    } catch {
      StandardError.print("segclock: where the window was is not kept: \(error.description)")
    }
  }
}

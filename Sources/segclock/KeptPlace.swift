import Files
import Geometry
import Glibc
import Platform
import Settings
import Storage
import Windowing

/// Where the window was, kept with its time: on each set of monitors another place. It is written a while after the last change, so
/// that it outlives a crash, and at the end.
struct KeptPlace {
  /// What is kept, as far as events have told.
  private struct Sight: Equatable {
    var rect: PixelRect
    var state: WindowStateSnapshot
    var scale: Double
    /// In device pixels; another one means other monitors.
    var screenWidth, screenHeight: Int
  }

  private var book: PlaceBook
  /// What the file holds, or has been given to hold.
  private var written = ""
  private var debounce = Debounce<Sight>()
  /// The monitors at the start, should nobody tell of others at the end.
  private var monitors: [PixelRect] = []
  /// How long the server may take to tell of the monitors at the start and at the end, and in between, in nanoseconds.
  private static let patience: Int64 = 100_000_000
  private static let patienceWithin: Int64 = 20_000_000
  /// The file; nil where nothing is kept.
  private let path: String?
  /// Whether what changes is written there.
  private let isKept: Bool
  private var file: BackgroundFile?

  /// What was kept at `path`, if it is to be kept there, and whether it is again from here on; what makes no sense is as if it
  /// were not there.
  init(at path: String?, isKept: Bool) {
    self.path = path
    self.isKept = isKept
    book = PlaceBook("")
    guard let path else { return }
    var file = WatchedFile(path: path, mostBytes: PlaceBook.maxBytes)
    if case .bytes(let bytes)? = file.news() {
      book = PlaceBook(String(decoding: bytes, as: UTF8.self))
    }
    written = book.text
  }

  /// Makes `options` those of a window where it was, as far as `settings` say nothing of its place and size.
  ///
  /// On monitors that it has never been on the window manager chooses the place, and it is as large as it was last. One that
  /// `isRestored` stands among the others as it stood, too.
  mutating func apply(
    to options: inout WindowOptions, _ given: ProgramSettings, scale: Double,
    on connection: Connection,
    _ isRestored: Bool
  ) {
    if isRestored { restore(&options, given) }
    guard let last = book.last else { return }
    monitors = Monitors(of: connection).rects(within: KeptPlace.patience)
    let known = book.place(on: monitors)
    let place = (known ?? last).scaled(to: scale)
    if given.size == nil {
      (options.width, options.height) = Monitors(of: connection).fitted(
        width: place.rect.width, height: place.rect.height)
    }
    if known != nil, options.position == nil { options.position = (place.rect.x, place.rect.y) }
  }

  /// Makes `options` those of a window as it stood among the others, as far as `settings` say nothing of that.
  private func restore(_ options: inout WindowOptions, _ given: ProgramSettings) {
    guard var state = book.state else { return }
    if given.above != nil || given.below != nil { state.states.subtract([.above, .below]) }
    if given.sticky != nil { state.states.remove(.sticky) }
    options.states.formUnion(state.states)
    options.desktop = options.states.contains(.sticky) ? nil : state.desktop
    options.isIconic = state.isIconic
  }

  /// When to call `follow` though nothing has happened; nil for never.
  var deadline: MonotonicTime? { debounce.deadline.map { MonotonicTime(nanoseconds: $0) } }

  /// Keeps where `window` is, and how it stands, once that has settled. What stands in the way of that is told at the end, if it
  /// still does.
  mutating func follow(_ window: Window, scale: Double) {
    guard isKept else { return }
    let (rect, state) = window.lastState
    let sight = Sight(
      rect: rect, state: state, scale: scale, screenWidth: window.connection.screenWidth,
      screenHeight: window.connection.screenHeight)
    guard debounce.update(sight, at: MonotonicClock.now()) else { return }
    note(window, scale: scale, within: KeptPlace.patienceWithin)
    if let path, book.text != written, WatchedFile.isFileOrNone(path) { write(to: path) }
  }

  /// Takes note of where `window` is at the end.
  mutating func note(_ window: Window, scale: Double) {
    if isKept, path != nil { note(window, scale: scale, within: KeptPlace.patience) }
  }

  /// Keeps what was noted last, and gives the disk until `deadline`, CLOCK_MONOTONIC in nanoseconds; what stands in the
  /// way of that is told.
  mutating func finish(by deadline: Int64) {
    guard isKept, let path else { return }
    // What has failed before is tried once more.
    guard book.text != written || file?.wait(until: deadline) != nil else { return }
    // Anything else than a file, such as a pipe without a reader, would hold the end up.
    guard WatchedFile.isFileOrNone(path) else {
      return StandardError.print("segclock: where the window was is not kept: \(path) is no file")
    }
    write(to: path)
    if let failure = file?.wait(until: deadline) {
      StandardError.print("segclock: where the window was is not kept: \(failure.description)")
    }
  }

  /// Takes note of where `window` is, where the server says so within so many nanoseconds.
  private mutating func note(_ window: Window, scale: Double, within patience: Int64) {
    guard let (rect, state) = window.currentState() else { return }
    book.state = state
    let now = Monitors(of: window.connection).rects(within: patience)
    book.set(PlaceBook.Place(rect: rect, scale: scale), on: now.isEmpty ? monitors : now)
  }

  private mutating func write(to path: String) {
    let file = file ?? BackgroundFile(path: path)
    self.file = file
    written = book.text
    file.write(written)
  }
}

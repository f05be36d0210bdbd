import Files
import Geometry
import Platform
import Settings
import Storage
import Windowing

/// The window's saved position, one for each set of monitors, and its state.
///
/// Written a second after the last change, and at the end. So a crash loses at most the last move, and
/// a drag causes one write.
struct KeptPlace {
  /// The file; nil with --no-state, and where another window owns it.
  private let file: Saver<String>?
  private var book = PlaceBook("")
  /// The contents of the file once the last write is done.
  private var written = ""
  private var observed: WindowState?
  private(set) var deadline: MonotonicTime?
  /// How long the server may take to list the monitors at the start and the end, in nanoseconds.
  private static let patience: Int64 = 100_000_000

  /// Reads the file at `path`, if there is one, and writes to it if `isKept`.
  init(at path: String?, isKept: Bool) {
    let kept = isKept ? path : nil
    file = kept.flatMap { path in
      Saver { text throws(FileError) in try OutputFile(path: path).write(text) }
    }
    guard let path else { return }
    var file = WatchedFile(path: path, maxBytes: PlaceBook.maxBytes)
    if case .bytes(let bytes)? = file.change() {
      book = PlaceBook(String(decoding: bytes, as: UTF8.self))
    }
    written = book.text
  }

  /// Sets position and size in `options` where `given` leaves them open, and with `isRestored` the
  /// window's state. On unknown monitors the window manager chooses the position.
  mutating func apply(
    to options: inout WindowOptions, _ given: ProgramSettings, scale: Double,
    on connection: Connection, _ isRestored: Bool
  ) {
    if isRestored, var states = book.states {
      if given.isGiven("above") || given.isGiven("below") { states.subtract([.above, .below]) }
      if given.isGiven("sticky") { states.remove(.sticky) }
      options.states.formUnion(states)
      options.desktop = options.states.contains(.sticky) ? nil : book.desktop
    }
    guard !book.text.isEmpty else { return }
    let monitors = connection.monitors(within: KeptPlace.patience)
    guard let (rect, isKnown) = book.place(on: monitors, scale: scale) else { return }
    if !given.isGiven("size") {
      (options.width, options.height) = connection.fitted(
        width: rect.width, height: rect.height)
    }
    if isKnown, options.position == nil { options.position = (rect.x, rect.y) }
  }

  /// Saves position and state once they have settled. An error that lasts is reported by `finish`.
  mutating func follow(_ window: Window, scale: Double) {
    guard let file else { return }
    let state = window.lastState
    if state != observed { (observed, deadline) = (state, .now + .seconds(1)) }
    guard let due = deadline, .now >= due else { return }
    deadline = nil
    record(window, scale: scale, within: KeptPlace.patience / 5)
    save(to: file)
  }

  mutating func record(_ window: Window, scale: Double, within patience: Int64 = patience) {
    guard file != nil, let state = window.currentState() else { return }
    let monitors = window.connection.monitors(within: patience)
    if !monitors.isEmpty { book.record(state, scale: scale, on: monitors) }
  }

  /// Saves the last record by `deadline`, and reports an error.
  mutating func finish(by deadline: MonotonicTime) {
    guard let file else { return }
    save(to: file)
    if let failure = file.wait(until: deadline) {
      StandardError.print("segclock: cannot save the window's position: \(failure.description)")
    }
  }

  private mutating func save(to file: Saver<String>) {
    guard book.text != written else { return }
    written = book.text
    file.submit(written)
  }
}

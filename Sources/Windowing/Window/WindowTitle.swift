/// The text in a window's title bar, sent no faster than the server reads.
final class WindowTitle {
  private let target: ServerWindow
  private let hints: WindowHints
  private var text: String
  /// A title that waits for an acknowledgement, so that nothing piles up before a server that does not read.
  private var pending: String?

  /// The title of a window that has this one already.
  init(_ target: ServerWindow, hints: WindowHints, text: String) {
    (self.target, self.hints, self.text) = (target, hints, text)
  }

  /// Writes `new` into the title bar; nothing is sent where it is there already.
  func set(_ new: String) {
    guard target.isUsable, new != pending ?? text else { return }
    if target.presenter.isAcknowledgementAwaited {
      pending = new
    } else {
      store(new)
    }
  }

  /// Sends a title that waited for a frame to be acknowledged.
  func storePending() {
    guard let new = pending else { return }
    pending = nil
    if new != text { store(new) }
  }

  private func store(_ new: String) {
    text = new
    target.send { _ in hints.writeTitle(new) }
  }
}

import CX11
import Platform

/// A part of the window, with state of its own at the server.
///
/// It records events as they come, and marks what it has to ask. The window asks at the end of a turn, once the server
/// has answered a ping (`Window.finishTurn`).
protocol WindowPart: AnyObject {
  /// When it has something to do without an event; nil for never.
  var deadline: MonotonicTime? { get }
  /// Whether `refresh` has something to ask.
  var needsUpdate: Bool { get }
  func record(_ event: XEvent)
  /// Asks the server; takes round trips.
  func refresh()
  /// Reports the consequences of the turn's events; asks nothing.
  func finishTurn()
}

extension WindowPart {
  var deadline: MonotonicTime? { nil }
  var needsUpdate: Bool { false }
  func record(_ event: XEvent) {}
  func refresh() {}
  func finishTurn() {}
}

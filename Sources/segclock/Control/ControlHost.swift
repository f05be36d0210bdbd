import Session
import Storage
import Windowing

/// The app as the control service sees it: all that a request can ask for goes through here.
protocol ControlHost: AnyObject {
  /// Whether the app is about to end, so that no further request is handled.
  var isClosing: Bool { get }
  /// Returns what holds now: with changes that are not saved yet, or as the window shows it.
  func snapshot(includingUnsaved: Bool) -> ControlDesk.Context
  /// Performs `commands` as of `time` (CLOCK_MONOTONIC, nanoseconds), or now; returns the newest change of the model.
  @discardableResult
  func perform(_ commands: [Command], at time: Int64?) -> ModelChange
  /// Resumes a past session of the stopwatch; returns the reason if that is refused.
  func restoreSession(_ number: Int64) throws -> String?
  func perform(_ request: WindowRequest)
  /// Returns whether a change, and all before it, is saved.
  func durability(of change: ModelChange) -> KeptModel.Keeping
  /// Returns whether the screen shows `change`. Where the server has to be asked for that, it is asked once, and
  /// `isAsked` is set.
  func isOnScreen(_ change: ModelChange, isAsked: inout Bool) -> Bool
}

/// The position of a change of the model in the order of all changes.
typealias ModelChange = UInt64

/// A request that concerns the window alone.
enum WindowRequest {
  case show, hide
  /// Brings it to the front, for another start of the program if there was one.
  case raise(StartupNotice? = nil)
}

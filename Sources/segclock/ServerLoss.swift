import ArgumentParser
import Glibc
import Windowing

/// What becomes of the program when its server is lost where Xlib does not let it go on.
enum ServerLoss {
  /// While the display is opened, that is the end.
  static func endProgram() {
    Connection.setLossWhileAsking { name in
      StandardError.print("segclock: \(ConnectionError.cannotOpen(name).description)")
      exit(ExitCode.noDisplay.rawValue)
    }
  }

  /// From now on `body` is the last thing that is done.
  static func endProgram(after body: @escaping () -> ExitCode) {
    // Called on the thread that asks, which is this one.
    nonisolated(unsafe) let body = body
    Connection.setLossWhileAsking { _ in exit(body().rawValue) }
  }
}

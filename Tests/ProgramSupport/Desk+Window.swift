/// Where the window is, and how it stands among the others.
extension Desk {
  package var isViewable: Bool { connection.geometry(of: window)?.isViewable ?? false }

  package var place: Connection.Geometry {
    get throws {
      guard let place = connection.geometry(of: window) else { throw Failure("the window is gone") }
      return place
    }
  }

  /// Waits until the window's place satisfies `condition`, and gives it.
  @discardableResult
  package func awaitPlace(
    _ what: String, where condition: (Connection.Geometry) -> Bool
  ) throws -> Connection.Geometry {
    var seen: Connection.Geometry?
    try wait(until: what, seen: "\(String(describing: seen))") {
      seen = connection.geometry(of: window)
      return seen.map(condition) ?? false
    }
    return try place
  }

  package func awaitPlace(_ place: Connection.Geometry, _ what: String) throws {
    try awaitPlace(what) { $0 == place }
  }

  @discardableResult
  package func awaitSize(_ width: Int, _ height: Int, _ what: String) throws
    -> Connection.Geometry
  {
    try awaitPlace(what) { ($0.width, $0.height) == (width, height) }
  }

  /// Whether the window has a state of _NET_WM_STATE, such as ABOVE.
  package func hasState(_ name: String) -> Bool {
    connection.hasState("_NET_WM_STATE_\(name)", window)
  }

  /// Asks the window manager to give the window a state, or to take it away, and waits for that.
  package func set(_ state: String, _ isSet: Bool = true) throws {
    connection.setState(isSet, "_NET_WM_STATE_\(state)", of: window)
    try awaitState(state, isSet)
  }

  package func awaitState(_ state: String, _ isSet: Bool = true) throws {
    try wait(until: "the state \(state) to be \(isSet)") { hasState(state) == isSet }
  }

  /// Whether the window asks for a frame, by Motif's hints.
  package var hasFrame: Bool {
    let hints = connection.property("_MOTIF_WM_HINTS", of: window) ?? []
    return hints.count < 3 || hints[2] != 0
  }
}

/// What the service needs of the window.
package protocol AccessibleWindow: AnyObject {
  /// The window and all in it, now.
  var accessibleNode: AccessibleNode { get }
  /// The window's place on the screen, in device pixels.
  var accessibleOrigin: (x: Int32, y: Int32) { get }
  /// What is announced when it changes: one text of each kind, always in the same order.
  var announcements: [String] { get }

  // Each returns whether it was done. The ids come from other programs.

  func perform(action index: Int, of id: String) -> Bool
  func setValue(_ value: Double, of id: String) -> Bool
  func setText(_ text: String, of id: String) -> Bool
  func setCaret(_ offset: Int, of id: String) -> Bool
  func focus(_ id: String) -> Bool
}

/// The address of a message bus on this machine, from another program.
///
/// Only sockets: `unixexec:` would start a program, and `tcp:` would wait for a name server.
package struct BusAddress: Equatable, Sendable {
  package let text: String

  package init?(_ text: String) {
    guard text.hasPrefix("unix:path=") || text.hasPrefix("unix:abstract="), !text.contains(";")
    else { return nil }
    self.text = text
  }
}

import CXTest
import Glibc

/// A session bus of the test's own, on which nothing is started by itself but what is in the folder `services` of its home.
package final class MessageBus {
  package let address: String
  package let path: String
  private let process: ChildProcess

  package init(home: TestFolder) throws {
    path = "\(home.path)/bus-of-the-test"
    address = "unix:path=\(path)"
    let configuration = "\(home.path)/bus.conf"
    try write(
      """
      <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
        "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
      <busconfig>
        <type>session</type>
        <listen>\(address)</listen>
        <servicedir>\(home.path)/services</servicedir>
        <policy context="default"><allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/></policy>
      </busconfig>
      """, to: configuration)
    let ready = try Pipe()
    defer { close(ready.readEnd) }
    let started = Result {
      try ChildProcess(
        installed("dbus-daemon"),
        ["--config-file=\(configuration)", "--nofork", "--print-address=3"],
        environment: ["PATH": "/usr/bin:/bin"], descriptors: [(ready.writeEnd, 3)])
    }
    close(ready.writeEnd)
    process = try started.get()
    guard Deadline(seconds: 30).awaitReadable(ready.readEnd), process.reap() == nil else {
      throw Failure("dbus-daemon did not get ready: \(process.standardError)")
    }
  }

  package func crash() {
    process.end()
  }

  package func freeze() {
    process.freeze()
  }
}

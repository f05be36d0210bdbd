import Glibc
@_exported public import TestSupport

/// Where `name` is found on PATH, if it is installed.
package func executable(_ name: String) -> String? {
  let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
  return path.split(separator: ":").map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
}

/// Where `name` is found on PATH; throws where it is not installed.
package func installed(_ name: String) throws -> String {
  guard let path = executable(name) else { throw Failure("\(name) is not installed") }
  return path
}

/// Whether a program is to be tried: installed, or to be complained about because this is continuous integration.
package func isExpected(_ name: String) -> Bool {
  executable(name) != nil || getenv("CI") != nil
}

func errnoText() -> String {
  String(cString: strerror(errno))
}

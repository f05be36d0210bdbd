import Glibc

package enum UserEnvironment {
  /// The value of a variable, unless it is empty.
  package static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The folder that the variable `name` has, otherwise `path` in the home folder; nil without either.
  ///
  /// The XDG Base Directory Specification ignores relative paths.
  package static func folder(
    _ name: String, or path: String, in environment: (String) -> String? = variable
  ) -> String? {
    let folders = [environment(name), environment("HOME").map { "\($0)/\(path)" }]
    return folders.lazy.compactMap { $0 }.first { $0.hasPrefix("/") }
  }
}

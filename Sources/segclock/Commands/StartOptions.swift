import ArgumentParser
import Control
import Scene
import Session
import Settings
import Storage
import Timekeeping
import Wording

extension ProgramSettings {
  /// The options that say more than which window it is.
  var optionsOfNewWindow: [String] {
    // An autostart entry passes --restore and --config, which the open window has already.
    let expected = self.restore ? ["name", "restore", "config"] : ["name"]
    return given.map(\.name).filter { !expected.contains($0) }
  }

  /// What an open window is to adopt, as words of a request; nil if an option needs a new window.
  var changesOfOpenWindow: [String]? {
    let names = optionsOfNewWindow
    guard names.allSatisfy(OpenRequest.adoptedOptions.contains) else { return nil }
    return names.map { "\($0)=\(text($0) ?? "")" }
  }

  /// Two options that exclude each other.
  var contradiction: (String, String)? {
    [("config", "no-config"), ("ring", "rings"), ("restore", "no-state"), ("session", "no-state")]
      .first { isGiven($0) && isGiven($1) }
  }

  /// Parses the arguments of most starts: options of settings, and nothing else. Nil for all that is left to
  /// swift-argument-parser, which reads the same: subcommands, the help, mistakes and their messages.
  ///
  /// The parser takes longer than the rest of a start before the window, and touches more of the program.
  init?(plain arguments: [String]) {
    var given: [String: [String]] = [:]
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("--") else { return nil }
      let parts = argument.dropFirst(2).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false
      ).map(String.init)
      if let setting = Setting.all.first(where: { $0.name == parts[0] }) {
        switch setting.form {
        case .value, .list:
          guard let text = parts.count > 1 ? parts[1] : rest.popFirst() else { return nil }
          given[setting.name, default: []].append(text)
        case .flag, .word:
          guard parts.count == 1, given.updateValue(["on"], forKey: setting.name) == nil else {
            return nil
          }
        }
      } else {
        guard parts.count == 1, parts[0].hasPrefix("no-"),
          let flag = Setting.all.first(where: { "no-\($0.name)" == parts[0] && $0.form == .flag }),
          given.updateValue(["off"], forKey: flag.name) == nil
        else { return nil }
      }
    }
    self.init()
    for setting in Setting.all {
      guard let texts = given[setting.name] else { continue }
      do { try setting.takeAll(texts, &self) } catch { return nil }
    }
    // A file of rings has to be read, too.
    if contradiction != nil || roundsProblem != nil || isGiven("rings") { return nil }
  }
}

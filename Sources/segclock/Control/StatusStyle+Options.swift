import ArgumentParser
import Session
import Settings
import Timekeeping
import Wording

extension StatusStyle {
  /// The style that the options choose; nil if none does.
  init?(_ arguments: VerbArguments) throws {
    let template = try arguments.value(of: "format", Parsers.template)
    let bar: Bar? = try arguments.value(of: "for", Parsers.name("a bar"))
    guard arguments.options["json"] == nil || template == nil && bar == nil else {
      throw TextError("--json: leave out --format and --for")
    }
    if let bar {
      self = .bar(bar, template)
    } else if let template {
      self = .template(template)
    } else if arguments.options["json"] != nil {
      self = .json
    } else {
      return nil
    }
  }
}

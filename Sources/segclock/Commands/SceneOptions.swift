import ArgumentParser
import Control
import Desktop
import Files
import Scene
import Session
import Settings
import Storage
import Timekeeping
import Wording

struct SceneOptions: ParsableArguments {
  @OptionGroup(ContentSection.self) var content
  @OptionGroup(TimingSection.self) var timing
  @OptionGroup(PictureSection.self) var picture
  @OptionGroup(FilesSection.self) var files

  var settings: ProgramSettings {
    [content.settings, timing.settings, picture.settings, files.settings].combined
  }

  /// Reads the file of `--rings`; later calls do nothing.
  mutating func readRings() throws {
    guard let path = files.settings.rings, !content.settings.isGiven("ring") else { return }
    var rings: [RingModel] = []
    try readLines(of: path, for: "--rings") { text in
      rings.append(try RingText.ring.parse(text))
      try RingText.check(rings)
    }
    content.settings.ring = rings
  }
}

/// The root's options in a command about one widget: the parser gives them to the root; `name` is for the help.
struct WidgetOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Name of the widget.", valueName: "name"), completion: NameCompletion.widgets
  )
  var name: String?

  @ParentCommand var root: Segclock

  /// Refuses all options but `--name` and `usable`, as `command` would ignore them.
  func settings(for command: String, using usable: [String] = []) throws -> ProgramSettings {
    let given = root.settings.given.map(\.name)
    if let option = given.first(where: { $0 != "name" && !usable.contains($0) }) {
      throw TextError("--\(option) is not an option of \(command)")
    }
    return root.settings
  }
}

/// Calls `take` with each line of the file that `option` names. Errors name the option, the file and the line.
func readLines(of path: String, for option: String, _ take: (String) throws -> Void) throws {
  do {
    for (number, text) in try InputFile.lines(of: path) {
      do {
        try take(text)
      } catch let error as TextError {
        let name = path == "-" ? "standard input" : path
        throw FileError(
          path: "\(name), line \(number)", reason: Phrase(verbatim: error.description))
      }
    }
  } catch let error as FileError {
    throw TextError("\(option) \(error)")
  }
}

import ArgumentParser
import Desktop
import Files
import Scene
import Session
import Settings
import Storage
import Timekeeping
import Wording

/// A section of settings as a type: swift-argument-parser distinguishes option groups by type.
protocol SettingSection {
  static var section: Setting.Section { get }
}

enum ContentSection: SettingSection { static let section = Setting.Section.content }

enum TimingSection: SettingSection { static let section = Setting.Section.timing }

enum AlarmSection: SettingSection { static let section = Setting.Section.alarm }

enum PictureSection: SettingSection { static let section = Setting.Section.picture }

enum WindowSection: SettingSection { static let section = Setting.Section.window }

enum FilesSection: SettingSection { static let section = Setting.Section.files }

enum StateSection: SettingSection { static let section = Setting.Section.state }

extension OptionGroup {
  /// The options of a section, under its title.
  init<Section: SettingSection>(_: Section.Type) where Value == SettingOptions<Section> {
    self.init(title: Section.section.title)
  }
}

/// The options of a section, made from the rows of `Setting`.
///
/// swift-argument-parser finds options by reflection and decodes them by name, so a mirror and a decoder are enough.
struct SettingOptions<Section: SettingSection>: ParsableArguments, CustomReflectable {
  var settings = ProgramSettings()
  private var problem: ValidationError?

  private static var rows: [Setting] { Setting.all.filter { $0.section == Section.section } }

  init() {}

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: OptionKey.self)
    for setting in Self.rows {
      let texts = try setting.row.texts(in: values)
      guard !texts.isEmpty else { continue }
      do throws(TextError) {
        try setting.takeAll(texts, &settings)
      } catch {
        problem = problem ?? ValidationError("\(setting.option): \(error.description)")
      }
    }
    if let rounds = settings.roundsProblem {
      problem = problem ?? ValidationError("--rounds: \(rounds.description)")
    }
  }

  func validate() throws { if let problem { throw problem } }

  var customMirror: Mirror { Mirror(self, children: Self.rows.map(\.row.child)) }
}

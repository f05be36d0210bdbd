import Scene
import Session
import Settings

extension ConfigurationFuzz {
  /// What is printed by default and of a theme, setting by setting, and what is written by hand.
  static var seeds: [String] { standard + theme + written + mistakes }

  /// Each setting and each key by itself, so that short inputs have all words.
  private static var standard: [String] {
    var seeds: [String] = []
    var table = ""
    for line in SettingsFile.standard.split(separator: "\n")
    where line.hasPrefix("#") && !line.hasPrefix("# ") {
      let bare = line.dropFirst()
      if bare.hasPrefix("[") {
        table = "\(bare)\n"
      } else {
        seeds.append(table + bare + "\n")
      }
    }
    return seeds
  }

  /// Each part of a theme by itself, of the one that has most of them.
  private static var theme: [String] {
    let text = Theme.named(.neumorphicLight).toml
    var parts: [String] = []
    for line in text.split(separator: "\n").dropFirst() {
      // What is indented, and what closes that, belongs to the line before.
      if let first = line.first, first == " " || first == "]" {
        parts[parts.count - 1] += line + "\n"
      } else {
        parts.append("[themes.a]\n\(line)\n")
      }
    }
    return parts
  }

  private static let written = [
    "mode = \"plan\"\nplan = [\"Work 50m\", \"Rest 10m wait\"]\nrounds = 3\nplan-waits = true",
    "theme = \"b\"\n[themes.a]\nbased-on = \"b\"\ntext = \"red 0.5\"\n[themes.b]\nbased-on = \"neon\"",
    "[[ring]]\nname = \"Lap\"\nsource = \"lap\"\ntarget = \"2m\"\ncolor = \"red\"",
    "[[ring]]\nname = \"A\"\nvalue = 3/7\n[[ring]]\nname = \"B\"\nvalue = 0.25\ncolor = [\"#123\", \"white\"]",
    "ring = [\"Goal=50%\", \"Left=timer\"]\nshow = [\"digits\", \"dial\"]\nsize = \"4x3.5\"\nscale = 1.5",
    "[keys]\nlap = [\"Space\", \"Ctrl+Shift+F12\"]\nstart-stop = []\nreset = \"Page Up\"",
    "hours = 12\nsound = '''\na'''\nat-end = \"\"\"a\\\n  b\"\"\"\nink = 1e-1\nfps = 0x1F\nzone = \"UTC\"",
    "keys.lap = \"x\"\nthemes.a = { button = { face = \"clear\" }, hand-shadow.radius = 3 }\n",
    "\u{FEFF}seconds = false # e\u{301}\r\ntimer = 1979-05-27\r\n",
  ]

  private static let mistakes = [
    "thme = 1\nfps = \"many\"\ntheme = 5\nsize = {}\nring = [[1]]",
    "fps = = 3\ndigits = 99\ntheme = \"neon",
    "[keys]\nlap = \"Alt+L\"\nlapp = \"x\"\nreset = \"Space\"",
    "[themes.a]\nbased-on = \"a\"\n[themes.\"a b\"]",
    "ghost = \"best\"\nghost = \"off\"\nseconds = [1,\n2", "plan = \"A 10000h\"\nrounds = 200",
    "\"\\u001B\" = 1\n\"\\u001B\" = 2\n'\u{202E}' = 3\nsound = \"a\\u0000\"",
    "a.b.c = 1\n[a.b]\n[[a]]\n{",
  ]
}

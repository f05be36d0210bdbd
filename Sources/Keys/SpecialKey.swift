/// A key that neither types nor moves the cursor, with its X name, mostly media keys.
package enum SpecialKey: String, CaseIterable, Hashable, Sendable {
  case pause = "Pause"
  case print = "Print"
  case scrollLock = "Scroll Lock"
  case audioPlay = "XF86AudioPlay"
  case audioPause = "XF86AudioPause"
  case audioStop = "XF86AudioStop"
  case audioPrevious = "XF86AudioPrev"
  case audioNext = "XF86AudioNext"
  case audioRecord = "XF86AudioRecord"
  case audioRewind = "XF86AudioRewind"
  case audioForward = "XF86AudioForward"
  case audioMedia = "XF86AudioMedia"
  case audioMute = "XF86AudioMute"
  case audioLower = "XF86AudioLowerVolume"
  case audioRaise = "XF86AudioRaiseVolume"
  case microphoneMute = "XF86AudioMicMute"
  case calculator = "XF86Calculator"
  case mail = "XF86Mail"
  case web = "XF86WWW"
  case homePage = "XF86HomePage"
  case search = "XF86Search"
  case favorites = "XF86Favorites"
  case explorer = "XF86Explorer"
  case computer = "XF86MyComputer"
  case tools = "XF86Tools"
  case eject = "XF86Eject"
  case launch0 = "XF86Launch0"
  case launch1 = "XF86Launch1"
  case launch2 = "XF86Launch2"
  case launch3 = "XF86Launch3"
  case launch4 = "XF86Launch4"
  case launch5 = "XF86Launch5"
  case launch6 = "XF86Launch6"
  case launch7 = "XF86Launch7"
  case launch8 = "XF86Launch8"
  case launch9 = "XF86Launch9"
  case launchA = "XF86LaunchA"
  case launchB = "XF86LaunchB"
  case launchC = "XF86LaunchC"
  case launchD = "XF86LaunchD"
  case launchE = "XF86LaunchE"
  case launchF = "XF86LaunchF"

  /// The key of this name in lower case, without spaces, and with or without the prefix `xf86`.
  init?(folded name: String) {
    let found = SpecialKey.allCases.first { key in
      let own = key.rawValue.lowercased().filter { $0 != " " }
      return own == name || own == "xf86" + name
    }
    guard let found else { return nil }
    self = found
  }
}

import Testing
import Timekeeping

@Test(
  "a zone's name is one of the database's, and leads nowhere else",
  arguments: [
    ("Europe/Berlin", true), ("UTC", true), ("America/Argentina/Buenos_Aires", true),
    ("Etc/GMT+12", true), ("NZ-CHAT", true), ("EST5EDT", true), ("", false), ("/", false),
    ("/etc/localtime", false), ("..", false), ("../localtime", false),
    ("Europe/../Etc/UTC", false), ("Europe/..", false), (".", false), ("./UTC", false),
    ("Europe//Berlin", false), ("Europe/", false), ("Europe/Berlin\0", false),
    ("Europe/Berlin\n", false), ("+VERSION", false), ("-UTC", false), (".hidden", false),
    ("Zürich", false), ("Europe Berlin", false), ("Europe\\Berlin", false), ("~", false),
    ("$HOME", false), ("%2e%2e/x", false), (String(repeating: "a", count: 64), true),
    (String(repeating: "a", count: 65), false),
  ])
func zoneNames(text: String, isName: Bool) {
  #expect(ZoneName.isValid(text) == isName)
}

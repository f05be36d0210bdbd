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

@Test(
  "a zone is found by its start, its city, a part or a word of it, the closest first",
  arguments: [
    ("tok", "Asia/Tokyo", "yo"), ("TOKYO", "Asia/Tokyo", ""), ("new y", "America/New_York", "ork"),
    ("new_york", "America/New_York", ""), ("york", "America/New_York", ""),
    ("asia/T", "Asia/Tashkent", "ashkent"), ("as", "Asia/Tashkent", "ia/Tashkent"),
    ("arg", "America/Argentina/Salta", "entina/Salta"), ("gmt", "GMT", ""), ("gmt+", "GMT+0", "0"),
    ("gmt+1", "Etc/GMT+12", "2"), ("prince", "America/Port-au-Prince", ""), ("okyo", nil, ""),
    ("", nil, ""), ("tokyo ", nil, ""), ("é", nil, ""),
  ] as [(String, String?, String)])
func zoneCompletions(text: String, name: String?, rest: String) {
  let names = [
    "America/Argentina/Salta", "America/New_York", "America/Port-au-Prince", "Asia/Tashkent",
    "Asia/Tokyo", "Etc/GMT+12", "GMT+0", "GMT",
  ]
  let found = ZoneName.completion(of: text, among: names)
  #expect(found?.name == name && String(found?.rest ?? "") == rest)
}

@Test(
  "a zone is named by its name or its city, in any case, with spaces or underscores",
  arguments: [
    ("tokyo", "Asia/Tokyo"), ("New York", "America/New_York"), ("new_york", "America/New_York"),
    ("  new   york ", "America/New_York"), ("asia/tokyo", "Asia/Tokyo"), ("utc", "UTC"),
    ("jamaica", "Jamaica"), ("BUENOS AIRES", "America/Argentina/Buenos_Aires"),
    ("argentina/buenos aires", "America/Argentina/Buenos_Aires"), ("york", nil), ("asia", nil),
    ("", nil), ("/", nil), ("okyo", nil), ("tok", nil),
  ] as [(String, String?)])
func zoneMatches(text: String, name: String?) {
  let names = [
    "America/Argentina/Buenos_Aires", "America/Jamaica", "Jamaica", "America/New_York",
    "Asia/Tokyo",
    "UTC",
  ]
  #expect(ZoneName.match(text, among: names) == name)
}

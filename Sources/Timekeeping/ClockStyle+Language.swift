import Wording

// What a catalogue says of dates and times, for users whose locale is not installed, or does not say it.

extension DateOrder {
  public static var translated: DateOrder {
    DateOrder(formats: [
      // TRANSLATORS: The date on the dial, as in Sat 28 Nov. %a is the day of the week, %-d the day of the month, %b the
      // month, %-m its number. Japanese has %-m月%-d日(%a). Short.
      trc("date", "%a %-d %b"),
      // TRANSLATORS: The date where there is no space for the day of the week, and the day of the month alone.
      trc("date", "%-d %b"), trc("date", "%-d"),
    ])
  }
}

extension CalendarWords {
  public static var translated: CalendarWords {
    CalendarWords(
      weekdays: [
        // TRANSLATORS: Short names of the days of the week, as in a date.
        trc("weekday", "Sun"), trc("weekday", "Mon"), trc("weekday", "Tue"), trc("weekday", "Wed"),
        trc("weekday", "Thu"), trc("weekday", "Fri"), trc("weekday", "Sat"),
      ],
      months: [
        // TRANSLATORS: Short names of the months, as in a date, with a day before or after it.
        trc("month", "Jan"), trc("month", "Feb"), trc("month", "Mar"), trc("month", "Apr"),
        trc("month", "May"), trc("month", "Jun"), trc("month", "Jul"), trc("month", "Aug"),
        trc("month", "Sep"), trc("month", "Oct"), trc("month", "Nov"), trc("month", "Dec"),
      ],
      // TRANSLATORS: Beside the digits of a clock of 12 hours.
      am: trc("half of the day", "AM"), pm: trc("half of the day", "PM"), order: .translated)
  }
}

extension ClockStyle {
  public static var translated: ClockStyle {
    // TRANSLATORS: Write 12 or 24: the hours that a clock counts to in your language.
    let hours = trc("hours of a clock", "24")
    return ClockStyle(hours: HourCycle(rawValue: hours) ?? .twentyFour, words: .translated)
  }
}

extension TimeFormat {
  /// What separates seconds from their hundredths.
  public static var decimalSeparator: String {
    // TRANSLATORS: The decimal separator, as in 7:38.37: a full stop or a comma.
    trc("number", ".")
  }
}

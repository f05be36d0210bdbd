public import Timekeeping

// Old names, until nothing uses them.
public typealias Reading = ClockSample
public typealias Readout = DisplayValue
public typealias RunningTime = LinearTime

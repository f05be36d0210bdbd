print("segclock")

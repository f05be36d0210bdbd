Segclock.main()

SegclockBench.main()

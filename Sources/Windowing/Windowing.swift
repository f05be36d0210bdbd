// Windowing

// Nothing of the library is called: it is preloaded.

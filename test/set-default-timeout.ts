import { setDefaultTimeout } from 'bun:test'

/** Loaded before every test. For tests that hang: a slow machine needs minutes for some. */
setDefaultTimeout(300_000)

/** For tests that hang: a slow machine needs minutes for some. */
export const TEST_LIMIT_MS = 300_000

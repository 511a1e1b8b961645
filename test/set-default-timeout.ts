import { setDefaultTimeout } from 'bun:test'
import { TEST_LIMIT_MS } from './test-limit.ts'

/** Loaded before the first test of `bun test`; `bun run test` sets the limit for every file. */
setDefaultTimeout(TEST_LIMIT_MS)

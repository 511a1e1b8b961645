import { join } from 'node:path'

/**
 * The main file of the command line. A whole run of `bun run test` has bundled it once with its bytecode, because to load
 * the sources takes a second of processor time in every process.
 */
export const COMMAND_LINE =
  process.env.LYCEUM_TEST_COMMAND_LINE ?? join(import.meta.dir, '../../../src/app/main.ts')

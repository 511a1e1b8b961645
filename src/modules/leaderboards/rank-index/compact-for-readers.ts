import { log } from '../../../platform/log.ts'
import { CHANGES_PER_VACUUM, type CompactionDeps, compactScoreChanges } from './compact-score-changes.ts'
import { vacuumScoreChanges } from './queries.ts'

const MIN_PAUSE_MS = 50
/** Readers may spend this many times the duration of a compaction before the next one. */
const READ_FACTOR = 2

/**
 * Returns a function that readers call with the duration of a statement that read ranks of several users. Such readers compare the
 * same pending changes again and again. When they have spent more time than a compaction takes, it starts one in the background. So
 * a board whose compaction is expensive is compacted less often. Processes do not wait for each other: one of them compacts a board.
 */
export function createCompactionForReaders(platform: CompactionDeps): (readMs: number) => void {
  let isRunning = false
  let nextAt = 0
  let lastTookMs = 0
  let readMsSinceStart = 0
  let compactedSinceVacuum = 0

  async function run(): Promise<void> {
    const startedAt = performance.now()
    try {
      compactedSinceVacuum += await compactScoreChanges(platform)
      lastTookMs = performance.now() - startedAt
      if (compactedSinceVacuum >= CHANGES_PER_VACUUM) {
        compactedSinceVacuum = 0
        await vacuumScoreChanges(platform.autocommitDb)
      }
    } catch (error) {
      // Ranks are exact without it, and the job compacts too.
      log.warn({ error }, 'leaderboards: compaction for readers failed')
    } finally {
      isRunning = false
      nextAt = performance.now() + MIN_PAUSE_MS
    }
  }

  return (readMs) => {
    readMsSinceStart += readMs
    if (isRunning || readMsSinceStart < READ_FACTOR * lastTookMs || performance.now() < nextAt) return
    isRunning = true
    readMsSinceStart = 0
    void run()
  }
}

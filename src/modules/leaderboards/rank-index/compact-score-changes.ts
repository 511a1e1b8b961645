import type { Platform } from '../../../platform/platform.ts'
import type { Board } from '../period.ts'
import {
  compactOldestChanges,
  deleteDenseIndexEntries,
  insertMissingIndexEntries,
  listBoardsWithChanges,
  lockBoard,
  vacuumScoreChanges,
} from './queries.ts'

type CompactionDeps = Pick<Platform, 'db' | 'write'>

/** Every rank reads what is not counted yet, so it is counted often, but for where counting itself takes long. */
const MIN_PAUSE_MS = 1_000
const MAX_PAUSE_MS = 3_000
const PAUSE_FACTOR = 20
const RUN_MS = 55_000
/** Every rank reads past the places of moves that are gone, too. Waiting for the server to see to it takes a minute. */
const CHANGES_PER_VACUUM = 1_000

/** Counts what has moved on every board, and says how much it was. Ranks are exact without it; it keeps them cheap. */
export async function compactScoreChanges(platform: CompactionDeps): Promise<number> {
  let changes = 0
  for (const board of await listBoardsWithChanges(platform.db)) {
    for (let isAll = false; !isAll; ) {
      const outcome = await compactBoard(platform, board)
      changes += outcome.compacted
      isAll = outcome.isAll
    }
  }
  return changes
}

/** All is done when nothing is left to do here, or somebody else does it. */
async function compactBoard(
  { write }: CompactionDeps,
  board: Board,
): Promise<{ compacted: number; isAll: boolean }> {
  return write(async (tx) => {
    if (!(await lockBoard(tx, board))) return { compacted: 0, isAll: true }
    const outcome = await compactOldestChanges(tx, board)
    await deleteDenseIndexEntries(tx, board)
    await insertMissingIndexEntries(tx, board)
    return outcome
  })
}

/** Compacts score changes about once a second, for one minute per run. */
export async function compactScoreChangesForAMinute(
  platform: CompactionDeps,
  signal: AbortSignal,
): Promise<void> {
  const endsAt = performance.now() + RUN_MS
  let compactedSinceVacuum = 0
  do {
    const startedAt = performance.now()
    compactedSinceVacuum += await compactScoreChanges(platform)
    const tookMs = performance.now() - startedAt
    if (compactedSinceVacuum >= CHANGES_PER_VACUUM) {
      await vacuumScoreChanges(platform.db)
      compactedSinceVacuum = 0
    }
    await pause(pauseAfter(tookMs), signal)
  } while (performance.now() < endsAt && !signal.aborted)
}

function pauseAfter(tookMs: number): number {
  return Math.min(MAX_PAUSE_MS, Math.max(MIN_PAUSE_MS, PAUSE_FACTOR * tookMs))
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
}

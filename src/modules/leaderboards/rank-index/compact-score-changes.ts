import { setTimeout as pause } from 'node:timers/promises'
import type { Platform } from '../../../platform/platform.ts'
import { assignGroups } from '../league/assign-groups.ts'
import type { Board } from '../period.ts'
import {
  compactOldestChanges,
  deleteDenseIndexEntries,
  insertMissingIndexEntries,
  listBoardsWithChanges,
  lockBoard,
  vacuumScoreChanges,
} from './queries.ts'

export type CompactionDeps = Pick<Platform, 'db' | 'autocommitDb' | 'write'>

/** Every rank reads the pending changes, so compaction runs often, but less often when it takes long. */
const MIN_PAUSE_MS = 1_000
const MAX_PAUSE_MS = 3_000
const PAUSE_FACTOR = 20
/** Without changes the pause doubles up to this time: ranks are fast anyway, and a change makes it short again. */
const MAX_IDLE_PAUSE_MS = 12_000
const RUN_MS = 55_000
/** Ranks also read past deleted changes until vacuum removes them; autovacuum would take a minute. */
export const CHANGES_PER_VACUUM = 1_000

/**
 * Compacts the pending score changes of every board into the rank index; returns their number. Ranks are exact without
 * it, but slower to read.
 */
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

/** `isAll` is true when no change is left or another process compacts this board. */
async function compactBoard(
  { write }: CompactionDeps,
  board: Board,
): Promise<{ compacted: number; isAll: boolean }> {
  return write(async (tx) => {
    if (!(await lockBoard(tx, board))) return { compacted: 0, isAll: true }
    const outcome = await compactOldestChanges(tx, board)
    if (outcome.entrants > 0) await assignGroups(tx, board.startsOn)
    await deleteDenseIndexEntries(tx, board)
    await insertMissingIndexEntries(tx, board)
    return outcome
  })
}

type Pause = (ms: number) => Promise<unknown>

/** Compacts score changes about once a second while there are any, for one minute per run. */
export async function compactScoreChangesForAMinute(
  platform: CompactionDeps,
  signal: AbortSignal,
  wait: Pause = (ms) => pause(ms, undefined, { signal }).catch(() => undefined),
): Promise<void> {
  const endsAt = performance.now() + RUN_MS
  let compactedSinceVacuum = 0
  let idleRounds = 0
  do {
    const startedAt = performance.now()
    const compacted = await compactScoreChanges(platform)
    compactedSinceVacuum += compacted
    const tookMs = performance.now() - startedAt
    if (compactedSinceVacuum >= CHANGES_PER_VACUUM) {
      await vacuumScoreChanges(platform.autocommitDb)
      compactedSinceVacuum = 0
    }
    idleRounds = compacted === 0 ? idleRounds + 1 : 0
    await wait(idleRounds === 0 ? pauseAfter(tookMs) : idlePause(idleRounds))
  } while (performance.now() < endsAt && !signal.aborted)
}

function pauseAfter(tookMs: number): number {
  return Math.min(MAX_PAUSE_MS, Math.max(MIN_PAUSE_MS, PAUSE_FACTOR * tookMs))
}

function idlePause(rounds: number): number {
  return Math.min(MAX_IDLE_PAUSE_MS, MAX_PAUSE_MS * 2 ** (rounds - 1))
}

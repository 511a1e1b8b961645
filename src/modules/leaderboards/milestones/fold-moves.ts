import type { Platform } from '../../../platform/platform.ts'
import type { Board } from '../period.ts'
import {
  deleteCrowdedMilestones,
  foldMovesOnce,
  insertMissingMilestones,
  listMovedBoards,
  lockBoard,
  vacuumMoves,
} from './queries.ts'

type Folding = Pick<Platform, 'db' | 'write'>

/** Every rank reads what is not counted yet, so it is counted often, but for where counting itself takes long. */
const LEAST_PAUSE_MS = 1_000
const MOST_PAUSE_MS = 3_000
const PAUSES_PER_RUN = 20
const RUN_MS = 55_000
/** Every rank reads past the places of moves that are gone, too. Waiting for the server to see to it takes a minute. */
const MOVES_A_VACUUM = 1_000

/** Counts what has moved on every board, and says how much it was. Ranks are exact without it; it keeps them cheap. */
export async function foldMoves(platform: Folding): Promise<number> {
  let moves = 0
  for (const board of await listMovedBoards(platform.db)) {
    for (let isAll = false; !isAll; ) {
      const outcome = await foldBoard(platform, board)
      moves += outcome.folded
      isAll = outcome.isAll
    }
  }
  return moves
}

/** All is done when nothing is left to do here, or somebody else does it. */
async function foldBoard({ write }: Folding, board: Board): Promise<{ folded: number; isAll: boolean }> {
  return write(async (tx) => {
    if (!(await lockBoard(tx, board))) return { folded: 0, isAll: true }
    const outcome = await foldMovesOnce(tx, board)
    await deleteCrowdedMilestones(tx, board)
    await insertMissingMilestones(tx, board)
    return outcome
  })
}

/** The timetable knows minutes only, and moves should be counted every second: one run lasts for its minute. */
export async function foldMovesForAMinute(platform: Folding, signal: AbortSignal): Promise<void> {
  const ends = performance.now() + RUN_MS
  let gone = 0
  do {
    const begun = performance.now()
    gone += await foldMoves(platform)
    const tookMs = performance.now() - begun
    if (gone >= MOVES_A_VACUUM) {
      await vacuumMoves(platform.db)
      gone = 0
    }
    await pause(pauseAfter(tookMs), signal)
  } while (performance.now() < ends && !signal.aborted)
}

function pauseAfter(tookMs: number): number {
  return Math.min(MOST_PAUSE_MS, Math.max(LEAST_PAUSE_MS, PAUSES_PER_RUN * tookMs))
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

import type { Platform } from '../../../platform/platform.ts'
import type { Board } from '../period.ts'
import {
  deleteCrowdedMilestones,
  foldMovesOnce,
  insertMissingMilestones,
  listMovedBoards,
  lockBoard,
} from './queries.ts'

type Folding = Pick<Platform, 'db' | 'write'>

/** Every rank reads what is not counted yet, so it is counted often, but for where counting itself takes long. */
const LEAST_PAUSE_MS = 1_000
const MOST_PAUSE_MS = 5_000
const PAUSES_PER_RUN = 15
const RUN_MS = 55_000

/** Counts what has moved on every board. Ranks are exact without it; it keeps them cheap. */
export async function foldMoves(platform: Folding): Promise<void> {
  for (const board of await listMovedBoards(platform.db)) {
    while (!(await foldBoard(platform, board)));
  }
}

/** True when nothing is left to do here, or somebody else does it. */
async function foldBoard({ write }: Folding, board: Board): Promise<boolean> {
  return write(async (tx) => {
    if (!(await lockBoard(tx, board))) return true
    const { isAll } = await foldMovesOnce(tx, board)
    await deleteCrowdedMilestones(tx, board)
    await insertMissingMilestones(tx, board)
    return isAll
  })
}

/** The timetable knows minutes only, and moves should be counted every few seconds: one run lasts for its minute. */
export async function foldMovesForAMinute(platform: Folding, signal: AbortSignal): Promise<void> {
  const ends = performance.now() + RUN_MS
  do {
    const begun = performance.now()
    await foldMoves(platform)
    await pause(pauseAfter(performance.now() - begun), signal)
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

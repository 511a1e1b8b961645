import { nowMs, SECOND_MS } from '../clock.ts'

const FRAMES_A_SECOND = 20
/** Frames of one client that wait for its earlier ones. */
const WAITING_LIMIT = 40

/** How a client talks: not too fast, and one frame after the other, so that its words keep their order. */
export interface Turns {
  /** Frames that the client may send at once, and when they were last counted. */
  allowance: number
  countedAtMs: number
  /** The frame that the next one waits for. */
  tail: Promise<void> | undefined
  waiting: number
}

export function firstTurns(): Turns {
  return { allowance: FRAMES_A_SECOND, countedAtMs: nowMs(), tail: undefined, waiting: 0 }
}

/** Counts a frame; false for one too many. */
export function mayTalk(turns: Turns): boolean {
  const instant = nowMs()
  const gained = ((instant - turns.countedAtMs) / SECOND_MS) * FRAMES_A_SECOND
  turns.allowance = Math.min(FRAMES_A_SECOND, turns.allowance + Math.max(0, gained)) - 1
  turns.countedAtMs = instant
  return turns.allowance >= 0
}

/** The next frame waits for this. */
export function follow(turns: Turns, outcome: Promise<void>): void {
  const tail = outcome.finally(() => {
    if (turns.tail === tail) turns.tail = undefined
  })
  turns.tail = tail
}

/** Takes a frame when the one before it is done with; false when too many wait for that already. */
export function followLater(turns: Turns, before: Promise<void>, take: () => void | Promise<void>): boolean {
  if (turns.waiting >= WAITING_LIMIT) return false
  turns.waiting++
  follow(
    turns,
    before.then(() => {
      turns.waiting--
      return take()
    }),
  )
  return true
}

import { nowMs, SECOND_MS } from '../clock.ts'

const FRAMES_A_SECOND = 20
/** Frames of one client that wait for its earlier ones. */
const WAITING_LIMIT = 40

/** How a client talks: not too fast, and one frame after the other, so that its words keep their order. */
export interface FrameQueue {
  /** Frames that the client may send at once, and when they were last counted. */
  allowance: number
  countedAtMs: number
  /** The frame that the next one waits for. */
  tail: Promise<void> | undefined
  waiting: number
}

export function newFrameQueue(): FrameQueue {
  return { allowance: FRAMES_A_SECOND, countedAtMs: nowMs(), tail: undefined, waiting: 0 }
}

/** Counts a frame; false for one too many. */
export function allowFrame(queue: FrameQueue): boolean {
  const instant = nowMs()
  const gained = ((instant - queue.countedAtMs) / SECOND_MS) * FRAMES_A_SECOND
  queue.allowance = Math.min(FRAMES_A_SECOND, queue.allowance + Math.max(0, gained)) - 1
  queue.countedAtMs = instant
  return queue.allowance >= 0
}

/** The next frame waits for this. */
export function setTail(queue: FrameQueue, outcome: Promise<void>): void {
  const tail = outcome.finally(() => {
    if (queue.tail === tail) queue.tail = undefined
  })
  queue.tail = tail
}

/** Takes a frame when the one before it is done with; false when too many wait for that already. */
export function enqueueFrame(
  queue: FrameQueue,
  before: Promise<void>,
  take: () => void | Promise<void>,
): boolean {
  if (queue.waiting >= WAITING_LIMIT) return false
  queue.waiting++
  setTail(
    queue,
    before.then(() => {
      queue.waiting--
      return take()
    }),
  )
  return true
}

import { monotonicMs, SECOND_MS } from '../clock.ts'

const FRAMES_A_SECOND = 20
/** The limit of frames that wait for earlier ones. */
const WAITING_LIMIT = 40

/** Limits the frame rate of a client and processes its frames in order. */
export interface FrameQueue {
  /** The available tokens of the client, and when they were last refilled. */
  allowance: number
  countedAtMs: number
  /** The frame that the next one waits for. */
  tail: Promise<void> | undefined
  waiting: number
}

export function newFrameQueue(): FrameQueue {
  return { allowance: FRAMES_A_SECOND, countedAtMs: monotonicMs(), tail: undefined, waiting: 0 }
}

/** Counts a frame; returns false above the limit. */
export function allowFrame(queue: FrameQueue): boolean {
  const instant = monotonicMs()
  const gained = ((instant - queue.countedAtMs) / SECOND_MS) * FRAMES_A_SECOND
  queue.allowance = Math.min(FRAMES_A_SECOND, queue.allowance + Math.max(0, gained)) - 1
  queue.countedAtMs = instant
  return queue.allowance >= 0
}

/** Makes the next frame wait for `outcome`. */
export function setTail(queue: FrameQueue, outcome: Promise<void>): void {
  const tail = outcome.finally(() => {
    if (queue.tail === tail) queue.tail = undefined
  })
  queue.tail = tail
}

/** Queues a frame behind the current one; returns false if the queue is full. */
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

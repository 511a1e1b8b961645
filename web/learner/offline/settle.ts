import { flushOutbox, outbox } from './outbox.ts'
import type { Settled } from './send-outbox.ts'

/** The learner does not wait longer for the service; sending goes on. */
const WAIT_MS = 6_000

/** Sends what waits, and returns what became of an event. Undefined if it still waits. */
export async function settle(id: number): Promise<Settled | undefined> {
  let settled: Settled | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = outbox.onSettled((one) => {
    if (one.event.id === id) settled = one
  })
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, WAIT_MS)
  })
  await Promise.race([flushOutbox(), late])
  clearTimeout(timer)
  stop()
  return settled
}

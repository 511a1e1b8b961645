import type { Tx } from '../../../platform/transaction/tx.ts'
import { errors } from '../errors.ts'
import { processEventsJob } from '../jobs.ts'
import { lockEventState, updateToPending } from '../queue/queries.ts'
import type { WebhookEventId } from '../webhook-source.ts'

/** Requeues a dead event with all its attempts. */
export async function replayEvent(tx: Tx, { id, now }: { id: WebhookEventId; now: Date }): Promise<void> {
  const state = await lockEventState(tx, id)
  if (!state) throw errors.event_not_found()
  if (state !== 'DEAD') throw errors.event_not_dead()
  await updateToPending(tx, id, now)
  tx.enqueue(processEventsJob, {})
}

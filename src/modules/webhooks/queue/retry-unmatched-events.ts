import type { DomainEvent } from '../../../platform/transaction/define-event.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { processEventsJob } from '../jobs.ts'
import { lockMatchKey, requeueUnmatched } from './queries.ts'

export function addressMatchKey(address: string): string {
  return `address:${address.toLowerCase()}`
}

/** Requeues the events that wait for an address that a user has linked. */
export async function retryUnmatchedEvents(
  tx: Tx,
  { data }: DomainEvent<{ address: string; at: string }>,
): Promise<void> {
  const matchKey = addressMatchKey(data.address)
  await lockMatchKey(tx, matchKey)
  if ((await requeueUnmatched(tx, matchKey, new Date(data.at))) > 0) tx.enqueue(processEventsJob, {})
}

import type { Fact } from '../../../platform/events.ts'
import type { Tx } from '../../../platform/tx.ts'
import { applyInbox } from '../jobs.ts'
import { lockWaited, updateWaiting } from './queries.ts'

export function addressName(address: string): string {
  return `address:${address.toLowerCase()}`
}

/** An address has an owner now: what waited for it is due. */
export async function takeUpWaiting(tx: Tx, { data }: Fact<{ address: string; at: string }>): Promise<void> {
  const waitsFor = addressName(data.address)
  await lockWaited(tx, waitsFor)
  if ((await updateWaiting(tx, waitsFor, new Date(data.at))) > 0) tx.enqueue(applyInbox, {})
}

import { tally } from '../../../platform/metrics.ts'
import { ASSETS, HOUSE } from './account.ts'
import type { Leg } from './transfer.ts'

const GIVERS: ReadonlySet<string> = new Set(Object.values(HOUSE))

/** Reasons are words of ours, one for each kind of movement. */
const countPosted = tally('lyceum_ledger_transfers_total', 'Transfers that were posted, by reason', 'reason')
const countPaid = tally(
  'lyceum_rewards_paid_total',
  'What the house gave to users, by asset',
  'asset',
  ASSETS.filter((asset) => asset !== 'USDT'),
)

/** For the figures of the service, once a transfer is committed. */
export function countTransfer(reason: string, legs: readonly Leg[]): void {
  countPosted(reason)
  for (const { account, asset, amount } of legs)
    if (amount < 0n && GIVERS.has(account)) countPaid(asset, Number(-amount))
}

import { fastCounter } from '../../platform/metrics.ts'
import { ASSETS, HOUSE } from './public/account.ts'
import type { TransferEntry } from './public/transfer.ts'

const HOUSE_ACCOUNTS: ReadonlySet<string> = new Set(Object.values(HOUSE))

/** Reasons are words of ours, one for each kind of movement. */
const countPosted = fastCounter(
  'lyceum_ledger_transfers_total',
  'Transfers that were posted, by reason',
  'reason',
)
const countPaid = fastCounter(
  'lyceum_rewards_paid_total',
  'What the house gave to users, by asset',
  'asset',
  ASSETS.filter((asset) => asset !== 'USDT'),
)

/** For the figures of the service, once a transfer is committed. */
export function recordTransferMetrics(reason: string, entries: readonly TransferEntry[]): void {
  countPosted(reason)
  for (const { account, asset, amount } of entries)
    if (amount < 0n && HOUSE_ACCOUNTS.has(account)) countPaid(asset, Number(-amount))
}

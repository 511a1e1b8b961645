import { fastCounter } from '../../platform/metrics.ts'
import { ASSETS, HOUSE } from './public/account.ts'
import type { TransferEntry } from './public/transfer.ts'

const HOUSE_ACCOUNTS: ReadonlySet<string> = new Set(Object.values(HOUSE))

const countPosted = fastCounter(
  'lyceum_ledger_transfers_total',
  'Posted ledger transfers by reason',
  'reason',
)
const countPaid = fastCounter(
  'lyceum_rewards_paid_total',
  'Rewards that the house paid to users, by asset',
  'asset',
  ASSETS.filter((asset) => asset !== 'USDT'),
)

/** Counts a committed transfer. */
export function recordTransferMetrics(reason: string, entries: readonly TransferEntry[]): void {
  countPosted(reason)
  for (const { account, asset, amount } of entries)
    if (amount < 0n && HOUSE_ACCOUNTS.has(account)) countPaid(asset, Number(-amount))
}

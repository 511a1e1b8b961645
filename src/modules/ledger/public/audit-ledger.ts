import { HOUR_MS } from '../../../platform/clock.ts'
import type { Database, Db } from '../../../platform/db/database.ts'
import {
  countLedger,
  type FaultyBalance,
  type FaultyTransfer,
  listAssetTotals,
  listFaultyBalances,
  listFaultyTransfers,
  listRepeatedSources,
  MAX_FAULTS_LISTED,
} from '../audit-queries.ts'
import type { Asset } from './account.ts'

export interface LedgerAudit {
  ok: boolean
  checked: { transfers: number; entries: number; accounts: number }
  /** What is wrong, in sentences; at most 1,000 of a kind. */
  faults: string[]
}

/** Checks a module's escrow accounts; returns what is wrong, in sentences. */
export type EscrowCheck = (db: Db) => Promise<string[]>

/**
 * Checks the whole ledger and the escrows in one snapshot, without locks, and describes every error. For a ledger of
 * tens of millions of entries, pass a pool with a long statement timeout.
 */
export function auditLedger(database: Database, escrowChecks: EscrowCheck[] = []): Promise<LedgerAudit> {
  return database.transaction(async ({ statement: db, script }) => {
    await script('set transaction isolation level repeatable read, read only')
    const checked = await countLedger(db)
    const transfers = await listFaultyTransfers(db)
    const balances = await listFaultyBalances(db)
    const sources = await listRepeatedSources(db)
    const totals = await listAssetTotals(db)
    const faults = [
      ...transfers.map(describeTransfer),
      ...balances.map(describeBalance),
      ...sources.map(
        ({ source, ids }) => `The source ${source} was used more than once: by ${ids.join(', ')}.`,
      ),
      ...unexplainedTotals(totals, transfers, balances),
    ]
    for (const check of escrowChecks) faults.push(...(await check(db)))
    return { ok: faults.length === 0, checked, faults }
  }, HOUR_MS)
}

function describeTransfer({ id, source, entryCount, misses }: FaultyTransfer): string {
  const faults: string[] = []
  if (source === null) faults.push('has entries but is not in the list of transfers')
  if (entryCount === 0) faults.push('has no entries')
  if (entryCount === 1) faults.push('has one entry instead of at least two')
  for (const [asset, sum] of Object.entries(misses ?? {}))
    faults.push(`does not sum to zero, by ${difference(BigInt(sum), asset)}`)
  return `Transfer ${id}${source === null ? '' : ` (${source})`} ${faults.join(' and ')}.`
}

function describeBalance({ account, asset, balance, entries }: FaultyBalance): string {
  if (balance === null) return `${account} has no balance in ${asset}, but its entries sum to ${entries}.`
  const faults: string[] = []
  if (BigInt(balance) < 0n) faults.push('which is below zero')
  if (entries === null) faults.push('but has no entries')
  else if (balance !== entries)
    faults.push(`but its entries sum to ${entries}: ${difference(BigInt(balance) - BigInt(entries), asset)}`)
  return `${account} holds ${balance} ${asset}, ${faults.join(', ')}.`
}

function difference(amount: bigint, asset: string): string {
  return amount > 0n ? `${amount} ${asset} too much` : `${-amount} ${asset} too little`
}

/**
 * The balances of the house and of all other accounts must sum to zero. Subtracts what the other errors explain, so
 * that each error is reported once.
 */
function unexplainedTotals(
  totals: { asset: Asset; total: string }[],
  transfers: FaultyTransfer[],
  balances: FaultyBalance[],
): string[] {
  if (transfers.length === MAX_FAULTS_LISTED || balances.length === MAX_FAULTS_LISTED) return []
  return totals.flatMap(({ asset, total }) => {
    let remainder = BigInt(total)
    for (const { misses } of transfers) remainder -= BigInt(misses?.[asset] ?? 0)
    for (const faulty of balances)
      if (faulty.asset === asset) remainder -= BigInt(faulty.balance ?? 0) - BigInt(faulty.entries ?? 0)
    return remainder === 0n
      ? []
      : [`All accounts and the house together hold ${remainder} ${asset} instead of 0.`]
  })
}

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
  /** What is wrong, in sentences; at most a thousand of a kind. */
  faults: string[]
}

/** What somebody who holds value for others says is wrong with it, in sentences. */
export type EscrowCheck = (db: Db) => Promise<string[]>

/**
 * Proves the books, or says what is wrong with them. It looks at one moment of the database, and nobody waits for
 * it. Whoever has tens of millions of entries hands in a pool whose statements may take their time. The checks of those
 * who keep escrows see the same moment.
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
  if (entryCount === 1) faults.push('has one entry where at least two belong')
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
 * All that the house and the others hold must come to nothing. It is added up on its own, and what the faults
 * already named account for is taken off, so that one fault is not told twice.
 */
function unexplainedTotals(
  totals: { asset: Asset; total: string }[],
  transfers: FaultyTransfer[],
  balances: FaultyBalance[],
): string[] {
  if (transfers.length === MAX_FAULTS_LISTED || balances.length === MAX_FAULTS_LISTED) return []
  return totals.flatMap(({ asset, total }) => {
    let rest = BigInt(total)
    for (const { misses } of transfers) rest -= BigInt(misses?.[asset] ?? 0)
    for (const faulty of balances)
      if (faulty.asset === asset) rest -= BigInt(faulty.balance ?? 0) - BigInt(faulty.entries ?? 0)
    return rest === 0n ? [] : [`The house and all others together hold ${rest} ${asset}, and not nothing.`]
  })
}

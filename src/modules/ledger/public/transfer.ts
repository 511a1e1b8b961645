import { assert } from '../../../platform/errors.ts'
import type { AccountName, Asset } from './account.ts'

const MAX_ENTRIES = 10_000

/** One side of a transfer: a positive amount is a credit, a negative amount is a debit. */
export interface TransferEntry {
  account: AccountName
  asset: Asset
  amount: bigint
}

export interface Transfer {
  /** Identifies the cause, so that it is posted once: `lesson:<id>`, `contest:<id>:fee:<user id>`. */
  source: string
  /** The kind of movement, for readers. */
  reason: string
  entries: readonly TransferEntry[]
  now: Date
}

export interface Balance {
  account: AccountName
  asset: Asset
  balance: bigint
}

export interface PostingResult {
  /** False if the source was used before: then nothing was moved. */
  posted: boolean
  /** The current balances of all accounts in the entries, in every asset, without house accounts. */
  balances: Balance[]
}

export function balanceAfter({ balances }: PostingResult, account: AccountName, asset: Asset): number {
  return Number(balances.find((row) => row.account === account && row.asset === asset)?.balance ?? 0n)
}

/** Converts an amount to the ledger's type; it must be a whole number and not negative. */
export function toLedgerAmount(amount: number, label: string): bigint {
  assert(
    Number.isSafeInteger(amount) && amount >= 0,
    `${label} must be whole and not negative, not ${amount}`,
  )
  return BigInt(amount)
}

/** The order in which entries are written. */
export function sortByAccount(entries: readonly TransferEntry[]): TransferEntry[] {
  return entries.toSorted((one, other) =>
    one.account < other.account ? -1 : Number(one.account > other.account),
  )
}

/** Checks the rules of the database earlier, with the source in the message. */
export function checkEntries(source: string, entries: readonly TransferEntry[]): void {
  assert(source.length > 0 && source.length <= 200, `a transfer needs a source, not "${source}"`)
  assert(
    entries.length >= 2 && entries.length <= MAX_ENTRIES,
    `${source}: ${entries.length} entries are too few or too many`,
  )
  const sums = new Map<Asset, bigint>()
  for (const { account, asset, amount } of entries) {
    assert(typeof amount === 'bigint' && amount !== 0n, `${source}: ${account} has an entry of ${amount}`)
    sums.set(asset, (sums.get(asset) ?? 0n) + amount)
  }
  for (const [asset, sum] of sums)
    assert(sum === 0n, `${source}: the entries sum to ${sum} ${asset}, not zero`)
}

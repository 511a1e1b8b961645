import { assert } from '../../../platform/errors.ts'
import type { AccountName, Asset } from './account.ts'

const MAX_ENTRIES = 10_000

/** One side of a transfer: a positive amount is got, a negative one is given. */
export interface TransferEntry {
  account: AccountName
  asset: Asset
  amount: bigint
}

export interface Transfer {
  /** Names what causes it, so that it happens once: `lesson:<id>`, `contest:<id>:fee:<user id>`. */
  source: string
  /** For people: what kind of movement it is. */
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
  /** False when the source was used before: then nothing was moved. */
  posted: boolean
  /** What the accounts of the legs hold now, in every asset they ever held. House accounts are not among them. */
  balances: Balance[]
}

/** What one account holds of an asset, as a posting tells it. */
export function balanceAfter({ balances }: PostingResult, account: AccountName, asset: Asset): number {
  return Number(balances.find((row) => row.account === account && row.asset === asset)?.balance ?? 0n)
}

/** An amount from outside the ledger: whole and not negative, or a mistake of ours. */
export function toLedgerAmount(amount: number, label: string): bigint {
  assert(
    Number.isSafeInteger(amount) && amount >= 0,
    `${label} must be whole and not negative, not ${amount}`,
  )
  return BigInt(amount)
}

/** As they are written. */
export function sortByAccount(entries: readonly TransferEntry[]): TransferEntry[] {
  return entries.toSorted((one, other) =>
    one.account < other.account ? -1 : Number(one.account > other.account),
  )
}

/** What the database would refuse as well, said earlier and with the source. */
export function checkEntries(source: string, entries: readonly TransferEntry[]): void {
  assert(source.length > 0 && source.length <= 200, `a transfer needs a source, not "${source}"`)
  assert(
    entries.length >= 2 && entries.length <= MAX_ENTRIES,
    `${source}: ${entries.length} legs are too few or too many`,
  )
  const sums = new Map<Asset, bigint>()
  for (const { account, asset, amount } of entries) {
    assert(typeof amount === 'bigint' && amount !== 0n, `${source}: ${account} has a leg of ${amount}`)
    sums.set(asset, (sums.get(asset) ?? 0n) + amount)
  }
  for (const [asset, sum] of sums) assert(sum === 0n, `${source}: the legs sum to ${sum} ${asset}, not zero`)
}

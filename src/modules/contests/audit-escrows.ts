import type { Db } from '../../platform/db/database.ts'
import { listEscrows } from '../ledger/public/list-escrows.ts'
import { listExpectedEscrows } from './settlement-queries.ts'

const ID_LENGTH = 36

/** Holds what the ledger has in the escrows of contests against what contests owe, and names every difference. */
export async function auditContestEscrows(db: Db): Promise<string[]> {
  const expectedGems = new Map(
    (await listExpectedEscrows(db)).map((each) => [`${each.contestId} GEM`, each.gems]),
  )
  const balances = new Map<string, bigint>()
  for (const { account, asset, balance } of await listEscrows(db, 'contest')) {
    const contestId = account.slice('contest:'.length).slice(0, ID_LENGTH)
    const name = `${contestId} ${asset}`
    balances.set(name, (balances.get(name) ?? 0n) + balance)
  }
  return [...new Set([...expectedGems.keys(), ...balances.keys()])].sort().flatMap((name) => {
    const [contestId, asset] = name.split(' ')
    const [actual, expected] = [balances.get(name) ?? 0n, expectedGems.get(name) ?? 0n]
    return actual === expected
      ? []
      : [`Contest ${contestId} holds ${actual} ${asset}, and ${expected} belong there.`]
  })
}

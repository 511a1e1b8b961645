import type { Db } from '../../../platform/db/database.ts'
import { listEscrows } from '../../ledger/public/list-escrows.ts'
import { listExpectedEscrows } from '../settlement-queries.ts'

const ID_LENGTH = 36

/** Compares the escrows of contests with the fees that they must contain. Returns one line per difference. */
export async function auditContestEscrows(db: Db): Promise<string[]> {
  const expectedGems = new Map(
    (await listExpectedEscrows(db)).map(({ contestId, gems }) => [`${contestId} GEM`, gems]),
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
    return actual === expected ? [] : [`Contest ${contestId} has ${actual} ${asset}, expected ${expected}.`]
  })
}

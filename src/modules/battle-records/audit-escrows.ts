import type { Db } from '../../platform/db/database.ts'
import { listEscrows } from '../ledger/public/list-escrows.ts'
import { listExpectedStakes } from './public/rooms.ts'
import { escrowAccount } from './public/stakes.ts'

/** An escrow of battles holds the stake of one live entry, and nothing else. Names every difference. */
export async function auditBattleEscrows(db: Db): Promise<string[]> {
  const expectedStakes = new Map(
    (await listExpectedStakes(db)).map(({ entryId, stake }) => [`${escrowAccount(entryId)} GEM`, stake]),
  )
  const balances = new Map(
    (await listEscrows(db, 'battle')).map(({ account, asset, balance }) => [`${account} ${asset}`, balance]),
  )
  return [...new Set([...expectedStakes.keys(), ...balances.keys()])].sort().flatMap((name) => {
    const [account, asset] = name.split(' ')
    const [actual, expected] = [balances.get(name) ?? 0n, expectedStakes.get(name) ?? 0n]
    return actual === expected ? [] : [`${account} holds ${actual} ${asset}, and ${expected} belong there.`]
  })
}

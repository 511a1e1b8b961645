import type { Db } from '../../../platform/db/database.ts'
import { listEscrows } from '../../ledger/public/list-escrows.ts'
import { escrowAccount } from './stakes.ts'
import type { EntryId } from './ticket.ts'

/** Compares each battle escrow with the stake of its live entry in a room; a queued entry has no escrow. Returns one line per difference. */
export async function auditBattleEscrows(db: Db): Promise<string[]> {
  const stakes = await db<{ entryId: EntryId; stake: bigint }>`
    select id as "entryId", stake from battle_entry where is_live and room_id is not null and stake > 0`
  const expectedStakes = new Map(stakes.map((row) => [`${escrowAccount(row.entryId)} GEM`, row.stake]))
  const balances = new Map(
    (await listEscrows(db, 'battle')).map(({ account, asset, balance }) => [`${account} ${asset}`, balance]),
  )
  return [...new Set([...expectedStakes.keys(), ...balances.keys()])].sort().flatMap((name) => {
    const [account, asset] = name.split(' ')
    const [actual, expected] = [balances.get(name) ?? 0n, expectedStakes.get(name) ?? 0n]
    return actual === expected ? [] : [`${account} has ${actual} ${asset}, expected ${expected}.`]
  })
}

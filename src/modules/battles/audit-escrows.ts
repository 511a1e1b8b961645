import type { Db } from '../../platform/db/database.ts'
import { listEscrows } from '../rewards/audit/list-escrows.ts'
import { listLiveStakes } from './rooms/queries.ts'
import { escrowOf } from './stakes.ts'

/** An escrow of battles holds the stake of one live entry, and nothing else. Names every difference. */
export async function auditBattleEscrows(db: Db): Promise<string[]> {
  const owed = new Map(
    (await listLiveStakes(db)).map(({ entryId, stake }) => [`${escrowOf(entryId)} GEM`, stake]),
  )
  const held = new Map(
    (await listEscrows(db, 'battle')).map(({ account, asset, balance }) => [`${account} ${asset}`, balance]),
  )
  return [...new Set([...owed.keys(), ...held.keys()])].sort().flatMap((name) => {
    const [account, asset] = name.split(' ')
    const [has, owes] = [held.get(name) ?? 0n, owed.get(name) ?? 0n]
    return has === owes ? [] : [`${account} holds ${has} ${asset}, and ${owes} belong there.`]
  })
}

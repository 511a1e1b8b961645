import type { Db } from '../../../platform/db/database.ts'
import { listEscrows } from '../../rewards/audit/list-escrows.ts'
import { listEscrowsOwed } from './queries.ts'

const ID_LENGTH = 36

/** Holds what the ledger has in the escrows of contests against what contests owe, and names every difference. */
export async function auditContestEscrows(db: Db): Promise<string[]> {
  const owed = new Map((await listEscrowsOwed(db)).map((each) => [`${each.contestId} GEM`, each.owed]))
  const held = new Map<string, bigint>()
  for (const { account, asset, balance } of await listEscrows(db, 'contest')) {
    const contestId = account.slice('contest:'.length).slice(0, ID_LENGTH)
    const name = `${contestId} ${asset}`
    held.set(name, (held.get(name) ?? 0n) + balance)
  }
  return [...new Set([...owed.keys(), ...held.keys()])].sort().flatMap((name) => {
    const [contestId, asset] = name.split(' ')
    const [has, owes] = [held.get(name) ?? 0n, owed.get(name) ?? 0n]
    return has === owes ? [] : [`Contest ${contestId} holds ${has} ${asset}, and ${owes} belong there.`]
  })
}
